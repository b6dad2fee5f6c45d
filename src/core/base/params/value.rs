//! The value of a parameter.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// A value as a person sets it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a number, a word, or true or false")]
pub enum Value {
    /// A switch that is on (`true`) or off.
    Switch(bool),
    /// A number, in the unit of its parameter.
    Number(f64),
    /// A word of a choice, a special word such as `off`, or a text.
    Word(String),
}

impl Value {
    /// Parses a typed text: as a number or a truth value if possible, else as a word.
    pub fn parse(text: &str) -> Value {
        let switch = || text.parse().map(Value::Switch);
        text.parse().map(Value::Number).or_else(|_| switch()).unwrap_or_else(|_| Value::Word(text.to_owned()))
    }

    /// Returns the word `derived`, which restores a default that is computed from another parameter.
    pub fn derived() -> Value {
        Value::from("derived")
    }

    /// Returns the word `default`, which removes a set value, so that the default holds.
    pub fn unset() -> Value {
        Value::from("default")
    }

    /// Returns the word `off`, which removes a maximum.
    pub fn off() -> Value {
        Value::from("off")
    }

    /// Returns the word; `None` for a number or a switch.
    pub fn as_word(&self) -> Option<&str> {
        if let Value::Word(word) = self { Some(word) } else { None }
    }

    /// Returns whether the value is the word `default`, which removes a set value.
    pub fn is_unset(&self) -> bool {
        self.as_word() == Some("default")
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Switch(on)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Word(word.to_owned())
    }
}

impl From<String> for Value {
    fn from(word: String) -> Value {
        Value::Word(word)
    }
}

impl Serialize for Value {
    /// Writes a whole number without a point, so that equal values are written alike.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Switch(on) => to.serialize_bool(*on),
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => to.serialize_i64(*number as i64),
            Value::Number(number) => to.serialize_f64(*number),
            Value::Word(word) => to.serialize_str(word),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Number(number) if number.abs() < 1e15 => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number:e}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}
