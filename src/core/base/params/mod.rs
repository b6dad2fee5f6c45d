//! The values that a person can set, by their names: the parameters that a loop, a world or a computer offers, their ranges, and
//! the errors for bad input.
//!
//! A [`Param`](param::Param) is a constant next to the code that reads it. [`Values`](values::Values) holds the values that have
//! been set; for any other parameter it returns the default. The window's sliders, `--set`, and the checks of settings are all
//! made from the same constant.
//!
//! ```
//! use tickscope_core::base::params::param::Param;
//! use tickscope_core::base::params::value::Value;
//! use tickscope_core::base::params::values::Values;
//! use tickscope_core::base::time::Span;
//!
//! const CLAMP: Param = Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "No frame counts for more.").or_off();
//!
//! let mut set = Values::default();
//! assert_eq!(set.millis(&CLAMP), Span::from_millis(100.0));
//! set.set("clamp_ms", Value::parse("20000"));
//! let refusal = set.check(&[CLAMP]).unwrap_err();
//! assert_eq!(refusal.to_string(), "clamp_ms: '20000' is not allowed; 1 to 10000 ms, or off");
//! ```

pub mod described;
pub mod invalid;
pub mod param;
pub mod value;
pub mod values;
