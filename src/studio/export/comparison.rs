//! Writes the numbers that were measured on the real clock next to the predicted numbers.

use super::tables::{TableFormat, TextTable, write_csv, write_json};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use tickscope_core::base::numbers::{narrow, signed};
use tickscope_core::lab::panes::conditions::conditions;
use tickscope_core::lab::real::comparison::{ComparedMetrics, Comparison, PATIENCE_S};
use tickscope_core::model::config::script::Script;

#[derive(Serialize)]
struct Comparisons {
    clock: &'static str,
    seconds: f64,
    panes: Vec<Comparison>,
}

/// Writes the measured numbers next to the predicted numbers, for every pane of `script`. The runs were `seconds` long.
pub fn write_comparison(
    script: &Script,
    seconds: f64,
    panes: Vec<Comparison>,
    format: TableFormat,
    mut to: impl Write,
) -> io::Result<()> {
    match format {
        TableFormat::Json => write_json(&Comparisons { clock: "real", seconds, panes }, &mut to)?,
        TableFormat::Csv => write_csv(panes.iter().map(csv_row), &mut to)?,
        TableFormat::Table => write!(to, "{}", as_table(script, seconds, &panes))?,
    }
    to.flush()
}

fn csv_row(pane: &Comparison) -> Map<String, Value> {
    let mut row = Map::from_iter([("strategy".to_owned(), json!(pane.strategy))]);
    let (predicted, measured) = (ComparedMetrics::of(&pane.predicted), ComparedMetrics::of(&pane.measured));
    for (side, numbers) in [("predicted", &predicted), ("measured", &measured), ("difference", &pane.difference)] {
        row.extend(numbers.iter().map(|(id, value)| (format!("{id}_{side}"), json!(value))));
    }
    let late = pane.lateness.all;
    row.insert("late_p50_ms".to_owned(), json!(late.map(|late| late.p50_ms)));
    row.insert("late_p95_ms".to_owned(), json!(late.map(|late| late.p95_ms)));
    row.insert("late_max_ms".to_owned(), json!(late.map(|late| late.max_ms)));
    row.insert("cut_off".to_owned(), json!(pane.cut_off));
    row
}

fn as_table(script: &Script, seconds: f64, panes: &[Comparison]) -> String {
    let mut table = TextTable::new(&[
        "strategy", "clock", "FPS", "speed%", "error", "max", "upd/s", "step ms", "busy%", "late", "p95", "max",
    ]);
    for pane in panes {
        let late = pane.lateness.all;
        let lateness = [late.map(|l| l.p50_ms), late.map(|l| l.p95_ms), late.map(|l| l.max_ms)];
        let sides = [
            (pane.strategy.as_str(), "virtual", ComparedMetrics::of(&pane.predicted), None),
            (if pane.cut_off { "  cut off" } else { "" }, "real", ComparedMetrics::of(&pane.measured), Some(lateness)),
            ("", "by", pane.difference.clone(), None),
        ];
        for (name, clock, n, lateness) in sides {
            let number = |id, scale: f64, digits| {
                let value = n.number(id).map(|value| value * scale);
                if clock == "by" { signed(value, digits) } else { narrow(value, digits) }
            };
            let mut row = vec![
                name.to_owned(),
                clock.to_owned(),
                number("fps_mean", 1.0, 2),
                number("speed_ratio", 100.0, 2),
                number("animation_error_mean_ms", 1.0, 2),
                number("animation_error_max_ms", 1.0, 1),
                number("updates_per_s", 1.0, 2),
                number("dt_max_s", 1000.0, 2),
                number("busy_percent", 1.0, 1),
            ];
            row.extend(lateness.into_iter().flatten().map(|value| narrow(value, 3)));
            table.add(row);
        }
    }
    format!(
        "{}\n\n{}\n{}",
        conditions(script, seconds, " on the real clock"),
        table.finish(2),
        "by measured − predicted · FPS displayed frames a second · error animation error, mean and max, ms\n\
         upd/s updates a second · step ms the longest step · busy share of the time the loop computes\n\
         late how late sleeps and waits for the display ended: median, 95th percentile, longest, ms\n",
    ) + &modelled(panes)
        + &if panes.iter().any(|pane| pane.cut_off) {
            format!("cut off: the last turn did not end within {PATIENCE_S} s\n")
        } else {
            String::new()
        }
}

fn modelled(panes: &[Comparison]) -> String {
    let waits: Vec<_> = panes.iter().filter_map(|pane| Some((&pane.strategy, pane.lateness.all?))).collect();
    let longest = waits.iter().max_by_key(|(_, late)| late.waits);
    let fit = longest.map(|(strategy, late)| format!("to wake as late as {strategy}: {}\n", late.fitting_options()));
    let draws = |pane: &Comparison| pane.lateness.gpu.map(|late| (late.p50_ms, late.p95_ms));
    let drawn = panes.iter().filter_map(|pane| Some((pane, draws(pane)?))).map(|(Comparison { strategy, .. }, (median, p95))| {
        format!("GPU {strategy}: a thread, done {median:.3} ms later than by the model, 95th percentile {p95:.3} ms\n")
    });
    let rest = "not as set: how late waits end; the display has no monitor: it flips by the model, and a wait is a sleep\n";
    fit.into_iter().chain(drawn).chain([rest.to_owned()]).collect()
}
