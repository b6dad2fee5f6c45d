//! A computer from outside: how it is set up, changed while a loop runs, and read.

use super::{OVERTIME, VirtualComputer};
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::capture::{Capture, CapturedFrame};
use crate::model::config::computer::Computer;
use crate::model::config::control::ControlInput;
use crate::model::config::settings::{Presentation, StallOn};
use crate::model::machine::callbacks::{Callbacks, Caller};
use crate::model::machine::clock::{Clock, ClockReadings, ClockSource};
use crate::model::machine::cost_model::CostModel;
use crate::model::machine::display::Display;
use crate::model::machine::event::{Detail, Observer, Watched, WatchedName};
use crate::model::machine::event_stream::{EventStream, NotifyUntil};
use crate::model::machine::gpu::FramesAhead;
use crate::model::machine::live_feed::{LabPace, LiveFeed};
use crate::model::machine::played_load::PlayedLoad;
use crate::model::machine::presses::Presses;
use crate::model::machine::variable_costs::VariableCosts;
use crate::model::world::stepped_world::World;
use std::cell::RefCell;
use std::rc::Rc;

/// Methods that set a computer up, change it from outside while a loop runs, or read it.
impl VirtualComputer {
    /// Returns a computer that runs without end, draws the latest state, keeps no frames and has no observer. `computer` must
    /// have been checked; `seed` is for the random loads.
    pub fn new(computer: &Computer, seed: u64, world: World) -> VirtualComputer {
        let costs = CostModel::new(computer);
        let mut events = EventStream::new(costs.start, costs.scanout);
        events.presses = world.kind.has_button.then(|| Presses::new(seed));
        VirtualComputer {
            clock: Clock::counted_from(costs.start),
            stop: Time::NEVER,
            costs,
            variable: VariableCosts::new(seed),
            readings: ClockReadings::begin(&costs),
            stretch: None,
            spin: Span::ZERO,
            world,
            held: None,
            reads_apart: false,
            frames_ahead: FramesAhead::none(),
            drawn: None,
            presents_apart: false,
            callbacks: Callbacks::default(),
            presentation: Presentation::Latest,
            has_alpha: false,
            paused: false,
            events,
            watched: Vec::new(),
            live: LiveFeed::default(),
            seed,
        }
    }

    /// Delays the first turn by `start` and begins it with the exact world of that moment. Must be called before the other
    /// methods.
    #[must_use]
    pub fn starting_at(self, start: Time) -> VirtualComputer {
        let first = self.clock.time + (start - Time::ZERO);
        let mut events = EventStream::new(first, self.costs.scanout);
        events.presses = self.events.presses;
        VirtualComputer { clock: Clock::counted_from(first), events, world: self.world.starting_at(start), ..self }
    }

    /// Ends the run: no turn starts at or after `stop`.
    #[must_use]
    pub fn stopping_at(self, stop: Time) -> VirtualComputer {
        VirtualComputer { stop, ..self }
    }

    #[must_use]
    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> VirtualComputer {
        VirtualComputer { events: self.events.observed_by(observer), ..self }
    }

    /// Keeps the content of every frame for readers of the display, and reports every [`Detail`] to the observer.
    #[must_use]
    pub fn keeping_frames(mut self) -> VirtualComputer {
        self.events.keeps_frames = true;
        self
    }

    /// Lets `source` decide how long everything takes, sleeps and waits included. The source starts now, and this call returns
    /// when its time is the start of the first turn.
    #[must_use]
    pub fn paced_by(self, source: Rc<dyn ClockSource>) -> VirtualComputer {
        VirtualComputer { clock: self.clock.paced_by(source), ..self }
    }

    /// Returns whether the loop has ever asked for a callback.
    pub fn calls_back(&self) -> bool {
        self.callbacks.caller == Caller::Display
    }

    /// Returns whether the clock source has cut the run in the middle of its turn.
    pub fn is_cut(&self) -> bool {
        self.clock.is_cut()
    }

    /// Returns whether the loop has passed an alpha, so that its frames can be drawn between two steps.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// Returns whether the last turn runs on for more than 60 s after the end of the run.
    pub fn is_overdue(&self) -> bool {
        self.clock.time - OVERTIME > self.stop
    }

    /// Returns the end of the last operation.
    pub fn clock(&self) -> Time {
        self.clock.time
    }

    /// Returns the time since the start of the computer, as a clock of the timer's resolution counts it.
    pub fn uptime(&self) -> Span {
        let (since, timer) = (self.clock.time - self.costs.start, self.costs.timer.flicks().max(1));
        Span::from_flicks(since.flicks() - since.flicks().rem_euclid(timer))
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn display(&self) -> &Display {
        &self.events.display
    }

    /// Returns the newest watched values of the loop, in the order in which they first came.
    pub fn watched(&self) -> &[(WatchedName, Watched)] {
        &self.watched
    }

    /// Shows every frame that is due by `moment`. Repeats and inputs are handled only up to the computer's clock, because a frame
    /// that is submitted later may still come before a repeat. After the end of the run no frame is repeated.
    pub(crate) fn show_until(&mut self, moment: Time) {
        let passed = moment.min(self.clock.time);
        let repeats = if self.clock.time < self.stop { passed } else { Time::ZERO };
        // A loop can hand a frame over at the very moment of a flip, and a display may take that one.
        let may_be_replaced = self.presents_apart && self.events.display.is_replaced_at_its_flip();
        let frames = if may_be_replaced { moment - Span::from_flicks(1) } else { moment };
        self.events.advance(NotifyUntil { frames, inputs: passed, repeats });
    }

    /// Replaces the computer's settings from the next operation on.
    pub fn set_computer(&mut self, computer: &Computer) {
        self.costs = CostModel::new(computer);
        self.set_scanout();
        self.events.notify(|observer| observer.on_computer_changed(computer));
    }

    /// Sets how frames reach the display from the next one on.
    pub(super) fn set_scanout(&mut self) {
        let scanout = match self.callbacks.caller {
            Caller::Timers => self.costs.timers_scanout,
            Caller::Nobody | Caller::Display => self.costs.scanout,
        };
        self.events.display.set_scanout(scanout, self.clock.time);
    }

    /// Sets the capture whose load is played while the computer's settings ask for it; `None` for no capture.
    pub fn play_load_of(&mut self, capture: Option<&Capture>) {
        self.variable.played = capture.map(PlayedLoad::new);
    }

    /// Limits the loop's steps to `longest` from the next update on; `None` removes the limit.
    pub fn steps_at_most(&mut self, longest: Option<Span>) {
        self.stretch = longest.map(|longest| self.stretch.take().unwrap_or_default().limited_to(longest));
    }

    /// Adds a stall of `length`, which lengthens the first operation of the kind `on` that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span, on: StallOn) {
        self.variable.stalls.add(at, length, on);
    }

    /// Adds a tap at `at`. Taps must come in the order of their times.
    pub fn tap(&mut self, at: Time) {
        self.events.inputs.taps.push_back(at);
    }

    /// Adds displayed frames of a running game, whose times are those of the game's clock, at the laboratory's time `now`.
    pub fn feed(&mut self, frames: &[CapturedFrame], now: Time, pace: LabPace) {
        let shown = self.display().shown().map(|shown| shown.at);
        let flips = shown.into_iter().chain(self.display().on_their_way());
        let done = flips.fold(self.clock.time, Time::max);
        self.live.add(frames, (now, done), pace);
    }

    /// Holds these controls down from the next reading of inputs on.
    pub fn steer(&mut self, pedals: ControlInput) {
        if self.costs.reads_once_a_turn || self.reads_apart {
            self.held = Some(pedals);
        } else {
            self.hold(pedals);
        }
    }

    /// Holds these controls down from the next update on.
    pub(super) fn hold(&mut self, pedals: ControlInput) {
        let sim = self.world.sim();
        self.world.steer(pedals);
        self.events.notify(|observer| observer.steered(sim, pedals));
    }

    /// Sets the live options of the world from the next update on.
    pub fn set_options(&mut self, options: &Values) {
        let sim = self.world.sim();
        self.world.set_options(options);
        self.events.notify(|observer| observer.options_set(sim, options));
    }

    /// Lets the clock pass until `moment` without an operation, as after the fault of a loop. Does nothing if `moment` has
    /// passed.
    pub(in crate::model::machine) fn stands_until(&mut self, moment: Time) {
        let now = self.clock.begin();
        self.clock.work_until(moment.max(now));
    }

    /// Prepares for another loop, which spins for the last `spin` of each sleep. Drops the watched values of the old loop.
    pub fn begins_loop(&mut self, spin: Span) {
        self.spin = spin;
        self.has_alpha = false;
        self.readings = ClockReadings::begin(&self.costs);
        self.stretch = None;
        self.callbacks = Callbacks::default();
        self.set_scanout();
        self.world.controls.decided_apart = false;
        self.reads_apart = false;
        if let Some(presses) = &mut self.events.presses {
            presses.begin_loop(self.clock.time);
        }
        self.forget_drawn();
        self.presents_apart = false;
        if !self.watched.is_empty() {
            self.watched.clear();
            self.events.detail(&Detail::Forgotten { at: self.clock.time });
        }
    }
}
