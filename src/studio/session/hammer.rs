//! The stall hammer, which stalls every pane for as long as it was held up.

use crate::base::time::{Span, Time};
use crate::model::config::{Hitch, HitchOn};

/// A stall is shown for at least this time.
const SHOWN: Span = Span::from_flicks(3 * crate::base::time::FLICKS_PER_SECOND / 10);

/// The hammer, up or down, and the last stall that it made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hammer {
    /// When it was lifted, in seconds of the window's clock; `None` while it is down.
    lifted: Option<f64>,
    /// The laboratory time at which it last came down, and the length of its stall.
    stall: Option<(Time, Span)>,
    /// The operations that every stall of a person falls on, the hammer's and the buttons'.
    pub falls_on: HitchOn,
}

impl Hammer {
    /// Lifts it at `real` seconds of the window's clock, if it isn't up already.
    pub fn lift(&mut self, real: f64) {
        self.lifted = self.lifted.or(Some(real));
    }

    /// Puts it down without a stall.
    pub fn lower(&mut self) {
        self.lifted = None;
    }

    /// Notes that it has come down at laboratory time `at`, with a stall of `ms`.
    pub fn struck(&mut self, at: Time, ms: f64) {
        self.stall = Some((at, Span::from_millis(ms)));
    }

    /// Forgets its stall, because that run is over.
    pub fn forget_stall(&mut self) {
        self.stall = None;
    }

    /// The length in milliseconds of the stall that it would make at `real` seconds of the window's clock; `None` while it is
    /// down.
    pub fn would_stall_ms(&self, real: f64) -> Option<f64> {
        self.lifted.map(|lifted| Hitch::MS.clamped(((real - lifted) * 1000.0).max(1.0)))
    }

    /// The length of its stall, while that lasts at laboratory time `now`; `None` otherwise.
    pub fn stall(&self, now: Time) -> Option<Span> {
        self.stall.filter(|(at, length)| now <= *at + (*length).max(SHOWN)).map(|(_, length)| length)
    }
}
