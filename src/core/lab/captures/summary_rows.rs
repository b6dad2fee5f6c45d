//! Rows that sum up the others, such as `Average;17.4` or `1% low;22.8`: they have words in a column in which the other rows have
//! numbers, and are no frames.

use super::columns::is_rare;
use super::field_values::{is_missing, number, time_with_unit};
use super::table::Table;
use super::time_of_day::time_of_day;

/// The reason to leave out such a row.
pub(super) const REASON: &str = "with words where others have numbers";
/// The number of columns that are looked at.
const COLUMNS: usize = 16;
/// The number of rows after which only the columns are looked at in which more than half of the rows have numbers.
const FIRST_ROWS: usize = 16;
/// The most such rows at the end of a file.
const MOST_AT_END: usize = 24;
/// The most rows with words that are remembered. More of them are no exceptions.
const MOST_FOUND: usize = MOST_AT_END + 50_000;

/// The rows with words, and the columns of numbers, while a table is read.
#[derive(Debug, Default)]
pub(super) struct SummaryRows {
    rows: usize,
    /// The number of rows that have a number, for each column.
    numbers: [usize; COLUMNS],
    /// The columns that are not looked at any more, as bits.
    words: u16,
    /// The rows with words, and in which columns they are, as bits.
    found: Vec<(usize, u16)>,
}

/// Rows that are left out, in their order.
#[derive(Debug)]
pub(super) struct FoundRows {
    pub rows: Vec<usize>,
    /// The number of the first of them that stand between others: each can be that of a frame, whose values are unknown.
    pub between: usize,
}

impl SummaryRows {
    /// Looks at the present row of a table.
    pub fn add(&mut self, table: &Table) {
        let mut words = 0;
        for column in (0..table.width().min(COLUMNS)).filter(|column| self.words & 1 << column == 0) {
            let text = table.text_at(Some(column));
            if are_words(text) {
                words |= 1 << column;
            } else {
                self.numbers[column] += usize::from(!text.is_empty());
            }
        }
        if words != 0 && self.found.len() < MOST_FOUND {
            self.found.push((self.rows, words));
        }
        self.rows += 1;
        if self.rows == FIRST_ROWS {
            let has_numbers = |column: &usize| self.numbers[*column] * 2 > FIRST_ROWS;
            self.words = (0..COLUMNS).filter(|column| !has_numbers(column)).fold(0, |words, column| words | 1 << column);
        }
    }

    /// Returns the rows that have words in a column of numbers, in their order, if they are at the end or rare; else none.
    pub fn found(&self) -> FoundRows {
        let of_numbers = (0..COLUMNS).filter(|column| self.numbers[*column] * 2 > self.rows);
        let of_numbers = of_numbers.fold(0, |columns, column| columns | 1 << column) & !self.words;
        let rows: Vec<usize> = self.found.iter().filter(|(_, words)| words & of_numbers != 0).map(|(row, _)| *row).collect();
        let at_end = rows.iter().rev().zip((0..self.rows).rev()).take_while(|(row, last)| **row == *last).count();
        let between = rows.len() - at_end;
        let is_exception = at_end <= MOST_AT_END && (between == 0 || is_rare(between, self.rows));
        FoundRows { between: if is_exception { between } else { 0 }, rows: if is_exception { rows } else { Vec::new() } }
    }
}

/// Removes the values of these rows, which are in their order.
pub(super) fn retain_others<T>(values: &mut Vec<T>, rows: &[usize]) {
    let mut all = 0..;
    values.retain(|_| all.next().is_none_or(|row| rows.binary_search(&row).is_err()));
}

/// Returns whether a field has words and no number, time or sign of a missing number.
fn are_words(text: &str) -> bool {
    let has_letters = text.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'%' || !byte.is_ascii());
    has_letters && number(text).is_none() && !is_missing(text) && time_of_day(text).is_none() && time_with_unit(text).is_none()
}
