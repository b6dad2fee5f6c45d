//! The virtual computer: a clock that moves only when the loop does something that costs time.
//!
//! - **update** advances the world by `dt` and the clock by the update load.
//! - **render** takes its picture at its start and costs the render load, at least 0.1 ms, plus every stall due. With
//!   vsync it then waits for a refresh tick of its own; without, it returns at once.
//! - **sleep** wakes at the scheduler's next multiple.
//! - After every wait, for the display or in a sleep, the computer may wake late.
//! - **now** is the clock rounded down to the timer's resolution.
//!
//! On a [`ClockSource`] the same computer does the same, but its clock runs by itself.

use super::clock::{ClockSource, Wait};
use super::costs::{Costs, VariableCosts};
use super::display::{Canvas, Display};
use super::event::{Detail, Event, Observer};
use super::inputs::Inputs;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, ControlInput, Presentation};
use crate::model::world::{Between, World};
use std::cell::RefCell;
use std::rc::Rc;

/// A value that a loop shows to whoever looks inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Watched {
    Span(Span),
    Count(i64),
    Ratio(f64),
}

impl From<Span> for Watched {
    fn from(span: Span) -> Watched {
        Watched::Span(span)
    }
}

impl From<i64> for Watched {
    fn from(count: i64) -> Watched {
        Watched::Count(count)
    }
}

impl From<f64> for Watched {
    fn from(ratio: f64) -> Watched {
        Watched::Ratio(ratio)
    }
}

/// One pane's computer, with its display and the world that runs on it.
pub struct VirtualComputer {
    clock: Time,
    stop: Time,
    costs: Costs,
    fate: VariableCosts,
    display: Display,
    inputs: Inputs,
    world: World,
    presentation: Presentation,
    keeps_pictures: bool,
    observer: Option<Rc<RefCell<dyn Observer>>>,
    watched: Vec<(&'static str, Watched)>,
    clockwork: Option<Rc<dyn ClockSource>>,
    /// Whether there is anything to look after that most computers have not: see [`VirtualComputer::has_rarities`].
    is_rare: bool,
    /// The loop's first reading is still to come, and will be missing.
    misses_reading: bool,
    /// The longest step that the loop can make, if there is one, and the time that waits for such a step.
    longest: Option<Span>,
    held: Span,
}

/// After how long a counter of milliseconds in 32 bits starts over: 49.7 days.
pub const COUNTER_PERIOD: Span = Span::from_flicks((1 << 32) * MILLISECOND.flicks());
const MILLISECOND: Span = Span::from_flicks(705_600);

impl VirtualComputer {
    /// A computer that runs for ever, draws the latest state, keeps no pictures, and that nobody observes.
    pub fn new(computer: &Computer, seed: u64, world: World) -> VirtualComputer {
        let costs = Costs::new(computer);
        let computer = VirtualComputer {
            clock: Time::ZERO + costs.start,
            stop: Time::NEVER,
            fate: VariableCosts::new(seed, &[]),
            costs,
            display: Display::default(),
            inputs: Inputs::new(Time::ZERO + costs.start),
            world,
            presentation: Presentation::Latest,
            keeps_pictures: false,
            observer: None,
            watched: Vec::new(),
            clockwork: None,
            is_rare: false,
            misses_reading: costs.clock_at > Span::ZERO,
            longest: None,
            held: Span::ZERO,
        };
        VirtualComputer { is_rare: computer.has_rarities(), ..computer }
    }

    /// A clock that runs by itself, a reading that will be missing, loads that must be counted, steps that are stretched, a
    /// world that wants to see its pictures. Every operation asks once whether there is any of these, so that all the
    /// others stay fast.
    fn has_rarities(&self) -> bool {
        self.clockwork.is_some() || self.misses_reading || self.costs.are_rare() || self.world.judges_frames()
    }

    /// The first turn begins `start` later than it would, with a world of that moment.
    #[must_use]
    pub fn starting_at(self, start: Time) -> VirtualComputer {
        let clock = self.clock + (start - Time::ZERO);
        VirtualComputer { clock, inputs: Inputs::new(clock), world: self.world.starting_at(start), ..self }
    }

    /// The run ends at the first turn that would start at or after `stop`.
    #[must_use]
    pub fn stopping_at(self, stop: Time) -> VirtualComputer {
        VirtualComputer { stop, ..self }
    }

    /// Somebody is told of every event.
    #[must_use]
    pub fn observed_by(self, observer: Rc<RefCell<dyn Observer>>) -> VirtualComputer {
        VirtualComputer { observer: Some(observer), ..self }
    }

    /// Every picture keeps what it shows, for somebody who looks at the display.
    #[must_use]
    pub fn keeping_pictures(self) -> VirtualComputer {
        VirtualComputer { keeps_pictures: true, ..self }
    }

    /// Everything takes as long as `clockwork` lets it; the clock starts here, and runs to where the first turn begins.
    /// The scheduler's grain and how late it wakes are the clockwork's own.
    #[must_use]
    pub fn paced_by(self, clockwork: Rc<dyn ClockSource>) -> VirtualComputer {
        clockwork.now();
        VirtualComputer { clock: clockwork.work_until(self.clock), clockwork: Some(clockwork), is_rare: true, ..self }
    }

    /// Whether the clockwork has cut the run in the middle of its turn.
    pub fn is_cut(&self) -> bool {
        self.clockwork.as_ref().is_some_and(|clockwork| clockwork.is_cut())
    }

    pub fn clock(&self) -> Time {
        self.clock
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn display(&self) -> &Display {
        &self.display
    }

    /// The loop's own values, as it last told them, in the order in which it first did.
    pub fn watched(&self) -> &[(&'static str, Watched)] {
        &self.watched
    }

    /// From the next operation on, everything costs what it costs on `computer`.
    pub fn becomes(&mut self, computer: &Computer) {
        self.costs = Costs::new(computer);
        self.is_rare = self.has_rarities();
        if let Some(observer) = &self.observer {
            observer.borrow_mut().refreshes_at(computer.refresh_hz);
        }
    }

    pub fn draws(&mut self, presentation: Presentation) {
        self.presentation = presentation;
    }

    /// A stall of `length` falls on the first render that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span) {
        self.fate.strike(at, length);
    }

    /// A person's input at `at`.
    pub fn tap(&mut self, at: Time) {
        self.inputs.tap(at);
    }

    /// From the next update on these are held down.
    pub fn steer(&mut self, pedals: ControlInput) {
        let sim = self.world.sim();
        self.world.steer(pedals);
        if let Some(observer) = &self.observer {
            observer.borrow_mut().steered(sim, pedals);
        }
    }

    /// From the next update on the world has these live options.
    pub fn set_options(&mut self, options: &Values) {
        let sim = self.world.sim();
        self.world.set_options(options);
        self.is_rare = self.has_rarities();
        if let Some(observer) = &self.observer {
            observer.borrow_mut().options_set(sim, options);
        }
    }

    /// Another loop takes over, whose steps are at most `longest`, if there is a limit: the old one's values mean nothing
    /// to it.
    pub fn begins_loop(&mut self, longest: Option<Span>) {
        self.misses_reading = self.costs.clock_at > Span::ZERO;
        self.is_rare = self.has_rarities();
        self.longest = longest;
        self.held = Span::ZERO;
        self.world.decides_apart(false);
        if !self.watched.is_empty() {
            self.watched.clear();
            self.detail(&Detail::Forgotten { at: self.clock });
        }
    }

    #[inline]
    pub(super) fn now(&mut self) -> Time {
        if self.is_rare { self.rare_now() } else { self.clock.floor_to(self.costs.timer) }
    }

    pub(super) fn counter(&self, moment: Time) -> Time {
        let Some(wraps_at) = self.costs.wraps_at else { return moment };
        let since = (moment - (Time::ZERO + wraps_at)).flicks().rem_euclid(COUNTER_PERIOD.flicks());
        Time::from_flicks(since).floor_to(MILLISECOND)
    }

    #[inline]
    pub(super) fn begin_turn(&mut self) -> bool {
        if self.is_rare {
            return self.begin_rare_turn();
        }
        let goes_on = self.clock < self.stop;
        if goes_on {
            self.note(&Event::Frame { at: self.clock });
        }
        goes_on
    }

    #[inline]
    pub(super) fn update(&mut self, dt: Span, line: u32) -> Time {
        if self.is_rare { self.rare_update(dt, line) } else { self.update_on::<false>(dt, line) }
    }

    pub(super) fn update_part(&mut self, dt: Span, part: f64, line: u32) -> Time {
        let load = self.update_load().scaled(part);
        self.step_for(load, line, |computer| {
            computer.world.step(dt);
            dt
        })
    }

    pub(super) fn place(&mut self, sim: Time, line: u32) -> Time {
        self.step_for(self.update_load(), line, |computer| computer.world.place(sim))
    }

    pub(super) fn think(&mut self, part: f64, line: u32) -> Time {
        let load = self.update_load().scaled(part);
        self.step_for(load, line, |computer| {
            computer.world.think();
            Span::ZERO
        })
    }

    /// An update of another kind, on whatever clock there is.
    fn step_for(&mut self, load: Span, line: u32, step: impl FnOnce(&mut VirtualComputer) -> Span) -> Time {
        if self.is_rare { self.step_on::<true>(load, line, step) } else { self.step_on::<false>(load, line, step) }
    }

    #[inline]
    pub(super) fn sleep(&mut self, span: Span, line: u32) -> Time {
        if self.is_rare { self.rare_sleep(span, line) } else { self.sleep_on::<false>(span, line) }
    }

    #[inline]
    pub(super) fn render(&mut self, between: Option<Between>, line: u32) -> Time {
        if self.is_rare { self.rare_render(between, line) } else { self.render_on::<false>(between, line) }
    }

    #[cold]
    #[inline(never)]
    fn rare_now(&mut self) -> Time {
        let now = self.clockwork.as_ref().map_or(self.clock, |clockwork| clockwork.now());
        if !self.misses_reading {
            return now.floor_to(self.costs.timer);
        }
        self.misses_reading = false;
        self.is_rare = self.has_rarities();
        Time::ZERO - self.costs.clock_at
    }

    #[cold]
    #[inline(never)]
    fn begin_rare_turn(&mut self) -> bool {
        let goes_on = self.begin::<true>() < self.stop && !self.is_cut();
        if goes_on {
            self.note(&Event::Frame { at: self.clock });
        }
        goes_on
    }

    #[cold]
    #[inline(never)]
    fn rare_update(&mut self, dt: Span, line: u32) -> Time {
        self.update_on::<true>(dt, line)
    }

    #[cold]
    #[inline(never)]
    fn rare_sleep(&mut self, span: Span, line: u32) -> Time {
        self.sleep_on::<true>(span, line)
    }

    #[cold]
    #[inline(never)]
    fn rare_render(&mut self, between: Option<Between>, line: u32) -> Time {
        self.render_on::<true>(between, line)
    }

    #[inline]
    fn update_on<const RARE: bool>(&mut self, dt: Span, line: u32) -> Time {
        let dt = if RARE && self.costs.largest_step { self.stretched(dt) } else { dt };
        let load = if RARE { self.update_load() } else { self.costs.update };
        self.step_on::<RARE>(load, line, |computer| {
            computer.world.step(dt);
            dt
        })
    }

    /// What an update costs now.
    fn update_load(&self) -> Span {
        let each = self.costs.update_per_body;
        if each == Span::ZERO { self.costs.update } else { self.costs.update + each * self.world.population() }
    }

    /// Time waits until there is enough of it for the longest step; so the world keeps its speed.
    fn stretched(&mut self, dt: Span) -> Span {
        let Some(longest) = self.longest else { return dt };
        self.held += dt;
        let step = if self.held >= longest { longest } else { Span::ZERO };
        self.held -= step;
        step
    }

    #[inline]
    fn step_on<const RARE: bool>(&mut self, load: Span, line: u32, step: impl FnOnce(&mut VirtualComputer) -> Span) -> Time {
        let at = self.begin::<RARE>();
        if self.observer.is_some() {
            self.show_until(at);
            self.inputs.read(at);
        }
        let dt = step(self);
        self.clock = self.work_until::<RARE>(at + load);
        self.note(&Event::Update { at, end: self.clock, dt, sim: self.world.sim(), line });
        self.detail(&Detail::Stepped(&self.world));
        self.ready::<RARE>()
    }

    #[inline]
    fn sleep_on<const RARE: bool>(&mut self, span: Span, line: u32) -> Time {
        if span > Span::ZERO {
            let at = self.begin::<RARE>();
            let due;
            (due, self.clock) = match &self.clockwork {
                Some(clockwork) if RARE => (at + span, clockwork.wait_until(at + span, Wait::Sleep)),
                _ => {
                    let wake = (at + span).ceil_to(self.costs.scheduler);
                    (wake, wake + self.fate.lateness(&self.costs))
                }
            };
            self.note(&Event::Sleep { at, end: self.clock, line });
            self.due(due);
        }
        self.ready::<RARE>()
    }

    #[inline]
    fn render_on<const RARE: bool>(&mut self, between: Option<Between>, line: u32) -> Time {
        let at = self.begin::<RARE>();
        self.show_until(at);
        let mut cost = self.fate.render(&self.costs, at);
        if RARE && self.costs.render_per_body > Span::ZERO {
            cost += self.costs.render_per_body * self.world.in_view();
        }

        let view = self.world.view(self.presentation, between);
        if RARE {
            self.world.judge_frame(view);
        }
        let canvas =
            if self.keeps_pictures { self.display.canvas(|frame| self.world.draw_into(view, frame)) } else { Canvas::default() };
        let drawn = self.world.drawn(view);
        let known = self.inputs.known(view);
        let end = self.work_until::<RARE>(at + cost);
        self.note(&Event::Render { at, end, alpha: between.map(|b| b.alpha), sim: self.world.sim(), drawn, line });
        if self.fate.stall() > Span::ZERO {
            self.detail(&Detail::Stalled { by: self.fate.stall() });
        }
        if RARE && self.is_cut() {
            self.clock = end;
            return Time::NEVER; // The picture was never finished.
        }
        let tick = self.display.submit(drawn, canvas, known, end, self.costs.refresh, self.costs.vsync);

        self.clock = match &self.clockwork {
            _ if !self.costs.vsync => end,
            Some(clockwork) if RARE => clockwork.wait_until(tick, Wait::Display),
            _ => tick + self.fate.lateness(&self.costs),
        };
        if self.costs.vsync {
            self.due(tick);
        }
        self.ready::<RARE>()
    }

    /// What the clock says at the start of an operation: where the last one ended, unless it runs by itself.
    #[inline]
    fn begin<const RARE: bool>(&mut self) -> Time {
        if let Some(clockwork) = self.clockwork.as_ref().filter(|_| RARE) {
            self.clock = clockwork.now();
        }
        self.clock
    }

    #[inline]
    fn work_until<const RARE: bool>(&self, end: Time) -> Time {
        self.clockwork.as_ref().filter(|_| RARE).map_or(end, |clockwork| clockwork.work_until(end))
    }

    /// When the loop may go on: now, or never if the run was cut.
    #[inline]
    fn ready<const RARE: bool>(&self) -> Time {
        if RARE && self.is_cut() { Time::NEVER } else { self.clock }
    }

    pub(super) fn watch(&mut self, name: &'static str, value: Watched) {
        if !self.keeps_pictures {
            return; // Nobody is looking.
        }
        match self.watched.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.watched.push((name, value)),
        }
        self.detail(&Detail::Watched { at: self.clock, name, value });
    }

    /// Lets the display show everything whose tick is not after `moment`, and gives every input that is due by then and
    /// that the clock has come to.
    #[inline]
    pub(crate) fn show_until(&mut self, moment: Time) {
        // Inputs are marks for whoever observes: nobody else is given any.
        let given = || self.observer.is_some() && self.inputs.due() <= moment.min(self.clock);
        if self.display.due().is_some_and(|tick| tick <= moment) || given() {
            self.catch_up(moment);
        }
    }

    /// In the order of times; at equal times the display comes first.
    fn catch_up(&mut self, moment: Time) {
        loop {
            let tick = self.display.due().filter(|tick| *tick <= moment);
            let input = Some(self.inputs.due()).filter(|input| self.observer.is_some() && *input <= moment.min(self.clock));
            match (tick, input) {
                (Some(tick), Some(input)) if tick > input => self.give(),
                (Some(_), _) => self.show(),
                (None, Some(_)) => self.give(),
                (None, None) => return,
            }
        }
    }

    /// The next input is given.
    fn give(&mut self) {
        let input = self.inputs.give();
        if let Some(observer) = &self.observer {
            observer.borrow_mut().input(input);
        }
    }

    /// The display changes to the next picture.
    fn show(&mut self) {
        let Some(picture) = self.display.turn_to(Time::NEVER) else { return };
        if let Some(observer) = &self.observer {
            let event = Event::Display { at: picture.at, drawn: picture.drawn };
            if self.keeps_pictures {
                observer.borrow_mut().detail(&Detail::Numbers(picture.numbers));
            }
            observer.borrow_mut().note(&event, picture.bodies);
        }
        while let Some(answer) = self.inputs.answer(picture.known, picture.at) {
            if let Some(observer) = &self.observer {
                observer.borrow_mut().answer(&answer);
            }
        }
    }

    /// Tells whoever looks inside when the wait that has just been told of is over, but for waking late. A run that was
    /// cut ends before that.
    #[inline]
    fn due(&self, at: Time) {
        self.detail(&Detail::Due { at: at.min(self.clock) });
    }

    /// Tells whoever looks inside.
    #[inline]
    fn detail(&self, detail: &Detail) {
        if let (true, Some(observer)) = (self.keeps_pictures, &self.observer) {
            observer.borrow_mut().detail(detail);
        }
    }

    /// Tells the observer, if there is one.
    #[inline]
    fn note(&mut self, event: &Event) {
        if self.observer.is_some() {
            self.tell(event);
        }
    }

    /// Tells the observer, after everything that was displayed by then.
    fn tell(&mut self, event: &Event) {
        self.show_until(event.at());
        if let Some(observer) = &self.observer {
            let bodies = if matches!(event, Event::Update { .. }) { self.world.bodies() } else { &[] };
            observer.borrow_mut().note(event, bodies);
        }
    }
}
