//! A capture as a table: the names of its columns, then rows of fields.
//!
//! Lines before the names are looked through: two lines about the system (MangoHud), a version, comments that begin with `//` or
//! `#`, and rules of dashes. Columns are apart by commas, semicolons, tabs or blanks.

use super::column_name::{ColumnName, ColumnRole};
use super::field_values::{is_missing, number, time_with_unit};
use super::gathered::MOST_FRAMES;
use super::part::Refusal;
use super::source::{BINARY, LONGEST_LINE, failure};
use super::time_of_day::time_of_day;
use crate::base::numbers::any_three_digits;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::io::{BufRead, Read as _};
use std::ops::Range;

/// A table that is read row by row.
pub(super) struct Table<'a> {
    text: Box<dyn BufRead + 'a>,
    /// The names of the columns as they are written; empty if there is no line with names.
    pub names: Vec<String>,
    fields: Fields,
    line: String,
    bytes: Vec<u8>,
    /// The number of the present line, counted from 1.
    pub number: u32,
    /// Whether the present line is the first row, which has not been asked for yet.
    is_ahead: bool,
    /// Whether the present line ends with a line break.
    ends_whole: bool,
    /// The row before the present one, and the digits of the last numbers of all rows before it.
    before: Option<Shape>,
    digits: Option<DigitsSeen>,
    /// Whether the present row is the last one, and is cut off in its last number or before it.
    is_cut: bool,
    /// The numbers of fields of the two rows before, as they stand in the text.
    widths: [usize; 2],
    /// Whether the table grows while it is read, and may have any number of rows.
    is_endless: bool,
    /// The lines before the names or the first row with their numbers, without empty ones.
    pub preface: Vec<(u32, String)>,
    /// The content that the name of the file says; `None` if it says nothing.
    pub file_role: Option<ColumnRole>,
    /// Lines that were looked through and are rows.
    again: std::vec::IntoIter<(u32, String)>,
}

/// The most lines before the first row of a table.
const MOST_PREFACE: usize = 100;

impl<'a> Table<'a> {
    /// Reads the lines before the first row, with the names of the columns.
    pub fn begin(text: Box<dyn BufRead + 'a>) -> Result<Table<'a>, Refusal> {
        let mut table = Table {
            text,
            names: Vec::new(),
            fields: Fields::new(b','),
            line: String::new(),
            bytes: Vec::new(),
            number: 0,
            is_ahead: false,
            ends_whole: true,
            before: None,
            digits: None,
            is_cut: false,
            widths: [0; 2],
            is_endless: false,
            preface: Vec::new(),
            file_role: None,
            again: Vec::new().into_iter(),
        };
        while table.next_line()? {
            if table.line.trim().is_empty() {
                continue;
            }
            if !is_comment(&table.line) {
                if let Some(names) = known_names(&mut table.fields, &table.line) {
                    table.names = names;
                    return Ok(table);
                }
                table.fields = Fields::new(delimiter_of_row(&table.line));
                table.fields.split(&table.line);
                if table.fields.are_numbers(&table.line) {
                    table.name_by_preface();
                    table.is_ahead = true;
                    return Ok(table);
                }
            }
            if table.preface.len() >= MOST_PREFACE {
                break;
            }
            table.preface.push((table.number, std::mem::take(&mut table.line)));
        }
        table.name_by_first_line()
    }

    /// Returns the table of a file with this name, which may say what a column without a name holds.
    pub fn of_file(mut self, name: &str) -> Table<'a> {
        self.file_role = ColumnRole::of_file(name);
        self
    }

    /// Returns the table so that its lines are numbered as in the file, which lacks the first `added` ones.
    pub fn with_added(mut self, added: u32) -> Table<'a> {
        self.number = self.number.saturating_sub(added);
        self
    }

    /// Returns the table so that it may have any number of rows.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn without_an_end(self) -> Table<'a> {
        Table { is_endless: true, ..self }
    }

    /// Takes the first line for the names of the columns, since there is no row of numbers.
    fn name_by_first_line(mut self) -> Result<Table<'a>, Refusal> {
        let Some(first) = self.preface.iter().position(|(_, line)| !is_comment(line)) else {
            return Err((0, "has no rows".to_owned()));
        };
        if self.preface.len() >= MOST_PREFACE {
            self.preface.push((self.number, std::mem::take(&mut self.line)));
        }
        let rows = self.preface.split_off(first + 1);
        let (_, line) = &self.preface[first];
        self.fields = Fields::new(delimiter_of_names(line));
        self.names = self.fields.names(line);
        self.again = rows.into_iter();
        Ok(self)
    }

    /// Takes the last line before the first row for the names of the columns if it has as many fields as the row.
    fn name_by_preface(&mut self) {
        let Some((_, whole)) = self.preface.last() else { return };
        let line = whole.trim_start_matches(['#', '/', ' ', '\t']);
        let mut fields = Fields::new(self.fields.delimiter);
        let names = if self.fields.len() == 1 { vec![line.trim().trim_matches('"').to_owned()] } else { fields.names(line) };
        // Between blanks, a unit in brackets is a part of the name before it.
        let names = if self.fields.delimiter == b' ' { with_units(names) } else { names };
        let are_known = names.iter().any(|name| ColumnName::of(name).role.is_some());
        // The numbers of the only column may have decimal commas.
        let is_joined = names.len() == 1 && self.fields.len() == 2 && self.fields.delimiter == b',';
        let has_as_many = names.len() == self.fields.len() || is_joined;
        if are_known && self.fields.delimiter != b' ' || has_as_many && (are_known || !is_comment(whole)) {
            self.names = names;
        }
    }

    /// Returns the index of the first column of `names` that the table has, in upper or lower case; `None` if it has none.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.names.iter().position(|column| column.eq_ignore_ascii_case(name)))
    }

    /// Goes to the next row. Returns `false` after the last row.
    pub fn next_row(&mut self) -> Result<bool, Refusal> {
        if !std::mem::take(&mut self.is_ahead) {
            loop {
                if !self.next_line()? {
                    return Ok(false);
                }
                if !self.line.trim().is_empty() && !is_comment(&self.line) {
                    break;
                }
            }
        }
        self.fields.split(&self.line);
        let shape = self.fields.shape(&self.line);
        self.is_cut = !self.ends_whole && self.before.is_some_and(|before| shape.is_cut(before, self.digits));
        self.before = Some(shape);
        self.leave_out_cut_field();
        self.digits = shape.last.map(|own| DigitsSeen::with(self.digits, own)).or(self.digits);
        Ok(true)
    }

    /// Returns whether the first row is one whole number that can be the refresh period of a display in nanoseconds, and the next
    /// one has three.
    pub fn begins_with_period(&mut self) -> bool {
        let period = self.number_at(Some(0)).filter(|_| self.is_ahead && self.width() == 1);
        let is_period = period.is_some_and(|nanos| nanos.fract() == 0.0 && (1e6..1e8).contains(&nanos));
        let next = self.text.fill_buf().unwrap_or_default().split(|byte| *byte == b'\n').next().unwrap_or_default();
        is_period && String::from_utf8_lossy(next).split_whitespace().count() == 3
    }

    /// Returns the two whole numbers of a row that a decimal comma could join; `None` if the row has other fields.
    pub fn around_comma(&self) -> Option<[&str; 2]> {
        let parts = [0, 1].map(|field| self.text_at(Some(field)));
        let are_digits = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        (self.fields.delimiter == b',' && self.width() == 2 && are_digits).then_some(parts)
    }

    /// Splits all further rows at blanks.
    pub fn split_at_blanks(&mut self) {
        self.fields = Fields::new(b' ');
    }

    /// Leaves out the last field of a row with fewer fields than both rows before it, which may be cut inside a number.
    fn leave_out_cut_field(&mut self) {
        let ([one, other], width) = (self.widths, self.fields.len());
        if one == other && width < other {
            self.fields.ranges.pop();
        }
        self.widths = [other, width];
    }

    /// Returns the number of fields in the row.
    pub fn width(&self) -> usize {
        self.fields.len()
    }

    /// Returns whether the row is the last one, and is cut off in its last number or before it.
    pub fn breaks_off(&self) -> bool {
        self.is_cut
    }

    /// Returns whether the row has no line break at its end, so that it may be the half of one.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_unfinished(&self) -> bool {
        !self.ends_whole
    }

    fn next_line(&mut self) -> Result<bool, Refusal> {
        if let Some((number, line)) = self.again.next() {
            (self.number, self.line, self.ends_whole) = (number, line, true);
            return Ok(true);
        }
        self.bytes.clear();
        self.number = self.number.saturating_add(1);
        if self.number as usize > MOST_FRAMES + MOST_PREFACE && !self.is_endless {
            return Err((self.number, format!("has more than {MOST_FRAMES} rows: cut a part out of it")));
        }
        let read = (&mut self.text).take(LONGEST_LINE + 1).read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|error| (0, failure(&error)))?;
        self.ends_whole = self.bytes.ends_with(b"\n");
        if self.bytes.contains(&0) {
            return Err((self.number, BINARY.to_owned()));
        }
        if read as u64 > LONGEST_LINE {
            return Err((self.number, "is longer than 1 MB, as no line of a table is: capture or copy it again".to_owned()));
        }
        self.line.clear();
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.line.push_str(text.trim_end_matches(['\r', '\n'])),
            // The name of a process may be in the code page of its system.
            Err(_) => self.line.push_str(String::from_utf8_lossy(&self.bytes).trim_end_matches(['\r', '\n'])),
        }
        Ok(read > 0)
    }

    /// Returns a field as it is written; empty if the row does not have it.
    pub fn text_at(&self, field: Option<usize>) -> &str {
        field.map_or("", |field| self.fields.text(&self.line, field))
    }

    /// Returns a field as a number; `None` if it is missing, `NA` or not a number.
    pub fn number_at(&self, field: Option<usize>) -> Option<f64> {
        number(self.text_at(field))
    }

    /// Returns a moment as a number, or a date and time of day in milliseconds since some midnight.
    pub fn clock_at(&self, field: usize, unit_ms: f64) -> Option<f64> {
        let text = self.text_at(Some(field));
        number(text).map(|number| number * unit_ms).or_else(|| time_of_day(text))
    }

    /// Returns a field as a number of milliseconds; `None` if it is missing or `NA`. Refuses negative numbers.
    pub fn millis_at(&self, field: Option<usize>) -> Result<Option<f64>, Refusal> {
        match self.number_at(field) {
            Some(ms) if ms < 0.0 => {
                let name = field.and_then(|field| self.names.get(field)).map_or("the frame time", String::as_str);
                Err((self.number, format!("{name} is {} ms; no time is negative", any_three_digits(ms))))
            }
            ms => Ok(ms),
        }
    }
}

/// The fields of a line.
struct Fields {
    delimiter: u8,
    csv: Reader,
    /// Whether the line has a quotation mark, so that `unquoted` and not the line has the text of the fields.
    is_quoted: bool,
    unquoted: Vec<u8>,
    ends: Vec<usize>,
    ranges: Vec<Range<usize>>,
}

impl Fields {
    fn new(delimiter: u8) -> Fields {
        let csv = ReaderBuilder::new().delimiter(delimiter).build();
        Fields { delimiter, csv, is_quoted: false, unquoted: Vec::new(), ends: Vec::new(), ranges: Vec::new() }
    }

    fn len(&self) -> usize {
        self.ranges.len()
    }

    fn split(&mut self, line: &str) {
        self.ranges.clear();
        self.is_quoted = self.delimiter != b' ' && line.contains('"');
        if self.delimiter == b' ' {
            let begins = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
            self.ranges.extend(line.split_whitespace().map(|word| begins(word)..begins(word) + word.len()));
        } else if self.is_quoted {
            self.split_quoted(line);
        } else {
            let mut begin = 0;
            for (end, _) in line.bytes().enumerate().filter(|(_, byte)| *byte == self.delimiter) {
                self.ranges.push(begin..end);
                begin = end + 1;
            }
            self.ranges.push(begin..line.len());
        }
    }

    fn split_quoted(&mut self, line: &str) {
        let most = line.bytes().filter(|byte| *byte == self.delimiter).count() + 1;
        self.unquoted.resize(line.len() + 1, 0);
        self.ends.resize(most, 0);
        self.csv.reset();
        let (_, _, written, ended) = self.csv.read_record(line.as_bytes(), &mut self.unquoted, &mut self.ends);
        let (result, _, _, last) = self.csv.read_record(b"\n", &mut self.unquoted[written..], &mut self.ends[ended..]);
        // If the row does not end with its line, a quotation mark is open: such a row has no fields.
        let mut begin = 0;
        for end in &self.ends[..if result == ReadRecordResult::Record { ended + last } else { 0 }] {
            self.ranges.push(begin..*end);
            begin = *end;
        }
    }

    fn text<'a>(&'a self, line: &'a str, field: usize) -> &'a str {
        let Some(range) = self.ranges.get(field) else { return "" };
        let text = if self.is_quoted { std::str::from_utf8(&self.unquoted[range.clone()]).ok() } else { line.get(range.clone()) };
        text.unwrap_or("").trim_matches(|letter: char| letter.is_whitespace() || letter == '"')
    }

    fn names(&mut self, line: &str) -> Vec<String> {
        self.split(line);
        (0..self.len()).map(|field| self.text(line, field).to_owned()).collect()
    }

    /// Returns whether the line is a row of numbers: at least one of them, and nothing else but words for a missing number.
    fn are_numbers(&self, line: &str) -> bool {
        let mut count = 0;
        (0..self.len()).all(|field| {
            let text = self.text(line, field);
            let is_number = number(text).is_some() || time_with_unit(text).is_some();
            count += usize::from(is_number);
            is_number || is_missing(text) || time_of_day(text).is_some()
        }) && count > 0
    }

    fn shape(&self, line: &str) -> Shape {
        let is_number = |text: &&str| text.is_empty() || number(text).is_some();
        let last = self.len().checked_sub(1).map(|last| self.text(line, last)).filter(is_number);
        Shape { fields: self.len(), last: last.map(Digits::of) }
    }
}

/// The number of fields of a row, and the digits of the last one: none if it is empty, `None` if it has a word.
#[derive(Clone, Copy, Debug)]
struct Shape {
    fields: usize,
    last: Option<Digits>,
}

/// The digits of a number before and after its point.
#[derive(Clone, Copy, Debug)]
struct Digits {
    before: usize,
    after: usize,
}

impl Digits {
    fn of(text: &str) -> Digits {
        let (before, after) = text.split_once(['.', ',']).unwrap_or((text, ""));
        Digits { before: before.len(), after: after.len() }
    }
}

/// The digits of several numbers.
#[derive(Clone, Copy, Debug)]
struct DigitsSeen {
    least_before: usize,
    most_before: usize,
    most_after: usize,
}

impl DigitsSeen {
    fn with(seen: Option<DigitsSeen>, Digits { before, after }: Digits) -> DigitsSeen {
        let seen = seen.unwrap_or(DigitsSeen { least_before: before, most_before: before, most_after: after });
        DigitsSeen {
            least_before: seen.least_before.min(before),
            most_before: seen.most_before.max(before),
            most_after: seen.most_after.max(after),
        }
    }
}

impl Shape {
    /// Returns whether a row that no line break ends has fewer fields than the one before it, or a last number that may lack digits:
    /// it has fewer of them after the point than others, or before it than all others; a whole number, than any other.
    fn is_cut(self, before: Shape, seen: Option<DigitsSeen>) -> bool {
        let Some((own, seen)) = self.last.zip(seen) else { return self.fields < before.fields };
        let lacks_digits = own.after < seen.most_after
            || own.before < seen.least_before
            || seen.most_after == 0 && own.before < seen.most_before;
        self.fields < before.fields || self.fields == before.fields && lacks_digits
    }
}

/// Returns whether a line is a comment, a rule of dashes with a title in it, or facts with their names in brackets, as Unreal writes
/// below its rows: `[Platform],Windows`.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let is_fact = || line.strip_prefix('[').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    line.starts_with("//") || line.starts_with('#') || line.starts_with("---") || is_fact()
}

/// Returns the names in a line that names columns which are known, and leaves `fields` with its delimiter.
fn known_names(fields: &mut Fields, line: &str) -> Option<Vec<String>> {
    let delimiter = delimiter_of_names(line);
    if !line.as_bytes().contains(&delimiter) {
        return None;
    }
    *fields = Fields::new(delimiter);
    let names = fields.names(line);
    let is_known = |name: &String| {
        let others = ["application", "flags"];
        ColumnName::of(name).role.is_some() || others.iter().any(|other| name.eq_ignore_ascii_case(other))
    };
    let is_number = |name: &String| number(name).is_some();
    (names.iter().any(is_known) && !names.iter().any(is_number)).then_some(names)
}

fn delimiter_of_names(line: &str) -> u8 {
    let count = |delimiter: char| line.matches(delimiter).count();
    [';', '\t'].into_iter().find(|other| count(*other) > count(',')).map_or(b',', |delimiter| delimiter as u8)
}

/// Returns the delimiter of a row of numbers. In a row with blanks a comma is a decimal comma if no blank follows it.
fn delimiter_of_row(line: &str) -> u8 {
    let has = |delimiter: char| line.trim().contains(delimiter);
    let words = || line.split_whitespace();
    if has(';') {
        b';'
    } else if has('\t') {
        b'\t'
    } else if words().count() > 1
        && words().all(|word| number(word).is_some() && !word.ends_with(',') && word.matches(',').count() <= 1)
    {
        b' '
    } else {
        b','
    }
}

/// Joins units in brackets with the names before them.
fn with_units(words: Vec<String>) -> Vec<String> {
    words.into_iter().fold(Vec::new(), |mut names: Vec<String>, word| {
        match names.last_mut().filter(|_| word.starts_with(['(', '['])) {
            Some(name) => name.extend([" ", &word]),
            None => names.push(word),
        }
        names
    })
}
