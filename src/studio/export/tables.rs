//! The formats of reports, comparisons and lists: tables for people, JSON and CSV.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    Table,
    Json,
    /// Comma-separated values with a head.
    Csv,
}

pub fn write_json(value: &impl Serialize, to: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, value)?;
    writeln!(to)
}

/// Writes rows of named values as CSV. The first row gives the head; distributions are written as `value:count` pairs, and `null`
/// is empty.
pub fn write_csv(rows: impl IntoIterator<Item = Map<String, Value>>, to: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(to);
    let failure = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    };
    for (number, row) in rows.into_iter().enumerate() {
        if number == 0 {
            csv.write_record(row.keys()).map_err(failure)?;
        }
        csv.write_record(row.values().map(cell)).map_err(failure)?;
    }
    csv.flush()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(distribution) => {
            let pairs: Vec<String> = distribution.iter().map(|(value, count)| format!("{value}:{count}")).collect();
            pairs.join(" ")
        }
        other => other.to_string(),
    }
}

/// Returns the fields of a value that serializes to a JSON object.
pub fn fields(value: &impl Serialize) -> io::Result<Map<String, Value>> {
    let Value::Object(fields) = serde_json::to_value(value)? else { unreachable!("a row is an object") };
    Ok(fields)
}

pub struct TextTable(Table);

impl TextTable {
    pub fn new(head: &[&str]) -> TextTable {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(head);
        for column in table.column_iter_mut() {
            column.set_padding((0, 1));
        }
        TextTable(table)
    }

    pub fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.0.add_row(row.into_iter().collect::<Vec<_>>());
    }

    /// Wraps the cells so that the table is at most `letters` wide.
    #[must_use]
    pub fn wrapped(mut self, letters: u16) -> TextTable {
        self.0.set_width(letters).set_content_arrangement(ContentArrangement::Dynamic);
        self
    }

    /// Returns the text. The columns from `numbers_from` on hold numbers, which are aligned to the right.
    pub fn finish(mut self, numbers_from: usize) -> String {
        for column in self.0.column_iter_mut().skip(numbers_from) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        self.0.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}
