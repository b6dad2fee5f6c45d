//! Observes a pane, and computes every tenth of a second which kinds hold.
//!
//! A state is computed from all events up to its moment, so it is computed when the first event after that moment comes. A change
//! of settings begins a [`Regime`]: no state of a regime uses events from before it.

use super::intervals::lower_median;
use super::kind::{Kind, KindRow, TABLE, Tone};
use super::pace::Speed;
use super::pictures::{FlipFacts, Pictures, RecentStays, TEN_SECONDS, TurnWork, evidence};
use super::regime_settings::RegimeSettings;
use super::symptom::{PaneState, Symptom, TICK};
use super::turns::{Drift, MeanWork, Turns};
use super::words::{CapturedNotes, HowPaused, Said};
use super::world_sight::{WorldSight, WorldWatch};
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{RECENT, RECENT_PASSES, RESPONDING};
use crate::lab::metrics::screen::Screen;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::capture::{Capture, SampleTimes};
use crate::model::config::computer::Present;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Giver, Input};
use crate::model::world::body::{Body, Tally};
use crate::model::world::kind::WorldKind;
use crate::model::world::motion::Apex;
use crate::model::world::stepped_world::World;
use crate::model::worlds;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// A kind that holds ends at this share of its threshold, so that sentences don't flicker.
const ENDS_AT: f64 = 0.8;
/// A kind ends at the latest this long after it last reached its full threshold.
const HOLDS_ON: Span = RECENT;
/// The least length of a regime that a verdict needs.
const LEAST: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 10);
/// The longer spans over which the speed is also measured if steps are longer than `LONG_STEP`.
const LONGER: [Span; 2] = [Span::from_flicks(FLICKS_PER_SECOND * 4), TEN_SECONDS];
/// If steps are longer than this, the speed is also measured over the `LONGER` spans.
const LONG_STEP: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The window in which paths are judged: as long as the longest time between two start signals.
const ROUND: Span = Span::from_flicks(FLICKS_PER_SECOND * 4);
/// A loop that has not drawn for this long never draws.
const NEVER_DRAWN: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// Kinds that explain why the display shows nothing new, or say worse of the same pictures.
const HOLD_PICTURES: [Kind; 6] = [Kind::NeverDraws, Kind::Frozen, Kind::Stall, Kind::Hitch, Kind::Judder, Kind::Uneven];
/// Speeds that differ from 1 by less than this are real speed.
const REAL: f64 = 0.02;
/// The median answer is taken over this many inputs.
const INPUTS: usize = 8;
/// The least number of inputs for a median answer.
const FEWEST_INPUTS: usize = 4;
/// An answer is late if it takes longer than this, and longer than `LATE_PICTURES` pictures stay on average.
const LATE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The least ratio of a late answer to the mean stay of a picture.
const LATE_PICTURES: f64 = 2.0;
/// A body is off its path if it is further from the path than this share of its width.
const OFF_PATH: f64 = 0.5;
/// Jumps have another height if it differs from the exact one by at least this share.
const OTHER_HEIGHT: f64 = 0.02;
/// A limit is missed by more than this share of its rate.
const MISSED: f64 = 0.05;
/// A limit that is higher than the refresh rate times this is none.
const LIMITS: f64 = 1.0001;
/// The share of a limit's period that the work on a frame may take if the limit is to be reached.
const FITS: f64 = 0.9;
/// The least number of frames or steps that have a rate.
const FEWEST_FRAMES: usize = 4;
/// The least number of updates and thoughts that are stored, and the largest number that is examined.
const FEWEST_OPERATIONS: usize = 16;

/// The settings of the pane that findings depend on, from a moment on.
#[derive(Clone, Debug)]
struct Terms {
    settings: Rc<RegimeSettings>,
    screen: Screen,
    timer: Span,
    present: Present,
    varies: bool,
    /// Whether there is no queue for frames, so that the CPU waits for the GPU.
    waits: bool,
    paused: bool,
    /// Whether the loop handles a pause itself.
    pauses: bool,
    /// The reason why the loop can't run in this world; `None` if it can.
    lacks: Option<&'static str>,
    /// The capture that the pane plays; `None` if a loop runs.
    captured: Option<Arc<Capture>>,
}

impl Terms {
    fn of(setup: &PaneSetup, world: &WorldKind) -> Result<Terms, Invalid> {
        let (computer, strategy) = (setup.computer(), setup.strategy()?);
        Ok(Terms {
            settings: Rc::new(RegimeSettings::of(setup)?),
            screen: Screen::of(computer),
            timer: Span::from_millis(computer.timer_ms),
            present: computer.present,
            varies: computer.vrr,
            waits: computer.queue == 0,
            paused: setup.settings.paused,
            pauses: strategy.pauses,
            lacks: strategy.lacks_in(world),
            captured: setup.choice().capture.clone().filter(|_| strategy.is_captured()),
        })
    }

    /// Returns whether the pane's events can show this kind.
    fn can_tell(&self, kind: Kind) -> bool {
        let has_refresh = self.screen.interval.is_some() || !kind.needs_refresh();
        has_refresh && self.captured.as_ref().is_none_or(|capture| kind.is_shown_by_capture(capture))
    }

    /// Returns the verdict on a capture that is too short to be judged; `None` for all others and for loops.
    fn too_short(&self) -> Option<Symptom> {
        let capture = self.captured.as_ref().filter(|capture| capture.is_too_short())?;
        let said = Said::TooShort { frames: capture.facts.shown, seconds: capture.end().as_secs() };
        Some(Symptom::new(said, 0.0, Vec::new()))
    }
}

/// The cost of an update or a thought. The `dt` of a thought is zero.
#[derive(Clone, Copy, Debug)]
struct UpdateCost {
    at: Time,
    cost: Span,
    dt: Span,
    turn: u64,
}

/// An input of the metronome, and the moment at which the display answered it.
#[derive(Clone, Copy, Debug)]
struct MetronomeInput {
    at: Time,
    seen: Option<Time>,
}

#[derive(Clone, Copy, Debug)]
struct PendingFrame {
    number: u64,
    at: Time,
    /// The moment at which the CPU and the GPU had finished their work on the frame.
    done: Time,
}

/// Everything that is known since the last change of the pane's settings.
#[derive(Clone, Debug)]
struct Regime {
    begin: Time,
    /// The simulated time at the beginning.
    began_at: Time,
    turns: Turns,
    turn: u64,
    operations: VecDeque<UpdateCost>,
    last_sleep: Option<Time>,
    renders: VecDeque<Time>,
    pictures: Pictures,
    asked: VecDeque<MetronomeInput>,
    /// The world just before the regime; `None` at the start of a run.
    before: Option<WorldSight>,
    sights: VecDeque<WorldSight>,
    /// The least distance of a body from its path.
    least_off: f64,
    /// Whether any sight of the regime was without an alarm.
    was_well: bool,
    /// The running tally of the passes that began in the regime, stored at each sight with which some of them ended, the oldest
    /// first.
    tallies: VecDeque<(Time, Tally)>,
}

impl Regime {
    fn new(begin: Time, sim: Time, before: Option<WorldSight>) -> Regime {
        Regime {
            begin,
            began_at: sim,
            turns: Turns::new(sim),
            turn: 0,
            operations: VecDeque::new(),
            last_sleep: None,
            renders: VecDeque::new(),
            pictures: Pictures::default(),
            asked: VecDeque::new(),
            was_well: before.as_ref().is_none_or(|sight| sight.alarm.is_none()),
            before,
            sights: VecDeque::new(),
            least_off: f64::INFINITY,
            tallies: VecDeque::from([(begin, Tally::default())]),
        }
    }

    /// Returns the next regime of the same run, which begins at `begin` with the simulated time `sim`.
    fn followed_at(&mut self, begin: Time, sim: Time) -> Regime {
        Regime::new(begin, sim, self.sights.pop_back().or(self.before.take()))
    }

    /// Returns the frames per second after `from`, or the steps if those are more; `None` if there are too few of both.
    fn frame_rate(&self, from: Time) -> Option<f64> {
        let recent = |at: &Time| *at > from;
        let frames = rate(self.renders.iter().copied().filter(recent));
        let steps = self.operations.iter().filter(|operation| operation.dt > Span::ZERO);
        let steps = rate(steps.map(|operation| operation.at).filter(recent));
        frames.into_iter().chain(steps).reduce(f64::max)
    }

    /// Returns the tally of the recent passes: the newest `counted`, or those of the last six seconds.
    fn recent_passes(&self, now: Time, counted: Option<u64>) -> Tally {
        let Some((_, all)) = self.tallies.back() else { return Tally::default() };
        let before = match counted {
            Some(counted) => self.tallies.partition_point(|(_, tally)| tally.passes() + counted < all.passes()),
            None => self.tallies.partition_point(|(at, _)| *at <= now - RECENT_PASSES).max(1) - 1,
        };
        all.since(self.tallies[before].1)
    }
}

/// Returns how many of the `moments` come in a second, without the longest time between two of them, which may be a stall; `None`
/// if there are too few.
fn rate(moments: impl Iterator<Item = Time> + Clone) -> Option<f64> {
    let (count, first, last) = (moments.clone().count(), moments.clone().next()?, moments.clone().last()?);
    let longest = moments.clone().zip(moments.skip(1)).map(|(one, next)| next - one).max()?;
    let passed = last - first - longest;
    (count >= FEWEST_FRAMES && passed > Span::ZERO).then(|| (count - 2) as f64 / passed.as_secs())
}

/// The beginnings of the time windows of a moment. Events after a beginning count.
#[derive(Clone, Copy, Debug)]
struct Windows {
    now: Time,
    recent: Time,
    longer: [Time; 2],
    ten: Time,
    sights: Time,
}

impl Windows {
    fn at(now: Time) -> Windows {
        let longer = LONGER.map(|span| now - span);
        Windows { now, recent: now - RECENT, longer, ten: now - TEN_SECONDS, sights: now - ROUND }
    }

    /// Returns the windows of a run that is judged from `from` to `now`.
    fn whole(from: Time, now: Time) -> Windows {
        Windows { now, recent: from, longer: [from; 2], ten: from, sights: from }
    }

    /// Returns the windows without the time before `begin`.
    fn after(self, begin: Time) -> Windows {
        let Windows { now, recent, longer, ten, sights } = self;
        let longer = longer.map(|from| from.max(begin));
        Windows { now, recent: recent.max(begin), longer, ten: ten.max(begin), sights: sights.max(begin) }
    }

    fn are_judged(&self) -> bool {
        self.recent == self.ten
    }
}

/// The symptoms in some windows.
struct Judgement {
    /// Wrong kinds before notes, the most important first.
    symptoms: Vec<Symptom>,
    /// The beginning of the window that decides about the speed; `None` while the speed is unknown.
    speed_from: Option<Time>,
}

/// Returns the factor of a kind's threshold.
type Factor<'a> = &'a dyn Fn(Kind, Tone) -> f64;

/// When each kind last reached its full threshold, as a note and as wrong; `None` if the last state did not have the kind with
/// this tone.
type Held = [[Option<Time>; 2]; TABLE.len()];

fn level(tone: Tone) -> usize {
    usize::from(tone == Tone::Wrong)
}

#[derive(Clone, Debug)]
pub struct Watch {
    terms: Terms,
    world: &'static WorldKind,
    paused_until: Option<Time>,
    /// The length of the past from which a state is computed.
    reach: Span,
    /// The length of the past whose states are stored.
    kept: Span,
    /// The moment after which no states are computed.
    last: Time,

    start: Time,
    /// The simulated time at which the world began.
    origin: Time,
    regime: Regime,
    standstill: RecentStays,
    /// The frames that are not displayed yet, the oldest first.
    on_their_way: VecDeque<PendingFrame>,
    looks: WorldWatch,

    next: Time,
    held: Held,
    /// The stored states, the oldest first.
    pub states: VecDeque<Rc<PaneState>>,
    /// The newest state if it was read before an event came after it; else `None`.
    ahead: RefCell<Option<Rc<PaneState>>>,
}

impl Watch {
    /// Returns a watch of a pane that stores only the newest state.
    pub fn new(setup: &PaneSetup) -> Result<Watch, Invalid> {
        let world = worlds::find(&setup.settings.scene.id)?;
        Ok(Watch {
            terms: Terms::of(setup, world)?,
            world,
            paused_until: None,
            reach: TEN_SECONDS,
            kept: Span::ZERO,
            last: Time::NEVER,
            start: setup.first_turn(),
            origin: setup.at,
            regime: Regime::new(setup.at, setup.at, None),
            standstill: RecentStays::default(),
            on_their_way: VecDeque::new(),
            looks: WorldWatch::new(setup.at),
            next: setup.at.ceil_to(TICK),
            held: Held::default(),
            states: VecDeque::new(),
            ahead: RefCell::default(),
        })
    }

    /// Returns the watch so that it stores the states of the last `span`.
    #[must_use]
    pub fn keeping(self, span: Span) -> Watch {
        Watch { kept: span, ..self }
    }

    /// Returns the watch so that it stores the events that [`Watch::judge`] needs for `span`.
    #[must_use]
    pub fn reaching(self, span: Span) -> Watch {
        Watch { reach: self.reach.max(span), ..self }
    }

    /// Returns the watch so that it computes no state after `last`, the end of a run.
    #[must_use]
    pub fn ending_at(self, last: Time) -> Watch {
        Watch { last, ..self }
    }

    /// Returns the state at the last whole tenth of a second up to `now`, or the oldest that is stored.
    pub fn state_at(&self, now: Time) -> Rc<PaneState> {
        if self.next <= now && self.next <= self.last {
            let moment = now.min(self.last).floor_to(TICK);
            if let Some(known) = self.ahead.borrow().as_ref().filter(|known| known.at == moment) {
                return known.clone();
            }
            let states = self.states.back().cloned().into_iter().collect();
            let mut watch = Watch { states, kept: Span::ZERO, ..self.clone() };
            watch.settle(moment + TICK);
            let state = watch.states.back().cloned().unwrap_or_else(|| Rc::new(self.starting(moment)));
            self.ahead.replace(Some(state.clone()));
            return state;
        }
        let next = self.states.partition_point(|state| state.at <= now);
        let known = self.states.get(next.max(1) - 1);
        known.cloned().unwrap_or_else(|| Rc::new(self.starting(now)))
    }

    fn starting(&self, at: Time) -> PaneState {
        let settling = Symptom::new(Said::Settling { has_shown: false }, 0.0, Vec::new());
        let symptoms = vec![Symptom { from: self.start.min(at), ..settling }];
        let regime = self.regime.begin;
        PaneState { at, regime, symptoms, speed: None, drawn_speed: None, rate: None, passes: Tally::default() }
    }

    /// Returns the symptoms over the `span` before `to`, by the same formulas with their thresholds times `factor`. All events
    /// until `to` must have been observed. The drift is measured over the last ten seconds, and passes over the last six. A body
    /// that returns to its path now and then counts as off its path.
    pub fn judge(&self, to: Time, span: Span, factor: f64) -> Vec<Symptom> {
        let Judgement { symptoms, .. } = self.judgement(&Windows::whole(to - span, to), &|_, _| factor);
        symptoms.into_iter().map(|symptom| Symptom { from: to, ..symptom }).collect()
    }

    /// Returns whether the time of a stall in the `span` before `to` came back as a jump.
    pub fn jumped(&self, to: Time, span: Span) -> bool {
        self.regime.pictures.jumped(to - span, to)
    }

    /// Returns the symptoms of the moment `now`, without the time before `begin`, by the same formulas with their thresholds times
    /// `factor`. All events until `now` must have been observed. No kind holds on from before.
    pub fn judge_moment(&self, begin: Time, now: Time, factor: f64) -> Vec<Symptom> {
        self.judgement(&Windows::at(now).after(begin), &|_, _| factor).symptoms
    }

    /// Returns the value of a kind over the `span` before `to`, whether the kind holds or not; `None` if it has no value.
    pub fn value(&self, kind: Kind, to: Time, span: Span) -> Option<f64> {
        let (from, Regime { turns, pictures, .. }) = (to - span, &self.regime);
        match kind {
            Kind::SlowMotion | Kind::FastMotion => turns.pace.speed(from).map(|speed| speed.ratio() * 100.0),
            Kind::Stall => pictures.longest_stall(from).map(Span::as_millis),
            Kind::LimitMissed => self.terms.settings.asked_rate().and_then(|_| self.regime.frame_rate(from)),
            Kind::LowFrameRate | Kind::HalfRate => pictures.mean(from).map(|mean| FLICKS_PER_SECOND as f64 / mean),
            Kind::Repeats => pictures.repeated_percent(from),
            Kind::Judder => pictures.fit(from).misfit.map(|misfit| misfit / (FLICKS_PER_SECOND / 1000) as f64),
            _ => self
                .judgement(&Windows::whole(from, to), &|_, _| 0.0)
                .symptoms
                .into_iter()
                .find(|symptom| symptom.kind() == kind)
                .map(|symptom| symptom.value),
        }
    }

    pub fn regime_begin(&self) -> Time {
        self.regime.begin
    }

    /// Takes the settings of the pane from `setup`, from its moment on. A change of a regime's settings begins the next regime.
    pub fn on_settings_changed(&mut self, setup: &PaneSetup) {
        self.settle(setup.at);
        // Settings that have been checked name a loop that exists.
        if let Ok(terms) = Terms::of(setup, self.world) {
            if self.terms.paused {
                self.paused_until = Some(setup.at);
            }
            if terms.settings != self.terms.settings {
                self.begin_next_regime(setup.at, self.regime.turns.sim);
            }
            self.terms = terms;
        }
    }

    fn begin_next_regime(&mut self, at: Time, sim: Time) {
        self.regime = self.regime.followed_at(at, sim);
        self.held = Held::default();
    }

    /// Computes every state before `moment`.
    fn settle(&mut self, moment: Time) {
        while self.next < moment && self.next <= self.last {
            let now = self.next;
            self.next = now + TICK;
            let state = self.state(now);
            while self.states.pop_front_if(|old| old.at <= now - self.kept).is_some() {}
            self.states.push_back(Rc::new(state));
        }
        if self.ahead.get_mut().is_some() {
            self.ahead.take();
        }
    }

    /// Computes the state at `now`. A kind from before that is below its full threshold, but not below its lower one, still
    /// holds.
    fn state(&mut self, now: Time) -> PaneState {
        let windows = Windows::at(now);
        let Judgement { mut symptoms, mut speed_from } = self.judgement(&windows, &|_, _| 1.0);
        for of_kind in &mut self.held {
            *of_kind = of_kind.map(|held| held.filter(|full: &Time| now - *full <= HOLDS_ON));
        }
        // A kind that is shown as wrong counts as shown as a note too.
        let is_told = |symptoms: &[Symptom], kind: Kind, told: usize| {
            symptoms.iter().any(|symptom| symptom.kind() == kind && level(symptom.tone) >= told)
        };
        let holds_on = self.held;
        let is_missing =
            |row: &KindRow| (0..2).any(|told| holds_on[row.kind as usize][told].is_some() && !is_told(&symptoms, row.kind, told));
        let is_any_missing = TABLE.iter().any(is_missing);
        let mut held = Held::default();
        for symptom in &symptoms {
            held[symptom.kind() as usize][..=level(symptom.tone)].fill(Some(now));
        }
        if is_any_missing {
            Judgement { symptoms, speed_from } = self.judgement(&windows, &|kind, tone| {
                let is_held = holds_on[kind as usize][level(tone)].is_some() && held[kind as usize][level(tone)].is_none();
                if is_held { ENDS_AT } else { 1.0 }
            });
            for symptom in &symptoms {
                let index = symptom.kind() as usize;
                for told in 0..=level(symptom.tone) {
                    let known = &mut held[index][told];
                    *known = known.or(holds_on[index][told]);
                }
            }
            // A kind at its full threshold may still be replaced by another that holds from before.
            for (row, of_kind) in TABLE.iter().zip(&mut held) {
                for (told, known) in of_kind.iter_mut().enumerate() {
                    *known = known.filter(|_| is_told(&symptoms, row.kind, told));
                }
            }
        }
        self.held = held;
        for symptom in &mut symptoms {
            let before = self.states.back().and_then(|last| last.find(symptom.kind()));
            symptom.from = before.map_or(now, |before| before.from);
        }
        let is_settling = symptoms.iter().any(|symptom| symptom.kind() == Kind::Settling);
        let of_window = || self.regime.pictures.mean(windows.recent).map(|mean| FLICKS_PER_SECOND as f64 / mean);
        let rate = if is_settling { self.standstill.rate(now, LEAST) } else { of_window() };
        let passes = self.regime.recent_passes(now, self.world.counted_passes);
        let speed = speed_from.and_then(|from| self.regime.turns.pace.speed(from));
        let drawn_speed = speed_from.and_then(|from| self.regime.pictures.pace.speed(from));
        PaneState { at: now, regime: self.regime.begin, symptoms, speed, drawn_speed, rate, passes }
    }

    /// Returns the symptoms in `windows`, with every threshold multiplied by its `factor`.
    fn judgement(&self, windows: &Windows, factor: Factor) -> Judgement {
        let Windows { now, recent, .. } = *windows;
        if let Some(lacks) = self.terms.lacks {
            let refused = Symptom::new(Said::Refused(lacks), 0.0, Vec::new());
            return Judgement { symptoms: vec![refused], speed_from: None };
        }
        if let Some(too_short) = self.terms.too_short() {
            return Judgement { symptoms: vec![too_short], speed_from: None };
        }
        let (Regime { pictures, begin, .. }, of) = (&self.regime, |kind: Kind| factor(kind, kind.tone()));
        let interval = self.terms.screen.interval;
        let mut found: Vec<Symptom> = Vec::new();
        // After its end a capture stands still, which is no fault.
        let lasts = self.terms.captured.as_ref().map_or(Span::MAX, |capture| capture.end() - Time::ZERO);
        if now - self.start <= lasts {
            found.extend(self.not_responding(now));
            found.extend(self.standstill.frozen(now));
        }
        let (is_settled, mut speed_from) = (now - *begin >= LEAST, None);
        if is_settled {
            found.extend(self.never_draws(now));
            // A spiral has no lower threshold at which it ends, but a trial asks how near a spiral is.
            found.extend(self.spiral(recent, if windows.are_judged() { of(Kind::Spiral) } else { 1.0 }));
            found.extend(pictures.stall(recent, now, self.terms.can_tell(Kind::SlowMotion)));
            self.seen_of_world(windows, of(Kind::OffPath), &mut found);
            found.extend(self.another_height(of(Kind::AnotherHeight)));
            let off_speed = self.off_speed(windows, factor);
            speed_from =
                Some(off_speed.as_ref().map_or(recent, |(from, _)| *from)).filter(|_| self.terms.can_tell(Kind::SlowMotion));
            match off_speed {
                Some((_, symptom)) => found.push(symptom),
                None => found.extend(self.drift(now, factor)),
            }
            found.extend(pictures.low_rate(recent, factor));
            found.extend(pictures.hitches([recent, windows.ten].map(|from| from.max(*begin)), now, factor));
            let judder = pictures.fit(recent).judder(factor).filter(|_| self.terms.can_tell(Kind::Judder));
            let judders = judder.as_ref().map(|judder| judder.tone);
            found.extend(judder);
            let has_refreshes = !self.terms.varies && judders != Some(Tone::Wrong);
            let uneven = has_refreshes.then(|| pictures.uneven(recent, interval, of(Kind::Uneven))).flatten();
            let spread = || judders.is_none().then(|| pictures.spread(recent, factor(Kind::Uneven, Tone::Note))).flatten();
            found.extend(uneven.or_else(spread));
            found.extend(self.repeats(windows, of(Kind::Repeats), &found));
            found.extend(self.half_rate(recent, of(Kind::HalfRate)));
            let explains =
                |found: &Symptom| found.kind() == Kind::HalfRate || found.kind() == Kind::Hitch && found.tone == Tone::Wrong;
            if !found.iter().any(explains) {
                found.extend(self.missed_limit(windows, of(Kind::LimitMissed)));
            }
            found.extend(self.late(now, recent, of(Kind::Late)));
            found.extend(interval.and_then(|interval| pictures.queued(recent, interval, of(Kind::Queued))));
            found.extend(pictures.tearing(recent, of(Kind::Tearing)));
            found.retain(|symptom| self.terms.can_tell(symptom.kind()));
        }
        self.pause(now, &mut found);
        if found.is_empty() {
            let is_enough = is_settled && pictures.are_enough();
            found.extend(pictures.mean(recent).filter(|_| is_enough).map(|mean| self.right(windows, mean)));
        }
        if found.is_empty() {
            found.push(Symptom::new(Said::Settling { has_shown: self.standstill.has_shown() }, 0.0, Vec::new()));
        }
        found.sort_by_key(|symptom| (std::cmp::Reverse(symptom.tone), symptom.kind()));
        Judgement { symptoms: found, speed_from }
    }

    fn not_responding(&self, now: Time) -> Option<Symptom> {
        let since = self.standstill.last_flip.unwrap_or(self.start);
        (now - since > RESPONDING).then(|| Symptom::new(Said::NotResponding, (now - since).as_secs(), vec![since]))
    }

    fn never_draws(&self, now: Time) -> Option<Symptom> {
        let Regime { begin, turns, renders, .. } = &self.regime;
        let silent = now - *begin;
        let is_idle = silent >= NEVER_DRAWN && turns.are_over() && renders.is_empty();
        is_idle.then(|| Symptom::new(Said::NeverDraws, silent.as_secs(), vec![*begin]))
    }

    /// Finds updates that cost at least the time that they simulate, without the most expensive update, if a turn makes several;
    /// else `None`.
    fn spiral(&self, from: Time, factor: f64) -> Option<Symptom> {
        let (mut steps, mut cost, mut simulated, mut costliest) = (0_i64, Span::ZERO, Span::ZERO, Span::ZERO);
        let (mut several, mut last_turn, mut evidence) = (false, None, Vec::new());
        for (looked_at, operation) in self.regime.operations.iter().rev().enumerate() {
            // The updates of a pause have a dt of zero, and the updates before them say nothing about the present.
            if operation.at <= from && (steps >= 2 || looked_at >= FEWEST_OPERATIONS) {
                break;
            }
            cost += operation.cost;
            costliest = costliest.max(operation.cost);
            if operation.dt > Span::ZERO {
                steps += 1;
                simulated += operation.dt;
                several |= last_turn == Some(operation.turn);
                last_turn = Some(operation.turn);
                evidence = vec![operation.at];
            }
        }
        if steps < 2 || !several {
            return None;
        }
        let (costs, simulated_ms) = ((cost - costliest).as_millis() / (steps - 1) as f64, simulated.as_millis() / steps as f64);
        // Both means are multiplied by both counts, so that whole flicks are compared and rounding decides no tie.
        let [spent, gained] =
            [(cost - costliest, steps), (simulated, steps - 1)].map(|(sum, times)| sum.flicks() as f64 * times as f64);
        (spent >= gained * factor).then(|| Symptom::new(Said::Spiral { simulated_ms }, costs, evidence))
    }

    /// Finds a speed that is not real, and the beginning of the shortest window that shows it; `None` if the speed is real or
    /// unknown.
    fn off_speed(&self, windows: &Windows, factor: Factor) -> Option<(Time, Symptom)> {
        let spans = [windows.recent].into_iter().chain(windows.longer);
        spans.enumerate().find_map(|(number, from)| {
            let speed = self.regime.turns.pace.speed(from)?;
            let (Speed { most, ends, .. }, ratio, gained) = (speed, speed.ratio(), speed.gained());
            let said = if gained < Span::ZERO { Said::SlowMotion } else { Said::FastMotion };
            let (factor, off) = (factor(said.kind(), Tone::Wrong), gained.max(-gained).flicks() as f64);
            let is_told = (ratio - 1.0).abs() > REAL * factor && off > (most + self.terms.timer).flicks() as f64 * factor;
            (is_told && (number == 0 || most > LONG_STEP)).then(|| (from, Symptom::new(said, ratio * 100.0, ends.to_vec())))
        })
    }

    fn drift(&self, now: Time, factor: Factor) -> Option<Symptom> {
        let Drift { fell_behind, goes_one_way, step, seconds } = self.regime.turns.drift(self.regime.begin, now)?;
        let said = if fell_behind > 0.0 { Said::Behind } else { Said::Ahead };
        // Pictures stay for a refresh or longer.
        let refresh = self.terms.screen.interval.or_else(|| self.regime.pictures.mean(now - RECENT))?;
        let least = (step.flicks() as f64 + refresh) * factor(said.kind(), Tone::Note);
        // The means of the first and of the last second lie one second less apart.
        let each_second = fell_behind.abs() / (seconds - 1.0) / (FLICKS_PER_SECOND / 1000) as f64;
        let ends = vec![now - Span::from_secs(seconds), now];
        (goes_one_way && fell_behind.abs() > least).then(|| Symptom::new(said, each_second, ends))
    }

    /// Finds frames that repeat, unless the game is paused or a kind in `found` explains them. A trial, which asks for causes,
    /// counts them all the same.
    fn repeats(&self, windows: &Windows, factor: f64, found: &[Symptom]) -> Option<Symptom> {
        let Terms { screen, varies, paused, .. } = &self.terms;
        let is_explained = found.iter().any(|symptom| symptom.tone == Tone::Wrong && HOLD_PICTURES.contains(&symptom.kind()));
        if *paused || is_explained && !windows.are_judged() {
            return None;
        }
        self.regime.pictures.repeats(windows.recent, screen.interval.filter(|_| !varies), factor)
    }

    fn half_rate(&self, from: Time, factor: f64) -> Option<Symptom> {
        let Terms { screen, present, varies, waits, settings, .. } = &self.terms;
        if *present != Present::Fifo || self.regime.last_sleep.is_some_and(|at| at > from) {
            return None;
        }
        let MeanWork { of_turn, .. } = self.regime.turns.mean_work(from, *waits)?;
        let work = TurnWork { mean: of_turn, interval: screen.interval?, varies: *varies };
        self.regime.pictures.half_rate(from, work, settings.asked_rate(), factor)
    }

    /// Finds fewer frames than the loop asks for, if neither its work nor the display allows no more; else `None`.
    fn missed_limit(&self, windows: &Windows, factor: f64) -> Option<Symptom> {
        let (asked, from) = (self.terms.settings.asked_rate()?, windows.recent);
        let period = FLICKS_PER_SECOND as f64 / asked;
        let MeanWork { of_frame, .. } = self.regime.turns.mean_work(from, self.terms.waits)?;
        let is_steady = windows.now - self.regime.begin >= RECENT && self.regime.pictures.longest_stall(from).is_none();
        let can_be_reached = self.terms.screen.interval? <= period * LIMITS && of_frame <= FITS * period;
        let rate = self.regime.frame_rate(from).filter(|_| is_steady && can_be_reached)?;
        let frames = self.regime.renders.iter().filter(|at| **at > from).copied();
        (asked - rate > MISSED * factor * asked).then(|| Symptom::new(Said::LimitMissed { asked }, rate, evidence(frames)))
    }

    fn late(&self, now: Time, from: Time, factor: f64) -> Option<Symptom> {
        let asked = &self.regime.asked;
        if asked.len() < FEWEST_INPUTS {
            return None;
        }
        let answer = |asked: &MetronomeInput| asked.seen.unwrap_or(now) - asked.at;
        let median = lower_median(&mut asked.iter().map(answer).collect::<Vec<_>>());
        let least = (LATE.flicks() as f64).max(LATE_PICTURES * self.regime.pictures.mean(from).unwrap_or(0.0)) * factor;
        let is_late = |span: Span| span.flicks() as f64 > least;
        let late = asked.iter().filter(|asked| is_late(answer(asked))).map(|asked| asked.at);
        is_late(median).then(|| Symptom::new(Said::Late, median.as_millis(), evidence(late)))
    }

    /// Finds errors in the world that did not exist before the regime.
    fn seen_of_world(&self, windows: &Windows, factor: f64, found: &mut Vec<Symptom>) {
        let Regime { before, sights, least_off, was_well, .. } = &self.regime;
        let Some(last) = sights.back() else { return };
        let seen = || sights.iter().rev().enumerate().take_while(|(number, sight)| *number == 0 || sight.at > windows.sights);
        let seen = || seen().map(|(_, sight)| sight);
        // A spring that swings out of sight and comes back has still exploded.
        let most = seen().map(|sight| sight.exploded).max().unwrap_or(0);
        let exploded = most.saturating_sub(before.as_ref().map_or(0, |sight| sight.exploded));
        if exploded > 0 {
            found.push(Symptom::new(Said::Exploded, exploded as f64, vec![last.at]));
        }
        let recent = self.regime.recent_passes(windows.now, None);
        if recent.tunnelled > 0 {
            let pairs = self.regime.tallies.iter().zip(self.regime.tallies.iter().skip(1));
            let missed = pairs
                .filter(|((_, before), (at, after))| *at > windows.now - RECENT_PASSES && after.tunnelled > before.tunnelled);
            let moments = evidence(missed.map(|(_, (at, _))| *at));
            let counted = self.regime.recent_passes(windows.now, self.world.counted_passes);
            found.push(Symptom::new(Said::Tunnelling(counted), recent.tunnelled as f64, moments));
        }
        // For a run that is judged as a whole, alarms of the whole run count.
        let alarm = if windows.are_judged() { seen().find_map(alarm) } else { alarm(last) };
        if let Some((at, sentence)) = alarm.filter(|_| *was_well) {
            found.push(Symptom::new(Said::Alarm(sentence), 0.0, vec![at]));
        }
        let farthest = seen().max_by(|a, b| a.off_path.total_cmp(&b.off_path));
        if let Some(sight) = farthest.filter(|sight| sight.off_path - least_off > OFF_PATH * factor) {
            found.push(Symptom::new(Said::OffPath, sight.off_path - least_off, vec![sight.at]));
        }
    }

    /// Finds a last jump that was higher or lower than an exact one; `None` if it was not, or no jump began in the regime.
    fn another_height(&self, factor: f64) -> Option<Symptom> {
        let Regime { sights, began_at, .. } = &self.regime;
        let jump = sights.back()?.apex.filter(|jump| jump.took_off >= *began_at)?;
        let Apex { height, exact, .. } = jump;
        let off = (height / exact - 1.0).abs();
        let seen = sights.iter().find(|sight| sight.apex == Some(jump)).map(|sight| sight.at);
        let said = Said::AnotherHeight { apex: height, exact };
        (off >= OTHER_HEIGHT * factor).then(|| Symptom::new(said, 100.0 * off, seen.into_iter().collect()))
    }

    /// Finds a pause of the game. A world that stands still because of it has no fault; a loop that ignores the pause is named.
    fn pause(&self, now: Time, found: &mut Vec<Symptom>) {
        let was_paused = self.paused_until.is_some_and(|until| until > now - RECENT);
        let how = match (self.terms.pauses, self.terms.paused) {
            (true, true) => HowPaused::Paused,
            (true, false) if was_paused => HowPaused::WasPaused,
            (false, true) => HowPaused::Ignored,
            _ => return,
        };
        if self.terms.pauses {
            found.retain(|symptom| symptom.kind() == Kind::NotResponding);
        }
        found.push(Symptom::new(Said::Paused(how), 0.0, Vec::new()));
    }

    fn right(&self, windows: &Windows, mean: f64) -> Symptom {
        let Regime { turns, pictures, .. } = &self.regime;
        let speed = turns.pace.speed(windows.recent).map_or(100.0, |speed| speed.ratio() * 100.0);
        let (fps, is_smooth) = (FLICKS_PER_SECOND as f64 / mean, pictures.are_smooth([windows.recent, windows.ten], ENDS_AT));
        let captured = self.terms.captured.as_ref().map(|capture| self.notes_about(capture, windows.recent));
        let is_speed_known = self.terms.can_tell(Kind::SlowMotion);
        let said = Said::Right { fps, is_smooth, is_speed_known, captured: captured.unwrap_or_default(), sums: pictures.sums };
        Symptom::new(said, speed, Vec::new())
    }

    /// Returns what else is known of the frames of a capture after `from`.
    fn notes_about(&self, capture: &Capture, from: Time) -> CapturedNotes {
        let pictures = &self.regime.pictures;
        let uneven = || pictures.fit(from).judder(&|_, _| 1.0).map(|misfit| misfit.value);
        CapturedNotes {
            limited_hz: capture.facts.limited_hz,
            dropped_percent: pictures.dropped_percent(from),
            cpu_starts_ms: if capture.samples == SampleTimes::CpuStart { uneven() } else { None },
        }
    }

    /// Adds an update or thought from `at` to `end`; it counts only after the regime's first turn has begun.
    fn operate(&mut self, (at, end): (Time, Time), dt: Span) {
        let regime = &mut self.regime;
        regime.turns.add_work(end - at);
        if regime.turns.pace.has_begun() {
            regime.operations.push_back(UpdateCost { at, cost: end - at, dt, turn: regime.turn });
            let oldest = at - self.reach;
            while regime.operations.len() > FEWEST_OPERATIONS && regime.operations[0].at < oldest {
                regime.operations.pop_front();
            }
        }
    }
}

fn alarm(sight: &WorldSight) -> Option<(Time, Rc<str>)> {
    Some((sight.at, sight.alarm.clone()?))
}

impl Observer for Watch {
    fn begin_regime(&mut self, at: Time, sim: Time) {
        self.settle(at);
        self.begin_next_regime(at, sim);
    }

    fn note(&mut self, event: &Event, _: &[Body]) {
        self.settle(event.at());
        let regime = &mut self.regime;
        match *event {
            Event::Frame { at } => {
                regime.turn += 1;
                regime.turns.begin(at, self.reach);
            }
            Event::Update { at, end, dt, sim, .. } => {
                regime.turns.add_update(at, dt, sim);
                self.operate((at, end), dt);
            }
            Event::Thought { at, end, .. } => self.operate((at, end), Span::ZERO),
            Event::Sleep { at, .. } => regime.last_sleep = Some(at),
            Event::Render { at, end, frame, .. } => {
                regime.renders.push_back(at);
                while regime.renders.len() > FEWEST_FRAMES && regime.renders[0] < at - self.reach {
                    regime.renders.pop_front();
                }
                regime.turns.add_render(end - at);
                self.on_their_way.push_back(PendingFrame { number: frame, at, done: end });
            }
            Event::Gpu { at, end, frame } => {
                regime.turns.add_gpu_work(end - at);
                if let Some(drawn) = self.on_their_way.iter_mut().rev().find(|drawn| drawn.number == frame) {
                    drawn.done = drawn.done.max(end);
                }
            }
            Event::Display { at, drawn, frame } => {
                self.standstill.add(at, drawn);
                let mut dropped = 0;
                while let Some(old) = self.on_their_way.pop_front_if(|old| old.number < frame) {
                    dropped += usize::from(old.at >= regime.begin);
                }
                let rendered = self.on_their_way.pop_front_if(|rendered| rendered.number == frame);
                if let Some(rendered) = rendered.filter(|rendered| rendered.at >= regime.begin) {
                    let flip = FlipFacts { torn: self.terms.screen.tears(at), waited: at - rendered.done, dropped };
                    // Before the first update nothing moves, so the stay of that picture does not count for the pace.
                    let moved = (drawn > self.origin).then_some(drawn);
                    regime.pictures.add(at, moved, flip, self.reach);
                }
            }
            Event::Repeat { .. } => {}
        }
    }

    fn seen(&mut self, world: &World, at: Time) {
        let Some(sight) = self.looks.look(world, at) else { return };
        let regime = &mut self.regime;
        regime.least_off = regime.least_off.min(sight.off_path);
        regime.was_well |= sight.alarm.is_none();
        if sight.began.is_some_and(|began| began >= regime.begin)
            && let Some((_, sum)) = regime.tallies.back()
        {
            let known = regime.sights.back().or(regime.before.as_ref()).map_or(Tally::default(), |before| before.tally);
            let sum = [*sum, sight.tally.since(known)].into_iter().sum();
            regime.tallies.push_back((at, sum));
            let counted = self.world.counted_passes.unwrap_or(0);
            let oldest = at - RECENT_PASSES - TICK;
            while regime.tallies.get(1).is_some_and(|(at, tally)| *at < oldest && tally.passes() + counted < sum.passes()) {
                regime.tallies.pop_front();
            }
        }
        regime.sights.push_back(sight);
        while regime.sights.get(1).is_some_and(|second| second.at <= at - RECENT_PASSES - self.reach) {
            regime.sights.pop_front();
        }
    }

    fn input(&mut self, input: Input) {
        self.settle(input.at);
        if input.by == Giver::Metronome {
            self.regime.asked.push_back(MetronomeInput { at: input.at, seen: None });
            if self.regime.asked.len() > INPUTS {
                self.regime.asked.pop_front();
            }
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.settle(answer.shown);
        if let Some(asked) =
            self.regime.asked.iter_mut().find(|asked| asked.at == answer.input.at && answer.input.by == Giver::Metronome)
        {
            asked.seen = Some(answer.shown);
        }
    }
}

impl Fold for Watch {
    fn configured(&mut self, setup: &PaneSetup) {
        self.on_settings_changed(setup);
    }
}
