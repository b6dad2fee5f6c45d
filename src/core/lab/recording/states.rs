//! The bodies of a world at many moments, one state after the other; the oldest states are dropped.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECORDED;
use crate::model::world::body::Body;
use crate::model::world::numbers::Numbers;
use std::collections::VecDeque;
use std::ops::Range;

/// The smallest number of states that must fit; if fewer do, no bodies are stored.
const FEWEST_STATES: usize = 8;
/// The time for which states are stored, a little more than any reader needs.
const STATES_REACH: Span = Span::from_flicks(RECORDED.flicks() + FLICKS_PER_SECOND);

#[derive(Debug)]
pub struct WorldState {
    at: Time,
    pub bodies: Vec<Body>,
    /// The world's own numbers; zero after an update.
    pub numbers: Numbers,
}

impl WorldState {
    fn bytes(&self) -> usize {
        size_of::<WorldState>() + self.bodies.capacity() * size_of::<Body>()
    }
}

/// States, numbered from the beginning.
#[derive(Debug, Default)]
pub struct States {
    kept: VecDeque<WorldState>,
    first: usize,
    bytes: usize,
    /// A dropped state, whose memory the next one reuses; `None` if there is none.
    spare: Option<WorldState>,
}

impl States {
    fn push(&mut self, at: Time, bodies: &[Body], numbers: Numbers) {
        let spare = self.spare.take().filter(|spare| (bodies.len()..=bodies.len() * 2).contains(&spare.bodies.capacity()));
        let mut kept = spare.map_or_else(|| Vec::with_capacity(bodies.len()), |spare| spare.bodies);
        kept.clear();
        kept.extend_from_slice(bodies);
        let state = WorldState { at, bodies: kept, numbers };
        self.bytes += state.bytes();
        self.kept.push_back(state);
    }

    /// Counts a state that is too large to store, and drops all states before it.
    fn skip(&mut self) {
        *self = States { first: self.range().end + 1, ..States::default() };
    }

    fn forget_first(&mut self) {
        if let Some(oldest) = self.kept.pop_front() {
            self.first += 1;
            self.bytes -= oldest.bytes();
            self.spare = Some(oldest);
        }
    }

    fn forget_before(&mut self, oldest: Time) {
        while self.first_at().is_some_and(|at| at < oldest) {
            self.forget_first();
        }
    }

    pub fn first_at(&self) -> Option<Time> {
        self.kept.front().map(|state| state.at)
    }

    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.kept.len()
    }

    pub fn get(&self, number: usize) -> Option<&WorldState> {
        self.kept.get(number.checked_sub(self.first)?)
    }
}

/// The bodies of the displayed frames and of the states after steps, which share the memory that the rest of a recording leaves.
pub struct KeptBodies {
    /// The states of the displayed frames, numbered like the flips.
    pub shown: States,
    pub after_steps: States,
    pub room: usize,
}

impl KeptBodies {
    pub fn with_room(room: usize) -> KeptBodies {
        KeptBodies { shown: States::default(), after_steps: States::default(), room }
    }

    pub fn add_shown(&mut self, at: Time, bodies: &[Body], numbers: Numbers) {
        if self.make_room(bodies, at) {
            self.shown.push(at, bodies, numbers);
        } else {
            self.shown.skip();
        }
    }

    pub fn add_after_step(&mut self, at: Time, bodies: &[Body]) {
        if self.make_room(bodies, at) {
            self.after_steps.push(at, bodies, Numbers::default());
        } else {
            self.after_steps.skip();
        }
    }

    /// Drops the oldest states until `bodies` fit as well. Returns `false` if they are too large to store.
    fn make_room(&mut self, bodies: &[Body], at: Time) -> bool {
        self.shown.forget_before(at - STATES_REACH);
        self.after_steps.forget_before(at - STATES_REACH);
        let needed = size_of::<WorldState>() + size_of_val(bodies);
        while self.bytes() + needed > self.room {
            match (self.shown.first_at(), self.after_steps.first_at()) {
                (Some(frame), Some(step)) if frame > step => self.after_steps.forget_first(),
                (Some(_), _) => self.shown.forget_first(),
                (None, Some(_)) => self.after_steps.forget_first(),
                (None, None) => break,
            }
        }
        needed <= self.room / FEWEST_STATES
    }

    pub fn bytes(&self) -> usize {
        self.shown.bytes + self.after_steps.bytes
    }
}
