//! The events of a virtual computer, and the trait of those who observe them: metrics, recordings and traces.

use super::gpu::Stages;
use super::inputs::{Answer, Giver, Input};
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::computer::Computer;
use crate::model::config::control::ControlInput;
use crate::model::world::body::Body;
use crate::model::world::numbers::Numbers;
use crate::model::world::stepped_world::World;
use std::borrow::Cow;

/// One thing that happened on a virtual computer, with its moment by the computer's clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The start of one turn of the loop.
    Frame { at: Time },
    /// One step of the world.
    Update {
        at: Time,
        end: Time,
        /// The length of the step.
        dt: Span,
        /// The simulated time after the step.
        sim: Time,
        /// The line of the loop's text that made the call, counted from 1.
        line: u32,
    },
    /// One thought: the world has decided something and has not moved.
    Thought {
        at: Time,
        end: Time,
        /// The simulated time of the world.
        sim: Time,
        line: u32,
    },
    Sleep {
        at: Time,
        /// The moment at which the loop continues: after waking, possibly late, or after spinning.
        end: Time,
        /// The time that the loop spins at the end of the sleep, set by its `spin_ms`.
        spun: Span,
        line: u32,
    },
    Render {
        /// The start, at which the world is drawn.
        at: Time,
        /// The end of the CPU's work, before any wait for the display.
        end: Time,
        /// The loop's alpha; `None` if it has none.
        alpha: Option<f64>,
        /// The simulated time of the world.
        sim: Time,
        /// The sample time of the frame.
        drawn: Time,
        line: u32,
        /// The number of the frame, counted from 1.
        frame: u64,
    },
    /// The loop hands a drawn frame to the display in a call of its own. A render that does both is no such event.
    Present { at: Time, frame: u64, line: u32 },
    /// The GPU's work on a frame. Work that takes no time is no event.
    Gpu {
        at: Time,
        /// The end, when the frame is done.
        end: Time,
        frame: u64,
    },
    /// The display changed to a frame.
    Display {
        at: Time,
        /// The sample time of the frame.
        drawn: Time,
        frame: u64,
    },
    /// A display with a variable refresh showed its frame again, because no new frame was done in time.
    Repeat { at: Time },
    /// The button of a world that has one is pressed.
    Press {
        at: Time,
        /// The moment at which it is released.
        until: Time,
        /// The number of the press, counted from 1.
        number: u64,
        by: Giver,
    },
    /// A step takes a press, so that the lamp answers it. It comes before its update.
    Taken {
        at: Time,
        /// The number of the press.
        press: u64,
    },
}

impl Event {
    /// Returns the start of the event.
    pub fn at(&self) -> Time {
        match *self {
            Event::Frame { at }
            | Event::Update { at, .. }
            | Event::Thought { at, .. }
            | Event::Sleep { at, .. }
            | Event::Render { at, .. }
            | Event::Present { at, .. }
            | Event::Gpu { at, .. }
            | Event::Display { at, .. }
            | Event::Repeat { at }
            | Event::Press { at, .. }
            | Event::Taken { at, .. } => at,
        }
    }

    /// Returns the line of the loop's text that made the call, counted from 1; `None` for an event that no call made.
    pub fn line(&self) -> Option<u32> {
        match *self {
            Event::Update { line, .. }
            | Event::Thought { line, .. }
            | Event::Sleep { line, .. }
            | Event::Render { line, .. }
            | Event::Present { line, .. } => Some(line),
            Event::Frame { .. }
            | Event::Gpu { .. }
            | Event::Display { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => None,
        }
    }
}

/// The name of a watched value: a literal in the loop's code, or made at run time.
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

/// A detail that is reported in addition to the events, and only by a computer that keeps frames.
#[derive(Clone, Copy)]
pub enum Detail<'a> {
    /// The loop has set a watched value. It belongs to the operation that is reported next.
    Watched { at: Time, name: &'a WatchedName, value: Watched },
    /// Another loop has been started, so the old watched values are dropped.
    Forgotten { at: Time },
    /// A part of the operation that is reported next comes from noise, a spike or a stall.
    Extra {
        /// The length of that part.
        by: Span,
    },
    /// A part of the operation that was just reported is a stall.
    Stalled {
        /// The length of the stall.
        by: Span,
    },
    /// The wait of the operation that was just reported was due to end at a moment.
    Due {
        /// The moment; the loop may have woken later.
        at: Time,
    },
    /// The frame that was just rendered has been submitted.
    Submitted(Stages),
    /// The world's own numbers in the next frame to be displayed.
    Numbers(Numbers),
}

/// An observer, which is notified of a computer's events as they happen.
pub trait Observer {
    /// Handles a detail. It comes after the event that it belongs to, unless its description says that it comes before.
    fn detail(&mut self, _: &Detail) {}

    /// Handles an event; events come in the order of their times. For an update or a thought, `bodies` are the bodies of the
    /// world after it. For a displayed frame they are the bodies of the frame, if the computer keeps frames. Otherwise the list
    /// is empty.
    fn note(&mut self, event: &Event, bodies: &[Body]);

    /// Handles the world after each update or thought, which has just been reported and began at `at`.
    fn seen(&mut self, _world: &World, _at: Time) {}

    /// Handles a line that the loop writes to its console; `line` is the line of the loop's text that wrote it.
    fn log(&mut self, _at: Time, _line: u32, _text: &str) {}

    /// Handles an input at the moment when it is given, in the order of times with all events.
    fn input(&mut self, _: Input) {}

    /// Handles the answer to an input: the display has changed to the first frame that knows of it.
    fn answer(&mut self, _: &Answer) {}

    /// Handles a change of the held controls, from simulated time `sim` on.
    fn steered(&mut self, _sim: Time, _pedals: ControlInput) {}

    /// Handles a change of the world's live options, from simulated time `sim` on.
    fn options_set(&mut self, _sim: Time, _options: &Values) {}

    /// Begins the next regime of a running game at `at`, with the simulated time `sim`: no event before `at` counts.
    fn begin_regime(&mut self, _at: Time, _sim: Time) {}

    /// Handles a change of the computer's settings.
    fn on_computer_changed(&mut self, _computer: &Computer) {}
}
