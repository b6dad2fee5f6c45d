//! An ensemble: many runs that are made at once, in the background.

use super::bounded::Run;
use super::fold::{Finished, Fold};
use super::setup::PaneSetup;
use crate::base::jobs::{Cancelled, Job, Worker};
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

/// The virtual time between two pauses of a run.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);

/// The number of a run, and its result or the reason why it could not begin.
type Outcome<T> = (usize, Result<T, Invalid>);

/// Runs that are made at once, each by one thread from its beginning to its end. A result depends only on its run, not on the
/// number of threads. Dropping the ensemble cancels the runs that are not done.
///
/// ```
/// use tickscope_core::lab::metrics::whole_run::Metrics;
/// use tickscope_core::lab::run::bounded::Run;
/// use tickscope_core::lab::run::ensemble::Ensemble;
/// use tickscope_core::lab::run::fold::Finished;
/// use tickscope_core::model::config::computer::Computer;
/// use tickscope_core::model::config::settings::Settings;
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
/// # Ok::<(), tickscope_core::base::params::invalid::Invalid>(())
/// ```
pub struct Ensemble<T> {
    job: Job<Outcome<T>>,
    count: usize,
    done: usize,
}

impl<T: Send + 'static> Ensemble<T> {
    /// Starts `runs` on as many threads as the computer has cores. On the thread of a run, `begin` makes its fold, and `end`
    /// makes the result from the fold.
    ///
    /// # Panics
    /// If the system can't start a thread.
    pub fn start<F: Fold>(
        runs: impl IntoIterator<Item = Run>,
        begin: impl Fn(&PaneSetup) -> Result<F, Invalid> + Send + Sync + 'static,
        end: impl Fn(F, &Finished) -> T + Send + Sync + 'static,
    ) -> Ensemble<T> {
        Ensemble::start_on(available_parallelism().map_or(1, usize::from), runs, begin, end)
    }

    /// Starts `runs` on this many threads, at least one.
    ///
    /// # Panics
    /// If the system can't start a thread.
    pub fn start_on<F: Fold>(
        threads: usize,
        runs: impl IntoIterator<Item = Run>,
        begin: impl Fn(&PaneSetup) -> Result<F, Invalid> + Send + Sync + 'static,
        end: impl Fn(F, &Finished) -> T + Send + Sync + 'static,
    ) -> Ensemble<T> {
        let runs: Vec<Run> = runs.into_iter().collect();
        let count = runs.len();
        let (next, shared) = (Arc::new(AtomicUsize::new(0)), Arc::new((runs, Arc::new(begin), end)));
        let work = move |worker: Worker<Outcome<T>>| {
            let (next, shared) = (next.clone(), shared.clone());
            async move {
                let (runs, begin, end) = &*shared;
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = runs.get(number) else { return Ok(()) };
                    worker.report((number, make(run, begin.clone(), end, &worker).await?));
                }
            }
        };
        let job = Job::spawn_on(threads.min(count), "ensemble", work).expect("the system starts a thread");
        Ensemble { job, count, done: 0 }
    }

    /// Returns the results since the last call, each with the number of its run, in any order. Never waits.
    pub fn poll(&mut self) -> Vec<(usize, Result<T, Invalid>)> {
        let new = self.job.poll().new;
        self.done += new.len();
        new
    }

    /// Waits for the results that [`Ensemble::poll`] has not returned, and returns them in the order of the runs.
    ///
    /// # Errors
    /// The error of the first run that has one, in that order.
    ///
    /// # Panics
    /// If a run panicked.
    pub fn wait(mut self) -> Result<Vec<T>, Invalid> {
        let mut results = self.job.join();
        assert_eq!(self.done + results.len(), self.count, "every run has a result");
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of results that [`Ensemble::poll`] has returned.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns whether [`Ensemble::poll`] has returned every result.
    pub fn is_finished(&self) -> bool {
        self.done == self.count
    }
}

/// Makes one run, and its result from the fold.
async fn make<T, F: Fold, B>(
    run: &Run,
    begin: Arc<B>,
    end: &impl Fn(F, &Finished) -> T,
    worker: &Worker<Outcome<T>>,
) -> Result<Result<T, Invalid>, Cancelled>
where
    B: Fn(&PaneSetup) -> Result<F, Invalid> + 'static,
{
    let mut run = match run.start(move |setup| begin(setup)) {
        Ok(run) => run,
        Err(invalid) => return Ok(Err(invalid)),
    };
    while !run.is_over() {
        worker.pause().await?;
        run.advance_to(run.now() + SLICE);
    }
    let (fold, finished) = run.finish().pop().expect("the run has one pane");
    Ok(Ok(end(fold, &finished)))
}
