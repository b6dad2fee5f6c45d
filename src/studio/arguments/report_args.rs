//! `tickscope report` and `tickscope findings`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{LIST_FORMATS, TABLE_FORMATS, run_length, words};
use crate::studio::export::report::Listed;
use crate::studio::export::tables::TableFormat;
use crate::studio::scenario::definition::Scenario;
use clap::Args;
use std::path::PathBuf;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::metrics::catalogue::{self, Metric};
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::model::config::settings::PaneSettings;

const RANKS: &[(&str, Tone)] = &[("wrong", Tone::Wrong), ("note", Tone::Note)];

/// The options that describe a run of the chosen loops, or of every loop.
#[derive(Args)]
struct WholeRunArgs {
    /// A loop to run, repeatable (`tickscope list strategies`) [every loop]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Box<Shared>,
    /// How long the run is, in seconds: above 0, at most 86400 [the scenario's, the capture's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    seconds: Option<f64>,
    /// Ends with exit code 1 if something of this rank, or worse, is found in the whole run after its first second (note includes
    /// wrong); in a capture whose load is played in other loops only with --fail-on-capture
    #[arg(long, value_name = "RANK", allow_hyphen_values = true, value_parser = words(RANKS))]
    fail_on: Option<Tone>,
    /// Lets --fail-on and --fail-if judge captures, too, whose load is played in other loops
    #[arg(long)]
    fail_on_capture: bool,
}

#[derive(Debug)]
pub struct WholeRun {
    pub scenario: Scenario,
    /// The files of the run's own loops and of its scenario, for error messages.
    pub loops: Vec<PathBuf>,
    /// Notes about loops that are left out.
    pub notes: Vec<String>,
    /// The length of the run, in seconds.
    pub seconds: f64,
    /// The least rank of a finding that makes the command fail; `None` if no finding does.
    pub fail_on: Option<Tone>,
    /// Whether captures are judged whose load is played in other loops.
    pub judges_captures: bool,
}

impl WholeRunArgs {
    fn read(&self) -> Result<WholeRun, Refusal> {
        let (chosen, mut notes) = self.shared.chosen_or_every(&self.strategy)?;
        let (scenario, seconds) = self.shared.whole_run(&chosen, self.seconds)?;
        notes.extend(self.shared.capture_notes(scenario.script.settings())?);
        let (loops, judges_captures) = (self.shared.files(), self.fail_on_capture);
        Ok(WholeRun { scenario, loops, notes, seconds, fail_on: self.fail_on, judges_captures })
    }
}

#[derive(Args)]
pub struct FindingsArgs {
    #[command(flatten)]
    run: WholeRunArgs,
    /// Prints every span of every kind, and not each thing once; JSON has both
    #[arg(long)]
    all: bool,
    /// How they are written
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(LIST_FORMATS))]
    format: TableFormat,
}

#[derive(Debug)]
pub struct FindingsRun {
    pub run: WholeRun,
    pub listed: Listed,
    pub format: TableFormat,
}

impl FindingsArgs {
    pub fn read(&self) -> Result<FindingsRun, Refusal> {
        let listed = if self.all { Listed::EverySpan } else { Listed::Entries };
        Ok(FindingsRun { run: self.run.read()?, listed, format: self.format })
    }
}

const CLOCKS: &[(&str, Clock)] = &[("virtual", Clock::Virtual), ("real", Clock::Real)];

/// Returns whether a text names a clock of a report.
pub fn is_clock(text: &std::ffi::OsStr) -> bool {
    CLOCKS.iter().any(|(word, _)| text == *word)
}

#[derive(Args)]
pub struct ReportArgs {
    #[command(flatten)]
    run: WholeRunArgs,
    /// How it is written
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(TABLE_FORMATS))]
    pub format: TableFormat,
    /// The clock; on the real one each loop runs as long as --seconds says, at most 3600, and both clocks are compared
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true, default_value = "virtual", value_parser = words(CLOCKS))]
    clock: Clock,
    /// The order of the loops: `finding`, the fewest and mildest first, or the key of a metric as in JSON, the best first [as named]
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, value_parser = sort_key)]
    sort: Option<SortKey>,
    /// The moment of the findings, in seconds: above 0, at most --seconds [the whole run]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    at: Option<f64>,
    /// Writes a page about the capture, with its plots, as one HTML file
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    html: Option<PathBuf>,
    /// Writes the plots of the capture, its frame times over time and their histogram, as SVG
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    plot: Option<PathBuf>,
}

/// The files about the capture of a report.
#[derive(Debug, Default)]
pub struct CaptureFiles {
    pub html: Option<PathBuf>,
    pub plot: Option<PathBuf>,
}

impl CaptureFiles {
    /// Checks that the files are about one capture, and that none of them is one of the files that were read.
    fn check(&self, scenario: &Scenario, read: &[PathBuf]) -> Result<(), Invalid> {
        let named = || [("--html", &self.html), ("--plot", &self.plot)].into_iter();
        for (option, file) in named().filter_map(|(option, file)| Some((option, file.as_ref()?))) {
            let is_read =
                |read: &PathBuf| file.canonicalize().is_ok_and(|file| read.canonicalize().is_ok_and(|read| read == file));
            if read.iter().any(is_read) {
                return Err(Invalid::new(option, file.display(), "another file: that one is the capture, and would be lost"));
            }
        }
        let option = named().find(|(_, file)| file.is_some());
        let captures = scenario.script.settings().panes.iter().filter_map(PaneSettings::played).filter(|found| found.is_here());
        match (option, captures.count()) {
            (None, _) | (_, 1) => Ok(()),
            (Some((option, _)), 0) => Err(Invalid::new(option, "on", "on with a capture: --capture FILE")),
            (Some((option, _)), more) => {
                Err(Invalid::new(option, format!("on with {more} captures"), "on with one: its file is about it"))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Virtual,
    Real,
}

#[derive(Clone, Copy, Debug)]
pub enum SortKey {
    Finding,
    Metric(&'static Metric),
}

/// Reads `finding`, or the key of a metric whose values can be better or worse.
fn sort_key(text: &str) -> Result<SortKey, Invalid> {
    let can_sort = |metric: &&'static Metric| metric.badness(0.0).is_some();
    let metrics = || catalogue::ALL.iter().chain(catalogue::PRESSES).filter(can_sort);
    let found = metrics().find(|metric| metric.id == text).map(SortKey::Metric);
    let found = found.or_else(|| (text == "finding").then_some(SortKey::Finding));
    found.ok_or_else(|| Invalid::unknown("sort", text, metrics().map(|metric| metric.id).chain(["finding"])))
}

#[derive(Debug)]
pub struct ReportRun {
    pub run: WholeRun,
    /// The moment of the findings, in seconds; `None` for the findings of the whole run.
    pub at_s: Option<f64>,
    pub format: TableFormat,
    /// The order of the loops in the report; `None` keeps the order in which they are named.
    pub sort: Option<SortKey>,
    /// Whether the run is also made on the real clock, and compared.
    pub real: bool,
    pub files: CaptureFiles,
    /// The `advise` command that finds the best loop for the loads of the report; `None` if the report does not suggest one.
    pub advise: Option<String>,
}

impl ReportArgs {
    /// Returns the part of captures to read, and how to read it.
    pub fn capture_part(&self) -> CapturePart {
        self.run.shared.capture_part()
    }

    pub fn read(&self) -> Result<ReportRun, Refusal> {
        let (run, real) = (self.run.read()?, self.clock == Clock::Real);
        let seconds = run.seconds;
        if real && self.sort.is_some() {
            return Err(Invalid::new("--sort", "on", "off with --clock real: there each loop has two rows").into());
        }
        if real {
            check_real_clock(&run.scenario, seconds)?;
        }
        let at_s = self.at;
        if let Some(at_s) = at_s.filter(|at_s| *at_s > seconds) {
            return Err(Invalid::new("--at", at_s, format!("above 0, at most the length of the run, {seconds} s")).into());
        }
        let files = CaptureFiles { html: self.html.clone(), plot: self.plot.clone() };
        files.check(&run.scenario, &self.run.shared.captures)?;
        Ok(ReportRun { run, at_s, format: self.format, sort: self.sort, real, files, advise: None })
    }
}

/// Checks the loops and the length of a run on the real clock, which takes `seconds` of real time.
#[cfg(not(target_arch = "wasm32"))]
fn check_real_clock(scenario: &Scenario, seconds: f64) -> Result<(), Invalid> {
    tickscope_core::lab::real::comparison::check_loops(&scenario.script).map_err(|e| e.called("--clock real"))?;
    tickscope_core::lab::real::comparison::check_length(seconds).map_err(|e| e.called("--seconds"))
}

#[cfg(target_arch = "wasm32")]
fn check_real_clock(_: &Scenario, _: f64) -> Result<(), Invalid> {
    Err(Invalid::new("--clock", "real", "virtual: no loop runs on the real clock on the web"))
}
