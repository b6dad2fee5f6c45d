//! Symptoms, and the sentence about a pane.

mod signs;
pub mod verdict;
