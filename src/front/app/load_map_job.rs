//! Makes the ribbons under the sliders in the background, for the settings of the session.

use crate::base::jobs::{Cancelled, Job, Worker};
use crate::lab::load_map::Sweep;
use crate::lab::panes::Pane;
use crate::model::config::{PaneId, Settings};
use crate::studio::session::Session;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use web_time::{Duration, Instant};

/// The interval between two sweeps during the demonstration, which leaves the processor to the window.
const DEMONSTRATION: Duration = Duration::from_secs(10);
/// The shortest interval between two sweeps while the settings change with every frame: the window comes first.
const SHORTEST: Duration = Duration::from_millis(80);
/// The longest time for which the ribbons stay out of date, even if their runs are expensive.
const LONGEST: Duration = Duration::from_millis(800);
/// More threads than this are not needed.
const MOST_THREADS: usize = 4;
/// The interval between two looks at the progress.
const PROGRESS: Duration = Duration::from_millis(100);

/// The ribbons of a session.
#[derive(Default)]
pub struct LoadMapJob {
    sweep: SharedSweep,
    /// The threads that make the runs of the sweep; they end when it is complete.
    job: Option<Job<()>>,
    aim: Option<Aim>,
    /// The version of the map that the session shows.
    shown: u64,
}

/// The settings that the sweep is for.
struct Aim {
    settings: Settings,
    panes: Vec<PaneId>,
    since: Instant,
}

impl LoadMapJob {
    /// Follows the session's settings, and gives it the ribbons as far as they are known. Returns how soon to call this again;
    /// `None` if nothing is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if session.has_bare_panes() {
            return None; // No slider is visible.
        }
        let waits = self.follow(session);
        let sweep = self.sweep.lock();
        if sweep.version() != self.shown {
            self.shown = sweep.version();
            session.results_mut().load_map = sweep.map();
        }
        (waits || !sweep.is_complete()).then_some(PROGRESS)
    }

    /// Aims the sweep at the present settings. While they change with every frame, it first makes each map as far as it can be
    /// shown, unless that takes too long; then this returns true.
    fn follow(&mut self, session: &Session) -> bool {
        let lab = session.lab();
        let panes = || lab.panes().iter().map(Pane::id);
        let mut sweep = self.sweep.lock();
        if let Some(aim) = &self.aim {
            if aim.settings == *lab.settings() && aim.panes.iter().copied().eq(panes()) {
                return false;
            }
            let since = aim.since.elapsed();
            let interval = if session.is_demonstrating() { DEMONSTRATION } else { SHORTEST };
            if since < interval || (!sweep.is_coarse() && since < LONGEST) {
                return true;
            }
        }
        let aim = Aim { settings: lab.settings().clone(), panes: panes().collect(), since: Instant::now() };
        sweep.aim(&aim.settings, &aim.panes);
        self.aim = Some(aim);
        drop(sweep);
        // One core is left for the window.
        let threads = available_parallelism().map_or(1, usize::from).saturating_sub(1).clamp(1, MOST_THREADS);
        let sweep = self.sweep.clone();
        let job = Job::spawn_on(threads, "load map", move |worker| complete(sweep.clone(), worker));
        // The workers before end after the run in hand, which still counts if it is about these settings.
        self.job = job.inspect_err(|error| log::warn!("no ribbons: {error}")).ok();
        false
    }
}

/// A sweep whose runs several threads make.
#[derive(Clone, Default)]
struct SharedSweep(Arc<Mutex<Sweep>>);

impl SharedSweep {
    /// A thread that has panicked has left nothing half done, because runs are made without the lock.
    fn lock(&self) -> MutexGuard<'_, Sweep> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the runs that are missing, until none is.
async fn complete(sweep: SharedSweep, worker: Worker<()>) -> Result<(), Cancelled> {
    loop {
        let task = sweep.lock().next_task();
        if let Some(task) = task {
            let point = task.make();
            sweep.lock().put(&task, point);
            worker.pause().await?;
        } else if sweep.lock().is_complete() {
            return Ok(());
        } else {
            // The runs of another thread decide which run is next.
            worker.idle().await?;
        }
    }
}
