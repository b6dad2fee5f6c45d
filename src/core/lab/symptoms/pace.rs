//! The pace of a series of turns or of displayed frames: how far the clock and the simulated time went from one to the next.
//!
//! The time of a lone stall and of the half second after it is left out, because it does not show how a loop usually runs.

use super::intervals::{Interval, StallFinder};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The time in which a loop makes up for a stall: half a second.
pub const RECOVERY: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// A stall is lone if no other stall began within this time before it: 4 s.
const LONE: Span = Span::from_flicks(4 * FLICKS_PER_SECOND);
/// The smallest number of turns or frames that gives a speed.
pub const FEWEST: usize = 4;

/// A turn or a displayed frame that is over: the next one has begun.
#[derive(Clone, Copy, Debug)]
pub struct PaceMark {
    pub at: Time,
    /// The simulated time at the end of the turn or frame.
    sim: Time,
    /// Whether the time from the mark before to this mark counts.
    counts: bool,
    /// The number of times from mark to mark that count, since the beginning.
    counted: usize,
    /// The clock time since the beginning, without the time that is left out.
    passed: Span,
    /// The simulated time since the beginning, without the time that is left out.
    made: Span,
}

impl PaceMark {
    /// Returns how far the simulated time is behind the clock, without the time that is left out.
    pub fn lag(&self) -> Span {
        self.passed - self.made
    }
}

#[derive(Clone, Copy, Debug)]
struct Stall {
    interval: Interval,
    lone: bool,
}

/// The speed of a series in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// The counted simulated time.
    pub made: Span,
    /// The counted clock time; more than zero.
    pub passed: Span,
    /// The moments of the first and the last turn or frame.
    pub ends: [Time; 2],
}

impl Speed {
    /// Returns simulated time per clock time.
    pub fn ratio(&self) -> f64 {
        self.made.ratio(self.passed)
    }

    /// Returns the simulated time minus the clock time.
    pub fn gained(&self) -> Span {
        self.made - self.passed
    }
}

/// The turns or the displayed frames of the last seconds, and the stalls among them.
#[derive(Clone, Debug)]
pub struct Pace {
    /// The beginning of the running turn or frame; `None` before the first.
    open: Option<Time>,
    over: VecDeque<PaceMark>,
    finder: StallFinder,
    stalls: VecDeque<Stall>,
    /// A turn or frame that begins before this moment does not count.
    left_out_until: Time,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            open: None,
            over: VecDeque::new(),
            finder: StallFinder::default(),
            stalls: VecDeque::new(),
            left_out_until: Time::from_flicks(i64::MIN),
        }
    }
}

impl Pace {
    pub fn has_begun(&self) -> bool {
        self.open.is_some()
    }

    /// Returns how many turns or frames are over and not dropped.
    pub fn over(&self) -> usize {
        self.over.len()
    }

    /// Begins the next turn or frame, and ends the one before at simulated time `sim`. Returns the ended one; `None` if this is
    /// the first. Drops turns or frames that are older than `reach`.
    pub fn begin(&mut self, at: Time, sim: Time, reach: Span) -> Option<PaceMark> {
        let begun = self.open.replace(at)?;
        if let Some(interval) = self.finder.add(Interval { begin: begun, length: at - begun }) {
            let lone = self.stalls.back().is_none_or(|last| last.interval.begin <= interval.begin - LONE);
            self.stalls.push_back(Stall { interval, lone });
            if lone {
                self.left_out_until = interval.end() + RECOVERY;
            }
        }
        let mut mark = PaceMark { at: begun, sim, counts: false, counted: 0, passed: Span::ZERO, made: Span::ZERO };
        if let Some(before) = self.over.back() {
            mark.counts = before.at >= self.left_out_until;
            (mark.counted, mark.passed, mark.made) = (before.counted, before.passed, before.made);
            if mark.counts {
                mark.counted += 1;
                mark.passed += mark.at - before.at;
                mark.made += mark.sim - before.sim;
            }
        }
        self.over.push_back(mark);
        let oldest = at - reach - RECOVERY;
        while self.over.len() > 2 * FEWEST && self.over[1].at < oldest {
            self.over.pop_front();
        }
        let known = self.over.front().map_or(oldest, |first| first.at).min(oldest - LONE);
        while self.stalls.pop_front_if(|stall| stall.interval.end() < known).is_some() {}
        Some(mark)
    }

    /// Returns whether the turn or frame at `index` is a stall, or will be one in case the next is short.
    pub fn is_stalled(&self, index: usize) -> bool {
        let mut stalls = self.stalls.iter().map(|stall| &stall.interval).chain(self.finder.candidate());
        stalls.any(|stall| stall.begin == self.over[index].at)
    }

    /// Returns the index of the first turn or frame after `from`, or of the fourth from the end if that is earlier.
    pub fn first_since(&self, from: Time) -> usize {
        self.over.partition_point(|mark| mark.at <= from).min(self.over.len().saturating_sub(FEWEST))
    }

    /// Returns the index of the turn or frame with which the window from `from` begins; `None` without turns or frames. A window
    /// that begins in a stall or in its recovery begins with the stall.
    fn first_of_window(&self, from: Time) -> Option<usize> {
        let first = self.first_since(from);
        let begins = self.over.get(first)?.at;
        let is_cut = |stall: &&Stall| !stall.lone && stall.interval.begin < begins && begins < stall.interval.end() + RECOVERY;
        let cut = self.stalls.iter().rev().find(is_cut);
        Some(cut.map_or(first, |stall| self.over.partition_point(|mark| mark.at < stall.interval.begin)))
    }

    /// Returns the speed over the turns or frames that began after `from`; `None` if fewer than three intervals count.
    pub fn speed(&self, from: Time) -> Option<Speed> {
        let (begun, last) = (self.over[self.first_of_window(from)?], self.over.back()?);
        let (passed, made) = (last.passed - begun.passed, last.made - begun.made);
        let is_enough = last.counted - begun.counted + 1 >= FEWEST && passed > Span::ZERO;
        is_enough.then_some(Speed { made, passed, ends: [begun.at, last.at] })
    }

    /// Returns the largest simulated time from one turn or frame that began after `from` to the next, of those that count.
    pub fn most(&self, from: Time) -> Span {
        let first = self.first_of_window(from).unwrap_or_default();
        let ways = self.over.range(first..).zip(self.over.range((first + 1).min(self.over.len())..));
        ways.filter(|(_, mark)| mark.counts).map(|(before, mark)| mark.sim - before.sim).fold(Span::ZERO, Span::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::symptoms::pace::*;

    const REACH: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

    /// Returns the speed in the last two seconds of a series of turns; `None` if too few turns count. `steps` has the length of
    /// each turn and the simulated time that it adds, both in ms.
    fn ratio(steps: impl IntoIterator<Item = (f64, f64)>) -> Option<f64> {
        let (mut pace, mut at, mut sim) = (Pace::default(), Time::ZERO, Time::ZERO);
        for (length, simulated) in steps {
            pace.begin(at, sim, REACH);
            sim += Span::from_millis(simulated);
            at += Span::from_millis(length);
        }
        pace.begin(at, sim, REACH);
        pace.speed(at - REACH).map(|speed| speed.ratio())
    }

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
        std::iter::repeat_n((10.0, 10.0), count)
    }

    #[test]
    fn speed_is_what_turns_simulate_per_time_that_they_take() {
        assert_eq!(ratio(std::iter::repeat_n((20.0, 10.0), 200)), Some(0.5));
        assert_eq!(ratio(std::iter::repeat_n((600.0, 240.0), 9)), Some(0.4), "the window holds four turns");
        assert_eq!(ratio(std::iter::repeat_n((600.0, 240.0), 3)), None, "three tell nothing");
    }

    #[test]
    fn a_lone_stall_and_what_comes_of_it_are_no_matter_of_speed() {
        let jumps = even(300).chain([(500.0, 10.0), (10.0, 500.0)]);
        let loses = even(300).chain([(500.0, 10.0)]);
        let catches_up = even(300).chain([(500.0, 10.0)]).chain(std::iter::repeat_n((10.0, 30.0), 24));
        for after in [60, 120, 180, 240] {
            assert_eq!(ratio(jumps.clone().chain(even(after))), Some(1.0), "{after}");
            assert_eq!(ratio(loses.clone().chain(even(after))), Some(1.0), "{after}");
            assert_eq!(ratio(catches_up.clone().chain(even(after))), Some(1.0), "{after}");
        }
    }

    #[test]
    fn stalls_that_come_again_count() {
        let second = || even(100).chain([(300.0, 10.0)]);
        for more in [20, 50, 80] {
            let speed = ratio((0..8).flat_map(|_| second()).chain(even(more))).expect("there are turns");
            assert!((0.65..0.9).contains(&speed), "{speed} after {more}");
        }
    }
}
