//! The imports of every loop's file.

pub(super) use super::strategy::SPIN_MS;
pub use super::strategy::{Group, ListingNumbers, Start, Strategy};
pub(super) use super::sums::in_sums;
pub use super::sums::{Amount, SUMS};
pub use crate::base::params::{Derived, Invalid, Param, Values};
pub use crate::base::time::{Span, Time};
pub use crate::model::config::Presentation;
pub use crate::model::machine::Host;
pub use crate::model::world::Between;
pub use std::borrow::Cow::Borrowed;
