//! A world's own numbers: an apex, a distance to the last digit, how many were stopped by the gate.

use serde::{Serialize, Serializer};

/// One number or word that a world says of itself. The same readouts come in the same order at every moment, so that
/// nothing in a pane moves when one of them changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// By which code finds it, whatever its words become: `last-apex`.
    pub id: &'static str,
    /// A few words, without a capital: `last apex`.
    pub name: &'static str,
    /// What it says.
    pub value: Reading,
    /// Whether it says something that should not have happened.
    pub alarm: bool,
    /// What the world says of an alarm, as a sentence of at most ninety letters.
    pub sentence: Option<String>,
}

/// The value of a readout.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// A number with its unit.
    Number {
        /// The number.
        value: f64,
        /// How many digits stand after the point.
        digits: usize,
        /// The unit as it is written: ` s`, `°`, or nothing.
        unit: &'static str,
    },
    /// Every digit that tells this number from its neighbours; five where it is next to nothing.
    Exact(f64),
    /// A whole number.
    Count(u64),
    /// A word.
    Word(String),
    /// Not known yet.
    None,
}

/// The id of a readout and its words.
pub type Label = (&'static str, &'static str);

impl Readout {
    /// A number with `digits` after the point and its unit.
    pub fn number((id, name): Label, value: f64, digits: usize, unit: &'static str) -> Readout {
        Readout { id, name, value: Reading::Number { value, digits, unit }, alarm: false, sentence: None }
    }

    /// A number in every digit that matters.
    pub fn exact((id, name): Label, value: f64) -> Readout {
        Readout { id, name, value: Reading::Exact(value), alarm: false, sentence: None }
    }

    /// A whole number.
    pub fn count((id, name): Label, count: u64) -> Readout {
        Readout { id, name, value: Reading::Count(count), alarm: false, sentence: None }
    }

    /// A word.
    pub fn word((id, name): Label, word: impl Into<String>) -> Readout {
        Readout { id, name, value: Reading::Word(word.into()), alarm: false, sentence: None }
    }

    /// A readout whose value is not known yet.
    pub fn none((id, name): Label) -> Readout {
        Readout { id, name, value: Reading::None, alarm: false, sentence: None }
    }

    /// The same, shown as something that should not be where `alarm`.
    #[must_use]
    pub fn alarming(self, alarm: bool) -> Readout {
        Readout { alarm, ..self }
    }

    /// The same, with what the world says of it where it is an alarm.
    #[must_use]
    pub fn telling(self, sentence: impl FnOnce() -> String) -> Readout {
        let sentence = self.alarm.then(sentence);
        Readout { sentence, ..self }
    }

    /// What there is to say of an alarm: the world's own sentence, or else what is to be read.
    pub fn alarm_sentence(&self) -> Option<String> {
        let read = || format!("The world's alarm: {} {}.", self.name, self.value);
        self.alarm.then(|| self.sentence.clone().unwrap_or_else(read))
    }
}

impl std::fmt::Display for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reading::Number { value, digits, unit } => write!(f, "{value:.digits$}{unit}"),
            Reading::Exact(value) if *value != 0.0 && value.abs() < 1e-4 => write!(f, "{value:.4e}"),
            Reading::Exact(value) => write!(f, "{value}"),
            Reading::Count(count) => write!(f, "{count}"),
            Reading::Word(word) => f.write_str(word),
            Reading::None => f.write_str("–"),
        }
    }
}

/// In full: a number as a number, a word as a word.
impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Reading::Number { value, .. } | Reading::Exact(value) => serializer.serialize_f64(*value),
            Reading::Count(count) => serializer.serialize_u64(*count),
            Reading::Word(word) => serializer.serialize_str(word),
            Reading::None => serializer.serialize_none(),
        }
    }
}
