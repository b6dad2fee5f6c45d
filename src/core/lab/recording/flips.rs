//! The frames that a display showed.

use super::ring::Timed;
use crate::base::time::{Span, Time};
use crate::lab::metrics::behind::Behind;
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
    /// The time that does not count against the loop when the frame appears.
    pub forgiven: Span,
    pub entry: usize,
}

impl Flip {
    /// Returns how far the frame is behind when it appears.
    pub fn behind(&self) -> Behind {
        Behind { clock: self.at, drawn: self.drawn, forgiven: self.forgiven }
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
