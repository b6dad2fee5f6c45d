//! Logs with a JSON object on each line, read as a table: its columns are the keys of the first object that have numbers or words.

use super::source::LONGEST_LINE;
use serde_json::{Map, Value};
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// A text whose form is known.
pub(super) enum Text<'a> {
    /// A table with the names of its columns in its first line. `added` lines are not in the file.
    Table {
        text: Box<dyn BufRead + 'a>,
        added: u32,
    },
    Json(Box<dyn BufRead + 'a>),
}

/// Tells a text that begins as JSON does from one with an object on each line: there the first line is an object, and the next
/// line begins one.
pub(super) fn tell_apart<'a>(mut text: Box<dyn BufRead + 'a>) -> io::Result<Text<'a>> {
    let mut first = Vec::new();
    (&mut text).take(LONGEST_LINE).read_until(b'\n', &mut first)?;
    let object = serde_json::from_slice::<Map<String, Value>>(&first).ok();
    let names: Vec<String> = object.iter().flatten().filter(|(_, value)| is_cell(value)).map(|(name, _)| name.clone()).collect();
    let follows = !names.is_empty() && text.fill_buf()?.starts_with(b"{");
    // A line with facts about the run before its table is passed over.
    let has_table =
        !follows && object.as_ref().is_some_and(|object| !object.contains_key("Runs") && !object.contains_key("traceEvents"));
    if has_table && text.fill_buf()?.first().is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, b'"' | b'#')) {
        return Ok(Text::Table { text: Box::new(Cursor::new(b"#\n").chain(text)), added: 0 });
    }
    let whole = Cursor::new(first).chain(text);
    if !follows {
        return Ok(Text::Json(Box::new(whole)));
    }
    let head = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",") + "\n";
    let rows = Rows { text: Box::new(whole), names, row: head.into_bytes(), read: 0 };
    Ok(Text::Table { text: Box::new(BufReader::new(rows)), added: 1 })
}

fn is_cell(value: &Value) -> bool {
    value.is_number() || value.is_string()
}

/// Returns a text as a field of CSV.
fn quoted(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Objects as rows of CSV.
struct Rows<'a> {
    text: Box<dyn BufRead + 'a>,
    names: Vec<String>,
    row: Vec<u8>,
    /// The number of bytes of `row` that have been read.
    read: usize,
}

impl Rows<'_> {
    /// Makes the row of the next line: no fields of one that is no object. Returns `false` after the last line. Only a row
    /// whose line has ended ends itself, so that the table sees a line that breaks off.
    fn next(&mut self) -> io::Result<bool> {
        let mut line = Vec::new();
        (&mut self.text).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let object = serde_json::from_slice::<Map<String, Value>>(&line).ok();
        let cell = |name: &String| match object.as_ref().and_then(|object| object.get(name)) {
            Some(Value::String(text)) => quoted(text),
            Some(number @ Value::Number(_)) => number.to_string(),
            _ => String::new(),
        };
        let is_empty = line.iter().all(u8::is_ascii_whitespace);
        let row = if object.is_none() { String::new() } else { self.names.iter().map(cell).collect::<Vec<_>>().join(",") };
        // A line that says nothing is a row all the same.
        let row = if row.is_empty() && !is_empty { "\"\"".to_owned() } else { row };
        (self.row, self.read) = (row.into_bytes(), 0);
        let is_whole = line.ends_with(b"\n") || object.is_some();
        self.row.extend(is_whole.then_some(b'\n'));
        Ok(!line.is_empty())
    }
}

impl Read for Rows<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.read == self.row.len() {
            if !self.next()? {
                return Ok(0);
            }
        }
        let count = into.len().min(self.row.len() - self.read);
        into[..count].copy_from_slice(&self.row[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}
