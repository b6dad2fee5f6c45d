//! A line of arguments, as a person would type it after `tickscope`.

use super::refusal::Refusal;
use super::report_args::{ReportArgs, ReportRun};
use super::trace_args::{TraceArgs, TraceRun};
use crate::studio::scenario::definition::Scenario;
use clap::{Parser, Subcommand};

/// A line with one of the commands that make a run and print its results.
#[derive(Parser)]
#[command(name = "tickscope", disable_help_subcommand = true)]
struct Line {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Trace(Box<TraceArgs>),
    Report(Box<ReportArgs>),
}

#[derive(Debug)]
pub enum RunLine {
    Trace(TraceRun),
    Report(ReportRun),
}

impl RunLine {
    /// Reads a line that begins with `report` or `trace`. Its words are separated by spaces, and no word contains one.
    ///
    /// ```
    /// use tickscope::studio::arguments::line::RunLine;
    ///
    /// let line = RunLine::parse("report --strategy frame-based --render-ms 25")?;
    /// assert_eq!(line.scenario().script.settings().computer.render_ms, 25.0);
    /// assert!(RunLine::parse("report --strategy frame-bsed").is_err_and(|no| no.to_string().contains("frame-based")));
    /// # Ok::<(), tickscope::studio::arguments::refusal::Refusal>(())
    /// ```
    pub fn parse(line: &str) -> Result<RunLine, Refusal> {
        let words = ["tickscope"].into_iter().chain(line.split_whitespace());
        match Line::try_parse_from(words).map_err(|error| Refusal::from(&error))?.task {
            Task::Trace(args) => args.read().map(RunLine::Trace),
            Task::Report(args) => args.read().map(RunLine::Report),
        }
    }

    pub fn scenario(&self) -> &Scenario {
        match self {
            RunLine::Trace(trace) => &trace.scenario,
            RunLine::Report(report) => &report.run.scenario,
        }
    }

    /// Returns the length of the run, in seconds.
    pub fn seconds(&self) -> f64 {
        match self {
            RunLine::Trace(trace) => trace.seconds,
            RunLine::Report(report) => report.run.seconds,
        }
    }
}
