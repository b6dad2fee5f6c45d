//! The same loops on the real clock.

mod comparison;
mod lateness;
pub mod measurement;

pub use comparison::*;
pub use lateness::*;
