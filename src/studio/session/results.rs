//! Results of the window's background jobs, as plain data, so that they can be shown where no job runs.

use crate::lab::load_map::LoadMap;
use crate::studio::claims::Measured;
use std::collections::BTreeMap;

/// The results of the window's background jobs so far.
#[derive(Default)]
pub struct Results {
    /// The progress of the film that is being made; `None` if none is.
    pub film: Option<FilmProgress>,
    /// The progress of a measurement on the real clock; `None` if none was asked for.
    pub measurement: Option<MeasurementProgress>,
    /// The results of the claims' runs, by the claims' ids.
    pub claims: BTreeMap<&'static str, Vec<Measured>>,
    /// The behaviour of each loop at every load, as far as it is known.
    pub load_map: LoadMap,
}

/// How far a film has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmProgress {
    /// Frames that are drawn.
    pub done: u64,
    /// Frames of the whole film.
    pub of: u64,
    /// The estimated time that is left, in seconds; `None` before there is an estimate.
    pub left_s: Option<f64>,
}

/// How far a measurement is, and what it has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasurementProgress {
    /// How many panes are measured.
    pub of: usize,
    /// Whether all of them are measured.
    pub finished: bool,
    /// Why it ended early, if it did.
    pub failure: Option<String>,
    /// The panes that are done, in their order.
    pub panes: Vec<ComparedPane>,
}

/// One pane: predicted and measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedPane {
    /// The strategy's id.
    pub strategy: String,
    /// The numbers that were predicted and measured.
    pub numbers: Vec<ComparedNumber>,
    /// Median and 95th percentile of the lateness of the ends of waits, in milliseconds.
    pub late_ms: Option<(f64, f64)>,
    /// Median and 95th percentile of the time by which the GPU's thread was later than in the model, in milliseconds; `None`
    /// without such a thread.
    pub gpu_late_ms: Option<(f64, f64)>,
    /// The settings of a virtual computer that wakes as late, in words.
    pub fits: Option<String>,
    /// Whether the last loop turn did not end in time and was cut off.
    pub cut_off: bool,
}

/// One number, predicted and measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparedNumber {
    /// The name in the table.
    pub name: &'static str,
    /// The unit of both; empty if they have none.
    pub unit: &'static str,
    /// Digits after the decimal point.
    pub digits: usize,
    /// On the virtual computer.
    pub predicted: Option<f64>,
    /// On the real clock.
    pub measured: Option<f64>,
}
