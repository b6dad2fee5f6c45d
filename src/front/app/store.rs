//! What is remembered between starts: the window's place, the view and the settings, in the usual config folder.
//!
//! A file that can't be read is renamed and ignored; no error here keeps the window from opening.

use crate::model::check;
use crate::model::config::Settings;
use crate::model::config::view::{Theme, View};
use crate::studio::export::atomic_file::FileError;
use crate::studio::export::{ExportError, write_file};
use crate::studio::scenario::{form_1, link};
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The version of the file's form. One of the form before is read with the defaults that it had; any other is set aside
/// like a broken one.
const VERSION: u32 = 3;

/// Everything that is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    version: u32,
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

    /// Sizes and settings that a person or an older program wrote are brought into their ranges, or refused.
    fn checked(mut self) -> Option<Remembered> {
        if self.version < VERSION {
            form_1::fill_in_panes(&mut self.settings.panes);
            self.version = VERSION;
        }
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

/// Where it is kept: `tickscope/session.json` in the user's config folder, if there is one.
pub fn file() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("tickscope").join("session.json"))
}

/// The stored state; the defaults if there is none, or none that can be used.
pub fn load(file: &Path) -> Remembered {
    let Ok(text) = std::fs::read_to_string(file) else { return Remembered::default() };
    match serde_json::from_str::<Remembered>(&text) {
        Ok(remembered) if (VERSION - 1..=VERSION).contains(&remembered.version) => match remembered.checked() {
            Some(remembered) => return remembered,
            None => set_aside(file, "its settings are not allowed"),
        },
        Ok(_) => set_aside(file, "it was written by another version"),
        Err(error) => set_aside(file, &error.to_string()),
    }
    Remembered::default()
}

/// Keeps what can't be used, under another name.
fn set_aside(file: &Path, why: &str) {
    let aside = file.with_extension("json.broken");
    match std::fs::rename(file, &aside) {
        Ok(()) => log::warn!("{} can't be used ({why}); it is now {}", file.display(), aside.display()),
        Err(error) => log::warn!("{} can't be used ({why}) nor set aside ({error})", file.display()),
    }
}

/// Stores the state; a half-written file never replaces the old one.
///
/// # Errors
/// If the folder or the file can't be written.
pub fn save(file: &Path, remembered: &Remembered) -> Result<(), ExportError> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| FileError::io(error, folder))?;
    }
    write_file(file, |file| {
        let mut file = BufWriter::new(file);
        serde_json::to_writer_pretty(&mut file, remembered).map_err(io::Error::from)?;
        Ok(file.flush()?)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::config::PaneSettings;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tickscope-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn what_is_saved_comes_back() {
        let file = folder("round").join("deeper").join("session.json");
        assert_eq!(load(&file), Remembered::default(), "nothing is there yet");
        let mut remembered = Remembered { zoom: 1.25, ..Remembered::default() };
        remembered.settings.panes.push(PaneSettings::new("semi-fixed"));
        remembered.view.trails = false;
        remembered.base = Some("https://example.org/tickscope/".to_owned());
        save(&file, &remembered).unwrap();
        save(&file, &remembered).unwrap();
        assert_eq!(load(&file), remembered);
        std::fs::remove_dir_all(folder("round")).unwrap_or(());
    }

    #[test]
    fn a_broken_file_is_set_aside_and_not_fatal() {
        let place = folder("broken");
        let file = place.join("session.json");
        let newer = serde_json::to_string(&Remembered { version: 99, ..Remembered::default() }).unwrap();
        let wild = serde_json::to_string(&Remembered::default()).unwrap().replace("\"render_ms\":5.0", "\"render_ms\":-5.0");
        let none = serde_json::to_string(&Remembered::default()).unwrap().replace("frame-based", "no-such-loop");
        for text in ["", "{", "[1, 2]", &newer, &wild, &none] {
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(&file, text).unwrap();
            assert_eq!(load(&file), Remembered::default());
            assert!(!file.exists(), "{text:.40} was set aside");
            assert_eq!(std::fs::read_to_string(place.join("session.json.broken")).unwrap(), *text);
        }
        std::fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn a_window_of_absurd_size_is_brought_back_into_sight() {
        let window = WindowGeometry { width: 1e12, height: 0.0, maximised: false };
        let checked = Remembered { window, zoom: 400.0, ..Remembered::default() }.checked().unwrap();
        assert_eq!((checked.window.width, checked.window.height, checked.zoom), (16_384.0, 480.0, 5.0));
    }
}
