//! A value of the loop's own, shown for the instruments.

use crate::base::time::Span;
use std::borrow::Cow;

/// The name of a watched value: a literal of the loop, or made at run time with the loop.
pub type WatchedName = Cow<'static, str>;

/// A value that a loop shows under a name: a length of time, a whole number, or a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Watched {
    /// A length of time, shown in milliseconds.
    Span(Span),
    /// A whole number.
    Count(i64),
    /// A real number without a unit.
    Ratio(f64),
}

impl From<Span> for Watched {
    fn from(span: Span) -> Watched {
        Watched::Span(span)
    }
}

impl From<i64> for Watched {
    fn from(count: i64) -> Watched {
        Watched::Count(count)
    }
}

impl From<f64> for Watched {
    fn from(ratio: f64) -> Watched {
        Watched::Ratio(ratio)
    }
}
