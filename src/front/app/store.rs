//! What is remembered between starts: the window's place, the view and the settings, in the usual config folder.
//!
//! A file that can't be read is renamed and ignored; no error here keeps the window from opening.

use crate::model::check;
use crate::model::config::Settings;
use crate::model::config::view::{Theme, View};
use crate::studio::scenario::link;
use crate::studio::session::Session;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the file's form. An older one gives only the theme, the address and the view.
const VERSION: u32 = 4;

/// Everything that is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    pub(super) version: u32,
    /// Size of the window.
    pub window: WindowGeometry,
    /// The interface's zoom factor.
    pub zoom: f32,
    /// Dark or light.
    pub theme: Theme,
    /// The address of the page that links lead to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// What is shown.
    pub view: View,
    /// What is run.
    pub settings: Settings,
}

/// The window's size in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowGeometry {
    /// Logical pixels; at least 360.
    pub width: f64,
    /// Logical pixels; at least 480.
    pub height: f64,
    /// Whether the window fills the screen; the size is that before.
    pub maximised: bool,
}

impl Default for WindowGeometry {
    fn default() -> WindowGeometry {
        WindowGeometry { width: 1280.0, height: 800.0, maximised: false }
    }
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered::new(WindowGeometry::default(), 1.0, View::default(), Settings::of_window())
    }
}

impl Remembered {
    /// With the default theme; `zoom` is brought into 0.2 to 5 when it is read.
    pub fn new(window: WindowGeometry, zoom: f32, view: View, settings: Settings) -> Remembered {
        Remembered { version: VERSION, window, zoom, theme: Theme::default(), base: None, view, settings }
    }

    /// The same with another theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Remembered {
        Remembered { theme, ..self }
    }

    /// What `session` is, in a window like this.
    pub fn of(session: &Session, window: WindowGeometry, zoom: f32) -> Remembered {
        let remembered = Remembered::new(window, zoom, session.view(), session.remembered_settings());
        Remembered { base: session.link_base().map(str::to_owned), ..remembered.with_theme(session.theme()) }
    }

    /// The same for the next start after a run that was asked for: what it was is for this time only.
    #[must_use]
    pub fn with_the_run_of(self, before: &Remembered) -> Remembered {
        Remembered { settings: before.settings.clone(), view: before.view, ..self }
    }

    /// The state that a text holds.
    ///
    /// # Errors
    /// If it holds none, one of another version, or one that is not allowed.
    pub fn read(text: &str) -> Result<Remembered, String> {
        let stored: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let remembered = match stored["version"].as_u64() {
            Some(version) if version < u64::from(VERSION) => Remembered::of_an_older_program(&stored),
            _ => serde_json::from_value(stored).map_err(|error| error.to_string())?,
        };
        if remembered.version != VERSION {
            return Err("it was written by a newer program".to_owned());
        }
        remembered.checked().ok_or_else(|| "its settings are not allowed".to_owned())
    }

    /// Returns the theme, the address and the view of an older state, as far as they can be read.
    fn of_an_older_program(stored: &serde_json::Value) -> Remembered {
        fn read<T: DeserializeOwned>(value: &serde_json::Value) -> Option<T> {
            serde_json::from_value(value.clone()).ok()
        }
        let usual = Remembered::default();
        Remembered {
            theme: read(&stored["theme"]).unwrap_or(usual.theme),
            base: read(&stored["base"]),
            view: read(&stored["view"]).unwrap_or(usual.view),
            ..usual
        }
    }

    /// Brings sizes that a person wrote into their ranges; returns `None` if the settings are not allowed.
    fn checked(mut self) -> Option<Remembered> {
        let sane = |length: f64, least: f64| if length.is_finite() { length.clamp(least, 16_384.0) } else { least };
        self.window.width = sane(self.window.width, 360.0);
        self.window.height = sane(self.window.height, 480.0);
        self.zoom = if self.zoom.is_finite() { self.zoom.clamp(0.2, 5.0) } else { 1.0 };
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
    use super::*;

    #[test]
    fn a_window_of_absurd_size_is_brought_back_into_sight() {
        let window = WindowGeometry { width: 1e12, height: 0.0, maximised: false };
        let checked = Remembered { window, zoom: 400.0, ..Remembered::default() }.checked().unwrap();
        assert_eq!((checked.window.width, checked.window.height, checked.zoom), (16_384.0, 480.0, 5.0));
    }
}
