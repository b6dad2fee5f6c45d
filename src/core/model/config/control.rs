//! The controls of a world that is steered, and the recorded changes of them.

use crate::base::time::Time;
use serde::{Deserialize, Serialize};

/// The controls that are held down. Opposite controls cancel each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ControlInput {
    pub left: bool,
    pub right: bool,
    pub faster: bool,
    pub slower: bool,
}

impl ControlInput {
    /// Describes the controls that are held down, in a few words.
    pub fn in_words(self) -> String {
        let all = [(self.left, "left"), (self.right, "right"), (self.faster, "faster"), (self.slower, "slower")];
        let held: Vec<&str> = all.into_iter().filter(|(held, _)| *held).map(|(_, word)| word).collect();
        if held.is_empty() { "nothing held down".to_owned() } else { held.join(" and ") }
    }

    /// Returns −1 for left, 1 for right, and 0 if both or none are held.
    pub fn turn(self) -> f64 {
        f64::from(i8::from(self.right) - i8::from(self.left))
    }

    /// Returns 1 for faster, −1 for slower, and 0 if both or none are held.
    pub fn push(self) -> f64 {
        f64::from(i8::from(self.faster) - i8::from(self.slower))
    }
}

/// A change of the controls that are held down, in a recorded drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlChange {
    /// The moment in simulated time, in flicks.
    pub at_flicks: i64,
    /// The controls that are held down from then on.
    pub pedals: ControlInput,
}

impl ControlChange {
    pub fn at(&self) -> Time {
        Time::from_flicks(self.at_flicks)
    }
}

/// The most changes of the controls in a recorded drive.
pub const MOST_STROKES: usize = 100_000;
