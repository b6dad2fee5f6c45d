//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::live::Live;
use super::trail::Trail;
use crate::host::{Event, Host, LoopFuture, Observer, VirtualComputer};
use crate::params::{Invalid, Values};
use crate::scenes::{Body, Tally, World};
use crate::settings::Settings;
use crate::strategies::{self, Strategy};
use crate::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::{Ref, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Pane {
    id: u64,
    strategy: &'static Strategy,
    host: Host,
    running: LoopFuture,
    watch: Rc<RefCell<Watch>>,
    /// What the tally was, whenever it changed in the last seconds.
    tallies: VecDeque<(Time, Tally)>,
}

/// What a pane remembers of its own run.
struct Watch {
    live: Live,
    trail: Trail,
}

impl Observer for Watch {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.live.note(event, bodies);
        if let Event::Display { at, .. } = event {
            self.trail.add(*at, bodies);
        }
    }
}

/// Passes take up to a few seconds, so what happened lately reaches back further than the other numbers.
const LATELY: Span = Span::from_flicks(6 * FLICKS_PER_SECOND);

impl Pane {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`.
    pub(super) fn new(settings: &Settings, index: usize, start: Time, id: u64) -> Result<Pane, Invalid> {
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let world = World::new(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(settings.computer_of(index), settings.seed, world).keeping_pictures();
        if start > Time::ZERO {
            computer = computer.starting_at(start);
        }
        let watch = Rc::new(RefCell::new(Watch { live: Live::new(computer.clock()), trail: Trail::default() }));
        computer = computer.observed_by(watch.clone());
        computer.draws(choice.presentation.unwrap_or(strategy.presentation));
        for hitch in settings.hitches.iter().filter(|hitch| Time::from_secs(hitch.at_s) >= start) {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        let host = Host::new(computer);
        let running = (strategy.start)(host.clone(), choice.params.clone());
        Ok(Pane { id, strategy, host, running, watch, tallies: VecDeque::from([(start, Tally::default())]) })
    }

    /// Everything that starts before `horizon` starts.
    pub(super) fn advance(&mut self, horizon: Time) {
        let state = self.host.run_until(&mut self.running, horizon);
        debug_assert!(state.is_pending(), "a pane's loop runs for ever");
        let tally = self.computer().world().tally();
        if self.tallies.back().is_none_or(|(_, last)| *last != tally) {
            self.tallies.push_back((horizon, tally));
        }
        // The last one before the period is what it began with.
        while self.tallies.len() > 1 && self.tallies[1].0 < horizon - LATELY {
            self.tallies.pop_front();
        }
    }

    /// Drops the loop where it is; the computer ends the operation in hand and then runs the new one.
    pub(super) fn start(&mut self, strategy: &'static Strategy, params: &Values) {
        self.host.computer_mut().forget_watched();
        self.strategy = strategy;
        self.running = (strategy.start)(self.host.clone(), params.clone());
    }

    /// What tells this pane from the others of its laboratory, wherever it stands.
    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn strategy(&self) -> &'static Strategy {
        self.strategy
    }

    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.host.computer()
    }

    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    /// The passes that ended in the last six seconds.
    pub fn recent_tally(&self, now: Time) -> Tally {
        let before = self.tallies.iter().take_while(|(at, _)| *at < now - LATELY).last().or(self.tallies.front());
        let (before, tally) = (before.map_or(Tally::default(), |(_, tally)| *tally), self.computer().world().tally());
        Tally { caught: tally.caught - before.caught, tunnelled: tally.tunnelled - before.tunnelled }
    }

    pub fn live(&self) -> Ref<'_, Live> {
        Ref::map(self.watch.borrow(), |watch| &watch.live)
    }

    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.watch.borrow(), |watch| &watch.trail)
    }
}
