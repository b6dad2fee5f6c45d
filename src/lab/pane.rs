//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::live::Live;
use crate::host::{Host, LoopFuture, VirtualComputer};
use crate::params::{Invalid, Values};
use crate::scenes::{Tally, World};
use crate::settings::Settings;
use crate::strategies::{self, Strategy};
use crate::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::{Ref, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Pane {
    strategy: &'static Strategy,
    host: Host,
    running: LoopFuture,
    live: Rc<RefCell<Live>>,
    /// What the tally was, whenever it changed in the last seconds.
    tallies: VecDeque<(Time, Tally)>,
}

/// Passes take up to a few seconds, so what happened lately reaches back further than the other numbers.
const LATELY: Span = Span::from_flicks(6 * FLICKS_PER_SECOND);

impl Pane {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`.
    pub(super) fn new(settings: &Settings, index: usize, start: Time) -> Result<Pane, Invalid> {
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let world = World::new(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(settings.computer_of(index), settings.seed, world).keeping_pictures();
        if start > Time::ZERO {
            computer = computer.starting_at(start);
        }
        let live = Rc::new(RefCell::new(Live::new(computer.clock())));
        computer = computer.observed_by(live.clone());
        computer.draws(choice.presentation.unwrap_or(strategy.presentation));
        for hitch in settings.hitches.iter().filter(|hitch| Time::from_secs(hitch.at_s) >= start) {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        let host = Host::new(computer);
        let running = (strategy.start)(host.clone(), choice.params.clone());
        Ok(Pane { strategy, host, running, live, tallies: VecDeque::from([(start, Tally::default())]) })
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
        self.live.borrow()
    }
}
