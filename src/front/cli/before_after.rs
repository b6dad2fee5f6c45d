//! `tickscope report --before FILE... --after FILE...`: captures of a game from before a change beside those from after it.

use super::gate::GatedReportArgs;
use crate::studio::arguments::files;
use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::shared::READ_CAPTURES;
use crate::studio::export::tables::TableFormat;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use std::path::PathBuf;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::before_after::comparison::BeforeAfter;
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::model::config::capture::Capture;

/// The options of a report of runs, and those of a comparison of captures instead.
#[derive(Args)]
pub struct ReportOrComparison {
    /// Captures from before a change of a game; the report is then what differs in those of --after (docs/captures.md)
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "after", group = READ_CAPTURES)]
    before: Vec<PathBuf>,
    /// Captures from after the change
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "before", group = READ_CAPTURES)]
    after: Vec<PathBuf>,
    #[command(flatten)]
    pub report: GatedReportArgs,
}

/// The ids of the options that a comparison has.
const OF_COMPARISON: [&str; 8] = ["before", "after", "process", "capture_from", "column", "unit", "moments", "format"];

impl ReportOrComparison {
    /// Returns the comparison that is asked for; `None` if a report of runs is.
    pub fn compared(&self) -> Option<BeforeAfterRun> {
        let ReportOrComparison { before, after, report: GatedReportArgs { report, .. } } = self;
        let sides = [before.clone(), after.clone()];
        (!before.is_empty()).then(|| BeforeAfterRun { sides, part: report.capture_part(), format: report.format })
    }
}

/// Refuses the options of a report of runs that stand beside those of a comparison. `program` is the command of the program.
pub fn refuse_other_options(report: &ArgMatches, program: &Command) -> Result<(), Refusal> {
    let is_given = |id: &str| report.value_source(id) == Some(ValueSource::CommandLine);
    let options = program.find_subcommand("report").into_iter().flat_map(Command::get_arguments);
    let mut others = options.filter(|option| !OF_COMPARISON.contains(&option.get_id().as_str()));
    let other = others.find(|option| option.get_id() != "help" && is_given(option.get_id().as_str()));
    match other.and_then(clap::Arg::get_long).filter(|_| is_given("before")) {
        Some(name) => Err(Refusal::Usage(format!(
            "--{name}: not beside --before and --after, which compare captures as they are; leave it out"
        ))),
        None => Ok(()),
    }
}

/// A comparison of captures, with checked options.
#[derive(Debug)]
pub struct BeforeAfterRun {
    /// The files from before the change, and those from after it.
    sides: [Vec<PathBuf>; 2],
    part: CapturePart,
    pub format: TableFormat,
}

/// A finished comparison, with a note about what was read of each file.
pub struct Compared {
    pub comparison: BeforeAfter,
    pub notes: Vec<String>,
}

impl BeforeAfterRun {
    /// Reads the files, and compares them. The name of a capture is the path of its file, since the files of both sides may be
    /// called alike.
    pub fn compare(&self) -> Result<Compared, Invalid> {
        let mut notes = Vec::new();
        let mut read = |path: &PathBuf| -> Result<Capture, Invalid> {
            let ReadCapture { mut capture, report } = files::read_capture(path, &self.part)?;
            capture.name = path.display().to_string();
            notes.push(format!("{}: {report}", capture.name));
            Ok(capture)
        };
        let [before, after] = &self.sides;
        let before = before.iter().map(&mut read).collect::<Result<Vec<_>, _>>()?;
        let after = after.iter().map(&mut read).collect::<Result<Vec<_>, _>>()?;
        Ok(Compared { comparison: BeforeAfter::of(&before, &after), notes })
    }
}
