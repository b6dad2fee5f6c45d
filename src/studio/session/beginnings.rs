//! How a run begins: with other settings, with a scenario, over again; and what is left of one: a scenario, a film.

use super::transport::Transport;
use super::{Dialog, Notice, Session};
use crate::base::params::Invalid;
use crate::lab::panes::Lab;
use crate::model::config::script::Script;
use crate::model::config::view::Theme;
use crate::model::config::{Computer, ControlInput, FilmSpec, PaneSettings, Settings, presets};
use crate::studio::scenario::{Scenario, builtin};

impl Session {
    pub(super) fn three_computers(&mut self) -> Result<(), Invalid> {
        let chosen = self.lab.settings().panes[self.watching.selected].clone();
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

    /// Other settings: what was opened is no longer what is seen.
    pub(super) fn restart_with(&mut self, settings: Settings) -> Result<(), Invalid> {
        self.begin(Script::from(settings))?;
        (self.name, self.about, self.seconds, self.scenario_theme) = (String::new(), String::new(), None, None);
        Ok(())
    }

    pub(super) fn begin(&mut self, script: Script) -> Result<(), Invalid> {
        self.lab = Lab::new(script)?;
        self.go_live();
        self.transport = Transport::default();
        self.pacer.forget();
        self.struck = None;
        self.finish = None;
        self.held = ControlInput::default();
        self.lose_take();
        self.runs += 1;
        self.keep_selection();
        Ok(())
    }

    pub(super) fn lose_take(&mut self) {
        if self.take.take().is_some() {
            self.notice = Some((Notice::bad("A new run has begun: what was being recorded is gone."), self.real));
        }
    }

    pub(super) fn open_here(&mut self, scenario: Scenario) -> Result<(), Invalid> {
        let Scenario { name, about, seconds, theme, script, view, watching } = scenario;
        self.begin(script)?;
        (self.name, self.about, self.seconds) = (name, about, seconds);
        self.view = view;
        (self.theme, self.scenario_theme) = (theme.unwrap_or(self.theme), theme);
        self.watching = watching;
        self.keep_selection();
        self.playing = true;
        self.dialog = None;
        Ok(())
    }

    pub(super) fn next_scenario(&mut self, by: i64) -> Result<(), Invalid> {
        let named = |builtin: &&builtin::Builtin| builtin.scenario().is_ok_and(|scenario| scenario.name == self.name);
        let here = builtin::ALL.iter().position(|builtin| named(&builtin));
        let count = builtin::ALL.len() as i64;
        // From nowhere, forwards comes to the first one and backwards to the last.
        let next = here.map_or(if by > 0 { 0 } else { count - 1 }, |here| (here as i64 + by).rem_euclid(count));
        let scenario = builtin::ALL[next as usize].scenario();
        self.open_here(scenario.map_err(|unreadable| Invalid::new("scenario", unreadable, "a readable one"))?)
    }

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
                self.dialog = Some(Dialog::Film(FilmSpec { from_s, to_s, pane: None, ..self.wish.clone() }));
            }
        }
    }

    /// A film of everything so far, or of ten seconds where nothing has happened yet.
    pub fn proposed_film(&self) -> FilmSpec {
        let now = self.lab.now().as_secs();
        let (to_s, fresh) = (self.seconds.unwrap_or(10.0), now < 1.0 || self.lab.is_as_scripted());
        let to_s = if fresh { to_s.max(now) } else { now };
        FilmSpec { from_s: 0.0, to_s, pane: self.watching.enlarged, ..self.wish.clone() }
    }

    /// The state as it is set, as a scenario. One that nobody has changed is still itself.
    pub fn scenario(&self) -> Scenario {
        let untouched = self.lab.is_as_scripted();
        let script = if untouched { self.lab.script().clone() } else { Script::from(self.lab.settings()) };
        Scenario { script, ..self.recorded() }
    }

    /// What was done since the beginning, as a scenario that does it again.
    pub fn recorded(&self) -> Scenario {
        Scenario {
            name: self.name.clone(),
            about: self.about.clone(),
            seconds: self.seconds,
            // The default is told only where the scenario tells it too.
            theme: Some(self.theme).filter(|theme| *theme != Theme::default() || self.scenario_theme == Some(*theme)),
            script: self.lab.recorded(),
            view: self.view,
            watching: self.watching,
        }
    }
}
