//! What a pane suffers from, and the sentence about it.

mod symptoms;
pub mod verdict;
