//! The controls of a world that is steered, and a recording of them.

use crate::base::time::Time;
use serde::{Deserialize, Serialize};

/// The control input: what is held down. Opposite controls cancel each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ControlInput {
    /// Turn left.
    pub left: bool,
    /// Turn right.
    pub right: bool,
    /// Accelerate.
    pub faster: bool,
    /// Brake.
    pub slower: bool,
}

impl ControlInput {
    /// Describes the controls that are held down, in a few words.
    pub fn in_words(self) -> String {
        let all = [(self.left, "left"), (self.right, "right"), (self.faster, "faster"), (self.slower, "slower")];
        let held: Vec<&str> = all.into_iter().filter(|(held, _)| *held).map(|(_, word)| word).collect();
        if held.is_empty() { "nothing held down".to_owned() } else { held.join(" and ") }
    }

    /// Returns −1 to the left, 1 to the right, 0 if both or none are held.
    pub fn turn(self) -> f64 {
        f64::from(i8::from(self.right) - i8::from(self.left))
    }

    /// Returns 1 to go faster, −1 to go slower, 0 if both or none are held.
    pub fn push(self) -> f64 {
        f64::from(i8::from(self.faster) - i8::from(self.slower))
    }
}

/// The controls that are held down from simulated time `at_flicks` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlChange {
    /// Simulated time, flicks.
    pub at_flicks: i64,
    /// The controls that are held down from then on.
    pub pedals: ControlInput,
}

impl ControlChange {
    /// Returns the moment as a time.
    pub fn at(&self) -> Time {
        Time::from_flicks(self.at_flicks)
    }
}

/// The longest recorded drive, in changes of what is held down.
pub const MOST_STROKES: usize = 100_000;
