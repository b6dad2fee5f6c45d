//! What can be kept of a run: a scenario, a film, settings for the next start.

use super::dialog::Dialog;
use super::state::Session;
use crate::model::config::script::Script;
use crate::model::config::view::Theme;
use crate::model::config::{FilmSpec, Settings};
use crate::studio::scenario::Scenario;

impl Session {
    /// The first time the film begins, the second time it ends and is asked for.
    pub(super) fn take_or_cut(&mut self) {
        self.go_live();
        match self.take.take() {
            None => {
                self.take = Some(self.lab.now());
                self.playing = true;
            }
            Some(from) => {
                let (from_s, to_s) = (from.as_secs(), self.lab.now().as_secs());
                self.dialog = Some(Dialog::Film(FilmSpec { from_s, to_s, pane: None, ..self.last_film.clone() }));
            }
        }
    }

    /// A film of everything up to now, or of ten seconds where nothing has happened yet.
    pub fn proposed_film(&self) -> FilmSpec {
        let now = self.lab.now().as_secs();
        let (to_s, fresh) = (self.opened.seconds.unwrap_or(10.0), now < 1.0 || self.lab.is_as_scripted());
        let to_s = if fresh { to_s.max(now) } else { now };
        FilmSpec { from_s: 0.0, to_s, pane: self.selection.at_first(self.speed).enlarged, ..self.last_film.clone() }
    }

    /// The state as it is set, as a scenario. One that has not been changed is still itself.
    pub fn scenario(&self) -> Scenario {
        if self.lab.is_as_scripted() {
            return Scenario { script: self.lab.script().clone(), ..self.recorded() };
        }
        let (script, watching) = (Script::from(self.lab.settings()), self.selection.now(self.speed));
        Scenario { script, watching, ..self.recorded() }
    }

    /// What was done since the beginning, as a scenario that does it again.
    pub fn recorded(&self) -> Scenario {
        Scenario {
            name: self.opened.name.clone(),
            about: self.opened.about.clone(),
            seconds: self.opened.seconds,
            // The default theme is written only where the scenario named it.
            theme: Some(self.theme).filter(|theme| *theme != Theme::default() || self.opened.theme == Some(*theme)),
            script: self.lab.recorded(),
            view: self.view,
            watching: self.selection.at_first(self.speed),
        }
    }

    /// The settings to store for the next start; those of a first start during the demonstration.
    pub fn remembered_settings(&self) -> Settings {
        // A game that is paused goes on when the window opens again.
        if self.demonstrating { Settings::of_window() } else { Settings { paused: false, ..self.lab.settings().clone() } }
    }
}
