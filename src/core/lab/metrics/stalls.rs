//! Finds stalls in the last two seconds: times without anything new that are far longer than is usual.
//!
//! [`Stalls`] finds them in a series of moments as it comes, and says where a window of such moments begins so that it cuts
//! none of them in two.
//!
//! A stall takes time, and what comes after it makes up for that time, in one jump or in fast-forward, or never does. A
//! window that begins between the two sees simulated time without the time that it belongs to: a loop that made one jump of
//! half a second would run at 125 % for the next two. So a window holds a stall whole, with what came of it, or begins when
//! that is over.

use super::reach::RECENT;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The number of intervals over which the usual interval is averaged.
const MEMORY: f64 = 16.0;
/// The factor of real speed above which the world runs too fast.
const FAST: f64 = 1.03;
/// The time without being too fast after which the loop has made up for a stall.
const SETTLED: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
/// The least length of a window that begins after a stall: until it is that long, the window holds the stall.
const SHORTEST_WINDOW: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// A time without anything new is a stall if it is at least so long, and so many times as long as the usual interval: a window of
/// two seconds that is cut in a stall of 60 ms is 3 % off, and even noise between zero and a bound stays below twice its mean.
const SHORTEST_STALL: Span = Span::from_flicks(FLICKS_PER_SECOND * 6 / 100);
const LONGER: f64 = 2.0;

/// A moment of a computer's clock, and how far the world had come: a displayed frame, or the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: Time,
    pub sim: Time,
}

impl Mark {
    /// Returns whether the world has run faster than real speed from this mark to `later`.
    fn is_fast_until(self, later: Mark) -> bool {
        later.sim - self.sim > (later.at - self.at).scaled(FAST)
    }
}

/// A time between two neighbours that is far longer than is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// The last moment before it.
    pub before: Mark,
    /// The first one after it.
    pub after: Mark,
}

/// The stalls of a series of moments.
#[derive(Clone, Debug)]
pub struct Stalls {
    last: Option<Mark>,
    start: Time,
    /// The mean time between neighbours lately, in flicks, and how many it is the mean of.
    usual: f64,
    known: f64,
    /// The stalls of the last four seconds: a window may begin in the time that makes up for a stall before it.
    found: VecDeque<Stall>,
}

impl Stalls {
    /// Returns an empty series that begins after `start`.
    pub fn new(start: Time) -> Stalls {
        Stalls { last: None, start, usual: 0.0, known: 0.0, found: VecDeque::new() }
    }

    pub fn add(&mut self, mark: Mark) {
        let length = mark.at - self.last.map_or(self.start, |last| last.at);
        let stalled = self.is_stall(length);
        if let Some(before) = self.last.replace(mark).filter(|_| stalled) {
            self.found.push_back(Stall { before, after: mark });
        }
        // A long interval counts up to the bound of a stall only, so that one changes the mean little and many raise it.
        let counted = length.flicks() as f64;
        let counted = if stalled { counted.min(self.usual * LONGER) } else { counted };
        self.known = (self.known + 1.0).min(MEMORY);
        self.usual += (counted - self.usual) / self.known;
    }

    /// Returns whether an interval of this length without a new moment is a stall.
    fn is_stall(&self, length: Span) -> bool {
        self.known > 0.0 && length >= SHORTEST_STALL && length.flicks() as f64 >= self.usual * LONGER
    }

    /// Forgets stalls from before `from`, because no window will begin there any more.
    pub fn forget_before(&mut self, from: Time) {
        while self.found.pop_front_if(|stall| stall.after.at < from - RECENT).is_some() {}
    }

    /// Returns the beginning of a window that is to begin at `from`, moved so that it cuts no stall. `marks` are the newest
    /// part of the series, in their order: at least everything since `from`, and the mark before that.
    pub fn beginning(&self, from: Time, marks: impl Iterator<Item = Mark> + Clone) -> Time {
        let is_cut = |stall: &Stall| stall.before.at < from && stall.after.at >= from - RECENT;
        let cut = self.found.iter().rposition(is_cut);
        let (Some(Stall { before, after }), Some(last)) = (cut.map(|place| self.found[place]), marks.clone().last()) else {
            return from;
        };
        let next = cut.and_then(|place| self.found.get(place + 1)).map(|next| next.before);
        let until = next.unwrap_or(last);
        let has_settled = |mark: &Mark| until.at - mark.at >= SETTLED && !mark.is_fast_until(until);
        let settled = marks.skip_while(|mark| mark.at < from.max(after.at)).find(has_settled);
        // After the shortest window, a loop that is still too fast is no longer making up for the stall: it is too fast.
        let still_runs = settled.is_none() && next.is_none() && last.at - after.at >= SHORTEST_WINDOW;
        match settled.filter(|settled| last.at - settled.at >= SHORTEST_WINDOW) {
            Some(settled) => settled.at,
            None if after.at < from || still_runs => from,
            None => before.at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns marks with these intervals and these simulated times between them, in ms.
    fn marks(steps: impl IntoIterator<Item = (f64, f64)>) -> Vec<Mark> {
        let mut last = Mark { at: Time::ZERO, sim: Time::ZERO };
        let next = |(passed, simulated): (f64, f64)| {
            last = Mark { at: last.at + Span::from_millis(passed), sim: last.sim + Span::from_millis(simulated) };
            last
        };
        steps.into_iter().map(next).collect()
    }

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
        std::iter::repeat_n((10.0, 10.0), count)
    }

    /// Returns where the window of the two seconds before mark `count` begins, in ms, and the speed in it.
    fn window(marks: &[Mark], count: usize) -> (f64, f64) {
        let mut stalls = Stalls::new(Time::ZERO);
        for mark in &marks[..count] {
            stalls.add(*mark);
        }
        let last = marks[count - 1];
        let begins = stalls.beginning(last.at - RECENT, marks[..count].iter().copied());
        let first = marks[..count].iter().find(|mark| mark.at >= begins).expect("the last one");
        ((begins - Time::ZERO).as_millis(), (last.sim - first.sim).ratio(last.at - first.at))
    }

    #[test]
    fn a_window_holds_a_jump_with_its_stall_or_neither() {
        // The stall ends at 3500 ms, and the frame after it makes up for it.
        let marks = marks(even(300).chain([(500.0, 10.0), (10.0, 500.0)]).chain(even(500)));
        for count in 302..marks.len() {
            let (begins, speed) = window(&marks, count);
            assert!((speed - 1.0).abs() < 1e-9, "{speed} at mark {count}");
            assert!(begins <= 3000.0 || begins >= 3510.0, "{begins} lies between the stall and its jump");
        }
        assert_eq!(window(&marks, 701).0, 5500.0, "two seconds, once nothing is cut");
    }

    #[test]
    fn a_stall_that_is_longer_than_the_window_is_held_until_enough_has_come_after_it() {
        let marks = marks(even(100).chain([(5000.0, 10.0), (10.0, 5000.0)]).chain(even(500)));
        assert_eq!(window(&marks, 103).0, 1000.0);
        assert_eq!(window(&marks, 201).0, 1000.0);
        assert_eq!(window(&marks, 202), (6010.0, 1.0));
    }

    #[test]
    fn what_is_forgotten_is_slow_as_long_as_it_is_held() {
        let marks = marks(even(300).chain([(1000.0, 10.0), (10.0, 100.0)]).chain(even(500)));
        assert!(window(&marks, 310).1 < 0.6);
        assert_eq!(window(&marks, 300 + 102), (4010.0, 1.0));
    }

    #[test]
    fn fast_forward_is_seen_while_it_lasts_and_no_longer() {
        // Two seconds are made up for in two.
        let marks = marks(even(300).chain([(2000.0, 10.0)]).chain(std::iter::repeat_n((10.0, 20.0), 200)).chain(even(400)));
        let speed = |after: usize| window(&marks, 301 + after).1;
        assert!(speed(50) < 1.0, "the stall counts as well");
        assert!((speed(150) - 2.0).abs() < 0.01);
        assert!((speed(320) - 1.0).abs() < 0.04, "{}", speed(320));
    }

    #[test]
    fn stalls_that_come_again_and_again_all_count() {
        // Every second takes 300 ms longer, and nothing makes up for it.
        let second = || even(100).chain([(300.0, 10.0)]);
        let marks = marks((0..10).flat_map(|_| second()));
        for count in 500..marks.len() {
            let speed = window(&marks, count).1;
            assert!((0.65..0.9).contains(&speed), "{speed} at mark {count}");
        }
    }

    #[test]
    fn a_new_pace_is_no_stall_for_long() {
        let marks = marks(even(300).chain(std::iter::repeat_n((200.0, 200.0), 60)));
        let mut stalls = Stalls::new(Time::ZERO);
        for mark in &marks {
            stalls.add(*mark);
        }
        assert!(!stalls.is_stall(Span::from_millis(250.0)) && stalls.is_stall(Span::from_millis(700.0)));
        assert_eq!(window(&marks, marks.len()).0, 13_000.0);
    }
}
