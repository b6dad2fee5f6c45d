//! What can be set without a new run, at one moment; what differs between two of them; and the commands that lead from one
//! to the other *now*, whatever else has changed since.

use crate::base::params::{Invalid, Value, Values};
use crate::model::check;
use crate::model::config::view::{CameraView, Theme, View};
use crate::model::config::{Command, ComputerChange, PaneId, PaneSettings, SceneChoice, Settings};
use serde::Serialize;
use serde_json::Value as Json;

/// The settings, which pane stands where, and what is shown. The camera is not one of them: a key brings it back.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Without the recorded drive, which no command changes.
    settings: Settings,
    /// In the order of their places.
    panes: Vec<PaneId>,
    /// What is shown, seen by a camera that was never moved.
    pub view: View,
    /// Dark or light.
    pub theme: Theme,
}

/// A difference between two settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What differs.
    pub name: String,
    /// Whether it goes from one value to the next as a slider does, and not from word to word.
    pub slides: bool,
}

impl Setting {
    /// As it is at this moment.
    pub fn new(settings: &Settings, panes: Vec<PaneId>, view: View, theme: Theme) -> Setting {
        let scene = SceneChoice { options: settings.scene.options.clone(), ..SceneChoice::new(&settings.scene.id) };
        let (computer, hitches, panes_set) = (settings.computer.clone(), settings.hitches.clone(), settings.panes.clone());
        let settings = Settings { scene, computer, hitches, panes: panes_set, ..*settings };
        Setting { settings, panes, view: View { camera: CameraView::default(), ..view }, theme }
    }

    /// The pane `old` has come back as another one.
    pub fn rename(&mut self, old: PaneId, new: PaneId) {
        self.panes.iter_mut().filter(|pane| **pane == old).for_each(|pane| *pane = new);
    }

    /// Everything that differs in `other`.
    pub fn differences(&self, other: &Setting) -> Vec<Difference> {
        let mut found = Vec::new();
        compare("computer", &self.settings.computer, &other.settings.computer, &mut found);
        compare("world", &self.settings.scene.options, &other.settings.scene.options, &mut found);
        compare("", &self.view, &other.view, &mut found);
        for (id, pane) in self.panes.iter().zip(&self.settings.panes) {
            if let Some(place) = other.panes.iter().position(|other| other == id) {
                let other = &other.settings.panes[place];
                compare(&format!("{} computer", id.0), &pane.computer, &other.computer, &mut found);
                compare(&format!("{} loop", id.0), &pane.params, &other.params, &mut found);
            }
        }
        found
    }

    /// The commands that lead from here to `to`, given where the run stands `now`: what differs between the two is set as it
    /// is in `to`, and everything else stays. With them come the panes of `to` that are opened again, in the order of their
    /// commands.
    ///
    /// # Errors
    /// If a command is not allowed now.
    pub fn commands_to(&self, to: &Setting, now: &Settings, panes: &[PaneId]) -> Result<(Vec<Command>, Vec<PaneId>), Invalid> {
        let mut way = Way { settings: now.clone(), panes: panes.to_vec(), commands: Vec::new(), opened: Vec::new() };
        way.panes_to(self, to)?;
        for (place, id) in to.panes.iter().enumerate() {
            let before = self.panes.iter().position(|pane| pane == id);
            if let Some(before) = before {
                way.pane_to(*id, &self.settings.panes[before], &to.settings.panes[place])?;
            }
        }
        let (old, new) = (&self.settings, &to.settings);
        if old.computer != new.computer {
            way.give(Command::Computer(ComputerChange::between(&old.computer, &new.computer)))?;
        }
        way.give_all(values(&old.scene.options, &new.scene.options), |name, value| Command::SceneOption { name, value })?;
        if old.paused != new.paused {
            way.give(Command::Pause(new.paused))?;
        }
        Ok((way.commands, way.opened))
    }
}

/// Commands, and what is set after them.
struct Way {
    settings: Settings,
    panes: Vec<PaneId>,
    commands: Vec<Command>,
    opened: Vec<PaneId>,
}

impl Way {
    fn give(&mut self, command: Command) -> Result<(), Invalid> {
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
    fn give_all(&mut self, mut values: Vec<(String, Value)>, command: impl Fn(String, Value) -> Command) -> Result<(), Invalid> {
        while let Some((name, value)) = values.first().cloned() {
            let allowed = values.iter().position(|(name, value)| self.give(command(name.clone(), value.clone())).is_ok());
            match allowed {
                Some(number) => drop(values.remove(number)),
                None => return self.give(command(name, value)),
            }
        }
        Ok(())
    }

    fn place(&self, pane: PaneId) -> Option<usize> {
        self.panes.iter().position(|id| *id == pane)
    }

    fn swap(&mut self, a: usize, b: usize) -> Result<(), Invalid> {
        if a != b {
            self.give(Command::SwapPanes { a, b })?;
            self.panes.swap(a, b);
        }
        Ok(())
    }

    /// Closes, opens and moves panes.
    fn panes_to(&mut self, from: &Setting, to: &Setting) -> Result<(), Invalid> {
        for gone in from.panes.iter().filter(|id| !to.panes.contains(id)) {
            if let Some(pane) = self.place(*gone) {
                self.give(Command::ClosePane { pane })?;
                self.panes.remove(pane);
            }
        }
        for (place, id) in to.panes.iter().enumerate().filter(|(_, id)| !from.panes.contains(id)) {
            self.give(Command::AddPane(to.settings.panes[place].clone()))?;
            self.panes.push(*id);
            self.opened.push(*id);
            // A pane is added after the others, so they change places with it from its old place on.
            let last = self.panes.len() - 1;
            (place..last).try_for_each(|place| self.swap(place, last))?;
        }
        let moved = |id: &&PaneId| from.panes.iter().position(|pane| pane == *id) != to.panes.iter().position(|pane| pane == *id);
        if from.panes.len() == to.panes.len()
            && let [a, b] = from.panes.iter().filter(moved).collect::<Vec<_>>()[..]
            && let (Some(a), Some(b)) = (self.place(*a), self.place(*b))
        {
            self.swap(a, b)?;
        }
        Ok(())
    }

    /// One pane, unless it has been closed since.
    fn pane_to(&mut self, id: PaneId, from: &PaneSettings, to: &PaneSettings) -> Result<(), Invalid> {
        let Some(pane) = self.place(id) else { return Ok(()) };
        let mut params = values(&from.params, &to.params);
        if from.strategy != to.strategy {
            // A loop begins with its published parameters and drawing.
            self.give(Command::Strategy { pane, strategy: to.strategy.clone() })?;
            params = values(&Values::default(), &to.params);
        }
        self.give_all(params, |name, value| Command::Param { pane, name, value })?;
        if from.presentation != to.presentation || from.strategy != to.strategy {
            self.give(Command::Presentation { pane, presentation: to.presentation })?;
        }
        if from.computer != to.computer {
            let change = to.computer.as_ref().map(|to| match &from.computer {
                Some(from) => ComputerChange::between(from, to),
                None => ComputerChange::from(to.clone()),
            });
            self.give(Command::PaneComputer { pane, computer: change })?;
        }
        Ok(())
    }
}

/// The values that lead from one to the other.
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
