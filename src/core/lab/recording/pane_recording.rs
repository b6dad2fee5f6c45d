//! The recording of a pane: its events as they were, and what is computed from them as they come.

use super::context::{Contexts, PaneContext};
use super::cpu_blocks::{BlockKind, CpuBlocks};
use super::entries::{Entries, Entry, Moment, Step};
use super::frame_timeline::FrameTimelines;
use super::lamp::Lamp;
use super::passes::{Passes, Tunnel};
use super::plots::Plots;
use super::pulse::Pulse;
use super::ring::{Ring, Timed};
use super::saved_sums::{Kept, SavedSums};
use super::states::{KeptBodies, State};
use super::strip::{ExactMemory, Flip, Spots, Strip, StripSpan};
use super::trail::{self, Trail};
use crate::base::params::{Invalid, Values};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::findings::{PaneState, Watch};
use crate::lab::metrics::reach::{RECENT, RECORDED};
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::{DisplayedFrame, RunMetrics, Screen, Sums};
use crate::lab::run::{Fold, PaneSetup};
use crate::model::config::{Computer, ControlInput};
use crate::model::machine::{Answer, Detail, Event, Input, Observer, Watched, WatchedName};
use crate::model::world::{Body, Numbers, Tally, World, WorldKind};
use crate::model::worlds;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The most bytes of one pane's recording: six take less than 64 MiB. The more happens, the fewer seconds fit. Bodies get the
/// room that everything else leaves: the more bodies a world has, the fewer seconds of frames and states are kept.
pub const MOST_BYTES: usize = 64 * 1024 * 1024 / 6;
/// The most bytes of a recording without its bodies.
const MOST_BESIDE_BODIES: usize = 8 * 1024 * 1024;
/// The entries, or the bytes, that may be added before the size is measured again.
const ENTRIES_AT_ONCE: usize = 2048;
const BYTES_AT_ONCE: usize = 768 * 1024;
/// How far entries reach back: further than everything else, because the numbers of the oldest moment are computed from the
/// two seconds before it, beginning at a whole second.
const ENTRIES_REACH: Span = Span::from_flicks(RECORDED.flicks() + RECENT.flicks() + 2 * FLICKS_PER_SECOND);
/// How far flips reach back: further than states, because a strip of an old moment begins before it.
const FLIPS_REACH: Span = Span::from_flicks(RECORDED.flicks() + 10 * FLICKS_PER_SECOND);

/// The part of an operation that is a stall, at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StalledTime {
    pub from: Time,
    pub to: Time,
}

/// How far a recording reaches back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How far events, watched values and numbers reach back.
    pub events: Span,
    /// How far displayed frames and states reach back.
    pub states: Span,
}

/// The lines of a loop's console that are kept, and those that are shown.
const CONSOLE_LINES: usize = 1000;
const SHOWN_CONSOLE_LINES: usize = 20;

/// A line of a loop's console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    /// When it was written.
    pub at: Time,
    /// The line of the loop's text that wrote it, counted from 1.
    pub line: u32,
    /// The text.
    pub text: String,
}

impl Timed for StalledTime {
    fn at(&self) -> Time {
        self.from
    }
}

/// The recording of a pane. It observes the pane's computer, and is read at a [`Moment`]: the present is one of them.
pub struct Recording {
    start: Time,
    pub entries: Entries,
    pub contexts: Contexts,
    sums: SavedSums,
    watch: Watch,
    pub flips: Ring<Flip>,
    pub steps: Ring<Step>,
    pub bodies: KeptBodies,
    inputs: Ring<Input>,
    answers: Ring<Answer>,
    pub passes: Passes,

    // Computed from the fields above as events come, so that no frame of the window has to search.
    pub blocks: CpuBlocks,
    pub timelines: FrameTimelines,
    pub stalls: Ring<StalledTime>,
    console: VecDeque<ConsoleLine>,
    pub plots: Plots,
    trail: Rc<Trail>,
    world: &'static WorldKind,
    exact: RefCell<ExactMemory>,

    measure_at: usize,
    /// The world's own numbers in the frame that is displayed next.
    numbers: Numbers,
    last_begin: Time,
    /// When the last operation ended, before any wait for the display.
    last_end: Time,
    /// The busy part of the last sleep.
    spun: Span,
}

impl Recording {
    /// Begins the recording of a pane.
    pub fn of(setup: &PaneSetup) -> Result<Recording, Invalid> {
        let start = setup.first_turn();
        let world = worlds::find(&setup.settings.scene.id)?;
        let sums = SavedSums::new(Screen::of(setup.computer()), start, ReferenceSolution::of(setup.settings)?);
        Ok(Recording {
            start,
            entries: Entries::default(),
            contexts: Contexts::new(PaneContext::of(setup)?),
            sums,
            watch: Watch::new(setup)?.keeping(RECORDED + RECENT),
            flips: Ring::default(),
            steps: Ring::default(),
            bodies: KeptBodies::with_room(MOST_BYTES / 4),
            inputs: Ring::default(),
            answers: Ring::default(),
            passes: Passes::new(world.counted_passes),
            blocks: CpuBlocks::default(),
            timelines: FrameTimelines::default(),
            console: VecDeque::new(),
            stalls: Ring::default(),
            plots: Plots::default(),
            trail: Rc::new(Trail::of(world)),
            world,
            exact: RefCell::default(),
            measure_at: ENTRIES_AT_ONCE,
            numbers: Numbers::default(),
            last_begin: start,
            last_end: Time::ZERO,
            spun: Span::ZERO,
        })
    }

    // --- Moments -----------------------------------------------------------------------------------------------------

    /// Returns the moment at which the laboratory shows `at`.
    pub fn moment(&self, at: Time) -> Moment {
        let is_newest = self.entries.last_at().is_none_or(|last| last < at);
        Moment { at, end: if is_newest { self.entries.end() } else { self.entries.end_at(at) } }
    }

    /// Returns the moment just after the event that is entry `number`; `None` if that is not kept.
    pub fn moment_after(&self, number: usize) -> Option<Moment> {
        let event = self.entries.event(number)?;
        Some(Moment { at: event.at(), end: self.entries.end_after(number) })
    }

    /// Returns whether nothing has happened since `moment`.
    pub fn is_newest(&self, moment: Moment) -> bool {
        moment.end >= self.entries.end()
    }

    /// Returns the number of the last event that had happened at `moment`.
    pub fn event_at(&self, moment: Moment) -> Option<usize> {
        self.entries.event_before(moment.end, |_| true)
    }

    /// Returns how far back one can look from `now`. What lies before the pane's first turn counts as known.
    pub fn reach(&self, now: Time) -> Reach {
        let back = |kept: Option<Time>, is_all: bool| match kept {
            _ if is_all => RECORDED,
            Some(from) => (now - from).min(RECORDED),
            None => Span::ZERO,
        };
        let shown = back(self.bodies.shown.first_at(), self.bodies.shown.range().start == 0);
        let states = back(self.bodies.after_steps.first_at(), self.bodies.after_steps.range().start == 0);
        let events = back(self.entries.first_at(), self.entries.ring.range().start == 0);
        let blocks = back(self.blocks.first(), self.blocks.first().is_none_or(|first| first <= self.start));
        Reach { events: events.min(blocks), states: shown.min(states).min(events) }
    }

    /// Returns since when every event is known: from the beginning, or from just after the oldest time that is kept.
    pub fn recorded_since(&self) -> Time {
        match self.entries.first_at() {
            Some(first) if self.entries.ring.range().start > 0 => first + Span::from_flicks(1),
            _ => self.start,
        }
    }

    // --- What is kept ------------------------------------------------------------------------------------------------

    /// Returns the bodies after step `number`, counted from 0, if they are kept.
    pub fn state_after(&self, number: usize) -> Option<&[Body]> {
        self.bodies.after_steps.get(number).map(|state| &*state.bodies)
    }

    /// Returns the last body that went through a wall, as long as the step in which it did is kept.
    pub fn tunnel(&self) -> Option<Tunnel> {
        self.passes.last_tunnel.filter(|tunnel| self.bodies.after_steps.range().start < tunnel.step)
    }

    pub fn bytes(&self) -> usize {
        self.bytes_beside_bodies() + self.bodies.bytes()
    }

    fn bytes_beside_bodies(&self) -> usize {
        let happened = self.entries.bytes() + self.contexts.bytes() + self.inputs.bytes() + self.answers.bytes();
        let found = self.blocks.bytes() + self.timelines.bytes() + self.stalls.bytes() + self.plots.bytes();
        happened + found + self.flips.bytes() + self.steps.bytes() + self.passes.bytes()
    }

    // --- What was to be seen at a moment -----------------------------------------------------------------------------

    /// Returns how many frames the display had shown by `moment`.
    pub fn flips_until(&self, moment: Moment) -> usize {
        if self.is_newest(moment) {
            return self.flips.range().end;
        }
        self.flips.partition_point(|flip| flip.entry < moment.end)
    }

    fn steps_until(&self, moment: Moment) -> usize {
        if self.is_newest(moment) {
            return self.steps.range().end;
        }
        self.steps.partition_point(|step| step.entry < moment.end)
    }

    /// Returns what the display showed at flip `number`, if it is kept.
    pub fn shown(&self, number: usize) -> Option<&State> {
        self.bodies.shown.get(number)
    }

    /// Returns the events since `from` until `moment`.
    pub fn events(&self, from: Time, moment: Moment) -> impl Iterator<Item = Event> {
        let entries = self.entries.between(self.entries.first_since(from), moment.end);
        entries.filter_map(|(_, entry)| entry.event())
    }

    /// Returns the metrics at `moment`: of the run until then, and of its last two seconds.
    pub fn metrics(&self, moment: Moment) -> Rc<RunMetrics> {
        let Recording { entries, steps, inputs, answers, contexts, .. } = self;
        self.sums.read(moment, Kept { entries, steps, inputs, answers, contexts })
    }

    /// Returns the sums of the run until `moment`. `clock` is the computer's then, and `tally` has the passes until then.
    pub fn whole(&self, moment: Moment, clock: Time, tally: Tally) -> Sums {
        // In the present they are known also if the beginning of the second is not recorded any more.
        if self.is_newest(moment) { self.sums.current.whole(clock, tally) } else { self.metrics(moment).whole(clock, tally) }
    }

    pub fn state_at(&self, moment: Moment) -> Rc<PaneState> {
        self.watch.state_at(moment.at)
    }

    /// Returns the computer's clock at `moment`: the end of the present operation; `None` if it has not ended. A render ends
    /// when the next operation begins, unless the system calls the loop.
    pub fn clock(&self, moment: Moment, is_called: bool) -> Option<Time> {
        let is_next = |event: &Event| event.line().is_some() || matches!(event, Event::Frame { .. });
        if is_called {
            let present = self.entries.event_before(moment.end, is_next).and_then(|number| self.entries.event(number));
            if let Some(Event::Render { end, .. }) = present
                && end >= moment.at
            {
                return Some(end);
            }
        }
        self.entries.event_since(moment.end, is_next).and_then(|number| self.entries.event(number)).map(|event| event.at())
    }

    pub fn tally(&self, moment: Moment) -> Tally {
        self.passes.tally(self.steps_until(moment))
    }

    /// Returns the passes body by body; empty in a world of many bodies.
    pub fn tallies(&self, moment: Moment) -> &[Tally] {
        self.passes.tallies(self.steps_until(moment))
    }

    /// Returns the passes that had ended lately: in the last six seconds, or as many as the world counts.
    pub fn recent_passes(&self, moment: Moment) -> Tally {
        self.passes.recent(moment.at, self.steps_until(moment))
    }

    pub fn watched(&self, moment: Moment) -> Vec<(WatchedName, Watched)> {
        self.entries.watched(moment.end)
    }

    /// Returns the newest lines of the loop's console, the oldest first.
    pub fn console(&self, moment: Moment) -> Vec<ConsoleLine> {
        let end = self.console.partition_point(|line| line.at <= moment.at);
        self.console.range(end.saturating_sub(SHOWN_CONSOLE_LINES)..end).cloned().collect()
    }

    /// Returns the lines of its file that the loop ran in the `span` before, in the order of their last runs, each with the
    /// moment at which it last ran.
    pub fn lines(&self, moment: Moment, span: Span) -> Vec<(u32, Time)> {
        self.entries.lines(moment.end, moment.at, span)
    }

    pub fn lamp(&self, moment: Moment) -> Lamp {
        Lamp::of(&self.inputs, &self.answers, moment.at)
    }

    /// Returns the positions of the bodies in the frames of the second before.
    pub fn trail(&self, moment: Moment) -> Rc<Trail> {
        if self.is_newest(moment) {
            return self.trail.clone();
        }
        let (mut trail, end) = (Trail::of(self.world), self.flips_until(moment));
        let Some(last) = end.checked_sub(1).and_then(|last| self.flips.get(last)) else { return Rc::new(trail) };
        // The frame before the first one leaves its dots when that one appears.
        let first = self.flips.partition_point(|flip| flip.at < last.at - trail::reach(self.world)).saturating_sub(1);
        for number in first..end {
            if let (Some(flip), Some(state)) = (self.flips.get(number), self.shown(number)) {
                trail.add(flip.at, &state.bodies);
            }
        }
        Rc::new(trail)
    }

    /// Returns the strip of `span`; `world` has the exact motion.
    pub fn strip(&self, world: &World, span: StripSpan) -> Strip {
        let frames = super::strip::frames(&self.flips, &self.timelines.repeats, &self.contexts, span);
        let exact = self.exact.borrow_mut().between(span, &self.contexts, &self.world.followed, world);
        Strip { frames, exact }
    }

    /// Returns the pulse after `from`, up to what the display had shown by `moment`.
    pub fn pulse(&self, from: Time, moment: Moment) -> Pulse {
        let is_asked = |state: &&Rc<PaneState>| state.at > from && state.at <= moment.at;
        let mut states: Vec<Rc<PaneState>> = self.watch.states.iter().filter(is_asked).cloned().collect();
        let newest = self.state_at(moment);
        if states.last().is_none_or(|last| last.at < newest.at) {
            states.push(newest);
        }
        Pulse::read((&self.flips, self.flips_until(moment)), &self.steps, &states, (from, moment.at))
    }

    // --- Recording ---------------------------------------------------------------------------------------------------

    /// Saves the sums if a second begins at `at`, and forgets what is too old or too much.
    fn tidy(&mut self, at: Time) {
        let begins = self.sums.begin_second(at, self.entries.end());
        if begins {
            self.entries.save_watched();
        }
        if begins || self.entries.end() >= self.measure_at {
            self.measure_at = self.entries.end() + ENTRIES_AT_ONCE;
            self.forget(at);
        }
    }

    /// Forgets everything older than the reach, and shortens the reach until all of it fits. Entries of `at` itself stay,
    /// even if they alone do not fit: a loop may make hundreds of thousands of free steps at one time.
    fn forget(&mut self, at: Time) {
        self.forget_before([at - RECORDED, at - ENTRIES_REACH, at - FLIPS_REACH]);
        let mut oldest = self.entries.first_at().unwrap_or(at);
        while self.bytes_beside_bodies() > MOST_BESIDE_BODIES && oldest < at {
            // The step is from moment to moment, since a ring may keep an old piece that reaches to now.
            oldest = oldest + (at - oldest).scaled(1.0 / 16.0).max(Span::from_flicks(1));
            self.forget_before([oldest; 3]);
        }
        let room = MOST_BYTES.saturating_sub(self.bytes_beside_bodies() + BYTES_AT_ONCE);
        self.bodies.room = room;
    }

    /// Forgets everything from before these moments: one for most of it, one for entries, one for flips.
    fn forget_before(&mut self, [oldest, oldest_entry, oldest_flip]: [Time; 3]) {
        self.entries.forget_before(oldest_entry);
        self.inputs.forget_before(oldest_entry);
        self.answers.forget_before(oldest_entry);
        self.flips.forget_before(oldest_flip);
        self.steps.forget_before(oldest);
        self.blocks.forget_before(oldest);
        self.timelines.forget_before(oldest);
        self.stalls.forget_before(oldest);
    }

    fn add_step(&mut self, step: Step, end: Time, bodies: &[Body]) {
        self.steps.push(step);
        self.bodies.add_after_step(step.at, bodies);
        self.add_work(step.at, end, BlockKind::Update);
    }

    fn add_work(&mut self, at: Time, end: Time, kind: BlockKind) {
        self.last_end = end;
        self.timelines.begins(at);
        if end > at {
            self.blocks.push(at, kind);
        }
    }

    fn add_flip(&mut self, frame: DisplayedFrame, number: u64, entry: usize, bodies: &[Body]) {
        let (DisplayedFrame { at, drawn }, spots) = (frame, Spots::of(&self.world.followed, bodies));
        self.flips.push(Flip { at, drawn, number, spots, entry });
        self.bodies.add_shown(at, bodies, self.numbers);
        Rc::make_mut(&mut self.trail).add(at, bodies);
        if let Some(rendered) = self.timelines.get(number).map(|timeline| timeline.render) {
            self.timelines.displayed(number, at, &self.contexts.at(rendered).computer);
        }
    }
}

impl Observer for Recording {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.tidy(event.at());
        self.watch.note(event, bodies);
        let path = self.sums.add(event, bodies);
        self.plots.add(event);
        let entry = self.entries.add_event(event);
        self.last_begin = event.at();
        match *event {
            Event::Frame { at } => self.timelines.begins(at),
            Event::Update { at, end, sim, dt: _, .. } => {
                self.add_step(Step { at, sim, entry, path }, end, bodies);
            }
            Event::Thought { at, end, sim, .. } => self.add_step(Step { at, sim, entry, path }, end, bodies),
            Event::Sleep { at, end, spun, .. } => {
                self.blocks.push(at, BlockKind::Sleep);
                (self.last_end, self.spun) = (end, spun);
                self.timelines.slept(end);
            }
            Event::Render { at, end, frame, .. } => {
                self.add_work(at, end, BlockKind::Render);
                self.timelines.rendered(frame, at, end);
                self.blocks.push(end, BlockKind::Wait);
            }
            Event::Gpu { .. } => {}
            Event::Repeat { at } => self.timelines.repeated(at),
            Event::Display { at, drawn, frame } => self.add_flip(DisplayedFrame { at, drawn }, frame, entry, bodies),
        }
    }

    fn log(&mut self, at: Time, line: u32, text: &str) {
        if self.console.len() == CONSOLE_LINES {
            self.console.pop_front();
        }
        self.console.push_back(ConsoleLine { at, line, text: text.to_owned() });
    }

    fn detail(&mut self, detail: &Detail) {
        match *detail {
            Detail::Watched { at, name, value } => self.entries.add_watched(at, name, value),
            Detail::Forgotten { at } => self.entries.forget_watched(at),
            Detail::Stalled { by } => {
                self.entries.ring.push(Entry::Stalled { at: self.last_begin, by });
                self.stalls.push(StalledTime { from: self.last_end - by, to: self.last_end });
            }
            Detail::Due { at } => {
                self.entries.ring.push(Entry::Due { at: self.last_begin, due: at });
                // A busy end of a sleep ends where the sleep is due.
                let spun = std::mem::take(&mut self.spun);
                if spun > Span::ZERO {
                    self.blocks.push(at - spun, BlockKind::Spin);
                }
                self.blocks.push(at, BlockKind::Late);
            }
            Detail::Submitted(stages) => self.timelines.submitted(stages),
            Detail::Numbers(numbers) => self.numbers = numbers,
        }
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.watch.seen(world, at);
        let Some(step) = self.steps.range().end.checked_sub(1) else { return };
        let states = &self.bodies.after_steps;
        let before = step.checked_sub(1).and_then(|before| states.get(before));
        let states = before.zip(states.get(step)).map(|(before, after)| (&*before.bodies, &*after.bodies));
        self.passes.count(world, (step, at), states);
    }

    fn input(&mut self, input: Input) {
        self.tidy(input.at);
        self.inputs.push(input);
        self.watch.input(input);
        self.sums.current.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.tidy(answer.shown);
        self.answers.push(*answer);
        self.watch.answer(answer);
        self.sums.current.answer(answer);
    }

    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.exact.get_mut().forget_after(sim);
        self.sums.reference.steered(sim, pedals);
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.exact.get_mut().forget_after(sim);
        self.sums.reference.options_set(sim, options);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.sums.current.sums.screen = Screen::of(computer);
    }
}

impl Fold for Recording {
    fn wants_details(&self) -> bool {
        true
    }

    fn configured(&mut self, setup: &PaneSetup) {
        self.watch.on_settings_changed(setup);
        // Settings that have been checked name a loop that exists.
        if let Ok(context) = PaneContext::of(setup) {
            self.contexts.begin(context);
        }
    }
}
