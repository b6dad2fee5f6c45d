//! `tickscope report --before FILE... --after FILE...`: captures of a game from before a change beside those from after it.

use super::gate::{Condition, Gate, GatedReportArgs};
use crate::studio::arguments::files;
use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::shared::READ_CAPTURES;
use crate::studio::export::tables::TableFormat;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::before_after::comparison::BeforeAfter;
use tickscope_core::lab::captures::gathered::{ReadCapture, ReadingReport};
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, RefusedCapture};
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::findings::captured_game::CapturedGame;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::settings::PaneSettings;

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
const OF_COMPARISON: [&str; 9] = ["before", "after", "fail_if", "process", "capture_from", "column", "unit", "moments", "format"];

impl ReportOrComparison {
    /// Returns the comparison that is asked for; `None` if a report of runs is.
    pub fn compared(&self) -> Option<BeforeAfterRun> {
        let ReportOrComparison { before, after, report: gated } = self;
        let (sides, fail_if) = ([before.clone(), after.clone()], gated.conditions().to_vec());
        let report = &gated.report;
        (!before.is_empty()).then(|| BeforeAfterRun { sides, part: report.capture_part(), format: report.format, fail_if })
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
    /// The conditions on each file from after the change, and on the differences.
    fail_if: Vec<Condition>,
}

/// A finished comparison, with a note about what was read of each file.
pub struct Compared {
    pub comparison: BeforeAfter,
    pub notes: Vec<String>,
    /// A line about each condition that holds.
    pub failures: Vec<String>,
}

impl BeforeAfterRun {
    /// Reads the files, and compares them. The name of a capture is the path of its file, since the files of both sides may be
    /// called alike.
    pub fn compare(&self) -> Result<Compared, Invalid> {
        let mut notes = Vec::new();
        let mut read = |path: &PathBuf| -> Result<Capture, Invalid> {
            let ReadCapture { mut capture, report } = self.read(path)?;
            capture.name = path.display().to_string();
            notes.push(format!("{}: {report}", capture.name));
            Ok(capture)
        };
        let [before, after] = &self.sides;
        let before = before.iter().map(&mut read).collect::<Result<Vec<_>, _>>()?;
        let after = after.iter().map(&mut read).collect::<Result<Vec<_>, _>>()?;
        let comparison = BeforeAfter::of(&before, &after);
        let mut failures = self.of_files(after)?;
        failures.extend(self.fail_if.iter().filter_map(|condition| condition.holding_difference(&comparison)));
        Ok(Compared { comparison, notes, failures })
    }

    /// Reads a file. The chosen column counts for the files that have it; others are read as they are without the choice.
    fn read(&self, path: &Path) -> Result<ReadCapture, Invalid> {
        let lacks = |refused: &RefusedCapture| {
            let column = self.part.columns.column.as_ref();
            column.is_some_and(|column| refused.to_string().contains(&format!("has no column {column}; its columns are")))
        };
        let read = match files::read_capture(path, &self.part) {
            Err(refused) if lacks(&refused) => {
                let part = CapturePart { columns: ColumnChoice::default(), ..self.part.clone() };
                files::read_capture(path, &part).or(Err(refused))
            }
            read => read,
        };
        Ok(read?)
    }

    /// Returns a line about each condition that holds in a file from after the change.
    fn of_files(&self, captures: Vec<Capture>) -> Result<Vec<String>, Invalid> {
        if self.fail_if.is_empty() {
            return Ok(Vec::new());
        }
        let (mut names, mut panes, mut found, mut summaries) = (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
        for (index, capture) in captures.into_iter().enumerate() {
            names.push(capture.name.clone());
            let pane = PaneSettings::of_capture(capture.clone());
            summaries.extend(CaptureSummary::of_pane(&pane)?.map(|summary| (index, summary)));
            let game = CapturedGame::judge(capture, ReadingReport::default())?;
            panes.push(game.report);
            found.push(game.findings);
        }
        let found: Vec<&[Finding]> = found.iter().map(Vec::as_slice).collect();
        Ok(Gate::of_captures(names).holding(&panes, &found, &summaries, &self.fail_if))
    }
}
