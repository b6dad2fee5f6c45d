//! What the command line prints: reports and lists as tables, JSON and CSV, and traces.

mod comparison;

pub use comparison::comparison;

use super::{Format, Listed, TraceFormat, Traced};
use crate::base::params::{Invalid, Param, Value, ValueKind};
use crate::front::app::{self, NoWindow, doctor};
use crate::lab::panes::report::Report;
use crate::lab::real::NotMeasured;
use crate::lab::run::Run;
use crate::model::config::script::{Origin, Script};
use crate::model::config::{PaneSettings, Settings};
use crate::model::world::SceneKind;
use crate::model::{strategies, worlds};
use crate::studio::export::atomic_file::{AtomicFile, FileError};
use crate::studio::export::chrome::{self, ChromeError};
use crate::studio::export::trace::TraceWriter;
use crate::studio::scenario::{Scenario, builtin};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What can go wrong while printing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    NotMeasured(#[from] NotMeasured),
    #[error("standard output: {0}")]
    Io(#[from] io::Error),
    #[error("standard output: {0}")]
    Json(#[from] serde_json::Error),
    #[error("standard output: {0}")]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    File(#[from] FileError),
}

impl From<ChromeError> for Error {
    fn from(error: ChromeError) -> Error {
        match error {
            ChromeError::Invalid(invalid) => Error::Invalid(invalid),
            ChromeError::Io(error) => Error::Io(error),
        }
    }
}

impl Error {
    /// Whoever was reading has seen enough (`… | head`): no reason to complain.
    pub fn is_closed_pipe(&self) -> bool {
        let kind = match self {
            Error::Io(error) => Some(error.kind()),
            Error::Json(error) => error.io_error_kind(),
            Error::Csv(error) => match error.kind() {
                csv::ErrorKind::Io(error) => Some(error.kind()),
                _ => None,
            },
            Error::Invalid(_) | Error::File(_) | Error::NotMeasured(_) => None,
        };
        kind == Some(io::ErrorKind::BrokenPipe)
    }
}

/// Opens the window; where that can't be, says why and how to mend it, and prints the report of every strategy instead.
///
/// # Errors
/// If the settings are not allowed or writing fails.
pub fn window(asked: Option<Scenario>, mut to: impl Write) -> Result<(), Error> {
    let every = strategies::ALL.iter().map(|strategy| PaneSettings::new(strategy.id)).collect();
    let settings = asked.as_ref().map_or_else(Settings::default, |scenario| scenario.script.settings().clone());
    let all = Settings { panes: every, ..settings };
    match app::run(asked) {
        Ok(()) => Ok(()),
        Err(NoWindow::Settings(invalid)) => Err(invalid.into()),
        Err(failure) => {
            writeln!(to, "{}", doctor::advice(&failure))?;
            report(&Script::from(all), 10.0, Format::Table, to)
        }
    }
}

/// Prints a text.
///
/// # Errors
/// If writing fails.
pub fn text(text: &str, mut to: impl Write) -> Result<(), Error> {
    Ok(to.write_all(text.as_bytes())?)
}

/// What a trace is of, and how it is written.
pub struct Trace<'a> {
    pub script: &'a Script,
    pub panes: &'a [Origin],
    pub seconds: f64,
    /// What is added in JSON Lines.
    pub with: Traced,
    pub format: TraceFormat,
}

/// Prints every event, or writes it into a file that is whole or not there.
///
/// # Errors
/// If the script can't be run or writing fails.
pub fn trace(traced: &Trace<'_>, output: Option<&Path>, to: impl Write + 'static) -> Result<(), Error> {
    let Some(path) = output else { return trace_to(traced, to).map(drop) };
    let (file, place) = AtomicFile::new(path)?;
    drop(trace_to(traced, file)?);
    place.keep()?;
    Ok(())
}

fn trace_to<W: Write + 'static>(traced: &Trace<'_>, to: W) -> Result<Option<BufWriter<W>>, Error> {
    let to = BufWriter::with_capacity(1 << 16, to);
    if traced.format == TraceFormat::Chrome {
        return Ok(Some(chrome::write(traced.script, traced.panes, traced.seconds, to)?));
    }
    let Traced { bodies, inputs } = traced.with;
    let run = Run::of(traced.script, traced.panes[0], traced.seconds)?;
    let (mut writer, _) = run.fold(TraceWriter::new(to, bodies).with_inputs(inputs))?;
    writer.finish()?;
    Ok(None)
}

/// Prints the metrics of every pane of `settings`.
///
/// # Errors
/// If the settings are not allowed or writing fails.
pub fn report(script: &Script, seconds: f64, format: Format, to: impl Write) -> Result<(), Error> {
    write_report(&Report::new(script, seconds)?, format, to)
}

/// Writes a report: of a whole run, or of a laboratory so far.
///
/// # Errors
/// If writing fails.
pub fn write_report(report: &Report, format: Format, to: impl Write) -> Result<(), Error> {
    let mut to = BufWriter::new(to);
    match format {
        Format::Json => json(report, &mut to)?,
        Format::Csv => csv_report(report, &mut to)?,
        Format::Table => write!(to, "{}", table_report(report))?,
    }
    Ok(to.flush()?)
}

fn json(value: &impl Serialize, to: &mut impl Write) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *to, value)?;
    Ok(writeln!(to)?)
}

/// One row a pane, the same names as in JSON; distributions as `value:count` pairs.
fn csv_report(report: &Report, to: &mut impl Write) -> Result<(), Error> {
    let mut csv = csv::Writer::from_writer(to);
    for (row, pane) in report.panes.iter().enumerate() {
        let serde_json::Value::Object(fields) = serde_json::to_value(pane)? else { unreachable!("a pane is an object") };
        if row == 0 {
            csv.write_record(fields.keys())?;
        }
        csv.write_record(fields.values().map(|value| match value {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Object(distribution) => pairs(distribution),
            other => other.to_string(),
        }))?;
    }
    Ok(csv.flush()?)
}

fn pairs(distribution: &serde_json::Map<String, serde_json::Value>) -> String {
    let pairs: Vec<String> = distribution.iter().map(|(value, count)| format!("{value}:{count}")).collect();
    pairs.join(" ")
}

/// A table without borders, numbers to the right.
fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}

fn finish(mut table: Table, numbers_from: usize) -> String {
    for column in table.column_iter_mut().skip(numbers_from) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The place of the jitter in a table's row.
const JITTER: usize = 6;

fn table_report(report: &Report) -> String {
    let walls = report.panes.iter().any(|pane| pane.caught + pane.tunnelled > 0);
    let mut head =
        vec!["strategy", "FPS", "1% low", "speed%", "error", "max", "jitter", "age", "step ms", "upd", "busy%", "input"];
    // A hundred letters hold no more.
    if walls {
        head.remove(JITTER);
        head.push("through");
    }
    let mut table = table(&head);
    for pane in &report.panes {
        let m = &pane.metrics;
        let mut row = vec![
            pane.strategy.clone(),
            number(m.fps_mean, 1),
            number(m.one_percent_low_fps, 1),
            number(m.speed_ratio.map(|ratio| ratio * 100.0), 1),
            number(m.animation_error_mean_ms, 2),
            number(m.animation_error_max_ms, 1),
            number(m.jitter_ms, 2),
            number(m.state_age_mean_ms, 1),
            number(m.dt_max_s.map(|dt| dt * 1000.0), 2),
            number(Some(m.updates_per_frame_max as f64), 0),
            number(m.busy_percent, 0),
            number(pane.input.input_to_display_mean_ms, 1),
        ];
        if walls {
            row.remove(JITTER);
            row.push(format!("{}/{}", pane.tunnelled, pane.caught + pane.tunnelled));
        }
        table.add_row(row);
    }
    format!(
        "{}\n\n{}\n{}",
        report.conditions,
        finish(table, 1),
        "FPS displayed pictures a second · 1% low integral, FPS · error animation error, mean and max, ms\n\
         age of the state on the display, mean, ms · step ms the longest step\n\
         upd most updates in one turn · busy share of the time the loop computes · input to display, mean, ms\n"
    ) + if walls { "through passes that went through their wall\n" } else { "jitter RFC 3550, ms\n" }
}

/// A number for a narrow column: fewer digits the larger it is.
fn number(value: Option<f64>, digits: usize) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.abs() >= 99_999.5 => format!("{value:.1e}"),
        Some(value) if value.abs() >= 999.5 => format!("{value:.0}"),
        Some(value) => format!("{value:.digits$}"),
    }
}

/// Prints what there is to choose from.
///
/// # Errors
/// If writing fails.
pub fn list(what: Listed, format: Format, to: impl Write) -> Result<(), Error> {
    let mut to = BufWriter::new(to);
    match (what, format) {
        (Listed::Strategies, Format::Json) => json(&strategies::ALL.iter().map(strategy_entry).collect::<Vec<_>>(), &mut to)?,
        (Listed::Scenes, Format::Json) => json(&worlds::ALL.iter().map(scene_entry).collect::<Vec<_>>(), &mut to)?,
        (Listed::Scenarios, Format::Json) => json(&builtin::ALL.iter().map(scenario_entry).collect::<Vec<_>>(), &mut to)?,
        (Listed::Scenarios, _) => {
            let mut table = table(&["scenario", "name", "what it shows"]);
            for entry in builtin::ALL.iter().map(scenario_entry) {
                table.add_row([entry.id, &entry.name, &entry.about]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
        (Listed::Strategies, _) => {
            let mut table = table(&["strategy", "parameters", "published as"]);
            for s in strategies::ALL {
                table.add_row([
                    s.id.to_owned(),
                    s.params.iter().map(summary).collect::<Vec<_>>().join("\n"),
                    s.source.to_owned(),
                ]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
        (Listed::Scenes, _) => {
            let mut table = table(&["scene", "options", "what it shows"]);
            for s in worlds::ALL {
                table.add_row([
                    s.id.to_owned(),
                    s.options.iter().map(summary).collect::<Vec<_>>().join("\n"),
                    s.about.to_owned(),
                ]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
    }
    Ok(to.flush()?)
}

fn summary(param: &Param) -> String {
    format!("{}={}", param.name, param.default_value())
}

#[derive(Serialize)]
struct StrategyEntry {
    id: &'static str,
    name: &'static str,
    group: &'static str,
    about: &'static str,
    source: &'static str,
    file: &'static str,
    presentation: &'static str,
    alpha: bool,
    parameters: Vec<ParamEntry>,
}

#[derive(Serialize)]
struct SceneEntry {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    options: Vec<ParamEntry>,
}

#[derive(Serialize)]
struct ScenarioEntry {
    id: &'static str,
    name: String,
    about: String,
    seconds: Option<f64>,
}

fn scenario_entry(entry: &builtin::Builtin) -> ScenarioEntry {
    let scenario = entry.scenario().unwrap_or_else(|_| Scenario::from(Settings::default()));
    ScenarioEntry { id: entry.id, name: scenario.name, about: scenario.about, seconds: scenario.seconds }
}

#[derive(Serialize)]
struct ParamEntry {
    name: &'static str,
    about: &'static str,
    default: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'static [&'static str]>,
    can_be_off: bool,
}

fn param_entry(param: &Param) -> ParamEntry {
    let number = match param.kind {
        ValueKind::Number(number) => Some(number),
        ValueKind::Choice(_) => None,
    };
    ParamEntry {
        name: param.name,
        about: param.about,
        default: param.default_value(),
        min: number.map(|n| n.min),
        max: number.map(|n| n.max),
        unit: number.map(|n| n.unit.suffix().trim()).filter(|unit| !unit.is_empty()),
        words: match param.kind {
            ValueKind::Choice(words) => Some(words),
            ValueKind::Number(_) => None,
        },
        can_be_off: number.is_some_and(|n| n.can_be_off),
    }
}

fn strategy_entry(s: &strategies::Strategy) -> StrategyEntry {
    StrategyEntry {
        id: s.id,
        name: s.name,
        group: s.group.name(),
        about: s.about,
        source: s.source,
        file: s.file,
        presentation: s.presentation.id(),
        alpha: s.alpha,
        parameters: s.params.iter().map(param_entry).collect(),
    }
}

fn scene_entry(s: &SceneKind) -> SceneEntry {
    SceneEntry { id: s.id, name: s.name, about: s.about, options: s.options.iter().map(param_entry).collect() }
}
