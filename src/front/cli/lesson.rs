//! `tickscope lesson`: the list of the lessons, the check of one, and its handout.

use crate::front::film::error::FilmError;
use crate::front::film::record::record_film;
use crate::studio::arguments::files::{self, LessonFile};
use crate::studio::arguments::refusal::Refusal;
use crate::studio::export::destination::{ExportError, write_file};
use crate::studio::export::tables::TableFormat;
use crate::studio::lesson;
use crate::studio::lesson::check::Checked;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::link;
use crate::studio::view::Theme;
use crate::studio::view::film_spec::FilmSpec;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tickscope_core::base::numbers::file_size;
use tickscope_core::base::params::invalid::Invalid;

#[derive(Args)]
pub struct LessonArgs {
    /// The lesson: one of `tickscope lesson --list`, or a file
    #[arg(allow_hyphen_values = true, required_unless_present = "list")]
    lesson: Option<String>,
    /// Lists the lessons
    #[arg(long, exclusive = true)]
    list: bool,
    /// Makes the runs of every bet and exercise, and says what comes out; exit code 2 if a bet has not exactly one answer, a start
    /// meets its goals, or a solution misses them
    #[arg(long, conflicts_with = "html")]
    check: bool,
    /// Writes a handout: one page without outside references
    #[arg(long, requires = "output")]
    html: bool,
    /// The file of the handout
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true, requires = "html")]
    output: Option<String>,
    /// Adds the answers and the solution to the handout
    #[arg(long, requires = "html")]
    solutions: bool,
    /// The address of the page that the handout's links lead to
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true, requires = "html", value_parser = link::base)]
    base: Option<String>,
}

#[derive(Debug)]
pub enum LessonRun {
    List(TableFormat),
    Checked(Checked),
    Handout {
        lesson: Arc<Lesson>,
        output: PathBuf,
        solutions: bool,
        /// The address of the page for the handout's links.
        base: Option<String>,
    },
}

impl LessonArgs {
    pub fn read(self) -> Result<LessonRun, Refusal> {
        if self.list {
            return Ok(LessonRun::List(TableFormat::Table));
        }
        let name = self.lesson.unwrap_or_default();
        let LessonFile { lesson, from, text } = files::read_lesson(&name).map_err(Refusal::Usage)?;
        if let Some(output) = self.output {
            let (solutions, base) = (self.solutions, self.base);
            return Ok(LessonRun::Handout { lesson, output: output.into(), solutions, base });
        }
        if !self.check {
            let how = "with --check, with --html -o FILE, or as tickscope --lesson to open it in the window";
            return Err(Invalid::new("lesson", name, how).into());
        }
        let checked = lesson.check().map_err(|error| lesson::check::in_file(&from, &text, &error));
        match checked {
            Ok(checked) => Ok(LessonRun::Checked(checked)),
            Err(unreadable) => Err(Refusal::Usage(unreadable.to_string())),
        }
    }
}

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

/// Writes the handout, with its `solutions` if asked and links to the page at `base`, and prints its size.
pub fn write_handout(
    lesson: &Lesson,
    output: &Path,
    (solutions, base): (bool, Option<&str>),
    mut to: impl Write,
) -> Result<(), HandoutError> {
    let page = lesson.handout(&stills(lesson, solutions)?, solutions, base)?;
    let written = write_file(output, |mut file| Ok(file.write_all(page.as_bytes())?))?;
    // The page has been written even if standard output is closed.
    let _ = writeln!(to, "{}: {}", written.path.display(), file_size(written.bytes));
    Ok(())
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
