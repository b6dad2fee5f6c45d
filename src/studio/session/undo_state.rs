//! What can be set without a new run, at one moment; the differences between two such states; and the commands that lead from
//! one to the other *now*, whatever else has changed since.

use super::watched_run::WatchedRun;
use crate::base::params::{Invalid, Value, Values};
use crate::lab::panes::Pane;
use crate::model::check;
use crate::model::config::view::{CameraView, Theme, View};
use crate::model::config::{Command, ComputerChange, PaneId, PaneSettings, SceneChoice, Settings};
use serde::Serialize;
use serde_json::Value as Json;

/// The settings, which pane stands where, and what is shown. The camera is not one of them: a key brings it back.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoState {
    /// Without the recorded drive, which no command changes.
    settings: Settings,
    /// In the order of their places.
    panes: Vec<PaneId>,
    /// What is shown, seen by a camera that was never moved.
    pub view: View,
    /// Dark or light.
    pub theme: Theme,
}

/// A difference between two states.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The key of the setting, with what it belongs to.
    pub name: String,
    /// Whether it goes from one value to the next as a slider does, and not from word to word.
    pub slides: bool,
}

impl UndoState {
    /// Returns the state of `run` at this moment.
    pub fn of(run: &WatchedRun) -> UndoState {
        let set = run.lab().settings();
        let scene = SceneChoice { options: set.scene.options.clone(), ..SceneChoice::new(&set.scene.id) };
        let settings =
            Settings { scene, computer: set.computer.clone(), hitches: set.hitches.clone(), panes: set.panes.clone(), ..*set };
        let view = View { camera: CameraView::default(), ..run.view() };
        UndoState { settings, panes: pane_ids(run), view, theme: run.theme() }
    }

    /// Replaces the pane `old` by `new`, as which it has been opened again.
    pub fn rename(&mut self, old: PaneId, new: PaneId) {
        self.panes.iter_mut().filter(|pane| **pane == old).for_each(|pane| *pane = new);
    }

    /// Returns everything that differs in `other`.
    pub fn differences(&self, other: &UndoState) -> Vec<Difference> {
        let mut found = Vec::new();
        compare("computer", &self.settings.computer, &other.settings.computer, &mut found);
        compare("world", &self.settings.scene.options, &other.settings.scene.options, &mut found);
        compare("", &self.view, &other.view, &mut found);
        for (id, pane) in self.panes.iter().zip(&self.settings.panes) {
            if let Some(index) = other.panes.iter().position(|other| other == id) {
                let other = &other.settings.panes[index];
                compare(&format!("{} computer", id.0), &pane.computer, &other.computer, &mut found);
                compare(&format!("{} loop", id.0), &pane.params, &other.params, &mut found);
            }
        }
        found
    }

    /// Returns the commands that lead from here to `to` in `run` as it stands now: what differs between the two is set as it is
    /// in `to`, and everything else stays. With them come the panes of `to` that are opened again, in the order of their
    /// commands.
    ///
    /// # Errors
    /// If a command is not allowed now.
    pub fn commands_to(&self, to: &UndoState, run: &WatchedRun) -> Result<(Vec<Command>, Vec<PaneId>), Invalid> {
        let (settings, panes) = (run.lab().settings().clone(), pane_ids(run));
        let mut plan = CommandPlan { settings, panes, commands: Vec::new(), opened: Vec::new() };
        plan.add_panes(self, to)?;
        for (index, id) in to.panes.iter().enumerate() {
            let before = self.panes.iter().position(|pane| pane == id);
            if let Some(before) = before {
                plan.add_pane(*id, &self.settings.panes[before], &to.settings.panes[index])?;
            }
        }
        let (old, new) = (&self.settings, &to.settings);
        if old.computer != new.computer {
            plan.add(Command::Computer(ComputerChange::between(&old.computer, &new.computer)))?;
        }
        plan.add_all(values(&old.scene.options, &new.scene.options), |name, value| Command::SceneOption { name, value })?;
        if old.paused != new.paused {
            plan.add(Command::Pause(new.paused))?;
        }
        Ok((plan.commands, plan.opened))
    }
}

fn pane_ids(run: &WatchedRun) -> Vec<PaneId> {
    run.lab().panes().iter().map(Pane::id).collect()
}

/// Commands, and the settings after them.
struct CommandPlan {
    settings: Settings,
    panes: Vec<PaneId>,
    commands: Vec<Command>,
    opened: Vec<PaneId>,
}

impl CommandPlan {
    fn add(&mut self, command: Command) -> Result<(), Invalid> {
        let mut after = self.settings.clone();
        check::apply(&command, &mut after)?;
        after.check_count()?;
        if after != self.settings {
            self.settings = after;
            self.commands.push(command);
        }
        Ok(())
    }

    /// In any order in which each of them is allowed: a range of two numbers may have to move by its upper end first.
    fn add_all(&mut self, mut values: Vec<(String, Value)>, command: impl Fn(String, Value) -> Command) -> Result<(), Invalid> {
        while let Some((name, value)) = values.first().cloned() {
            let allowed = values.iter().position(|(name, value)| self.add(command(name.clone(), value.clone())).is_ok());
            match allowed {
                Some(number) => drop(values.remove(number)),
                None => return self.add(command(name, value)),
            }
        }
        Ok(())
    }

    fn index(&self, pane: PaneId) -> Option<usize> {
        self.panes.iter().position(|id| *id == pane)
    }

    fn swap(&mut self, a: usize, b: usize) -> Result<(), Invalid> {
        if a != b {
            self.add(Command::SwapPanes { a, b })?;
            self.panes.swap(a, b);
        }
        Ok(())
    }

    /// Closes, opens and moves panes.
    fn add_panes(&mut self, from: &UndoState, to: &UndoState) -> Result<(), Invalid> {
        for gone in from.panes.iter().filter(|id| !to.panes.contains(id)) {
            if let Some(pane) = self.index(*gone) {
                self.add(Command::ClosePane { pane })?;
                self.panes.remove(pane);
            }
        }
        for (index, id) in to.panes.iter().enumerate().filter(|(_, id)| !from.panes.contains(id)) {
            self.add(Command::AddPane(to.settings.panes[index].clone()))?;
            self.panes.push(*id);
            self.opened.push(*id);
            // A pane is added after the others, so they change places with it from its old index on.
            let last = self.panes.len() - 1;
            (index..last).try_for_each(|index| self.swap(index, last))?;
        }
        let moved = |id: &&PaneId| from.panes.iter().position(|pane| pane == *id) != to.panes.iter().position(|pane| pane == *id);
        if from.panes.len() == to.panes.len()
            && let [a, b] = from.panes.iter().filter(moved).collect::<Vec<_>>()[..]
            && let (Some(a), Some(b)) = (self.index(*a), self.index(*b))
        {
            self.swap(a, b)?;
        }
        Ok(())
    }

    /// One pane, unless it has been closed since.
    fn add_pane(&mut self, id: PaneId, from: &PaneSettings, to: &PaneSettings) -> Result<(), Invalid> {
        let Some(pane) = self.index(id) else { return Ok(()) };
        let mut params = values(&from.params, &to.params);
        if from.strategy != to.strategy {
            // A loop begins with its published parameters and drawing.
            self.add(Command::Strategy { pane, strategy: to.strategy.clone() })?;
            params = values(&Values::default(), &to.params);
        }
        self.add_all(params, |name, value| Command::Param { pane, name, value })?;
        if from.presentation != to.presentation || from.strategy != to.strategy {
            self.add(Command::Presentation { pane, presentation: to.presentation })?;
        }
        if from.computer != to.computer {
            let change = to.computer.as_ref().map(|to| match &from.computer {
                Some(from) => ComputerChange::between(from, to),
                None => ComputerChange::from(to.clone()),
            });
            self.add(Command::PaneComputer { pane, computer: change })?;
        }
        Ok(())
    }
}

/// Returns the values that lead from one to the other.
fn values(from: &Values, to: &Values) -> Vec<(String, Value)> {
    let changed = to.iter().filter(|(name, value)| from.named(name) != Some(value));
    let gone = from.iter().filter(|(name, _)| to.named(name).is_none());
    let changed = changed.map(|(name, value)| (name.to_owned(), value.clone()));
    changed.chain(gone.map(|(name, _)| (name.to_owned(), Value::unset()))).collect()
}

/// Adds what differs between two of a kind, by their keys in files.
fn compare<T: Serialize>(of: &str, a: &T, b: &T, found: &mut Vec<Difference>) {
    let [a, b] = [a, b].map(|one| serde_json::to_value(one).unwrap_or_default());
    let (Json::Object(a), Json::Object(b)) = (a, b) else { return };
    let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
    let differing = keys.filter(|key| a.get(*key) != b.get(*key));
    found.extend(differing.map(|key| {
        let steps = |value: Option<&Json>| matches!(value, Some(Json::Bool(_) | Json::String(_)));
        let slides = !steps(a.get(key)) && !steps(b.get(key));
        Difference { name: format!("{of} {}", key.replace('_', " ")).trim().to_owned(), slides }
    }));
}
