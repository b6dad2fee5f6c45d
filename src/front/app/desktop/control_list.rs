//! The list of the window's controls as a file, for tests that drive the real window.

use crate::front::app::controls::lines;
use egui::accesskit::TreeUpdate;
use std::path::PathBuf;

/// A file that lists the window's controls.
pub struct ControlList {
    file: PathBuf,
    written: String,
}

impl ControlList {
    /// The list, if the environment asks for one: `TICKSCOPE_CONTROLS` names its file.
    pub fn asked_for() -> Option<ControlList> {
        let file = PathBuf::from(std::env::var_os("TICKSCOPE_CONTROLS")?);
        Some(ControlList { file, written: String::new() })
    }

    /// Writes the list where it has changed since the last frame.
    pub fn write(&mut self, tree: &TreeUpdate, pixels_per_point: f32) {
        let lines = lines(tree, f64::from(pixels_per_point));
        if lines == self.written {
            return;
        }
        match std::fs::write(&self.file, &lines) {
            Ok(()) => self.written = lines,
            Err(error) => log::warn!("{}: {error}", self.file.display()),
        }
    }
}
