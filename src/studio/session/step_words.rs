//! What a step does, in the words of the controls that did it: the names that stand beside them, and no identifiers.

use super::action::Action;
use super::state::Session;
use crate::base::params::{Param, Value};
use crate::model::config::view::{Theme, View};
use crate::model::config::{Command, PaneLetter};
use crate::model::strategies;
use crate::model::worlds;
use crate::studio::export::numbers::named;

impl Session {
    /// An action in a few words; nothing where what it changes says more.
    pub(super) fn in_words(&self, action: &Action) -> String {
        match action {
            Action::Lab(command) => self.command_in_words(&command.clone().without_unchanged(self.lab.settings())),
            Action::PresentAll(drawn) => format!("all drawn {}", drawn.map_or("as published", |drawn| drawn.id())),
            Action::Scene(id) => format!("the world {}", worlds::find(id).map_or(id.as_str(), |kind| kind.name)),
            Action::SceneOption(name, value) => self.option_in_words(name, value),
            Action::ReplayDrive | Action::PlayDrive(_) => "the recorded drive".to_owned(),
            Action::Restart => "the restart".to_owned(),
            Action::Race => "the race".to_owned(),
            Action::ThreeComputers => "one loop on three computers".to_owned(),
            Action::Demonstrate => "the demonstration".to_owned(),
            Action::Theme(Theme::Light) => "the light theme".to_owned(),
            Action::Theme(Theme::Dark) => "the dark theme".to_owned(),
            _ => String::new(),
        }
    }

    fn command_in_words(&self, command: &Command) -> String {
        let loop_name = |id: &str| strategies::find(id).map_or_else(|_| id.to_owned(), |strategy| strategy.name.to_string());
        match command {
            Command::Strategy { pane, strategy } => format!("{}: {}", PaneLetter(*pane), loop_name(strategy)),
            Command::Param { pane, name, value } => {
                let strategy = self.lab.settings().panes.get(*pane).and_then(|pane| strategies::find(&pane.strategy).ok());
                let param = strategy.and_then(|strategy| strategy.params.iter().find(|param| param.name == name.as_str()));
                format!("{}: {}", PaneLetter(*pane), set(param, name, value))
            }
            Command::SceneOption { name, value } => self.option_in_words(name, value),
            Command::AddPane(pane) => format!("one more pane: {}", loop_name(&pane.strategy)),
            other => other.in_words(),
        }
    }

    fn option_in_words(&self, name: &str, value: &Value) -> String {
        let world = worlds::find(&self.lab.settings().scene.id).ok();
        let param = world.and_then(|world| world.options.iter().find(|param| param.name == name));
        set(param, name, value)
    }
}

fn set(param: Option<&Param>, name: &str, value: &Value) -> String {
    param.map_or_else(|| format!("{name} {value}"), |param| named(param, value))
}

/// The words of a changed part of the view, by its key in files.
pub(super) fn shown(key: &str) -> &str {
    View::name_of(&key.replace(' ', "_")).unwrap_or(key)
}
