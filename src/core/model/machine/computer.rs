//! The virtual computer, whose clock moves only when the loop does something that costs time.
//!
//! A loop calls the operations, through its [`Host`](super::host::Host):
//!
//! - **update** advances the world by `dt` and the clock by the update load, which depends on the update's number. A part of an
//!   update has its own number and costs its part of the load.
//! - **render** draws its frame at its start and costs the render load, at least 0.1 ms. The frame then goes to the GPU and
//!   from there to the display; render returns at once, or waits as [`FramesAhead`] says.
//! - **draw** and **present** are the two halves of a render. `draw` ends with the CPU's work, and its frame goes to the GPU;
//!   `present` costs nothing, hands the frame to the display, and waits.
//! - **sleep** wakes at the scheduler's next multiple. A loop that spins wakes earlier, and is busy for the rest of the sleep.
//! - **`next_refresh`** waits for the next refresh at which the system calls the loop ([`Callbacks`](super::callbacks)). In a
//!   loop that calls it, and in a page, render never waits.
//! - After every wait (for the display, for the GPU, or in a sleep) the computer may wake late.
//! - A stall lengthens an update, a render or a sleep.
//! - **now** is the clock rounded down to the timer's resolution.
//!
//! Every operation returns the moment when the loop may continue: the operation's end, or never if the run was cut. A change of
//! the computer applies to operations that start after it. A computer paced by a [`ClockSource`](super::clock::ClockSource) does
//! the same, but its clock runs by itself.

mod setup;

use super::callbacks::{Callbacks, Caller};
use super::clock::{Clock, ClockReadings, Wait, wrapped_counter};
use super::cost_model::CostModel;
use super::display::{KeptContent, RenderedFrame};
use super::event::{Detail, Event, Watched, WatchedName};
use super::event_stream::{EventStream, NotifyUntil};
use super::gpu::{FramesAhead, Stages};
use super::live_feed::{FedFrame, LiveFeed};
use super::presses::Presses;
use super::step_stretch::StepStretch;
use super::variable_costs::{Struck, VariableCosts};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::capture::CapturedFrame;
use crate::model::config::control::ControlInput;
use crate::model::config::settings::Presentation;
use crate::model::world::controls::Between;
use crate::model::world::stepped_world::{FrameView, World};

/// The computer of one pane, with its display and the world that runs on it.
pub struct VirtualComputer {
    clock: Clock,
    /// The end of the run: no turn starts at or after this moment.
    stop: Time,
    pub(super) costs: CostModel,
    variable: VariableCosts,
    readings: ClockReadings,
    /// Replaces the loop's steps by steps of its longest length; `None` if the loop has no longest step.
    stretch: Option<StepStretch>,
    /// How long the loop spins at the end of each sleep.
    spin: Span,
    world: World,
    /// The controls that take effect when inputs are read next, if updates do not read them; `None` if they have not changed.
    held: Option<ControlInput>,
    /// Whether the loop reads its inputs in calls of their own.
    reads_apart: bool,
    frames_ahead: FramesAhead,
    /// The frame that has been drawn and not presented.
    drawn: Option<RenderedFrame>,
    /// Whether the loop hands frames over in calls of their own.
    presents_apart: bool,
    callbacks: Callbacks,
    /// The presentation of frames from the next render on.
    pub presentation: Presentation,
    /// Whether the loop has passed an alpha.
    has_alpha: bool,
    /// Whether the game is paused. Only a loop that reads this stops.
    pub paused: bool,
    events: EventStream,
    watched: Vec<(WatchedName, Watched)>,
    /// The frames of a running game that the computer shows; empty if it runs a loop.
    pub(crate) live: LiveFeed,
    /// The seed of the random loads.
    pub seed: u64,
}

/// The longest time for which the last turn of an interpreted loop may run after the end of a run.
const OVERTIME: Span = Span::from_flicks(60 * FLICKS_PER_SECOND);

/// The operations of a loop.
impl VirtualComputer {
    /// Begins a turn, and reports it unless it continues the last one (`is_new` is `false`). Returns `false` if the run is over.
    #[inline]
    pub(super) fn begin_turn(&mut self, is_new: bool) -> bool {
        let at = self.clock.begin();
        let goes_on = at < self.stop && !self.clock.is_cut();
        if goes_on {
            if is_new {
                self.events.note(&Event::Frame { at }, &[]);
                self.begin_turn_of_presses(at);
            }
            if !self.reads_apart {
                if self.costs.reads_once_a_turn {
                    self.events.read_inputs(at);
                }
                self.take_hold();
            }
        }
        goes_on
    }

    /// Begins a turn for the presses of the world's button; does nothing if it has none.
    fn begin_turn_of_presses(&mut self, at: Time) {
        if self.events.presses.is_some() {
            self.events.advance(NotifyUntil::operation_at(at));
        }
        if let Some(presses) = &mut self.events.presses {
            presses.begin_turn(at, self.world.sim());
        }
    }

    /// Lets the step that starts at `at`, and has just moved the world, take presses of the world's button.
    fn take_presses(&mut self, at: Time) {
        self.events.advance(NotifyUntil::operation_at(at));
        let Some(mut presses) = self.events.presses.take() else { return };
        presses.take(self.costs.presses, self.world.sim());
        for press in presses.taken.drain(..) {
            self.world.answer(press.beat);
            self.events.note(&Event::Taken { at, press: press.number }, &[]);
        }
        self.events.presses = Some(presses);
    }

    /// Returns how often the button was pressed since the last call, or the start of the loop. From now on the loop says itself
    /// which steps answer presses.
    pub(super) fn pressed(&mut self) -> u64 {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        self.events.presses.as_mut().map_or(0, Presses::count)
    }

    /// Returns the presses (`true`) and releases (`false`) of the button since the last call, for a page; empty in a world without a
    /// button.
    pub(super) fn keys(&mut self) -> Vec<bool> {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        self.events.presses.as_mut().map_or_else(Vec::new, |presses| presses.keys(at))
    }

    /// Returns whether the world has a button, or the run is over before it begins, so that a text is only read.
    pub(super) fn hears_keys(&self) -> bool {
        self.events.presses.is_some() || self.clock.time >= self.stop
    }

    /// Lets the next update answer a press that has been counted.
    pub(super) fn answer(&mut self) {
        if let Some(presses) = &mut self.events.presses {
            presses.answer();
        }
    }

    /// Lets the controls that wait for a reading take effect.
    fn take_hold(&mut self) {
        if let Some(pedals) = self.held.take() {
            self.hold(pedals);
        }
    }

    /// Reads the inputs now, and from now on only in these calls.
    pub(super) fn read_inputs_apart(&mut self) {
        self.reads_apart = true;
        let at = self.clock.begin();
        self.events.read_inputs(at);
        self.take_hold();
    }

    /// Returns the number of flips so far.
    pub(super) fn flips(&mut self) -> i64 {
        self.events.advance(NotifyUntil::operation_at(self.clock.now()));
        self.events.display.flips
    }

    /// Returns the number of refreshes so far, with a new frame or an old one.
    pub(super) fn refreshes(&mut self) -> i64 {
        let now = self.clock.now();
        self.events.advance(NotifyUntil::operation_at(now));
        self.events.display.refreshes(now)
    }

    /// Returns the clock's reading for the loop.
    #[inline]
    pub(super) fn now(&mut self) -> Time {
        self.readings.read(self.clock.now(), &self.costs)
    }

    /// Returns the counter's value at `moment`: `moment` itself, unless the counter starts over.
    pub(super) fn counter(&self, moment: Time) -> Time {
        self.costs.wraps_at.map_or(moment, |wraps_at| wrapped_counter(moment, wraps_at))
    }

    /// Steps the world by `dt`, and costs the update load. If the computer is set to make only steps of the longest length, `dt`
    /// is replaced by such a step or by zero.
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

    /// Steps the world by `dt`, and costs a part of the update load.
    pub(super) fn update_part(&mut self, dt: Span, part: f64, line: u32) -> Time {
        self.change_world(Some(part), line, |world| {
            world.step(dt);
            Some(dt)
        })
    }

    /// Jumps to the exact state of the world at simulated time `sim`, and costs the update load.
    pub(super) fn jump_to(&mut self, sim: Time, line: u32) -> Time {
        self.change_world(None, line, |world| Some(world.jump_to(sim)))
    }

    /// Lets the world make its decisions (a thought), and costs a part of the update load.
    pub(super) fn think(&mut self, part: f64, line: u32) -> Time {
        self.change_world(Some(part), line, |world| {
            world.think();
            None
        })
    }

    /// Makes an update of any kind, or a thought: reads inputs, changes the world and spends the load. `change` returns how far
    /// simulated time has moved; `None` for a thought.
    #[inline]
    fn change_world(&mut self, part: Option<f64>, line: u32, change: impl FnOnce(&mut World) -> Option<Span>) -> Time {
        let at = self.clock.begin();
        let cost = self.variable.update(&self.costs, at);
        let load = cost.load + self.costs.bodies_updated(&self.world);
        let load = part.map_or(load, |part| load.scaled(part)) + cost.stall;
        if !self.costs.reads_once_a_turn && !self.reads_apart {
            self.events.read_inputs(at);
        }
        self.events.inputs.take();
        let moved = change(&mut self.world);
        if self.events.presses.is_some() && moved.is_some() {
            self.take_presses(at);
        }
        let (end, sim) = (self.clock.work_until(at + load), self.world.sim());
        let event = match moved {
            Some(dt) => Event::Update { at, end, dt, sim, line },
            None => Event::Thought { at, end, sim, line },
        };
        self.note_extra(part.map_or(cost.pattern, |part| cost.pattern.scaled(part)) + cost.stall);
        self.events.note(&event, self.world.bodies());
        self.note_stall(cost.stall);
        self.events.notify(|observer| observer.seen(&self.world, at));
        self.clock.resumes()
    }

    /// Sleeps for `span`; a loop that spins is busy for the last part of `span`. Does nothing if `span` is not positive.
    #[inline]
    pub(super) fn sleep(&mut self, span: Span, line: u32) -> Time {
        if span > Span::ZERO {
            let at = self.clock.begin();
            let (until, spin, stall) = (at + span, self.spin.min(span), self.variable.stalls.due(at, Struck::Sleep));
            let mut due = at;
            if spin < span {
                let lateness = || self.variable.lateness(&self.costs);
                due = self.clock.sleep_until(until - spin, self.costs.scheduler, lateness);
            }
            let woken = self.clock.time;
            let spun = if spin > Span::ZERO { self.clock.work_until(until.max(woken)) - woken } else { Span::ZERO };
            if stall > Span::ZERO {
                self.clock.work_until(self.clock.time + stall);
            }
            self.note_extra(stall);
            self.events.note(&Event::Sleep { at, end: self.clock.time, spun, line }, &[]);
            self.note_stall(stall);
            self.note_due(if spin > Span::ZERO { until } else { due });
        }
        self.clock.resumes()
    }

    /// Runs the loop as a page: its timers call it, and so does the display once the page has asked for a refresh.
    pub(super) fn begin_page(&mut self) {
        self.callbacks.caller = Caller::Timers;
        self.set_scanout();
    }

    /// Records that a page asks for a refresh. Does nothing if the loop is no page.
    pub(super) fn ask_for_refresh(&mut self) {
        if self.callbacks.caller == Caller::Timers {
            self.events.advance(NotifyUntil::operation_at(self.clock.now()));
            self.callbacks.caller = Caller::Display;
            self.set_scanout();
        }
    }

    /// Waits for the refresh at which the system calls the loop next. Returns the end of the wait, and the timestamp rounded down
    /// to the timer's resolution.
    pub(super) fn next_refresh(&mut self) -> (Time, Time) {
        self.next_refresh_before(Time::NEVER).expect("every callback is due before the end of time")
    }

    /// Waits as [`VirtualComputer::next_refresh`] does if the callback is due before `moment`, or was missed twice; otherwise does
    /// nothing and returns `None`.
    pub(super) fn next_refresh_before(&mut self, moment: Time) -> Option<(Time, Time)> {
        self.ask_for_refresh();
        self.callbacks.caller = Caller::Display;
        let now = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(now));
        let CostModel { queue, scanout, missed_refresh, timer, .. } = self.costs;
        let has_room = self.frames_ahead.at_most(queue, scanout);
        let callback = self.callbacks.next_before(moment, (now, has_room), &self.events.display, missed_refresh)?;
        if callback.due > now {
            let lateness = || self.variable.lateness(&self.costs);
            self.clock.wait_until(callback.due, Wait::Display, lateness);
            self.note_due(callback.due);
        }
        Some((self.clock.resumes(), callback.tick.floor_to(timer)))
    }

    pub(super) fn comes_to_an_end(&self) -> bool {
        self.stop < Time::NEVER
    }

    /// Lets the clock pass until `moment`. Returns the end of the wait.
    pub(super) fn idle_until(&mut self, moment: Time) -> Time {
        self.stands_until(moment);
        self.clock.resumes()
    }

    /// Plays a frame of a captured game, whose times are measured on this clock: the world jumps to the frame's sample time, and
    /// the captured times replace the computer's loads.
    pub(super) fn replay(&mut self, captured: &CapturedFrame) -> Time {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        self.jump_for_free(captured.sample, at);
        self.world.judge_frame(FrameView::Latest, at);
        self.variable.frames += 1;
        let frame = self.view_frame(FrameView::Latest);
        let end = self.clock.work_until(at + captured.cpu);
        let (sim, drawn, number) = (self.world.sim(), frame.drawn, frame.number);
        self.events.note(&Event::Render { at, end, alpha: None, sim, drawn, line: 0, frame: number }, &[]);
        if captured.flip < Time::NEVER {
            let stages = self.events.gpu.replay(number, end, captured);
            self.events.detail(&Detail::Submitted(stages));
            self.events.display.submit_at(RenderedFrame { stages, ..frame }, captured.flip);
        } else {
            self.events.display.forget(frame);
        }
        self.clock.resumes()
    }

    /// Takes the next frame of a running game if it begins before `horizon`, and waits for its beginning. With the first frame after
    /// the clocks were laid the game's time begins anew.
    pub(super) fn take_fed(&mut self, horizon: Time) -> Option<CapturedFrame> {
        let FedFrame { frame, is_first } = self.live.take(horizon)?;
        self.stands_until(frame.begins);
        if is_first {
            let (at, sim) = (self.clock.begin(), frame.sample);
            self.events.advance(NotifyUntil::operation_at(at));
            self.events.notify(|observer| observer.begin_regime(at, sim));
            self.jump_for_free(sim, at);
        }
        Some(frame)
    }

    /// Jumps to the exact state of the world at `sim`, if the world has one, without a cost.
    fn jump_for_free(&mut self, sim: Time, at: Time) {
        if self.world.kind.closed_form.lack().is_none() {
            let dt = self.world.jump_to(sim);
            self.events.note(&Event::Update { at, end: at, dt, sim, line: 0 }, self.world.bodies());
            self.events.notify(|observer| observer.seen(&self.world, at));
        }
    }

    pub(super) fn spin(&mut self, span: Span) -> Time {
        let at = self.clock.begin();
        self.clock.work_until(at + span);
        self.clock.resumes()
    }

    /// Draws a frame as the presentation says, spends the render load, and waits if the CPU is too far ahead of the display.
    #[inline]
    pub(super) fn render(&mut self, between: Option<Between>, line: u32) -> Time {
        self.draw(between, line);
        self.present_rendered()
    }

    /// Draws a frame of the exact state at simulated time `sim`, whatever the presentation.
    pub(super) fn render_at(&mut self, sim: Time, line: u32) -> Time {
        self.draw_view(FrameView::Exact(sim), None, line);
        self.present_rendered()
    }

    /// Draws a frame as the presentation says, spends the render load, and hands the frame to the GPU. The frame replaces one that
    /// has not been presented.
    #[inline]
    pub(super) fn draw(&mut self, between: Option<Between>, line: u32) -> Time {
        self.has_alpha |= between.is_some();
        let view = self.world.view(self.presentation, between);
        self.draw_view(view, between.map(|between| between.alpha), line)
    }

    #[inline]
    fn draw_view(&mut self, view: FrameView, alpha: Option<f64>, line: u32) -> Time {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        let cost = self.variable.render(&self.costs, at);
        let load = cost.load + cost.stall + self.costs.bodies_in_view(&self.world);

        self.world.judge_frame(view, at);
        let frame = self.view_frame(view);
        let end = self.clock.work_until(at + load);
        self.note_extra(cost.pattern + cost.stall);
        self.events
            .note(&Event::Render { at, end, alpha, sim: self.world.sim(), drawn: frame.drawn, line, frame: frame.number }, &[]);
        self.note_stall(cost.stall);
        self.forget_drawn();
        if self.clock.is_cut() {
            return Time::NEVER; // The frame was never finished.
        }
        let stages = self.events.gpu.draw(frame.number, end, |begins| self.variable.gpu(&self.costs, begins));
        self.clock.draw(stages.gpu_begins, stages.gpu_done);
        self.events.detail(&Detail::Submitted(stages));
        self.drawn = Some(RenderedFrame { stages, ..frame });
        self.clock.resumes()
    }

    /// Drops the frame that has not been presented.
    fn forget_drawn(&mut self) {
        if let Some(frame) = self.drawn.take() {
            self.events.display.forget(frame);
        }
    }

    /// Hands the drawn frame to the display, and waits if the CPU is too far ahead. Does nothing if no frame has been drawn since the
    /// last one.
    pub(super) fn present(&mut self, line: u32) -> Time {
        self.presents_apart = true;
        if let Some(frame) = self.drawn.take() {
            let at = self.clock.begin();
            // A frame that is displayed at once comes before the operation, as all displays do.
            let waits_for = self.submit(frame, at);
            self.events.note(&Event::Present { at, frame: frame.number, line }, &[]);
            self.wait_for_display(waits_for);
        }
        self.clock.resumes()
    }

    /// Hands the drawn frame to the display at the end of a render, and waits if the CPU is too far ahead.
    #[inline]
    fn present_rendered(&mut self) -> Time {
        if let Some(frame) = self.drawn.take() {
            let waits_for = self.submit(frame, self.clock.time);
            self.wait_for_display(waits_for);
        }
        self.clock.resumes()
    }

    /// Hands a frame to the display at `at`. Returns the moment for which the loop waits; `None` if it does not wait.
    #[inline]
    fn submit(&mut self, frame: RenderedFrame, at: Time) -> Option<Time> {
        let CostModel { scanout, queue, .. } = self.costs;
        let ready = frame.stages.gpu_done.max(at);
        let flip = self.events.display.submit(frame, ready);
        let waits_for = self.frames_ahead.waits_for(queue, scanout, at, ready, flip);
        waits_for.filter(|_| self.callbacks.caller == Caller::Nobody)
    }

    #[inline]
    fn wait_for_display(&mut self, waits_for: Option<Time>) {
        if let Some(due) = waits_for {
            let lateness = || self.variable.lateness(&self.costs);
            self.clock.wait_until(due, Wait::Display, lateness);
            self.note_due(due);
        }
    }

    /// Returns a frame that shows `view` of the world. The drawn bodies are stored only if the computer keeps frames.
    #[inline]
    fn view_frame(&mut self, view: FrameView) -> RenderedFrame {
        let content = if self.events.keeps_frames {
            self.events.display.keep(|content| self.world.draw_into(view, content))
        } else {
            KeptContent::default()
        };
        let (number, stages) = (self.variable.frames, Stages::default());
        RenderedFrame { drawn: self.world.drawn(view), content, known: self.events.inputs.known(view), number, stages }
    }

    /// Reports how much of the next operation comes from noise, a spike or a stall.
    #[inline]
    fn note_extra(&self, by: Span) {
        if by > Span::ZERO {
            self.events.detail(&Detail::Extra { by });
        }
    }

    /// Reports how much of the operation that was just reported is a stall.
    #[inline]
    fn note_stall(&self, by: Span) {
        if by > Span::ZERO {
            self.events.detail(&Detail::Stalled { by });
        }
    }

    /// Reports when the wait that was just reported was due to end, or the present moment if the run was cut before that.
    #[inline]
    fn note_due(&self, due: Time) {
        self.events.detail(&Detail::Due { at: due.min(self.clock.time) });
    }

    /// Reports a line of the loop's console.
    pub(super) fn log(&mut self, line: u32, text: &str) {
        let at = self.clock.begin();
        self.events.advance(NotifyUntil::operation_at(at));
        self.events.log(at, line, text);
    }

    /// Sets a watched value of the loop and reports it.
    pub(super) fn watch(&mut self, name: WatchedName, value: Watched) {
        if !self.events.keeps_frames {
            return;
        }
        self.events.detail(&Detail::Watched { at: self.clock.time, name: &name, value });
        match self.watched.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.watched.push((name, value)),
        }
    }
}
