//! Writes the metrics of every pane.

use super::numbers::narrow;
use super::tables::{TableFormat, TextTable, fields, write_csv, write_json};
use crate::lab::metrics::{Stage, Sums, catalogue};
use crate::lab::panes::report::Report;
use crate::model::world::Tally;
use std::io::{self, Write};

/// Writes a report: of a whole run, or of a laboratory so far.
///
/// # Errors
/// If writing fails.
pub fn write_report(report: &Report, format: TableFormat, mut to: impl Write) -> io::Result<()> {
    match format {
        TableFormat::Json => write_json(report, &mut to)?,
        TableFormat::Csv => write_csv(report.panes.iter().map(fields).collect::<io::Result<Vec<_>>>()?, &mut to)?,
        TableFormat::Table => write!(to, "{}", table_report(report))?,
    }
    to.flush()
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
    let mut table = TextTable::new(&head);
    for pane in &report.panes {
        let mut row = vec![pane.strategy.clone()];
        row.extend(columns().map(|(_, id)| cell(&pane.metrics, id)));
        let Tally { caught, tunnelled } = pane.metrics.tally();
        row.extend(walls.then(|| format!("{tunnelled}/{}", caught + tunnelled)));
        table.add(row);
    }
    let error = if walls { "mean" } else { "mean and max" };
    format!(
        "{}\n\n{}\n\
         FPS displayed frames a second · 1% low integral, FPS · error animation error, {error}, ms\n\
         speed of what is drawn, game of what updates make: simulated time over real time\n\
         age of the state on the display, mean, ms · step ms the longest step\n\
         upd most updates in one turn · busy share of the time the loop computes · input to display, mean, ms\n",
        report.conditions,
        table.finish(1),
    ) + if walls { "through passes that went through their wall\n" } else { "" }
        + &if report.tells_stages { stages(report) } else { String::new() }
        + &report.notes.iter().flat_map(|note| [note, "\n"]).collect::<String>()
}

/// Returns a table of the stages of the time from an input to the display: the mean and the longest of each.
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
