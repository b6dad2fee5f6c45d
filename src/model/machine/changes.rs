//! What a person or a script changes on a computer while it runs. A change holds for the operations that start after it.

use super::computer::VirtualComputer;
use super::cost_model::CostModel;
use super::event::Detail;
use super::readings::Readings;
use super::step_stretch::StepStretch;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput, Presentation};

impl VirtualComputer {
    /// From the next operation on, everything costs what it costs on `computer`.
    pub fn becomes(&mut self, computer: &Computer) {
        self.costs = CostModel::new(computer);
        self.events.tell(|observer| observer.refreshes_at(computer.refresh_hz));
    }

    /// From the next render on frames are drawn like this.
    pub fn draws(&mut self, presentation: Presentation) {
        self.presentation = presentation;
    }

    /// From the next time that the loop asks, the game is paused or goes on.
    pub fn pauses(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// A stall of `length` falls on the first render that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span) {
        self.variable.strike(at, length);
    }

    /// A person's input at `at`. Inputs come in the order of their times.
    pub fn tap(&mut self, at: Time) {
        self.events.inputs.tap(at);
    }

    /// From the next update on these are held down.
    pub fn steer(&mut self, pedals: ControlInput) {
        let sim = self.world.sim();
        self.world.steer(pedals);
        self.events.tell(|observer| observer.steered(sim, pedals));
    }

    /// From the next update on the world has these live options.
    pub fn set_options(&mut self, options: &Values) {
        let sim = self.world.sim();
        self.world.set_options(options);
        self.events.tell(|observer| observer.options_set(sim, options));
    }

    /// Another loop takes over, whose steps are at most `longest`, if there is a limit: the old one's values mean nothing
    /// to it.
    pub fn begins_loop(&mut self, longest: Option<Span>) {
        self.readings = Readings::begin(&self.costs);
        self.stretch = longest.map(StepStretch::to);
        self.world.decides_apart(false);
        if !self.watched.is_empty() {
            self.watched.clear();
            self.events.detail(&Detail::Forgotten { at: self.clock.time() });
        }
    }
}
