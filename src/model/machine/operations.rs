//! What a loop can do on a virtual computer, and what it costs.
//!
//! - **update** advances the world by `dt` and the clock by the update load: as it is drawn for the update's number, counted
//!   over everything that the trace shows as an update. A part of an update has a number of its own and costs its part.
//! - **render** draws its frame at its start and costs the render load, at least 0.1 ms, plus every stall due. With
//!   vsync it then waits for a refresh tick of its own; without, it returns at once.
//! - **sleep** wakes at the scheduler's next multiple.
//! - After every wait, for the display or in a sleep, the computer may wake late.
//! - **now** is the clock rounded down to the timer's resolution.
//!
//! An operation answers when the loop may go on: at its end, or never if the run was cut.

use super::clock::Wait;
use super::computer::VirtualComputer;
use super::display::{Canvas, RenderedFrame};
use super::event::{Detail, Event};
use super::readings;
use super::watched::{Watched, WatchedName};
use crate::base::time::{Span, Time};
use crate::model::world::{Between, View, World};

impl VirtualComputer {
    /// The top of a turn: one begins, unless the run is over.
    #[inline]
    pub(super) fn begin_turn(&mut self) -> bool {
        let at = self.clock.begin();
        let goes_on = at < self.stop && !self.clock.is_cut();
        if goes_on {
            self.events.note(&Event::Frame { at }, &[]);
        }
        goes_on
    }

    /// The clock, as the loop reads it.
    #[inline]
    pub(super) fn now(&mut self) -> Time {
        self.readings.read(self.clock.now(), &self.costs)
    }

    /// What the counter shows at `moment`: the moment itself, unless it starts over.
    pub(super) fn counter(&self, moment: Time) -> Time {
        self.costs.wraps_at.map_or(moment, |wraps_at| readings::counter(moment, wraps_at))
    }

    /// Steps the world by `dt`, or by what a test of longest steps makes of it, for the update load.
    #[inline]
    pub(super) fn update(&mut self, dt: Span, line: u32) -> Time {
        let dt = match &mut self.stretch {
            Some(stretch) if self.costs.largest_step => stretch.stretched(dt),
            _ => dt,
        };
        self.change_world(None, line, |world| {
            world.step(dt);
            Some(dt)
        })
    }

    /// Steps the world by `dt` for a part of the update load.
    pub(super) fn update_part(&mut self, dt: Span, part: f64, line: u32) -> Time {
        self.change_world(Some(part), line, |world| {
            world.step(dt);
            Some(dt)
        })
    }

    /// Puts the world into its exact state at simulated time `sim`, for the update load.
    pub(super) fn place(&mut self, sim: Time, line: u32) -> Time {
        self.change_world(None, line, |world| Some(world.place(sim)))
    }

    /// Lets the world decide, for a part of the update load.
    pub(super) fn think(&mut self, part: f64, line: u32) -> Time {
        self.change_world(Some(part), line, |world| {
            world.think();
            None
        })
    }

    /// An update of any kind, or a thought: inputs are read, the world is changed, the load is worked off. `change` answers
    /// how far the world has moved on; a thought does not move it.
    #[inline]
    fn change_world(&mut self, part: Option<f64>, line: u32, change: impl FnOnce(&mut World) -> Option<Span>) -> Time {
        let at = self.clock.begin();
        let load = self.variable.update(&self.costs) + self.costs.bodies_updated(&self.world);
        let load = part.map_or(load, |part| load.scaled(part));
        self.events.read_inputs(at);
        let moved = change(&mut self.world);
        let (end, sim) = (self.clock.work_until(at + load), self.world.sim());
        let event = match moved {
            Some(dt) => Event::Update { at, end, dt, sim, line },
            None => Event::Thought { at, end, sim, line },
        };
        self.events.note(&event, self.world.bodies());
        self.events.detail(&Detail::Stepped(&self.world));
        self.clock.resumes()
    }

    /// Sleeps for `span`; nothing happens if it is not positive.
    #[inline]
    pub(super) fn sleep(&mut self, span: Span, line: u32) -> Time {
        if span > Span::ZERO {
            let at = self.clock.begin();
            let lateness = || self.variable.lateness(&self.costs);
            let due = self.clock.sleep_until(at + span, self.costs.scheduler, lateness);
            self.events.note(&Event::Sleep { at, end: self.clock.time(), line }, &[]);
            self.note_due(due);
        }
        self.clock.resumes()
    }

    /// Draws a frame, works off the render load and, with vsync, waits for the tick that shows it.
    #[inline]
    pub(super) fn render(&mut self, between: Option<Between>, line: u32) -> Time {
        let at = self.clock.begin();
        self.events.advance(at, at);
        let cost = self.variable.render(&self.costs, at);
        let load = cost.load + cost.stall + self.costs.bodies_in_view(&self.world);

        let view = self.world.view(self.presentation, between);
        self.world.judge_frame(view);
        let frame = self.frame(view);
        let end = self.clock.work_until(at + load);
        let alpha = between.map(|between| between.alpha);
        self.events.note(&Event::Render { at, end, alpha, sim: self.world.sim(), drawn: frame.drawn, line }, &[]);
        if cost.stall > Span::ZERO {
            self.events.detail(&Detail::Stalled { by: cost.stall });
        }
        if self.clock.is_cut() {
            return Time::NEVER; // The frame was never finished.
        }
        self.present(frame, end);
        self.clock.resumes()
    }

    /// What a view of the world shows. Its bodies are drawn only where frames are kept.
    #[inline]
    fn frame(&mut self, view: View) -> RenderedFrame {
        let canvas = if self.events.keeps_frames {
            self.events.display.canvas(|content| self.world.draw_into(view, content))
        } else {
            Canvas::default()
        };
        RenderedFrame { drawn: self.world.drawn(view), canvas, known: self.events.inputs.known(view) }
    }

    /// Hands a frame finished at `end` to the display and, with vsync, waits for its tick.
    #[inline]
    fn present(&mut self, frame: RenderedFrame, end: Time) {
        let tick = self.events.display.submit(frame, end, self.costs.refresh, self.costs.vsync);
        if self.costs.vsync {
            let lateness = || self.variable.lateness(&self.costs);
            self.clock.wait_until(tick, Wait::Display, lateness);
            self.note_due(tick);
        }
    }

    /// Tells when the wait that has just been told of is over, but for waking late. A run that was cut ends before that.
    #[inline]
    fn note_due(&self, due: Time) {
        self.events.detail(&Detail::Due { at: due.min(self.clock.time()) });
    }

    /// The loop shows a value of its own, for the observer.
    pub(super) fn watch(&mut self, name: WatchedName, value: Watched) {
        if !self.events.keeps_frames {
            return;
        }
        self.events.detail(&Detail::Watched { at: self.clock.time(), name: &name, value });
        match self.watched.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.watched.push((name, value)),
        }
    }
}
