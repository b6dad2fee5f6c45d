//! The ribbons of all panes under way: which run is made next, and what has come of those before.

use super::axis::Axis;
use super::conditions::Conditions;
use super::probe::Point;
use super::ribbon::{Cliff, Ribbon};
use crate::model::config::{PaneId, Settings};
use std::sync::Arc;

/// Ribbons that nobody looks at any more are kept for when their settings come back: so many.
const KEPT: usize = 24;

/// A run that is to be made.
#[derive(Clone, Debug)]
pub struct Task {
    conditions: Arc<Conditions>,
    load_ms: f64,
}

impl Task {
    /// Makes it, wherever.
    pub fn make(&self) -> Point {
        self.conditions.probe(self.load_ms)
    }
}

/// Ribbons of panes that are made run by run.
#[derive(Default)]
pub struct Sweep {
    slots: Vec<Slot>,
    /// Complete ones of other settings, the newest last.
    kept: Vec<(Arc<Conditions>, Arc<Ribbon>)>,
    /// Counts what has changed.
    version: u64,
}

/// One ribbon of one pane.
struct Slot {
    pane: PaneId,
    conditions: Arc<Conditions>,
    ribbon: Arc<Ribbon>,
    /// What was shown before the settings changed.
    before: Option<Arc<Ribbon>>,
    /// The loads that are wanted and not begun.
    to_begin: Vec<f64>,
    under_way: usize,
    found: Vec<Point>,
}

impl Slot {
    fn new(pane: PaneId, conditions: Arc<Conditions>, before: Option<Arc<Ribbon>>) -> Slot {
        let mut slot = Slot {
            pane,
            ribbon: Arc::new(Ribbon::new(conditions.axis())),
            conditions,
            before,
            to_begin: Vec::new(),
            under_way: 0,
            found: Vec::new(),
        };
        slot.want();
        slot
    }

    fn want(&mut self) {
        self.to_begin = Arc::make_mut(&mut self.ribbon).wanted();
        // The next one is taken from the end.
        self.to_begin.reverse();
    }

    fn is_complete(&self) -> bool {
        self.to_begin.is_empty() && self.under_way == 0
    }

    /// What can be shown of it, and whether it is of now.
    fn shown(&self) -> (&Arc<Ribbon>, bool) {
        match &self.before {
            Some(before) if !self.ribbon.is_coarse() => (before, false),
            _ => (&self.ribbon, true),
        }
    }
}

impl Sweep {
    /// The panes and their settings are these from now on. What still holds is kept, the rest is begun anew.
    pub fn aim(&mut self, settings: &Settings, panes: &[PaneId]) {
        let mut before = std::mem::take(&mut self.slots);
        for (place, pane) in panes.iter().enumerate() {
            for axis in Axis::ALL {
                let Some(conditions) = Conditions::of(settings, place, axis) else { continue };
                if let Some(same) = before.iter().position(|slot| slot.pane == *pane && *slot.conditions == conditions) {
                    self.slots.push(before.swap_remove(same));
                    continue;
                }
                let of_pane = before.iter().find(|slot| slot.pane == *pane && slot.conditions.axis() == axis);
                let shown = of_pane.map(|slot| slot.shown().0.clone()).filter(|ribbon| ribbon.is_coarse());
                let mut slot = Slot::new(*pane, Arc::new(conditions), shown);
                if let Some((_, known)) = self.kept.iter().find(|(kept, _)| *kept == slot.conditions) {
                    slot.ribbon = known.clone();
                    slot.to_begin.clear();
                }
                self.slots.push(slot);
            }
        }
        let complete = before.into_iter().filter(Slot::is_complete).map(|slot| (slot.conditions, slot.ribbon));
        for (conditions, ribbon) in complete {
            self.kept.retain(|(kept, _)| *kept != conditions);
            self.kept.push((conditions, ribbon));
        }
        self.kept.drain(..self.kept.len().saturating_sub(KEPT));
        self.version += 1;
    }

    /// The next run, if one can be begun now: of the coarsest ribbon, so that all of them grow together.
    pub fn next(&mut self) -> Option<Task> {
        let slots = self.slots.iter_mut().filter(|slot| !slot.to_begin.is_empty());
        let slot = slots.min_by_key(|slot| slot.ribbon.stage())?;
        let load_ms = slot.to_begin.pop()?;
        slot.under_way += 1;
        Some(Task { conditions: slot.conditions.clone(), load_ms })
    }

    /// Takes what has come of a run. That of a ribbon which is not wanted any more is dropped.
    pub fn put(&mut self, task: &Task, point: Point) {
        let Some(slot) = self.slots.iter_mut().find(|slot| Arc::ptr_eq(&slot.conditions, &task.conditions)) else { return };
        slot.under_way -= 1;
        slot.found.push(point);
        if slot.is_complete() {
            let found = std::mem::take(&mut slot.found);
            Arc::make_mut(&mut slot.ribbon).add(found);
            slot.want();
            self.version += 1;
        }
    }

    /// Makes every run that is missing, here and now.
    pub fn complete(&mut self) {
        while let Some(task) = self.next() {
            let point = task.make();
            self.put(&task, point);
        }
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.slots.iter().all(Slot::is_complete)
    }

    /// Whether every ribbon can be shown, if only coarsely.
    pub fn is_coarse(&self) -> bool {
        self.slots.iter().all(|slot| slot.ribbon.is_coarse())
    }

    /// Changes with everything that [`Sweep::map`] shows.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What is known now.
    pub fn map(&self) -> LoadMap {
        let shown = |slot: &Slot| {
            let (ribbon, is_now) = slot.shown();
            Shown { pane: slot.pane, ribbon: ribbon.clone(), is_now, is_complete: slot.is_complete() }
        };
        LoadMap { ribbons: self.slots.iter().map(shown).collect() }
    }
}

/// The ribbons of all panes, as they are known at a moment. A pane whose loop can't run in its world has none.
#[derive(Clone, Debug, Default)]
pub struct LoadMap {
    ribbons: Vec<Shown>,
}

/// A ribbon that is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    pane: PaneId,
    /// What the loop does along the load.
    pub ribbon: Arc<Ribbon>,
    /// Whether it is about the settings of now; else about those before them.
    pub is_now: bool,
    /// Whether nothing is missing any more.
    pub is_complete: bool,
}

impl LoadMap {
    /// The whole map of some settings, made here and now: for what has no frames to wait for.
    pub fn of(settings: &Settings, panes: &[PaneId]) -> LoadMap {
        let mut sweep = Sweep::default();
        sweep.aim(settings, panes);
        sweep.complete();
        sweep.map()
    }

    /// The ribbon of a pane along a load.
    pub fn ribbon(&self, pane: PaneId, axis: Axis) -> Option<&Shown> {
        self.ribbons.iter().find(|shown| shown.pane == pane && shown.ribbon.axis() == axis)
    }

    /// Where a pane begins to do something else, in the order of the loads; nothing while its ribbon is not about now.
    pub fn cliffs(&self, pane: PaneId, axis: Axis) -> Vec<Cliff> {
        let shown = self.ribbon(pane, axis).filter(|shown| shown.is_now);
        shown.map_or_else(Vec::new, |shown| shown.ribbon.cliffs().collect())
    }

    /// Whether every ribbon is complete and about now.
    pub fn is_complete(&self) -> bool {
        self.ribbons.iter().all(|shown| shown.is_now && shown.is_complete)
    }
}
