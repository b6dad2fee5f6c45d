//! The types of a computer's settings: how each is read from a person's text, written as text, and checked against its range.

use crate::base::params::{Invalid, Param, Value, ValueKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value as Toml;

/// A type that a setting of the computer can have.
pub trait SettingValue: Copy + PartialEq + Serialize + DeserializeOwned {
    /// Reads what was typed after an option or behind the `=` of `--set`; ranges are checked by [`SettingValue::check`].
    ///
    /// # Errors
    /// If the text has another form.
    fn parse(text: &str, param: &Param) -> Result<Self, Invalid>;

    /// Writes the value as [`SettingValue::parse`] reads it.
    fn text(self) -> String;

    /// Checks every number of the value against the range of `param`.
    ///
    /// # Errors
    /// The first number that is out of its range.
    fn check(self, param: &Param) -> Result<(), Invalid>;
}

/// Reads a value of a file, or a string that holds it as a person types it.
///
/// # Errors
/// If the value has another form.
pub(super) fn read<T: SettingValue>(value: &Toml, param: &Param) -> Result<T, Invalid> {
    let refused = |error: toml::de::Error| {
        let allowed = if matches!(param.kind, ValueKind::Number(_)) { param.allowed() } else { error.message().to_owned() };
        Invalid::new(param.name.as_ref(), show(value), allowed)
    };
    match value {
        Toml::String(text) => T::parse(text, param),
        other => other.clone().try_into().map_err(refused),
    }
}

/// Writes a value as it stands in a file. Whole numbers are written without a point, so that equal values are written alike.
pub(super) fn write<T: SettingValue>(value: &T) -> Toml {
    let written = Toml::try_from(value).unwrap_or_else(|error| unreachable!("a setting is plain data: {error}"));
    plain(written)
}

/// Returns `value` with whole numbers as integers.
pub(crate) fn plain(value: Toml) -> Toml {
    match value {
        Toml::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => Toml::Integer(number as i64),
        Toml::Table(table) => Toml::Table(table.into_iter().map(|(key, value)| (key, plain(value))).collect()),
        other => other,
    }
}

/// Writes a value of a file in one line, for a message.
pub(crate) fn show(value: &Toml) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl SettingValue for f64 {
    fn parse(text: &str, param: &Param) -> Result<f64, Invalid> {
        text.parse().map_err(|_| Invalid::new(param.name.as_ref(), text, param.allowed()))
    }

    fn text(self) -> String {
        self.to_string()
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        param.check_number(self)
    }
}

impl SettingValue for u32 {
    fn parse(text: &str, param: &Param) -> Result<u32, Invalid> {
        text.parse().map_err(|_| Invalid::new(param.name.as_ref(), text, param.allowed()))
    }

    fn text(self) -> String {
        self.to_string()
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        param.check_number(f64::from(self))
    }
}

impl SettingValue for bool {
    fn parse(text: &str, param: &Param) -> Result<bool, Invalid> {
        Ok(parse_word(text, param)? == "on")
    }

    fn text(self) -> String {
        if self { "on" } else { "off" }.to_owned()
    }

    fn check(self, _: &Param) -> Result<(), Invalid> {
        Ok(())
    }
}

/// Returns `text` if it is one of the words of `param`.
///
/// # Errors
/// If it is none of them; the error names the nearest.
pub(super) fn parse_word<'a>(text: &'a str, param: &Param) -> Result<&'a str, Invalid> {
    debug_assert!(matches!(param.kind, ValueKind::Choice(_)), "{} is a choice", param.name);
    param.check(&Value::Word(text.to_owned())).map(|()| text)
}

/// Returns the two parts of `text` around its colon.
///
/// # Errors
/// If there is no colon; the error says how to write the value.
pub(super) fn split_pair<'a>(text: &'a str, form: &str, param: &Param) -> Result<(&'a str, &'a str), Invalid> {
    text.split_once(':').ok_or_else(|| Invalid::new(param.name.as_ref(), text, format!("write {form}")))
}

/// Reads a number that is a part of `text`; an error shows all of `text`.
///
/// # Errors
/// If the part is no number, or out of the range of `param`.
pub(super) fn parse_part(part: &str, text: &str, param: &Param) -> Result<f64, Invalid> {
    let refused = |_| Invalid::new(param.name.as_ref(), text, format!("'{part}' must be {}", param.allowed()));
    let number = part.parse::<f64>().map_err(|_| Invalid::new("", part, "")).map_err(refused)?;
    param.check_number(number).map(|()| number).map_err(refused)
}
