//! What a loop can do on a virtual computer, and what it costs.
//!
//! - **update** advances the world by `dt` and the clock by the update load: as it is drawn for the update's number, counted
//!   over everything that the trace shows as an update. A part of an update has a number of its own and costs its part.
//! - **render** draws its frame at its start and costs the render load, at least 0.1 ms. The frame then goes to the GPU and
//!   from there to the display; render returns at once, or waits as [`FramesAhead`](super::frames_ahead::FramesAhead) says.
//! - **sleep** wakes at the scheduler's next multiple. A loop that spins asks to be woken earlier, and is busy from then on.
//! - After every wait, for the display, for the GPU or in a sleep, the computer may wake late.
//! - A stall lengthens an update, a render or a sleep.
//! - **now** is the clock rounded down to the timer's resolution.
//!
//! An operation answers when the loop may go on: at its end, or never if the run was cut.

use super::clock::Wait;
use super::computer::VirtualComputer;
use super::cost_model::CostModel;
use super::display::{Canvas, RenderedFrame};
use super::event::{Detail, Event};
use super::event_stream::NotifyUntil;
use super::gpu::Stages;
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
            if self.costs.reads_once_a_turn {
                self.events.read_inputs(at);
            }
            if let Some(pedals) = self.held.take() {
                self.holds(pedals);
            }
        }
        goes_on
    }

    /// How often the display has changed its frame by now.
    pub(super) fn flips(&mut self) -> i64 {
        self.events.advance(NotifyUntil::operation_at(self.clock.now()));
        self.events.display.flips()
    }

    /// How often the display has refreshed by now, with a new frame or an old one.
    pub(super) fn refreshes(&mut self) -> i64 {
        let now = self.clock.now();
        self.events.advance(NotifyUntil::operation_at(now));
        self.events.display.refreshes(now)
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
    pub(super) fn jump_to(&mut self, sim: Time, line: u32) -> Time {
        self.change_world(None, line, |world| Some(world.jump_to(sim)))
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
        let cost = self.variable.update(&self.costs, at);
        let load = cost.load + self.costs.bodies_updated(&self.world);
        let load = part.map_or(load, |part| load.scaled(part)) + cost.stall;
        if !self.costs.reads_once_a_turn {
            self.events.read_inputs(at);
        }
        self.events.inputs.take();
        let moved = change(&mut self.world);
        let (end, sim) = (self.clock.work_until(at + load), self.world.sim());
        let event = match moved {
            Some(dt) => Event::Update { at, end, dt, sim, line },
            None => Event::Thought { at, end, sim, line },
        };
        self.events.note(&event, self.world.bodies());
        self.note_stall(cost.stall);
        self.events.detail(&Detail::Stepped(&self.world));
        self.clock.resumes()
    }

    /// Sleeps for `span`, and spins for the last part of it where the loop does; nothing happens if it is not positive.
    #[inline]
    pub(super) fn sleep(&mut self, span: Span, line: u32) -> Time {
        if span > Span::ZERO {
            let at = self.clock.begin();
            let (until, spin, stall) = (at + span, self.spin.min(span), self.variable.sleep(at));
            let mut due = at;
            if spin < span {
                let lateness = || self.variable.lateness(&self.costs);
                due = self.clock.sleep_until(until - spin, self.costs.scheduler, lateness);
            }
            let woken = self.clock.time();
            let spun = if spin > Span::ZERO { self.clock.work_until(until.max(woken)) - woken } else { Span::ZERO };
            if stall > Span::ZERO {
                self.clock.work_until(self.clock.time() + stall);
            }
            self.events.note(&Event::Sleep { at, end: self.clock.time(), spun, line }, &[]);
            self.note_stall(stall);
            self.note_due(if spin > Span::ZERO { until } else { due });
        }
        self.clock.resumes()
    }

    /// Draws a frame, works off the render load and waits if the CPU is too far ahead of the display.
    #[inline]
    pub(super) fn render(&mut self, between: Option<Between>, line: u32) -> Time {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        let cost = self.variable.render(&self.costs, at);
        let load = cost.load + cost.stall + self.costs.bodies_in_view(&self.world);

        let view = self.world.view(self.presentation, between);
        self.world.judge_frame(view);
        let frame = self.frame(view);
        let end = self.clock.work_until(at + load);
        let alpha = between.map(|between| between.alpha);
        self.events
            .note(&Event::Render { at, end, alpha, sim: self.world.sim(), drawn: frame.drawn, line, frame: frame.number }, &[]);
        self.note_stall(cost.stall);
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
        let (number, stages) = (self.variable.frames(), Stages::default());
        RenderedFrame { drawn: self.world.drawn(view), canvas, known: self.events.inputs.known(view), number, stages }
    }

    /// Hands a frame that the CPU has finished at `end` to the GPU and the display, and waits if the CPU is too far ahead.
    #[inline]
    fn present(&mut self, frame: RenderedFrame, end: Time) {
        let CostModel { gpu, scanout, queue, .. } = self.costs;
        let stages = self.events.gpu.draw(frame.number, end, gpu);
        self.clock.draw(stages.gpu_begins, stages.gpu_done);
        self.events.detail(&Detail::Submitted(stages));
        let flip = self.events.display.submit(RenderedFrame { stages, ..frame });
        if let Some(due) = self.frames_ahead.waits_for(queue, scanout, end, stages.gpu_done, flip) {
            let lateness = || self.variable.lateness(&self.costs);
            self.clock.wait_until(due, Wait::Display, lateness);
            self.note_due(due);
        }
    }

    /// Tells which part of the operation that has just been told of is a stall.
    #[inline]
    fn note_stall(&self, by: Span) {
        if by > Span::ZERO {
            self.events.detail(&Detail::Stalled { by });
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
