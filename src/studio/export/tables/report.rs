//! The metrics of every pane.

use super::csv_error::csv_error;
use super::json::json;
use super::text_table::{finish, table};
use crate::lab::metrics::{Stage, Sums, catalogue};
use crate::lab::panes::report::Report;
use crate::model::world::Tally;
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

/// The columns of the table: a short head, and the metric below it in the unit and with the digits of the metric's own column.
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

fn table_report(report: &Report) -> String {
    let walls = report.panes.iter().any(|pane| pane.metrics.tally() != Tally::default());
    // A hundred letters hold no more: passes at walls take the place of the largest error.
    let columns = || COLUMNS.iter().filter(|(head, _)| !walls || *head != "max");
    let mut head = vec!["strategy"];
    head.extend(columns().map(|(head, _)| head));
    head.extend(walls.then_some("through"));
    let mut table = table(&head);
    for pane in &report.panes {
        let mut row = vec![pane.strategy.clone()];
        row.extend(columns().map(|(_, id)| cell(&pane.metrics, id)));
        let Tally { caught, tunnelled } = pane.metrics.tally();
        row.extend(walls.then(|| format!("{tunnelled}/{}", caught + tunnelled)));
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
        let both = |mean: &str, longest: &str| {
            let ms = |id| narrow(pane.metrics.number(id), 1);
            format!("{} | {}", ms(mean), ms(longest))
        };
        let mut row = vec![pane.strategy.clone()];
        row.extend(Stage::ALL.map(|stage| both(stage.mean_id(), stage.longest_id())));
        row.push(both("input_to_display_mean_ms", "input_to_display_max_ms"));
        table.add_row(row);
    }
    let explained = "each from the one before it, mean | longest; the means add up, the longest come from different inputs\n";
    format!("\n{}\n{explained}", finish(table, 1))
}
