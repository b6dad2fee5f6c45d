//! One or two plain sentences about a pane, computed from what it does.
//!
//! What is wrong is said first, in the order of its weight; where nothing is, how the pane does; then what else is worth
//! knowing. The two first sentences are the verdict. Each rule has a test.

mod facts;
mod judge;
mod pause;
#[cfg(test)]
mod pause_tests;
mod rules;
#[cfg(test)]
mod tests;
mod tone;

pub use judge::{Verdict, verdict};
pub use tone::Tone;
