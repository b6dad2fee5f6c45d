//! The GPU on the real clock: a second thread, which burns the load of one frame after the other.
//!
//! By the model frame k is done at `D_k`, which follows from when the CPU really submitted it, and the display shows it by
//! that. The thread takes as long, but it begins when the operating system lets it, and may be interrupted: how much later
//! than the model it was done is what it reports.

use super::stopwatch::Stopwatch;
use crate::base::time::{Span, Time};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// The thread. It ends when this is dropped, in the middle of a frame if need be.
#[derive(Debug)]
pub(super) struct GpuThread {
    work: Option<Sender<Work>>,
    late: Receiver<Span>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// One frame, as the model has it.
#[derive(Clone, Copy, Debug)]
struct Work {
    begins: Time,
    done: Time,
}

impl GpuThread {
    /// # Errors
    /// If the operating system has started no thread.
    pub fn start(stopwatch: Stopwatch) -> io::Result<GpuThread> {
        let ((work, submitted), (report, late)) = (channel::<Work>(), channel());
        let over = Arc::new(AtomicBool::new(false));
        let is_over = over.clone();
        let thread = Builder::new().name("tickscope GPU".to_owned()).spawn(move || {
            let is_over = || is_over.load(Ordering::Relaxed);
            for Work { begins, done } in submitted {
                // The frame before is done, later than the model has it if at all, and this one is submitted: it begins.
                let end = stopwatch.burn_until(stopwatch.now() + (done - begins), is_over);
                if is_over() || report.send(end - done).is_err() {
                    return;
                }
            }
        })?;
        Ok(GpuThread { work: Some(work), late, over, thread: Some(thread) })
    }

    /// Works on a frame as long as the model does, after those before it.
    pub fn draw(&self, begins: Time, done: Time) {
        if let Some(work) = &self.work {
            // It would fail only if the thread had ended, which it does at the end of this value.
            let _ = work.send(Work { begins, done });
        }
    }

    /// How much later than by the model each frame was done since the last call.
    pub fn take_late(&self) -> Vec<Span> {
        self.late.try_iter().collect()
    }
}

impl Drop for GpuThread {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did, the run would still have its results.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(stopwatch.now() >= done && gpu.take_late().is_empty());
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
