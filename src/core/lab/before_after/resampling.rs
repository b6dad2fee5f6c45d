//! Makes the captures of a side again from parts of them, as another play of the game could have gone: the circular block
//! bootstrap.
//!
//! A **block** is two seconds of a capture from a random moment on, with all intervals that begin in them; after the capture's end
//! it goes on at its beginning, so that every interval is in as many blocks as every other. Blocks are drawn until they are
//! together as long as the capture; the last one is shorter if it must be. Where a side has three or more captures, as many are
//! drawn from them first, since plays differ more from each other than the parts of one.
//!
//! Hitches are found once, in the captures as they are, and drawn with the interval that begins them. To find them again in a
//! sample would also count the seams between its blocks.

use super::numbers::{SampleNumbers, SampleSums};
use super::side::{FlipSums, Side};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::ops::Range;

/// The length of a block: 2 s.
const BLOCK: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// From this number of captures on, the captures of a side are drawn too.
const DRAWN_FROM: usize = 3;
const SEED: u64 = 0;

/// A side, and the random numbers by which it is made again.
pub(super) struct Resampler<'a> {
    side: &'a Side,
    random: CounterRng,
    /// The number of random numbers that have been read.
    drawn: u64,
    /// By how much the count of an interval differs from that of the interval before.
    steps: Vec<i32>,
    /// The count of each interval in the sample.
    times: Vec<u32>,
}

impl Resampler<'_> {
    pub fn new(side: &Side, purpose: Purpose) -> Resampler<'_> {
        let (steps, times) = (vec![0; side.intervals() + 1], vec![0; side.intervals()]);
        Resampler { side, random: CounterRng::new(SEED, purpose), drawn: 0, steps, times }
    }

    /// Returns the numbers of the next sample.
    pub fn next_numbers(&mut self) -> SampleNumbers {
        let (mut sums, runs) = (SampleSums::default(), &self.side.runs);
        self.steps.fill(0);
        for number in 0..runs.len() {
            let run = if runs.len() < DRAWN_FROM { number } else { self.below(runs.len() as i64) as usize };
            self.draw_blocks(&runs[run], &mut sums);
        }
        let mut count = 0;
        for (times, step) in self.times.iter_mut().zip(&self.steps) {
            count += step;
            *times = count as u32;
        }
        self.side.numbers_with(sums, &self.times)
    }

    /// Draws blocks of a run until its length is reached.
    fn draw_blocks(&mut self, run: &FlipSums, sums: &mut SampleSums) {
        let mut left = run.length();
        while left > Span::ZERO {
            let length = BLOCK.min(left);
            left -= length;
            let begin = Span::from_flicks(self.below(run.length().flicks()));
            let (first, end) = (run.begun_before(begin), begin + length);
            let beyond = end - run.length();
            if beyond <= Span::ZERO {
                self.add(run, first..run.begun_before(end), sums);
            } else {
                self.add(run, first..run.intervals(), sums);
                self.add(run, 0..run.begun_before(beyond), sums);
            }
        }
    }

    /// Adds a range of a run's intervals to the sample.
    fn add(&mut self, run: &FlipSums, range: Range<usize>, sums: &mut SampleSums) {
        self.steps[run.offset + range.start] += 1;
        self.steps[run.offset + range.end] -= 1;
        sums.add(run.sums(range));
    }

    /// Returns a random number from 0 up to but not including `end`.
    fn below(&mut self, end: i64) -> i64 {
        self.drawn += 1;
        self.random.whole(self.drawn - 1, 0, end - 1)
    }
}
