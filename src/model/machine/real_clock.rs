//! The real clock: loads are burnt on this thread's processor, sleeps are the operating system's.
//!
//! - A load lasts until so much *wall time* has passed, as a profiler would show it; the standard library knows no
//!   processor time. So whatever takes the processor away meanwhile makes a load do less, and makes it longer
//!   only where it is away past its end.
//! - A wait is one call of the operating system's sleep, as a game's own would be; a loop that spins has its wait end earlier
//!   and burns the rest. What it wakes late is what is to be measured. (Waits over 250 ms are cut into parts, so that a
//!   run can be called off.)
//! - The display has no monitor behind it: its ticks stand at k/refresh of this clock, a frame of a variable refresh or of
//!   one that tears appears when the model says, and a wait for any of them is a sleep.
//! - The GPU is a second thread, started with the first frame that has a load on it (`gpu_thread.rs`).

use super::clock::{ClockSource, Wait};
use super::gpu_thread::GpuThread;
use super::stopwatch::Stopwatch;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// 250 ms, the longest single sleep.
const LONGEST_NAP: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);

/// Counts flicks from its first reading on. For one run, on one thread.
#[derive(Debug)]
pub struct RealClock {
    stopwatch: Cell<Option<Stopwatch>>,
    called_off: Arc<AtomicBool>,
    deadline: Time,
    missed_deadline: Cell<bool>,
    waits: RefCell<Waits>,
    gpu: RefCell<Option<io::Result<GpuThread>>>,
}

/// How late every wait ended, in the order in which they did; never negative.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// How late each sleep ended.
    pub sleeps: Vec<Span>,
    /// From the moment that a render waited for, a flip or the end of the GPU's work on a frame, to the moment at which the
    /// loop went on.
    pub displays: Vec<Span>,
}

impl RealClock {
    /// A clock for a run that is cut when `called_off` is set, or at `deadline`.
    pub fn new(called_off: Arc<AtomicBool>, deadline: Time) -> RealClock {
        RealClock {
            stopwatch: Cell::new(None),
            called_off,
            deadline,
            missed_deadline: Cell::new(false),
            waits: RefCell::default(),
            gpu: RefCell::default(),
        }
    }

    /// Whether a turn was cut at the deadline.
    pub fn has_missed_deadline(&self) -> bool {
        self.missed_deadline.get()
    }

    /// How late every wait since the last call has ended.
    pub fn take_waits(&self) -> Waits {
        self.waits.take()
    }

    /// How much later than by the model the GPU's thread was done with each frame since the last call; nothing where there
    /// was no load on it.
    ///
    /// # Errors
    /// If the operating system has started no thread: then none of it was burnt.
    pub fn take_gpu_late(&self) -> io::Result<Vec<Span>> {
        match &*self.gpu.borrow() {
            None => Ok(Vec::new()),
            Some(Ok(gpu)) => Ok(gpu.take_late()),
            Some(Err(error)) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }

    /// What counts this run's time; it starts when it is first asked.
    fn stopwatch(&self) -> Stopwatch {
        let running = self.stopwatch.get().unwrap_or_else(Stopwatch::start);
        self.stopwatch.set(Some(running));
        running
    }
}

impl ClockSource for RealClock {
    fn now(&self) -> Time {
        self.stopwatch().now()
    }

    fn work_until(&self, end: Time) -> Time {
        self.stopwatch().burn_until(end, || self.is_cut())
    }

    fn draw(&self, begins: Time, done: Time) {
        let mut gpu = self.gpu.borrow_mut();
        if let Ok(thread) = gpu.get_or_insert_with(|| GpuThread::start(self.stopwatch())) {
            thread.draw(begins, done);
        }
    }

    fn wait_until(&self, end: Time, wait: Wait) -> Time {
        loop {
            let now = self.now();
            if self.is_cut() {
                return now;
            }
            if now >= end {
                let mut waits = self.waits.borrow_mut();
                match wait {
                    Wait::Sleep => waits.sleeps.push(now - end),
                    Wait::Display => waits.displays.push(now - end),
                }
                return now;
            }
            std::thread::sleep(duration((end - now).min(LONGEST_NAP)));
        }
    }

    fn is_cut(&self) -> bool {
        if self.now() > self.deadline {
            self.missed_deadline.set(true);
        }
        self.missed_deadline.get() || self.called_off.load(Ordering::Relaxed)
    }
}

/// Rounded up to the nanosecond, so that a wait does not end early and need a second sleep.
fn duration(span: Span) -> Duration {
    let flicks = span.flicks().unsigned_abs();
    Duration::from_nanos((flicks * 10_000).div_ceil(FLICKS_PER_SECOND as u64 / 100_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NANOSECONDS: i128 = 1_000_000_000;

    fn clock() -> RealClock {
        RealClock::new(Arc::default(), Time::NEVER)
    }

    #[test]
    fn nothing_ends_before_its_time_and_the_clock_never_goes_back() {
        let clock = clock();
        let mut last = clock.now();
        for i in 0..20 {
            let end = last + Span::from_millis(0.3) * (i % 4);
            let wait = if i < 10 { Wait::Sleep } else { Wait::Display };
            let woke = if i % 2 == 0 { clock.work_until(end) } else { clock.wait_until(end, wait) };
            assert!(woke >= end && woke >= last, "{end:?} {woke:?}");
            last = woke;
        }
        let Waits { sleeps, displays } = clock.take_waits();
        assert_eq!((sleeps.len(), displays.len()), (5, 5));
        assert!(sleeps.iter().chain(&displays).all(|late| *late >= Span::ZERO));
        assert!(clock.take_waits().sleeps.is_empty());
    }

    #[test]
    fn a_cut_run_stops_working_and_waiting_at_once() {
        let far = Time::from_secs(3000.0);
        let called_off = clock();
        called_off.called_off.store(true, Ordering::Relaxed);
        let late = RealClock::new(Arc::default(), Time::ZERO);
        for clock in [called_off, late] {
            assert!(clock.work_until(far) < far);
            assert!(clock.wait_until(far, Wait::Sleep) < far);
            assert!(clock.take_waits().sleeps.is_empty(), "a wait that was cut says nothing about the scheduler");
        }
    }

    #[test]
    fn a_sleep_is_never_shorter_than_its_span() {
        for flicks in [1, 2, 705, 706, 7056, 705_600, FLICKS_PER_SECOND] {
            let nanos = duration(Span::from_flicks(flicks)).as_nanos();
            let exact = i128::from(flicks) * NANOSECONDS;
            assert!(nanos as i128 * i128::from(FLICKS_PER_SECOND) >= exact);
            assert!((nanos as i128 - 1) * i128::from(FLICKS_PER_SECOND) < exact);
        }
    }
}
