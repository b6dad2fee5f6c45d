//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::history::{Era, History};
use super::live::Live;
use super::trail::Trail;
use crate::host::{Detail, Event, Host, LoopFuture, Observer, VirtualComputer};
use crate::params::{Invalid, Values};
use crate::scenes::{Body, Tally, World};
use crate::settings::Settings;
use crate::strategies::{self, Strategy};
use crate::time::{Span, Time};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

pub struct Pane {
    id: u64,
    strategy: &'static Strategy,
    host: Host,
    running: LoopFuture,
    watch: Rc<RefCell<Watch>>,
}

/// What a pane remembers of its own run.
struct Watch {
    live: Live,
    trail: Trail,
    history: History,
}

impl Observer for Watch {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.live.note(event, bodies);
        if let Event::Display { at, .. } = event {
            self.trail.add(*at, bodies);
        }
        self.history.note(event, bodies);
    }

    fn detail(&mut self, detail: &Detail) {
        self.history.detail(detail);
    }
}

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
        let presentation = choice.presentation.unwrap_or(strategy.presentation);
        let era = Era { at: start, strategy, computer: settings.computer_of(index).clone(), presentation };
        let clock = computer.clock();
        let watch = Watch { live: Live::new(clock), trail: Trail::default(), history: History::new(clock, era) };
        let watch = Rc::new(RefCell::new(watch));
        computer = computer.observed_by(watch.clone());
        computer.draws(presentation);
        for hitch in settings.hitches.iter().filter(|hitch| Time::from_secs(hitch.at_s) >= start) {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        let host = Host::new(computer);
        let running = (strategy.start)(host.clone(), choice.params.clone());
        Ok(Pane { id, strategy, host, running, watch })
    }

    /// Everything that starts before `horizon` starts.
    pub(super) fn advance(&mut self, horizon: Time) {
        let state = self.host.run_until(&mut self.running, horizon);
        debug_assert!(state.is_pending(), "a pane's loop runs for ever");
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
        self.history().recent_tally(now)
    }

    /// Writes down what the settings say of this pane from `at` on, if that is something new.
    pub(super) fn remember(&self, settings: &Settings, index: usize, at: Time) {
        let presentation = settings.panes[index].presentation.unwrap_or(self.strategy.presentation);
        let era = Era { at, strategy: self.strategy, computer: settings.computer_of(index).clone(), presentation };
        self.watch.borrow_mut().history.begin(era);
    }

    /// What it has done in the last twenty seconds.
    pub fn history(&self) -> Ref<'_, History> {
        Ref::map(self.watch.borrow(), |watch| &watch.history)
    }

    pub fn live(&self) -> Ref<'_, Live> {
        Ref::map(self.watch.borrow(), |watch| &watch.live)
    }

    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.watch.borrow(), |watch| &watch.trail)
    }
}
