//! The time buffer of the refresh multiples: whole intervals counted exactly, or the article's sums of 32-bit floats.
//!
//! In floats the elapsed time goes into the buffer in seconds; frame times of 1/`refresh_hz` are taken out of it and added up
//! one by one; updates of 1/`min_fps` are taken out of that sum while it is as long, and what remains above 0 is one more.
//! Every sum rounds. At 60 Hz a first frame of three intervals counts two and keeps the third for later; one of sixteen
//! leaves 15 ns after its four slices, and they are an update of their own. What an update is given is the nearest flick.

use super::prelude::*;

/// The refresh rate that the loop assumes, Hz.
pub const REFRESH_HZ: Param =
    Param::rate("refresh_hz", 60.0, "The display's rate as the loop assumes it, whatever the display does.");
static REFRESH: Param = REFRESH_HZ;
/// What limits the intervals of one step, 1/s.
pub const MIN_FPS: Param = Param::rate(
    "min_fps",
    15.0,
    "A step is at most as many intervals as fit into a frame of this rate, at least one; a quarter of refresh_hz unless set.",
)
.derived(Derived { from: &REFRESH, formula: "refresh_hz/4", default: |refresh_hz| refresh_hz / 4.0 });
/// Above how much gathered time a loop does something else, ms.
pub const THRESHOLD: Param = Param::millis(
    "threshold_ms",
    100.0,
    (1.0, 10_000.0),
    "More gathered time than this is treated specially; six intervals of refresh_hz unless set.",
)
.derived(Derived { from: &REFRESH, formula: "6000/refresh_hz", default: |refresh_hz| 6000.0 / refresh_hz });
/// How time is added up.
pub const SUMS: Param = Param::choice(
    "sums",
    &["exact", "f32"],
    "Whether time is counted in whole intervals or added up in 32-bit floats, as published.",
);

/// The time that has passed and is not handed on yet.
pub struct Buffer {
    last: Time,
    sums: Sums,
}

enum Sums {
    Exact { buffer: Span, interval: Span, slice: i64 },
    Floats { time_buffer: f32, min_frametime: f32, max_frametime: f32 },
}

impl Buffer {
    /// An empty buffer that counts from the reading of now.
    pub fn new(host: &Host, set: &Values) -> Buffer {
        let sums = if is_floats(set) {
            Sums::Floats { time_buffer: 0.0, min_frametime: frametime(set, &REFRESH_HZ), max_frametime: frametime(set, &MIN_FPS) }
        } else {
            Sums::Exact { buffer: Span::ZERO, interval: set.period(&REFRESH_HZ), slice: longest_slice(set) }
        };
        Buffer { last: host.now(), sums }
    }

    /// Puts the elapsed time into the buffer and takes the whole intervals out of it.
    pub fn take_intervals(&mut self, host: &Host) -> Due {
        let now = host.now();
        let elapsed = now - self.last;
        self.last = now;
        match &mut self.sums {
            Sums::Exact { buffer, interval, slice } => {
                *buffer += elapsed;
                let count = buffer.whole(*interval);
                *buffer -= *interval * count;
                host.watch("buffer", *buffer);
                host.watch("intervals due", count);
                Due::Intervals { count, interval: *interval, slice: *slice }
            }
            Sums::Floats { time_buffer, min_frametime, max_frametime } => {
                *time_buffer += elapsed.as_secs() as f32;
                let mut time_this_update = 0.0;
                while *time_buffer >= *min_frametime && *time_buffer - *min_frametime < *time_buffer {
                    *time_buffer -= *min_frametime;
                    time_this_update += *min_frametime;
                }
                host.watch("buffer", span(*time_buffer));
                host.watch("time this update", span(time_this_update));
                Due::Seconds { time_this_update, max_frametime: *max_frametime }
            }
        }
    }
}

/// What a turn has to hand on: an update for each of its slices, or something else.
pub enum Due {
    /// Whole intervals, at most `slice` of them in one step.
    Intervals {
        /// How many intervals are due.
        count: i64,
        /// How long one is.
        interval: Span,
        /// The most intervals in one step.
        slice: i64,
    },
    /// Seconds in 32-bit floats, at most `max_frametime` of them in one step.
    Seconds {
        /// How many seconds are due.
        time_this_update: f32,
        /// The longest step, s.
        max_frametime: f32,
    },
}

impl Due {
    /// Whether more is due than `threshold`.
    pub fn exceeds(&self, threshold: Span) -> bool {
        match self {
            Due::Intervals { count, interval, .. } => *interval * *count > threshold,
            Due::Seconds { time_this_update, .. } => *time_this_update > threshold.as_secs() as f32,
        }
    }

    /// All of it at once.
    pub fn whole(&self) -> Span {
        match self {
            Due::Intervals { count, interval, .. } => *interval * *count,
            Due::Seconds { time_this_update, .. } => span(*time_this_update),
        }
    }
}

impl Iterator for Due {
    type Item = Span;

    /// The next slice.
    fn next(&mut self) -> Option<Span> {
        match self {
            Due::Intervals { count, interval, slice } => {
                let taken = (*count).min(*slice);
                *count -= taken;
                (taken > 0).then(|| *interval * taken)
            }
            Due::Seconds { time_this_update, max_frametime } => {
                let all = *time_this_update;
                // Above some hours a float does not get less by a frame: the published loop would never end.
                *time_this_update = if all >= *max_frametime && all - *max_frametime < all { all - *max_frametime } else { 0.0 };
                (all > 0.0).then(|| span(all.min(*max_frametime)))
            }
        }
    }
}

fn is_floats(set: &Values) -> bool {
    set.is(&SUMS, "f32")
}

/// How many intervals go into one step at most.
fn longest_slice(set: &Values) -> i64 {
    let rates = set.number(&REFRESH_HZ).zip(set.number(&MIN_FPS));
    rates.map_or(1, |(refresh_hz, min_fps)| (refresh_hz / min_fps) as i64).max(1)
}

/// The longest step that slices make.
pub fn longest_step(set: &Values) -> Span {
    if is_floats(set) { span(frametime(set, &MIN_FPS)) } else { set.period(&REFRESH_HZ) * longest_slice(set) }
}

/// More gathered time than this is treated specially. Six intervals are six of the loop's own, to the flick: they never
/// exceed it.
pub fn threshold(set: &Values) -> Span {
    if set.is_derived(&THRESHOLD) { set.period(&REFRESH_HZ) * 6 } else { set.millis(&THRESHOLD) }
}

/// Half the threshold, as an update is given it.
pub fn half(threshold: Span, set: &Values) -> Span {
    if is_floats(set) { span(threshold.as_secs() as f32 / 2.0) } else { threshold.divided(2) }
}

fn frametime(set: &Values, rate: &Param) -> f32 {
    set.number(rate).map_or(f32::INFINITY, |rate| 1.0 / rate as f32)
}

/// The nearest flick, as an update is given it.
fn span(seconds: f32) -> Span {
    Span::from_secs(f64::from(seconds))
}
