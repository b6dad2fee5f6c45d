//! What happens on a virtual computer, as a stream of events: the trace prints it, the metrics add it up.

use super::gpu::Stages;
use super::inputs::{Answer, Input};
use super::watched::{Watched, WatchedName};
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput};
use crate::model::world::{Body, Numbers, World};

/// One thing that happened. Times are the virtual computer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The start of one turn of the loop.
    Frame {
        /// When it begins.
        at: Time,
    },
    /// One step of the world.
    Update {
        /// When it begins.
        at: Time,
        /// When it ends.
        end: Time,
        /// By how much it moves the world.
        dt: Span,
        /// Simulated time after it.
        sim: Time,
        /// The line of the loop's text that asked for it, counted from 1.
        line: u32,
    },
    /// The world has decided, and has not moved: no step of it.
    Thought {
        /// When it begins.
        at: Time,
        /// When it ends.
        end: Time,
        /// Simulated time of the world.
        sim: Time,
        /// The line of the loop's text that asked for it, counted from 1.
        line: u32,
    },
    /// One sleep.
    Sleep {
        /// When it begins.
        at: Time,
        /// When the loop goes on: when it has woken, which may be late, or has spun to its end.
        end: Time,
        /// How much of it, at its end, is busy: the loop's `spin_ms`.
        spun: Span,
        /// The line of the loop's text that asked for it, counted from 1.
        line: u32,
    },
    /// One rendered frame.
    Render {
        /// When it begins, which is when the world is drawn.
        at: Time,
        /// When it ends, before any wait for the display.
        end: Time,
        /// The part of a step that has passed but is not simulated yet, where the loop tells it.
        alpha: Option<f64>,
        /// Simulated time of the world.
        sim: Time,
        /// The simulated time that the frame shows.
        drawn: Time,
        /// The line of the loop's text that asked for it, counted from 1.
        line: u32,
        /// The number of the frame, counted from 1.
        frame: u64,
    },
    /// The GPU works on a frame. Told only where that takes time.
    Gpu {
        /// When it begins.
        at: Time,
        /// When the frame is done.
        end: Time,
        /// The number of the frame.
        frame: u64,
    },
    /// The display changed to a frame.
    Display {
        /// When it changed.
        at: Time,
        /// The simulated time that the frame shows.
        drawn: Time,
        /// The number of the frame.
        frame: u64,
    },
    /// A display with a variable refresh showed the same frame again, because no new one had come in time.
    Repeat {
        /// When it did.
        at: Time,
    },
}

impl Event {
    /// When it began.
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

    /// The line of the loop's text that asked for it, counted from 1, where one did.
    pub fn line(&self) -> Option<u32> {
        match *self {
            Event::Update { line, .. } | Event::Thought { line, .. } | Event::Sleep { line, .. } | Event::Render { line, .. } => {
                Some(line)
            }
            Event::Frame { .. } | Event::Gpu { .. } | Event::Display { .. } | Event::Repeat { .. } => None,
        }
    }
}

/// What else an observer may be told of a pane. Told only by computers that keep frames.
#[derive(Clone, Copy)]
pub enum Detail<'a> {
    /// The loop shows a value of its own; it belongs to the operation that comes next.
    Watched {
        /// When it does.
        at: Time,
        /// The name of the value.
        name: &'a WatchedName,
        /// The value.
        value: Watched,
    },
    /// Another loop has been started: the old one's values mean nothing to it.
    Forgotten {
        /// When it has been.
        at: Time,
    },
    /// The part of the operation just told that is a stall.
    Stalled {
        /// How long the stall is.
        by: Span,
    },
    /// When the wait of the operation just told is over, but for waking late.
    Due {
        /// When it is.
        at: Time,
    },
    /// How the frame just rendered comes to the display.
    Submitted(Stages),
    /// The world after the update or the thought just told.
    Stepped(&'a World),
    /// The world's own numbers in the frame that is displayed next.
    Numbers(Numbers),
}

/// What is told of a computer's events as they happen.
pub trait Observer {
    /// Called for everything that is no event of its own, after the event that it belongs to.
    fn detail(&mut self, _: &Detail) {}

    /// Called once for every event, in the order of their times. `bodies` is the world after an update or a thought and, where the
    /// computer keeps frames, what a displayed frame shows; empty otherwise.
    fn note(&mut self, event: &Event, bodies: &[Body]);

    /// An input is given; in the order of times with everything else.
    fn input(&mut self, _: Input) {}

    /// The display has just changed to the first frame that knows of an input.
    fn answer(&mut self, _: &Answer) {}

    /// From simulated time `sim` on something else is held down in the world.
    fn steered(&mut self, _sim: Time, _pedals: ControlInput) {}

    /// From simulated time `sim` on the world's live options are these.
    fn options_set(&mut self, _sim: Time, _options: &Values) {}

    /// The computer is this one from now on.
    fn on_computer_changed(&mut self, _computer: &Computer) {}
}
