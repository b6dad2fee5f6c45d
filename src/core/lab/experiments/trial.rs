//! Trials: runs of one pane's settings with several seeds, each made once. They show the symptoms that do not pass,
//! and what becomes of the time of a stall.

use super::load::Load;
use crate::base::jobs::Cancelled;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::run::bounded::Run;
use crate::lab::run::running::Running;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::{Aspect, Kind, Tone};
use crate::model::config::computer::Computer;
use crate::model::config::settings::{Settings, WorldChoice};
use crate::model::{scripts, worlds};
use std::rc::Rc;

/// The beginning of a run, which is not judged.
const SKIPPED: Span = seconds(2);
/// The least number of pictures in the judged span, unless the run would be longer than `LONGEST`.
const PICTURES: usize = 40;
const LONGEST: Span = seconds(60);
/// The simulated time between two checks of a run's cost.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The number of events and moved bodies that ends a run as too expensive.
const MOST_WORK: u64 = 150_000;
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

const fn seconds(seconds: i64) -> Span {
    Span::from_flicks(seconds * FLICKS_PER_SECOND)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    pub tone: Tone,
    pub value: f64,
}

/// The measurement of a kind in one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    kind: Kind,
    value: f64,
    /// The tone with which the kind holds; `None` if it does not.
    full: Option<Tone>,
    /// The tone with which the kind holds at the near thresholds; `None` if it does not.
    near: Option<Tone>,
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
            costs.push(format!("{:.0} instead of {:.0} FPS", self.rate, before.rate));
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

/// The runs of one pane's settings with several seeds, and the aspect that is judged.
struct Trial {
    settings: Settings,
    aspect: Aspect,
    seeds: u64,
}

impl Trial {
    /// Returns the trial of the only pane of `settings`. If the world doesn't matter, the cheapest world replaces it.
    fn new(settings: &Settings, aspect: Aspect) -> Trial {
        let mut settings = settings.clone();
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
        Trial { settings, aspect, seeds: if is_random { SEEDS } else { 1 } }
    }

    async fn outcome(&self, pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>) -> Result<Outcome, Cancelled> {
        let (mut outcome, mut speeds) = (Outcome::default(), Vec::new());
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

    /// Makes one run and returns its measurements; `None` if it is too expensive.
    async fn run(
        &self,
        settings: Settings,
        pause: &mut impl AsyncFnMut() -> Result<(), Cancelled>,
    ) -> Result<Option<TrialRun>, Cancelled> {
        pause().await?;
        let Ok(run) = Run::new(settings, 0, LONGEST.as_secs() + 1.0) else {
            // A run is refused only if a turn never ends.
            let (full, near) = (Some(Tone::Wrong), Some(Tone::Wrong));
            let measured = vec![Measured { kind: Kind::Spiral, value: 0.0, full, near }];
            return Ok(Some(TrialRun { measured, ..TrialRun::default() }));
        };
        // A stall at the beginning of a run is over when its judged span begins; a later one is judged with what comes of it.
        let [skipped_stall, judged_stall] = [true, false].map(|is_skipped| self.stalled(is_skipped));
        let skipped = SKIPPED + skipped_stall;
        let Ok(mut run) = run.start(move |setup: &PaneSetup| JudgedRun::new(setup, skipped, LONGEST)) else {
            return Ok(None);
        };
        let (begins, ends) = (Time::ZERO + skipped, Time::ZERO + skipped + judged(self.aspect) + judged_stall);
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
        let value = |kind| judge.watch.value(kind, now, judged);
        let [full, near] = [1.0, NEAR].map(|factor| judge.watch.judge(now, judged, factor));
        let measured = Kind::all().filter(|kind| kind.aspect() == self.aspect).filter_map(|kind| {
            if kind == Kind::Stall {
                // A pane's sentence names a stall only while it is the only one; a trial may hold several.
                let tone = Some(Tone::Wrong);
                return value(kind).map(|value| Measured { kind, value, full: tone, near: tone });
            }
            let shown = full.iter().find(|symptom| symptom.kind() == kind);
            let near = near.iter().find(|symptom| symptom.kind() == kind).map(|symptom| symptom.tone);
            let value = shown.map(|symptom| symptom.value).or_else(|| value(kind))?;
            Some(Measured { kind, value, full: shown.map(|symptom| symptom.tone), near })
        });
        Ok(Some(TrialRun {
            measured: measured.collect(),
            rate: value(Kind::LowFrameRate).unwrap_or(0.0),
            age_ms: judge.age.as_millis() / judge.pictures.max(1) as f64,
            newest_age_ms: judge.newest_age.as_millis(),
            speed: value(Kind::SlowMotion),
            jumped: judge.watch.jumped(now, judged),
            is_called: run.panes()[0].computer().calls_back(),
        }))
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
    made: Vec<(Settings, Aspect, Rc<Outcome>)>,
    /// Is called between two runs and within long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    pub fn new(pause: P) -> Bench<P> {
        Bench { made: Vec::new(), pause }
    }

    pub async fn outcome(&mut self, settings: &Settings, aspect: Aspect) -> Result<Rc<Outcome>, Cancelled> {
        let is_it = |(made, of, _): &&(Settings, Aspect, _)| *of == aspect && made == settings;
        if let Some((.., outcome)) = self.made.iter().find(is_it) {
            return Ok(outcome.clone());
        }
        let outcome = Rc::new(Trial::new(settings, aspect).outcome(&mut self.pause).await?);
        self.made.push((settings.clone(), aspect, outcome.clone()));
        Ok(outcome)
    }

    /// Returns a kind that `changed` shows at least as badly as `symptom` in one of `aspects` and on one of `levels`, if neither
    /// `settings` nor the same loop without work shows it; the kind of the symptom itself does not count.
    pub async fn brought(
        &mut self,
        (settings, changed): (&Settings, &Settings),
        symptom: (Kind, Tone),
        (aspects, levels): (&[Aspect], &[Level]),
    ) -> Result<Option<Kind>, Cancelled> {
        for aspect in aspects {
            let after = self.outcome(changed, *aspect).await?;
            let before = self.outcome(settings, *aspect).await?;
            if after.brings(symptom, [&before, &Outcome::default()], levels).is_some() {
                let light = self.outcome(&Load::without_any(settings), *aspect).await?;
                if let Some(kind) = after.brings(symptom, [&before, &light], levels) {
                    return Ok(Some(kind));
                }
            }
        }
        Ok(None)
    }
}
