//! The real clock, which burns loads on this thread's processor and sleeps with the operating system's sleep.
//!
//! - A load lasts until its *wall time* has passed, as a profiler would show it, because the standard library can't read
//!   processor time. An interruption makes a load do less work; the load takes longer only if the interruption outlasts it.
//! - A wait is one call of the operating system's sleep, as in a game. For a loop that spins, the sleep ends earlier, and the
//!   loop burns the rest of the wait. The lateness of each wait is measured. (Waits over 250 ms are cut into parts, so that a run
//!   can be cut.)
//! - The display has no monitor behind it: its ticks lie at k/refresh of this clock. With a variable refresh or tearing, a frame
//!   is displayed at the model's moment. A wait for any of these moments is a sleep.
//! - The GPU is a second thread, which starts with the first frame that has a GPU load. From the real moment of the submission
//!   the model computes `D_k`, the moment at which frame k is done, and the display shows the frame according to `D_k`. The thread
//!   works for the same length of time, but begins when the operating system lets it and may be interrupted; it reports how much
//!   later than `D_k` it was done.
//!
//! Apart from the slices of background jobs in a page, no other file below the window reads a real clock.

use super::clock::{ClockSource, Wait};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The longest single sleep, 250 ms.
const LONGEST_NAP: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);

/// A clock that counts flicks from its first reading on. It serves one run on one thread.
#[derive(Debug)]
pub struct RealClock {
    stopwatch: Cell<Option<Stopwatch>>,
    deadline: Time,
    /// Whether a turn was cut at the deadline.
    pub missed_deadline: Cell<bool>,
    /// The lateness of the waits so far; a reader may take it out.
    pub waits: RefCell<WaitLateness>,
    gpu: RefCell<Option<io::Result<GpuThread>>>,
}

/// The lateness of the waits in their order, never negative.
#[derive(Clone, Debug, Default)]
pub struct WaitLateness {
    pub sleeps: Vec<Span>,
    /// The lateness of each wait of a render for a flip or for the GPU.
    pub displays: Vec<Span>,
}

impl RealClock {
    /// Returns a clock for a run that is cut at `deadline`, even in the middle of a turn.
    pub fn new(deadline: Time) -> RealClock {
        RealClock {
            stopwatch: Cell::new(None),
            deadline,
            missed_deadline: Cell::new(false),
            waits: RefCell::default(),
            gpu: RefCell::default(),
        }
    }

    /// Takes the delays since the last call: by how much the GPU's thread was done with each frame later than the model. The list
    /// is empty without a GPU load. Fails if the operating system could not start the thread, so that no GPU load was burnt.
    pub fn take_gpu_late(&self) -> io::Result<Vec<Span>> {
        match &*self.gpu.borrow() {
            None => Ok(Vec::new()),
            Some(Ok(gpu)) => Ok(gpu.late.try_iter().collect()),
            Some(Err(error)) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }

    /// Returns the stopwatch of this run, which starts at the first call.
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
        self.missed_deadline.get()
    }
}

/// Converts a span and rounds it up to the nanosecond, because a wait that ended early would need a second sleep.
fn duration(span: Span) -> Duration {
    let flicks = span.flicks().unsigned_abs();
    Duration::from_nanos((flicks * 10_000).div_ceil(FLICKS_PER_SECOND as u64 / 100_000))
}

const NANOSECONDS: i128 = 1_000_000_000;

/// A counter of the flicks since its start, which shows the same on every thread.
#[derive(Clone, Copy, Debug)]
struct Stopwatch {
    began: Instant,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { began: Instant::now() }
    }

    pub fn now(self) -> Time {
        let passed = self.began.elapsed().as_nanos() as i128;
        Time::from_flicks((passed * i128::from(FLICKS_PER_SECOND) / NANOSECONDS) as i64)
    }

    /// Keeps this thread's processor busy until `end`, or until `is_over` returns `true`. Returns the moment at which it stopped.
    fn burn_until(self, end: Time, is_over: impl Fn() -> bool) -> Time {
        let mut sum = 1_u64;
        loop {
            let now = self.now();
            if now >= end || is_over() {
                return now;
            }
            // The loop multiplies numbers instead of calling `spin_loop`, during which a processor may do nothing and a virtual
            // one may stop.
            for factor in 0..64 {
                sum = black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(factor));
            }
        }
    }
}

/// The GPU's thread. Dropping this value ends it, even in the middle of a frame.
#[derive(Debug)]
struct GpuThread {
    work: Option<Sender<GpuThreadWork>>,
    /// By how much each frame was done later than in the model.
    late: Receiver<Span>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The beginning and the end of the work on one frame in the model.
#[derive(Clone, Copy, Debug)]
struct GpuThreadWork {
    begins: Time,
    done: Time,
}

impl GpuThread {
    pub fn start(stopwatch: Stopwatch) -> io::Result<GpuThread> {
        let ((work, submitted), (report, late)) = (channel::<GpuThreadWork>(), channel());
        let over = Arc::new(AtomicBool::new(false));
        let is_over = over.clone();
        let thread = Builder::new().name("tickscope GPU".to_owned()).spawn(move || {
            let is_over = || is_over.load(Ordering::Relaxed);
            for GpuThreadWork { begins, done } in submitted {
                // The work begins now: the frame before is done, never earlier than in the model, and this one is submitted.
                let end = stopwatch.burn_until(stopwatch.now() + (done - begins), is_over);
                if is_over() || report.send(end - done).is_err() {
                    return;
                }
            }
        })?;
        Ok(GpuThread { work: Some(work), late, over, thread: Some(thread) })
    }

    /// Works on a frame for as long as the model does, after the frames before it.
    pub fn draw(&self, begins: Time, done: Time) {
        if let Some(work) = &self.work {
            // Sending fails only if the thread has ended, which it does when this value is dropped.
            let _ = work.send(GpuThreadWork { begins, done });
        }
    }
}

impl Drop for GpuThread {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic; if it did, the run would still have its results.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::machine::real_clock::*;

    fn clock() -> RealClock {
        RealClock::new(Time::NEVER)
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
        let WaitLateness { sleeps, displays } = clock.waits.take();
        assert_eq!((sleeps.len(), displays.len()), (5, 5));
        assert!(sleeps.iter().chain(&displays).all(|late| *late >= Span::ZERO));
        assert!(clock.waits.take().sleeps.is_empty());
    }

    #[test]
    fn a_cut_run_stops_working_and_waiting_at_once() {
        let far = Time::from_secs(3000.0);
        let clock = RealClock::new(Time::ZERO);
        assert!(clock.work_until(far) < far);
        assert!(clock.wait_until(far, Wait::Sleep) < far);
        assert!(clock.waits.take().sleeps.is_empty(), "a wait that was cut says nothing about the scheduler");
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

    #[test]
    fn frames_are_worked_on_one_after_the_other_and_never_done_too_early() {
        let stopwatch = Stopwatch::start();
        let gpu = GpuThread::start(stopwatch).expect("there are threads");
        let load = Span::from_millis(0.5);
        let mut done = stopwatch.now();
        for _ in 0..5 {
            let begins = done.max(stopwatch.now());
            done = begins + load;
            gpu.draw(begins, done);
        }
        let late: Vec<Span> = gpu.late.iter().take(5).collect();
        assert!(late.iter().all(|late| *late >= Span::ZERO), "{late:?}");
        assert!(stopwatch.now() >= done && gpu.late.try_iter().next().is_none());
    }

    #[test]
    fn it_ends_in_the_middle_of_a_frame_that_would_take_an_hour() {
        let stopwatch = Stopwatch::start();
        let gpu = GpuThread::start(stopwatch).expect("there are threads");
        let now = stopwatch.now();
        gpu.draw(now, now + Span::from_secs(3600.0));
        drop(gpu);
        assert!(stopwatch.now() < now + Span::from_secs(3600.0));
    }
}
