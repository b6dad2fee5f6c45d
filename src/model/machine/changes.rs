//! What a person or a script changes on a computer while it runs. A change holds for the operations that start after it.

use super::computer::VirtualComputer;
use super::cost_model::CostModel;
use super::event::Detail;
use super::readings::Readings;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput, HitchOn, Presentation};

impl VirtualComputer {
    /// From the next operation on, everything costs what it costs on `computer`.
    pub fn set_computer(&mut self, computer: &Computer) {
        self.costs = CostModel::new(computer);
        self.events.display.scans_out(self.costs.scanout, self.clock.time());
        self.events.notify(|observer| observer.on_computer_changed(computer));
    }

    /// From the next update on the loop's steps are at most `longest`, if there is a limit.
    pub fn steps_at_most(&mut self, longest: Option<Span>) {
        self.stretch = longest.map(|longest| self.stretch.take().unwrap_or_default().limited_to(longest));
    }

    /// From the next render on frames are drawn like this.
    pub fn draws(&mut self, presentation: Presentation) {
        self.presentation = presentation;
    }

    /// From the next time that the loop asks, the game is paused or goes on.
    pub fn pauses(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// A stall of `length` falls on the first operation of the kind `on` that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span, on: HitchOn) {
        self.variable.stalls.add(at, length, on);
    }

    /// A person's input at `at`. Inputs come in the order of their times.
    pub fn tap(&mut self, at: Time) {
        self.events.inputs.tap(at);
    }

    /// From the next reading of input on these are held down.
    pub fn steer(&mut self, pedals: ControlInput) {
        if self.costs.reads_once_a_turn {
            self.held = Some(pedals);
        } else {
            self.holds(pedals);
        }
    }

    /// From the next update on these are held down.
    pub(super) fn holds(&mut self, pedals: ControlInput) {
        let sim = self.world.sim();
        self.world.steer(pedals);
        self.events.notify(|observer| observer.steered(sim, pedals));
    }

    /// From the next update on the world has these live options.
    pub fn set_options(&mut self, options: &Values) {
        let sim = self.world.sim();
        self.world.set_options(options);
        self.events.notify(|observer| observer.options_set(sim, options));
    }

    /// Another loop takes over, which spins for the last `spin` of each sleep: the old one's values mean nothing to it.
    pub fn begins_loop(&mut self, spin: Span) {
        self.spin = spin;
        self.readings = Readings::begin(&self.costs);
        self.stretch = None;
        self.world.decides_apart(false);
        if !self.watched.is_empty() {
            self.watched.clear();
            self.events.detail(&Detail::Forgotten { at: self.clock.time() });
        }
    }
}
