//! A pane's virtual computer: what everything costs on it, and how it keeps time.
//!
//! [`FIELDS`] is the table of its settings; everything that goes through all of them (checks, patches, the options of the
//! command line, the panel, words for people) is made from it. Nothing here computes: [`crate::model::machine`] turns a [`Computer`]
//! into flicks.

mod bounds;
mod controls;
mod display;
mod field;
mod fields;
mod input_read;
mod missed_refresh;
mod pattern;
mod pipeline;
mod setting_value;
mod tail;
mod timers;

pub use bounds::Bounds;
pub use controls::{Choice, ChoiceOption, Scale, Section, SettingsPanel, Slider, Switch};
pub use display::{Present, Rates, VariableRefresh};
pub use field::{Group, ShortOption};
pub use fields::{Computer, FIELDS, Field};
pub use input_read::InputRead;
pub use missed_refresh::MissedRefresh;
pub use pattern::Pattern;
pub(in crate::model::config) use setting_value::{plain, show};
pub use tail::Tail;
pub use timers::{TIMERS, Timer};
