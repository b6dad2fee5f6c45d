//! What a recording is made of, beside events and states.

use super::ring::Timed;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::lab::metrics::DisplayedFrame;
use crate::model::config::{Computer, Present, Presentation};
use crate::model::strategies::Strategy;
use crate::model::world::{Body, Tally};

/// An update of the world, or a thought, which leaves it where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// When it began.
    pub at: Time,
    /// Simulated time after it.
    pub sim: Time,
    /// The number of its entry.
    pub(super) entry: usize,
}

/// A frame that the display changed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// When it appeared.
    pub at: Time,
    /// The simulated time in it.
    pub drawn: Time,
    /// The number of its entry.
    pub(super) entry: usize,
}

impl Flip {
    /// Returns the frame as metrics see it.
    pub fn frame(&self) -> DisplayedFrame {
        DisplayedFrame { at: self.at, drawn: self.drawn }
    }
}

/// A stall, at the end of the operation that it struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// When it began.
    pub from: Time,
    /// When it was over.
    pub to: Time,
}

impl Timed for Flip {
    fn at(&self) -> Time {
        self.at
    }
}

impl Timed for Step {
    fn at(&self) -> Time {
        self.at
    }
}

impl Timed for Stall {
    fn at(&self) -> Time {
        self.from
    }
}

/// What a pane ran and on what, from a moment on.
#[derive(Clone)]
pub struct PaneConfig {
    /// The moment from which the pane ran it.
    pub at: Time,
    /// The loop that it ran.
    pub strategy: &'static Strategy,
    /// The loop's parameters.
    pub params: Values,
    /// The computer that it ran on.
    pub computer: Computer,
    /// How its frames were drawn.
    pub presentation: Presentation,
    /// Whether the game was paused.
    pub paused: bool,
}

impl PaneConfig {
    /// Whether there is more between loop and display than a refresh of its own for every frame.
    pub fn has_pipeline(&self) -> bool {
        let Computer { gpu_ms, queue, vrr, present, .. } = &self.computer;
        *gpu_ms > 0.0 || *queue > 0 || vrr.rates().is_some() || *present != Present::Fifo
    }
}

/// How many passes had ended, and how, after the update that ended one.
#[derive(Clone, Debug)]
pub struct PassCount {
    /// When that update began.
    pub at: Time,
    /// The number of that update, counted from 0.
    pub step: usize,
    /// How far that update moved the world.
    pub dt: Span,
    /// All passes since the beginning.
    pub all: Tally,
    /// The passes body by body, in worlds of few bodies.
    pub each: Box<[Tally]>,
}

/// How far a recording reaches back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How far events, watched values and numbers reach back.
    pub events: Span,
    /// How far displayed frames and states reach back.
    pub states: Span,
}

/// A pass that has been found to have missed its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// The number of the update after which that was found, counted from 0.
    pub step: usize,
    /// When that update began.
    pub at: Time,
    /// The place of the body in its world.
    pub body: usize,
}

/// The step that should have met the wall and did not.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// The place of the body in its world.
    pub body: usize,
    /// Its state before the contact.
    pub before: Body,
    /// Its state after the contact.
    pub after: Body,
    /// Where the reference solution goes between them, up to the wall.
    pub arc: Vec<Body>,
    /// When the update that made the step began.
    pub at: Time,
    /// By how much it moved the world.
    pub dt: Span,
    /// The line of the loop's file that asked for it.
    pub line: u32,
    /// When a frame from before the step was displayed: where a replay begins.
    pub from: Time,
    /// When a frame from after the step was displayed: where a replay ends.
    pub to: Time,
}

/// A moment of a pane's past. Several events may fall on one time; one of them can be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryPoint {
    /// What the laboratory showed at this time.
    At(Time),
    /// Just after the event that is the entry of this number.
    After(u64),
}
