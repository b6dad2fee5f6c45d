//! The time of one object: how it runs, and what it reads at any moment of the world's.
//!
//! Between two changes an object's clock runs at one rate, or through the manners of the demonstration one after the
//! other, so what it reads is a sum of rates times durations since it last began. Whatever is counted here is a whole
//! number of fifths of a flick, so slow motion at a fifth of the speed is as exact as everything else: an `f64` holds
//! such a count to the last one for a month.

use crate::base::params::{Param, Values};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::Controls;

/// Counts in a flick.
pub const COUNTS: f64 = 5.0;
const COUNTS_PER_SECOND: f64 = COUNTS * FLICKS_PER_SECOND as f64;
/// How late an object starts when it is delayed.
pub const DELAY: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 2);
/// How long the demonstration shows each manner.
pub const PHASE: Span = Span::from_flicks(FLICKS_PER_SECOND * 3);

/// The words of an object's option; the manners follow in the order of `Manner::ALL`.
pub const WORDS: &[&str] = &["demo", "runs", "slow", "restart", "fast", "paused", "delayed"];

/// The words of the scene's option: it goes through no demonstration.
pub const SCENE_WORDS: &[&str] = &["runs", "slow", "restart", "fast", "paused", "delayed"];

/// One way in which an object's time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Runs,
    /// A fifth of the speed.
    Slow,
    /// From zero, at the moment of the change.
    Restart,
    /// Twice the speed.
    Fast,
    /// As if it were updated with an elapsed time of zero.
    Paused,
    /// From [`DELAY`] before zero.
    Delayed,
}

impl Manner {
    /// In the order in which the demonstration shows them.
    const ALL: [Manner; 6] = [Manner::Runs, Manner::Slow, Manner::Restart, Manner::Fast, Manner::Paused, Manner::Delayed];

    /// Counts a flick.
    const fn rate(self) -> f64 {
        match self {
            Manner::Runs | Manner::Restart | Manner::Delayed => COUNTS,
            Manner::Slow => 1.0,
            Manner::Fast => COUNTS * 2.0,
            Manner::Paused => 0.0,
        }
    }

    /// What the clock is set to at the moment of the change, where it is set at all.
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

/// What an object's option says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    /// All manners, one after the other.
    Demo,
    Always(Manner),
}

impl Setting {
    fn of(options: &Values, option: &Param) -> Setting {
        let word = WORDS[1..].iter().position(|word| options.is(option, word));
        word.map_or(Setting::Demo, |manner| Setting::Always(Manner::ALL[manner]))
    }
}

/// What an object's clock reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Fifths of a flick since the object began; negative while it is still to begin.
    pub counts: f64,
    /// How often it has begun again.
    pub pass: i64,
    /// Its seconds a second, in the moment before.
    pub rate: f64,
}

/// A count as seconds.
pub fn seconds(counts: f64) -> f64 {
    counts / COUNTS_PER_SECOND
}

/// One object's clock. What is set of it while it runs comes with the world's controls.
pub struct OwnTime {
    option: &'static Param,
    /// Which manner the demonstration begins with, so that no two objects show the same.
    first: i64,
    beginning: Change,
}

/// From the moment `at` on the clock goes on from `counts` as `setting` says.
#[derive(Clone, Copy)]
struct Change {
    at: Time,
    setting: Setting,
    counts: f64,
    pass: i64,
}

impl OwnTime {
    /// The clock of the object whose option is `option`, as it begins with `options`.
    pub fn new(option: &'static Param, first: i64, options: &Values) -> OwnTime {
        let setting = Setting::of(options, option);
        let manner = match setting {
            Setting::Demo => shown_in(first, 0),
            Setting::Always(manner) => manner,
        };
        let counts = manner.begins_at().unwrap_or(0.0);
        OwnTime { option, first, beginning: Change { at: Time::ZERO, setting, counts, pass: 0 } }
    }

    /// What it reads when every step up to the moment `at` has been made. A change of that very moment belongs to the
    /// steps after it.
    pub fn reading(&self, at: Time, controls: &Controls) -> Reading {
        let before = controls.options().iter().take_while(|(moment, _)| *moment < at);
        let last = before.fold(self.beginning, |last, (moment, options)| self.changed(last, *moment, options));
        self.since(&last, at)
    }

    /// The option is set at `at`: what it says holds for every step that begins then or later.
    fn changed(&self, last: Change, at: Time, options: &Values) -> Change {
        let setting = Setting::of(options, self.option);
        if setting == last.setting {
            return last;
        }
        let Reading { counts, pass, .. } = self.since(&last, at);
        let begins_at = match setting {
            Setting::Always(manner) => manner.begins_at(),
            Setting::Demo => None,
        };
        let pass = pass + i64::from(begins_at.is_some());
        Change { at, setting, counts: begins_at.unwrap_or(counts), pass }
    }

    /// What it reads at `at`, as it goes on since `change`.
    fn since(&self, change: &Change, at: Time) -> Reading {
        if let Setting::Always(manner) = change.setting {
            let counts = change.counts + counts(manner.rate(), at - change.at);
            return Reading { counts, pass: change.pass, rate: manner.rate() / COUNTS };
        }
        // The phases that have begun between the two moments, neither included.
        let (first, last) = (phase(change.at) + 1, phase(at - Span::from_flicks(1)));
        let rate = self.shown_in(last.max(0)).rate() / COUNTS;
        let begun = (first..=last).rev().take(Manner::ALL.len());
        let counts = begun.into_iter().find_map(|phase| {
            let begins_at = self.shown_in(phase).begins_at()?;
            Some(begins_at + self.shown_until(at) - self.shown_until(Time::ZERO + PHASE * phase))
        });
        Reading {
            counts: counts.unwrap_or_else(|| change.counts + self.shown_until(at) - self.shown_until(change.at)),
            pass: change.pass + if first <= last { self.beginnings(last) - self.beginnings(first - 1) } else { 0 },
            rate,
        }
    }

    /// What the demonstration shows in a phase.
    fn shown_in(&self, phase: i64) -> Manner {
        shown_in(self.first, phase)
    }

    /// Counts that the demonstration would have added up from the world's beginning to `at`, if it were never set back.
    fn shown_until(&self, at: Time) -> f64 {
        let phases = Manner::ALL.len() as i64;
        let (phase, since) = (phase(at), at - (Time::ZERO + PHASE * phase(at)));
        let all: f64 = Manner::ALL.iter().map(|manner| counts(manner.rate(), PHASE)).sum();
        let whole: f64 = (0..phase % phases).map(|phase| counts(self.shown_in(phase).rate(), PHASE)).sum();
        (phase / phases) as f64 * all + whole + counts(self.shown_in(phase).rate(), since)
    }

    /// How many of the phases from 1 to `last` set the clock.
    fn beginnings(&self, last: i64) -> i64 {
        let phases = Manner::ALL.len() as i64;
        let sets = |phase: i64| i64::from(self.shown_in(phase).begins_at().is_some());
        last / phases * (0..phases).map(sets).sum::<i64>() + (1..=last % phases).map(sets).sum::<i64>()
    }
}

/// What a demonstration that begins with manner `first` shows in a phase.
fn shown_in(first: i64, phase: i64) -> Manner {
    Manner::ALL[(first + phase).rem_euclid(Manner::ALL.len() as i64) as usize]
}

/// The number of the phase that a moment falls in, from 0.
fn phase(at: Time) -> i64 {
    at.flicks().div_euclid(PHASE.flicks())
}
