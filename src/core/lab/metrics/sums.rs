//! The sums that every metric is computed from. [`catalogue`](super::catalogue) looks up metrics in them.

use super::totals::Totals;
use crate::base::time::{Span, Time};
use crate::model::world::Tally;

/// The sums behind the metrics of a run, or of its last two seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    pub(super) totals: Totals,
    /// The computer's time.
    pub(super) elapsed: Span,
    /// The sum of all distances from the reference solution, in units of the world. It is one running sum: sums of floating-point
    /// numbers depend on where they are cut.
    pub(super) deviation_sum: f64,
    pub(super) jitter: Jitter,
    /// The frames and the time in which they came; `None` if there are too few frames for a rate.
    pub(super) rate: Option<FrameRate>,
    /// The simulated time that updates made, in flicks, and the time in which they made it.
    pub(super) made: Option<(i128, Span)>,
    /// The moment that is looked at, and the moment at which the frame on the display appeared; `None` in the sums of a whole
    /// run.
    pub(super) shown: Option<(Time, Time)>,
    /// Passes at walls.
    pub(super) tally: Tally,
    /// Whether the paths of all steps are in the totals.
    pub(super) paths_known: bool,
}

/// The parts from which the jitter after the last displayed frame is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jitter {
    /// The jitter before that frame, in flicks.
    pub before: f64,
    /// The size of that frame's animation error, in flicks.
    pub error: f64,
}

impl Jitter {
    /// Returns the parts of the jitter after the next frame (RFC 3550 §6.4.1: a running mean with gain 1/16).
    pub fn then(self, error: Span) -> Jitter {
        Jitter { before: self.before + (self.error - self.before) / 16.0, error: error.flicks() as f64 }
    }
}

/// Frames and the time in which they came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate {
    /// The number of frames.
    pub frames: u64,
    /// The time, in flicks.
    pub time: i128,
    /// Whether the next frame is late. It is then counted as if it came now, so that the rate sinks.
    pub is_late: bool,
}
