//! What happens on a virtual computer, as a stream of events: the trace prints it, the metrics add it up.

use super::computer::Watched;
use super::inputs::{Answer, Input};
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::ControlInput;
use crate::model::world::{Body, Numbers, World};

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

impl Event {
    /// When it began.
    pub fn at(&self) -> Time {
        match *self {
            Event::Frame { at }
            | Event::Update { at, .. }
            | Event::Sleep { at, .. }
            | Event::Render { at, .. }
            | Event::Display { at, .. } => at,
        }
    }

    /// The line of the loop's file that asked for it, where one did.
    pub fn line(&self) -> Option<u32> {
        match *self {
            Event::Update { line, .. } | Event::Sleep { line, .. } | Event::Render { line, .. } => Some(line),
            Event::Frame { .. } | Event::Display { .. } => None,
        }
    }
}

/// What else there is to know, for somebody who looks inside a pane. Told only by computers that keep pictures.
#[derive(Clone, Copy)]
pub enum Detail<'a> {
    /// The loop shows a value of its own; it belongs to the operation that comes next.
    Watched { at: Time, name: &'static str, value: Watched },
    /// Another loop has been started: the old one's values mean nothing to it.
    Forgotten { at: Time },
    /// So much of the picture just begun is a stall.
    Stalled { by: Span },
    /// When the wait of the operation just told is over, but for waking late.
    Due { at: Time },
    /// The world after the update just told.
    Stepped(&'a World),
    /// The world's own numbers in the frame that is displayed next.
    Numbers(Numbers),
}

/// Somebody who wants to know.
pub trait Observer {
    /// Called for everything that is no event of its own, after the event that it belongs to.
    fn detail(&mut self, _: &Detail) {}

    /// Called once for every event, in the order of their times. `bodies` is the world after an update and, where the
    /// computer keeps pictures, what a displayed picture shows; empty otherwise.
    fn note(&mut self, event: &Event, bodies: &[Body]);

    /// An input is given; in the order of times with everything else.
    fn input(&mut self, _: Input) {}

    /// The display has just changed to the first picture that knows of an input.
    fn answer(&mut self, _: &Answer) {}

    /// From simulated time `sim` on something else is held down in the world.
    fn steered(&mut self, _sim: Time, _pedals: ControlInput) {}

    /// From simulated time `sim` on the world's live options are these.
    fn options_set(&mut self, _sim: Time, _options: &Values) {}

    /// The display has another refresh rate from now on.
    fn refreshes_at(&mut self, _hertz: f64) {}
}
