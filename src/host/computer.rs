//! The virtual computer: a clock that moves only when the loop does something that costs time.
//!
//! - **update** advances the world by `dt` and the clock by the update load.
//! - **render** takes its picture at its start and costs the render load, at least 0.1 ms, plus every stall due. With
//!   vsync it then waits for a refresh tick of its own; without, it returns at once.
//! - **sleep** wakes at the scheduler's next multiple.
//! - After every wait, for the display or in a sleep, the computer may wake late.
//! - **now** is the clock rounded down to the timer's resolution.

use super::Between;
use super::costs::{Costs, Fate};
use super::display::{Canvas, Display};
use super::event::{Detail, Event, Observer};
use crate::scenes::World;
use crate::settings::{Computer, Presentation};
use crate::time::{Span, Time};
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
    fate: Fate,
    display: Display,
    world: World,
    presentation: Presentation,
    keeps_pictures: bool,
    observer: Option<Rc<RefCell<dyn Observer>>>,
    watched: Vec<(&'static str, Watched)>,
}

impl VirtualComputer {
    /// A computer that runs for ever, draws the latest state, keeps no pictures, and that nobody observes.
    pub fn new(computer: &Computer, seed: u64, world: World) -> VirtualComputer {
        let costs = Costs::new(computer);
        VirtualComputer {
            clock: Time::ZERO + costs.start,
            stop: Time::NEVER,
            fate: Fate::new(seed, &[]),
            costs,
            display: Display::default(),
            world,
            presentation: Presentation::Latest,
            keeps_pictures: false,
            observer: None,
            watched: Vec::new(),
        }
    }

    /// The first turn begins `start` later than it would, with a world of that moment.
    #[must_use]
    pub fn starting_at(self, start: Time) -> VirtualComputer {
        VirtualComputer { clock: self.clock + (start - Time::ZERO), world: self.world.starting_at(start), ..self }
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
    }

    pub fn draws(&mut self, presentation: Presentation) {
        self.presentation = presentation;
    }

    /// A stall of `length` falls on the first render that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span) {
        self.fate.strike(at, length);
    }

    /// The old loop's values mean nothing to the next one.
    pub fn forget_watched(&mut self) {
        self.watched.clear();
        self.detail(&Detail::Forgotten { at: self.clock });
    }

    pub(super) fn now(&self) -> Time {
        self.clock.floor_to(self.costs.timer)
    }

    pub(super) fn begin_turn(&mut self) -> bool {
        let goes_on = self.clock < self.stop;
        if goes_on {
            self.note(&Event::Frame { at: self.clock });
        }
        goes_on
    }

    pub(super) fn update(&mut self, dt: Span, line: u32) -> Time {
        let at = self.clock;
        self.world.step(dt);
        self.clock += self.costs.update;
        self.note(&Event::Update { at, end: self.clock, dt, sim: self.world.sim(), line });
        self.detail(&Detail::Stepped(&self.world));
        self.clock
    }

    pub(super) fn sleep(&mut self, span: Span, line: u32) -> Time {
        if span > Span::ZERO {
            let at = self.clock;
            let wake = (at + span).ceil_to(self.costs.scheduler);
            self.clock = wake + self.fate.lateness(&self.costs);
            self.note(&Event::Sleep { at, end: self.clock, line });
            self.detail(&Detail::Due { at: wake });
        }
        self.clock
    }

    pub(super) fn render(&mut self, between: Option<Between>, line: u32) -> Time {
        let at = self.clock;
        self.show_until(at);
        let end = at + self.fate.render(&self.costs, at);

        let view = self.world.view(self.presentation, between);
        let canvas = if self.keeps_pictures {
            self.display.canvas(|bodies| self.world.draw_into(view, bodies))
        } else {
            Canvas::default()
        };
        let drawn = self.world.drawn(view);
        self.note(&Event::Render { at, end, alpha: between.map(|b| b.alpha), sim: self.world.sim(), drawn, line });
        if self.fate.stall() > Span::ZERO {
            self.detail(&Detail::Stalled { by: self.fate.stall() });
        }
        let tick = self.display.submit(drawn, canvas, end, self.costs.refresh, self.costs.vsync);

        self.clock = end;
        if self.costs.vsync {
            self.clock = tick + self.fate.lateness(&self.costs);
            self.detail(&Detail::Due { at: tick });
        }
        self.clock
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

    /// Lets the display show everything whose tick is not after `moment`.
    pub(crate) fn show_until(&mut self, moment: Time) {
        while let Some(picture) = self.display.turn_to(moment) {
            if let Some(observer) = &self.observer {
                let event = Event::Display { at: picture.at, drawn: picture.drawn };
                observer.borrow_mut().note(&event, picture.bodies);
            }
        }
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
