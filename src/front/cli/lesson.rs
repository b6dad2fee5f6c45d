//! `tickscope lesson`: the list of the lessons, the check of one, and its handout.

use crate::front::film::handout::{self, HandoutError};
use crate::studio::arguments::files::{self, LessonFile};
use crate::studio::arguments::refusal::Refusal;
use crate::studio::export::tables::TableFormat;
use crate::studio::lesson;
use crate::studio::lesson::check::Checked;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::link;
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

/// Writes the handout, with its `solutions` if asked and links to the page at `base`, and prints its size.
pub fn write_handout(
    lesson: &Lesson,
    output: &Path,
    (solutions, base): (bool, Option<&str>),
    mut to: impl Write,
) -> Result<(), HandoutError> {
    let written = handout::write(lesson, output, solutions, base)?;
    // The page has been written even if standard output is closed.
    let _ = writeln!(to, "{}: {}", written.path.display(), file_size(written.bytes));
    Ok(())
}
