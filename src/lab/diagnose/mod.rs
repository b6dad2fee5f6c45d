//! Symptoms, and the sentence about a pane.

mod symptoms;
pub mod verdict;
