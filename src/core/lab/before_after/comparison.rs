//! The comparison of two sides: the numbers of both, their differences, and the intervals of the differences.

use super::numbers::{NUMBERS, SampleNumbers};
use super::resampling::Resampler;
use super::side::{ComparedCapture, Side};
use crate::base::random::Purpose;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use crate::lab::metrics::quantile::quantile_rank;
use crate::model::config::capture::Capture;
use serde::Serialize;

/// A shorter capture has too few blocks: there is no interval then.
pub const SHORTEST: Span = Span::from_flicks(20 * FLICKS_PER_SECOND);
/// The number of samples that are drawn of both sides.
const SAMPLES: usize = 1000;
/// The number of samples if both sides together have more than `MANY_FRAMES`.
const FEWER_SAMPLES: usize = 200;
const MANY_FRAMES: usize = 200_000;
/// The quantiles (R8) at which the interval begins and ends.
const ENDS: [f64; 2] = [0.025, 0.975];
/// A number is the same if the interval of its ratio lies in this range.
const SAME: [f64; 2] = [0.99, 1.01];

/// The captures of both sides and what they differ in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeforeAfter {
    pub before: Vec<ComparedCapture>,
    pub after: Vec<ComparedCapture>,
    /// The number of samples of both sides; `None` if a capture is shorter than 20 s, so that there are no intervals.
    pub samples: Option<usize>,
    /// The compared numbers, in the order of [`NUMBERS`].
    pub numbers: Vec<ComparedNumber>,
}

/// A number before and after the change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedNumber {
    pub key: &'static str,
    pub unit: &'static str,
    pub before: f64,
    pub after: f64,
    /// The number after the change minus that before it.
    pub difference: f64,
    /// The ends of the interval that holds 95 % of the differences between the sides made again; `None` without an interval.
    pub interval: Option<[f64; 2]>,
    /// The ends of the interval of the ratio, after over before; `None` without an interval, and for an end that is infinite.
    pub ratio: Option<[Option<f64>; 2]>,
    pub change: Change,
}

/// The verdict of the interval on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The interval does not contain 0: the number has become another one.
    Changed,
    /// The interval of the ratio lies within 1 %.
    Same,
    /// The interval contains 0: the difference can be chance.
    NotShown,
    /// There is no interval.
    Unknown,
}

impl BeforeAfter {
    /// Compares captures from before a change with captures from after it. Both sides have at least one, with at least two flips
    /// each.
    pub fn of(before: &[Capture], after: &[Capture]) -> BeforeAfter {
        let sides = [before, after].map(Side::of);
        let runs = || sides.iter().flat_map(|side| &side.runs);
        let frames: usize = runs().map(|run| run.intervals() + 1).sum();
        let samples = if frames > MANY_FRAMES { FEWER_SAMPLES } else { SAMPLES };
        let samples = runs().all(|run| run.length() >= SHORTEST).then_some(samples);
        let made_again = samples.map(|count| {
            let mut both = [(&sides[0], Purpose::BlocksBefore), (&sides[1], Purpose::BlocksAfter)]
                .map(|(side, purpose)| Resampler::new(side, purpose));
            (0..count).map(|_| both.each_mut().map(Resampler::next_numbers)).collect::<Vec<_>>()
        });
        let numbers = ComparedNumber::all(sides.each_ref().map(Side::numbers), made_again.as_deref());
        let [before, after] = sides.map(|side| side.captures);
        BeforeAfter { before, after, samples, numbers }
    }
}

impl ComparedNumber {
    /// Returns the numbers of both sides with what the sides made again say of their differences.
    fn all([before, after]: [SampleNumbers; 2], made_again: Option<&[[SampleNumbers; 2]]>) -> Vec<ComparedNumber> {
        let compared = |index: usize| {
            let ends = |of: fn([f64; 2]) -> f64| {
                made_again.map(|all| interval(all.iter().map(|sides| of(sides.map(|numbers| numbers[index]))).collect()))
            };
            let (interval, ratio) = (ends(|[before, after]| after - before), ends(ratio));
            ComparedNumber {
                key: NUMBERS[index].key,
                unit: NUMBERS[index].unit,
                before: before[index],
                after: after[index],
                difference: after[index] - before[index],
                interval,
                ratio: ratio.map(|ends| ends.map(|end| Some(end).filter(|end| end.is_finite()))),
                change: Change::of(interval.zip(ratio)),
            }
        };
        (0..NUMBERS.len()).map(compared).collect()
    }
}

impl Change {
    /// Returns what the intervals of the difference and of the ratio say.
    fn of(intervals: Option<([f64; 2], [f64; 2])>) -> Change {
        match intervals {
            None => Change::Unknown,
            Some((_, [least, most])) if least >= SAME[0] && most <= SAME[1] => Change::Same,
            Some(([least, most], _)) if least <= 0.0 && most >= 0.0 => Change::NotShown,
            Some(_) => Change::Changed,
        }
    }
}

/// Returns the ratio of a number after the change to that before it. Two zeros are the same.
fn ratio([before, after]: [f64; 2]) -> f64 {
    if before == after { 1.0 } else { after / before }
}

/// Returns the ends of the interval that holds 95 % of the values.
fn interval(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    ENDS.map(|share| {
        let (rank, part) = quantile_rank(values.len() as u64, share);
        let [at, next] = [rank - 1, rank].map(|index| values[(index as usize).min(values.len() - 1)]);
        if at == next { at } else { at + part * (next - at) }
    })
}
