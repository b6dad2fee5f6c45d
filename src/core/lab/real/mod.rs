//! Loops on the real clock, compared with the prediction of the virtual computer.

pub mod comparison;
mod lateness;
