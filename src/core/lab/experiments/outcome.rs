//! The outcome of a trial: which symptoms its runs show, at the full thresholds and at the near ones, and what they cost.

use super::beat::{Beat, Burst};
use super::verdicts::{FULL, Level, Measured, NEARLY};
use crate::base::numbers::trimmed_apart;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::symptoms::kind::{Kind, Tone};

/// The beginning of a run, which is not judged.
pub(super) const SKIPPED: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The least increase of the pictures' age that a cure mentions as a cost.
const OLDER_MS: f64 = 2.0;
/// The least growth of the pictures' age that shows that the loop has forgotten time.
const FORGETS_MS: f64 = 30.0;
/// The least share of a symptom's value by which the value changes without a cause.
const BETTER: f64 = 0.04;
/// The share of a stall that counts as little.
const FORGOTTEN: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    pub tone: Tone,
    pub value: f64,
}

/// The measurements of one run of a trial.
#[derive(Clone, Default)]
pub(super) struct TrialRun {
    pub measured: Vec<Measured>,
    pub rate: f64,
    pub age_ms: f64,
    pub newest_age_ms: f64,
    pub speed: Option<f64>,
    pub jumped: bool,
    pub is_called: bool,
    pub steps_hz: Option<f64>,
    pub lasts: Span,
    pub beats: Vec<Beat>,
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
    /// Whether the settings are not allowed, so that no run was made.
    pub is_refused: bool,
    /// The steps in a second of simulated time; `None` without steps, or if they differ in length.
    pub steps_hz: Option<f64>,
    /// The length of the longest run.
    pub lasts: Span,
    /// The beats of the pane, the longest first, which set this length; empty if none did.
    pub beats: Vec<Beat>,
    /// Whether chance plays a part.
    is_random: bool,
}

impl Outcome {
    /// Returns the outcome of a trial with these runs, one for each seed. `is_random` is whether chance plays a part in them.
    pub(super) fn of_runs(runs: Vec<TrialRun>, is_random: bool) -> Outcome {
        let (mut outcome, mut speeds) = (Outcome { is_random, ..Outcome::default() }, Vec::new());
        let count = runs.len() as f64;
        for run in runs {
            outcome.runs.push(run.measured);
            outcome.rate += run.rate / count;
            outcome.age_ms += run.age_ms / count;
            outcome.newest_age_ms += run.newest_age_ms / count;
            outcome.jumped |= run.jumped;
            outcome.is_called |= run.is_called;
            speeds.extend(run.speed);
            outcome.lasts = outcome.lasts.max(run.lasts);
            (outcome.beats, outcome.steps_hz) = (run.beats, run.steps_hz);
        }
        outcome.speed = mean(speeds.into_iter());
        outcome
    }

    /// Returns the outcome of a trial whose runs are too expensive to be finished.
    pub(super) fn too_expensive() -> Outcome {
        Outcome { is_too_expensive: true, ..Outcome::default() }
    }

    /// Returns the outcome of `seeds` runs that are refused, which settings of the product are only if a turn never ends.
    pub(super) fn refused(seeds: usize) -> Outcome {
        let (full, near) = (Some(Tone::Wrong), Some(Tone::Wrong));
        let endless = Measured { kind: Kind::Spiral, value: 0.0, full, near, moments: Vec::new() };
        Outcome { runs: vec![vec![endless]; seeds], is_refused: true, ..Outcome::default() }
    }

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

    /// Returns whether a run has evidence of a kind after `moment`.
    pub fn shows_after(&self, kind: Kind, moment: Time) -> bool {
        self.of(kind).flat_map(|measured| &measured.moments).any(|at| *at > moment)
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

    /// Returns whether every symptom of uneven pictures that is at least as bad as `tone` is one that one of `excused` shows too. Since
    /// no rate fits a display exactly, hitches have to be wrong.
    pub fn is_even(&self, tone: Tone, excused: &[&Outcome]) -> bool {
        Kind::all().filter(|kind| kind.is_of_pace()).all(|kind| {
            let (shown, tone) = (self.tone(kind, FULL), if kind == Kind::Hitch { Tone::Wrong } else { tone });
            shown < Some(tone) || excused.iter().any(|other| shown <= other.tone(kind, FULL))
        })
    }

    /// Returns whether no run shows the kind at its full threshold. A stall can become a hitch, so for a stall no run may show a
    /// hitch either.
    pub fn is_free_of(&self, kind: Kind) -> bool {
        let is_free = !self.is_too_expensive && self.of(kind).all(|measured| measured.full.is_none());
        is_free && (kind != Kind::Stall || self.is_free_of(Kind::Hitch)) && (kind != Kind::Hitch || self.has_no_stall())
    }

    /// Returns whether no run shows the kind, nor shows it this badly at the near thresholds. A milder symptom that `light` shows
    /// too is excused. A stall that has become a hitch is not cleared, nor is a hitch that has become a stall.
    pub fn is_clear_of(&self, kind: Kind, tone: Tone, light: &Outcome) -> bool {
        let (full, near) = (light.tone(kind, FULL), light.tone(kind, NEARLY));
        let is_clear = |measured: &Measured| {
            let is_full_clear = measured.full.is_none() || measured.full < Some(tone) && measured.full <= full;
            // A speed that is as bad without any work has another reason, which a cure has to clear.
            let is_of_work = !kind.is_of_speed() || full < Some(tone);
            let is_excused = full.is_some() && is_of_work && measured.near <= near;
            is_full_clear && (measured.near < Some(tone) || is_excused)
        };
        let all_clear = !self.is_too_expensive && self.of(kind).all(is_clear);
        match kind {
            Kind::Stall => all_clear && self.is_clear_of(Kind::Hitch, tone, light),
            Kind::Hitch => all_clear && self.has_no_stall(),
            _ => all_clear,
        }
    }

    /// Returns whether no run shows the kind as badly as `tone`.
    pub fn never_shows(&self, kind: Kind, tone: Tone) -> bool {
        self.of(kind).all(|measured| measured.full < Some(tone))
    }

    fn has_no_stall(&self) -> bool {
        self.of(Kind::Stall).next().is_none()
    }

    /// Returns whether the value of a kind is further from a healthy one than `control`; false if it has no value.
    pub fn is_worse(&self, kind: Kind, control: f64) -> bool {
        self.value(kind).is_some_and(|value| is_further(kind, value, control))
    }

    /// Returns whether the value of a kind is clearly nearer to a healthy one than `control`; true if it has no value.
    pub fn is_better(&self, kind: Kind, control: f64) -> bool {
        let is_clearly = |value: f64| (value - control).abs() > BETTER * distance(kind, control);
        self.value(kind).is_none_or(|value| is_further(kind, control, value) && is_clearly(value))
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
    /// `before` and in `light`; `None` if there is none. Uneven pictures are no better for being uneven in another way, though they
    /// are so in `light`.
    pub(super) fn brings(&self, (except, tone): (Kind, Tone), [before, light]: [&Outcome; 2], levels: &[Level]) -> Option<Kind> {
        let is_new = |kind: &Kind| {
            let is_excused = !(except.is_of_pace() && kind.is_of_pace());
            levels.iter().any(|level| {
                let after = self.tone(*kind, *level);
                let is_worse = after >= Some(tone) && before.tone(*kind, *level) < after;
                is_worse && !(is_excused && light.tone(*kind, *level) >= after)
            })
        };
        Kind::all().filter(|kind| *kind != except && kind.tone() >= tone).find(is_new)
    }
}

/// Returns whether a value of a kind is further from a healthy one than another.
fn is_further(kind: Kind, value: f64, other: f64) -> bool {
    match kind {
        Kind::SlowMotion | Kind::FastMotion => distance(kind, value) > distance(kind, other),
        _ => kind.is_worse(value, other),
    }
}

/// Returns the size of a value: of a speed, how far it is from the right one.
fn distance(kind: Kind, value: f64) -> f64 {
    (if matches!(kind, Kind::SlowMotion | Kind::FastMotion) { value - 100.0 } else { value }).abs()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
