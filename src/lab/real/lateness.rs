//! How late waits ended on the real clock, as a distribution, and the `--wake-ms` of a virtual computer that is as late.

use crate::base::time::Span;
use crate::model::machine::real_clock::Waits;
use serde::Serialize;

/// How late a run's waits ended, by what was waited for; nothing where it never waited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lateness {
    /// How late sleeps ended.
    pub sleep: Option<Spread>,
    /// From the refresh tick to the moment at which the loop went on.
    pub display: Option<Spread>,
    /// Both together.
    pub all: Option<Spread>,
}

/// How late: milliseconds, never negative. The p-th percentile is the least value that p % of the waits don't exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// How many waits there were.
    pub waits: u64,
    /// The mean.
    pub mean_ms: f64,
    /// The 5th percentile.
    pub p5_ms: f64,
    /// The median.
    pub p50_ms: f64,
    /// The 95th percentile.
    pub p95_ms: f64,
    /// The greatest.
    pub max_ms: f64,
    /// The uniform distribution with the same 5th and 95th percentile, as `--wake-ms LO:HI` takes it. The rare long
    /// delays beyond them are not in it: no uniform distribution has a tail.
    pub fitted_lo_ms: f64,
    /// The upper bound of that distribution.
    pub fitted_hi_ms: f64,
}

impl Lateness {
    /// The lateness of the waits of one run.
    pub fn of(waits: &Waits) -> Lateness {
        let all = [waits.sleeps.as_slice(), waits.displays.as_slice()].concat();
        Lateness { sleep: Spread::of(&waits.sleeps), display: Spread::of(&waits.displays), all: Spread::of(&all) }
    }
}

impl Spread {
    /// Nothing of nothing.
    ///
    /// ```
    /// use tickscope::lab::real::Spread;
    /// use tickscope::base::time::Span;
    ///
    /// let late: Vec<Span> = (1..=100).map(|i| Span::from_millis(f64::from(i))).collect();
    /// let spread = Spread::of(&late).unwrap();
    /// assert_eq!((spread.p5_ms, spread.p50_ms, spread.p95_ms, spread.max_ms), (5.0, 50.0, 95.0, 100.0));
    /// assert_eq!((spread.fitted_lo_ms, spread.fitted_hi_ms), (0.0, 100.0));
    /// ```
    pub fn of(late: &[Span]) -> Option<Spread> {
        let mut sorted = late.to_vec();
        sorted.sort_unstable();
        let max = *sorted.last()?;
        let percentile = |p: usize| sorted[(sorted.len() * p).div_ceil(100) - 1].as_millis();
        let (p5, p95) = (percentile(5), percentile(95));
        // Between them lie 90 % of a uniform distribution; 5 % stick out at either end.
        let rest = (p95 - p5) / 18.0;
        let sum: f64 = sorted.iter().map(|late| late.as_millis()).sum();
        Some(Spread {
            waits: sorted.len() as u64,
            mean_ms: sum / sorted.len() as f64,
            p5_ms: p5,
            p50_ms: percentile(50),
            p95_ms: p95,
            max_ms: max.as_millis(),
            fitted_lo_ms: (p5 - rest).max(0.0),
            fitted_hi_ms: p95 + rest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::{CounterRng, Purpose};

    #[test]
    fn the_bounds_of_a_uniform_lateness_are_found_again() {
        let mut draws = CounterRng::new(1, Purpose::WakingLate);
        let late: Vec<Span> = (0..20_000).map(|i| Span::from_millis(0.2 + 0.6 * draws.unit(i))).collect();
        let spread = Spread::of(&late).unwrap();
        assert!((spread.fitted_lo_ms - 0.2).abs() < 0.02 && (spread.fitted_hi_ms - 0.8).abs() < 0.02, "{spread:?}");
    }

    #[test]
    fn one_wait_is_its_own_distribution_and_none_is_nothing() {
        let one = Spread::of(&[Span::from_millis(3.0)]).unwrap();
        assert_eq!((one.p5_ms, one.p50_ms, one.max_ms, one.fitted_lo_ms, one.fitted_hi_ms), (3.0, 3.0, 3.0, 3.0, 3.0));
        assert_eq!(Lateness::of(&Waits::default()), Lateness { sleep: None, display: None, all: None });
    }
}
