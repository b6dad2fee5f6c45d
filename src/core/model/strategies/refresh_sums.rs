//! The time buffer of the refresh multiples: elapsed time goes in, whole intervals come out, and the loop gets them in slices.
//!
//! In floats the elapsed time goes into the buffer in seconds; frame times of 1/`refresh_hz` are taken out of it and added up
//! one by one; updates of 1/`min_fps` are taken out of that sum while it is as long, and what remains above 0 is one more.
//! Every sum rounds. In single floats, as published, at 60 Hz a first frame of three intervals counts two and keeps the third
//! for later; one of sixteen leaves 15 ns after its four slices, which make one more update. An update gets the nearest flick.

use super::listing::{ListedParam, SINGLES};
use super::prelude::*;
use crate::base::params::value::Value;

pub const REFRESH_HZ: Param =
    Param::rate("refresh_hz", 60.0, "The display's rate as the loop assumes it, whatever the display does.");
static REFRESH: Param = REFRESH_HZ;
pub const MIN_FPS: Param = Param::rate(
    "min_fps",
    15.0,
    "A step is at most as many intervals as fit into a frame of this rate, at least one; a quarter of refresh_hz unless set.",
)
.derived(Derived { from: &REFRESH, formula: "refresh_hz/4", default: |refresh_hz| refresh_hz / 4.0 });
pub const THRESHOLD: Param = Param::millis(
    "threshold_ms",
    100.0,
    (1.0, 200_000.0),
    "More gathered time than this is treated specially; six intervals of refresh_hz unless set.",
)
.derived(Derived { from: &REFRESH, formula: "6000/refresh_hz", default: |refresh_hz| 6000.0 / refresh_hz });

/// The listing of the two forms with a threshold. Its constant is `s_device_refresh / 6.f` seconds, ten at 60 Hz, where the text
/// means six intervals.
pub const LISTING: Listing =
    Listing { params: &[SINGLES, ListedParam { param: THRESHOLD, value: published_threshold }], ..Listing::FLOATS };

fn published_threshold(set: &Values) -> Value {
    set.number(&REFRESH_HZ).map_or_else(Value::derived, |refresh_hz| (refresh_hz / 6.0 * 1000.0).into())
}

/// The time that has passed and that the loop has not got yet.
pub struct Buffer<T> {
    last: Time,
    gathered: T,
    min_frametime: T,
    max_frametime: T,
}

impl<T: Amount> Buffer<T> {
    /// Returns an empty buffer that counts from now.
    pub fn new(host: &Host, set: &Values) -> Buffer<T> {
        let (min_frametime, max_frametime) = (T::period(set, &REFRESH_HZ), longest_slice(set));
        Buffer { last: host.now(), gathered: T::NONE, min_frametime, max_frametime }
    }

    /// Puts the elapsed time into the buffer and takes the whole intervals out of it. The elapsed time is rounded, not the
    /// readings, because the function of the article is given the elapsed time.
    pub fn take_intervals(&mut self, host: &Host) -> Due<T> {
        let now = host.now();
        self.gathered += T::length(now - self.last);
        self.last = now;

        let mut time_this_update = T::NONE;
        while self.gathered >= self.min_frametime && self.gathered.take(self.min_frametime) {
            time_this_update += self.min_frametime;
        }
        host.watch("buffer", self.gathered.span());
        host.watch("time this update", time_this_update.span());
        Due { time_this_update, max_frametime: self.max_frametime }
    }
}

/// The time that is due in a turn, cut into slices.
pub struct Due<T> {
    time_this_update: T,
    max_frametime: T,
}

impl<T: Amount> Due<T> {
    pub fn exceeds(&self, threshold: T) -> bool {
        self.time_this_update > threshold
    }

    pub fn whole(&self) -> Span {
        self.time_this_update.span()
    }
}

impl<T: Amount> Iterator for Due<T> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let all = self.time_this_update;
        if all >= self.max_frametime {
            // After some hours a single float is so large that subtracting a frame's time does not change it, and the published
            // loop would never end.
            if !self.time_this_update.take(self.max_frametime) {
                self.time_this_update = T::NONE;
            }
            return Some(self.max_frametime.span());
        }
        self.time_this_update = T::NONE;
        (all > T::NONE).then(|| all.span())
    }
}

/// Returns the longest step. With exact sums it is a whole number of intervals, at least one; in floats it is the period of
/// `min_fps`, as published.
fn longest_slice<T: Amount>(set: &Values) -> T {
    if !T::EXACT {
        return T::period(set, &MIN_FPS);
    }
    let rates = set.number(&REFRESH_HZ).zip(set.number(&MIN_FPS));
    let intervals = rates.map_or(1, |(refresh_hz, min_fps)| (refresh_hz / min_fps) as i64).max(1);
    T::period(set, &REFRESH_HZ).times(intervals)
}

/// Returns the longest step, to the nearest flick.
pub fn longest_step(set: &Values) -> Span {
    in_sums!(set, T => longest_slice::<T>(set).span())
}

/// Returns the threshold. The default is six times the interval that the loop adds up, so that six intervals never exceed it.
pub fn threshold<T: Amount>(set: &Values) -> T {
    if set.is_derived(&THRESHOLD) { T::over(6, set, &REFRESH_HZ) } else { T::length(set.millis(&THRESHOLD)) }
}

pub fn half<T: Amount>(threshold: T) -> Span {
    threshold.part(2).span()
}
