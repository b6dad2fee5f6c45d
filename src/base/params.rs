//! Named values that a person can set: what a strategy, a scene or a computer offers, its range, and how bad input is
//! refused.
//!
//! A [`Param`] is a constant beside the code that reads it; [`Values`] holds what was set; reading a value that was not
//! set gives the default. The window's sliders, `--set`, and the settings' checks are all made from the same constant.

use crate::base::time::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What a number counts; the window and the error messages print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Hertz,
    Microseconds,
    Milliseconds,
    Seconds,
    Count,
}

impl Unit {
    /// The symbol, with the space that goes before it; empty for a plain count.
    pub const fn suffix(self) -> &'static str {
        match self {
            Unit::Hertz => " Hz",
            Unit::Microseconds => " µs",
            Unit::Milliseconds => " ms",
            Unit::Seconds => " s",
            Unit::Count => "",
        }
    }
}

/// One thing that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// As written after `--set`, in a scenario and in the window: `max_fps`.
    pub name: &'static str,
    /// One sentence for the tooltip.
    pub about: &'static str,
    pub kind: ValueKind,
    /// Whether it may change while everything runs on; else what it belongs to begins anew.
    pub live: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    Number(Number),
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
}

/// A finite number with its range, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub default: f64,
    pub min: f64,
    pub max: f64,
    pub unit: Unit,
    /// Only whole numbers.
    pub whole: bool,
    /// The published maximum may be switched off with the word `off` (a networked game must not forget time).
    pub can_be_off: bool,
}

/// A value as a person sets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Number(f64),
    Word(String),
}

impl Value {
    /// Reads what was typed: a number if it is one, else a word.
    pub fn parse(text: &str) -> Value {
        text.parse().map_or_else(|_| Value::Word(text.to_owned()), Value::Number)
    }

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

/// A value that can't be used: what was set, to what, and what would be allowed. Prints as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: '{value}' is not allowed; {allowed}{}", nearest.as_deref().map(|n| format!(" (did you mean '{n}'?)")).unwrap_or_default())]
pub struct Invalid {
    /// The option or setting, as the person knows it.
    pub name: String,
    pub value: String,
    /// "0 to 10000 ms", "one of on, off" …
    pub allowed: String,
    /// The nearest valid name, where a name was misspelt.
    pub nearest: Option<String>,
}

impl Invalid {
    pub fn new(name: impl Into<String>, value: impl fmt::Display, allowed: impl Into<String>) -> Invalid {
        Invalid { name: name.into(), value: one_line(&value.to_string()), allowed: allowed.into(), nearest: None }
    }

    /// An unknown word where one of `known` was wanted.
    pub fn unknown<'a>(name: impl Into<String>, value: &str, known: impl IntoIterator<Item = &'a str>) -> Invalid {
        let known: Vec<&str> = known.into_iter().collect();
        let nearest = known
            .iter()
            .map(|k| (strsim::jaro_winkler(k, &value.to_lowercase()), *k))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(likeness, _)| *likeness > 0.55)
            .map(|(_, k)| k.to_owned());
        Invalid { nearest, ..Invalid::new(name, value, format!("one of {}", known.join(", "))) }
    }

    /// The same refusal under the name that the person used.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Invalid {
        Invalid { name: name.into(), ..self }
    }
}

/// Error messages are one line, whatever was typed, and not longer than helps.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if text.chars().count() > 60 { clean + "…" } else { clean }
}

impl Param {
    const fn number(name: &'static str, default: f64, (min, max): (f64, f64), unit: Unit, about: &'static str) -> Param {
        Param {
            name,
            about,
            live: false,
            kind: ValueKind::Number(Number { default, min, max, unit, whole: false, can_be_off: false }),
        }
    }

    /// A rate of 1 to 1000 a second.
    pub const fn rate(name: &'static str, default: f64, about: &'static str) -> Param {
        Param::number(name, default, (1.0, 1000.0), Unit::Hertz, about)
    }

    /// A length of time in milliseconds, up to `max`.
    pub const fn millis(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Milliseconds, about)
    }

    /// A length of time in microseconds.
    pub const fn micros(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Microseconds, about)
    }

    /// A length of time in seconds.
    pub const fn seconds(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Seconds, about)
    }

    /// A number without a unit.
    pub const fn plain(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Count, about)
    }

    /// A whole number.
    pub const fn count(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        let mut param = Param::number(name, default, range, Unit::Count, about);
        if let ValueKind::Number(ref mut number) = param.kind {
            number.whole = true;
        }
        param
    }

    /// One of several words, the first being the default.
    pub const fn choice(name: &'static str, words: &'static [&'static str], about: &'static str) -> Param {
        Param { name, about, live: false, kind: ValueKind::Choice(words) }
    }

    /// The same, and it may change while everything runs on.
    #[must_use]
    pub const fn live(mut self) -> Param {
        self.live = true;
        self
    }

    /// The same, with `off` allowed as a value.
    #[must_use]
    pub const fn or_off(mut self) -> Param {
        if let ValueKind::Number(ref mut number) = self.kind {
            number.can_be_off = true;
        }
        self
    }

    pub fn default_value(&self) -> Value {
        match self.kind {
            ValueKind::Number(number) => Value::Number(number.default),
            ValueKind::Choice(words) => Value::Word(words[0].to_owned()),
        }
    }

    /// What may be set, in words: `1 to 1000 Hz`.
    pub fn allowed(&self) -> String {
        match self.kind {
            ValueKind::Number(n) => {
                let whole = if n.whole { "a whole number, " } else { "" };
                let off = if n.can_be_off { ", or off" } else { "" };
                format!("{whole}{} to {}{}{off}", n.min, n.max, n.unit.suffix())
            }
            ValueKind::Choice(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// # Errors
    /// If the value is of the wrong kind, not finite, or out of range.
    pub fn check(&self, value: &Value) -> Result<(), Invalid> {
        let fits = match (self.kind, value) {
            (ValueKind::Number(n), Value::Number(v)) => n.min <= *v && *v <= n.max && (!n.whole || v.fract() == 0.0),
            (ValueKind::Number(n), Value::Word(word)) => n.can_be_off && word == "off",
            (ValueKind::Choice(words), Value::Word(word)) if !words.contains(&word.as_str()) => {
                return Err(Invalid::unknown(self.name, word, words.iter().copied()));
            }
            (ValueKind::Choice(_), Value::Word(_)) => true,
            (ValueKind::Choice(_), Value::Number(_)) => false,
        };
        if fits { Ok(()) } else { Err(Invalid::new(self.name, value, self.allowed())) }
    }

    /// The nearest number in the range.
    pub fn clamped(&self, number: f64) -> f64 {
        match self.kind {
            ValueKind::Number(range) => number.clamp(range.min, range.max),
            ValueKind::Choice(_) => number,
        }
    }

    /// Checks a plain number, as the computer's own settings are.
    ///
    /// # Errors
    /// If it is not finite, or out of range.
    pub fn check_number(&self, number: f64) -> Result<(), Invalid> {
        self.check(&Value::Number(number))
    }
}

/// What has been set; everything else has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What has been set, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub fn get(&self, param: &Param) -> Value {
        self.0.get(param.name).cloned().unwrap_or_else(|| param.default_value())
    }

    /// Checks every value against the parameters that its owner offers.
    ///
    /// # Errors
    /// If a name is not among `params` or a value is not allowed.
    pub fn check(&self, params: &[Param]) -> Result<(), Invalid> {
        for (name, value) in &self.0 {
            let Some(param) = params.iter().find(|p| p.name == name) else {
                return Err(match params {
                    [] => Invalid::new(name.as_str(), value, "there is no parameter to set here"),
                    _ => Invalid::unknown("parameter", name, params.iter().map(|p| p.name)),
                });
            };
            param.check(value)?;
        }
        Ok(())
    }

    /// A number, or nothing where it has been switched off.
    pub fn number(&self, param: &Param) -> Option<f64> {
        match self.get(param) {
            Value::Number(number) => Some(number),
            Value::Word(_) => None,
        }
    }

    /// One period of a rate: its step.
    pub fn period(&self, rate: &Param) -> Span {
        self.number(rate).map_or(Span::MAX, Span::from_hz)
    }

    /// A length given in milliseconds; [`Span::MAX`] where it has been switched off.
    pub fn millis(&self, param: &Param) -> Span {
        self.number(param).map_or(Span::MAX, Span::from_millis)
    }

    /// A length given in seconds.
    pub fn seconds(&self, param: &Param) -> Span {
        self.number(param).map_or(Span::MAX, Span::from_secs)
    }

    /// A whole number; [`i64::MAX`] where it has been switched off.
    pub fn count(&self, param: &Param) -> i64 {
        self.number(param).map_or(i64::MAX, |n| n as i64)
    }

    /// Whether a choice stands at `word`.
    pub fn is(&self, param: &Param, word: &str) -> bool {
        self.get(param) == Value::Word(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAMP: Param = Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "").or_off();
    const CYCLES: Param = Param::count("max_cycles", 5.0, (1.0, 100.0), "");

    #[test]
    fn nothing_outside_the_range_is_accepted() {
        for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0, 10_000.5] {
            let refusal = CLAMP.check_number(bad).unwrap_err();
            assert_eq!(refusal.allowed, "1 to 10000 ms, or off");
        }
        assert!(CYCLES.check_number(2.5).is_err());
        assert!(CYCLES.check(&Value::off()).is_err());
        assert!(CLAMP.check(&Value::off()).is_ok());
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest_one() {
        let mut values = Values::default();
        values.set("clamp", Value::Number(5.0));
        let refusal = values.check(&[CLAMP, CYCLES]).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "parameter: 'clamp' is not allowed; one of clamp_ms, max_cycles (did you mean 'clamp_ms'?)"
        );
    }

    #[test]
    fn a_message_stays_on_one_line_whatever_was_typed() {
        let refusal = Invalid::new("--seconds", "1\n2".repeat(100), "a number");
        assert!(!refusal.to_string().contains('\n'));
        assert!(refusal.to_string().len() < 120);
    }

    #[test]
    fn a_maximum_that_is_off_is_larger_than_anything() {
        let mut values = Values::default();
        assert_eq!(values.millis(&CLAMP), Span::from_millis(100.0));
        values.set("clamp_ms", Value::off());
        assert_eq!(values.millis(&CLAMP), Span::MAX);
    }
}
