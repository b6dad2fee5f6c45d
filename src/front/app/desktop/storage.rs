//! Stores the state of the window between two starts in a file, in the usual config folder.
//!
//! A file that can't be read is renamed, and the window opens with its defaults. No error here keeps the window from opening.

use crate::front::app::store::Remembered;
use crate::studio::arguments::files;
use crate::studio::export::atomic_file::FileError;
use crate::studio::export::destination::{ExportError, write_file};
use crate::studio::lesson::definition::Lesson;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the path of the file, `tickscope/session.json` in the user's config folder; `None` if there is no such folder.
pub fn file() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("tickscope").join("session.json"))
}

/// Reads the lessons in the folder `tickscope/lessons` of the user's config folder, in the order of their names. For a lesson
/// that can't be read the reason is returned.
pub fn own_lessons() -> Vec<Result<Arc<Lesson>, String>> {
    let folder = dirs::config_dir().map(|config| config.join("tickscope").join("lessons"));
    folder.map_or_else(Vec::new, |folder| lessons_in(&folder))
}

/// Reads every lesson in `folder`, in the order of their names.
fn lessons_in(folder: &Path) -> Vec<Result<Arc<Lesson>, String>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let read = |path: &PathBuf| {
        let lesson = files::text(path).and_then(|(name, text)| {
            Lesson::parse(&files::lesson_id(path), &name, &text).map_err(|unreadable| unreadable.to_string())
        });
        lesson.map(Arc::new)
    };
    paths.iter().map(read).collect()
}

/// Reads the state. If the file can't be read, renames it and returns the defaults with a sentence that says so, otherwise `None`
/// in place of the sentence.
pub fn load(file: &Path) -> (Remembered, Option<String>) {
    let Ok(text) = std::fs::read_to_string(file) else { return (Remembered::default(), None) };
    let (remembered, lost) = Remembered::read(&text);
    let lost = lost.map(|why| {
        let aside = file.with_extension("json.broken");
        match std::fs::rename(file, &aside) {
            Ok(()) => format!("{why}. The file is now {}", aside.display()),
            Err(error) => format!("{why}. {} can't be set aside ({error})", file.display()),
        }
    });
    (remembered, lost)
}

/// Stores the state; a half-written file never replaces the old one.
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
    use crate::front::app::desktop::storage::*;
    use tickscope_core::model::config::settings::PaneSettings;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tickscope-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_saved_state_is_loaded_again() {
        let file = folder("round").join("deeper").join("session.json");
        assert_eq!(load(&file), (Remembered::default(), None), "nothing is there yet");
        let mut remembered = Remembered { zoom: Some(1.25), ..Remembered::default() };
        remembered.settings.panes.push(PaneSettings::new("semi-fixed"));
        remembered.view.trails = false;
        remembered.base = Some("https://example.org/tickscope/".to_owned());
        save(&file, &remembered).unwrap();
        save(&file, &remembered).unwrap();
        assert_eq!(load(&file), (remembered, None));
        std::fs::remove_dir_all(folder("round")).unwrap_or(());
    }

    #[test]
    fn a_broken_file_is_renamed_and_not_fatal() {
        let place = folder("broken");
        let file = place.join("session.json");
        let newer = serde_json::to_string(&Remembered { version: 99, ..Remembered::default() }).unwrap();
        let mut loaded = Remembered::default();
        loaded.settings.computer.render_ms = 7.0;
        let wild = serde_json::to_string(&loaded).unwrap().replace("\"render_ms\":7", "\"render_ms\":-7");
        let none = serde_json::to_string(&Remembered::default()).unwrap().replace("frame-based", "no-such-loop");
        for text in ["", "{", "[1, 2]", &newer, &wild, &none] {
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(&file, text).unwrap();
            let (read, lost) = load(&file);
            assert_eq!((read, lost.is_some()), (Remembered::default(), true));
            assert!(!file.exists(), "{text:.40} was set aside");
            assert_eq!(std::fs::read_to_string(place.join("session.json.broken")).unwrap(), *text);
        }
        std::fs::remove_dir_all(&place).unwrap();
    }
}
