//! The recording of a pane: its events as they happened, and the bodies that it showed.

use super::console::{Console, ConsoleLine};
use super::context::{Contexts, PaneContext};
use super::entries::{Entries, Entry, Moment, Step};
use super::flips::Flip;
use super::kept::{Reader, Readers};
use super::passes::{Passes, Tunnel};
use super::ring::Ring;
use super::saved_sums::{Recorded, RunSums, SavedSums};
use super::states::KeptBodies;
use crate::base::params::invalid::Invalid;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::behind::Behind;
use crate::lab::metrics::reach::{RECENT, RECORDED, RESPONDING};
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::screen::Screen;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::watch::Watch;
use crate::model::config::capture::SampleTimes;
use crate::model::config::computer::Computer;
use crate::model::config::control::ControlInput;
use crate::model::machine::event::{Detail, Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::Body;
use crate::model::world::kind::WorldKind;
use crate::model::world::numbers::Numbers;
use crate::model::world::stepped_world::World;
use crate::model::worlds;
use std::rc::Rc;

/// The largest size of one pane's recording, so that six take less than 64 MiB. The more events a pane has, the fewer seconds
/// fit. Bodies get the memory that everything else leaves, so the more bodies a world has, the fewer seconds of frames and states
/// are stored.
pub const MOST_BYTES: usize = 64 * 1024 * 1024 / 6;
/// The largest size of a recording without its bodies.
const MOST_BESIDE_BODIES: usize = 8 * 1024 * 1024;
/// The number of entries that may be added before the size is measured again.
const ENTRIES_AT_ONCE: usize = 2048;
/// The number of bytes that may be added before the size is measured again.
const BYTES_AT_ONCE: usize = 768 * 1024;
/// The span of the stored entries: longer than all others, because the numbers of the oldest moment are computed from the two
/// seconds before it, beginning at a whole second.
const ENTRIES_REACH: Span = Span::from_flicks(RECORDED.flicks() + RECENT.flicks() + 2 * FLICKS_PER_SECOND);
/// The span of the stored flips: longer than that of states, because the last flip before an old moment decides whether its
/// display responds.
const FLIPS_REACH: Span = Span::from_flicks(RECORDED.flicks() + RESPONDING.flicks());

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The time for which events, watched values and numbers are stored.
    pub events: Span,
    /// The time for which displayed frames and states are stored.
    pub states: Span,
}

/// The recording of a pane. It observes the pane's computer, and is read at a [`Moment`]; the present is one of them.
pub struct Recording {
    /// The moment of the first turn.
    pub start: Time,
    pub world: &'static WorldKind,
    pub entries: Entries,
    pub contexts: Contexts,
    pub flips: Ring<Flip>,
    pub steps: Ring<Step>,
    pub bodies: KeptBodies,
    pub inputs: Ring<Input>,
    pub answers: Ring<Answer>,
    pub console: Console,
    pub passes: Passes,
    pub watch: Watch,
    sums: SavedSums,
    readers: Readers<Recording>,

    measure_at: usize,
    /// The world's own numbers in the next frame to be displayed.
    numbers: Numbers,
    last_begin: Time,
}

impl Recording {
    pub fn of(setup: &PaneSetup) -> Result<Recording, Invalid> {
        let start = setup.first_turn();
        let world = worlds::find(&setup.settings.scene.id)?;
        let watch = Watch::new(setup)?.keeping(RECORDED + RECENT);
        Ok(Recording {
            start,
            world,
            entries: Entries::default(),
            contexts: Contexts::new(PaneContext::of(setup, watch.forgiven())?),
            flips: Ring::default(),
            steps: Ring::default(),
            bodies: KeptBodies::with_room(MOST_BYTES / 4),
            inputs: Ring::default(),
            answers: Ring::default(),
            console: Console::default(),
            passes: Passes::new(world.counted_passes),
            watch,
            sums: SavedSums::new(
                (Screen::of(setup.computer()), setup.strategy()?.samples),
                start,
                ReferenceSolution::of(setup.settings)?,
            ),
            readers: Readers::default(),
            measure_at: ENTRIES_AT_ONCE,
            numbers: Numbers::default(),
            last_begin: start,
        })
    }

    /// Returns the reader `F` after everything that is recorded.
    pub fn read<F: Reader<Recording>>(&self) -> Rc<F> {
        self.readers.read(self, self.entries.ring.range())
    }

    /// Returns how far back a person can look from `now`. The time before the pane's first turn counts as recorded.
    pub fn reach(&self, now: Time) -> Reach {
        let back = |kept: Option<Time>, is_all: bool| match kept {
            _ if is_all => RECORDED,
            Some(from) => (now - from).min(RECORDED),
            None => Span::ZERO,
        };
        let shown = back(self.bodies.shown.first_at(), self.bodies.shown.range().start == 0);
        let states = back(self.bodies.after_steps.first_at(), self.bodies.after_steps.range().start == 0);
        let events = back(self.entries.first_at(), self.entries.ring.range().start == 0);
        Reach { events, states: shown.min(states).min(events) }
    }

    /// Returns the moment since which every event is stored: the beginning of the run, or just after the oldest stored time if
    /// older events were dropped.
    pub fn recorded_since(&self) -> Time {
        match self.entries.first_at() {
            Some(first) if self.entries.ring.range().start > 0 => first + Span::from_flicks(1),
            _ => self.start,
        }
    }

    /// Returns the last body that went through a wall; `None` if the step in which it did is not stored.
    pub fn tunnel(&self) -> Option<Tunnel> {
        self.passes.last_tunnel.filter(|tunnel| self.bodies.after_steps.range().start < tunnel.step)
    }

    pub fn bytes(&self) -> usize {
        self.bytes_beside_bodies() + self.bodies.bytes()
    }

    fn bytes_beside_bodies(&self) -> usize {
        let given = self.inputs.bytes() + self.answers.bytes() + self.passes.bytes();
        let happened = self.entries.bytes() + self.contexts.bytes() + self.flips.bytes() + self.steps.bytes();
        happened + given + self.readers.bytes()
    }

    /// Returns how many frames the display had shown by `moment`.
    pub fn flips_until(&self, moment: Moment) -> usize {
        if self.entries.is_newest(moment) {
            return self.flips.range().end;
        }
        self.flips.partition_point(|flip| flip.entry < moment.end)
    }

    /// Returns how many updates and thoughts had begun by `moment`.
    pub fn steps_until(&self, moment: Moment) -> usize {
        if self.entries.is_newest(moment) {
            return self.steps.range().end;
        }
        self.steps.partition_point(|step| step.entry < moment.end)
    }

    /// Returns how long the display has been showing the same frame.
    pub fn waiting(&self, moment: Moment) -> Span {
        let last = self.flips_until(moment).checked_sub(1).and_then(|last| self.flips.get(last));
        moment.at - last.map_or(self.start, |flip| flip.at)
    }

    /// Returns how far the frame on the display is behind the clock; `None` before the first frame, and if the sample times of a
    /// capture are unknown.
    pub fn behind(&self, moment: Moment) -> Option<Behind> {
        let newest = self.flips.get(self.flips_until(moment).checked_sub(1)?)?;
        let is_known = self.contexts.at(moment.at).strategy.samples != SampleTimes::Unknown;
        is_known.then(|| self.behind_with(newest, moment))
    }

    /// Returns how far `shown`, a frame on some rows of the display at `moment`, is behind the clock.
    pub fn behind_with(&self, shown: &Flip, moment: Moment) -> Behind {
        let context = self.contexts.at(moment.at);
        let clock = context.last_refresh(self.start, moment.at).max(shown.at);
        Behind { clock, drawn: shown.drawn, forgiven: context.forgiven.at(clock) }
    }

    /// Calls `read` with the sums of the run until `moment`.
    pub fn with_sums<T>(&self, moment: Moment, read: impl FnOnce(&RunSums) -> T) -> T {
        let Recording { entries, steps, inputs, answers, contexts, .. } = self;
        // The sums of the present are known even if the beginning of the second is not recorded any more.
        if self.entries.is_newest(moment) {
            return read(&self.sums.current);
        }
        self.sums.read(moment, Recorded { entries, steps, inputs, answers, contexts }, read)
    }

    /// Saves the sums if a second begins at `at`, and drops entries that are too old or too many.
    fn tidy(&mut self, at: Time) {
        let begins = self.sums.begin_second(at, self.entries.end());
        if begins {
            self.entries.save_watched();
            self.readers.drop_unasked();
        }
        if begins || self.entries.end() >= self.measure_at {
            self.measure_at = self.entries.end() + ENTRIES_AT_ONCE;
            self.forget(at);
        }
    }

    /// Drops everything older than the reach, and shortens the reach until everything fits. Entries of the moment `at` stay even
    /// if they alone do not fit: a loop may make hundreds of thousands of free steps at one moment.
    fn forget(&mut self, at: Time) {
        self.forget_before([at - RECORDED, at - ENTRIES_REACH, at - FLIPS_REACH]);
        let mut oldest = self.entries.first_at().unwrap_or(at);
        while self.bytes_beside_bodies() > MOST_BESIDE_BODIES && oldest < at {
            // The reach shrinks step by step up to now, because a ring may keep an old piece that reaches to now.
            oldest = oldest + (at - oldest).scaled(1.0 / 16.0).max(Span::from_flicks(1));
            self.forget_before([oldest; 3]);
        }
        let room = MOST_BYTES.saturating_sub(self.bytes_beside_bodies() + BYTES_AT_ONCE);
        self.bodies.room = room;
    }

    /// Drops the steps and readers before `oldest`, the entries, inputs and answers before `oldest_entry`, and the flips before
    /// `oldest_flip`.
    fn forget_before(&mut self, [oldest, oldest_entry, oldest_flip]: [Time; 3]) {
        self.entries.forget_before(oldest_entry);
        self.inputs.forget_before(oldest_entry);
        self.answers.forget_before(oldest_entry);
        self.flips.forget_before(oldest_flip);
        self.steps.forget_before(oldest);
        self.readers.forget_before(oldest);
    }
}

impl Observer for Recording {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.tidy(event.at());
        self.watch.note(event, bodies);
        let path = self.sums.add(event, bodies);
        let entry = self.entries.add_event(event);
        self.last_begin = event.at();
        match *event {
            Event::Update { at, sim, .. } | Event::Thought { at, sim, .. } => {
                self.steps.push(Step { at, sim, entry, path });
                self.bodies.add_after_step(at, bodies);
            }
            Event::Display { at, drawn, frame: number } => {
                let screen = self.sums.current.adding.screen;
                let (torn, interval, forgiven) = (screen.tears(at), screen.interval, self.contexts.at(at).forgiven.at(at));
                self.flips.push(Flip { at, drawn, number, torn, interval, forgiven, entry });
                self.bodies.add_shown(at, bodies, self.numbers);
            }
            _ => {}
        }
    }

    fn log(&mut self, at: Time, line: u32, text: &str) {
        self.console.write(ConsoleLine { at, line, text: text.to_owned() });
    }

    fn detail(&mut self, detail: &Detail) {
        match *detail {
            Detail::Watched { at, name, value } => self.entries.add_watched(at, name, value),
            Detail::Forgotten { at } => self.entries.forget_watched(at),
            Detail::Stalled { by } => self.entries.ring.push(Entry::Stalled { at: self.last_begin, by }),
            Detail::Due { at } => self.entries.ring.push(Entry::Due { at: self.last_begin, due: at }),
            Detail::Submitted(stages) => self.entries.ring.push(Entry::Submitted { at: self.last_begin, stages }),
            Detail::Numbers(numbers) => self.numbers = numbers,
            Detail::Extra { .. } => {}
        }
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.watch.seen(world, at);
        if let Some(step) = self.steps.range().end.checked_sub(1) {
            self.passes.count(world, (step, at), &self.bodies.after_steps);
        }
    }

    fn input(&mut self, input: Input) {
        self.tidy(input.at);
        self.inputs.push(input);
        self.watch.input(input);
        self.sums.current.adding.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.tidy(answer.shown);
        self.answers.push(*answer);
        self.watch.answer(answer);
        self.sums.current.adding.answer(answer);
    }

    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.sums.reference.steered(sim, pedals);
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.sums.reference.options_set(sim, options);
    }

    fn begin_regime(&mut self, at: Time, sim: Time) {
        self.watch.begin_regime(at, sim);
        self.passes.begin_regime(at);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.sums.current.adding.screen = Screen::of(computer);
    }
}

impl Fold for Recording {
    fn wants_details(&self) -> bool {
        true
    }

    fn configured(&mut self, setup: &PaneSetup) {
        self.watch.on_settings_changed(setup);
        self.passes.begin_regime(self.watch.regime_begin());
        // Settings that have been checked name a loop that exists.
        if let Ok(context) = PaneContext::of(setup, self.watch.forgiven()) {
            self.contexts.begin(context);
        }
    }
}
