//! Symptoms of a pane's loop, and the sentence about them.

mod symptoms;
pub mod verdict;
