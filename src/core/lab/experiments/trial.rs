//! Trials: runs of one pane's settings with several seeds, each made once. They show the symptoms that do not pass,
//! and what becomes of the time of a stall.

use super::beat::{Beat, Burst, all_phases};
use super::load::Load;
use crate::base::jobs::Cancelled;
use crate::base::numbers::trimmed_apart;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::bounded::Run;
use crate::lab::run::running::Running;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::{Aspect, Kind, Tone};
use crate::lab::symptoms::symptom::Symptom;
use crate::lab::symptoms::watch::Watch;
use crate::model::config::computer::Computer;
use crate::model::config::settings::{Settings, WorldChoice};
use crate::model::{scripts, worlds};
use std::rc::Rc;

/// The beginning of a run, which is not judged.
const SKIPPED: Span = seconds(2);
/// The least number of pictures in the judged span, unless the run would be longer than `LONGEST`.
const PICTURES: usize = 40;
const LONGEST: Span = seconds(60);
/// The usual moment of a stall in the judged span, in seconds: for trials about what becomes of its time.
pub const JUDGED_AT_S: f64 = 3.0;
/// The longest run that is judged by its states.
const LONGEST_BY_STATES: Span = seconds(120);
/// The simulated time between two checks of a run's cost, and between two states.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The simulated time between two states of a run that only shows whether a cure holds in all phases. Their windows of two seconds
/// still overlap.
const SELDOM_STATES: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The number of events and moved bodies that ends a run as too expensive.
const MOST_WORK: u64 = 150_000;
/// The most work of a run that is judged by its states, in events and moved bodies.
const MOST_WORK_BY_STATES: u64 = 600_000;
/// The number of seeds. A symptom counts if more than half of them show it, and is gone if none does.
const SEEDS: u64 = 3;
/// The world that replaces any other if bodies cost nothing, because then every world takes the same time; it is the cheapest to
/// run.
const CHEAP_WORLD: &str = "runner";
/// The near threshold of a symptom, as a share of its threshold.
const NEAR: f64 = 0.8;
/// The least increase of the pictures' age that a cure mentions as a cost.
const OLDER_MS: f64 = 2.0;
/// The least growth of the pictures' age that shows that the loop has forgotten time.
const FORGETS_MS: f64 = 30.0;
/// The share of a stall that counts as little.
const FORGOTTEN: f64 = 0.1;
/// A trial has a spike at least once in this many operations, even if the settings have it less often.
const SELDOM: u32 = 300;

/// Returns the least length of the judged span for an aspect.
const fn judged(aspect: Aspect) -> Span {
    match aspect {
        Aspect::Timing => seconds(4),
        Aspect::Rare => seconds(10),
        Aspect::World => seconds(6),
    }
}

/// The length of a trial, and how it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as its aspect needs, and judged as a whole.
    Usual,
    /// As long as the longest beat of the pane's rates, and judged by its states; as usual if there is no beat.
    Beat,
    /// Long enough for all phases of a slightly slower display, and judged by its states.
    AllPhases,
}

/// The part of a run that a trial judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    pub aspect: Aspect,
    pub length: Length,
}

impl Scope {
    pub fn usual(aspect: Aspect) -> Scope {
        Scope { aspect, length: Length::Usual }
    }

    /// Returns the scope in which the same runs are judged for all kinds of uneven pictures.
    pub fn of_pace(length: Length) -> Scope {
        Scope { aspect: Aspect::Rare, length }
    }
}

const fn seconds(seconds: i64) -> Span {
    Span::from_flicks(seconds * FLICKS_PER_SECOND)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    pub tone: Tone,
    pub value: f64,
}

/// The measurement of a kind in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    kind: Kind,
    value: f64,
    /// The tone with which the kind holds; `None` if it does not.
    full: Option<Tone>,
    /// The tone with which the kind holds at the near thresholds; `None` if it does not.
    near: Option<Tone>,
    /// The moments at which the kind was seen in a run that was judged by its states.
    moments: Vec<Time>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    runs: Vec<Vec<Measured>>,
    /// The mean number of pictures per second.
    pub rate: f64,
    /// The mean age of a picture, in ms.
    pub age_ms: f64,
    /// The age of the newest picture, in ms: it grows by the time that a loop forgets.
    newest_age_ms: f64,
    /// The mean speed in %; `None` if no run has one.
    pub speed: Option<f64>,
    /// Whether the time of a stall came back as a jump in one of the runs.
    pub jumped: bool,
    /// Whether the loop has asked the system to call it back.
    pub is_called: bool,
    pub is_too_expensive: bool,
    /// The steps in a second of simulated time; `None` without steps, or if they differ in length.
    pub steps_hz: Option<f64>,
    /// The length of the longest run.
    pub lasts: Span,
    /// The beats of the pane, the longest first, which set this length; empty if none did.
    pub beats: Vec<Beat>,
    /// Whether chance plays a part.
    is_random: bool,
}

/// Returns the tone of a measurement at the full thresholds, or at the near ones.
pub type Level = fn(&Measured) -> Option<Tone>;
pub const FULL: Level = |measured| measured.full;
pub const NEARLY: Level = |measured| measured.near;

impl Outcome {
    fn of(&self, kind: Kind) -> impl Iterator<Item = &Measured> + Clone {
        self.runs.iter().flatten().filter(move |measured| measured.kind == kind)
    }

    /// Returns the tone with which most of the runs show a kind; `None` if most do not.
    fn tone(&self, kind: Kind, level: Level) -> Option<Tone> {
        let tones = || self.of(kind).filter_map(level);
        let wrong = tones().filter(|tone| *tone == Tone::Wrong).count();
        (2 * tones().count() > self.runs.len()).then(|| if 2 * wrong >= tones().count() { Tone::Wrong } else { Tone::Note })
    }

    /// Returns a symptom; `None` unless most of the runs show it.
    pub fn symptom(&self, kind: Kind) -> Option<Shown> {
        let tone = self.tone(kind, FULL)?;
        let values = self.of(kind).filter(|measured| measured.full.is_some()).map(|measured| measured.value);
        Some(Shown { tone, value: mean(values)? })
    }

    /// Returns the longest beat of which the kind comes in bursts, with the burst; `None` if there is none. A kind with too few
    /// moments to tell comes in bursts if all kinds of uneven pictures together do.
    pub fn burst(&self, kind: Kind) -> Option<(Beat, Burst)> {
        let moments = |kinds: &dyn Fn(Kind) -> bool| -> Vec<Time> {
            let measured = self.runs.iter().flatten().filter(|measured| kinds(measured.kind));
            measured.flat_map(|measured| measured.moments.iter().copied()).collect()
        };
        let (own, all) = (moments(&|other| other == kind), moments(&Kind::is_of_pace));
        let judged = (self.lasts - SKIPPED) * self.runs.len() as i64;
        self.beats.iter().find_map(|beat| {
            let is_proven = [&own, &all].iter().any(|moments| beat.burst(moments, judged, self.is_random).is_some());
            Some((*beat, beat.burst(&own, judged, false).filter(|_| is_proven)?))
        })
    }

    /// Returns whether every symptom of uneven pictures that is at least as bad as `tone` is one that `light` shows too.
    pub fn is_even(&self, tone: Tone, light: &Outcome) -> bool {
        Kind::all().filter(|kind| kind.is_of_pace()).all(|kind| {
            let shown = self.tone(kind, FULL);
            shown < Some(tone) || shown <= light.tone(kind, FULL)
        })
    }

    /// Returns whether no run shows the kind at its full threshold. A stall can become a hitch, so for a stall no run may show a
    /// hitch either.
    pub fn is_free_of(&self, kind: Kind) -> bool {
        let is_free = !self.is_too_expensive && self.of(kind).all(|measured| measured.full.is_none());
        is_free && (kind != Kind::Stall || self.is_free_of(Kind::Hitch))
    }

    /// Returns whether no run shows the kind, nor shows it this badly at the near thresholds. A milder symptom that `light` shows
    /// too is excused. A stall that has become a hitch is not cleared.
    pub fn is_clear_of(&self, kind: Kind, tone: Tone, light: &Outcome) -> bool {
        let (full, near) = (light.tone(kind, FULL), light.tone(kind, NEARLY));
        let is_clear = |measured: &Measured| {
            let is_full_clear = measured.full.is_none() || measured.full < Some(tone) && measured.full <= full;
            is_full_clear && (measured.near < Some(tone) || full.is_some() && measured.near <= near)
        };
        let all_clear = !self.is_too_expensive && self.of(kind).all(is_clear);
        all_clear && (kind != Kind::Stall || self.is_clear_of(Kind::Hitch, tone, light))
    }

    /// Returns whether the value of a kind is further from a healthy one than `control`; false if it has no value.
    pub fn is_worse(&self, kind: Kind, control: f64) -> bool {
        let off_speed = |value: f64| (value - 100.0).abs();
        self.value(kind).is_some_and(|value| match kind {
            Kind::SlowMotion | Kind::FastMotion => off_speed(value) > off_speed(control),
            _ => kind.is_worse(value, control),
        })
    }

    /// Returns the value of a kind, whether the runs show it or not; `None` if it has no value.
    pub fn value(&self, kind: Kind) -> Option<f64> {
        self.symptom(kind).map(|shown| shown.value).or_else(|| mean(self.of(kind).map(|measured| measured.value)))
    }

    /// Returns the costs compared with `before`, in a few words each, without the costs that a symptom of `kind` mentions itself.
    pub fn costs(&self, before: &Outcome, kind: Kind) -> Vec<String> {
        let mut costs = Vec::new();
        if self.rate < 0.98 * before.rate && !matches!(kind, Kind::HalfRate | Kind::LowFrameRate) {
            let [rate, before] = trimmed_apart([self.rate, before.rate], 0);
            costs.push(format!("{rate} instead of {before} FPS"));
        }
        let is_real = |speed: Option<f64>| speed.is_some_and(|speed| (98.0..=102.0).contains(&speed));
        // A loop that forgets the time of its stalls falls behind the clock, but does not show older states.
        let forgets = self.newest_age_ms > self.age_ms + FORGETS_MS;
        if is_real(self.speed) && is_real(before.speed) && !forgets && self.age_ms > before.age_ms + OLDER_MS {
            costs.push(format!("pictures are {:.0} ms older", self.age_ms - before.age_ms));
        }
        if let (Some(speed), false) = (self.speed, is_real(self.speed))
            && before.speed.is_none_or(|before| (speed - 100.0).abs() > (before - 100.0).abs() + 1.0)
        {
            costs.push(format!("{speed:.0} % speed"));
        }
        costs
    }

    /// Returns how much of a planned stall these runs forget and those of `before` do not, in a few words; `None` if it is no more
    /// than the usual spread of ages. `calm` are the outcomes without the stall, of the changed settings and of those before.
    pub fn forgotten(&self, before: &Outcome, calm: [&Outcome; 2], stall_ms: f64) -> Option<String> {
        let forgets = |stalled: &Outcome, calm: &Outcome| stalled.newest_age_ms - calm.newest_age_ms;
        let [after, before] = [forgets(self, calm[0]), forgets(before, calm[1])];
        let is_much = after - before > FORGETS_MS.max(FORGOTTEN * stall_ms);
        let words = || match after {
            after if after >= (1.0 - FORGOTTEN) * stall_ms => "the stall is forgotten".to_owned(),
            after => format!("{after:.0} ms of the stall are forgotten"),
        };
        is_much.then(words)
    }

    /// Returns a kind other than `except` that is shown at least as badly as `tone` on one of `levels`, and worse than in
    /// `before` and in `light`; `None` if there is none.
    fn brings(&self, (except, tone): (Kind, Tone), [before, light]: [&Outcome; 2], levels: &[Level]) -> Option<Kind> {
        let is_new = |kind: &Kind| {
            levels.iter().any(|level| {
                let after = self.tone(*kind, *level);
                after >= Some(tone) && before.tone(*kind, *level) < after && light.tone(*kind, *level) < after
            })
        };
        Kind::all().filter(|kind| *kind != except && kind.tone() >= tone).find(is_new)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The runs of one pane's settings with several seeds, and the part of them that is judged.
struct Trial {
    settings: Settings,
    scope: Scope,
    seeds: u64,
}

impl Trial {
    /// Returns the trial of the only pane of `settings`. If the world doesn't matter, the cheapest world replaces it.
    fn new(settings: &Settings, scope: Scope) -> Trial {
        let (mut settings, Scope { aspect, .. }) = (settings.clone(), scope);
        if aspect != Aspect::World && is_world_free(&settings.computer) && !lacks_formula(&settings) {
            settings.scene = WorldChoice::new(CHEAP_WORLD);
        }
        if aspect == Aspect::Rare {
            let Computer { spike_every, update_spike_every, .. } = &mut settings.computer;
            for every in [spike_every, update_spike_every] {
                *every = (*every).min(SELDOM);
            }
        }
        let is_random = aspect == Aspect::World || settings.scene.id != CHEAP_WORLD || is_random(&settings.computer);
        Trial { settings, scope, seeds: if is_random { SEEDS } else { 1 } }
    }

    async fn outcome(&self, pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>) -> Result<Outcome, Cancelled> {
        let (mut outcome, mut speeds) = (Outcome::default(), Vec::new());
        let Computer { spike_ms, update_spike_ms, .. } = self.settings.computer;
        outcome.is_random = self.seeds > 1 || spike_ms > 0.0 || update_spike_ms > 0.0;
        for seed in 0..self.seeds {
            let settings = Settings { seed: self.settings.seed.wrapping_add(seed), ..self.settings.clone() };
            let Some(run) = self.run(settings, pause).await? else {
                return Ok(Outcome { is_too_expensive: true, ..Outcome::default() });
            };
            outcome.runs.push(run.measured);
            outcome.rate += run.rate / self.seeds as f64;
            outcome.age_ms += run.age_ms / self.seeds as f64;
            outcome.newest_age_ms += run.newest_age_ms / self.seeds as f64;
            outcome.jumped |= run.jumped;
            outcome.is_called |= run.is_called;
            speeds.extend(run.speed);
            outcome.lasts = outcome.lasts.max(run.lasts);
            (outcome.beats, outcome.steps_hz) = (run.beats, run.steps_hz);
        }
        outcome.speed = mean(speeds.into_iter());
        Ok(outcome)
    }

    /// Returns the length of the planned stalls that begin in the skipped part of a run, or of those that begin after it.
    fn stalled(&self, is_skipped: bool) -> Span {
        let stalls =
            self.settings.hitches.iter().filter(|stall| (Time::from_secs(stall.at_s) < Time::ZERO + SKIPPED) == is_skipped);
        stalls.fold(Span::ZERO, |sum, stall| sum + Span::from_millis(stall.ms))
    }

    /// Returns how much later than usual the last planned stall comes: as much longer is judged.
    fn later(&self) -> Span {
        let last = self.settings.hitches.iter().map(|stall| stall.at_s).fold(JUDGED_AT_S, f64::max);
        Span::from_secs(last - JUDGED_AT_S)
    }

    /// Makes one run and returns its measurements; `None` if it is too expensive.
    async fn run(
        &self,
        settings: Settings,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Option<TrialRun>, Cancelled> {
        pause().await?;
        let longest = if self.scope.length == Length::Usual { LONGEST } else { LONGEST_BY_STATES };
        let Ok(run) = Run::new(settings, 0, longest.as_secs() + 1.0) else {
            // A run is refused only if a turn never ends.
            let (full, near) = (Some(Tone::Wrong), Some(Tone::Wrong));
            let measured = vec![Measured { kind: Kind::Spiral, value: 0.0, full, near, moments: Vec::new() }];
            return Ok(Some(TrialRun { measured, ..TrialRun::default() }));
        };
        // A stall at the beginning of a run is over when its judged span begins; a later one is judged with what comes of it.
        let [skipped_stall, judged_stall] = [true, false].map(|is_skipped| self.stalled(is_skipped));
        let skipped = SKIPPED + skipped_stall;
        let Ok(mut run) = run.start(move |setup: &PaneSetup| JudgedRun::new(setup, skipped, longest)) else {
            return Ok(None);
        };
        let begins = Time::ZERO + skipped;
        advance(&mut run, |run| run.now() < begins, MOST_WORK, pause, |_| {}).await?;
        let Judged { span, beats, by_states } = self.judged(judge(&run).steps_hz());
        let (ends, most_work) =
            (begins + span + judged_stall + self.later(), if by_states { MOST_WORK_BY_STATES } else { MOST_WORK });
        let goes_on =
            |run: &Running<JudgedRun>| run.now() < ends || (judge(run).pictures < PICTURES && run.now() < Time::ZERO + LONGEST);
        let mut verdicts = Verdicts::default();
        let every = if self.scope.length == Length::AllPhases { SELDOM_STATES } else { SLICE };
        let state = |run: &Running<JudgedRun>| {
            if by_states && run.now() >= begins + RECENT && run.now() == run.now().floor_to(every) {
                verdicts.add_state(&judge(run).watch, begins, run.now());
            }
        };
        advance(&mut run, goes_on, most_work, pause, state).await?;
        let (now, judge) = (run.now(), judge(&run));
        let judged = now - begins;
        if judged < SKIPPED {
            return Ok(None);
        }
        if !by_states {
            verdicts = Verdicts { full: judge.watch.judge(now, judged, 1.0), near: judge.watch.judge(now, judged, NEAR) };
        }
        let value = |kind| judge.watch.value(kind, now, judged);
        let is_judged =
            |kind: &Kind| kind.aspect() == self.scope.aspect || self.scope.length != Length::Usual && kind.is_of_pace();
        Ok(Some(TrialRun {
            measured: Kind::all().filter(is_judged).filter_map(|kind| verdicts.measured(kind, value)).collect(),
            rate: value(Kind::LowFrameRate).unwrap_or(0.0),
            age_ms: judge.age.as_millis() / judge.pictures.max(1) as f64,
            newest_age_ms: judge.newest_age.as_millis(),
            speed: value(Kind::SlowMotion),
            jumped: judge.watch.jumped(now, judged),
            is_called: run.panes()[0].computer().calls_back(),
            steps_hz: judge.steps_hz(),
            lasts: now - Time::ZERO,
            beats,
        }))
    }

    /// Returns the part of a run that is judged after `SKIPPED`. `steps_hz` is the rate of its steps; `None` if they differ.
    fn judged(&self, steps_hz: Option<f64>) -> Judged {
        let usual = judged(self.scope.aspect);
        let has_beats = self.scope.length == Length::Beat;
        let beats = if has_beats { Beat::all(&self.settings, steps_hz) } else { Vec::new() };
        let phases = match self.scope.length {
            Length::AllPhases => Some(all_phases(&self.settings)),
            Length::Usual | Length::Beat => beats.first().map(Beat::judged),
        };
        let span = phases.map_or(usual, |phases| usual.max(phases).min(LONGEST_BY_STATES - SKIPPED));
        Judged { span, beats, by_states: phases.is_some() }
    }
}

/// The part of a run that is judged.
struct Judged {
    span: Span,
    /// The beats, of which the first sets the span; empty if none does.
    beats: Vec<Beat>,
    /// Whether the worst of the states counts, and not the whole span.
    by_states: bool,
}

/// Advances a run in slices while `goes_on`, until it is over or has done `most_work`. Calls `after` after each slice.
async fn advance(
    run: &mut Running<JudgedRun>,
    goes_on: impl Fn(&Running<JudgedRun>) -> bool,
    most_work: u64,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    mut after: impl FnMut(&Running<JudgedRun>),
) -> Result<(), Cancelled> {
    while goes_on(run) && judge(run).work < most_work && !run.is_over() {
        run.advance_to(run.now() + SLICE);
        after(run);
        pause().await?;
    }
    Ok(())
}

/// The symptoms of a run at the full thresholds and at the near ones.
#[derive(Default)]
struct Verdicts {
    full: Vec<Symptom>,
    near: Vec<Symptom>,
}

impl Verdicts {
    /// Adds the symptoms of the moment `now`. The worst of each kind is kept, with the evidence of all.
    fn add_state(&mut self, watch: &Watch, begin: Time, now: Time) {
        let near = watch.judge_moment(begin, now, NEAR);
        // What does not hold at the near thresholds does not hold at the full ones.
        if near.iter().any(|symptom| symptom.tone >= Tone::Note) {
            add_worst(&mut self.full, watch.judge_moment(begin, now, 1.0));
            add_worst(&mut self.near, near);
        }
    }

    /// Returns the measurement of a kind; `value` returns its value over the whole run. `None` if the kind has no value.
    fn measured(&self, kind: Kind, value: impl FnOnce(Kind) -> Option<f64>) -> Option<Measured> {
        if kind == Kind::Stall {
            // A pane's sentence names a stall only while it is the only one; a trial may hold several.
            let tone = Some(Tone::Wrong);
            return value(kind).map(|value| Measured { kind, value, full: tone, near: tone, moments: Vec::new() });
        }
        let of_kind = |symptoms: &[Symptom]| symptoms.iter().find(|symptom| symptom.kind() == kind).cloned();
        let shown = of_kind(&self.full);
        let (full, near) = (shown.as_ref().map(|symptom| symptom.tone), of_kind(&self.near).map(|symptom| symptom.tone));
        let value = shown.as_ref().map(|symptom| symptom.value).or_else(|| value(kind))?;
        Some(Measured { kind, value, full, near, moments: shown.map(|symptom| symptom.evidence).unwrap_or_default() })
    }
}

fn add_worst(worst: &mut Vec<Symptom>, symptoms: Vec<Symptom>) {
    for symptom in symptoms {
        let kind = symptom.kind();
        let Some(known) = worst.iter_mut().find(|known| known.kind() == kind) else {
            worst.push(symptom);
            continue;
        };
        let last = known.evidence.last().copied();
        let is_new = |at: &&Time| Some(**at) > last;
        known.evidence.extend(symptom.evidence.iter().filter(is_new));
        if (symptom.tone, kind.is_worse(symptom.value, known.value)) > (known.tone, false) {
            let evidence = std::mem::take(&mut known.evidence);
            *known = symptom;
            known.evidence = evidence;
        }
    }
}

#[derive(Default)]
struct TrialRun {
    measured: Vec<Measured>,
    rate: f64,
    age_ms: f64,
    newest_age_ms: f64,
    speed: Option<f64>,
    jumped: bool,
    is_called: bool,
    steps_hz: Option<f64>,
    lasts: Span,
    beats: Vec<Beat>,
}

fn judge(run: &Running<JudgedRun>) -> std::cell::Ref<'_, JudgedRun> {
    run.panes()[0].fold()
}

/// Returns whether every world takes the same time on this computer.
fn is_world_free(computer: &Computer) -> bool {
    computer.update_us_per_body == 0.0 && computer.render_us_per_body == 0.0
}

pub(super) fn lacks_formula(settings: &Settings) -> bool {
    let lacks = || scripts::of_pane(settings, 0).ok()?.lacks_in(worlds::find(&settings.scene.id).ok()?);
    lacks().is_some()
}

/// Returns whether the timing of a run depends on its seed.
fn is_random(computer: &Computer) -> bool {
    let Computer { noise_lo_ms, noise_hi_ms, update_noise_lo_ms, update_noise_hi_ms, wake_lo_ms, wake_hi_ms, .. } = computer;
    let pairs = [(noise_lo_ms, noise_hi_ms), (update_noise_lo_ms, update_noise_hi_ms), (wake_lo_ms, wake_hi_ms)];
    pairs.into_iter().any(|(one, other)| one != other) || computer.wakes_much_later()
}

/// The trials of one pane, each made once.
pub struct Bench<P> {
    made: Vec<(Settings, Scope, Rc<Outcome>)>,
    /// Is called between two runs and within long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    pub fn new(pause: P) -> Bench<P> {
        Bench { made: Vec::new(), pause }
    }

    /// Returns the function to call between two runs.
    pub fn pause(&mut self) -> &mut P {
        &mut self.pause
    }

    pub async fn outcome(&mut self, settings: &Settings, scope: Scope) -> Result<Rc<Outcome>, Cancelled> {
        let is_it = |(made, of, _): &&(Settings, Scope, _)| *of == scope && made == settings;
        if let Some((.., outcome)) = self.made.iter().find(is_it) {
            return Ok(outcome.clone());
        }
        let outcome = Rc::new(Trial::new(settings, scope).outcome(&mut self.pause).await?);
        self.made.push((settings.clone(), scope, outcome.clone()));
        Ok(outcome)
    }

    /// Returns a kind that `changed` shows at least as badly as `symptom` in one of `scopes` and on one of `levels`, if neither
    /// `settings` nor the same loop without work shows it; the kind of the symptom itself does not count.
    pub async fn brought(
        &mut self,
        (settings, changed): (&Settings, &Settings),
        symptom: (Kind, Tone),
        (scopes, levels): (&[Scope], &[Level]),
    ) -> Result<Option<Kind>, Cancelled> {
        for scope in scopes {
            let after = self.outcome(changed, *scope).await?;
            let before = self.outcome(settings, *scope).await?;
            if after.brings(symptom, [&before, &Outcome::default()], levels).is_some() {
                let light = self.outcome(&Load::without_any(settings), *scope).await?;
                if let Some(kind) = after.brings(symptom, [&before, &light], levels) {
                    return Ok(Some(kind));
                }
            }
        }
        Ok(None)
    }
}
