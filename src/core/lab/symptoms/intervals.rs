//! The intervals between the turns or pictures of a series, and the stalls among them.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The shortest stall: 80 ms.
const SHORTEST: Span = Span::from_flicks(FLICKS_PER_SECOND * 8 / 100);
/// The least ratio of a stall to the lower median of the intervals before it.
const LONGER: i64 = 3;
/// The median is taken over the intervals in this time before an interval: 2 s.
const USUAL: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The least number of intervals that the median needs.
const FEWEST: usize = 5;
/// The least number of moments that show a period.
const RECURS: usize = 4;
/// Moments recur evenly if at least nine in ten of the times between them differ from the usual one by at most this share of it, and
/// these are at least `MOST` of the whole time: two bursts have no period.
const EVEN: f64 = 0.1;
const MOST: f64 = 0.75;

/// The usual length around an interval is the lower median of this many intervals before it, as many after it, and itself. So
/// neither a change of scene nor a slow drift differs from it.
pub const AROUND: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub begin: Time,
    pub length: Span,
}

impl Interval {
    pub fn end(&self) -> Time {
        self.begin + self.length
    }
}

/// Finds stalls in a series: intervals that are far longer than the intervals before them, and more than twice as long as both
/// neighbours.
#[derive(Clone, Debug, Default)]
pub struct StallFinder {
    recent: VecDeque<Interval>,
    /// The newest interval if it will be a stall in case the next interval is short; else `None`.
    candidate: Option<Interval>,
}

impl StallFinder {
    /// Adds the next interval. Returns the interval before it if that one is a stall, else `None`.
    pub fn add(&mut self, interval: Interval) -> Option<Interval> {
        let found = self.candidate.take().filter(|stall| interval.length * 2 < stall.length);
        let is_neighbour_short = self.recent.back().is_some_and(|before| before.length * 2 < interval.length);
        while self.recent.pop_front_if(|old| old.begin < interval.begin - USUAL).is_some() {}
        if interval.length >= SHORTEST && is_neighbour_short && self.recent.len() >= FEWEST {
            let mut lengths: Vec<Span> = self.recent.iter().map(|interval| interval.length).collect();
            self.candidate = (interval.length >= lower_median(&mut lengths) * LONGER).then_some(interval);
        }
        self.recent.push_back(interval);
        found
    }

    /// Returns the newest interval if it is a stall in case the next one is short.
    pub fn candidate(&self) -> Option<&Interval> {
        self.candidate.as_ref()
    }

    /// Returns the newest interval if it is a stall when no other comes: the series has ended.
    pub fn finish(&mut self) -> Option<Interval> {
        self.candidate.take()
    }
}

/// Returns the index of the value up to which `tenths` tenths of `count` sorted values go.
pub fn up_to_tenths(tenths: usize, count: usize) -> usize {
    (tenths * count).div_ceil(10).saturating_sub(1)
}

/// Returns the lower median; zero without values.
pub fn lower_median(lengths: &mut [Span]) -> Span {
    let Some(middle) = lengths.len().checked_sub(1) else { return Span::ZERO };
    *lengths.select_nth_unstable(middle / 2).1
}

/// Returns the mean time after which the next of some moments comes, which are in their order; `None` if they do not recur evenly,
/// or are too few.
pub fn period(moments: &[Time]) -> Option<Span> {
    let times: Vec<Span> = moments.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let usual = lower_median(&mut times.clone());
    let is_usual = |time: &&Span| (**time - usual).as_secs().abs() <= EVEN * usual.as_secs();
    let even: Vec<i64> = times.iter().filter(is_usual).map(|time| time.flicks()).collect();
    let (all, whole) = (even.iter().sum::<i64>(), times.iter().map(|time| time.flicks()).sum::<i64>());
    let are_most = even.len() * 10 >= times.len() * 9 && all as f64 >= MOST * whole as f64;
    let recurs = moments.len() >= RECURS && usual > Span::ZERO && are_most;
    recurs.then(|| Span::from_flicks(all / even.len() as i64))
}

#[cfg(test)]
mod tests {
    use crate::lab::symptoms::intervals::*;

    /// Returns the lengths of the stalls in a series of intervals. All are in ms.
    fn stalls(lengths: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let (mut finder, mut begin, mut found) = (StallFinder::default(), Time::ZERO, Vec::new());
        for length in lengths {
            let interval = Interval { begin, length: Span::from_millis(length) };
            begin = interval.end();
            found.extend(finder.add(interval).map(|stall| stall.length.as_millis()));
        }
        found
    }

    fn even(count: usize) -> impl Iterator<Item = f64> {
        std::iter::repeat_n(20.0, count)
    }

    #[test]
    fn a_stall_stands_out_from_what_came_before_and_from_its_neighbours() {
        assert_eq!(stalls(even(9).chain([500.0]).chain(even(2))), [500.0]);
        assert_eq!(stalls(even(9).chain([79.0]).chain(even(2))), [0.0; 0], "too short");
        assert_eq!(stalls(even(4).chain([500.0]).chain(even(2))), [0.0; 0], "four say too little of what is usual");
        assert_eq!(stalls(even(9).chain([500.0])), [0.0; 0], "it may be a load");
        assert_eq!(stalls(even(9).chain([100.0; 9])), [0.0; 0], "this is a load");
        assert_eq!(stalls(even(9).chain([40.0, 100.0, 40.0])), [100.0]);
        assert_eq!(stalls(even(9).chain([60.0, 100.0, 40.0])), [0.0; 0], "it grows");
        assert_eq!(stalls([50.0; 9].into_iter().chain([140.0, 50.0])), [0.0; 0], "less than three times as long");
    }

    #[test]
    fn the_lower_median_is_one_of_the_values() {
        let median = |mut lengths: Vec<Span>| lower_median(&mut lengths).flicks();
        let spans = |flicks: &[i64]| flicks.iter().map(|flicks| Span::from_flicks(*flicks)).collect::<Vec<_>>();
        assert_eq!((median(spans(&[])), median(spans(&[5])), median(spans(&[9, 5]))), (0, 5, 5));
        assert_eq!((median(spans(&[9, 5, 7])), median(spans(&[9, 5, 7, 8]))), (7, 7));
    }

    #[test]
    fn moments_recur_evenly_where_nine_in_ten_times_between_them_are_alike() {
        let period = |seconds: &[f64]| {
            let moments: Vec<Time> = seconds.iter().map(|at| Time::from_secs(*at)).collect();
            period(&moments).map(Span::as_secs)
        };
        assert_eq!(period(&[1.0, 2.5, 4.0, 5.5]), Some(1.5));
        assert_eq!(period(&[1.0, 2.5, 4.0]), None, "three may be chance");
        assert_eq!(period(&[1.0, 2.5, 4.0, 5.0]), None, "1.0 is no 1.5");
        assert_eq!(period(&[0.0, 1.0, 2.1, 3.0, 4.0]), Some(1.0), "a tenth more or less");
        assert_eq!(period(&[1.0; 4]), None, "all at once");
        let with_a_gap: Vec<f64> = (0..12).filter(|at| *at != 5).map(f64::from).collect();
        assert_eq!(period(&with_a_gap), Some(1.0), "one of ten is missing");
        let bursts: Vec<f64> = (0..40).map(|at| f64::from(at) * 0.05 + if at < 20 { 0.0 } else { 8.0 }).collect();
        assert_eq!(period(&bursts), None, "two bursts");
    }
}
