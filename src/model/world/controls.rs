//! What reaches a world from outside while it runs.

use crate::base::params::Values;
use crate::base::time::Time;
use crate::model::config::{ControlChange, ControlInput};

/// Control inputs and live options by simulated time, and whether the loop or each step takes the world's decisions.
///
/// A motion is a function of its state, of time and of these; the reference solution of a run is told the same ones.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    strokes: Vec<ControlChange>,
    options: Vec<(Time, Values)>,
    /// Whether a loop calls `think` at a rate of its own, so that a step decides nothing by itself.
    pub decided_apart: bool,
}

impl Controls {
    /// From simulated time `at` on this is held down; `at` is never before an earlier one.
    pub fn steer(&mut self, at: Time, held: ControlInput) {
        // What is held from a moment on is what was last said of it.
        while self.strokes.last().is_some_and(|last| last.at() >= at) {
            self.strokes.pop();
        }
        self.strokes.push(ControlChange { at_flicks: at.flicks(), pedals: held });
    }

    /// From simulated time `at` on the live options are these; `at` is never before an earlier one.
    pub fn set(&mut self, at: Time, options: &Values) {
        self.options.push((at, options.clone()));
    }

    /// Everything that was held down so far, in the order of time.
    pub fn strokes(&self) -> &[ControlChange] {
        &self.strokes
    }

    /// Every change of the live options so far, in the order of time.
    pub fn options(&self) -> &[(Time, Values)] {
        &self.options
    }
}
