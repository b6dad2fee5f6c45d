//! The gallery of comparisons: a picture of every scenario, world and article, by the question that it answers.

mod card;
pub mod exhibits;
pub mod picture;
mod search;
pub mod sheet;
pub mod stored;
