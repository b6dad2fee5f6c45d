//! The metrics of every pane.

use super::csv_error::csv_error;
use super::json::json;
use super::text_table::{finish, table};
use crate::lab::metrics::Stage;
use crate::lab::panes::report::Report;
use crate::studio::export::formats::TableFormat;
use crate::studio::export::numbers::narrow;
use std::io::{self, Write};

/// Writes a report: of a whole run, or of a laboratory so far.
///
/// # Errors
/// If writing fails.
pub fn write_report(report: &Report, format: TableFormat, mut to: impl Write) -> io::Result<()> {
    match format {
        TableFormat::Json => json(report, &mut to)?,
        TableFormat::Csv => csv_report(report, &mut to)?,
        TableFormat::Table => write!(to, "{}", table_report(report))?,
    }
    to.flush()
}

/// One row a pane, the same names as in JSON; distributions as `value:count` pairs.
fn csv_report(report: &Report, to: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(to);
    for (row, pane) in report.panes.iter().enumerate() {
        let serde_json::Value::Object(fields) = serde_json::to_value(pane)? else { unreachable!("a pane is an object") };
        if row == 0 {
            csv.write_record(fields.keys()).map_err(csv_error)?;
        }
        csv.write_record(fields.values().map(|value| match value {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Object(distribution) => pairs(distribution),
            other => other.to_string(),
        }))
        .map_err(csv_error)?;
    }
    csv.flush()
}

fn pairs(distribution: &serde_json::Map<String, serde_json::Value>) -> String {
    let pairs: Vec<String> = distribution.iter().map(|(value, count)| format!("{value}:{count}")).collect();
    pairs.join(" ")
}

/// The place of the largest animation error in a table's row.
const ERROR_MAX: usize = 6;

fn table_report(report: &Report) -> String {
    let walls = report.panes.iter().any(|pane| pane.caught + pane.tunnelled > 0);
    let mut head =
        vec!["strategy", "FPS", "1% low", "speed%", "game%", "error", "max", "age", "step ms", "upd", "busy%", "input"];
    // A hundred letters hold no more.
    if walls {
        head.remove(ERROR_MAX);
        head.push("through");
    }
    let mut table = table(&head);
    for pane in &report.panes {
        let m = &pane.metrics;
        let mut row = vec![
            pane.strategy.clone(),
            narrow(m.fps_mean, 1),
            narrow(m.one_percent_low_fps, 1),
            narrow(m.speed_ratio.map(|ratio| ratio * 100.0), 1),
            narrow(m.game_speed_ratio.map(|ratio| ratio * 100.0), 1),
            narrow(m.animation_error_mean_ms, 2),
            narrow(m.animation_error_max_ms, 1),
            narrow(m.state_age_mean_ms, 1),
            narrow(m.dt_max_s.map(|dt| dt * 1000.0), 2),
            narrow(Some(m.updates_per_frame_max as f64), 0),
            narrow(m.busy_percent, 0),
            narrow(pane.input.input_to_display_mean_ms, 1),
        ];
        if walls {
            row.remove(ERROR_MAX);
            row.push(format!("{}/{}", pane.tunnelled, pane.caught + pane.tunnelled));
        }
        table.add_row(row);
    }
    let error = if walls { "mean" } else { "mean and max" };
    format!(
        "{}\n\n{}\n\
         FPS displayed frames a second · 1% low integral, FPS · error animation error, {error}, ms\n\
         speed of what is drawn, game of what updates make: simulated time over real time\n\
         age of the state on the display, mean, ms · step ms the longest step\n\
         upd most updates in one turn · busy share of the time the loop computes · input to display, mean, ms\n",
        report.conditions,
        finish(table, 1),
    ) + if walls { "through passes that went through their wall\n" } else { "" }
        + &if report.tells_stages { stages(report) } else { String::new() }
        + &report.notes.iter().flat_map(|note| [note, "\n"]).collect::<String>()
}

/// What the time from an input to the display is made of: the mean and the longest of each stage.
fn stages(report: &Report) -> String {
    let mut table = table(&["from input to display, ms", "read", "submitted", "GPU begins", "GPU done", "flip", "in all"]);
    for pane in &report.panes {
        let input = &pane.input;
        let both = |mean, worst| format!("{} | {}", narrow(mean, 1), narrow(worst, 1));
        let stage = |stage| {
            let time = input.stages.get(stage);
            both(time.map(|time| time.mean_ms), time.map(|time| time.worst_ms))
        };
        let mut row = vec![pane.strategy.clone()];
        row.extend(Stage::ALL.map(stage));
        row.push(both(input.input_to_display_mean_ms, input.input_to_display_max_ms));
        table.add_row(row);
    }
    let explained = "each from the one before it, mean | longest; the means add up, the longest come from different inputs\n";
    format!("\n{}\n{explained}", finish(table, 1))
}
