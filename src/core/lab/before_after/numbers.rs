//! The numbers in which captures from before and after a change are compared.

use crate::base::time::{FLICKS_PER_SECOND, Span};
use crate::lab::metrics::quantile::quantile_rank;

/// A number that is compared.
#[derive(Debug)]
pub struct NumberRow {
    /// The key in JSON and CSV.
    pub key: &'static str,
    /// The name in tables.
    pub name: &'static str,
    /// The name in a sentence.
    pub said: &'static str,
    pub unit: &'static str,
    /// The unit behind a number in a sentence.
    pub said_unit: &'static str,
}

/// The compared numbers. [`SampleNumbers`] has their values in the same order.
pub const NUMBERS: [NumberRow; 5] = [
    NumberRow { key: "fps_mean", name: "mean", said: "the mean", unit: "FPS", said_unit: "FPS" },
    NumberRow { key: "p1_fps", name: "P1", said: "P1", unit: "FPS", said_unit: "FPS" },
    NumberRow { key: "one_percent_low_average_fps", name: "1 % low (average)", said: "1 % low", unit: "FPS", said_unit: "FPS" },
    NumberRow { key: "hitches_per_minute", name: "hitches", said: "hitches", unit: "1/min", said_unit: "a minute" },
    NumberRow {
        key: "hitch_late_ms_per_s",
        name: "late by hitches",
        said: "time lost in hitches",
        unit: "ms/s",
        said_unit: "ms/s",
    },
];

/// The values of the numbers, in the order of [`NUMBERS`].
pub type SampleNumbers = [f64; NUMBERS.len()];

/// The share of the time or of the frames that is slowest: 1 %.
const SLOWEST: f64 = 0.01;

/// The sums over a sample of intervals, which are the times from one flip to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleSums {
    /// The number of intervals.
    pub count: u64,
    /// The sum of the intervals.
    pub passed: Span,
    pub hitches: u64,
    /// The time by which the hitches were longer than usual stays.
    pub late: Span,
}

impl SampleSums {
    pub fn add(&mut self, other: SampleSums) {
        self.count += other.count;
        self.passed += other.passed;
        self.hitches += other.hitches;
        self.late += other.late;
    }
}

/// Returns the numbers of a sample with these `sums`. `longest_first` are its intervals in the order of their lengths, each with
/// how often it is in the sample; it is read as far as the slowest need it. A sample without time has zeros.
pub fn numbers_of(sums: SampleSums, longest_first: impl Iterator<Item = (Span, u64)>) -> SampleNumbers {
    let passed = sums.passed.as_secs();
    if sums.count == 0 || passed <= 0.0 {
        return SampleNumbers::default();
    }
    let [p1, low] = slowest(sums.count, longest_first.filter(|(_, times)| *times > 0));
    [sums.count as f64 / passed, p1, low, sums.hitches as f64 * 60.0 / passed, sums.late.as_millis() / passed]
}

/// Returns P1 and the 1 % low (average) of `count` intervals, in frames per second, as the catalogue of metrics defines both. The
/// 1 % quantile of the rates and the 99 % quantile of the lengths lie between the same two intervals.
fn slowest(count: u64, mut longest_first: impl Iterator<Item = (Span, u64)>) -> [f64; 2] {
    let (rank, part) = quantile_rank(count, SLOWEST);
    let rate = |length: f64| FLICKS_PER_SECOND as f64 / length;
    let (mut reached, mut passed, mut at) = (0, 0.0, 0.0);
    let mut next = None;
    for (length, times) in longest_first.by_ref() {
        let length = length.flicks() as f64;
        if reached >= rank {
            next = Some((length, times));
            break;
        }
        (reached, passed, at) = (reached + times, passed + length * times as f64, length);
    }
    // An interval that occurs several times is its own neighbour.
    let after = if reached > rank { at } else { next.map_or(at, |(length, _)| length) };
    let p1 = rate(at) + part * (rate(after) - rate(at));
    let least = after + (1.0 - part) * (at - after);
    for (length, times) in next.into_iter().chain(longest_first.map(|(length, times)| (length.flicks() as f64, times))) {
        if length < least {
            break;
        }
        (reached, passed) = (reached + times, passed + length * times as f64);
    }
    [p1, rate(passed / reached as f64)]
}
