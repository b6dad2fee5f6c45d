//! Plots: two beside each other, chosen from a list by name.

mod cadence;
mod chosen;
mod labels;
mod line;
mod over_time;
mod plot;

pub use chosen::show;
