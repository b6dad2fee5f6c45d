//! A pane's virtual computer: what everything costs on it, and how it keeps time.
//!
//! [`FIELDS`] is the table of its settings; everything that goes through all of them (checks, changes, the options of the
//! command line, the keys of a scenario, the list of changes) is made from it. Nothing here computes:
//! [`crate::model::machine::costs`] turns a [`Computer`] into flicks.

mod bounds;
mod fields;
mod pattern;
mod table;

pub use bounds::Bounds;
pub use fields::{CommandLineOption, Computer, ComputerChange, FIELDS, Field, FieldAccess, Group, ON_OFF};
pub use pattern::Pattern;
