//! The outcome of a test: several runs of one candidate, their symptoms, and the numbers that a player sees.

use crate::base::jobs::Cancelled;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::totals::Sums;
use crate::lab::metrics::whole_run::Metrics;
use crate::lab::run::bounded::Run;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::hitches::Hitch;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::Kind;
use crate::lab::symptoms::symptom::Symptom;
use crate::model::config::computer::in_order;
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::{Body, Tally};
use crate::model::world::stepped_world::World;

/// The beginning of a test, whose symptoms are not judged.
pub(super) const SKIPPED: Span = seconds(2);
/// The length of the longest test without a beat.
pub(super) const LONGEST: Span = seconds(8);
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 5);
/// The most events and moved bodies of a run; the run stops there, and is judged as far as it came.
const MOST_WORK: u64 = 60_000;
/// The number of runs of a test of usual conditions, each with another seed. A symptom counts if more than half of the windows of
/// all these runs show it.
const SEEDS: u64 = 3;
/// A run is judged in windows of this length, one after the other, as the window of the program judges a pane.
const WINDOW: Span = seconds(2);

pub(super) const fn seconds(seconds: i64) -> Span {
    Span::from_flicks(seconds * FLICKS_PER_SECOND)
}

/// The runs of a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestPlan {
    pub length: Span,
    /// Whether it is judged once, over its whole length; else in windows of two seconds.
    pub is_one_window: bool,
    /// Whether the conditions are usual; such a test is made with every seed.
    pub is_usual: bool,
}

pub(super) struct TestOutcome {
    pub symptoms: Vec<Symptom>,
    /// The number of windows that were judged.
    windows: usize,
    pub sums: Sums,
    /// The time on the computer's clock from the first turn to the end.
    pub length: Span,
    pub hitches: TestHitches,
    /// Pictures per second.
    pub pictures_per_s: f64,
    /// The pictures per second of the captured game in the parts whose load was played; `None` without a played load.
    pub game_per_s: Option<f64>,
}

/// The hitches and the stalls of a test in the time that is judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestHitches {
    pub count: usize,
    pub longest: Span,
    /// Whether pictures leap, which comes of no load. Of several runs, whether they do in each.
    pub leaps: bool,
    /// The sum of what the pictures stayed longer than a picture stays in the mean.
    late: Span,
    /// The time that is judged.
    pub span: Span,
}

impl TestHitches {
    fn add(&mut self, stay: Span, usual: Span) {
        self.count += 1;
        self.longest = self.longest.max(stay);
        self.late += (stay - usual).max(Span::ZERO);
    }

    /// Returns how many milliseconds of a second are late.
    pub fn late_ms_per_s(&self) -> f64 {
        if self.span > Span::ZERO { self.late.ratio(self.span) * 1000.0 } else { 0.0 }
    }
}

impl TestOutcome {
    pub fn busy(&self) -> f64 {
        self.sums.totals.busy.ratio(self.length)
    }

    pub fn lost_ms(&self) -> f64 {
        let made = i64::try_from(self.sums.totals.made).unwrap_or(i64::MAX);
        (self.length - Span::from_flicks(made)).as_millis()
    }
}

/// Makes the runs of a test; `None` if a turn would never end. The sums come from the first seed, the symptoms from more than half
/// of all windows of all seeds, and hitches and rates of pictures from all seeds. `pause` is awaited before each run, and can
/// cancel it.
pub(super) async fn of_test(
    settings: Settings,
    plan: TestPlan,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<TestOutcome>, Cancelled> {
    let seeds = if plan.is_usual { SEEDS } else { 1 };
    let mut outcomes = Vec::new();
    for seed in 0..seeds {
        let seeded = with_seed(&settings, seed);
        let Some(outcome) = run(seeded, plan, pause).await? else { return Ok(None) };
        outcomes.push(outcome);
    }
    // Each part of a capture counts for itself.
    let together = if settings.computer.plays_load() { 1 } else { outcomes.len() };
    let mut symptoms: Vec<Symptom> = Vec::new();
    for symptom in outcomes.chunks(together).flat_map(shown_by_most) {
        match symptoms.iter_mut().find(|known| known.kind() == symptom.kind()) {
            Some(known) if known.tone >= symptom.tone => {}
            Some(known) => *known = symptom,
            None => symptoms.push(symptom),
        }
    }
    let leaps = outcomes.iter().all(|outcome| outcome.hitches.leaps);
    let mut hitches = TestHitches { leaps, ..TestHitches::default() };
    for TestHitches { count, longest, late, span, .. } in outcomes.iter().map(|outcome| outcome.hitches.clone()) {
        hitches.count += count;
        hitches.longest = hitches.longest.max(longest);
        hitches.late += late;
        hitches.span += span;
    }
    let mean = |of: fn(&TestOutcome) -> Option<f64>| Some(outcomes.iter().map(of).sum::<Option<f64>>()? / outcomes.len() as f64);
    let pictures_per_s = mean(|outcome| Some(outcome.pictures_per_s)).unwrap_or_default();
    let game_per_s = mean(|outcome| outcome.game_per_s);
    Ok(Some(TestOutcome { symptoms, hitches, pictures_per_s, game_per_s, ..outcomes.swap_remove(0) }))
}

/// Returns the symptoms that more than half of all windows of all `outcomes` show, each kind once.
fn shown_by_most(outcomes: &[TestOutcome]) -> Vec<Symptom> {
    let all = || outcomes.iter().flat_map(|outcome| &outcome.symptoms);
    let windows: usize = outcomes.iter().map(|outcome| outcome.windows).sum();
    let mut shown: Vec<Symptom> = Vec::new();
    for symptom in all() {
        let as_bad = all().filter(|other| other.kind() == symptom.kind() && other.tone >= symptom.tone).count();
        if 2 * as_bad > windows && shown.iter().all(|known| known.kind() != symptom.kind()) {
            shown.push(symptom.clone());
        }
    }
    shown
}

/// Returns the settings for one of the seeds. For a capture that is longer than a run, the seeds play its beginning, its middle
/// and its end.
fn with_seed(settings: &Settings, number: u64) -> Settings {
    let mut seeded = Settings { seed: settings.seed.wrapping_add(number), ..settings.clone() };
    let (from, _) = in_order(settings.computer.play_lo_s, settings.computer.play_hi_s);
    seeded.computer.play_lo_s = from + spare_s(settings) * number as f64 / (SEEDS - 1) as f64;
    seeded
}

/// Returns by how many seconds the captured load is longer than a run; 0 if it is not.
pub(super) fn spare_s(settings: &Settings) -> f64 {
    let (from, to) = in_order(settings.computer.play_lo_s, settings.computer.play_hi_s);
    let end = to.min(settings.played_load(&settings.computer).end.as_secs());
    (end - from - LONGEST.as_secs()).max(0.0)
}

/// Returns the pictures per second of the captured game in the part whose load a run of this length plays; `None` if it plays
/// none.
fn game_per_s(settings: &Settings, length: Span) -> Option<f64> {
    let capture = settings.captured_pane(&settings.computer).and_then(PaneSettings::played)?;
    let (from, to) = in_order(settings.computer.play_lo_s, settings.computer.play_hi_s);
    let to = to.min(capture.end().as_secs()).min(from + length.as_secs());
    settings.computer.plays_load().then(|| capture.own_fps(Time::from_secs(from), Time::from_secs(to)))?
}

/// Makes one run; `None` if a turn would never end.
async fn run(
    settings: Settings,
    plan: TestPlan,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<TestOutcome>, Cancelled> {
    pause().await?;
    let length = plan.length;
    let window = if plan.is_one_window { length - SKIPPED } else { WINDOW };
    let first_turn = Time::ZERO + Span::from_millis(settings.computer.start_ms);
    let game_per_s = game_per_s(&settings, length);
    let begun = Run::new(settings, 0, (length + SKIPPED).as_secs()).and_then(|run| run.start(TestFold::new));
    let Ok(mut run) = begun else { return Ok(None) };
    let (mut symptoms, mut windows) = (Vec::new(), 0);
    let mut next = Time::ZERO + SKIPPED + window;
    while run.now() < Time::ZERO + length && !run.is_over() && run.panes()[0].fold().judged.work < MOST_WORK {
        run.advance_to(run.now() + SLICE);
        if run.now() >= next {
            symptoms.extend(run.panes()[0].fold().judged.watch.judge(run.now(), window, 1.0));
            windows += 1;
            next += window;
        }
        pause().await?;
    }
    let pane = &run.panes()[0];
    let fold = pane.fold();
    let clock = pane.computer().clock();
    let sums = fold.metrics.sums(clock, Tally::default());
    let pictures_per_s = sums.number("distinct_fps").unwrap_or_default();
    let hitches = hitches_in(&symptoms, Span::from_hz(pictures_per_s.max(1.0)), window * windows as i64);
    Ok(Some(TestOutcome { symptoms, windows, sums, length: clock - first_turn, hitches, pictures_per_s, game_per_s }))
}

/// Returns the hitches and the stalls that `symptoms` tell in the judged time, in which a picture usually stays for `usual`.
fn hitches_in(symptoms: &[Symptom], usual: Span, judged: Span) -> TestHitches {
    let mut all = TestHitches { span: judged, ..TestHitches::default() };
    let mut hitches: Vec<Hitch> = symptoms.iter().flat_map(Symptom::hitches).copied().collect();
    // The windows of hitches reach over each other.
    hitches.sort_unstable_by_key(|hitch| hitch.begin);
    hitches.dedup();
    hitches.retain(|hitch| hitch.begin >= Time::ZERO + SKIPPED);
    for hitch in &hitches {
        all.add(hitch.length, usual);
    }
    all.leaps = hitches.iter().any(|hitch| hitch.is_leap);
    let stalls = symptoms.iter().filter(|symptom| symptom.kind() == Kind::Stall);
    stalls.for_each(|stall| all.add(Span::from_millis(stall.value), usual));
    all
}

/// A fold that judges a run and adds up its metrics.
#[derive(Debug)]
struct TestFold {
    judged: JudgedRun,
    metrics: Metrics,
}

impl TestFold {
    fn new(setup: &PaneSetup) -> Result<TestFold, Invalid> {
        let judged = JudgedRun::new(setup, SKIPPED, LONGEST)?;
        Ok(TestFold { judged, metrics: Metrics::without_reference(setup)? })
    }
}

impl Observer for TestFold {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.judged.note(event, bodies);
        self.metrics.note(event, bodies);
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.judged.seen(world, at);
    }

    fn input(&mut self, input: Input) {
        self.judged.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.judged.answer(answer);
    }
}

impl Fold for TestFold {}
