//! What moves: a typed state, the step from one to the next, and the exact motion.

use super::body::{Body, StateHash};
use super::controls::Controls;
use super::tally::Tally;
use crate::base::time::{Span, Time};
use crate::model::config::ControlChange;

/// A world's own numbers in one state, as a frame keeps them beside its bodies; each world has an order of its own, and
/// those that it does not need are 0.
pub type Numbers = [f64; 8];

/// Everything that a world carries from one step to the next.
pub trait GameState: Clone {
    /// What is drawn of it; always as many.
    fn bodies(&self) -> &[Body];

    /// What its readouts tell that cannot be seen in its bodies.
    fn numbers(&self) -> Numbers {
        Numbers::default()
    }

    /// Contacts so far: of each body, or of the whole world, or none where there is no wall.
    fn tallies(&self) -> &[Tally] {
        &[]
    }

    /// How many bodies there are to step; what a load per body is counted by.
    fn population(&self) -> usize {
        self.bodies().len()
    }

    /// Feeds every bit that the motion depends on to a hash. Committed hashes depend on the order.
    fn hash_into(&self, hash: &mut StateHash) {
        self.bodies().iter().for_each(|body| body.hash_into(hash));
    }
}

/// A world whose bodies are all there is to know of it.
impl GameState for Vec<Body> {
    fn bodies(&self) -> &[Body] {
        self
    }
}

/// One step of the world.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Simulated time at its beginning.
    pub at: Time,
    /// Its length, which may be zero.
    pub dt: Span,
    /// The control inputs and live options so far.
    pub controls: &'a Controls,
}

impl Step<'_> {
    /// Simulated time at its end.
    pub fn end(&self) -> Time {
        self.at + self.dt
    }
}

/// One motion. What `self` holds is how the world is set, and room to work in: the state after a step depends on the
/// state before it, the time and the controls alone. Steps allocate nothing.
pub trait Motion {
    /// What it carries from one step to the next.
    type State: GameState + 'static;

    /// The state at simulated time zero.
    fn start(&self) -> Self::State;

    /// Writes the state after a step from the state `from`. `to` holds some earlier state.
    fn step(&mut self, from: &Self::State, to: &mut Self::State, step: &Step);

    /// Writes the exact state at simulated time `at`: in closed form, or from a reference solution. `state` holds some
    /// other state, whose tallies stay.
    fn exact(&self, at: Time, controls: &Controls, state: &mut Self::State);

    /// One body of the exact state at simulated time `at`. `scratch` is a state to work in.
    fn exact_body(&self, at: Time, controls: &Controls, index: usize, scratch: &mut Self::State) -> Option<Body> {
        self.exact(at, controls, scratch);
        scratch.bodies().get(index).copied()
    }

    /// Writes the state after the world has been put where it exactly is at the end of `step`, from the state `from`: what
    /// has happened since is counted, and what is a sum of steps is added up. `to` holds some earlier state.
    fn jump(&mut self, from: &Self::State, to: &mut Self::State, step: &Step) {
        to.clone_from(from);
        self.exact(step.end(), step.controls, to);
    }

    /// Where a body will be `ahead` seconds from now, as far as its velocity and turn rate tell.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        body.coasting(ahead)
    }

    /// The same for the `index`-th body, but no further than to the first wall on the way, which is asked beforehand. What
    /// has not happened yet leaves no trace: nothing is caught by a prediction.
    fn predict_to_contact(&self, _index: usize, body: &Body, ahead: f64) -> Body {
        self.predict(body, ahead)
    }

    /// Something in the world takes its decisions, in `state` at simulated time `at`: a flock, a pilot. Every step does
    /// this by itself, unless [`Controls::decided_apart`].
    fn think(&mut self, _state: &mut Self::State, _at: Time) {}

    /// Whether [`Motion::judge_frame`] looks at rendered frames.
    fn judges_frames(&self) -> bool {
        false
    }

    /// Looks at a frame of the moment `drawn` that is rendered from the states `before` and `now`, and changes these: what
    /// the frame shows as caught stands there, and what it shows in a wrong place is remembered.
    fn judge_frame(&mut self, _before: &mut Self::State, _now: &mut Self::State, _frame: &[Body], _drawn: Time) {}

    /// Everything that was held down so far, where something is driven.
    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange] {
        controls.strokes()
    }
}
