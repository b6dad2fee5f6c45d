//! The differences between a loop as it runs by default and its published listing as it compiles.

use super::{sums, tick_count};
use crate::base::params::param::Param;
use crate::base::params::value::Value;
use crate::base::params::values::Values;

/// The settings that make a run of a loop what its published listing compiles to.
#[derive(Clone, Copy)]
pub struct Listing {
    /// The parameters that the listing's types and constants decide. Empty if there is no listing, or it does not say which
    /// numbers it uses.
    pub params: &'static [ListedParam],
    /// The unit in which the listing reads the clock, in milliseconds; 0 if its readings are fractions.
    pub clock_ms: f64,
}

/// A parameter with the value that a listing gives it.
pub struct ListedParam {
    pub param: Param,
    /// Computes the value from the loop's other values.
    pub value: fn(&Values) -> Value,
}

/// Sums in 32-bit floats.
pub(super) const SINGLES: ListedParam = ListedParam { param: sums::SUMS, value: |_| "f32".into() };

impl Listing {
    /// There is no listing, or it does not say which numbers it uses.
    pub const UNSTATED: Listing = Listing { params: &[], clock_ms: 0.0 };
    /// The listing adds seconds up in 64-bit floats.
    pub const DOUBLES: Listing =
        Listing { params: &[ListedParam { param: sums::SUMS, value: |_| "f64".into() }], ..Listing::UNSTATED };
    /// The listing adds seconds up in 32-bit floats.
    pub const FLOATS: Listing = Listing { params: &[SINGLES], ..Listing::UNSTATED };
    /// The listing counts whole milliseconds, and reads them from the clock.
    pub const WHOLE_MS: Listing =
        Listing { params: &[ListedParam { param: tick_count::WHOLE_MS, value: |_| "on".into() }], clock_ms: 1.0 };
}
