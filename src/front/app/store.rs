//! The state that is remembered between two starts: the size of the window, the view and the settings.

use super::error::NoWindow;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::link;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, RunAction};
use crate::studio::view::{Theme, View};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tickscope_core::base::params::values::Values;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::{check, strategies};

/// The version of the stored form. A state of another version is dropped.
const VERSION: u32 = 4;

/// The loop that replaces a loop that cannot be stopped and is no copy of another.
const OTHERWISE: &str = "variable-delta";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    pub(super) version: u32,
    pub window: WindowGeometry,
    /// The zoom that a person chose; `None`, which 1 is too, if it grows with the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zoom: Option<f32>,
    pub theme: Theme,
    /// The address of the page for links; `None` if none has been chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    pub view: View,
    pub settings: Settings,
    /// The number of steps that a person has reached in each lesson, by the lesson's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lessons: BTreeMap<String, usize>,
    /// Whether the lessons were offered at a first start.
    pub offered: bool,
    /// Whether the rarely needed settings in the panel are unfolded.
    #[serde(default)]
    pub everything_else: bool,
}

/// The size of a window, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowGeometry {
    /// At least 360.
    pub width: f64,
    /// At least 480.
    pub height: f64,
    /// Whether the window fills the screen; then the size is the one from before.
    pub maximised: bool,
}

impl Default for WindowGeometry {
    fn default() -> WindowGeometry {
        WindowGeometry { width: 1280.0, height: 800.0, maximised: false }
    }
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered {
            version: VERSION,
            window: WindowGeometry::default(),
            zoom: None,
            theme: Theme::default(),
            base: None,
            view: View::default(),
            settings: Settings::of_window(),
            lessons: BTreeMap::new(),
            offered: false,
            everything_else: false,
        }
    }
}

impl Remembered {
    /// Returns the state of `session` in a window of this size.
    pub fn of(session: &Session, window: WindowGeometry, zoom: Option<f32>) -> Remembered {
        Remembered {
            version: VERSION,
            window,
            zoom,
            theme: session.run.theme,
            base: session.window.link_base.as_deref().map(str::to_owned),
            view: session.run.view,
            settings: session.remembered_settings(),
            lessons: session.window.progress.clone(),
            offered: true,
            everything_else: session.window.everything_else,
        }
    }

    /// Begins the session of the scenario `asked`, or else a session with the stored settings, which is the demonstration if
    /// these have not been changed.
    pub fn session(&self, asked: Option<Scenario>) -> Result<Session, NoWindow> {
        if let Some(scenario) = asked {
            let mut session = Session::open(Scenario { theme: scenario.theme.or(Some(self.theme)), ..scenario })?;
            session.window.progress.clone_from(&self.lessons);
            session.window.everything_else = self.everything_else;
            return Ok(session);
        }
        let mut session = Session::new(&self.settings)?.with_view(self.view).with_theme(self.theme);
        if self.settings == Settings::of_window() {
            session.act(Action::Run(RunAction::Demonstrate));
        }
        session.window.progress.clone_from(&self.lessons);
        session.window.everything_else = self.everything_else;
        session.window.offers_lessons = !self.offered;
        Ok(session)
    }

    /// Returns this state with the settings and the view of `before`, because the run of a link or of arguments is not
    /// remembered.
    #[must_use]
    pub fn with_the_run_of(self, before: &Remembered) -> Remembered {
        Remembered { settings: before.settings.clone(), view: before.view, ..self }
    }

    /// Returns this state with `own`, but without panes that run it: such a pane runs the loop's original instead.
    #[must_use]
    pub fn without_running(mut self, own: OwnLoop) -> Remembered {
        let instead = own.original().filter(|id| strategies::find(id).is_ok()).unwrap_or(OTHERWISE).to_owned();
        for pane in &mut self.settings.panes {
            if pane.strategy == own.id() {
                *pane = PaneSettings { strategy: instead.clone(), params: Values::default(), ..pane.clone() };
            }
        }
        self.settings.loops.retain(|other| other.name != own.name);
        self.settings.loops.push(own);
        self
    }

    /// Reads a state from its text. If another build stored it, returns the defaults and a notice, otherwise `None` in place of
    /// the notice.
    pub fn read(text: &str) -> (Remembered, Option<String>) {
        let stored = serde_json::from_str(text).ok().filter(|stored: &Remembered| stored.version == VERSION);
        match stored.and_then(Remembered::checked) {
            Some(remembered) => (remembered, None),
            None => (Remembered::default(), Some("What was stored can't be read: everything begins anew".to_owned())),
        }
    }

    /// Clamps sizes that a person wrote to their ranges; returns `None` if the settings are not allowed.
    fn checked(mut self) -> Option<Remembered> {
        let sane = |length: f64, least: f64| if length.is_finite() { length.clamp(least, 16_384.0) } else { least };
        self.window.width = sane(self.window.width, 360.0);
        self.window.height = sane(self.window.height, 480.0);
        self.zoom = self.zoom.filter(|zoom| zoom.is_finite() && *zoom != 1.0).map(|zoom| zoom.clamp(0.2, 5.0));
        self.base = self.base.and_then(|base| link::base(&base).ok());
        if self.view.check().is_err() {
            self.view = View::default();
        }
        let fits = check::settings(&self.settings).is_ok() && self.settings.check_count().is_ok();
        fits.then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use crate::front::app::store::*;

    #[test]
    fn a_window_of_absurd_size_is_clamped() {
        let window = WindowGeometry { width: 1e12, height: 0.0, maximised: false };
        let checked = Remembered { window, zoom: Some(400.0), ..Remembered::default() }.checked().unwrap();
        assert_eq!((checked.window.width, checked.window.height, checked.zoom), (16_384.0, 480.0, Some(5.0)));
    }
}
