//! The clock of a computer: counted on by what operations cost, or running by itself.
//!
//! On a virtual computer an operation's end is its start and its cost. A computer with a [`ClockSource`] does the same
//! operations in the same order and leaves the same events, but each takes as long as the source lets it:
//! [`RealClock`](super::real_clock::RealClock) burns the loads and sleeps the waits; a test's source is as late as the test sets.

use crate::base::time::{Span, Time};
use std::hint::cold_path;
use std::rc::Rc;

/// Why a loop stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It sleeps.
    Sleep,
    /// It waits for the display to show its frame.
    Display,
}

/// A clock that runs by itself, and the ways to let it run. Zero is when it is first asked.
pub trait ClockSource {
    /// What time it is; never before an earlier answer.
    fn now(&self) -> Time;

    /// Computes until `end` and answers when it stopped: at `end` or later, unless the run is cut.
    fn work_until(&self, end: Time) -> Time;

    /// Lets others compute until `end` and answers when it woke: at `end` or later, unless the run is cut.
    fn wait_until(&self, end: Time, wait: Wait) -> Time;

    /// A frame is handed to the GPU, which by the model works on it from `begins` until `done`. A source with a GPU of its
    /// own lets it work as long; what the display shows goes by the model.
    fn draw(&self, _begins: Time, _done: Time) {}

    /// Whether the run is over in the middle of its turn: the operation in hand ends at once and nothing begins.
    fn is_cut(&self) -> bool;
}

/// Where a computer stands in time.
pub(super) struct Clock {
    /// The end of the last operation, or the start of the one in hand.
    time: Time,
    source: Option<Rc<dyn ClockSource>>,
}

impl Clock {
    /// A clock that stands at `time` until operations move it.
    pub fn counted_from(time: Time) -> Clock {
        Clock { time, source: None }
    }

    /// A clock that `source` moves. It starts here, and runs to where this one stands.
    pub fn paced_by(self, source: Rc<dyn ClockSource>) -> Clock {
        source.now();
        Clock { time: source.work_until(self.time), source: Some(source) }
    }

    /// The source, if there is one. Every operation asks, and nearly always there is none.
    #[inline]
    fn source(&self) -> Option<&dyn ClockSource> {
        let source = self.source.as_deref()?;
        cold_path();
        Some(source)
    }

    /// The end of the last operation, or the start of the one in hand.
    #[inline]
    pub fn time(&self) -> Time {
        self.time
    }

    /// What time it is now.
    #[inline]
    pub fn now(&self) -> Time {
        self.source().map_or(self.time, ClockSource::now)
    }

    /// An operation starts: where the last one ended, unless the clock has run on by itself.
    #[inline]
    pub fn begin(&mut self) -> Time {
        self.time = self.now();
        self.time
    }

    /// Works until `end`; answers when the work ended.
    #[inline]
    pub fn work_until(&mut self, end: Time) -> Time {
        self.time = self.source().map_or(end, |source| source.work_until(end));
        self.time
    }

    /// Sleeps until the scheduler's first multiple of `grain` at or after `end`, and `lateness` more; answers when the
    /// sleep was due to end. A source has a grain of its own, and wakes as late as it does.
    #[inline]
    pub fn sleep_until(&mut self, end: Time, grain: Span, lateness: impl FnOnce() -> Span) -> Time {
        let due = if self.source().is_some() { end } else { end.ceil_to(grain) };
        self.wait_until(due, Wait::Sleep, lateness);
        due
    }

    /// Waits until `due`, and `lateness` more. A source wakes as late as it does.
    #[inline]
    pub fn wait_until(&mut self, due: Time, wait: Wait, lateness: impl FnOnce() -> Span) {
        self.time = self.source().map_or_else(|| due + lateness(), |source| source.wait_until(due, wait));
    }

    /// Tells the source of a frame that the GPU works on from `begins` until `done`, if that takes any time.
    #[inline]
    pub fn draw(&self, begins: Time, done: Time) {
        if let Some(source) = self.source().filter(|_| done > begins) {
            source.draw(begins, done);
        }
    }

    /// Whether the source has cut the run in the middle of its turn.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.source().is_some_and(ClockSource::is_cut)
    }

    /// When the loop may go on after an operation: at its end, or never if the run was cut.
    #[inline]
    pub fn resumes(&self) -> Time {
        if self.is_cut() { Time::NEVER } else { self.time }
    }
}
