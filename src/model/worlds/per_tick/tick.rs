//! What an update is taken to be.

use crate::base::time::{FLICKS_PER_SECOND, Span};

/// What an update is taken to last.
pub const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 60);
/// The world starts over after this number of updates.
pub const PERIOD: i64 = 720;
/// A body's velocity is in units per second, as everywhere; in the formulas it is in units per update.
pub const PER_SECOND: f64 = 60.0;
