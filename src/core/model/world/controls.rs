//! The inputs of a world: steps, held controls, live options, and the alpha of a frame.

use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};

/// The held controls and live options by simulated time, and whether the loop or the steps take the world's decisions.
///
/// A motion is a function of its state, the time and these controls. The reference solution of a run gets the same controls.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// All changes of the held controls so far, in the order of time.
    pub strokes: Vec<ControlChange>,
    /// All changes of the live options so far, in the order of time.
    pub options: Vec<(Time, Values)>,
    /// Whether the loop calls `think` at a rate of its own, so that steps take no decisions.
    pub decided_apart: bool,
}

impl Controls {
    /// Holds the pedals `held` down from simulated time `at` on. `at` must not be before an earlier change; a change at the same
    /// moment is replaced.
    pub fn steer(&mut self, at: Time, held: ControlInput) {
        while self.strokes.last().is_some_and(|last| last.at() >= at) {
            self.strokes.pop();
        }
        self.strokes.push(ControlChange { at_flicks: at.flicks(), pedals: held });
    }

    /// Sets the live options from simulated time `at` on. `at` must not be before an earlier change.
    pub fn set(&mut self, at: Time, options: &Values) {
        self.options.push((at, options.clone()));
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WorldStep<'a> {
    pub at: Time,
    /// The length of the step; may be zero.
    pub dt: Span,
    pub controls: &'a Controls,
}

impl WorldStep<'_> {
    pub fn end(&self) -> Time {
        self.at + self.dt
    }
}

/// The loop's own statement of how far into the next step a frame is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The part of a step that has passed but is not simulated yet, in steps. It is not clamped and may exceed 1.
    pub alpha: f64,
    pub step: Span,
}

impl Between {
    /// Returns the alpha of a loop that has `left_over` of a `step` still to simulate. It is always `Some`, the type that
    /// [`Host::render`](crate::model::machine::host::Host::render) takes.
    pub fn of(left_over: Span, step: Span) -> Option<Between> {
        Between::at(left_over.ratio(step), step)
    }

    pub fn at(alpha: f64, step: Span) -> Option<Between> {
        Some(Between { alpha, step })
    }
}
