//! The steps of a form 2 file, which names panes by their places at that step. They become commands, which name panes by
//! their letters.

use serde::Deserialize;
use tickscope_core::config::{Command, ControlInput, PaneLetter, PaneSettings, Patch, SettingPath, StallOn};
use tickscope_core::params::{Invalid, Values};
use toml::{Table, Value as Toml};

/// One `[[at]]` table. Every key but the moment may be left out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The moment, in seconds from the beginning.
    pub s: f64,
    pane: Option<PaneLetter>,
    hitch_ms: Option<f64>,
    #[serde(default)]
    hitch_on: StallOn,
    pause: Option<bool>,
    #[serde(default)]
    tap: bool,
    steer: Option<ControlInput>,
    #[serde(default)]
    scene: Values,
    /// Changes of the shared computer, or of the pane's own.
    computer: Option<Table>,
    /// Whether the pane returns to the shared computer.
    #[serde(default)]
    shared_computer: bool,
    strategy: Option<String>,
    #[serde(default)]
    params: Values,
    presentation: Option<String>,
    add: Option<PaneSettings>,
    #[serde(default)]
    close: bool,
    swap: Option<[PaneLetter; 2]>,
}

impl Step {
    /// Returns the commands that the step stands for. `panes` are the letters of the panes before it, by their places, and are
    /// changed to those after it.
    ///
    /// # Errors
    /// If a pane is needed and none is named, or a setting is not known.
    pub fn into_commands(self, panes: &mut Vec<PaneLetter>) -> Result<Vec<Command>, Invalid> {
        let needs_pane = [
            ("shared_computer", self.shared_computer),
            ("strategy", self.strategy.is_some()),
            ("params", !self.params.is_empty()),
            ("presentation", self.presentation.is_some()),
            ("close", self.close),
        ];
        if let (None, Some((key, _))) = (self.pane, needs_pane.iter().find(|(_, set)| *set)) {
            return Err(Invalid::new(*key, "", "needs a pane, as in pane = \"B\""));
        }
        // A place without a pane keeps its letter, which the check of the commands refuses.
        let stands_at = |panes: &[PaneLetter], place: PaneLetter| panes.get(place.0).copied().unwrap_or(place);
        let pane = stands_at(panes, self.pane.unwrap_or_default());

        let mut commands = Vec::new();
        commands.extend(self.hitch_ms.map(|ms| Command::Stall { ms, on: self.hitch_on }));
        commands.extend(self.tap.then_some(Command::Tap));
        commands.extend(self.steer.map(Command::Steer));
        let mut patch = Patch::default();
        if let Some(paused) = self.pause {
            patch = patch.with(SettingPath::Paused, paused);
        }
        for (name, value) in self.scene.iter() {
            patch = patch.with(SettingPath::WorldOption(name.to_owned()), value);
        }
        if let Some(fields) = self.computer {
            patch.extend(match self.pane {
                Some(_) => {
                    let of_pane = Table::from_iter([("computer".to_owned(), Toml::Table(fields))]);
                    Patch::from_table(nested(&["panes", &pane.to_string()], of_pane))?
                }
                None => Patch::from_table(nested(&["computer"], fields))?,
            });
        }
        if self.shared_computer {
            patch = patch.with(SettingPath::PaneComputer(pane), "default");
        }
        if let Some(strategy) = self.strategy {
            patch = patch.with(SettingPath::Strategy(pane), strategy);
        }
        for (name, value) in self.params.iter() {
            patch = patch.with(SettingPath::Param(pane, name.to_owned()), value);
        }
        if let Some(word) = self.presentation {
            let word = if word == "published" { "default".to_owned() } else { word };
            patch = patch.with(SettingPath::Presentation(pane), word);
        }
        commands.extend((!patch.is_empty()).then_some(Command::Set(patch)));
        if let Some(added) = self.add {
            let letter = PaneLetter::first_free(panes);
            panes.push(letter);
            commands.push(Command::AddPane(PaneSettings { letter: Some(letter), ..added }));
        }
        if self.close {
            panes.retain(|letter| *letter != pane);
            commands.push(Command::ClosePane(pane));
        }
        if let Some([a, b]) = self.swap {
            commands.push(Command::SwapPanes(stands_at(panes, a), stands_at(panes, b)));
            if a.0.max(b.0) < panes.len() {
                panes.swap(a.0, b.0);
            }
        }
        Ok(commands)
    }
}

/// Puts `table` under the keys of a path.
fn nested(path: &[&str], table: Table) -> Table {
    path.iter().rev().fold(table, |below, key| Table::from_iter([((*key).to_owned(), Toml::Table(below))]))
}
