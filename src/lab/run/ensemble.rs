//! Many runs at once, in the background.

use super::bounded::Run;
use super::fold::{Finished, Fold};
use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle, available_parallelism};

/// A run that is called off goes on for at most so much of its own time.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);

/// What one run came to, or why it could not be made.
type Outcome<T> = Result<T, Invalid>;

/// Runs that are made at once, each in one thread from its beginning to its end, on as many threads as the computer has
/// cores. Each result depends on its run alone, whatever the threads do. Dropping the ensemble calls off what is not done,
/// at once and without a trace.
///
/// Where there are no threads, on the web, every [`Ensemble::poll`] makes one run.
///
/// ```
/// use tickscope::lab::metrics::Metrics;
/// use tickscope::lab::run::{Ensemble, Finished, Run};
/// use tickscope::model::config::{Computer, Settings};
///
/// // The frame rate of the default loops' first one under five render loads.
/// let runs = [2.0, 10.0, 20.0, 40.0, 80.0].map(|render_ms| {
///     let computer = Computer { render_ms, ..Computer::default() };
///     Run::new(Settings { computer, ..Settings::default() }, 0, 4.0).expect("these settings are allowed")
/// });
/// let rate = |metrics: Metrics, end: &Finished| metrics.sums(end.clock, end.tally).number("fps_mean");
/// let rates = Ensemble::start(runs, Metrics::without_reference, rate);
/// let rates = rates.wait()?;
/// assert!(rates.windows(2).all(|pair| pair[0] >= pair[1]), "a longer load is no faster: {rates:?}");
/// # Ok::<(), tickscope::base::params::Invalid>(())
/// ```
pub struct Ensemble<T> {
    work: Arc<Work<T>>,
    threads: Vec<JoinHandle<()>>,
    results: Receiver<(usize, Outcome<T>)>,
    done: usize,
}

/// What all threads share.
struct Work<T> {
    count: usize,
    /// The first run that has not been begun.
    next: AtomicUsize,
    is_called_off: AtomicBool,
    job: Box<Job<T>>,
}

/// Makes the run of this number; nothing if it was called off.
type Job<T> = dyn Fn(usize, &AtomicBool) -> Option<Outcome<T>> + Send + Sync;

impl<T> Work<T> {
    fn next(&self) -> Option<(usize, Outcome<T>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= self.count || self.is_called_off.load(Ordering::Relaxed) {
            return None;
        }
        Some((number, (self.job)(number, &self.is_called_off)?))
    }

    fn make_all(&self, results: &Sender<(usize, Outcome<T>)>) {
        while let Some(result) = self.next() {
            if results.send(result).is_err() {
                return;
            }
        }
    }
}

impl<T: Send + 'static> Ensemble<T> {
    /// Starts `runs`: `begin` makes what the events of a run are given to, in the thread of that run, and `end` makes its
    /// result of that.
    pub fn start<F: Fold>(
        runs: impl IntoIterator<Item = Run>,
        begin: impl Fn(&PaneSetup) -> Result<F, Invalid> + Send + Sync + 'static,
        end: impl Fn(F, &Finished) -> T + Send + Sync + 'static,
    ) -> Ensemble<T> {
        Ensemble::start_on(available_parallelism().map_or(1, usize::from), runs, begin, end)
    }

    /// The same on this many threads; where there is none, [`Ensemble::poll`] and [`Ensemble::wait`] do the work.
    pub fn start_on<F: Fold>(
        threads: usize,
        runs: impl IntoIterator<Item = Run>,
        begin: impl Fn(&PaneSetup) -> Result<F, Invalid> + Send + Sync + 'static,
        end: impl Fn(F, &Finished) -> T + Send + Sync + 'static,
    ) -> Ensemble<T> {
        let runs: Vec<Run> = runs.into_iter().collect();
        let (count, begin) = (runs.len(), Arc::new(begin));
        let job = move |number: usize, is_called_off: &AtomicBool| {
            let begin = begin.clone();
            let mut run = match runs[number].start(move |setup| begin(setup)) {
                Ok(run) => run,
                Err(invalid) => return Some(Err(invalid)),
            };
            while !run.is_over() {
                if is_called_off.load(Ordering::Relaxed) {
                    return None;
                }
                run.advance_to(run.now() + SLICE);
            }
            let (fold, finished) = run.finish().pop()?;
            Some(Ok(end(fold, &finished)))
        };
        let (next, is_called_off) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = Arc::new(Work { count, next, is_called_off, job: Box::new(job) });
        let (sender, results) = channel();
        // Where there are no threads, none can be spawned.
        let threads = (0..threads.min(count)).map_while(|_| {
            let (work, sender) = (work.clone(), sender.clone());
            Builder::new().name("tickscope ensemble".to_owned()).spawn(move || work.make_all(&sender)).ok()
        });
        let threads = threads.collect();
        Ensemble { work, threads, results, done: 0 }
    }

    /// The results that have come in since the last call, each with the number of its run, in any order. Never waits, but
    /// makes one run itself where there are no threads.
    pub fn poll(&mut self) -> Vec<(usize, Result<T, Invalid>)> {
        let has_stopped = self.threads.iter().all(JoinHandle::is_finished);
        let mut new: Vec<_> = self.results.try_iter().collect();
        if has_stopped {
            self.join();
            if new.is_empty() {
                new.extend(self.work.next());
            }
        }
        self.done += new.len();
        new
    }

    /// Waits for every result, in the order of the runs.
    ///
    /// # Errors
    /// The first that a run met, in that order.
    pub fn wait(mut self) -> Result<Vec<T>, Invalid> {
        self.join();
        let mut results: Vec<_> = self.results.try_iter().collect();
        results.extend(std::iter::from_fn(|| self.work.next()));
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.work.count
    }

    /// How many results [`Ensemble::poll`] has handed over.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Whether every result has been handed over.
    pub fn is_finished(&self) -> bool {
        self.done == self.work.count
    }

    /// Waits for the threads. A panic in one of them goes on here.
    fn join(&mut self) {
        for thread in self.threads.drain(..) {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl<T> Drop for Ensemble<T> {
    fn drop(&mut self) {
        self.work.is_called_off.store(true, Ordering::Relaxed);
    }
}
