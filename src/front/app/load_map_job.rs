//! Makes the ribbons under the sliders in the background, for the settings of the session.

use crate::studio::session::Session;
use std::thread::available_parallelism;
use tickscope_core::config::{PaneLetter, Settings};
use tickscope_core::jobs::Job;
use tickscope_core::load_map::{LoadMap, Refinement};
use tickscope_core::panes::Pane;
use web_time::{Duration, Instant};

/// The interval between two aims during the demonstration, which leaves the processor to the window.
const DEMONSTRATION: Duration = Duration::from_secs(10);
/// The shortest interval between two aims while the settings change with every frame: the window comes first.
const SHORTEST: Duration = Duration::from_millis(80);
/// The longest time for which the ribbons stay out of date, even if their runs are expensive.
const LONGEST: Duration = Duration::from_millis(800);
const MOST_THREADS: usize = 4;
const PROGRESS: Duration = Duration::from_millis(100);

/// The ribbons of a session while they are made.
#[derive(Default)]
pub struct LoadMapJob {
    map: LoadMap,
    job: Option<Job<Refinement>>,
    aim: Option<Aim>,
}

struct Aim {
    settings: Settings,
    panes: Vec<PaneLetter>,
    since: Instant,
}

impl LoadMapJob {
    /// Follows the session's settings, and gives it the ribbons as far as they are known. Returns how soon to call this again;
    /// `None` if nothing is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if session.window().has_bare_panes() {
            return None; // No slider is visible.
        }
        let mut has_changed = false;
        if let Some(job) = &mut self.job {
            let reports = job.poll();
            has_changed = !reports.new.is_empty();
            for report in reports.new {
                self.map.refine(&report);
            }
            if reports.is_over {
                self.job = None;
            }
        }
        let is_out_of_date = !self.is_about(session);
        if is_out_of_date && self.may_follow(session) {
            self.follow(session);
            has_changed = true;
        }
        if has_changed {
            session.window_mut().results_mut().load_map = self.map.clone();
        }
        (is_out_of_date || self.job.is_some()).then_some(PROGRESS)
    }

    fn is_about(&self, session: &Session) -> bool {
        let (lab, aim) = (session.lab(), self.aim.as_ref());
        aim.is_some_and(|aim| {
            aim.settings == *lab.settings() && lab.panes().iter().map(Pane::letter).eq(aim.panes.iter().copied())
        })
    }

    /// Returns whether it may begin with the present settings. While they change with every frame, each map is first computed
    /// as far as it can be shown, unless that takes too long.
    fn may_follow(&self, session: &Session) -> bool {
        let Some(aim) = &self.aim else { return true };
        let interval = if session.is_demonstrating() { DEMONSTRATION } else { SHORTEST };
        let since = aim.since.elapsed();
        since >= interval && (self.map.is_coarse() || since >= LONGEST)
    }

    fn follow(&mut self, session: &Session) {
        let (settings, panes) =
            (session.lab().settings().clone(), session.lab().panes().iter().map(Pane::letter).collect::<Vec<_>>());
        self.map.aim(&settings, &panes);
        self.aim = Some(Aim { settings, panes, since: Instant::now() });
        // One core is left for the window.
        let threads = available_parallelism().map_or(1, usize::from).saturating_sub(1).clamp(1, MOST_THREADS);
        self.job = self.map.complete(threads).inspect_err(|error| log::warn!("no ribbons: {error}")).ok();
    }
}
