//! The captures of one side, before or after the change.

use super::numbers::{SampleNumbers, SampleSums, numbers_of};
use crate::base::time::{Span, Time};
use crate::lab::symptoms::intervals::{AROUND, Interval, lower_median};
use crate::lab::symptoms::long_stays::LongStays;
use crate::model::config::capture::Capture;
use serde::Serialize;
use std::cmp::Reverse;
use std::ops::Range;

/// A capture of a side, in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedCapture {
    pub name: String,
    /// The number of displayed frames.
    pub frames: usize,
    /// The time from the first flip to the last, in seconds.
    pub seconds: f64,
}

/// The captures of one side, with the sums that make drawing parts of them fast.
#[derive(Debug)]
pub struct Side {
    pub captures: Vec<ComparedCapture>,
    pub(super) runs: Vec<FlipSums>,
    /// The intervals of all runs, the longest first, each with its index among the intervals of all runs.
    longest_first: Vec<(Span, u32)>,
}

impl Side {
    /// Returns the side of these captures, each of which has at least two flips.
    pub fn of(captures: &[Capture]) -> Side {
        let mut runs: Vec<FlipSums> = Vec::with_capacity(captures.len());
        for capture in captures {
            let offset = runs.last().map_or(0, |run| run.offset + run.intervals());
            runs.push(FlipSums::of(capture, offset));
        }
        let in_short = |(capture, run): (&Capture, &FlipSums)| ComparedCapture {
            name: capture.name.clone(),
            frames: run.intervals() + 1,
            seconds: run.length().as_secs(),
        };
        let lengths = runs.iter().flat_map(|run| run.begins.windows(2).map(|pair| pair[1] - pair[0]));
        let mut longest_first: Vec<(Span, u32)> = lengths.zip(0..).collect();
        longest_first.sort_unstable_by_key(|(length, index)| (Reverse(*length), *index));
        Side { captures: captures.iter().zip(&runs).map(in_short).collect(), runs, longest_first }
    }

    /// Returns the number of intervals of all runs.
    pub(super) fn intervals(&self) -> usize {
        self.longest_first.len()
    }

    /// Returns the numbers of all captures of the side together.
    pub fn numbers(&self) -> SampleNumbers {
        let mut sums = SampleSums::default();
        self.runs.iter().for_each(|run| sums.add(run.sums(0..run.intervals())));
        numbers_of(sums, self.longest_first.iter().map(|(length, _)| (*length, 1)))
    }

    /// Returns the numbers of a sample with these `sums` that has each interval as many times as `times` says.
    pub(super) fn numbers_with(&self, sums: SampleSums, times: &[u32]) -> SampleNumbers {
        numbers_of(sums, self.longest_first.iter().map(|(length, index)| (*length, u64::from(times[*index as usize]))))
    }
}

/// The flips of a capture, with running sums up to each.
#[derive(Debug)]
pub(super) struct FlipSums {
    /// The index of the first interval among the intervals of all runs of the side.
    pub offset: usize,
    /// The flips, which begin the intervals, from zero on; the last one ends the last interval.
    begins: Vec<Span>,
    /// The number of hitches that begin before each flip, and the time by which they were late.
    hitches: Vec<(u64, Span)>,
}

impl FlipSums {
    /// Returns the sums of a capture's flips.
    fn of(capture: &Capture, offset: usize) -> FlipSums {
        let flips: Vec<Time> = capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
        let long =
            LongStays::of_capture(capture).unwrap_or_else(|refused| unreachable!("a capture with flips is played: {refused}"));
        let mut record = long.all().into_iter().peekable();
        let (mut so_far, mut hitches) = ((0, Span::ZERO), Vec::with_capacity(flips.len()));
        for (index, flip) in flips.iter().enumerate() {
            hitches.push(so_far);
            while let Some(hitch) = record.next_if(|hitch| hitch.begin <= *flip) {
                so_far = (so_far.0 + 1, so_far.1 + late(&hitch, index, &flips));
            }
        }
        let begins = flips.iter().map(|flip| *flip - flips[0]).collect();
        FlipSums { offset, begins, hitches }
    }

    pub fn intervals(&self) -> usize {
        self.begins.len().saturating_sub(1)
    }

    /// Returns the time from the first flip to the last.
    pub fn length(&self) -> Span {
        self.begins.last().copied().unwrap_or_default()
    }

    /// Returns the number of intervals that begin before `moment`, which counts from the first flip and is at most the length.
    pub fn begun_before(&self, moment: Span) -> usize {
        self.begins.partition_point(|begin| *begin < moment).min(self.intervals())
    }

    /// Returns the sums over a range of the capture's intervals.
    pub fn sums(&self, range: Range<usize>) -> SampleSums {
        let (first, end) = (self.hitches[range.start], self.hitches[range.end]);
        SampleSums {
            count: range.len() as u64,
            passed: self.begins[range.end] - self.begins[range.start],
            hitches: end.0 - first.0,
            late: end.1 - first.1,
        }
    }
}

/// Returns by how much a hitch that begins with the flip `index` is longer than usual: than the lower median of the interval that
/// begins there, the seven before and the seven after it.
fn late(hitch: &Interval, index: usize, flips: &[Time]) -> Span {
    let near = &flips[index.saturating_sub(AROUND)..(index + AROUND + 2).min(flips.len())];
    let mut around: Vec<Span> = near.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (hitch.length - lower_median(&mut around)).max(Span::ZERO)
}
