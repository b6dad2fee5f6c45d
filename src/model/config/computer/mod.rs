//! A pane's virtual computer: what everything costs on it, and how it keeps time.
//!
//! [`FIELDS`] is the table of its settings; everything that goes through all of them (checks, changes, the options of the
//! command line, the keys of a scenario, the list of changes) is made from it. Nothing here computes:
//! [`crate::model::machine`] turns a [`Computer`] into flicks.

mod bounds;
mod display;
mod fields;
mod input_read;
mod option;
mod pattern;
mod pipeline;
mod table;
mod tail;
mod timers;
mod words;

pub use bounds::Bounds;
pub use display::{Present, Rates, VariableRefresh};
pub use fields::{Computer, ComputerChange, FIELDS, Field, FieldAccess, Group, ON_OFF};
pub use input_read::InputRead;
pub use option::CommandLineOption;
pub use pattern::{Pattern, PatternedLoad};
pub use tail::Tail;
pub use timers::{TIMERS, Timer};
