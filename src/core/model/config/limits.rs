//! Limits that several kinds of settings share: the length of a run, and the number of panes.

/// The longest run that trace and report accept, in seconds: one day.
pub const LONGEST_RUN_S: f64 = 86_400.0;

/// The most panes: six fit on a screen, and their letters are A to F.
pub const MOST_PANES: usize = 6;
