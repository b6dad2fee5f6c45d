//! The handout of a lesson as a file: its page with a still of each of its moments.

use super::error::FilmError;
use super::record::record_film;
use crate::studio::export::atomic_file::Written;
use crate::studio::export::destination::{ExportError, write_file};
use crate::studio::lesson::definition::Lesson;
use crate::studio::view::Theme;
use crate::studio::view::film_spec::FilmSpec;
use std::io::Write as _;
use std::path::Path;
use tickscope_core::base::params::invalid::Invalid;

/// The size of a still, in pixels: two or three panes side by side.
const SIZE: [u32; 2] = [1200, 420];

#[derive(Debug, thiserror::Error)]
pub enum HandoutError {
    #[error("a handout has stills: {0}")]
    Still(#[from] FilmError),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("a handout has stills, which need a folder for temporary files: {0}")]
    Folder(std::io::Error),
}

/// Writes the handout, with its `solutions` if asked and links to the page at `base`. It draws for some seconds.
pub fn write(lesson: &Lesson, output: &Path, solutions: bool, base: Option<&str>) -> Result<Written, HandoutError> {
    let page = lesson.handout(&stills(lesson, solutions)?, solutions, base)?;
    Ok(write_file(output, |mut file| Ok(file.write_all(page.as_bytes())?))?)
}

fn stills(lesson: &Lesson, solutions: bool) -> Result<Vec<Vec<u8>>, HandoutError> {
    let path = std::env::temp_dir().join(format!("tickscope-handout-{}.png", std::process::id()));
    let mut stills = Vec::new();
    for (setup, moment) in lesson.setups.iter().zip(lesson.stills(solutions)) {
        let mut scenario = setup.clone();
        // Paper is white, so the handout has the light theme.
        scenario.theme = Some(Theme::Light);
        let spec =
            FilmSpec { path: path.display().to_string(), size: SIZE, to_s: moment.as_secs(), from_s: 0.0, ..FilmSpec::default() };
        record_film(&scenario, &spec, |_| true)?;
        stills.push(std::fs::read(&path).map_err(HandoutError::Folder)?);
        let _ = std::fs::remove_file(&path);
    }
    Ok(stills)
}
