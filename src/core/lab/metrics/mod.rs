//! The metrics of a run: of the whole run, and of its last two seconds.
//!
//! A metric is one row of [`catalogue::ALL`]: its name, its definition and its formula over [`Sums`](totals::Sums). [`Metrics`](whole_run::Metrics) adds up a run
//! as it proceeds, for a report. A [recording](crate::lab::recording) has the sums of the run at any moment, and the sums of the
//! [last two seconds](crate::lab::instruments::recent::RecentNumbers) are computed from it.

pub mod accumulator;
pub mod behind;
pub mod catalogue;
pub mod formula;
mod frame_intervals;
pub mod press_fates;
pub mod quantile;
pub mod reach;
pub mod reference;
pub mod screen;
pub mod stages;
pub mod totals;
pub mod whole_run;
