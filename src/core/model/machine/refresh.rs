//! The refresh ticks of a virtual display, and the ways in which a display changes its frame.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::computer::{Computer, LowRates, Present};

/// The refresh ticks: tick k falls at round(k · flicks / Hz), so that rounding errors never add up.
#[derive(Clone, Copy, Debug)]
pub enum Refresh {
    /// A rate that divides a second into whole flicks, as nearly every real rate does.
    Exact {
        /// The flicks from one tick to the next.
        period: i64,
    },
    /// Any other rate, as the exact fraction that its `f64` stands for: `rate / 2^shift` Hz. Examples are 165 Hz and 59.94 Hz.
    Fraction {
        /// The numerator of the rate.
        rate: i128,
        /// The exponent of the denominator, which is a power of two.
        shift: u32,
    },
}

impl Refresh {
    /// Returns the ticks of a rate in hertz, 1 to 1000.
    pub fn new(hertz: f64) -> Refresh {
        let period = FLICKS_PER_SECOND as f64 / hertz;
        if hertz.fract() == 0.0 && period.fract() == 0.0 {
            return Refresh::Exact { period: period as i64 };
        }
        // A finite f64 is mantissa · 2^exponent, and below 2^53 the exponent is negative.
        let bits = hertz.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i64 - 1075;
        let mantissa = i128::from((bits & ((1 << 52) - 1)) | (1 << 52));
        let spare = mantissa.trailing_zeros().min((-exponent) as u32);
        Refresh::Fraction { rate: mantissa >> spare, shift: (-exponent) as u32 - spare }
    }

    /// Returns the moment of tick `k`, k ≥ 0.
    #[inline]
    pub fn tick(self, k: i64) -> Time {
        match self {
            Refresh::Exact { period } => Time::from_flicks(k * period),
            Refresh::Fraction { rate, shift } => {
                let scaled = (i128::from(k) * i128::from(FLICKS_PER_SECOND)) << shift;
                Time::from_flicks(((scaled * 2 + rate) / (rate * 2)) as i64)
            }
        }
    }

    /// Returns the number of the first tick at or after `moment`, but at least 1.
    #[inline]
    pub fn first_at_or_after(self, moment: Time) -> i64 {
        let flicks = moment.flicks().max(0);
        match self {
            Refresh::Exact { period } => ((flicks + period - 1) / period).max(1),
            // Rounding moves a tick by at most half a flick, so the result is this tick or the next one.
            Refresh::Fraction { rate, shift } => {
                let guess = (((i128::from(flicks) * rate) >> shift) as i64 / FLICKS_PER_SECOND).max(1);
                if self.tick(guess) < moment { guess + 1 } else { guess }
            }
        }
    }

    /// Returns the last tick at or before `moment`, which must not be before tick 0.
    #[inline]
    pub fn last_at_or_before(self, moment: Time) -> Time {
        self.tick(self.first_at_or_after(moment + Span::from_flicks(1)) - 1)
    }

    /// Returns the first tick at or after `moment` and later than `last`, but never tick 0.
    #[inline]
    pub fn next(self, moment: Time, last: Option<Time>) -> Time {
        let earliest = last.map_or(moment, |last| moment.max(last + Span::from_flicks(1)));
        self.tick(self.first_at_or_after(earliest))
    }
}

/// The rule that decides when a display changes to a frame that is done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scanout {
    /// The display changes at a tick that belongs to this frame alone, in the order of the frames.
    Fifo(Refresh),
    /// The display changes at the next tick, unless a newer frame is done before that tick.
    Mailbox(Refresh),
    /// The display changes immediately, wherever the beam is. The beam starts at the top at every tick.
    Immediate(Refresh),
    /// The display changes immediately, but not before `shortest` has passed since the last refresh. It repeats the old frame
    /// when `longest` has passed, or earlier as `spread` says.
    Variable { shortest: Span, longest: Span, spread: LowRates },
}

impl Scanout {
    /// Returns the scan-out of a checked computer.
    pub fn new(computer: &Computer) -> Scanout {
        if let Some((lowest, highest)) = computer.variable_hz() {
            let (shortest, longest) = (Span::from_hz(highest), Span::from_hz(lowest));
            return Scanout::Variable { shortest, longest, spread: computer.lfc };
        }
        let refresh = Refresh::new(computer.refresh_hz);
        match computer.present {
            Present::Fifo => Scanout::Fifo(refresh),
            Present::Mailbox => Scanout::Mailbox(refresh),
            Present::Immediate => Scanout::Immediate(refresh),
        }
    }

    /// Returns the ticks of the display; `None` if its refresh is variable.
    pub fn ticks(self) -> Option<Refresh> {
        match self {
            Scanout::Fifo(refresh) | Scanout::Mailbox(refresh) | Scanout::Immediate(refresh) => Some(refresh),
            Scanout::Variable { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::machine::refresh::*;

    #[test]
    fn ticks_of_odd_rates_never_drift() {
        for hertz in [165.0, 59.94, 59.940_059_94, 23.976, 1.0, 999.9, 143.856] {
            let refresh = Refresh::new(hertz);
            for k in [1_i64, 2, 3, 1000, 9_999_999, 80_000_000] {
                let exact = k as f64 * FLICKS_PER_SECOND as f64 / hertz;
                // The reference is a rounded f64 product, hence its own relative error.
                assert!((refresh.tick(k).flicks() as f64 - exact).abs() <= 0.5 + exact * 3e-16, "{hertz} Hz, tick {k}");
            }
        }
    }

    #[test]
    fn the_tick_found_is_the_first_one_not_before_the_moment() {
        for hertz in [60.0, 165.0, 59.94, 1000.0, 1.5] {
            let refresh = Refresh::new(hertz);
            for k in [1_i64, 2, 7, 1000, 123_456_789] {
                let tick = refresh.tick(k);
                let flick = Span::from_flicks(1);
                assert_eq!(refresh.first_at_or_after(tick), k, "{hertz} Hz");
                assert_eq!(refresh.first_at_or_after(tick - flick), k, "{hertz} Hz");
                assert_eq!(refresh.first_at_or_after(tick + flick), k + 1, "{hertz} Hz");
            }
            assert_eq!(refresh.first_at_or_after(Time::ZERO), 1, "there is no tick 0");
        }
    }
}
