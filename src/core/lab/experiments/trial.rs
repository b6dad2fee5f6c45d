//! Trials: runs of one pane's settings with several seeds, each made once. They show the symptoms that do not pass,
//! and what becomes of the time of a stall.

use super::beat::{Beat, all_phases};
use super::outcome::{Outcome, SKIPPED, TrialRun};
use super::verdicts::Verdicts;
use crate::base::jobs::Cancelled;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::bounded::Run;
use crate::lab::run::running::Running;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::Computer;
use crate::model::config::settings::{Settings, WorldChoice};
use crate::model::strategies::strategy::Group;
use crate::model::world::kind::WorldKind;
use crate::model::{scripts, worlds};

/// The least number of pictures in the judged span, unless the run would be longer than `LONGEST`.
const PICTURES: usize = 40;
const LONGEST: Span = seconds(60);
/// The usual moment of a stall in the judged span, in seconds: for trials about what becomes of its time.
pub const JUDGED_AT_S: f64 = 3.0;
/// The longest run that is judged by its states.
const LONGEST_BY_STATES: Span = seconds(120);
/// The simulated time between two checks of a run's cost, and between two states.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The judged span of a run that shows whether a cure lasts.
const LASTING: Span = seconds(40);
/// The simulated time between two states of a run that only shows whether a cure holds. Their windows of two seconds
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
    /// This long, so that chance brings what it brings rarely, and judged by its states.
    Chance(Span),
    /// Long enough to show whether a cure lasts where chance or spikes may bring the symptom back, and judged by its states.
    Lasting,
}

/// The lengths of trials about what chance brings, the shorter one first.
pub const CHANCES: [Span; 2] = [seconds(20), seconds(110)];

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

/// The runs of one pane's settings with several seeds, and the part of them that is judged.
pub(super) struct Trial {
    settings: Settings,
    scope: Scope,
    seeds: u64,
    /// Whether the runs of all seeds are the same, so that one is made for all.
    are_alike: bool,
}

impl Trial {
    /// Returns the trial of the only pane of `settings`. If the world doesn't matter, the cheapest world replaces it.
    pub fn new(settings: &Settings, scope: Scope) -> Trial {
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
        let is_random = is_random(&settings.computer);
        let seeds = if is_random || aspect == Aspect::World || settings.scene.id != CHEAP_WORLD { SEEDS } else { 1 };
        let are_alike = !is_random && !has_random_parts(&settings);
        Trial { settings, scope, seeds, are_alike }
    }

    pub async fn outcome(&self, pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>) -> Result<Outcome, Cancelled> {
        let (mut runs, made) = (Vec::new(), if self.are_alike { 1 } else { self.seeds });
        let Ok(first) = Run::new(&self.settings, 0, self.longest().as_secs() + 1.0) else {
            return Ok(Outcome::refused(self.seeds as usize));
        };
        for seed in 0..made {
            let run = first.with_seed(self.settings.seed.wrapping_add(seed));
            let Some(run) = self.run(&run, pause).await? else { return Ok(Outcome::too_expensive()) };
            runs.push(run);
        }
        let Computer { spike_ms, update_spike_ms, .. } = self.settings.computer;
        let runs = runs.into_iter().cycle().take(self.seeds as usize).collect();
        Ok(Outcome::of_runs(runs, self.seeds > 1 || spike_ms > 0.0 || update_spike_ms > 0.0))
    }

    fn longest(&self) -> Span {
        if self.scope.length == Length::Usual { LONGEST } else { LONGEST_BY_STATES }
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
        run: &Run,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Option<TrialRun>, Cancelled> {
        pause().await?;
        let longest = self.longest();
        // A stall at the beginning of a run is over when its judged span begins; a later one is judged with what comes of it.
        let [skipped_stall, judged_stall] = [true, false].map(|is_skipped| self.stalled(is_skipped));
        let skipped = SKIPPED + skipped_stall;
        let is_of_world = self.scope.aspect == Aspect::World;
        let begin = move |setup: &PaneSetup| {
            let run = JudgedRun::new(setup, skipped, longest)?;
            Ok(if is_of_world { run } else { run.without_world() })
        };
        let Ok(mut run) = run.start(begin) else { return Ok(None) };
        let begins = Time::ZERO + skipped;
        advance(&mut run, |run| run.now() < begins, MOST_WORK, pause, |_| {}).await?;
        let Judged { span, beats, by_states } = self.judged(judge(&run).steps_hz());
        let (ends, most_work) =
            (begins + span + judged_stall + self.later(), if by_states { MOST_WORK_BY_STATES } else { MOST_WORK });
        let goes_on =
            |run: &Running<JudgedRun>| run.now() < ends || (judge(run).pictures < PICTURES && run.now() < Time::ZERO + LONGEST);
        let mut verdicts = Verdicts::default();
        let every = if matches!(self.scope.length, Length::AllPhases | Length::Lasting) { SELDOM_STATES } else { SLICE };
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
            verdicts = Verdicts::of(|factor| judge.watch.judge(now, judged, factor));
        }
        let values = judge.watch.values(now, judged);
        let value = |kind| values.value(kind);
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
            Length::Chance(span) => Some(span),
            Length::Lasting => Some(LASTING),
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

/// Returns whether the world or the loop depends on the seed.
fn has_random_parts(settings: &Settings) -> bool {
    let is_random_world = |kind: &WorldKind| (kind.depends_on_seed)(&settings.scene.options);
    let is_own = || scripts::of_pane(settings, 0).is_ok_and(|strategy| strategy.group == Group::Own);
    worlds::find(&settings.scene.id).is_ok_and(is_random_world) || is_own()
}

/// Returns whether the timing of a run depends on its seed.
pub(super) fn is_random(computer: &Computer) -> bool {
    chances(computer) > 0
}

/// Returns whether work is uneven or chance plays a part, so that a symptom can come back late.
pub(super) fn can_come_back(computer: &Computer) -> bool {
    is_random(computer) || computer.spike_ms > 0.0 || computer.update_spike_ms > 0.0
}

/// Returns how many properties of a computer depend on chance.
pub(super) fn chances(computer: &Computer) -> usize {
    let Computer { noise_lo_ms, noise_hi_ms, update_noise_lo_ms, update_noise_hi_ms, wake_lo_ms, wake_hi_ms, .. } = computer;
    let pairs = [(noise_lo_ms, noise_hi_ms), (update_noise_lo_ms, update_noise_hi_ms), (wake_lo_ms, wake_hi_ms)];
    pairs.into_iter().filter(|(one, other)| one != other).count() + usize::from(computer.wakes_much_later())
}
