//! What a loop does under a load, in one word: by the rules and the thresholds of the sentences.

use super::facts::{Facts, Observed};
use super::rules::speed;
use crate::base::time::Time;

/// What a loop does to its world and its frames, the mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Behaviour {
    /// The world runs at real speed, frames are even, and nothing goes wrong in it.
    Holds,
    /// Real speed, but the animation error is seen.
    Judders,
    /// Bodies pass through a wall that they should have met.
    LetsThrough,
    /// Something else happens in the world that should not: bodies explode, a stack falls.
    Breaks,
    /// The world runs faster than time.
    Fast,
    /// The world runs slower than time.
    Slow,
    /// Updates cost more than they simulate, and the world falls behind.
    Spirals,
}

impl Behaviour {
    /// All of them, the mildest first.
    pub const ALL: [Behaviour; 7] = [
        Behaviour::Holds,
        Behaviour::Judders,
        Behaviour::LetsThrough,
        Behaviour::Breaks,
        Behaviour::Fast,
        Behaviour::Slow,
        Behaviour::Spirals,
    ];

    /// As a predicate: `lets things through`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Behaviour::Holds => "holds",
            Behaviour::Judders => "judders",
            Behaviour::LetsThrough => "lets things through",
            Behaviour::Breaks => "breaks its world",
            Behaviour::Fast => "runs fast",
            Behaviour::Slow => "runs slow",
            Behaviour::Spirals => "spirals",
        }
    }

    /// What has been observed of a pane, at its moment `now`, with its speed, where that can be told; nothing where too few
    /// frames were displayed to tell anything. The gravest of what applies counts, in the order of the sentences.
    pub fn of(seen: Observed, now: Time) -> Option<(Behaviour, Option<f64>)> {
        let facts = Facts::of(seen, now);
        Some((facts.behaviour()?, facts.speed))
    }
}

impl Facts {
    fn behaviour(&self) -> Option<Behaviour> {
        if speed::spirals(self).is_some() {
            return Some(Behaviour::Spirals);
        }
        self.speed?;
        Some(match self.hidden() {
            _ if !self.responding || self.slow().is_some() => Behaviour::Slow,
            _ if self.fast().is_some() => Behaviour::Fast,
            Some(game) if game < 1.0 => Behaviour::Slow,
            Some(_) => Behaviour::Fast,
            None if self.recent_passes.tunnelled > 0 => Behaviour::LetsThrough,
            None if self.exploded > 0 || self.alarm.is_some() => Behaviour::Breaks,
            None if self.is_uneven() => Behaviour::Judders,
            None => Behaviour::Holds,
        })
    }
}
