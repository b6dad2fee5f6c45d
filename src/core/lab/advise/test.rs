//! Tests one candidate loop in short runs, each judged as the window judges a pane.
//!
//! The trials of `experiments` can't be reused: they explain one symptom, and the advice also needs numbers to sort candidates
//! by.

use super::candidates::step_rate;
use super::question::{Overload, PlayerDisplay, Question};
use crate::base::jobs::Cancelled;
use crate::base::numbers::{length, trimmed};
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::totals::Sums;
use crate::lab::metrics::whole_run::Metrics;
use crate::lab::run::bounded::Run;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom::Symptom;
use crate::model::config::computer::{Computer, PlayLoad, Present, in_order};
use crate::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::strategies;
use crate::model::strategies::strategy::Strategy;
use crate::model::world::body::{Body, Tally};
use crate::model::world::stepped_world::World;

/// The beginning of a test, whose symptoms are not judged.
const SKIPPED: Span = seconds(2);
/// The length of the longest test.
const LONGEST: Span = seconds(8);
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 5);
/// The most events and moved bodies of a run; the run stops there, and is judged as far as it came.
const MOST_WORK: u64 = 60_000;
/// The stall of a test. It is over before the test is judged, so only lasting symptoms are found.
const STALL: PlannedStall = PlannedStall::of_render(0.5, 500.0);
/// The milliseconds of the stall that a loop may fail to make up for; above them it loses time.
const LOST: f64 = STALL.ms / 5.0;
/// The render load in the test with heavy frames, in milliseconds; twice the usual load if that is more.
const HEAVY_MS: f64 = 50.0;
/// The world in which bodies jump to other heights if steps are long or of different lengths.
const JUMP: &str = "jump";
/// The number of runs of a test of usual conditions, each with another seed. A symptom counts if more than half of the windows of
/// all these runs show it.
const SEEDS: u64 = 3;
/// A run is judged in windows of this length, one after the other, as the window of the program judges a pane.
const WINDOW: Span = seconds(2);
/// A loop that computes for more than this share of the time never sleeps.
const ALWAYS: f64 = 0.97;

const fn seconds(seconds: i64) -> Span {
    Span::from_flicks(seconds * FLICKS_PER_SECOND)
}

/// A candidate whose tests have been made.
#[derive(Debug)]
pub struct Tried {
    /// The index among the candidates.
    pub index: usize,
    pub pane: PaneSettings,
    pub verdict: Verdict,
}

/// The verdict on a candidate after its tests.
#[derive(Debug)]
pub enum Verdict {
    /// The candidate fails a requirement in the run with these settings.
    Out {
        why: String,
        settings: Box<Settings>,
    },
    In(Box<Record>),
}

/// The numbers of a candidate that meets all requirements.
#[derive(Debug, Default)]
pub struct Record {
    pub tests: usize,
    /// The number of wrong findings that count in their tests.
    pub wrong: usize,
    /// The number of notes that count in their tests.
    pub notes: usize,
    /// The most important finding: its kind, its tone, and a sentence that names the test; `None` if nothing was found.
    pub first: Option<(Kind, Tone, String)>,
    /// Means over the displays, in milliseconds; 0 without a display.
    pub age_ms: f64,
    pub error_ms: f64,
    pub stay_ms: f64,
    pub updates_per_s: f64,
    /// The share of the time for which the loop computes, 0 to 1.
    pub busy: f64,
    /// The part of the stall that the loop did not make up for, in milliseconds.
    pub lost_ms: f64,
    /// The longest step in the test with the stall, in milliseconds.
    pub longest_ms: f64,
    /// The settings of the run on the first display.
    pub settings: Settings,
}

/// A test that each candidate is put to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Test {
    /// A display without vsync, so that only the loop itself limits its frames.
    Unpaced,
    Heavy,
    Stall,
    Steady(PlayerDisplay),
    /// A server, where nothing is displayed.
    Hidden,
    Jump(PlayerDisplay),
}

impl Test {
    /// Returns the tests for a question. The tests that most candidates fail come first.
    fn all(question: &Question) -> Vec<Test> {
        let mut tests = Vec::new();
        if question.saves_power || question.displays.is_empty() {
            tests.push(Test::Unpaced);
        }
        if question.displays.is_empty() {
            return tests.into_iter().chain([Test::Hidden, Test::Stall]).collect();
        }
        tests.extend(question.displays.iter().map(|display| Test::Steady(*display)));
        tests.extend([Test::Heavy, Test::Stall]);
        if question.longest_step_ms.is_some() {
            let (first, last) = (question.displays[0], question.displays[question.displays.len() - 1]);
            tests.push(Test::Jump(first));
            tests.extend((first != last).then_some(Test::Jump(last)));
        }
        tests
    }

    fn name(self) -> String {
        match self {
            Test::Unpaced => "without vsync".to_owned(),
            Test::Heavy => "with heavy frames".to_owned(),
            Test::Stall => format!("after a stall of {} ms", STALL.ms),
            Test::Steady(display) => format!("on {}", display.name()),
            Test::Hidden => "without a display".to_owned(),
            Test::Jump(display) => format!("in the world {JUMP}, on {}", display.name()),
        }
    }

    fn settings(self, question: &Question, pane: &PaneSettings) -> Settings {
        let captured = question.settings.captured_pane().filter(|_| question.settings.computer.plays_load());
        let captured = captured.map(|captured| PaneSettings { letter: None, ..captured.clone() });
        let panes = std::iter::once(pane.clone()).chain(captured).collect();
        let mut settings = Settings { panes, hitches: Vec::new(), ..question.settings.clone() };
        settings.computer = self.computer(question);
        match self {
            Test::Stall => settings.hitches.push(STALL),
            Test::Jump(_) => settings.scene = WorldChoice::new(JUMP),
            _ => {}
        }
        settings.lettered()
    }

    fn computer(self, question: &Question) -> Computer {
        let mut usual = question.settings.computer.clone();
        if !question.allows_age {
            usual.queue = usual.queue.min(1);
        }
        let Some(first) = question.displays.first() else {
            let (render_ms, gpu_ms, queue, play_load) = (0.0, 0.0, 0, PlayLoad::Off);
            return Computer { render_ms, gpu_ms, queue, play_load, present: Present::Mailbox, ..usual };
        };
        match self {
            Test::Unpaced => Computer { present: Present::Mailbox, ..first.on(&usual) },
            Test::Heavy => Computer { render_ms: HEAVY_MS.max(2.0 * usual.render_ms), ..first.on(&usual) },
            Test::Steady(display) | Test::Jump(display) => display.on(&usual),
            Test::Stall | Test::Hidden => first.on(&usual),
        }
    }

    /// Returns whether the test shows usual conditions; such tests are made with every seed.
    fn is_usual(self) -> bool {
        !matches!(self, Test::Heavy | Test::Unpaced)
    }

    /// Returns whether a finding of this kind counts in the test. Heavy frames spoil the motion of every loop, but a good loop
    /// does not slow the game down.
    fn counts(self, kind: Kind) -> bool {
        match self {
            Test::Unpaced => false,
            Test::Heavy => kind == Kind::SlowMotion,
            Test::Jump(_) => matches!(kind, Kind::OffPath | Kind::Exploded | Kind::Alarm | Kind::Tunnelling),
            Test::Stall | Test::Steady(_) | Test::Hidden => true,
        }
    }

    const fn length(self) -> Span {
        match self {
            Test::Unpaced => seconds(1),
            Test::Jump(_) => LONGEST,
            _ => seconds(6),
        }
    }
}

/// Returns the reason why a candidate fails without a run; `None` if runs must decide.
fn fails_by_its_kind(question: &Question, strategy: &Strategy, pane: &PaneSettings) -> Option<String> {
    let lead = || strategy.lead(&pane.params, pane.presentation.unwrap_or(strategy.presentation));
    match () {
        () if question.is_called && !strategy.is_called() => {
            Some("It waits by itself, where the system calls the game for each refresh.".to_owned())
        }
        () if question.displays.is_empty() && strategy.is_called() => {
            Some("It waits to be called for a refresh, and there is no display.".to_owned())
        }
        () if !question.allows_age && lead() == Some((-1.0, -1.0)) => {
            Some("Drawn between the last two states, its pictures are a step old.".to_owned())
        }
        () => None,
    }
}

/// Makes the tests of a candidate until one fails. Calls `pause` now and then, whose error ends the work.
pub async fn judge(
    question: &Question,
    pane: &PaneSettings,
    mut pause: impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Verdict, Cancelled> {
    let tests = Test::all(question);
    let out = |why, test: Test| Verdict::Out { why, settings: Box::new(test.settings(question, pane)) };
    let usual = tests.iter().copied().find(|test| test.is_usual()).unwrap_or(Test::Hidden);
    let Ok(strategy) = strategies::find(&pane.strategy) else { return Ok(out("There is no such loop.".to_owned(), usual)) };
    if let Some(why) = fails_by_its_kind(question, strategy, pane) {
        return Ok(out(why, usual));
    }
    let mut record = Record { tests: tests.len(), settings: usual.settings(question, pane), ..Record::default() };
    let mut steps: Option<(Span, Span)> = None;
    for test in &tests {
        let Some(outcome) = most_of(test.settings(question, pane), *test, &mut pause).await? else {
            return Ok(out("A turn of it would never end.".to_owned(), *test));
        };
        let totals = &outcome.sums.totals;
        if let (Some(least), Some(most)) = (totals.dt_min, totals.dt_max) {
            steps = Some(steps.map_or((least, most), |(low, high)| (low.min(least), high.max(most))));
        }
        if let Some(why) = fails(question, *test, &outcome, steps, pane) {
            return Ok(out(why, *test));
        }
        record.add(question, *test, &outcome);
    }
    Ok(Verdict::In(Box::new(record)))
}

/// Returns, in one sentence, the requirement that the candidate fails in this test; `None` if it fails none.
fn fails(
    question: &Question,
    test: Test,
    outcome: &TestOutcome,
    steps: Option<(Span, Span)>,
    pane: &PaneSettings,
) -> Option<String> {
    let name = test.name();
    let computer = test.computer(question);
    if test == Test::Unpaced {
        let played = question.settings.played_load(&computer);
        let needed = 60.0 * (computer.render_ms + played.cpu_ms + computer.mean_update_ms());
        let busy = outcome.busy();
        return (busy >= ALWAYS && needed < 900.0)
            .then(|| format!("It never sleeps: {name} it computes {:.0} % of the time.", busy * 100.0));
    }
    let found = |kind: Kind| outcome.symptoms.iter().find(|symptom| symptom.kind() == kind && symptom.tone == Tone::Wrong);
    let is_hidden = question.displays.is_empty();
    let never = [Kind::Refused, Kind::NeverDraws, Kind::Spiral, Kind::FastMotion];
    let heavy = [Kind::SlowMotion].into_iter().filter(|_| question.overload != Overload::Slow);
    let barred = never.into_iter().filter(|kind| !(is_hidden && *kind == Kind::NeverDraws));
    if let Some(symptom) = barred.chain(heavy).find_map(found) {
        return Some(format!("{}, {name}.", symptom.headline()));
    }
    if let Some((least, most)) = steps {
        let of = length;
        let rate = step_rate(strategies::find(&pane.strategy).ok()?).map(|param| pane.params.get(param));
        if question.wants_one_step() && most > least {
            return Some(format!("Not the same game: its steps are of {} to {}, {name}.", of(least), of(most)));
        }
        if let Some(hz) = question.tick_hz.filter(|hz| rate != Some((*hz).into())) {
            return Some(format!("It makes steps of {}, and not {} a second.", of(most), trimmed(hz, 2)));
        }
        if question.longest_step_ms.is_some_and(|ms| most.as_millis() > ms + 0.01) {
            return Some(format!("It makes a step of {}, {name}.", of(most)));
        }
    }
    let lost = outcome.lost_ms();
    if test == Test::Stall && question.overload == Overload::CatchUp && lost > LOST {
        return Some(format!("It forgets time: of a stall of {} ms {lost:.0} ms are lost.", STALL.ms));
    }
    None
}

impl Record {
    fn add(&mut self, question: &Question, test: Test, outcome: &TestOutcome) {
        let is_hidden = question.displays.is_empty();
        let of_pictures = |kind: Kind| {
            !matches!(
                kind,
                Kind::SlowMotion
                    | Kind::Spiral
                    | Kind::Ahead
                    | Kind::Behind
                    | Kind::AnotherHeight
                    | Kind::OffPath
                    | Kind::Exploded
                    | Kind::Alarm
            )
        };
        let counted = outcome.symptoms.iter().filter(|symptom| {
            symptom.tone >= Tone::Note && symptom.kind() != Kind::Paused && !(is_hidden && of_pictures(symptom.kind()))
        });
        for symptom in counted.filter(|symptom| test.counts(symptom.kind())) {
            match symptom.tone {
                Tone::Wrong => self.wrong += 1,
                _ => self.notes += 1,
            }
            let is_worse = |(kind, tone, _): &(Kind, Tone, String)| (symptom.tone, *kind) > (*tone, symptom.kind());
            if self.first.as_ref().is_none_or(is_worse) {
                self.first = Some((symptom.kind(), symptom.tone, format!("{}, {}", symptom.headline(), test.name())));
            }
        }
        let sums = &outcome.sums;
        let share = 1.0 / question.displays.len().max(1) as f64;
        match test {
            Test::Steady(_) | Test::Hidden => {
                self.age_ms += share * sums.number("state_age_mean_ms").unwrap_or_default();
                self.error_ms += share * sums.number("picture_error_mean_ms").unwrap_or_default();
                self.stay_ms +=
                    share * Span::from_flicks(sums.totals.passed as i64).as_millis() / sums.totals.distinct.max(1) as f64;
                self.updates_per_s += share * sums.totals.updates as f64 / outcome.length.as_secs();
                self.busy += share * outcome.busy();
            }
            Test::Stall => {
                self.lost_ms = outcome.lost_ms().max(0.0);
                self.longest_ms = sums.totals.dt_max.map_or(0.0, Span::as_millis);
            }
            _ => {}
        }
    }
}

struct TestOutcome {
    symptoms: Vec<Symptom>,
    /// The number of windows that were judged.
    windows: usize,
    sums: Sums,
    /// The time on the computer's clock from the first turn to the end.
    length: Span,
}

impl TestOutcome {
    fn busy(&self) -> f64 {
        self.sums.totals.busy.ratio(self.length)
    }

    fn lost_ms(&self) -> f64 {
        let made = i64::try_from(self.sums.totals.made).unwrap_or(i64::MAX);
        (self.length - Span::from_flicks(made)).as_millis()
    }
}

/// Makes the runs of a test; `None` if a turn would never end. The numbers come from the first seed, and the symptoms from more
/// than half of all windows of all seeds. `pause` is awaited before each run, and can cancel it.
async fn most_of(
    settings: Settings,
    test: Test,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<TestOutcome>, Cancelled> {
    let seeds = if test.is_usual() { SEEDS } else { 1 };
    let mut outcomes = Vec::new();
    for seed in 0..seeds {
        let seeded = with_seed(&settings, seed);
        let Some(outcome) = run(seeded, test, pause).await? else { return Ok(None) };
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
    Ok(Some(TestOutcome { symptoms, ..outcomes.swap_remove(0) }))
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
    let (from, to) = in_order(settings.computer.play_lo_s, settings.computer.play_hi_s);
    let end = to.min(settings.played_load(&settings.computer).end.as_secs());
    let spare = (end - from - LONGEST.as_secs()).max(0.0);
    seeded.computer.play_lo_s = from + spare * number as f64 / (SEEDS - 1) as f64;
    seeded
}

/// Makes one run; `None` if a turn would never end.
async fn run(
    settings: Settings,
    test: Test,
    pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
) -> Result<Option<TestOutcome>, Cancelled> {
    pause().await?;
    let length = test.length();
    // A jump takes longer than a window.
    let window = if matches!(test, Test::Jump(_)) { length - SKIPPED } else { WINDOW };
    let first_turn = Time::ZERO + Span::from_millis(settings.computer.start_ms);
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
    Ok(Some(TestOutcome { symptoms, windows, sums: fold.metrics.sums(clock, Tally::default()), length: clock - first_turn }))
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

/// Returns whether the pane's frames show states between the last two steps.
pub fn is_interpolated(strategy: &Strategy, pane: &PaneSettings) -> bool {
    strategy.alpha && pane.presentation.unwrap_or(strategy.presentation) == Presentation::Interpolate
}
