//! Writes the metrics of every pane.

use super::report_findings::ReportFindings;
use super::tables::{TableFormat, TextTable, fields, write_csv, write_json};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use tickscope_core::base::numbers::narrow;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::findings::capture_summary::{CaptureSummary, SlowMoment};
use tickscope_core::lab::findings::entries::{Entry, entries};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::metrics::catalogue;
use tickscope_core::lab::metrics::stages::Stage;
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::world::body::Tally;

#[derive(Serialize)]
struct ReportForm<'a> {
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    panes: Vec<PaneForm<'a>>,
}

#[derive(Serialize)]
struct PaneForm<'a> {
    #[serde(flatten)]
    metrics: &'a PaneReport,
    /// The numbers of the page about the capture, and its worst moments; empty in other panes.
    #[serde(flatten)]
    of_capture: Map<String, Value>,
    findings: &'a [Finding],
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<&'a [Entry]>,
}

/// Writes a report, of a whole run or of a laboratory so far, with the `findings` of each pane. CSV leaves the findings out.
/// `summaries` has those of the captures by the places of their panes; CSV has the metrics alone.
pub fn write_report(
    report: &Report,
    findings: &[ReportFindings],
    summaries: &BTreeMap<usize, CaptureSummary>,
    format: TableFormat,
    mut to: impl Write,
) -> io::Result<()> {
    match format {
        TableFormat::Json => {
            let form = |(index, metrics)| {
                let found = findings.get(index);
                let told = found.and_then(ReportFindings::told);
                let of_capture = summaries.get(&index).map(of_capture).unwrap_or_default();
                PaneForm { metrics, of_capture, findings: found.map_or(&[][..], ReportFindings::findings), told }
            };
            let panes = report.panes.iter().enumerate().map(form).collect();
            write_json(&ReportForm { notes: &report.notes, panes }, &mut to)?;
        }
        TableFormat::Csv => write_csv(report.panes.iter().map(fields).collect::<io::Result<Vec<_>>>()?, &mut to)?,
        TableFormat::Table => write!(to, "{}\n{}", table_report(report, findings), headlines(report, findings))?,
    }
    to.flush()
}

fn of_capture(summary: &CaptureSummary) -> Map<String, Value> {
    let moment = |moment: &SlowMoment| {
        let stay = moment.frame_time.stay;
        let [ms, around] = [stay.length, moment.around].map(Span::as_millis);
        let (line, stutters) = (moment.line, moment.frame_time.stutters);
        json!({ "line": line, "at_s": stay.begin.as_secs(), "ms": ms, "around_ms": around, "stutter": stutters })
    };
    let moments: Vec<Value> = summary.worst.iter().map(moment).collect();
    let number = |number: f64| if number.fract() == 0.0 { json!(number as u64) } else { json!(number) };
    let numbers = summary.numbers().map(|(key, value)| (key.to_owned(), number(value)));
    numbers.chain([("worst_moments".to_owned(), json!(moments))]).collect()
}

/// The findings of a run that a text lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Each thing once.
    Entries,
    /// Every span of every kind.
    EverySpan,
}

/// Writes the findings of each pane over a whole run. JSON has both the spans and the entries.
pub fn write_findings(
    panes: &[(String, Vec<Finding>)],
    listed: Listed,
    format: TableFormat,
    mut to: impl Write,
) -> io::Result<()> {
    if format == TableFormat::Json {
        #[derive(Serialize)]
        struct Pane<'a> {
            strategy: &'a str,
            findings: &'a [Finding],
            told: Vec<Entry>,
        }
        #[derive(Serialize)]
        struct Form<'a> {
            panes: Vec<Pane<'a>>,
        }
        let panes = panes.iter().map(|(strategy, findings)| Pane { strategy, findings, told: entries(findings) }).collect();
        write_json(&Form { panes }, &mut to)?;
        return to.flush();
    }
    let heading = match listed {
        Listed::Entries => "Each thing once, at its worst, from the first time to the last (--all has every time):",
        Listed::EverySpan => "Each symptom at its worst moment, from its beginning to its end:",
    };
    writeln!(to, "{heading}")?;
    for (strategy, findings) in panes {
        writeln!(to, "\n{strategy}")?;
        match listed {
            Listed::Entries => {
                for entry in &entries(findings) {
                    write_lines([entry.from, entry.to], &entry.worst.headline(), &entry.sentences(), &mut to)?;
                }
            }
            Listed::EverySpan => {
                for finding in findings {
                    let headline = finding.headline() + if finding.is_short() { " (short)" } else { "" };
                    write_lines([finding.symptom.from, finding.to], &headline, &finding.sentences(), &mut to)?;
                }
            }
        }
    }
    to.flush()
}

/// Writes the times of a symptom, its headline, and the sentences below it.
fn write_lines([from, to]: [Time; 2], headline: &str, sentences: &[String], mut out: impl Write) -> io::Result<()> {
    writeln!(out, "  {:5.1} - {:5.1} s  {headline}", from.as_secs(), to.as_secs())?;
    sentences.iter().try_for_each(|sentence| writeln!(out, "                   {sentence}"))
}

/// Returns the verdict on each pane, the worst first. That on a captured game has its sentences below it.
fn headlines(report: &Report, findings: &[ReportFindings]) -> String {
    let verdict = |(pane, found): (&PaneReport, &ReportFindings)| {
        let sentences = if pane.strategy == Capture::STRATEGY { found.sentences() } else { Vec::new() };
        Some((pane.strategy.clone(), found.verdict()?.clone(), sentences))
    };
    let mut found: Vec<(String, Finding, Vec<String>)> = report.panes.iter().zip(findings).filter_map(verdict).collect();
    found.sort_by_key(|(_, finding, _)| Reverse(finding.symptom.kind().tone()));
    let width = found.iter().map(|(strategy, ..)| strategy.chars().count()).max().unwrap_or(0);
    let lines = |(strategy, finding, sentences): &(String, Finding, Vec<String>)| {
        let below = sentences.iter().map(|sentence| format!("{:width$}  {sentence}\n", ""));
        [format!("{strategy:width$}  {}\n", finding.headline())].into_iter().chain(below).collect::<String>()
    };
    found.iter().map(lines).collect()
}

/// The columns of the table: a short head, and the id of the metric below it. Its row in the catalogue sets unit and digits.
const COLUMNS: [(&str, &str); 11] = [
    ("FPS", "fps_mean"),
    ("1% low", "one_percent_low_fps"),
    ("speed%", "speed_ratio"),
    ("game%", "game_speed_ratio"),
    ("error", "animation_error_mean_ms"),
    ("max", "animation_error_max_ms"),
    ("age", "state_age_mean_ms"),
    ("step ms", "dt_max_s"),
    ("upd", "updates_per_frame_max"),
    ("busy%", "busy_percent"),
    ("input", "input_to_display_mean_ms"),
];

fn cell(sums: &Sums, id: &str) -> String {
    let (scale, digits) = catalogue::find(id).and_then(|metric| metric.column).map_or((1.0, 0), |c| (c.scale, c.digits));
    narrow(sums.number(id).map(|value| value * scale), digits)
}

fn table_report(report: &Report, findings: &[ReportFindings]) -> String {
    let walls = report.panes.iter().any(|pane| pane.metrics.tally != Tally::default());
    // A line has at most a hundred letters, so passes at walls and the verdict take the place of other numbers.
    let has_findings = !findings.is_empty();
    let has_room = |head: &str| match head {
        "max" => !walls && !has_findings,
        "1% low" => !has_findings,
        "busy%" => !walls || !has_findings,
        _ => true,
    };
    let columns = || COLUMNS.iter().filter(|(head, _)| has_room(head));
    let mut head = vec!["strategy"];
    head.extend(columns().map(|(head, _)| head));
    head.extend(walls.then_some("missed"));
    head.extend(has_findings.then_some("finding"));
    let mut table = TextTable::new(&head);
    for (index, pane) in report.panes.iter().enumerate() {
        let mut row = vec![pane.strategy.clone()];
        row.extend(columns().map(|(_, id)| cell(&pane.metrics, id)));
        let Tally { caught, tunnelled } = pane.metrics.tally;
        row.extend(walls.then(|| format!("{tunnelled}/{}", caught + tunnelled)));
        let verdict = findings.get(index).and_then(ReportFindings::verdict);
        row.extend(has_findings.then(|| verdict.map_or_else(String::new, |found| in_a_word(&found.symptom).to_owned())));
        table.add(row);
    }
    let error = if has_room("max") { "mean and max" } else { "mean" };
    let low = if has_room("1% low") { " · 1% low integral, FPS" } else { "" };
    let busy = if has_room("busy%") { " · busy share of the time the loop computes" } else { "" };
    format!(
        "{}\n\n{}\n\
         FPS displayed frames a second{low} · error animation error, {error}, ms\n\
         speed of what is drawn, game of what updates make: simulated time over real time\n\
         age of the state on the display, mean, ms · step ms the longest step\n\
         upd most updates in one turn{busy} · input to display, mean, ms\n",
        report.conditions,
        table.finish(1),
    ) + if walls { "missed passes that got past their wall\n" } else { "" }
        + &if report.tells_stages { stages(report) } else { String::new() }
        + &report.notes.iter().flat_map(|note| [note, "\n"]).collect::<String>()
}

/// Returns a finding's name in at most thirteen letters; the passes have a column of their own. The short name of a stall is that of
/// all pictures that stand still.
fn in_a_word(symptom: &Symptom) -> &'static str {
    match symptom.kind() {
        _ if symptom.is_too_short() => "too short",
        Kind::Tunnelling => "tunnels",
        Kind::Stall => "stalls",
        kind => kind.row().short,
    }
}

fn stages(report: &Report) -> String {
    let mut table =
        TextTable::new(&["from input to display, ms", "read", "submitted", "GPU begins", "GPU done", "flip", "in all"]);
    for pane in &report.panes {
        let both = |mean: &str, longest: &str| {
            let ms = |id| narrow(pane.metrics.number(id), 1);
            format!("{} | {}", ms(mean), ms(longest))
        };
        let mut row = vec![pane.strategy.clone()];
        row.extend(Stage::ALL.map(|stage| both(stage.mean_id(), stage.longest_id())));
        row.push(both("input_to_display_mean_ms", "input_to_display_max_ms"));
        table.add(row);
    }
    let explained = "each from the one before it, mean | longest; the means add up, the longest come from different inputs\n";
    format!("\n{}\n{explained}", table.finish(1))
}
