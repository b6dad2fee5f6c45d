//! The numbers in which a loop adds up time: exact ones, or the floats of its listing.
//!
//! Every published listing holds time in seconds, in a `double` or a `float`. Only a virtual computer can count time exactly;
//! `sums=exact` is that idealisation. A loop is written once, for any [`Amount`], and [`in_sums`] starts it with the chosen type.
//! With floats, a reading is the clock in seconds, rounded to the type; constants, sums, comparisons and the alpha are computed
//! in that type, in the listing's order. Steps and sleeps are in flicks again: a full step is exactly the loop's period, and any
//! other length is rounded to the nearest flick, which may be zero.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::machine::host::Host;
use std::ops::{Add, AddAssign, Sub};

pub const SUMS: Param = Param::choice(
    "sums",
    &["exact", "f64", "f32"],
    "How time is added up: exactly, an idealisation, or in seconds as 64- or 32-bit floats, which round every sum.",
);

/// Evaluates an expression in which `$T` is the chosen [`Amount`].
macro_rules! in_sums {
    ($set:expr, $T:ident => $body:expr) => {
        if $set.is(&$crate::model::strategies::sums::SUMS, "f64") {
            type $T = f64;
            $body
        } else if $set.is(&$crate::model::strategies::sums::SUMS, "f32") {
            type $T = f32;
            $body
        } else {
            type $T = $crate::base::time::Span;
            $body
        }
    };
}
pub(super) use in_sums;

/// An amount of time or a reading of the clock, in the type that a loop computes with.
pub trait Amount: Copy + PartialOrd + Add<Output = Self> + AddAssign + Sub<Output = Self> + 'static {
    const NONE: Self;
    const EXACT: bool;

    /// Returns a reading of the clock, correctly rounded.
    fn reading(at: Time) -> Self;
    /// Converts a length that was measured exactly.
    fn length(span: Span) -> Self;
    /// Returns `count / rate` for a rate parameter; the greatest value of the type if the rate is off.
    fn over(count: i64, set: &Values, rate: &Param) -> Self;
    /// Returns the value of a parameter in milliseconds; the greatest value of the type if it is off.
    fn millis(set: &Values, param: &Param) -> Self;
    fn times(self, count: i64) -> Self;
    fn part(self, count: i64) -> Self;
    /// Returns how many whole times `other` fits into this amount.
    fn whole(self, other: Self) -> i64;
    /// Returns how many times `other` fits into this amount.
    fn ratio(self, other: Self) -> f64;
    /// Returns the amount as a span, to the nearest flick.
    fn span(self) -> Span;

    fn now(host: &Host) -> Self {
        Self::reading(host.now())
    }

    fn period(set: &Values, rate: &Param) -> Self {
        Self::over(1, set, rate)
    }

    fn at_most(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// Subtracts `step`. Returns `false` if the step is too small to change the amount: then a loop that continues as long as
    /// something is left must stop, because it would never end.
    fn take(&mut self, step: Self) -> bool {
        let before = *self;
        *self = before - step;
        *self != before
    }
}

impl Amount for Span {
    const NONE: Span = Span::ZERO;
    const EXACT: bool = true;

    fn reading(at: Time) -> Span {
        at - Time::ZERO
    }

    fn length(span: Span) -> Span {
        span
    }

    fn over(count: i64, set: &Values, rate: &Param) -> Span {
        set.period(rate).saturating_mul(count)
    }

    fn millis(set: &Values, param: &Param) -> Span {
        set.millis(param)
    }

    fn times(self, count: i64) -> Span {
        self.saturating_mul(count)
    }

    fn part(self, count: i64) -> Span {
        if count > 0 { self.divided(count) } else { Span::ZERO }
    }

    fn whole(self, other: Span) -> i64 {
        Span::whole(self, other)
    }

    fn ratio(self, other: Span) -> f64 {
        Span::ratio(self, other)
    }

    fn span(self) -> Span {
        self
    }
}

macro_rules! floats {
    ($($float:ident, $reading:ident);*) => { $(
        impl Amount for $float {
            const NONE: $float = 0.0;
            const EXACT: bool = false;

            fn reading(at: Time) -> $float {
                at.$reading()
            }

            fn length(span: Span) -> $float {
                span.as_secs() as $float
            }

            fn over(count: i64, set: &Values, rate: &Param) -> $float {
                set.number(rate).map_or($float::INFINITY, |rate| count as $float / rate as $float)
            }

            fn millis(set: &Values, param: &Param) -> $float {
                set.number(param).map_or($float::INFINITY, |ms| ms as $float / 1000.0)
            }

            fn times(self, count: i64) -> $float {
                count as $float * self
            }

            fn part(self, count: i64) -> $float {
                self / count as $float
            }

            fn whole(self, other: $float) -> i64 {
                (self / other).floor() as i64
            }

            fn ratio(self, other: $float) -> f64 {
                f64::from(self / other)
            }

            fn span(self) -> Span {
                Span::from_secs(f64::from(self))
            }
        }
    )* };
}
floats!(f64, as_secs; f32, as_secs_f32);

#[cfg(test)]
mod tests {
    use crate::model::strategies::sums::*;

    #[test]
    fn a_subtraction_that_changes_nothing_says_so_and_an_exact_one_always_changes_something() {
        let (mut float, mut double, mut exact) = (40_000.0_f32, 40_000.0_f64, Span::from_secs(40_000.0));
        assert!(!float.take(0.001) && double.take(0.001) && exact.take(Span::from_flicks(1)));
        assert_eq!((float, double), (40_000.0, 39_999.999));
    }

    #[test]
    fn what_is_off_is_longer_than_anything_and_its_multiples_too() {
        const OFF: Param = Param::rate("rate", 60.0, "").or_off();
        let mut set = Values::default();
        set.set("rate", crate::base::params::value::Value::off());
        assert!(f64::period(&set, &OFF) > 1e300 && f32::millis(&set, &OFF) > 1e30);
        assert_eq!(Span::period(&set, &OFF).times(3), Span::MAX);
    }
}
