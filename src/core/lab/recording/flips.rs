//! The frames that a display showed.

use super::debt::Debt;
use super::ring::Timed;
use crate::base::time::{Span, Time};
use crate::lab::metrics::screen::DisplayedFrame;

/// A frame that the display changed to.
#[derive(Clone, Copy, Debug)]
pub struct Flip {
    pub at: Time,
    pub drawn: Time,
    /// The number of the frame, counted from 1.
    pub number: u64,
    /// Whether it appeared in the middle of the scan-out.
    pub torn: bool,
    /// The refresh interval of the display, in flicks.
    pub interval: f64,
    /// The lost time that it is not late by.
    pub debt: Debt,
    pub entry: usize,
}

impl Flip {
    /// Returns how late it is on the display at `now`; negative if it is ahead.
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
