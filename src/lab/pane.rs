//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::live::Live;
use crate::host::{Host, LoopFuture, VirtualComputer};
use crate::params::{Invalid, Values};
use crate::scenes::World;
use crate::settings::Settings;
use crate::strategies::{self, Strategy};
use crate::time::{Span, Time};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

pub struct Pane {
    strategy: &'static Strategy,
    host: Host,
    running: LoopFuture,
    live: Rc<RefCell<Live>>,
}

impl Pane {
    /// Pane `index` of `settings`, at the start of its run.
    pub(super) fn new(settings: &Settings, index: usize) -> Result<Pane, Invalid> {
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let world = World::new(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(settings.computer_of(index), settings.seed, world).keeping_pictures();
        let live = Rc::new(RefCell::new(Live::new(computer.clock())));
        computer = computer.observed_by(live.clone());
        computer.draws(choice.presentation.unwrap_or(strategy.presentation));
        for hitch in &settings.hitches {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        let host = Host::new(computer);
        let running = (strategy.start)(host.clone(), choice.params.clone());
        Ok(Pane { strategy, host, running, live })
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

    pub fn strategy(&self) -> &'static Strategy {
        self.strategy
    }

    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.host.computer()
    }

    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    pub fn live(&self) -> Ref<'_, Live> {
        self.live.borrow()
    }
}
