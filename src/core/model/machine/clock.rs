//! The clock of a computer, which is moved by the costs of operations or runs by itself, and the readings of the clock that a
//! loop gets.
//!
//! On a virtual computer an operation ends at its start plus its cost. A computer with a [`ClockSource`] does the same operations
//! in the same order and reports the same events, but the source decides how long each takes:
//! [`RealClock`](super::real_clock::RealClock) burns the loads and sleeps the waits; a test's source is late by as much as the
//! test sets.

use super::cost_model::CostModel;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::hint::cold_path;
use std::rc::Rc;

/// The reason why a loop waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    Sleep,
    /// A wait for the display or the GPU.
    Display,
}

/// A clock that runs by itself. Its zero is the moment of its first reading.
pub trait ClockSource {
    /// Returns the time, which never goes back.
    fn now(&self) -> Time;

    /// Computes until `end`. Returns the moment at which it stopped: at `end` or later, or earlier if the run is cut.
    fn work_until(&self, end: Time) -> Time;

    /// Lets other programs compute until `end`. Returns the moment at which it woke: at `end` or later, or earlier if the run is
    /// cut.
    fn wait_until(&self, end: Time, wait: Wait) -> Time;

    /// Hands a frame to the GPU, which in the model works on it from `begins` until `done`. A source with a real GPU lets that
    /// GPU work for the same length of time; the display follows the model.
    fn draw(&self, _begins: Time, _done: Time) {}

    /// Returns whether the run is cut in the middle of a turn: then the present operation ends immediately, and no other one
    /// begins.
    fn is_cut(&self) -> bool;
}

pub(super) struct Clock {
    /// The end of the last operation, or the start of the present one.
    pub time: Time,
    source: Option<Rc<dyn ClockSource>>,
}

impl Clock {
    /// Returns a clock that stands at `time` until operations move it.
    pub fn counted_from(time: Time) -> Clock {
        Clock { time, source: None }
    }

    /// Returns a clock that `source` moves. The source starts now, and the new clock first waits until it shows the time of this
    /// one.
    pub fn paced_by(self, source: Rc<dyn ClockSource>) -> Clock {
        source.now();
        Clock { time: source.work_until(self.time), source: Some(source) }
    }

    /// Returns the source; `None` on a virtual computer. Every operation calls this, and the answer is nearly always `None`.
    #[inline]
    fn source(&self) -> Option<&dyn ClockSource> {
        let source = self.source.as_deref()?;
        cold_path();
        Some(source)
    }

    #[inline]
    pub fn now(&self) -> Time {
        self.source().map_or(self.time, ClockSource::now)
    }

    /// Starts an operation and returns its start: the end of the last operation, or the source's time.
    #[inline]
    pub fn begin(&mut self) -> Time {
        self.time = self.now();
        self.time
    }

    /// Works until `end`. Returns the moment at which the work ended.
    #[inline]
    pub fn work_until(&mut self, end: Time) -> Time {
        self.time = self.source().map_or(end, |source| source.work_until(end));
        self.time
    }

    /// Sleeps until the scheduler's first multiple of `grain` at or after `end`, and `lateness` longer. Returns the moment at
    /// which the sleep was due to end. A source ignores `grain` and `lateness`, because real sleeps have a granularity and a
    /// lateness of their own.
    #[inline]
    pub fn sleep_until(&mut self, end: Time, grain: Span, lateness: impl FnOnce() -> Span) -> Time {
        let due = if self.source().is_some() { end } else { end.ceil_to(grain) };
        self.wait_until(due, Wait::Sleep, lateness);
        due
    }

    /// Waits until `due`, and `lateness` longer. A source has a lateness of its own.
    #[inline]
    pub fn wait_until(&mut self, due: Time, wait: Wait, lateness: impl FnOnce() -> Span) {
        self.time = self.source().map_or_else(|| due + lateness(), |source| source.wait_until(due, wait));
    }

    /// Notifies the source of a frame that the GPU works on from `begins` until `done`. Does nothing if the work takes no time.
    #[inline]
    pub fn draw(&self, begins: Time, done: Time) {
        if let Some(source) = self.source().filter(|_| done > begins) {
            source.draw(begins, done);
        }
    }

    /// Returns whether the source has cut the run in the middle of its turn.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.source().is_some_and(ClockSource::is_cut)
    }

    /// Returns the moment at which the loop may continue after an operation: its end, or never if the run was cut.
    #[inline]
    pub fn resumes(&self) -> Time {
        if self.is_cut() { Time::NEVER } else { self.time }
    }
}

const MILLISECOND: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000);

/// The period of a 32-bit counter of milliseconds: 49.7 days.
const COUNTER_PERIOD: Span = Span::from_flicks((1 << 32) * MILLISECOND.flicks());

/// The readings of the clock that one loop gets. They are rounded down, and the first one may be missing.
pub(super) struct ClockReadings {
    /// Whether the next reading is the loop's first one and will be missing.
    misses_next: bool,
}

impl ClockReadings {
    /// Returns the readings of a loop that begins now. If the clock does not start at zero, the loop's first reading is missing.
    pub fn begin(costs: &CostModel) -> ClockReadings {
        ClockReadings { misses_next: costs.clock_at > Span::ZERO }
    }

    /// Returns the reading at `now`: the last multiple of the timer's resolution. A missing reading is the clock's own zero,
    /// which lies before the run's start by the value that the clock shows at the start.
    #[inline]
    pub fn read(&mut self, now: Time, costs: &CostModel) -> Time {
        if self.misses_next {
            self.misses_next = false;
            return Time::ZERO - costs.clock_at;
        }
        now.floor_to(costs.timer)
    }
}

/// Returns the value at `moment` of a 32-bit counter of whole milliseconds that starts over from 0 at `wraps_at`.
pub(super) fn wrapped_counter(moment: Time, wraps_at: Span) -> Time {
    let since = (moment - (Time::ZERO + wraps_at)).flicks().rem_euclid(COUNTER_PERIOD.flicks());
    Time::from_flicks(since).floor_to(MILLISECOND)
}
