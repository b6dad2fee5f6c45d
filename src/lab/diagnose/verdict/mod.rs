//! One or two plain sentences about a pane, computed from what it does.
//!
//! What is wrong is found first, in the order of its weight; where nothing is, how the pane does; then what else is worth
//! knowing. The two first findings are the verdict. Each has its numbers, and its sentence in one place ([`finding`]). A rule
//! that names a cause looks at facts that show this cause; a test takes the cause away and sees the trouble go.

mod behaviour;
mod concerns;
mod facts;
pub mod finding;
mod judge;
mod pause;
#[cfg(test)]
mod pause_tests;
mod rules;
#[cfg(test)]
mod tests;
mod tone;

pub use behaviour::Behaviour;
pub use facts::Observed;
pub use finding::Finding;
pub use judge::{Verdict, findings_about, verdict};
pub use pause::Pause;
pub use tone::Tone;
