//! The inputs of a world: steps, held controls, live options, and the alpha of a frame.

use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};

/// Held pedals and live options by simulated time, and who takes the world's decisions.
///
/// A motion is a function of its state, of time and of these. The reference solution of a run gets the same controls.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// All strokes so far, in the order of time.
    pub strokes: Vec<ControlChange>,
    /// All changes of the live options so far, in the order of time.
    pub options: Vec<(Time, Values)>,
    /// Whether the loop calls `think` at a rate of its own. If so, a step decides nothing by itself.
    pub decided_apart: bool,
}

impl Controls {
    /// Holds the pedals `held` down from simulated time `at` on. `at` must not be before an earlier stroke; a stroke at the
    /// same moment is replaced.
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
    /// The simulated time at the beginning of the step.
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

/// How far into the next step a frame is, as the loop states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The part of a step that has passed but is not simulated yet. It is used as it comes, also above 1.
    pub alpha: f64,
    /// The length of the loop's own step.
    pub step: Span,
}

impl Between {
    /// Returns the alpha of a loop that has `left_over` of a `step` still to simulate. Always `Some`, as
    /// [`Host::render`](crate::model::machine::host::Host::render) takes it.
    pub fn of(left_over: Span, step: Span) -> Option<Between> {
        Between::at(left_over.ratio(step), step)
    }

    /// Returns the given alpha of a `step`. Always `Some`.
    pub fn at(alpha: f64, step: Span) -> Option<Between> {
        Some(Between { alpha, step })
    }
}
