//! A value as a person sets it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A value as a person sets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number, in the unit of its parameter.
    Number(f64),
    /// One of a choice's words, or `off`.
    Word(String),
}

impl Value {
    /// Parses a typed text: a number if possible, else a word.
    pub fn parse(text: &str) -> Value {
        text.parse().map_or_else(|_| Value::Word(text.to_owned()), Value::Number)
    }

    /// Returns the word that restores a default that follows from another number.
    pub fn derived() -> Value {
        Value::Word("derived".to_owned())
    }

    /// Returns the word that unsets a value, so that the default holds.
    pub fn unset() -> Value {
        Value::Word("default".to_owned())
    }

    /// Returns the word that switches a maximum off.
    pub fn off() -> Value {
        Value::Word("off".to_owned())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) if number.abs() < 1e15 => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number:e}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}
