//! Work in the background: on threads, or in slices of time in a page, which has no threads.
//!
//! The work of a [`Job`] is an `async` function that sends its results to its [`Worker`] and calls [`Worker::pause`] often. On a
//! thread, a pause only checks whether the job is cancelled. In a page in a browser, the work runs between the other tasks of the
//! page, and a pause lets those tasks run.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// The longest time for which background work keeps the other tasks of a page waiting.
#[cfg(target_arch = "wasm32")]
const SLICE: web_time::Duration = web_time::Duration::from_millis(4);

/// A job that runs in the background and reports values of type `T`. Dropping it cancels the work.
///
/// ```
/// use tickscope_core::base::jobs::Job;
///
/// let mut squares = Job::spawn("squares", |worker| async move {
///     for number in 1..=3 {
///         worker.report(number * number);
///         worker.pause().await?;
///     }
///     Ok(())
/// })?;
/// assert_eq!(squares.join(), [1, 4, 9]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Job<T> {
    reports: Receiver<T>,
    is_cancelled: Arc<AtomicBool>,
}

/// The reports of a job since the last call of [`Job::poll`].
#[derive(Debug)]
pub struct Reports<T> {
    /// The values, in the order of arrival; the values of one worker keep their order.
    pub new: Vec<T>,
    /// Whether the work has ended and no report follows.
    pub is_over: bool,
}

/// The handle with which the work reports its values and notices that it is cancelled.
pub struct Worker<T> {
    reports: Sender<T>,
    is_cancelled: Arc<AtomicBool>,
    #[cfg(target_arch = "wasm32")]
    slice_began: std::cell::Cell<web_time::Instant>,
}

/// The error that ends the work of a cancelled job at its next pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// A value that can be moved to the work, which runs on a thread and so demands `Send`.
#[cfg(not(target_arch = "wasm32"))]
pub trait Sendable: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send> Sendable for T {}
/// A value that can be moved to the work; a page has no threads, so any value can.
#[cfg(target_arch = "wasm32")]
pub trait Sendable {}
#[cfg(target_arch = "wasm32")]
impl<T> Sendable for T {}

impl<T: Send + 'static> Job<T> {
    /// Starts a job on a thread of its own, which runs `work`.
    pub fn spawn<F>(name: &str, work: impl FnOnce(Worker<T>) -> F + Sendable + 'static) -> io::Result<Job<T>>
    where
        F: Future<Output = Result<(), Cancelled>> + 'static,
    {
        let (job, worker) = Job::begin();
        start(name, move || work(worker))?;
        Ok(job)
    }

    /// Starts a job that several threads share. Each thread, at least one, calls `work`, which ends when no work is left. The
    /// results must not depend on the number of threads.
    pub fn spawn_on<F>(
        threads: usize,
        name: &str,
        work: impl Fn(Worker<T>) -> F + Clone + Sendable + 'static,
    ) -> io::Result<Job<T>>
    where
        F: Future<Output = Result<(), Cancelled>> + 'static,
    {
        let (job, worker) = Job::begin();
        for number in 0..threads.max(1) {
            let (work, worker) = (work.clone(), Worker::new(worker.reports.clone(), worker.is_cancelled.clone()));
            match start(name, move || work(worker)) {
                Ok(()) => {}
                Err(error) if number == 0 => return Err(error),
                // The threads that have been started do all of the work.
                Err(_) => break,
            }
        }
        Ok(job)
    }

    fn begin() -> (Job<T>, Worker<T>) {
        let (sender, reports) = channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        (Job { reports, is_cancelled: is_cancelled.clone() }, Worker::new(sender, is_cancelled))
    }
}

impl<T> Job<T> {
    /// Returns the reports since the last call. Never waits.
    pub fn poll(&mut self) -> Reports<T> {
        let mut new = Vec::new();
        loop {
            match self.reports.try_recv() {
                Ok(report) => new.push(report),
                Err(TryRecvError::Empty) => return Reports { new, is_over: false },
                Err(TryRecvError::Disconnected) => return Reports { new, is_over: true },
            }
        }
    }

    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Waits until the work has ended, and returns the reports since the last call. A page can't wait, so there only the reports
    /// that have come so far are returned.
    pub fn join(&mut self) -> Vec<T> {
        if cfg!(target_arch = "wasm32") { self.poll().new } else { self.reports.iter().collect() }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl<T> Worker<T> {
    fn new(reports: Sender<T>, is_cancelled: Arc<AtomicBool>) -> Worker<T> {
        Worker {
            reports,
            is_cancelled,
            #[cfg(target_arch = "wasm32")]
            slice_began: std::cell::Cell::new(web_time::Instant::now()),
        }
    }

    pub fn report(&self, value: T) {
        // If the job's owner has been dropped, the job is cancelled, and no thread reads the report.
        let _ = self.reports.send(value);
    }

    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// Checks whether the job is cancelled. In a page, lets the other tasks run first if the work has kept them waiting for 4 ms.
    #[cfg_attr(not(target_arch = "wasm32"), expect(clippy::unused_async, reason = "a page's work gives way here"))]
    pub async fn pause(&self) -> Result<(), Cancelled> {
        #[cfg(target_arch = "wasm32")]
        if self.slice_began.get().elapsed() >= SLICE {
            return self.give_way().await;
        }
        self.check()
    }

    /// Lets a page run its other tasks now; on a thread it does the same as [`Worker::pause`].
    #[cfg_attr(not(target_arch = "wasm32"), expect(clippy::unused_async, reason = "a page's work gives way here"))]
    pub async fn give_way(&self) -> Result<(), Cancelled> {
        #[cfg(target_arch = "wasm32")]
        {
            run_other_tasks().await;
            self.slice_began.set(web_time::Instant::now());
        }
        self.check()
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn start<F: Future<Output = Result<(), Cancelled>>>(name: &str, work: impl FnOnce() -> F + Send + 'static) -> io::Result<()> {
    let thread = std::thread::Builder::new().name(format!("tickscope {name}"));
    thread.spawn(move || pollster::block_on(work())).map(drop)
}

#[cfg(target_arch = "wasm32")]
#[expect(clippy::unnecessary_wraps, reason = "a thread may not start")]
fn start<F: Future<Output = Result<(), Cancelled>>>(_: &str, work: impl FnOnce() -> F + 'static) -> io::Result<()> {
    wasm_bindgen_futures::spawn_local(async move {
        run_other_tasks().await;
        let _ = work().await;
    });
    Ok(())
}

/// Lets the page run its other tasks. A hidden page waits for a message instead of a timer, because its timers fire only once a
/// second.
#[cfg(target_arch = "wasm32")]
pub async fn run_other_tasks() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::window().expect("the program runs in a page");
        let is_hidden = window.document().is_some_and(|document| document.hidden());
        let channel = if is_hidden { web_sys::MessageChannel::new().ok() } else { None };
        if let Some(channel) = channel {
            channel.port1().set_onmessage(Some(&resolve));
            let _ = channel.port2().post_message(&wasm_bindgen::JsValue::NULL);
        } else {
            let _ = window.set_timeout_with_callback(&resolve);
        }
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

#[cfg(test)]
mod tests {
    use crate::base::jobs::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, Instant};

    async fn report_up_to_100(worker: Worker<usize>, next: Arc<AtomicUsize>) -> Result<(), Cancelled> {
        while let number @ ..100 = next.fetch_add(1, Ordering::Relaxed) {
            worker.report(number);
            worker.pause().await?;
        }
        Ok(())
    }

    #[test]
    fn every_thread_of_a_job_reports_and_the_work_is_done_once() {
        for threads in [1, 2, 5] {
            let next = Arc::new(AtomicUsize::new(0));
            let mut job = Job::spawn_on(threads, "test", move |worker| report_up_to_100(worker, next.clone())).unwrap();
            let mut reports = job.join();
            reports.sort_unstable();
            assert_eq!(reports, (0..100).collect::<Vec<_>>(), "{threads} threads");
            assert!(job.poll().is_over);
        }
    }

    #[test]
    fn a_cancelled_or_dropped_job_ends_at_its_next_pause() {
        let began = Instant::now();
        let mut job = endless();
        assert!(!job.poll().is_over);
        job.cancel();
        job.join();
        let ended = {
            let job = endless();
            job.is_cancelled.clone()
        };
        while Arc::strong_count(&ended) > 1 {
            assert!(began.elapsed() < Duration::from_secs(20), "the thread ends");
            std::thread::yield_now();
        }
    }

    fn endless() -> Job<()> {
        Job::spawn("test", |worker| async move {
            loop {
                worker.pause().await?;
            }
        })
        .unwrap()
    }

    #[test]
    fn a_job_that_panics_is_over_and_reports_nothing_more() {
        let mut job = Job::spawn("test", |worker| async move {
            worker.report(1);
            worker.pause().await?;
            panic!("as the test wants it");
        })
        .unwrap();
        assert_eq!(job.join(), [1]);
        assert!(job.poll().is_over);
    }
}
