//! The values of a loop's or a world's parameters, as far as they have been set.

use super::invalid::Invalid;
use super::param::Param;
use super::value::Value;
use crate::base::time::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The values that have been set, by the parameters' names. All other parameters have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// Sets the parameter called `name` without a check; see [`Values::check`].
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// Removes the value of the parameter called `name`, so that the default holds again.
    pub fn unset(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Returns the value that has been set for the parameter called `name`; `None` if the parameter has its default.
    pub fn named(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns whether all parameters have their defaults.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names and values that have been set, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the value of a parameter: the one that has been set, or else the default, which may be computed from another
    /// value.
    pub fn get(&self, param: &Param) -> Value {
        match (&param.derived, self.0.get(param.name.as_ref())) {
            (Some(derived), _) if self.is_derived(param) => match self.get(derived.from) {
                Value::Number(from) => Value::Number((derived.default)(from)),
                _ => param.default_value(),
            },
            (_, Some(value)) => value.clone(),
            (_, None) => param.default_value(),
        }
    }

    /// Returns whether `param` has been set, even if only to the word for its derived default.
    pub fn has(&self, param: &Param) -> bool {
        self.0.contains_key(param.name.as_ref())
    }

    /// Returns whether the value of `param` is computed from another parameter and changes with it.
    pub fn is_derived(&self, param: &Param) -> bool {
        param.derived.is_some() && self.0.get(param.name.as_ref()).is_none_or(|value| param.is_derived(value))
    }

    /// Checks every name and value against the parameters that the owner of the values has.
    pub fn check(&self, params: &[Param]) -> Result<(), Invalid> {
        for (name, value) in &self.0 {
            let Some(param) = params.iter().find(|p| p.name == *name) else {
                return Err(match params {
                    [] => Invalid::new(name.as_str(), value, "there is no parameter to set here"),
                    _ => Invalid::unknown("parameter", name, params.iter().map(|p| p.name.as_ref())),
                });
            };
            param.check(value)?;
        }
        Ok(())
    }

    /// Returns the value of a numeric parameter; `None` if it is switched off.
    pub fn number(&self, param: &Param) -> Option<f64> {
        match self.get(param) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the period of a rate; [`Span::MAX`] if the rate is switched off.
    pub fn period(&self, rate: &Param) -> Span {
        self.number(rate).map_or(Span::MAX, Span::from_hz)
    }

    /// Returns the value of a parameter in milliseconds; [`Span::MAX`] if it is switched off.
    pub fn millis(&self, param: &Param) -> Span {
        self.number(param).map_or(Span::MAX, Span::from_millis)
    }

    /// Returns the value of a parameter in seconds; [`Span::MAX`] if it is switched off.
    pub fn seconds(&self, param: &Param) -> Span {
        self.number(param).map_or(Span::MAX, Span::from_secs)
    }

    /// Returns the value of a whole-number parameter; [`i64::MAX`] if it is switched off.
    pub fn count(&self, param: &Param) -> i64 {
        self.number(param).map_or(i64::MAX, |n| n as i64)
    }

    /// Returns whether the value of a parameter is `word`.
    pub fn is(&self, param: &Param, word: &str) -> bool {
        self.get(param) == Value::Word(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::base::params::param::Derived;
    use crate::base::params::values::*;

    const CLAMP: Param = Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "").or_off();
    const CYCLES: Param = Param::count("max_cycles", 5.0, (1.0, 100.0), "");

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest_one() {
        let mut values = Values::default();
        values.set("clamp", Value::Number(5.0));
        let refusal = values.check(&[CLAMP, CYCLES]).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "parameter: 'clamp' is not allowed (did you mean 'clamp_ms'?); one of clamp_ms, max_cycles"
        );
    }

    #[test]
    fn a_derived_default_moves_with_what_it_follows_from_until_it_is_set() {
        static RATE: Param = Param::rate("rate", 60.0, "");
        let half = Derived { from: &RATE, formula: "rate / 2", default: |rate| rate / 2.0 };
        let least = Param::rate("least", 30.0, "").derived(half);
        let mut values = Values::default();
        assert_eq!((values.get(&least), values.is_derived(&least)), (least.default_value(), true));
        values.set("rate", Value::Number(144.0));
        assert_eq!((values.number(&least), values.is_derived(&least)), (Some(72.0), true));
        values.set("least", Value::Number(15.0));
        assert_eq!((values.number(&least), values.is_derived(&least)), (Some(15.0), false));
        values.set("least", Value::derived());
        assert_eq!((values.number(&least), values.is_derived(&least)), (Some(72.0), true));
        assert!(!values.is_derived(&CLAMP), "there is nothing that it follows from");
    }

    #[test]
    fn a_maximum_that_is_off_is_larger_than_anything() {
        let mut values = Values::default();
        assert_eq!(values.millis(&CLAMP), Span::from_millis(100.0));
        values.set("clamp_ms", Value::off());
        assert_eq!(values.millis(&CLAMP), Span::MAX);
    }
}
