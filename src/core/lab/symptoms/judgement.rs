//! The judgement of a pane over the windows before a moment: which kinds hold, with their values (docs/metrics.md).

use super::kind::{Kind, Tone};
use super::observed::{Observed, Regime};
use super::pace::Speed;
use super::pictures::TurnWork;
use super::symptom::{Symptom, evidence};
use super::terms::Terms;
use super::turns::MeanWork;
use super::windows::Windows;
use super::words::{CapturedNotes, HowPaused, PictureSums, Said};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{RECENT, RESPONDING};
use crate::model::config::capture::{Capture, SampleTimes};
use crate::model::config::computer::Present;
use std::cmp::Reverse;

/// A kind that holds ends at this share of its threshold, so that sentences don't flicker.
pub const ENDS_AT: f64 = 0.8;
/// The least length of a regime that a verdict needs.
pub const LEAST: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 10);
/// A loop that has not drawn for this long never draws.
const NEVER_DRAWN: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// Kinds that explain why the display shows nothing new, or say worse of the same pictures.
const HOLD_PICTURES: [Kind; 6] = [Kind::NeverDraws, Kind::Frozen, Kind::Stall, Kind::Hitch, Kind::Judder, Kind::Uneven];
/// A limit is missed by more than this share of its rate.
const MISSED: f64 = 0.05;
/// A limit that is higher than the refresh rate times this is none.
const LIMITS: f64 = 1.002;
/// The share of a limit's period that the work on a frame may take if the limit is to be reached.
const FITS: f64 = 0.9;

/// Returns the factor of a kind's threshold.
pub type Factor<'a> = &'a dyn Fn(Kind, Tone) -> f64;

/// The symptoms in some windows.
pub struct Judgement {
    /// Wrong kinds before notes, the most important first.
    pub symptoms: Vec<Symptom>,
    /// The beginning of the window that decides about the speed; `None` while the speed is unknown.
    pub speed_from: Option<Time>,
}

impl Judgement {
    /// Returns the judgement of what was observed in `windows`, with every threshold multiplied by its `factor`.
    pub fn of(observed: &Observed, windows: Windows, factor: Factor) -> Judgement {
        Judge { observed, terms: &observed.terms, regime: &observed.regime, windows, factor }.judgement()
    }

    fn with(symptom: Symptom) -> Judgement {
        Judgement { symptoms: vec![symptom], speed_from: None }
    }
}

struct Judge<'a> {
    observed: &'a Observed,
    terms: &'a Terms,
    regime: &'a Regime,
    windows: Windows,
    factor: Factor<'a>,
}

impl Judge<'_> {
    /// Returns the factor of a kind that has one tone, or of its worst one.
    fn of(&self, kind: Kind) -> f64 {
        (self.factor)(kind, kind.tone())
    }

    fn judgement(&self) -> Judgement {
        if let Some(lacks) = self.terms.lacks {
            return Judgement::with(Symptom::new(Said::Refused(lacks), 0.0, Vec::new()));
        }
        if let Some(too_short) = self.terms.too_short() {
            return Judgement::with(too_short);
        }
        let (Windows { now, recent, .. }, Regime { pictures, .. }) = (self.windows, self.regime);
        let (mut found, mut speed_from) = (self.missing_frames(), None);
        let is_settled = now - self.regime.begin >= LEAST;
        if is_settled {
            speed_from = self.of_turns_and_world(&mut found);
            self.of_pictures(&mut found);
            found.retain(|symptom| self.terms.can_tell(symptom.kind()));
        }
        self.pause(&mut found);
        if found.is_empty() {
            let is_enough = is_settled && pictures.are_enough();
            found.extend(pictures.mean(recent).filter(|_| is_enough).map(|mean| self.right(mean)));
        }
        if found.is_empty() {
            found.push(Symptom::new(Said::Settling { has_shown: self.observed.standstill.has_shown() }, 0.0, Vec::new()));
        }
        let pattern = found.iter().find(|symptom| symptom.kind() == Kind::Hitch).cloned();
        found.sort_by_key(|symptom| {
            let is_told = pattern.as_ref().is_some_and(|hitches| symptom.is_in_pattern_of(hitches));
            (Reverse(symptom.tone), if is_told { Kind::Hitch } else { symptom.kind() }, is_told)
        });
        Judgement { symptoms: found, speed_from }
    }

    /// Finds a display that shows nothing new. After its end a capture stands still, which is no fault.
    fn missing_frames(&self) -> Vec<Symptom> {
        let (now, lasts) = (self.windows.now, self.terms.captured.as_ref().map(|capture| capture.end() - Time::ZERO));
        if lasts.is_some_and(|lasts| now - self.observed.start > lasts) {
            return Vec::new();
        }
        self.not_responding().into_iter().chain(self.observed.standstill.frozen(now)).collect()
    }

    /// Finds the symptoms of the turns, of stalls and of the world. Returns the beginning of the window that decides about the
    /// speed; `None` if the speed is unknown.
    fn of_turns_and_world(&self, found: &mut Vec<Symptom>) -> Option<Time> {
        let (Windows { now, recent, .. }, Regime { turns, pictures, .. }) = (self.windows, self.regime);
        let is_speed_known = self.terms.can_tell(Kind::SlowMotion);
        found.extend(self.never_draws());
        // A spiral has no lower threshold at which it ends, but a trial asks how near a spiral is.
        let factor = if self.windows.are_judged() { self.of(Kind::Spiral) } else { 1.0 };
        found.extend(self.regime.operations.spiral(recent, factor));
        found.extend(pictures.stall(recent, now, is_speed_known));
        found.extend(self.regime.world.errors(&self.windows, self.of(Kind::OffPath)));
        found.extend(self.regime.world.another_height(self.of(Kind::AnotherHeight)));
        let (made_hz, frames_hz) = self.regime.rates(recent);
        let frames_a_step = frames_hz.zip(made_hz).map(|(frames, steps)| frames / steps);
        found.extend(self.regime.presses.faults(self.regime.begin, &self.windows, frames_a_step));
        found.extend(self.regime.following.jitter(recent, (self.regime.operations.steps_hz(recent), frames_hz), self.factor));
        // Without the game's own time nothing is asked of its speed, which is the most of what a long capture costs.
        if !is_speed_known {
            return None;
        }
        let (speed_from, off_speed) =
            turns.off_speed(&self.windows, self.terms.timer, self.factor, |from, speed| self.of_speed(from, speed)).unzip();
        // Pictures stay for a refresh or longer.
        let refresh = || self.terms.screen.interval.or_else(|| pictures.mean(now - RECENT));
        let drift = || {
            turns
                .drift(self.regime.begin, now)
                .zip(refresh())
                .and_then(|(drift, refresh)| drift.symptom(now, refresh, self.factor))
        };
        found.extend(off_speed.or_else(drift));
        speed_from.or(Some(recent))
    }

    /// Returns what is said of the game's `speed` after `from`: it is drawn ahead if the speed of the frames is nearer to the right
    /// one.
    fn of_speed(&self, from: Time, speed: &Speed) -> Said {
        if speed.gained() >= Span::ZERO {
            return Said::FastMotion { behind: self.observed.behind };
        }
        let drawn = self.regime.pictures.pace.speed(from);
        let is_nearer = |drawn: f64| (1.0 - drawn).abs() < drawn - speed.ratio();
        Said::SlowMotion { is_drawn_ahead: drawn.is_some_and(|drawn| is_nearer(drawn.ratio())) }
    }

    /// Finds the symptoms of the displayed frames.
    fn of_pictures(&self, found: &mut Vec<Symptom>) {
        let (Windows { now, recent, ten, .. }, pictures, interval) =
            (self.windows, &self.regime.pictures, self.terms.screen.interval);
        found.extend(pictures.low_rate(recent, self.factor));
        let can_judder = self.terms.can_tell(Kind::Judder);
        let judder = can_judder.then(|| pictures.fit(recent).judder(self.factor)).flatten();
        let judders = judder.as_ref().map(|judder| judder.tone);
        let leaps_count = can_judder && judders != Some(Tone::Wrong);
        found.extend(pictures.hitches([recent, ten].map(|from| from.max(self.regime.begin)), now, leaps_count, self.factor));
        found.extend(judder);
        // A loop's frames may stay for as long as they took where the refresh varies; of a game only the stays are known.
        let are_judged = (!self.terms.varies || self.terms.captured.is_some()) && judders != Some(Tone::Wrong);
        let refresh = interval.filter(|_| !self.terms.varies);
        let uneven = are_judged.then(|| pictures.uneven(recent, refresh, self.of(Kind::Uneven))).flatten();
        let spread = || judders.is_none().then(|| pictures.spread(recent, (self.factor)(Kind::Uneven, Tone::Note))).flatten();
        found.extend(uneven.or_else(spread));
        found.extend(self.repeats(found));
        found.extend(self.half_rate());
        let explains =
            |found: &Symptom| found.kind() == Kind::HalfRate || found.kind() == Kind::Hitch && found.tone == Tone::Wrong;
        if !found.iter().any(explains) {
            found.extend(self.missed_limit());
        }
        found.extend(self.regime.answers.late(now, pictures.mean(recent), self.of(Kind::Late)));
        found.extend(interval.and_then(|interval| pictures.displayed.queued(recent, interval, self.of(Kind::Queued))));
        found.extend(pictures.displayed.tearing(recent, self.of(Kind::Tearing)));
    }

    fn not_responding(&self) -> Option<Symptom> {
        let (now, since) = (self.windows.now, self.observed.standstill.last_flip.unwrap_or(self.observed.start));
        (now - since > RESPONDING).then(|| Symptom::new(Said::NotResponding, (now - since).as_secs(), vec![since]))
    }

    fn never_draws(&self) -> Option<Symptom> {
        let Regime { begin, turns, renders, .. } = self.regime;
        let silent = self.windows.now - *begin;
        let is_idle = silent >= NEVER_DRAWN && turns.are_over() && renders.is_empty();
        let is_unseen = self.observed.never_shown_since().is_some_and(|since| self.windows.now - since > NEVER_DRAWN);
        let said = if is_unseen { Said::NeverPresents } else { Said::NeverDraws };
        (is_idle || is_unseen).then(|| Symptom::new(said, silent.as_secs(), vec![*begin]))
    }

    /// Finds frames that repeat, unless the game is paused or a kind in `found` explains them. A trial, which asks for causes,
    /// counts them all the same.
    fn repeats(&self, found: &[Symptom]) -> Option<Symptom> {
        let Terms { screen, varies, paused, .. } = self.terms;
        let is_explained = found.iter().any(|symptom| symptom.tone == Tone::Wrong && HOLD_PICTURES.contains(&symptom.kind()));
        if *paused || is_explained && !self.windows.are_judged() {
            return None;
        }
        self.regime.pictures.repeats(self.windows.recent, screen.interval.filter(|_| !varies), self.of(Kind::Repeats))
    }

    fn half_rate(&self) -> Option<Symptom> {
        let from = self.windows.recent;
        let Terms { screen, present, varies, waits, asked_hz, .. } = self.terms;
        if *present != Present::Fifo || self.regime.last_sleep.is_some_and(|at| at > from) {
            return None;
        }
        let MeanWork { of_turn, .. } = self.regime.turns.mean_work(from, *waits)?;
        let work = TurnWork { mean: of_turn, interval: screen.interval?, varies: *varies };
        self.regime.pictures.half_rate(from, work, *asked_hz, self.of(Kind::HalfRate))
    }

    /// Finds fewer frames than the loop asks for, if neither its work nor the display allows no more; else `None`.
    fn missed_limit(&self) -> Option<Symptom> {
        let (asked, from) = (self.terms.asked_hz?, self.windows.recent);
        let period = FLICKS_PER_SECOND as f64 / asked;
        let MeanWork { of_frame, .. } = self.regime.turns.mean_work(from, self.terms.waits)?;
        let is_steady = self.windows.now - self.regime.begin >= RECENT && self.regime.pictures.longest_stall(from).is_none();
        let can_be_reached = self.terms.screen.interval? <= period * LIMITS && of_frame <= FITS * period;
        let rate = if is_steady && can_be_reached { self.regime.frame_rate(from)? } else { return None };
        let frames = self.regime.renders.iter().filter(|at| **at > from).copied();
        let least = MISSED * self.of(Kind::LimitMissed) * asked;
        (asked - rate > least).then(|| Symptom::new(Said::LimitMissed { asked }, rate, evidence(frames)))
    }

    /// Finds a pause of the game. A world that stands still because of it has no fault; a loop that ignores the pause is named.
    fn pause(&self, found: &mut Vec<Symptom>) {
        let was_paused = self.observed.paused_until.is_some_and(|until| until > self.windows.now - RECENT);
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

    fn right(&self, mean: f64) -> Symptom {
        let (Windows { recent, ten, .. }, Regime { turns, pictures, .. }) = (self.windows, self.regime);
        let speed = turns.pace.speed(recent).map_or(100.0, |speed| speed.ratio() * 100.0);
        let (fps, is_smooth) = (FLICKS_PER_SECOND as f64 / mean, pictures.are_smooth([recent, ten], ENDS_AT));
        let captured = self.terms.captured.as_ref().map(|capture| self.notes_about(capture, recent));
        let is_speed_known = self.terms.can_tell(Kind::SlowMotion);
        let (captured, sums, whole) = (captured.unwrap_or_default(), pictures.sums, PictureSums::default());
        let said = Said::Right { fps, is_smooth, is_speed_known, captured, sums, whole };
        Symptom::new(said, speed, Vec::new())
    }

    /// Returns what else is known of the frames of a capture after `from`.
    fn notes_about(&self, capture: &Capture, from: Time) -> CapturedNotes {
        let pictures = &self.regime.pictures;
        let uneven = || pictures.fit(from).judder(&|_, _| 1.0).map(|misfit| misfit.value);
        CapturedNotes {
            limited_hz: capture.facts.limited_hz,
            dropped_percent: pictures.displayed.dropped_percent(from),
            cpu_starts_ms: if capture.samples == SampleTimes::CpuStart { uneven() } else { None },
            rate_change: None,
        }
    }
}
