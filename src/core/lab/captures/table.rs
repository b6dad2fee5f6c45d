//! A capture as a table: a line with the names of columns, then rows of fields.

use super::part::Refusal;
use super::source::{BINARY, LONGEST_LINE, failure};
use std::io::{BufRead, Read as _};
use std::ops::Range;

/// A table that is read row by row.
pub(super) struct Table<'a> {
    text: Box<dyn BufRead + 'a>,
    /// The names of the columns as they are written; empty if the first line holds numbers.
    pub names: Vec<String>,
    delimiter: u8,
    line: String,
    bytes: Vec<u8>,
    fields: Vec<Range<usize>>,
    /// The number of the present line, counted from 1.
    pub number: u32,
    /// Whether the first line is a row that has not been read yet.
    is_ahead: bool,
    /// Whether the present line ends with a line break.
    ends_whole: bool,
    /// The lines before the names.
    pub preface: Vec<String>,
}

/// The most lines before the names of the columns.
const MOST_PREFACE: usize = 4;

impl<'a> Table<'a> {
    /// Reads the names of the columns. MangoHud writes two lines about the system before them.
    pub fn begin(text: Box<dyn BufRead + 'a>) -> Result<Table<'a>, Refusal> {
        let mut table = Table {
            text,
            names: Vec::new(),
            delimiter: b',',
            line: String::new(),
            bytes: Vec::new(),
            fields: Vec::new(),
            number: 0,
            is_ahead: false,
            ends_whole: true,
            preface: Vec::new(),
        };
        while table.next_line()? {
            let count = |delimiter: char| table.line.matches(delimiter).count();
            table.delimiter = if count(';') > count(',') {
                b';'
            } else if count('\t') > count(',') {
                b'\t'
            } else {
                b','
            };
            table.split();
            if (0..table.fields.len()).any(|field| table.number_at(Some(field)).is_some()) && table.preface.is_empty() {
                table.is_ahead = true;
                return Ok(table);
            }
            table.names = (0..table.fields.len()).map(|field| table.text_at(Some(field)).to_owned()).collect();
            let is_of_system = table.names.first().is_some_and(|name| name == "os") || table.preface.len() == 1;
            if !is_of_system || table.preface.len() >= MOST_PREFACE {
                return Ok(table);
            }
            table.preface.push(std::mem::take(&mut table.line));
        }
        Err((0, "has no rows".to_owned()))
    }

    /// Returns the index of the first column of `names` that the table has, in upper or lower case; `None` if it has none.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.names.iter().position(|column| column.eq_ignore_ascii_case(name)))
    }

    /// Goes to the next row that is not blank. Returns `false` after the last row.
    pub fn next_row(&mut self) -> Result<bool, Refusal> {
        if !std::mem::take(&mut self.is_ahead) {
            loop {
                if !self.next_line()? {
                    return Ok(false);
                }
                if !self.line.trim().is_empty() {
                    break;
                }
            }
        }
        self.split();
        Ok(true)
    }

    /// Returns whether the row has a field for every column.
    pub fn is_whole(&self) -> bool {
        self.fields.len() >= self.names.len()
    }

    /// Returns whether the row is the last one and is cut off in the middle.
    pub fn breaks_off(&self) -> bool {
        !self.ends_whole && !self.is_whole()
    }

    fn next_line(&mut self) -> Result<bool, Refusal> {
        self.bytes.clear();
        self.number = self.number.saturating_add(1);
        let read = (&mut self.text).take(LONGEST_LINE + 1).read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|error| (0, failure(&error)))?;
        self.ends_whole = self.bytes.ends_with(b"\n");
        if read as u64 > LONGEST_LINE || self.bytes.contains(&0) {
            return Err((self.number, BINARY.to_owned()));
        }
        self.line.clear();
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.line.push_str(text.trim_end_matches(['\r', '\n'])),
            // The name of a process may be in the code page of its system.
            Err(_) => self.line.push_str(String::from_utf8_lossy(&self.bytes).trim_end_matches(['\r', '\n'])),
        }
        Ok(read > 0)
    }

    fn split(&mut self) {
        self.fields.clear();
        let (mut begin, mut is_quoted) = (0, false);
        for (at, byte) in self.line.bytes().enumerate() {
            if byte == b'"' {
                is_quoted = !is_quoted;
            } else if byte == self.delimiter && !is_quoted {
                self.fields.push(begin..at);
                begin = at + 1;
            }
        }
        self.fields.push(begin..self.line.len());
    }

    /// Returns a field as it is written; empty if the row does not have it.
    pub fn text_at(&self, field: Option<usize>) -> &str {
        let field = field.and_then(|field| self.fields.get(field));
        field.map_or("", |range| self.line[range.clone()].trim().trim_matches('"'))
    }

    /// Returns a field as a number; `None` if it is missing, `NA` or not a number.
    pub fn number_at(&self, field: Option<usize>) -> Option<f64> {
        let text = self.text_at(field);
        let number = match self.delimiter {
            b';' if text.contains(',') => text.replace(',', ".").parse(),
            _ => text.parse(),
        };
        number.ok().filter(|number: &f64| number.is_finite())
    }

    /// Returns a field as a number of milliseconds; `None` if it is missing or `NA`. Refuses negative numbers.
    pub fn millis_at(&self, field: Option<usize>) -> Result<Option<f64>, Refusal> {
        match self.number_at(field) {
            Some(ms) if ms < 0.0 => {
                let name = field.and_then(|field| self.names.get(field)).map_or("the frame time", String::as_str);
                Err((self.number, format!("{name} is {ms} ms; no time is negative")))
            }
            ms => Ok(ms),
        }
    }
}
