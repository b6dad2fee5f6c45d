//! The hitch hammer: it stalls every pane for as long as it was held up; and what the stalls of a person fall on.

use crate::base::time::{Span, Time};
use crate::model::config::{Hitch, HitchOn};

/// A stall is shown for at least so long.
const SHOWN: Span = Span::from_flicks(3 * crate::base::time::FLICKS_PER_SECOND / 10);

/// The hammer, up or down, and the last stall that it made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hammer {
    /// When it was lifted, in seconds of the window's clock.
    lifted: Option<f64>,
    /// When it last came down, in laboratory time, and how long the stall is.
    stall: Option<(Time, Span)>,
    /// What every stall of a person falls on, the hammer's and the buttons'.
    pub falls_on: HitchOn,
}

impl Hammer {
    /// It goes up at `real` seconds of the window's clock, if it isn't up already.
    pub fn lift(&mut self, real: f64) {
        self.lifted = self.lifted.or(Some(real));
    }

    /// It is put down without a stall.
    pub fn lower(&mut self) {
        self.lifted = None;
    }

    /// It has come down at laboratory time `at`, with a stall of `ms`.
    pub fn struck(&mut self, at: Time, ms: f64) {
        self.stall = Some((at, Span::from_millis(ms)));
    }

    /// The run in which it made its stall is over.
    pub fn forget_stall(&mut self) {
        self.stall = None;
    }

    /// How long a stall it would make at `real` seconds of the window's clock, ms; nothing while it is down.
    pub fn would_stall_ms(&self, real: f64) -> Option<f64> {
        self.lifted.map(|lifted| Hitch::MS.clamped(((real - lifted) * 1000.0).max(1.0)))
    }

    /// The length of its stall, while that lasts at laboratory time `now`.
    pub fn stall(&self, now: Time) -> Option<Span> {
        self.stall.filter(|(at, length)| now <= *at + (*length).max(SHOWN)).map(|(_, length)| length)
    }
}
