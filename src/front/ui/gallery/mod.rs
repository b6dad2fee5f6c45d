//! The gallery of comparisons: a picture of every scenario, world and article, by the question that it answers.

pub mod exhibits;
pub mod pictures;
pub mod sheet;
