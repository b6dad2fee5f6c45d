//! `tickscope lesson --html`: the handout of a lesson with its stills.

use crate::front::film::{FilmError, record_film};
use crate::studio::export::{ExportError, write_file};
use crate::studio::lesson::Lesson;
use std::io::Write;
use std::path::Path;
use tickscope_core::config::FilmSpec;
use tickscope_core::config::view::Theme;
use tickscope_core::numbers::file_size;
use tickscope_core::params::Invalid;

/// The size of a still, in pixels: two or three panes side by side.
const SIZE: [u32; 2] = [1200, 420];

/// The reason why there is no handout.
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

/// Writes the handout, and says how large it is.
pub fn write(
    lesson: &Lesson,
    output: &Path,
    (solutions, base): (bool, Option<&str>),
    mut to: impl Write,
) -> Result<(), HandoutError> {
    let page = lesson.handout(&stills(lesson, solutions)?, solutions, base)?;
    let written = write_file(output, |mut file| Ok(file.write_all(page.as_bytes())?))?;
    // The page is there, also if standard output is closed.
    let _ = writeln!(to, "{}: {}", written.path.display(), file_size(written.bytes));
    Ok(())
}

/// Draws a still of each set-up.
fn stills(lesson: &Lesson, solutions: bool) -> Result<Vec<Vec<u8>>, HandoutError> {
    let path = std::env::temp_dir().join(format!("tickscope-handout-{}.png", std::process::id()));
    let mut stills = Vec::new();
    for (setup, moment) in lesson.setups.iter().zip(lesson.stills(solutions)) {
        let mut scenario = setup.clone();
        // Paper is light.
        scenario.theme = Some(Theme::Light);
        let spec =
            FilmSpec { path: path.display().to_string(), size: SIZE, to_s: moment.as_secs(), from_s: 0.0, ..FilmSpec::default() };
        record_film(&scenario, &spec, |_| true)?;
        stills.push(std::fs::read(&path).map_err(HandoutError::Folder)?);
        let _ = std::fs::remove_file(&path);
    }
    Ok(stills)
}
