//! Symptoms of a pane's loop, and the sentence about them.

mod explanation;
mod pipeline;
mod stall;
mod symptoms;
pub mod verdict;

pub use explanation::Explanation;
pub use stall::Return;
