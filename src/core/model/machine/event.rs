//! The events of a virtual computer, and the observers that metrics, recordings and traces are.

use super::gpu::Stages;
use super::inputs::{Answer, Input};
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput};
use crate::model::world::{Body, Numbers, World};
use std::borrow::Cow;

/// One thing that happened on a virtual computer, by its clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The start of one turn of the loop.
    Frame {
        /// The start of the turn.
        at: Time,
    },
    /// One step of the world.
    Update {
        /// The start.
        at: Time,
        /// The end.
        end: Time,
        /// The length of the step.
        dt: Span,
        /// The simulated time after the step.
        sim: Time,
        /// The line of the loop's text that made the call, counted from 1.
        line: u32,
    },
    /// One thought: the world has decided and has not moved.
    Thought {
        /// The start.
        at: Time,
        /// The end.
        end: Time,
        /// The simulated time of the world.
        sim: Time,
        /// The line of the loop's text that made the call, counted from 1.
        line: u32,
    },
    /// One sleep.
    Sleep {
        /// The start.
        at: Time,
        /// When the loop goes on: after waking, possibly late, or after spinning.
        end: Time,
        /// The busy part at its end: the loop's `spin_ms`.
        spun: Span,
        /// The line of the loop's text that made the call, counted from 1.
        line: u32,
    },
    /// One rendered frame.
    Render {
        /// The start, at which the world is drawn.
        at: Time,
        /// The end, before any wait for the display.
        end: Time,
        /// The loop's alpha; `None` if it has none.
        alpha: Option<f64>,
        /// The simulated time of the world.
        sim: Time,
        /// The sample time of the frame.
        drawn: Time,
        /// The line of the loop's text that made the call, counted from 1.
        line: u32,
        /// The number of the frame, counted from 1.
        frame: u64,
    },
    /// The GPU works on a frame. There is no event if that takes no time.
    Gpu {
        /// The start.
        at: Time,
        /// The end, when the frame is done.
        end: Time,
        /// The number of the frame.
        frame: u64,
    },
    /// The display changed to a frame.
    Display {
        /// The moment of the flip.
        at: Time,
        /// The sample time of the frame.
        drawn: Time,
        /// The number of the frame.
        frame: u64,
    },
    /// A display with a variable refresh showed its frame again, because no new one had come in time.
    Repeat {
        /// The moment of the refresh.
        at: Time,
    },
}

impl Event {
    /// Returns when the event began.
    pub fn at(&self) -> Time {
        match *self {
            Event::Frame { at }
            | Event::Update { at, .. }
            | Event::Thought { at, .. }
            | Event::Sleep { at, .. }
            | Event::Render { at, .. }
            | Event::Gpu { at, .. }
            | Event::Display { at, .. }
            | Event::Repeat { at } => at,
        }
    }

    /// Returns the line of the loop's text that made the call, counted from 1; `None` if the loop made none.
    pub fn line(&self) -> Option<u32> {
        match *self {
            Event::Update { line, .. } | Event::Thought { line, .. } | Event::Sleep { line, .. } | Event::Render { line, .. } => {
                Some(line)
            }
            Event::Frame { .. } | Event::Gpu { .. } | Event::Display { .. } | Event::Repeat { .. } => None,
        }
    }
}

/// The name of a watched value: a literal of the loop, or made at run time with the loop.
pub type WatchedName = Cow<'static, str>;

/// A value that a loop shows under a name: a length of time, a whole number, or a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Watched {
    /// A length of time, shown in milliseconds.
    Span(Span),
    /// A whole number.
    Count(i64),
    /// A real number without a unit.
    Ratio(f64),
}

impl From<Span> for Watched {
    fn from(span: Span) -> Watched {
        Watched::Span(span)
    }
}

impl From<i64> for Watched {
    fn from(count: i64) -> Watched {
        Watched::Count(count)
    }
}

impl From<f64> for Watched {
    fn from(ratio: f64) -> Watched {
        Watched::Ratio(ratio)
    }
}

/// A detail of an event. Only computers that keep frames notify observers of details.
#[derive(Clone, Copy)]
pub enum Detail<'a> {
    /// The loop has set a watched value, which belongs to the next operation.
    Watched {
        /// The moment.
        at: Time,
        /// The name of the value.
        name: &'a WatchedName,
        /// The value.
        value: Watched,
    },
    /// Another loop has been started, and the old watched values are dropped.
    Forgotten {
        /// The moment.
        at: Time,
    },
    /// A part of the operation that is reported next comes from a pattern or a stall.
    Extra {
        /// The length of that part.
        by: Span,
    },
    /// A part of the operation just reported is a stall.
    Stalled {
        /// The length of the stall.
        by: Span,
    },
    /// The wait of the operation just reported was due to end.
    Due {
        /// The moment at which it was due; the loop may have woken later.
        at: Time,
    },
    /// The frame just rendered has been submitted.
    Submitted(Stages),
    /// The world's own numbers in the next frame that is displayed.
    Numbers(Numbers),
}

/// Someone who is notified of a computer's events as they happen.
pub trait Observer {
    /// Notes a detail, after the event that it belongs to, or before it if it says so.
    fn detail(&mut self, _: &Detail) {}

    /// Notes an event; events come in the order of their times. `bodies` is the world after an update or a thought, or the
    /// content of a displayed frame if the computer keeps frames; it is empty otherwise.
    fn note(&mut self, event: &Event, bodies: &[Body]);

    /// Notes the world after each update or thought, which has just been reported and began at `at`.
    fn seen(&mut self, _world: &World, _at: Time) {}

    /// Notes a line of the loop's console, which the call on this line of its text writes.
    fn log(&mut self, _at: Time, _line: u32, _text: &str) {}

    /// Notes that an input is given, in the order of times with everything else.
    fn input(&mut self, _: Input) {}

    /// Notes that the display has changed to the first frame that knows of an input.
    fn answer(&mut self, _: &Answer) {}

    /// Notes that other controls are held in the world from simulated time `sim` on.
    fn steered(&mut self, _sim: Time, _pedals: ControlInput) {}

    /// Notes that the live options of the world change from simulated time `sim` on.
    fn options_set(&mut self, _sim: Time, _options: &Values) {}

    /// Notes that the computer's settings have changed.
    fn on_computer_changed(&mut self, _computer: &Computer) {}
}
