//! Steady runs, each made once: they show the symptoms that a loop keeps, without single happenings.

use crate::base::jobs::Cancelled;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::findings::{JudgedRun, Kind};
use crate::lab::run::{PaneSetup, Run, Running};
use crate::model::config::{Computer, Settings, WorldChoice};
use std::rc::Rc;

/// The beginning of a run, which is not judged.
const SKIPPED: Span = seconds(2);
/// A run is judged over at least this number of pictures, unless they come too seldom.
const PICTURES: usize = 40;
const LONGEST: Span = seconds(60);
/// The simulated time between two looks at the cost of a run.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// A run ends when it has had this many events and moved bodies.
const MOST_WORK: u64 = 150_000;
/// The number of seeds; a symptom counts if more than half of them show it, and is gone if none does.
const SEEDS: u64 = 3;
/// The world that stands in for others: no world costs less, and where bodies cost nothing every world takes the same time.
const CHEAP_WORLD: &str = "runner";

/// A part of the symptoms that steady runs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteadyPart {
    /// Symptoms of the pictures, the turns and the answers.
    Timing,
    /// A drift against the clock, which takes longer to see.
    Drift,
    /// Symptoms of the bodies, which only the pane's own world shows.
    World,
}

impl SteadyPart {
    pub const ALL: [SteadyPart; 3] = [SteadyPart::Timing, SteadyPart::Drift, SteadyPart::World];

    pub fn of(kind: Kind) -> SteadyPart {
        match kind {
            Kind::Ahead | Kind::Behind => SteadyPart::Drift,
            Kind::Tunnelling | Kind::OffPath | Kind::Exploded | Kind::Alarm => SteadyPart::World,
            _ => SteadyPart::Timing,
        }
    }

    const fn judged(self) -> Span {
        match self {
            SteadyPart::Timing => seconds(4),
            SteadyPart::Drift => seconds(10),
            SteadyPart::World => seconds(6),
        }
    }
}

const fn seconds(seconds: i64) -> Span {
    Span::from_flicks(seconds * FLICKS_PER_SECOND)
}

/// The steady runs of a pane alone, with several seeds.
pub struct SteadyRun {
    settings: Settings,
    part: SteadyPart,
    seeds: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SteadyOutcome {
    /// The measured values: the kind, the mean over the seeds, and how many of them show the symptom.
    measured: Vec<(Kind, f64, ShownBy)>,
    /// The kinds that could be wrong, and are notes in most of the runs that show them.
    mild: Vec<Kind>,
    /// Whether the runs were too expensive to be judged.
    pub is_too_expensive: bool,
}

/// The number of runs that show a symptom.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ShownBy {
    None,
    AtMostHalf,
    Most,
}

impl SteadyOutcome {
    /// Returns the kinds of symptoms that most of the runs show, without notes of kinds that could be wrong.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let shown = self.measured.iter().filter(|(.., shown)| *shown == ShownBy::Most).map(|(kind, ..)| *kind);
        shown.filter(|kind| !self.mild.contains(kind))
    }

    /// Returns the value of a symptom; `None` unless most of the runs show it.
    pub fn symptom(&self, kind: Kind) -> Option<f64> {
        let is_it = |(measured, _, shown): &&(Kind, f64, ShownBy)| *shown == ShownBy::Most && *measured == kind;
        self.measured.iter().find(is_it).map(|(_, value, _)| *value)
    }

    /// Returns whether none of the runs shows a symptom of this kind.
    pub fn is_free_of(&self, kind: Kind) -> bool {
        let shown = self.measured.iter().find(|(measured, ..)| *measured == kind).map(|(.., shown)| *shown);
        !self.is_too_expensive && shown.is_none_or(|shown| shown == ShownBy::None)
    }

    /// Returns the value of a kind, whether the runs show it or not; `None` if it has none.
    pub fn value(&self, kind: Kind) -> Option<f64> {
        self.measured.iter().find(|(measured, ..)| *measured == kind).map(|(_, value, _)| *value)
    }
}

impl SteadyRun {
    /// Returns the runs of the only pane of `settings`. Where the world doesn't matter, the cheapest world stands in for it.
    pub fn new(settings: &Settings, part: SteadyPart) -> SteadyRun {
        let mut settings = settings.clone();
        if part != SteadyPart::World && is_world_free(&settings.computer) {
            settings.scene = WorldChoice::new(CHEAP_WORLD);
        }
        let is_random = part == SteadyPart::World || settings.scene.id != CHEAP_WORLD || is_random(&settings.computer);
        SteadyRun { settings, part, seeds: if is_random { SEEDS } else { 1 } }
    }

    /// Makes the runs. `pause` is called now and then, and may end the work.
    pub async fn outcome(&self, pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>) -> Result<SteadyOutcome, Cancelled> {
        let mut runs: Vec<Vec<Measured>> = Vec::new();
        for seed in 0..self.seeds {
            let settings = Settings { seed: self.settings.seed.wrapping_add(seed), ..self.settings.clone() };
            match self.run(settings, pause).await? {
                Some(measured) => runs.push(measured),
                None => return Ok(SteadyOutcome { is_too_expensive: true, ..SteadyOutcome::default() }),
            }
        }
        let mut outcome = SteadyOutcome::default();
        for kind in Kind::all().filter(|kind| SteadyPart::of(*kind) == self.part) {
            let of_kind = || runs.iter().flatten().filter(move |measured| measured.kind == kind);
            let shown = of_kind().filter(|measured| measured.shown).count();
            if 2 * of_kind().filter(|measured| measured.is_mild).count() > shown {
                outcome.mild.push(kind);
            }
            // The value of a symptom is the mean of the runs that show it.
            let is_shown = 2 * shown > runs.len();
            let shown_by = match shown {
                0 => ShownBy::None,
                _ if is_shown => ShownBy::Most,
                _ => ShownBy::AtMostHalf,
            };
            let values: Vec<f64> =
                of_kind().filter(|measured| measured.shown || !is_shown).map(|measured| measured.value).collect();
            if !values.is_empty() {
                outcome.measured.push((kind, values.iter().sum::<f64>() / values.len() as f64, shown_by));
            }
        }
        Ok(outcome)
    }

    /// Makes one run and returns what is measured in it; `None` if it is too expensive.
    async fn run(
        &self,
        settings: Settings,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Option<Vec<Measured>>, Cancelled> {
        pause().await?;
        let Ok(run) = Run::new(settings, 0, LONGEST.as_secs() + 1.0) else {
            // Only a turn that never ends is refused.
            return Ok(Some(vec![Measured { kind: Kind::Spiral, value: 0.0, shown: true, is_mild: false }]));
        };
        let Ok(mut run) = run.start(|setup: &PaneSetup| JudgedRun::new(setup, SKIPPED, LONGEST)) else {
            return Ok(None);
        };
        let (begins, ends) = (Time::ZERO + SKIPPED, Time::ZERO + SKIPPED + self.part.judged());
        while run.now() < ends || (judge(&run).pictures < PICTURES && run.now() < Time::ZERO + LONGEST) {
            if judge(&run).work >= MOST_WORK || run.is_over() {
                break;
            }
            run.advance_to(run.now() + SLICE);
            pause().await?;
        }
        let (now, judge) = (run.now(), judge(&run));
        let judged = now - begins;
        if judged < SKIPPED {
            return Ok(None);
        }
        let symptoms = judge.watch.judge(now, judged);
        let measured = Kind::all().filter(|kind| SteadyPart::of(*kind) == self.part).filter_map(|kind| {
            let shown = symptoms.iter().find(|symptom| symptom.kind == kind);
            let value = shown.map(|symptom| symptom.value).or_else(|| judge.watch.value(kind, now, judged))?;
            let is_mild = shown.is_some_and(|symptom| symptom.tone < kind.tone());
            Some(Measured { kind, value, shown: shown.is_some(), is_mild })
        });
        Ok(Some(measured.collect()))
    }
}

/// A value of one run, and whether the run shows the symptom.
struct Measured {
    kind: Kind,
    value: f64,
    shown: bool,
    /// Is `true` for a note of a kind that could be wrong.
    is_mild: bool,
}

fn judge(run: &Running<JudgedRun>) -> std::cell::Ref<'_, JudgedRun> {
    run.panes()[0].fold()
}

/// Returns whether every world takes the same time on this computer.
fn is_world_free(computer: &Computer) -> bool {
    computer.update_us_per_body == 0.0 && computer.render_us_per_body == 0.0
}

/// Returns whether the timing of a run depends on its seed.
fn is_random(computer: &Computer) -> bool {
    let Computer { noise_lo_ms, noise_hi_ms, update_noise_lo_ms, update_noise_hi_ms, wake_lo_ms, wake_hi_ms, .. } = computer;
    let pairs = [(noise_lo_ms, noise_hi_ms), (update_noise_lo_ms, update_noise_hi_ms), (wake_lo_ms, wake_hi_ms)];
    pairs.into_iter().any(|(one, other)| one != other) || computer.wakes_much_later()
}

/// The steady runs that were made for one pane, each once.
pub struct Bench<P> {
    made: Vec<(Settings, SteadyPart, Rc<SteadyOutcome>)>,
    /// Called between two runs and in long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    pub fn new(pause: P) -> Bench<P> {
        Bench { made: Vec::new(), pause }
    }

    /// Returns what a part of the steady runs of these settings shows.
    pub async fn outcome(&mut self, settings: &Settings, part: SteadyPart) -> Result<Rc<SteadyOutcome>, Cancelled> {
        let is_it = |(made, of, _): &&(Settings, SteadyPart, _)| *of == part && made == settings;
        if let Some((.., outcome)) = self.made.iter().find(is_it) {
            return Ok(outcome.clone());
        }
        let outcome = Rc::new(SteadyRun::new(settings, part).outcome(&mut self.pause).await?);
        self.made.push((settings.clone(), part, outcome.clone()));
        Ok(outcome)
    }

    /// Returns the value of the symptom of this kind in the steady runs of these settings; `None` if they do not show it.
    pub async fn symptom(&mut self, settings: &Settings, kind: Kind) -> Result<Option<f64>, Cancelled> {
        Ok(self.outcome(settings, SteadyPart::of(kind)).await?.symptom(kind))
    }
}
