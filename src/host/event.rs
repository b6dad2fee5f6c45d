//! What happens on a virtual computer, as a stream of events: the trace prints it, the metrics add it up.

use super::inputs::{Answer, Input};
use crate::scenes::Body;
use crate::time::{Span, Time};

/// One thing that happened. Times are the virtual computer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The start of one turn of the loop.
    Frame { at: Time },
    /// One step of the world by `dt`; `sim` is the simulated time after it.
    Update { at: Time, end: Time, dt: Span, sim: Time, line: u32 },
    /// One sleep; `end` includes waking late.
    Sleep { at: Time, end: Time, line: u32 },
    /// One picture: taken at `at` of the world at `sim`, showing simulated time `drawn`; `end` is before any wait for
    /// the display.
    Render { at: Time, end: Time, alpha: Option<f64>, sim: Time, drawn: Time, line: u32 },
    /// The display changed to the picture of simulated time `drawn`.
    Display { at: Time, drawn: Time },
}

/// Somebody who wants to know.
pub trait Observer {
    /// Called once for every event, in the order of their times. `bodies` is the world after an update and, where the
    /// computer keeps pictures, what a displayed picture shows; empty otherwise.
    fn note(&mut self, event: &Event, bodies: &[Body]);

    /// An input is given; in the order of times with everything else.
    fn input(&mut self, _: Input) {}

    /// The display has just changed to the first picture that knows of an input.
    fn answer(&mut self, _: &Answer) {}

    /// The display has another refresh rate from now on.
    fn refreshes_at(&mut self, _hertz: f64) {}
}
