//! Plots: four over one time axis, and the histogram of cadence.

mod cadence;
mod line;
mod over_time;
mod plot;

pub use over_time::show;
