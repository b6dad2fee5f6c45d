//! Loops on the real clock, beside the prediction of the virtual computer.

mod comparison;
mod lateness;
pub mod measurement;

pub use comparison::*;
pub use lateness::*;
