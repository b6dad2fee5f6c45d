//! A measurement on the real clock as the window shows it: plain data, so that it can be shown where nothing is measured.

/// How far a measurement is, and what it has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measuring {
    pub of: usize,
    pub finished: bool,
    /// Why it ended before everything was done.
    pub failure: Option<String>,
    pub panes: Vec<Compared>,
}

/// One pane: predicted and measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub strategy: String,
    pub numbers: Vec<Pair>,
    /// Median and 95th percentile of how late the waits ended, ms.
    pub late_ms: Option<(f64, f64)>,
    /// The last turn would not end and was cut.
    pub cut_off: bool,
}

/// One number of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub name: &'static str,
    pub unit: &'static str,
    pub digits: usize,
    pub predicted: Option<f64>,
    pub measured: Option<f64>,
}
