//! Writes captures from before a change beside those from after it.

use super::tables::{TableFormat, TextTable, write_csv, write_json};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use tickscope_core::base::numbers::{narrow, signed};
use tickscope_core::lab::before_after::comparison::{BeforeAfter, Change, ComparedNumber, SHORTEST};
use tickscope_core::lab::before_after::numbers::NUMBERS;
use tickscope_core::lab::before_after::side::ComparedCapture;

#[derive(Serialize)]
struct Form<'a> {
    notes: &'a [String],
    sentence: String,
    #[serde(flatten)]
    comparison: &'a BeforeAfter,
}

/// Writes a comparison, with `notes` about what was read. CSV has a row for each number, and no notes.
pub fn write_before_after(comparison: &BeforeAfter, notes: &[String], format: TableFormat, mut to: impl Write) -> io::Result<()> {
    match format {
        TableFormat::Json => write_json(&Form { notes, sentence: comparison.sentence(), comparison }, &mut to)?,
        TableFormat::Csv => write_csv(comparison.numbers.iter().map(csv_row), &mut to)?,
        TableFormat::Table => write!(to, "{}", as_text(comparison, notes))?,
    }
    to.flush()
}

fn csv_row(number: &ComparedNumber) -> Map<String, Value> {
    let ComparedNumber { key, unit, before, after, difference, interval, ratio, change } = number;
    let ([least, most], [ratio_least, ratio_most]) =
        (interval.map_or([None; 2], |ends| ends.map(Some)), ratio.unwrap_or_default());
    let cells = [
        ("key", json!(key)),
        ("unit", json!(unit)),
        ("before", json!(before)),
        ("after", json!(after)),
        ("difference", json!(difference)),
        ("difference_least", json!(least)),
        ("difference_most", json!(most)),
        ("ratio_least", json!(ratio_least)),
        ("ratio_most", json!(ratio_most)),
        ("change", json!(change)),
    ];
    cells.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The digits after the point of a number in the table.
const DIGITS: usize = 2;

fn as_text(comparison: &BeforeAfter, notes: &[String]) -> String {
    let mut table = TextTable::new(&["", "before", "after", "by", "95 % from", "to", ""]);
    for (row, number) in NUMBERS.iter().zip(&comparison.numbers) {
        let [least, most] = number.interval.map_or([None; 2], |ends| ends.map(Some));
        let by = [Some(number.difference), least, most].map(|value| signed(value, DIGITS));
        let values = [number.before, number.after].map(|value| narrow(Some(value), DIGITS));
        let name = format!("{}, {}", row.name, row.unit);
        table.add([name].into_iter().chain(values).chain(by).chain([in_a_word(number.change).to_owned()]));
    }
    let [before, after] = [("before", &comparison.before), ("after", &comparison.after)].map(|(side, captures)| {
        let captures: Vec<String> = captures.iter().map(in_short).collect();
        format!("{side:<7}{}\n", captures.join("\n       "))
    });
    let notes: String = notes.iter().flat_map(|note| [note, "\n"]).collect();
    let (sentence, explained) = (comparison.sentence(), explained(comparison));
    format!("{before}{after}\n{}\n{sentence}\n\n{explained}{notes}", table.finish(1))
}

fn in_short(capture: &ComparedCapture) -> String {
    format!("{}, {} displayed frames in {:.1} s", capture.name, capture.frames, capture.seconds)
}

fn in_a_word(change: Change) -> &'static str {
    match change {
        Change::Changed => "changed",
        Change::Same => "same",
        Change::NotShown => "not shown",
        Change::Unknown => "unknown",
    }
}

fn explained(comparison: &BeforeAfter) -> String {
    let by = "by: after - before · mean, P1 and 1 % low (average) as in a report · hitches as in findings, lone stalls too\n";
    let interval = match comparison.samples {
        Some(samples) => format!(
            "from, to: 95 % of the differences where both sides are made again {samples} times from blocks of 2 s\n\
             same: within 1 % · not shown: the interval contains 0, so the difference can be chance\n"
        ),
        None => format!("no interval: a capture is shorter than {:.0} s\n", SHORTEST.as_secs()),
    };
    format!("{by}{interval}")
}
