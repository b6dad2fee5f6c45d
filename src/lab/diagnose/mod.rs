//! Symptoms of a pane's loop, the sentence about them, and what its steps do at a wall.

pub mod phases;
mod pipeline;
mod stall;
mod symptoms;
pub mod verdict;

pub use stall::Return;
