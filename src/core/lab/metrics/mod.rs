//! The metrics of a run: of the whole run, and of its last two seconds.
//!
//! A metric is one row of [`catalogue::ALL`]: its name, its definition and its formula over [`Sums`]. [`Metrics`] adds up a run
//! as it proceeds, for a report. A [recording](crate::lab::recording) has the sums of the run at any moment, and from it come those of the
//! [last two seconds](crate::lab::instruments::RecentNumbers).

mod accumulator;
pub mod catalogue;
pub mod formula;
pub mod reach;
pub mod reference;
mod screen;
mod stages;
mod totals;
mod whole_run;

pub use accumulator::Accumulator;
pub use reference::StepPath;
pub use screen::{DisplayedFrame, Screen, animation_error};
pub use stages::Stage;
pub use totals::{Sums, Totals};
pub use whole_run::Metrics;
