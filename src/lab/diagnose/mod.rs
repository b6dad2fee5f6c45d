//! Symptoms of a pane's loop, and the sentence about them.

mod pipeline;
mod stall;
mod symptoms;
pub mod verdict;

pub use stall::Return;
