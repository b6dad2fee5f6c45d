//! How a run begins: with other settings, with a scenario, over again.

use super::dialog::Notice;
use super::selection::Selection;
use super::set_up::OpenedScenario;
use super::state::Session;
use crate::base::params::Invalid;
use crate::lab::panes::Lab;
use crate::model::config::script::Script;
use crate::model::config::{Computer, PaneSettings, Settings, presets};
use crate::studio::scenario::{Scenario, builtin, opening};

impl Session {
    /// A session of a scenario from its beginning, playing, with the viewing speed and the selection of its file.
    ///
    /// # Errors
    /// If its settings are not allowed, or it would take too long to open.
    pub fn open(scenario: Scenario) -> Result<Session, Invalid> {
        opening::check(&scenario.script)?;
        let mut session = Session::new(&scenario.script)?;
        session.watch_as(scenario);
        Ok(session)
    }

    pub(super) fn three_computers(&mut self) -> Result<(), Invalid> {
        let chosen = self.lab.settings().panes[self.selected()].clone();
        let own = |computer: Computer| PaneSettings { computer: Some(computer), ..chosen.clone() };
        let panes = [presets::fast_pc(), presets::slow_laptop(), presets::noisy_phone()].map(own);
        self.restart_with(Settings { panes: panes.into(), ..self.lab.settings().clone() })
    }

    /// A scenario with commands starts over as it was written, anything else with the settings as they are.
    pub(super) fn restart(&mut self) -> Result<(), Invalid> {
        let script = self.lab.script();
        if script.commands().is_empty() {
            return self.restart_with(self.lab.settings().clone());
        }
        self.begin(script.clone())
    }

    /// Other settings: the open scenario no longer describes the run.
    pub(super) fn restart_with(&mut self, settings: Settings) -> Result<(), Invalid> {
        self.begin(Script::from(settings))?;
        self.opened = OpenedScenario::default();
        Ok(())
    }

    /// Another run begins. The same places stay selected and enlarged, as far as there are panes.
    fn begin(&mut self, script: Script) -> Result<(), Invalid> {
        let lab = Lab::new(script)?;
        let was_taken = self.take.is_some();
        self.replace_run(lab, None);
        if was_taken {
            self.lose_take();
        }
        if self.shows_gallery() {
            self.dialog = None;
        }
        Ok(())
    }

    /// What was being filmed is of the run before.
    pub(super) fn lose_take(&mut self) {
        self.tell(Notice::bad("A new run has begun: the recording stays with the old one, which Ctrl Z brings back."));
    }

    pub(super) fn open_here(&mut self, scenario: Scenario) -> Result<(), Invalid> {
        if let Err(invalid) = opening::check(&scenario.script) {
            self.tell(Notice::bad(format!("Not opened: {invalid}")));
            return Err(invalid);
        }
        self.begin(scenario.script.clone())?;
        self.watch_as(scenario);
        Ok(())
    }

    /// Applies the viewing speed and the selection of a scenario to the run that has just begun.
    fn watch_as(&mut self, scenario: Scenario) {
        let Scenario { name, about, seconds, theme, script: _, view, watching } = scenario;
        self.opened = OpenedScenario { name, about, seconds, theme, is_there: true };
        self.view = view;
        self.theme = theme.unwrap_or(self.theme);
        self.speed = watching.speed;
        self.selection = Selection::new(watching.selected, watching.enlarged, self.lab.panes());
        self.playing = !self.host.embedded;
        self.dialog = None;
    }

    pub(super) fn next_scenario(&mut self, by: i64) -> Result<(), Invalid> {
        let scenarios = builtin::scenarios();
        let count = scenarios.len() as i64;
        // With no scenario open, forwards opens the first one and backwards the last.
        let nowhere = if by > 0 { -1 } else { 0 };
        let here = scenarios.iter().position(|(_, scenario)| scenario.name == self.opened.name);
        let next = (here.map_or(nowhere, |here| here as i64) + by % count).rem_euclid(count);
        self.open_here(scenarios[next as usize].1.clone())
    }
}
