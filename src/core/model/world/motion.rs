//! The motion of a world: a typed state, the step to the next state, and the exact motion.

use super::appearance::Appearance;
use super::body::{Body, StateHash, Tally};
use super::controls::{Controls, WorldStep};
use super::numbers::Numbers;
use crate::base::time::Time;
use crate::model::config::control::ControlChange;
use std::cell::RefCell;

/// The height of a jump that is past its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apex {
    /// The simulated time at which the jump began.
    pub took_off: Time,
    /// The highest point at which a step ended, in world units.
    pub height: f64,
    /// The highest point of the exact jump at the ends of the same steps, so that long steps alone make no difference.
    pub exact: f64,
}

/// The moments of a frame that is rendered.
#[derive(Clone, Copy, Debug)]
pub struct FrameMoments {
    /// The computer's clock at the start of the render.
    pub at: Time,
    /// The simulated time of the world.
    pub sim: Time,
    /// The sample time of the frame.
    pub drawn: Time,
}

/// Everything that a world carries from one step to the next.
pub trait GameState {
    /// Returns the drawn bodies, whose number never changes.
    fn bodies(&self) -> &[Body];

    /// Returns the numbers that the readouts need and the bodies do not show.
    fn numbers(&self) -> Numbers {
        Numbers::default()
    }

    /// Returns the tallies so far: one for each body or one for the whole world; empty if there is no wall.
    fn tallies(&self) -> &[Tally] {
        &[]
    }

    /// Returns the height of the last jump that is past its top. `None` before the first, in a world without jumps, and if the
    /// steps were too long to tell the height.
    fn apex(&self) -> Option<Apex> {
        None
    }

    /// Returns the number of bodies that an update's load per body counts.
    fn population(&self) -> usize {
        self.bodies().len()
    }

    /// Adds every bit that the motion depends on to a hash. The committed hashes depend on the order in which they are added.
    fn hash_into(&self, hash: &mut StateHash) {
        self.bodies().iter().for_each(|body| body.hash_into(hash));
    }
}

impl GameState for Vec<Body> {
    fn bodies(&self) -> &[Body] {
        self
    }
}

/// The rules by which a world moves. `self` holds the world's settings and its scratch memory: the state after a step depends
/// only on the state before it, the time and the controls. Steps allocate nothing.
pub trait Motion {
    type State: GameState + Clone + 'static;

    /// Returns the state at simulated time zero.
    fn start(&self) -> Self::State;

    /// Writes the state after a step from the state `from` into `to`, which holds some earlier state.
    fn step(&mut self, from: &Self::State, to: &mut Self::State, step: &WorldStep);

    /// Writes the exact state at simulated time `at`, from a closed form or a reference solution, into `state`, which holds some
    /// other state. The tallies in `state` must stay.
    fn exact(&self, at: Time, controls: &Controls, state: &mut Self::State);

    /// Writes the exact state at the end of `step` into `to`, which holds some earlier state, for a loop that jumps instead of
    /// stepping. A world whose state contains a sum over steps adds to the sum here.
    fn jump(&mut self, from: &Self::State, to: &mut Self::State, step: &WorldStep) {
        to.clone_from(from);
        self.exact(step.end(), step.controls, to);
        self.count_jumped(from, to);
    }

    /// Adds the passes that ended between the state `from` and the exact state `to`, to which a loop has jumped, to the tallies
    /// in `to`.
    fn count_jumped(&self, _from: &Self::State, _to: &mut Self::State) {}

    /// Takes the decisions of the world (an AI, a pilot), in `state` at simulated time `at`. Every step takes them itself unless
    /// [`Controls::decided_apart`] is set.
    fn think(&mut self, _state: &mut Self::State, _at: Time) {}

    /// Answers a press of the world's button in `state`, at simulated time `at`. `beat` is the number of the metronome's beat; `None`
    /// for a person's tap.
    fn answer(&mut self, _state: &mut Self::State, _beat: Option<i64>, _at: Time) {}

    /// Returns whether the world uses [`Motion::judge_frame`].
    fn judges_frames(&self) -> bool {
        false
    }

    /// Judges a frame with these moments, which was rendered from the states `before` and `now`, and changes these
    /// states: a body that the frame shows at a wall stops there, and an error of the frame is stored.
    fn judge_frame(&mut self, _before: &mut Self::State, _now: &mut Self::State, _frame: &[Body], _moments: FrameMoments) {}

    /// Returns every change of the held controls so far; empty if the world is not steered.
    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange] {
        &controls.strokes
    }
}

/// A world's motion and appearance with its states before and after the last update, with the type erased.
/// [`World`](super::stepped_world::World) runs it.
pub struct Simulation {
    pub(super) inner: Box<dyn Simulate>,
    /// Whether rendered frames are judged. The value is stored because every render reads it.
    pub(super) judges_frames: bool,
}

impl Simulation {
    pub fn of<M: Motion + Appearance + 'static>(world: M) -> Simulation {
        let (start, judges_frames) = (world.start(), world.judges_frames());
        let (scratch, states) = (RefCell::new(start.clone()), [start.clone(), start]);
        Simulation { inner: Box::new(Typed { world, states, newer: 0, scratch }), judges_frames }
    }
}

/// A [`Motion`] with its states, with the type erased.
pub(super) trait Simulate {
    fn appearance(&self) -> &dyn Appearance;
    fn appearance_mut(&mut self) -> &mut dyn Appearance;
    fn before(&self) -> &dyn GameState;
    fn now(&self) -> &dyn GameState;
    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange];
    /// Makes a step. The present state becomes the earlier one, and the state after `step` becomes the present one.
    fn step(&mut self, step: &WorldStep);
    /// Makes a jump. The present state becomes the earlier one, and the exact state at the end of `step` becomes the present one.
    fn jump(&mut self, step: &WorldStep);
    /// Sets both states to the exact state at `at`. The tallies start at zero.
    fn begin_at(&mut self, at: Time, controls: &Controls);
    fn with_exact_state(&self, at: Time, controls: &Controls, read: &mut dyn FnMut(&[Body]));
    fn think(&mut self, at: Time);
    fn answer(&mut self, beat: Option<i64>, at: Time);
    fn judge_frame(&mut self, frame: &[Body], moments: FrameMoments);
}

struct Typed<M: Motion> {
    world: M,
    states: [M::State; 2],
    /// The index of the present state; the other one is the state before.
    newer: usize,
    scratch: RefCell<M::State>,
}

impl<M: Motion> Typed<M> {
    /// Makes the present state the earlier one. Returns the motion, that earlier state, and the state to be written.
    #[inline]
    fn turn(&mut self) -> (&mut M, &mut M::State, &mut M::State) {
        self.newer = 1 - self.newer;
        self.split()
    }

    /// Returns the motion, the state before and the state now.
    #[inline]
    fn split(&mut self) -> (&mut M, &mut M::State, &mut M::State) {
        let [first, second] = &mut self.states;
        if self.newer == 1 { (&mut self.world, first, second) } else { (&mut self.world, second, first) }
    }
}

impl<M: Motion + Appearance> Simulate for Typed<M> {
    fn appearance(&self) -> &dyn Appearance {
        &self.world
    }

    fn appearance_mut(&mut self) -> &mut dyn Appearance {
        &mut self.world
    }

    fn before(&self) -> &dyn GameState {
        &self.states[1 - self.newer]
    }

    fn now(&self) -> &dyn GameState {
        &self.states[self.newer]
    }

    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange] {
        self.world.strokes(controls)
    }

    fn step(&mut self, step: &WorldStep) {
        let (world, from, to) = self.turn();
        world.step(from, to, step);
    }

    fn jump(&mut self, step: &WorldStep) {
        let (world, from, to) = self.turn();
        world.jump(from, to, step);
    }

    fn begin_at(&mut self, at: Time, controls: &Controls) {
        for state in &mut self.states {
            self.world.exact(at, controls, state);
        }
    }

    fn with_exact_state(&self, at: Time, controls: &Controls, read: &mut dyn FnMut(&[Body])) {
        let mut state = self.scratch.borrow_mut();
        self.world.exact(at, controls, &mut state);
        read(state.bodies());
    }

    fn think(&mut self, at: Time) {
        self.world.think(&mut self.states[self.newer], at);
    }

    fn answer(&mut self, beat: Option<i64>, at: Time) {
        self.world.answer(&mut self.states[self.newer], beat, at);
    }

    fn judge_frame(&mut self, frame: &[Body], moments: FrameMoments) {
        let (world, before, now) = self.split();
        world.judge_frame(before, now, frame, moments);
    }
}
