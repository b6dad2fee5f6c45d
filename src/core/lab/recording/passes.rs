//! How the passes of bodies at walls ended, and which body went through a wall.

use super::states::States;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::{RECENT_PASSES, RECORDED};
use crate::model::world::body::{Body, BodyState, Tally};
use crate::model::world::stepped_world::World;
use std::collections::VecDeque;

/// The largest number of bodies for which a world's passes are counted body by body.
const COUNTED: usize = 64;

/// The passes that had ended, counted after each update that ended one.
#[derive(Debug)]
struct PassCount {
    at: Time,
    /// The number of that update, counted from 0.
    step: usize,
    all: Tally,
    /// The passes body by body; empty in a world of many bodies.
    each: Box<[Tally]>,
}

/// A body that went through a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// The number of the update that showed it, counted from 0.
    pub step: usize,
    /// The beginning of that update.
    pub at: Time,
    pub body: usize,
}

#[derive(Debug)]
pub struct Passes {
    counts: VecDeque<PassCount>,
    /// The beginnings of regimes, the oldest first, each with the passes of each body that had ended by then.
    regimes: VecDeque<(Time, Box<[Tally]>)>,
    /// The number of the newest passes that count as recent; `None` if the passes of the last six seconds do.
    counted: Option<u64>,
    pub last_tunnel: Option<Tunnel>,
}

impl Passes {
    /// Returns an empty count. The newest `counted` passes will count as recent, or with `None` those of the last six seconds.
    pub fn new(counted: Option<u64>) -> Passes {
        let none = PassCount { at: Time::ZERO, step: 0, all: Tally::default(), each: Box::default() };
        Passes {
            counts: VecDeque::from([none]),
            regimes: VecDeque::from([(Time::from_flicks(i64::MIN), Box::default())]),
            counted,
            last_tunnel: None,
        }
    }

    /// Begins a regime at `at`, if it is a new one.
    pub fn begin_regime(&mut self, at: Time) {
        let Some(last) = self.counts.back() else { return };
        if self.regimes.back().is_none_or(|(begin, _)| *begin < at) {
            self.regimes.push_back((at, last.each.clone()));
        }
        while self.regimes.get(1).is_some_and(|(begin, _)| *begin < at - RECORDED) {
            self.regimes.pop_front();
        }
    }

    /// Returns, for each body, the passes that ended in the regime of the moment `now`; `all` are all passes so far.
    pub fn of_regime(&self, now: Time, all: &[Tally]) -> Vec<Tally> {
        let regime = self.regimes.iter().rev().find(|(begin, _)| *begin <= now);
        let before = |body: usize| regime.and_then(|(_, each)| each.get(body)).copied().unwrap_or_default();
        all.iter().enumerate().map(|(body, tally)| tally.since(before(body))).collect()
    }

    /// Counts the passes of `world` after `update`, which is given by its number and its beginning. `states` are the states after
    /// updates.
    pub fn count(&mut self, world: &World, update: (usize, Time), states: &States) {
        let (all, (step, at)) = (world.tally(), update);
        let Some(last) = self.counts.back() else { return };
        if last.all == all {
            return;
        }
        let bodies = world.bodies().len();
        let each: Box<[Tally]> =
            if bodies <= COUNTED { (0..bodies).map(|body| world.tally_of(body)).collect() } else { Box::default() };
        if all.tunnelled > last.all.tunnelled {
            let tallies = (last.each.len() == each.len()).then_some((&*last.each, &*each));
            let states = step.checked_sub(1).and_then(|before| states.get(before)).zip(states.get(step));
            let body = states.and_then(|(before, after)| tunnelled_body((&before.bodies, &after.bodies), tallies));
            self.last_tunnel = body.map(|body| Tunnel { step, at, body }).or(self.last_tunnel);
        }
        self.counts.push_back(PassCount { at, step, all, each });
        let oldest = at - RECORDED - RECENT_PASSES - Span::from_secs(1.0);
        let kept = self.counted.unwrap_or(0) as usize;
        while self.counts.get(1 + kept).is_some_and(|later| later.at < oldest) {
            self.counts.pop_front();
        }
    }

    fn after(&self, steps: usize) -> &PassCount {
        &self.counts[self.counts.partition_point(|count| count.step < steps).max(1) - 1]
    }

    pub fn tally(&self, steps: usize) -> Tally {
        self.after(steps).all
    }

    /// Returns the passes that had ended after `steps` updates, body by body; empty in a world of many bodies.
    pub fn tallies(&self, steps: usize) -> &[Tally] {
        &self.after(steps).each
    }

    /// Returns the passes that count as recent (see [`Passes::new`]) at `now`, after `steps` updates.
    pub fn recent(&self, now: Time, steps: usize) -> Tally {
        let all = self.tally(steps);
        let before = match self.counted {
            Some(counted) => self.counts.partition_point(|count| count.all.passes() + counted < all.passes()),
            None => self.counts.partition_point(|count| count.at < now - RECENT_PASSES).max(1) - 1,
        };
        all.since(self.counts[before].all)
    }

    pub fn bytes(&self) -> usize {
        let counts = self.counts.iter().map(|count| size_of_val(&*count.each) + size_of::<PassCount>());
        counts.chain(self.regimes.iter().map(|(_, each)| size_of_val(&**each))).sum()
    }
}

/// Returns the body that went through a wall in the update between the states `before` and `after`; `None` if there is none.
/// `tallies` belong to the same two states.
fn tunnelled_body((before, after): (&[Body], &[Body]), tallies: Option<(&[Tally], &[Tally])>) -> Option<usize> {
    let missed = |body: &usize| {
        let (before, after) = (&before[*body], &after[*body]);
        let was_open = matches!(before.state, BodyState::Moving | BodyState::Waiting);
        was_open && (after.state == BodyState::Tunnelled || after.pass != before.pass)
    };
    let more = |body: &usize| tallies.is_none_or(|(before, after)| after[*body].tunnelled > before[*body].tunnelled);
    (0..before.len().min(after.len())).filter(more).find(missed)
}
