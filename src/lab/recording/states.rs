//! The bodies of a world at many moments, one state after the other; the oldest states are forgotten.

use crate::base::time::Time;
use crate::model::world::{Body, Numbers};
use std::collections::VecDeque;
use std::ops::Range;

/// The bodies of a world at a moment, and the world's own numbers.
#[derive(Debug)]
pub struct State {
    at: Time,
    /// Every body.
    pub bodies: Vec<Body>,
    /// The world's own numbers; zero for a state after an update.
    pub numbers: Numbers,
}

impl State {
    fn bytes(&self) -> usize {
        size_of::<State>() + self.bodies.capacity() * size_of::<Body>()
    }
}

/// States, numbered from the beginning.
#[derive(Debug, Default)]
pub struct States {
    kept: VecDeque<State>,
    /// The number of the first state that is kept.
    first: usize,
    bytes: usize,
    /// A forgotten state, whose memory the next one takes.
    spare: Option<State>,
}

impl States {
    /// Returns how many bytes a state of these bodies takes.
    pub fn bytes_of(bodies: &[Body]) -> usize {
        size_of::<State>() + size_of_val(bodies)
    }

    /// Adds a state of `at`.
    pub fn push(&mut self, at: Time, bodies: &[Body], numbers: Numbers) {
        let spare = self.spare.take().filter(|spare| (bodies.len()..=bodies.len() * 2).contains(&spare.bodies.capacity()));
        let mut kept = spare.map_or_else(|| Vec::with_capacity(bodies.len()), |spare| spare.bodies);
        kept.clear();
        kept.extend_from_slice(bodies);
        let state = State { at, bodies: kept, numbers };
        self.bytes += state.bytes();
        self.kept.push_back(state);
    }

    /// Counts a state that is too large to keep; nothing before it is kept either.
    pub fn skip(&mut self) {
        *self = States { first: self.range().end + 1, ..States::default() };
    }

    /// Forgets the oldest state.
    pub fn forget_first(&mut self) {
        if let Some(oldest) = self.kept.pop_front() {
            self.first += 1;
            self.bytes -= oldest.bytes();
            self.spare = Some(oldest);
        }
    }

    /// Forgets the states from before `oldest`.
    pub fn forget_before(&mut self, oldest: Time) {
        while self.first_at().is_some_and(|at| at < oldest) {
            self.forget_first();
        }
    }

    /// The moment of the oldest state that is kept.
    pub fn first_at(&self) -> Option<Time> {
        self.kept.front().map(|state| state.at)
    }

    /// The numbers of the states that are kept.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.kept.len()
    }

    /// Returns state `number`, if it is kept.
    pub fn get(&self, number: usize) -> Option<&State> {
        self.kept.get(number.checked_sub(self.first)?)
    }

    /// Returns how many bytes the states take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
