//! Instants and spans on a virtual clock, counted in *flicks*.
//!
//! A flick is 1/705 600 000 of a second. Every usual refresh period (24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144 and 240
//! Hz), 1/60 s, 1/25 s and one millisecond are whole numbers of flicks, so every error that a loop shows is the loop's own: the
//! clock adds none. The unit is Facebook/Oculus' *Flicks* (2018).
//!
//! [`Time`] is a point on the clock and [`Span`] is a length. Subtracting two times gives a span, as with `std::time::Instant`
//! and `Duration`, but both are signed and exact. Only this file converts them to and from `f64`.
//!
//! ```
//! use tickscope_core::base::time::{Span, Time};
//!
//! let step = Span::from_hz(60.0);
//! assert_eq!(step.flicks(), 11_760_000);
//! assert_eq!(step * 60, Span::from_secs(1.0));
//! assert_eq!((Time::ZERO + step).as_secs(), 1.0 / 60.0);
//! ```

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

pub const FLICKS_PER_SECOND: i64 = 705_600_000;

/// A length of time in flicks; may be negative.
///
/// ```
/// use tickscope_core::base::time::Span;
///
/// let frame = Span::from_millis(40.0);
/// assert_eq!(frame.whole(Span::from_hz(60.0)), 2);
/// assert_eq!(frame.divided(4), Span::from_millis(10.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(i64);

/// A point on a virtual clock, in flicks since that clock's zero.
///
/// ```
/// use tickscope_core::base::time::{Span, Time};
///
/// let now = Time::from_secs(0.030);
/// assert_eq!(now - Time::ZERO, Span::from_millis(30.0));
/// assert_eq!(now.floor_to(Span::from_millis(15.625)), Time::from_secs(0.015_625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Span {
    pub const ZERO: Span = Span(0);
    /// The longest span, about 414 years: longer than any allowed setting.
    pub const MAX: Span = Span(i64::MAX);

    pub const fn from_flicks(flicks: i64) -> Span {
        Span(flicks)
    }

    /// Returns `seconds`, to the nearest flick.
    pub fn from_secs(seconds: f64) -> Span {
        Span(nearest(seconds * FLICKS_PER_SECOND as f64))
    }

    /// Returns `milliseconds`, to the nearest flick; whole milliseconds are exact.
    pub fn from_millis(milliseconds: f64) -> Span {
        Span(nearest(milliseconds * (FLICKS_PER_SECOND / 1000) as f64))
    }

    /// Returns one period of a rate in hertz, rounded to the nearest flick.
    pub fn from_hz(hertz: f64) -> Span {
        Span(nearest(FLICKS_PER_SECOND as f64 / hertz))
    }

    pub const fn flicks(self) -> i64 {
        self.0
    }

    /// Returns the length in seconds, to the nearest `f64`.
    pub fn as_secs(self) -> f64 {
        seconds(self.0)
    }

    /// Returns the length in milliseconds, to the nearest `f64`.
    pub fn as_millis(self) -> f64 {
        self.0 as f64 / (FLICKS_PER_SECOND / 1000) as f64
    }

    /// Multiplies by a factor, to the nearest flick. Results too large for the clock saturate.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Span {
        Span(nearest(self.0 as f64 * factor))
    }

    /// Returns how many times `other` fits into this span, as a real number.
    pub fn ratio(self, other: Span) -> f64 {
        self.0 as f64 / other.0 as f64
    }

    /// Returns how many whole times `other` fits into this span. `other` must be positive and this span not negative.
    pub const fn whole(self, other: Span) -> i64 {
        self.0 / other.0
    }

    /// Divides this span by `parts`, to the nearest flick (halves round up).
    #[must_use]
    pub const fn divided(self, parts: i64) -> Span {
        Span((self.0 * 2 + parts).div_euclid(parts * 2))
    }

    /// Multiplies by `times`. Returns [`Span::MAX`] if the product is more than the clock holds.
    #[must_use]
    pub const fn saturating_mul(self, times: i64) -> Span {
        Span(self.0.saturating_mul(times))
    }
}

impl Time {
    /// The beginning of the clock.
    pub const ZERO: Time = Time(0);
    /// A moment that no clock reaches.
    pub const NEVER: Time = Time(i64::MAX);

    /// Returns the moment this many flicks after zero.
    pub const fn from_flicks(flicks: i64) -> Time {
        Time(flicks)
    }

    /// Returns the moment `seconds` after zero, to the nearest flick.
    pub fn from_secs(seconds: f64) -> Time {
        Time::ZERO + Span::from_secs(seconds)
    }

    /// Returns the flicks since zero.
    pub const fn flicks(self) -> i64 {
        self.0
    }

    /// Returns the seconds since zero, to the nearest `f64`.
    pub fn as_secs(self) -> f64 {
        seconds(self.0)
    }

    /// Returns the seconds since zero, to the nearest `f32`. Rounding to an `f64` first would round twice.
    pub fn as_secs_f32(self) -> f32 {
        const BITS: u32 = 60;
        let (scaled, second) = (i128::from(self.0) << BITS, i128::from(FLICKS_PER_SECOND));
        // `sticky` has more bits than a float. Its last bit is 1 if any bit behind it was 1, which decides every tie.
        let sticky = scaled.div_euclid(second) | i128::from(scaled.rem_euclid(second) != 0);
        sticky as f32 / (1_u64 << BITS) as f32
    }

    /// Returns the last multiple of `grain`, counted from zero, that is not after this moment. If `grain` is zero, returns the
    /// moment itself.
    #[must_use]
    pub const fn floor_to(self, grain: Span) -> Time {
        if grain.0 <= 1 {
            return self;
        }
        Time(self.0 - self.0.rem_euclid(grain.0))
    }

    /// Returns the first multiple of `grain`, counted from zero, that is not before this moment. If `grain` is zero, returns the
    /// moment itself.
    #[must_use]
    pub const fn ceil_to(self, grain: Span) -> Time {
        if grain.0 <= 1 {
            return self;
        }
        let over = self.0.rem_euclid(grain.0);
        if over == 0 { self } else { Time(self.0 - over + grain.0) }
    }
}

/// Converts flicks to seconds. Only here does exact time become a floating-point number.
fn seconds(flicks: i64) -> f64 {
    flicks as f64 / FLICKS_PER_SECOND as f64
}

/// Rounds half away from zero. `as` saturates, so no value can overflow.
fn nearest(flicks: f64) -> i64 {
    flicks.round() as i64
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0 + span.0)
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Span> for Time {
    type Output = Time;
    fn sub(self, span: Span) -> Time {
        Time(self.0 - span.0)
    }
}

impl Sub for Time {
    type Output = Span;
    fn sub(self, earlier: Time) -> Span {
        Span(self.0 - earlier.0)
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0 + other.0)
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        Span(self.0 - other.0)
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Span) {
        *self = *self - other;
    }
}

impl Neg for Span {
    type Output = Span;
    fn neg(self) -> Span {
        Span(-self.0)
    }
}

impl Mul<i64> for Span {
    type Output = Span;
    fn mul(self, times: i64) -> Span {
        Span(self.0 * times)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::time::*;

    #[test]
    fn the_usual_periods_are_exact() {
        for hertz in [24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 240, 1000] {
            assert_eq!(Span::from_hz(f64::from(hertz)) * i64::from(hertz), Span::from_flicks(FLICKS_PER_SECOND), "{hertz} Hz");
        }
        assert_eq!(Span::from_millis(1.0).flicks(), 705_600);
        assert_eq!(Span::from_millis(15.625), Span::from_hz(64.0));
    }

    #[test]
    fn rounding_to_a_grain_goes_down_for_readings_and_up_for_wake_ups() {
        let grain = Span::from_flicks(100);
        assert_eq!(Time::from_flicks(199).floor_to(grain), Time::from_flicks(100));
        assert_eq!(Time::from_flicks(101).ceil_to(grain), Time::from_flicks(200));
        assert_eq!(Time::from_flicks(200).ceil_to(grain), Time::from_flicks(200));
        assert_eq!(Time::from_flicks(123).floor_to(Span::ZERO), Time::from_flicks(123));
        assert_eq!(Time::from_flicks(123).ceil_to(Span::ZERO), Time::from_flicks(123));
    }

    #[test]
    fn a_moment_is_rounded_to_a_single_float_once() {
        for flicks in [0, 1, -1, 11_760_000, 705_600_001, 86_400 * FLICKS_PER_SECOND + 7, -600 * FLICKS_PER_SECOND] {
            let rounded = Time::from_flicks(flicks).as_secs_f32();
            // The exact distance to it and to its neighbours, in flicks times 2⁶⁰.
            let away = |float: f32| {
                let scaled = (f64::from(float) * (1_u64 << 60) as f64) as i128;
                (scaled * i128::from(FLICKS_PER_SECOND) - (i128::from(flicks) << 60)).abs()
            };
            assert!(away(rounded) <= away(rounded.next_up()) && away(rounded) <= away(rounded.next_down()), "{flicks}");
        }
        // A moment that differs from the middle between two floats by less than a double can hold: 4194304.25 s and a flick.
        let second = FLICKS_PER_SECOND;
        assert_eq!(Time::from_flicks(4_194_304 * second + second / 4).as_secs_f32(), 4_194_304.0);
        assert_eq!(Time::from_flicks(4_194_304 * second + second / 4 + 1).as_secs_f32(), 4_194_304.5);
    }

    #[test]
    fn dividing_rounds_to_the_nearest_flick() {
        assert_eq!(Span::from_flicks(10).divided(4), Span::from_flicks(3));
        assert_eq!(Span::from_flicks(10).divided(3), Span::from_flicks(3));
        assert_eq!(Span::from_flicks(11).divided(3), Span::from_flicks(4));
    }

    #[test]
    fn absurd_factors_saturate_instead_of_overflowing() {
        assert_eq!(Span::from_flicks(5).scaled(f64::MAX), Span::MAX);
        assert_eq!(Span::from_secs(f64::INFINITY), Span::MAX);
    }
}
