//! The metrics of a run: of all of it and of its last two seconds.
//!
//! A metric is one row of [`catalogue::ALL`]: its name, its definition and its formula over [`Sums`]. [`RunMetrics`] adds up
//! events, and returns the sums of the whole run and of the last two seconds; a [recording](crate::lab::recording) makes one for
//! the moment that is read. A report does not need the last seconds: [`Metrics`] adds up the run alone.

mod accumulator;
pub mod catalogue;
pub mod formula;
pub mod reach;
pub mod reference;
mod run_metrics;
mod screen;
mod stages;
mod stalls;
mod totals;
mod whole_run;
mod window;

pub use reference::StepPath;
pub use run_metrics::RunMetrics;
pub use screen::{DisplayedFrame, Screen, animation_error};
pub use stages::Stage;
pub use totals::{Sums, Totals};
pub use whole_run::Metrics;
pub use window::RecentWindow;
