//! A motion with its states, whatever their type.

use super::appearance::Appearance;
use super::body::{Body, StateHash};
use super::controls::Controls;
use super::motion::{GameState, Motion, Numbers, Step};
use super::tally::Tally;
use crate::base::time::Time;
use crate::model::config::ControlChange;
use std::cell::RefCell;

/// Any world's motion and look, with its state before and after the last update. [`super::World`] runs it.
pub struct Simulation(pub(super) Box<dyn Running>);

impl Simulation {
    /// The world at simulated time 0.
    pub fn of<M: Motion + Appearance + 'static>(world: M) -> Simulation {
        let start = world.start();
        let (scratch, states) = (RefCell::new(start.clone()), [start.clone(), start]);
        Simulation(Box::new(Typed { world, states, newer: 0, scratch }))
    }
}

/// What can be done with any simulation.
pub(super) trait Running {
    fn appearance(&self) -> &dyn Appearance;
    fn appearance_mut(&mut self) -> &mut dyn Appearance;

    /// The bodies before the last update.
    fn before(&self) -> &[Body];
    fn now(&self) -> &[Body];
    fn numbers(&self) -> Numbers;
    fn tallies(&self) -> &[Tally];
    fn population(&self) -> usize;
    fn hash_into(&self, hash: &mut StateHash);
    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange];

    fn step(&mut self, step: &Step);
    /// The state now becomes the state before, and the exact one at the end of `step` the state now.
    fn jump(&mut self, step: &Step);
    /// Both states become the exact one at `at`, with nothing counted of what was before.
    fn begin_at(&mut self, at: Time, controls: &Controls);
    /// Shows the bodies of the exact state at `at`.
    fn exact(&self, at: Time, controls: &Controls, see: &mut dyn FnMut(&[Body]));
    fn exact_body(&self, at: Time, controls: &Controls, index: usize) -> Option<Body>;
    fn predict(&self, body: &Body, ahead: f64) -> Body;
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body;
    fn think(&mut self, at: Time);
    fn judges_frames(&self) -> bool;
    fn judge_frame(&mut self, frame: &[Body], drawn: Time);
}

struct Typed<M: Motion> {
    world: M,
    states: [M::State; 2],
    /// Which of the states is the one now.
    newer: usize,
    /// Where the exact state of any moment is worked out.
    scratch: RefCell<M::State>,
}

impl<M: Motion> Typed<M> {
    fn state(&self) -> &M::State {
        &self.states[self.newer]
    }

    /// The state now becomes the state before; answers that one, and what is to become the state now.
    #[inline]
    fn turn(&mut self) -> (&mut M, &M::State, &mut M::State) {
        self.newer = 1 - self.newer;
        let [first, second] = &mut self.states;
        if self.newer == 1 { (&mut self.world, first, second) } else { (&mut self.world, second, first) }
    }
}

impl<M: Motion + Appearance> Running for Typed<M> {
    fn appearance(&self) -> &dyn Appearance {
        &self.world
    }

    fn appearance_mut(&mut self) -> &mut dyn Appearance {
        &mut self.world
    }

    fn before(&self) -> &[Body] {
        self.states[1 - self.newer].bodies()
    }

    fn now(&self) -> &[Body] {
        self.state().bodies()
    }

    fn numbers(&self) -> Numbers {
        self.state().numbers()
    }

    fn tallies(&self) -> &[Tally] {
        self.state().tallies()
    }

    fn population(&self) -> usize {
        self.state().population()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.state().hash_into(hash);
    }

    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange] {
        self.world.strokes(controls)
    }

    fn step(&mut self, step: &Step) {
        let (world, from, to) = self.turn();
        world.step(from, to, step);
    }

    fn jump(&mut self, step: &Step) {
        let (world, from, to) = self.turn();
        world.jump(from, to, step);
    }

    fn begin_at(&mut self, at: Time, controls: &Controls) {
        for state in &mut self.states {
            self.world.exact(at, controls, state);
        }
    }

    fn exact(&self, at: Time, controls: &Controls, see: &mut dyn FnMut(&[Body])) {
        let mut state = self.scratch.borrow_mut();
        self.world.exact(at, controls, &mut state);
        see(state.bodies());
    }

    fn exact_body(&self, at: Time, controls: &Controls, index: usize) -> Option<Body> {
        self.world.exact_body(at, controls, index, &mut self.scratch.borrow_mut())
    }

    fn predict(&self, body: &Body, ahead: f64) -> Body {
        self.world.predict(body, ahead)
    }

    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        self.world.predict_to_contact(index, body, ahead)
    }

    fn think(&mut self, at: Time) {
        self.world.think(&mut self.states[self.newer], at);
    }

    fn judges_frames(&self) -> bool {
        self.world.judges_frames()
    }

    fn judge_frame(&mut self, frame: &[Body], drawn: Time) {
        let [first, second] = &mut self.states;
        let (before, now) = if self.newer == 1 { (first, second) } else { (second, first) };
        self.world.judge_frame(before, now, frame, drawn);
    }
}
