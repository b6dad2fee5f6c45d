//! Tests one candidate loop in short runs, each judged as the window judges a pane.
//!
//! The trials of `experiments` can't be reused: they explain one symptom, and the advice also needs numbers to sort candidates
//! by. A test lasts as long as one of these where two rates beat.

use super::candidates::step_rate;
use super::outcome::{self, LONGEST, SKIPPED, TestOutcome, TestPlan, seconds};
use super::question::{Overload, PlayerDisplay, Question};
use super::record::Record;
use crate::base::jobs::Cancelled;
use crate::base::numbers::{length, trimmed};
use crate::base::time::Span;
use crate::lab::experiments::beat::Beat;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom::Symptom;
use crate::model::config::computer::{Computer, PlayLoad, Present};
use crate::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use crate::model::strategies;
use crate::model::strategies::strategy::Strategy;

/// The stall of a test. It is over before the test is judged, so only lasting symptoms are found.
const STALL: PlannedStall = PlannedStall::of_render(0.5, 500.0);
/// The milliseconds of the stall that a loop may fail to make up for; above them it loses time.
const LOST: f64 = STALL.ms / 5.0;
/// The render load in the test with heavy frames, in milliseconds; twice the usual load if that is more.
const HEAVY_MS: f64 = 50.0;
/// The world in which bodies jump to other heights if steps are long or of different lengths.
const JUMP: &str = "jump";
/// A loop that computes for more than this share of the time never sleeps.
const ALWAYS: f64 = 0.97;

/// The usual length of a test.
const USUAL: Span = seconds(6);

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
        let computer = &question.settings.computer;
        let captured = question.settings.captured_pane(computer).filter(|_| computer.plays_load());
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

    /// Returns whether a finding counts in the test. Heavy frames spoil the motion of every loop, but a good loop does not slow the
    /// game down.
    fn counts(self, question: &Question, symptom: &Symptom) -> bool {
        let kind = symptom.kind();
        let is_about_the_game = matches!(
            kind,
            Kind::SlowMotion
                | Kind::Spiral
                | Kind::Ahead
                | Kind::Behind
                | Kind::AnotherHeight
                | Kind::OffPath
                | Kind::Exploded
                | Kind::Alarm
        );
        // Hitches and pictures are counted apart: the pictures of a captured game are compared with its own.
        let is_apart = matches!(kind, Kind::Hitch | Kind::Stall | Kind::HalfRate | Kind::Paused)
            || kind == Kind::LowFrameRate && question.played().is_some();
        let counts = match self {
            Test::Unpaced => false,
            Test::Heavy => kind == Kind::SlowMotion,
            Test::Jump(_) => matches!(kind, Kind::OffPath | Kind::Exploded | Kind::Alarm | Kind::Tunnelling),
            Test::Stall | Test::Steady(_) | Test::Hidden => true,
        };
        counts && symptom.tone >= Tone::Note && !is_apart && (is_about_the_game || !question.displays.is_empty())
    }

    /// Returns the runs that are made with `settings`. A jump takes longer than a window; where the rates of the loop and the display
    /// almost fit, each of their phases is seen, if no captured load sets the length.
    fn plan(self, settings: &Settings) -> TestPlan {
        let beats = if settings.computer.plays_load() { Vec::new() } else { Beat::all(settings, None) };
        let length = match self {
            Test::Unpaced => seconds(1),
            Test::Jump(_) => LONGEST,
            Test::Steady(_) => beats.first().map_or(USUAL, |beat| USUAL.max(SKIPPED + beat.judged())),
            _ => USUAL,
        };
        TestPlan { length, is_one_window: matches!(self, Test::Jump(_)), is_usual: self.is_usual() }
    }

    /// Adds what the test shows of a candidate to its record.
    fn add_to(self, record: &mut Record, question: &Question, outcome: &TestOutcome) {
        let found = outcome.symptoms.iter().filter(|symptom| self.counts(question, symptom));
        found.for_each(|symptom| record.add_finding(symptom, &self.name()));
        let share = 1.0 / question.displays.len().max(1) as f64;
        match self {
            Test::Steady(_) | Test::Hidden => {
                record.add_steady(outcome, share, self.computer(question).highest_refresh_hz(), &self.name());
            }
            Test::Stall => record.add_stall(outcome),
            Test::Unpaced | Test::Heavy | Test::Jump(_) => {}
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
        let settings = test.settings(question, pane);
        let plan = test.plan(&settings);
        let Some(outcome) = outcome::of_test(settings, plan, &mut pause).await? else {
            return Ok(out("A turn of it would never end.".to_owned(), *test));
        };
        let totals = &outcome.sums.totals;
        if let (Some(least), Some(most)) = (totals.dt_min, totals.dt_max) {
            steps = Some(steps.map_or((least, most), |(low, high)| (low.min(least), high.max(most))));
        }
        if let Some(why) = fails(question, *test, &outcome, steps, pane) {
            return Ok(out(why, *test));
        }
        test.add_to(&mut record, question, &outcome);
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

/// Returns whether the pane's frames show states between the last two steps.
pub fn is_interpolated(strategy: &Strategy, pane: &PaneSettings) -> bool {
    strategy.alpha && pane.presentation.unwrap_or(strategy.presentation) == Presentation::Interpolate
}
