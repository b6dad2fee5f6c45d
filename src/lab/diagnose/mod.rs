//! Symptoms of a pane's loop, the sentence about them, and what its steps do at a wall.

mod explanation;
pub mod phases;
mod pipeline;
mod stall;
mod symptoms;
pub mod verdict;

pub use explanation::Explanation;
pub use stall::Return;
