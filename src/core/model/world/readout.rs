//! A world's own numbers, such as an apex, a distance, or how many runs the gate has stopped.

use serde::{Serialize, Serializer};

/// One number or word that a world shows about itself. The same readouts come in the same order at every moment, so that nothing
/// in a pane moves when one of them changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// The key by which code finds the readout, independent of its name: `last-apex`.
    pub id: &'static str,
    /// A few words without a capital letter: `last apex`.
    pub name: &'static str,
    pub value: ReadoutValue,
    /// Whether the value is one that should not have happened.
    pub alarm: bool,
    is_end_of_pass: bool,
    /// The world's sentence about an alarm, at most sixty letters; `None` without an alarm or a sentence.
    pub sentence: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ReadoutValue {
    Number {
        value: f64,
        /// The number of digits after the point.
        digits: usize,
        /// The unit with its leading space, if it has one: ` s`, `°`; empty if the number has no unit.
        unit: &'static str,
    },
    /// A number with as many digits as distinguish it from the next representable number; with five digits if it is close to
    /// zero.
    Exact(f64),
    Count(u64),
    Word(String),
    None,
}

/// The id and the name of a readout.
pub type Label = (&'static str, &'static str);

impl Readout {
    pub fn number(label: Label, value: f64, digits: usize, unit: &'static str) -> Readout {
        Readout::new(label, ReadoutValue::Number { value, digits, unit })
    }

    /// Returns a number that is shown with as many digits as distinguish it from the next representable number.
    pub fn exact(label: Label, value: f64) -> Readout {
        Readout::new(label, ReadoutValue::Exact(value))
    }

    pub fn count(label: Label, count: u64) -> Readout {
        Readout::new(label, ReadoutValue::Count(count))
    }

    pub fn word(label: Label, word: impl Into<String>) -> Readout {
        Readout::new(label, ReadoutValue::Word(word.into()))
    }

    pub fn none(label: Label) -> Readout {
        Readout::new(label, ReadoutValue::None)
    }

    fn new((id, name): Label, value: ReadoutValue) -> Readout {
        Readout { id, name, value, alarm: false, is_end_of_pass: false, sentence: None }
    }

    #[must_use]
    pub fn alarming(self, alarm: bool) -> Readout {
        Readout { alarm, ..self }
    }

    /// Adds a sentence, which is computed only for an alarm.
    #[must_use]
    pub fn describe(self, sentence: impl FnOnce() -> String) -> Readout {
        let sentence = self.alarm.then(sentence);
        Readout { sentence, ..self }
    }

    /// Sets whether the sentence about the end of a pass already says the same as the alarm. If it does, the value is marked but
    /// has no sentence.
    #[must_use]
    pub fn says_end_of_pass(self, says: bool) -> Readout {
        Readout { is_end_of_pass: says, ..self }
    }

    /// Returns the sentence about an alarm: the one that the world gave, or one made of name and value. `None` without an alarm,
    /// or if the sentence about the end of a pass says the same.
    pub fn alarm_sentence(&self) -> Option<String> {
        let read = || format!("The world's alarm: {} {}.", self.name, self.value);
        (self.alarm && !self.is_end_of_pass).then(|| self.sentence.clone().unwrap_or_else(read))
    }
}

impl std::fmt::Display for ReadoutValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadoutValue::Number { value, digits, unit } => write!(f, "{value:.digits$}{unit}"),
            ReadoutValue::Exact(value) if *value != 0.0 && value.abs() < 1e-4 => write!(f, "{value:.4e}"),
            ReadoutValue::Exact(value) => write!(f, "{value}"),
            ReadoutValue::Count(count) => write!(f, "{count}"),
            ReadoutValue::Word(word) => f.write_str(word),
            ReadoutValue::None => f.write_str("–"),
        }
    }
}

/// Writes a number with all its digits, a word as a word, and an unknown value as null.
impl Serialize for ReadoutValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ReadoutValue::Number { value, .. } | ReadoutValue::Exact(value) => serializer.serialize_f64(*value),
            ReadoutValue::Count(count) => serializer.serialize_u64(*count),
            ReadoutValue::Word(word) => serializer.serialize_str(word),
            ReadoutValue::None => serializer.serialize_none(),
        }
    }
}
