//! The imports of every loop's file.

pub use super::listing::Listing;
pub(super) use super::strategy::SPIN_MS;
pub use super::strategy::{Group, Start, Strategy};
pub(super) use super::sums::in_sums;
pub use super::sums::{Amount, SUMS};
pub use crate::base::params::invalid::Invalid;
pub use crate::base::params::param::{Derived, Param};
pub use crate::base::params::values::Values;
pub use crate::base::time::{Span, Time};
pub use crate::model::config::settings::Presentation;
pub use crate::model::machine::host::Host;
pub use crate::model::world::controls::Between;
pub use std::borrow::Cow::Borrowed;
