//! A person drives a pane's world, and what was driven is played again.

use super::state::Session;
use crate::base::params::{Invalid, Value};
use crate::model::config::view::Reference;
use crate::model::config::{ControlChange, ControlInput, SceneChoice, Settings};
use crate::model::worlds::{self, drive};

impl Session {
    /// Whether the arrow keys steer something.
    pub fn is_by_hand(&self) -> bool {
        let choice = &self.lab.settings().scene;
        worlds::find(&choice.id).is_ok_and(|kind| (kind.by_hand)(&choice.options))
    }

    /// At which moment the ghosts show the exact motion. Where a person drives, the inputs come at each pane's own simulated
    /// time, and there is no exact motion beyond it.
    pub fn reference(&self) -> Reference {
        if self.is_by_hand() { Reference::SimulatedTime } else { self.view.reference }
    }

    /// What is held down.
    pub fn held(&self) -> ControlInput {
        self.held
    }

    /// Whether the world's tables are shown.
    pub fn shows_sheets(&self) -> bool {
        self.shows_tables
    }

    /// Whether the world has tables.
    pub fn has_tables(&self) -> bool {
        worlds::find(&self.lab.settings().scene.id).is_ok_and(|kind| kind.sheets.is_some())
    }

    /// Whether this option of the world may change while it runs.
    pub(super) fn is_live(&self, name: &str) -> bool {
        let kind = worlds::find(&self.lab.settings().scene.id);
        kind.is_ok_and(|kind| kind.options.iter().any(|option| option.name == name && option.live))
    }

    /// What was driven in the selected pane so far, by its own simulated time, and let go of where it ends. What came with
    /// a recording is that recording.
    pub fn drive(&self) -> Vec<ControlChange> {
        let computer = self.lab.panes()[self.selected()].computer();
        let world = computer.world();
        let mut strokes = world.strokes().to_vec();
        let let_go = strokes.last().is_some_and(|last| last.pedals == ControlInput::default());
        let plays = self.lab.settings().scene.options.is(&drive::DRIVER, "recording");
        if !(strokes.is_empty() || let_go && plays) {
            strokes.push(ControlChange { at_flicks: world.sim().flicks(), pedals: ControlInput::default() });
        }
        strokes
    }

    /// Everything from the beginning, driven like this.
    pub(super) fn play_drive(&mut self, strokes: Vec<ControlChange>) -> Result<(), Invalid> {
        if strokes.len() < 2 {
            return Err(Invalid::new("drive", "", "something must have been driven first"));
        }
        let mut scene = SceneChoice { strokes, ..SceneChoice::new(drive::KIND.id) };
        let old = &self.lab.settings().scene;
        if old.id == scene.id {
            scene.options = old.options.clone();
        }
        scene.options.set(&drive::DRIVER.name, Value::Word("recording".to_owned()));
        self.restart_with(Settings { scene, ..self.lab.settings().clone() })
    }
}
