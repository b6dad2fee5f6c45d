//! Loops on the real clock, compared with the prediction of the virtual computer.

mod comparison;
mod lateness;

pub use comparison::*;
pub use lateness::*;
