//! The own time of one object: its clock, the clock's manner, and its reading at any moment of simulated time.
//!
//! Between two changes an object's clock runs at one rate, or through the manners of the demonstration one after the other, so
//! its reading is a sum of rates times durations since it last began. Readings are whole numbers of fifths of a flick, so slow
//! motion at a fifth of the speed is as exact as everything else: an `f64` holds such a count exactly for a month.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::controls::Controls;

/// The counts (fifths of a flick) that an own time gains per flick while it runs as usual.
const COUNTS: f64 = 5.0;
const COUNTS_PER_SECOND: f64 = COUNTS * FLICKS_PER_SECOND as f64;
/// The time by which a delayed object starts later.
const DELAY: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 2);
/// The length of each manner in the demonstration.
const PHASE: Span = Span::from_flicks(FLICKS_PER_SECOND * 3);

/// The words of an object's option: the demonstration, then the manners in the order of `Manner::ALL`.
pub const WORDS: &[&str] = &["demo", "runs", "slow", "restart", "fast", "paused", "delayed"];

/// The words of the scene's option, which has no demonstration.
pub const SCENE_WORDS: &[&str] = &["runs", "slow", "restart", "fast", "paused", "delayed"];

/// The manner in which an own time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Runs,
    Slow,
    /// The time is set to zero at the moment of the change.
    Restart,
    Fast,
    Paused,
    /// The time is set to [`DELAY`] before zero at the moment of the change.
    Delayed,
}

impl Manner {
    const ALL: [Manner; 6] = [Manner::Runs, Manner::Slow, Manner::Restart, Manner::Fast, Manner::Paused, Manner::Delayed];

    /// Returns the rate, in counts per flick.
    const fn rate(self) -> f64 {
        match self {
            Manner::Runs | Manner::Restart | Manner::Delayed => COUNTS,
            Manner::Slow => 1.0,
            Manner::Fast => COUNTS * 2.0,
            Manner::Paused => 0.0,
        }
    }

    /// Returns the count to which the change sets the clock; `None` if the clock continues from its count.
    fn begins_at(self) -> Option<f64> {
        match self {
            Manner::Restart => Some(0.0),
            Manner::Delayed => Some(-counts(COUNTS, DELAY)),
            _ => None,
        }
    }
}

fn counts(rate: f64, span: Span) -> f64 {
    rate * span.flicks() as f64
}

/// The choice that an option of the world makes: one manner, or the demonstration of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockSetting {
    /// The demonstration shows all manners, one after the other.
    Demo,
    Always(Manner),
}

impl ClockSetting {
    fn of(options: &Values, option: &Param) -> ClockSetting {
        let word = WORDS[1..].iter().position(|word| options.is(option, word));
        word.map_or(ClockSetting::Demo, |manner| ClockSetting::Always(Manner::ALL[manner]))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockReading {
    /// Fifths of a flick since the object began; negative while the object waits for its delayed beginning.
    pub counts: f64,
    /// How often the clock has been set.
    pub pass: i64,
    /// The rate just before the reading, in own seconds per second.
    pub rate: f64,
}

pub fn seconds(counts: f64) -> f64 {
    counts / COUNTS_PER_SECOND
}

/// The clock of one object. The world's controls carry the changes that a person makes while it runs.
pub struct OwnTime {
    option: &'static Param,
    /// The manner with which the demonstration begins, so that no two objects show the same.
    first: i64,
    beginning: ClockChange,
}

/// A change of a clock: from the moment `at` on it runs from `counts` in the manner of `setting`.
#[derive(Clone, Copy)]
struct ClockChange {
    at: Time,
    setting: ClockSetting,
    counts: f64,
    pass: i64,
}

impl OwnTime {
    pub fn new(option: &'static Param, first: i64, options: &Values) -> OwnTime {
        let setting = ClockSetting::of(options, option);
        let manner = match setting {
            ClockSetting::Demo => shown_in(first, 0),
            ClockSetting::Always(manner) => manner,
        };
        let counts = manner.begins_at().unwrap_or(0.0);
        OwnTime { option, first, beginning: ClockChange { at: Time::ZERO, setting, counts, pass: 0 } }
    }

    /// Returns the reading after every step up to the moment `at`. A change at exactly `at` belongs to the steps after it.
    pub fn reading(&self, at: Time, controls: &Controls) -> ClockReading {
        let before = controls.options.iter().take_while(|(moment, _)| *moment < at);
        let last = before.fold(self.beginning, |last, (moment, options)| self.changed(last, *moment, options));
        self.since(&last, at)
    }

    /// Returns the change of the clock when the options are set at `at`, or `last` if that changes nothing for it. The change
    /// holds for every step that begins at `at` or later.
    fn changed(&self, last: ClockChange, at: Time, options: &Values) -> ClockChange {
        let setting = ClockSetting::of(options, self.option);
        if setting == last.setting {
            return last;
        }
        let ClockReading { counts, pass, .. } = self.since(&last, at);
        let begins_at = match setting {
            ClockSetting::Always(manner) => manner.begins_at(),
            ClockSetting::Demo => None,
        };
        let pass = pass + i64::from(begins_at.is_some());
        ClockChange { at, setting, counts: begins_at.unwrap_or(counts), pass }
    }

    /// Returns the reading at `at` if no other change follows `change`.
    fn since(&self, change: &ClockChange, at: Time) -> ClockReading {
        if let ClockSetting::Always(manner) = change.setting {
            let counts = change.counts + counts(manner.rate(), at - change.at);
            return ClockReading { counts, pass: change.pass, rate: manner.rate() / COUNTS };
        }
        // The first and the last phase that began between the two moments, neither of which is included. At least one manner of
        // the last round of manners has set the clock, so earlier phases do not count.
        let (first, last) = (phase(change.at) + 1, phase(at - Span::from_flicks(1)));
        let (mut read, mut from) = (change.counts, change.at);
        for phase in first.max(last + 1 - Manner::ALL.len() as i64)..=last {
            let begins = Time::ZERO + PHASE * phase;
            let reached = read + counts(self.shown_in(phase - 1).rate(), begins - from);
            (read, from) = (self.shown_in(phase).begins_at().unwrap_or(reached), begins);
        }
        let rate = self.shown_in(last.max(0)).rate();
        ClockReading {
            counts: read + counts(rate, at - from),
            pass: change.pass + if first <= last { self.beginnings(last) - self.beginnings(first - 1) } else { 0 },
            rate: rate / COUNTS,
        }
    }

    fn shown_in(&self, phase: i64) -> Manner {
        shown_in(self.first, phase)
    }

    /// Returns how many of the phases from 1 to `last` set the clock.
    fn beginnings(&self, last: i64) -> i64 {
        let phases = Manner::ALL.len() as i64;
        let sets = |phase: i64| i64::from(self.shown_in(phase).begins_at().is_some());
        last / phases * (0..phases).map(sets).sum::<i64>() + (1..=last % phases).map(sets).sum::<i64>()
    }
}

/// Returns the manner that a demonstration shows in a phase if it begins with manner `first`.
fn shown_in(first: i64, phase: i64) -> Manner {
    Manner::ALL[(first + phase).rem_euclid(Manner::ALL.len() as i64) as usize]
}

/// Returns the number of the phase in which a moment lies, counted from 0.
fn phase(at: Time) -> i64 {
    at.flicks().div_euclid(PHASE.flicks())
}
