//! How long and how many: limits that several kinds of settings share.

/// The longest run that trace and report accept, in seconds: one day.
pub const LONGEST_RUN_S: f64 = 86_400.0;

/// The most panes: six fit on a screen, and have the letters A to F.
pub const MOST_PANES: usize = 6;
