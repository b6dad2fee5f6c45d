//! The frames that a display showed.

use super::debt::Debt;
use super::ring::Timed;
use crate::base::time::{Span, Time};
use crate::lab::metrics::screen::DisplayedFrame;

#[derive(Clone, Copy, Debug)]
pub struct Flip {
    pub at: Time,
    pub drawn: Time,
    /// Counted from 1.
    pub number: u64,
    /// Whether the frame appeared in the middle of the scan-out.
    pub torn: bool,
    /// The refresh interval of the display, in flicks; `None` if it is unknown.
    pub interval: Option<f64>,
    /// The lost time that does not count as lateness of the frame.
    pub debt: Debt,
    pub entry: usize,
}

impl Flip {
    /// Returns the age that the frame has on the display at `now`, without the debt; negative if the frame is ahead of the clock.
    pub fn age(&self, now: Time) -> Span {
        now - self.drawn - self.debt.owed()
    }

    pub fn frame(&self) -> DisplayedFrame {
        DisplayedFrame { at: self.at, drawn: self.drawn }
    }
}

impl Timed for Flip {
    fn at(&self) -> Time {
        self.at
    }
}
