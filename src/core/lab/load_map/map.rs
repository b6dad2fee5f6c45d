//! The ribbons of all panes, and the job that computes them.

use super::conditions::{Axis, Conditions};
use super::ribbon::{Cliff, Ribbon};
use crate::base::jobs::{Cancelled, Job, Worker};
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::settings::Settings;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of complete ribbons that are kept, in case their settings come back.
const KEPT: usize = 24;

/// The ribbons of all panes, as far as they are known. A pane whose loop can't run in its world has no ribbons.
#[derive(Clone, Debug, Default)]
pub struct LoadMap {
    ribbons: Vec<PaneRibbon>,
    /// The complete ribbons of earlier settings, the newest last.
    kept: Vec<Refinement>,
}

#[derive(Clone, Debug)]
struct PaneRibbon {
    pane: PaneLetter,
    known: Refinement,
    /// The ribbon that was shown before the settings changed; `None` if there was none.
    before: Option<Arc<Ribbon>>,
}

/// A ribbon as far as it is known, with its conditions.
#[derive(Clone, Debug)]
pub struct Refinement {
    conditions: Arc<Conditions>,
    ribbon: Arc<Ribbon>,
}

#[derive(Clone, Copy, Debug)]
pub struct ShownRibbon<'a> {
    pub ribbon: &'a Ribbon,
    /// Whether the ribbon belongs to the present settings; otherwise it belongs to earlier ones.
    pub is_now: bool,
}

impl PaneRibbon {
    /// Returns the ribbon to show, and whether it is that of the present settings. Until that one is coarse, the ribbon of the
    /// earlier settings is shown.
    fn shown(&self) -> (&Arc<Ribbon>, bool) {
        match &self.before {
            Some(before) if !self.known.ribbon.is_coarse() => (before, false),
            _ => (&self.known.ribbon, true),
        }
    }
}

impl LoadMap {
    /// Computes the whole map of some settings on the calling thread.
    pub fn of(settings: &Settings, panes: &[PaneLetter]) -> LoadMap {
        let mut map = LoadMap::default();
        map.aim(settings, panes);
        for PaneRibbon { known: Refinement { conditions, ribbon }, .. } in &mut map.ribbons {
            let ribbon = Arc::make_mut(ribbon);
            while !ribbon.is_complete() {
                let points = ribbon.wanted().into_iter().map(|load_ms| conditions.probe(load_ms)).collect();
                ribbon.add(points);
            }
        }
        map
    }

    /// Changes the panes and their settings. Ribbons whose conditions have not changed are kept.
    pub fn aim(&mut self, settings: &Settings, panes: &[PaneLetter]) {
        let mut before = std::mem::take(&mut self.ribbons);
        for (index, pane) in panes.iter().enumerate() {
            for axis in Axis::ALL {
                let Some(conditions) = Conditions::of_pane(settings, index, axis) else { continue };
                let is_same = |old: &PaneRibbon| old.pane == *pane && *old.known.conditions == conditions;
                if let Some(same) = before.iter().position(is_same) {
                    self.ribbons.push(before.swap_remove(same));
                    continue;
                }
                let of_pane = before.iter().find(|old| old.pane == *pane && old.known.conditions.axis == axis);
                let shown = of_pane.map(|old| old.shown().0.clone()).filter(|ribbon| ribbon.is_coarse());
                let kept = self.kept.iter().find(|kept| *kept.conditions == conditions).cloned();
                let new = || Refinement { conditions: Arc::new(conditions), ribbon: Arc::new(Ribbon::new(axis)) };
                self.ribbons.push(PaneRibbon { pane: *pane, known: kept.unwrap_or_else(new), before: shown });
            }
        }
        for old in before.into_iter().map(|old| old.known).filter(|known| known.ribbon.is_complete()) {
            self.kept.retain(|kept| kept.conditions != old.conditions);
            self.kept.push(old);
        }
        self.kept.drain(..self.kept.len().saturating_sub(KEPT));
    }

    /// Starts to complete the ribbons on several threads. The job reports a ribbon whenever it has more points; pass the reports
    /// to [`LoadMap::refine`].
    pub fn complete(&self, threads: usize) -> io::Result<Job<Refinement>> {
        let mut open: Vec<Refinement> = Vec::new();
        for known in self.ribbons.iter().map(|ribbon| &ribbon.known).filter(|known| !known.ribbon.is_complete()) {
            // Two panes may have equal conditions, and need only one ribbon.
            if !open.iter().any(|open| open.conditions == known.conditions) {
                open.push(known.clone());
            }
        }
        let open = Arc::new(Mutex::new(open));
        Job::spawn_on(threads, "load map", move |worker| complete(open.clone(), worker))
    }

    /// Stores a report of the job that [`LoadMap::complete`] has started.
    pub fn refine(&mut self, report: &Refinement) {
        for ribbon in self.ribbons.iter_mut().filter(|ribbon| ribbon.known.conditions == report.conditions) {
            ribbon.known = report.clone();
        }
    }

    /// Returns the ribbon to show for a pane and a load; `None` if the pane has no such ribbon.
    pub fn ribbon(&self, pane: PaneLetter, axis: Axis) -> Option<ShownRibbon<'_>> {
        let ribbon = self.ribbons.iter().find(|ribbon| ribbon.pane == pane && ribbon.known.conditions.axis == axis)?;
        let (ribbon, is_now) = ribbon.shown();
        Some(ShownRibbon { ribbon, is_now })
    }

    /// Returns the cliffs of a pane along a load, in the order of the loads; empty while the shown ribbon belongs to earlier
    /// settings.
    pub fn cliffs(&self, pane: PaneLetter, axis: Axis) -> Vec<Cliff> {
        let shown = self.ribbon(pane, axis).filter(|shown| shown.is_now);
        shown.map_or_else(Vec::new, |shown| shown.ribbon.cliffs().collect())
    }

    /// Returns whether every ribbon is known at least coarsely.
    pub fn is_coarse(&self) -> bool {
        self.ribbons.iter().all(|ribbon| ribbon.known.ribbon.is_coarse())
    }
}

/// Completes the ribbons in `open`. A thread takes the coarsest ribbon, so that all grow together, and puts it back with more
/// points. The results do not depend on the number of threads. A thread that finds no ribbon ends, because the others need no
/// help.
async fn complete(open: Arc<Mutex<Vec<Refinement>>>, worker: Worker<Refinement>) -> Result<(), Cancelled> {
    let lock = || open.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let mut open = lock();
        let coarsest = (0..open.len()).min_by_key(|index| open[*index].ribbon.stage)?;
        Some(open.remove(coarsest))
    };
    while let Some(mut taken) = take() {
        let ribbon = Arc::make_mut(&mut taken.ribbon);
        let mut points = Vec::new();
        for load_ms in ribbon.wanted() {
            points.push(taken.conditions.probe(load_ms));
            worker.pause().await?;
        }
        ribbon.add(points);
        worker.report(taken.clone());
        if !taken.ribbon.is_complete() {
            lock().push(taken);
        }
    }
    Ok(())
}
