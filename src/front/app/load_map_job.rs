//! The map behind the sliders is made beside the window: on threads of its own, or, where there are none, a little between
//! two frames.

use crate::lab::load_map::{Sweep, Task};
use crate::lab::panes::Pane;
use crate::model::config::{PaneId, Settings};
use crate::studio::session::Session;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, available_parallelism};
use web_time::{Duration, Instant};

/// The interval between two sweeps during the demonstration, which leaves the processor to the window.
const WATCHED: Duration = Duration::from_secs(10);
/// The shortest interval between two sweeps while the settings change with every frame: the window comes first.
const FOLLOWS: Duration = Duration::from_millis(80);
/// The longest time for which the map stays out of date, even where its runs are expensive.
const LAGS: Duration = Duration::from_millis(800);
/// How long a frame may take for it where there are no threads.
const BETWEEN_FRAMES: Duration = Duration::from_millis(3);
/// More threads than this are not needed.
const MOST_THREADS: usize = 4;
/// How often the threads are looked at.
const PROGRESS: Duration = Duration::from_millis(100);

/// The map under way.
#[derive(Default)]
pub struct LoadMapJob {
    shared: Arc<Shared>,
    /// How many threads there are; nothing before the first map is wanted.
    threads: Option<usize>,
    /// What the sweep is aimed at, and since when.
    aim: Option<Aim>,
    /// The version of the map that the session has.
    shown: u64,
}

struct Aim {
    settings: Settings,
    panes: Vec<PaneId>,
    since: Instant,
}

/// What the window and the threads share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    sweep: Sweep,
    is_over: bool,
}

impl Shared {
    /// A thread that has panicked has left nothing half done: runs are made outside the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next run; nothing when the window is gone.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(task) = state.sweep.next_task() {
                return Some(task);
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        while let Some(task) = self.next() {
            let point = task.make();
            self.lock().sweep.put(&task, point);
            self.more.notify_all();
        }
    }
}

impl LoadMapJob {
    /// Follows the session's settings, and shows it what is known; returns how soon to go on, while something is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if session.has_bare_panes() {
            return None; // There is no slider to be seen.
        }
        let threads = *self.threads.get_or_insert_with(|| start(&self.shared));
        let waits = self.follow(session);
        if threads == 0 {
            self.make_some();
        }
        let state = self.shared.lock();
        if state.sweep.version() != self.shown {
            self.shown = state.sweep.version();
            session.results_mut().load_map = state.sweep.map();
        }
        let soon = if threads == 0 && !waits { Duration::ZERO } else { PROGRESS };
        (waits || !state.sweep.is_complete()).then_some(soon)
    }

    /// Aims the sweep at what is set now. True where it has to wait with that: so that there is something to be seen while
    /// settings change with every frame, each map is made as far as it can be shown, unless that takes too long.
    fn follow(&mut self, session: &Session) -> bool {
        let lab = session.lab();
        let is_same =
            |aim: &Aim| aim.settings == *lab.settings() && aim.panes.iter().copied().eq(lab.panes().iter().map(Pane::id));
        let mut state = self.shared.lock();
        if let Some(aim) = &self.aim {
            if is_same(aim) {
                return false;
            }
            let since = aim.since.elapsed();
            let follows = if session.is_demonstrating() { WATCHED } else { FOLLOWS };
            if since < follows || (!state.sweep.is_coarse() && since < LAGS) {
                return true;
            }
        }
        let (settings, panes) = (lab.settings().clone(), lab.panes().iter().map(Pane::id).collect::<Vec<_>>());
        state.sweep.aim(&settings, &panes);
        self.aim = Some(Aim { settings, panes, since: Instant::now() });
        self.more();
        false
    }

    fn more(&self) {
        self.shared.more.notify_all();
    }

    fn make_some(&self) {
        let begun = Instant::now();
        let mut state = self.shared.lock();
        while begun.elapsed() < BETWEEN_FRAMES
            && let Some(task) = state.sweep.next_task()
        {
            let point = task.make();
            state.sweep.put(&task, point);
        }
    }
}

impl Drop for LoadMapJob {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.more();
    }
}

/// Starts the threads, one core left for the window; none where there can be none.
fn start(shared: &Arc<Shared>) -> usize {
    let wanted = available_parallelism().map_or(1, usize::from).saturating_sub(1).clamp(1, MOST_THREADS);
    let begin = |_| {
        let shared = shared.clone();
        Builder::new().name("tickscope load map".to_owned()).spawn(move || shared.work()).ok()
    };
    (0..wanted).map_while(begin).count()
}
