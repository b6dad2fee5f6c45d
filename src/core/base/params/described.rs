//! Settings that are a struct with one field for each parameter of a table, and can also be read, written and compared by the
//! parameters' names.

use super::invalid::Invalid;
use super::param::Param;
use super::value::Value;
use super::values::Values;
use serde_json::{Map, Value as Json};

/// A struct with one field for each parameter of a table. Code that uses one setting reads its field; code that handles all
/// settings goes through the parameters by name.
///
/// `#[serde(remote = "Self")]` derives the functions that [`Described::read`] and [`Described::write`] call.
pub trait Described: Clone + PartialEq + Default {
    /// The parameters, one for each field.
    const PARAMS: &'static [Param];

    /// Reads all fields.
    fn read(all: Json) -> serde_json::Result<Self>;

    /// Writes all fields, as one object.
    fn write(&self) -> serde_json::Result<Json>;

    /// Returns the settings with the default of each parameter.
    fn of_defaults() -> Self {
        let all = Self::PARAMS.iter().map(|param| (param.name.to_string(), to_json(&param.default_value())));
        Self::read(all.collect()).unwrap_or_else(|error| unreachable!("each parameter has a field: {error}"))
    }

    fn param(name: &str) -> Result<&'static Param, Invalid> {
        let found = Self::PARAMS.iter().find(|param| param.name == name);
        found.ok_or_else(|| Invalid::unknown(name, name, Self::PARAMS.iter().map(|param| &*param.name)))
    }

    /// Returns the value of every parameter.
    fn values(&self) -> Values {
        let mut values = Values::default();
        for (name, value) in self.all() {
            values.set(&name, from_json(value));
        }
        values
    }

    /// Returns the values that differ from the defaults.
    fn set_values(&self) -> Values {
        let mut values = Values::default();
        for (param, value) in self.differences(&Self::default()) {
            values.set(&param.name, value);
        }
        values
    }

    /// Returns the value of the parameter of this name; `None` if there is no such parameter.
    fn value(&self, name: &str) -> Option<Value> {
        self.all().remove(name).map(from_json)
    }

    /// Returns the parameters whose values differ from those of `other`, each with the value of `self`, in the order of the
    /// table.
    fn differences(&self, other: &Self) -> Vec<(&'static Param, Value)> {
        if self == other {
            return Vec::new();
        }
        let (mut all, others) = (self.all(), other.all());
        let differs = |param: &&Param| all.get(&*param.name) != others.get(&*param.name);
        let differing: Vec<&Param> = Self::PARAMS.iter().filter(differs).collect();
        differing.into_iter().filter_map(|param| Some((param, from_json(all.remove(&*param.name)?)))).collect()
    }

    /// Sets these values, or none of them if one is not allowed; the value `default` restores a parameter's default.
    fn set_all<'a>(&mut self, values: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Result<(), Invalid> {
        let mut all = self.all();
        for (name, value) in values {
            let param = Self::param(name)?;
            let value = if value.is_unset() { param.default_value() } else { param.accept(value)? };
            all.insert(name.to_owned(), to_json(&value));
        }
        *self = Self::read(all.into()).unwrap_or_else(|error| unreachable!("the value fits its parameter: {error}"));
        Ok(())
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), Invalid> {
        self.set_all([(name, value)])
    }

    /// Returns the default settings with `values` set.
    fn of(values: &Values) -> Result<Self, Invalid> {
        let mut made = Self::default();
        made.set_all(values.iter()).map(|()| made)
    }

    /// Sets each value in which `after` differs from `before`, and skips a value that is not allowed.
    fn take_differences(&mut self, before: &Self, after: &Self) {
        for (param, value) in after.differences(before) {
            let _ = self.set(&param.name, &value);
        }
    }

    /// Checks every value against its range.
    fn check_ranges(&self) -> Result<(), Invalid> {
        let all = self.all();
        let value = |param: &Param| all.get(&*param.name).cloned().map_or_else(|| param.default_value(), from_json);
        Self::PARAMS.iter().try_for_each(|param| param.check(&value(param)))
    }

    /// Returns all fields by name.
    #[doc(hidden)]
    fn all(&self) -> Map<String, Json> {
        match self.write() {
            Ok(Json::Object(all)) => all,
            other => unreachable!("settings are plain data: {other:?}"),
        }
    }
}

/// Converts a value to JSON. A whole number is written without a point, so that a field may be an integer.
fn to_json(value: &Value) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}

/// Converts JSON to a value. JSON has no infinity, so anything else than a number, a word or a switch becomes NaN, which no range
/// allows.
fn from_json(value: Json) -> Value {
    match value {
        Json::Bool(on) => Value::Switch(on),
        Json::String(word) => Value::Word(word),
        other => Value::Number(other.as_f64().unwrap_or(f64::NAN)),
    }
}
