//! The distribution of the lateness of waits on the real clock, and the options `--wake-ms` and `--wake-tail` that make a virtual
//! computer equally late.

use crate::base::time::Span;
use crate::model::machine::real_clock::WaitLateness;
use serde::Serialize;

/// The number of steps in which the bounds are corrected for the share of the tail. They converge in far fewer.
const STEPS: usize = 12;

/// The lateness of a run's waits, by the kind of wait; `None` for a kind that never occurred.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lateness {
    pub sleep: Option<Spread>,
    /// The delay of the loop after the flip, or after the end of the GPU's work, that a render has waited for.
    pub display: Option<Spread>,
    /// The lateness of all waits.
    pub all: Option<Spread>,
    /// The time by which the GPU's thread was done with a frame later than in the model; `None` if it had no work.
    pub gpu: Option<Spread>,
}

/// A distribution of lateness in milliseconds, never negative. The p-th percentile is the least value that p % of the waits don't
/// exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub waits: u64,
    pub mean_ms: f64,
    /// The 5th percentile.
    pub p5_ms: f64,
    pub p50_ms: f64,
    /// The 95th percentile.
    pub p95_ms: f64,
    pub max_ms: f64,
    /// The lower bound of the uniform distribution that fits all waits except the tail, for `--wake-ms LO:HI`. It has the same
    /// 5th percentile and median as these waits.
    pub fitted_lo_ms: f64,
    /// The upper bound of that distribution. The waits above it are the tail.
    pub fitted_hi_ms: f64,
    /// The probability that a wait has an excess, 0 to 1, for `--wake-tail P:MS`.
    pub fitted_tail_probability: f64,
    /// The mean of the exponential excess that fits the tail, in milliseconds.
    pub fitted_tail_mean_ms: f64,
}

impl Lateness {
    /// Collects the lateness of a run's waits, and of its frames on the GPU.
    pub fn of(waits: &WaitLateness, gpu: &[Span]) -> Lateness {
        let all = [waits.sleeps.as_slice(), waits.displays.as_slice()].concat();
        Lateness {
            sleep: Spread::of(&waits.sleeps),
            display: Spread::of(&waits.displays),
            all: Spread::of(&all),
            gpu: Spread::of(gpu),
        }
    }
}

impl Spread {
    /// Describes the lateness of waits; `None` if there were none.
    pub fn of(late: &[Span]) -> Option<Spread> {
        let mut sorted = late.to_vec();
        sorted.sort_unstable();
        let max = *sorted.last()?;
        let percentile = |p: f64| sorted[((sorted.len() as f64 * p / 100.0).ceil() as usize).max(1) - 1].as_millis();
        let bounds = Bounds::of(&sorted, percentile);
        let (fitted_tail_probability, fitted_tail_mean_ms) = bounds.tail(&sorted);
        let sum: f64 = sorted.iter().map(|late| late.as_millis()).sum();
        Some(Spread {
            waits: sorted.len() as u64,
            mean_ms: sum / sorted.len() as f64,
            p5_ms: percentile(5.0),
            p50_ms: percentile(50.0),
            p95_ms: percentile(95.0),
            max_ms: max.as_millis(),
            fitted_lo_ms: bounds.lo_ms,
            fitted_hi_ms: bounds.hi_ms,
            fitted_tail_probability,
            fitted_tail_mean_ms,
        })
    }

    /// Returns the options that make a virtual computer wake equally late.
    pub fn fitting_options(&self) -> String {
        format!(
            "--wake-ms {:.2}:{:.2} --wake-tail {:.3}:{:.2}",
            self.fitted_lo_ms, self.fitted_hi_ms, self.fitted_tail_probability, self.fitted_tail_mean_ms
        )
    }
}

/// The bounds of a distribution without its tail, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lo_ms: f64,
    hi_ms: f64,
}

impl Bounds {
    /// Fits a uniform distribution to the 5th percentile and the median of those waits that are not above its upper bound. These
    /// waits depend on the bounds, so the bounds are found step by step. `percentile` returns a percentile of all waits.
    fn of(sorted: &[Span], percentile: impl Fn(f64) -> f64) -> Bounds {
        let mut share_of_tail = 0.0;
        let mut bounds = Bounds { lo_ms: 0.0, hi_ms: 0.0 };
        for _ in 0..STEPS {
            let (low, middle) = (percentile(5.0 * (1.0 - share_of_tail)), percentile(50.0 * (1.0 - share_of_tail)));
            let width = (middle - low) / 0.45;
            let lo_ms = (low - 0.05 * width).max(0.0);
            bounds = Bounds { lo_ms, hi_ms: lo_ms + width };
            share_of_tail = bounds.above(sorted).count() as f64 / sorted.len() as f64;
        }
        bounds
    }

    /// Returns the excesses of the waits above the upper bound, in milliseconds.
    fn above(self, sorted: &[Span]) -> impl Iterator<Item = f64> {
        sorted.iter().map(move |late| late.as_millis() - self.hi_ms).filter(|excess| *excess > 0.0)
    }

    /// Returns the probability of an exponential excess, and its mean. An exponential excess has no memory, so the mean above the
    /// bound is the mean of the excess itself. Some of the waits with an excess still end below the bound.
    fn tail(self, sorted: &[Span]) -> (f64, f64) {
        let (above, sum) = self.above(sorted).fold((0.0, 0.0), |(count, sum), excess| (count + 1.0, sum + excess));
        if above == 0.0 {
            return (0.0, 0.0);
        }
        let (share, mean) = (above / sorted.len() as f64, sum / above);
        let widths = (self.hi_ms - self.lo_ms) / mean;
        let ends_above = if widths > 0.0 { -(-widths).exp_m1() / widths } else { 1.0 };
        ((share / ends_above).min(1.0), mean)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::random::{CounterRng, Purpose};
    use crate::lab::real::lateness::*;

    #[test]
    fn even_waits_have_their_percentiles_and_bounds_without_a_tail() {
        let late = |ms: f64| (1..=100).map(|i| Span::from_millis(f64::from(i) * ms)).collect::<Vec<_>>();
        let spread = Spread::of(&late(1.0)).unwrap();
        assert_eq!((spread.p5_ms, spread.p50_ms, spread.p95_ms, spread.max_ms), (5.0, 50.0, 95.0, 100.0));
        assert_eq!((spread.fitted_lo_ms, spread.fitted_hi_ms), (0.0, 100.0));
        let options = Spread::of(&late(0.1)).unwrap().fitting_options();
        assert_eq!(options, "--wake-ms 0.00:10.00 --wake-tail 0.000:0.00");
    }

    #[test]
    fn the_bounds_of_a_uniform_lateness_are_recovered() {
        let mut draws = CounterRng::new(1, Purpose::WakingLate);
        let late: Vec<Span> = (0..20_000).map(|i| Span::from_millis(0.2 + 0.6 * draws.unit(i))).collect();
        let spread = Spread::of(&late).unwrap();
        assert!((spread.fitted_lo_ms - 0.2).abs() < 0.02 && (spread.fitted_hi_ms - 0.8).abs() < 0.02, "{spread:?}");
    }

    #[test]
    fn the_tail_of_a_lateness_is_recovered_and_does_not_move_the_bounds() {
        let (mut draws, mut tail) = (CounterRng::new(1, Purpose::WakingLate), CounterRng::new(2, Purpose::WakingLate));
        for (probability, mean_ms) in [(0.02, 3.0), (0.3, 3.0)] {
            let mut excess =
                |i: u64| if tail.unit(2 * i) < probability { -mean_ms * libm::log(1.0 - tail.unit(2 * i + 1)) } else { 0.0 };
            let late: Vec<Span> = (0..50_000).map(|i| Span::from_millis(0.06 + 0.04 * draws.unit(i) + excess(i))).collect();
            let spread = Spread::of(&late).unwrap();
            assert!((spread.fitted_lo_ms - 0.06).abs() < 0.002 && (spread.fitted_hi_ms - 0.1).abs() < 0.003, "{spread:?}");
            assert!((spread.fitted_tail_probability / probability - 1.0).abs() < 0.1, "{spread:?}");
            assert!((spread.fitted_tail_mean_ms / mean_ms - 1.0).abs() < 0.1, "{spread:?}");
        }
    }

    #[test]
    fn one_wait_is_its_own_distribution_and_no_wait_has_none() {
        let one = Spread::of(&[Span::from_millis(3.0)]).unwrap();
        assert_eq!((one.p5_ms, one.p50_ms, one.max_ms, one.fitted_lo_ms, one.fitted_hi_ms), (3.0, 3.0, 3.0, 3.0, 3.0));
        assert_eq!((one.fitted_tail_probability, one.fitted_tail_mean_ms), (0.0, 0.0));
        let nothing = Lateness { sleep: None, display: None, all: None, gpu: None };
        assert_eq!(Lateness::of(&WaitLateness::default(), &[]), nothing);
    }
}
