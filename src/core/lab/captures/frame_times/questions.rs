//! The refusals of a table, with the ways to read it that fit.

use super::{Chosen, JOINED, Rows, listed};
use crate::base::numbers::any_three_digits;
use crate::lab::captures::cells::PLUS;
use crate::lab::captures::column_name::{ColumnName, ColumnRole};
use crate::lab::captures::columns::{Column, OFF, Readings, is_rare, length_in_words, usual_units};
use crate::lab::captures::field_values::number;
use crate::lab::captures::gathered::LONGEST_MS;
use crate::lab::captures::part::{ColumnChoice, ColumnReading, TimeUnit, Unread};
use crate::lab::captures::samples;
use crate::lab::captures::table::Table;

/// Rows of a clock that are further apart than this number of frame times are samples.
const SAMPLED: f64 = 3.0;
/// A line with more numbers is no row.
const MOST_IN_ROW: usize = 20;

impl Rows {
    pub(super) fn refusal(&self, readings: &[Readings], of: &[usize]) -> Unread {
        let mut all: Vec<usize> = if of.is_empty() { (0..self.columns.len()).collect() } else { of.to_vec() };
        all.sort_unstable();
        all.dedup();
        if !self.lines.is_empty() && self.have_no_numbers() {
            let names = all.iter().map(|at| &*self.columns[*at].name).collect::<Vec<_>>().join(", ");
            return Rows::refusal_of_words(&format!("has {} rows, but no number in {names}", self.lines.len()));
        }
        // Rates of 0 are frames without an end.
        let is_zero = |at: &usize| self.columns[*at].values.iter().all(|value| *value == 0.0 || !value.is_finite());
        if !self.lines.is_empty() && all.iter().all(is_zero) {
            let names = all.iter().map(|at| &*self.columns[*at].name).collect::<Vec<_>>().join(", ");
            return (0, format!("has only zeros in {names}: whoever wrote it measured no time")).into();
        }
        let found: Vec<ColumnReading> = all.iter().flat_map(|at| self.choices_of(*at, readings)).collect();
        let why = match &all[..] {
            [] => "has no rows".to_owned(),
            [first] => readings[*first].refusal(&self.columns[*first]),
            [first, ..] if found.is_empty() => readings[*first].refusal(&self.columns[*first]),
            _ if self.columns[0].name == JOINED => {
                format!("has commas that are decimal ones ({JOINED}) or stand between two columns (1 and 2)")
            }
            _ => format!("has {} columns that could be the frame times", all.len()),
        };
        Unread::asked(why, found)
    }

    /// Chooses the only column of a table whose names say nothing if it can only be a clock; else asks.
    pub(super) fn without_names(&self, readings: &[Readings]) -> Result<Chosen, Unread> {
        let names = || self.columns.iter().map(|column| &*column.name);
        let all_lengths = readings.iter().all(|readings| !readings.rises());
        if let Some(refusal) = samples::refusal_of_ticks(names(), all_lengths) {
            return Err(refusal.into());
        }
        let has_numbers = |at: &usize| self.columns[*at].values.iter().any(|value| value.is_finite());
        let with_numbers: Vec<usize> = (0..self.columns.len()).filter(has_numbers).collect();
        if let [only] = with_numbers[..]
            && let Some(reading) =
                readings[only].only().filter(|reading| reading.is_clock && readings[only].is_of_frames(*reading))
            && self.columns[only].facts.unit.is_some()
        {
            return Ok(self.chosen(only, reading, &readings[only], None));
        }
        let sums = self.phases(readings);
        // The first line of a log whose lines have a name and a number, such as "FPS: 59.9".
        let is_line = |column: &&Column| {
            let after = column.name.split_once([':', '=']).map(|(_, after)| after.trim_start());
            after.is_some_and(|after| after.starts_with(|first: char| first.is_ascii_digit()))
        };
        if !self.lines.is_empty() && (self.have_no_numbers() || self.columns.iter().any(|column| is_line(&column))) {
            return Err(Rows::refusal_of_words(&format!("has {} rows with words beside the numbers", self.lines.len())));
        }
        let numbers = names().filter(|name| number(name).is_some() && name.contains('.')).count();
        if numbers > 1 && numbers * 2 > self.columns.len() {
            return Err((
                1,
                "has numbers where its first line should name the columns: move the line with their names to the top".to_owned(),
            )
                .into());
        }
        // A part is in the unit of the sum.
        let fits = |reading: &ColumnReading| {
            let is_part = reading.choice.column.as_deref().is_some_and(ColumnName::is_of_part);
            !is_part || sums.is_empty() || sums.iter().any(|sum| sum.choice.unit == reading.choice.unit)
        };
        let single = (0..self.columns.len()).flat_map(|at| self.choices_of(at, readings)).filter(fits);
        let found: Vec<ColumnReading> = sums.iter().cloned().chain(single).collect();
        let names: Vec<String> = names().map(str::to_owned).collect();
        let wanted = "flip_ms, frametime, time or the columns of PresentMon";
        let names = listed(&names);
        let can_be_added = if sums.is_empty() { "" } else { "; parts of a frame can be added up" };
        Err(Unread::asked(
            format!("has no column that says when frames are displayed: it needs {wanted}, and has {names}{can_be_added}"),
            found,
        ))
    }

    /// Returns the ways to add up the columns of parts of a frame, one for each unit that fits; empty if there are not several.
    fn phases(&self, readings: &[Readings]) -> Vec<ColumnReading> {
        let parts = self.parts(readings);
        let sum = self.sum_of_means(&parts);
        if parts.len() < 2 || sum <= 0.0 {
            return Vec::new();
        }
        let names: Vec<&str> = parts.iter().map(|at| &*self.columns[*at].name).collect();
        let reading = |(unit, ms): (TimeUnit, f64)| {
            let words = format!("their sum in {unit}: {} FPS", any_three_digits(1000.0 / (sum * ms)));
            let choice = ColumnChoice { column: Some(names.join(&PLUS.to_string())), unit: Some(unit), is_clock: false };
            ColumnReading { choice, words }
        };
        match self.columns[parts[0]].facts.unit {
            Some(unit) => vec![reading((unit, 1.0))],
            None => usual_units(sum).map(|unit| reading((unit, unit.millis()))).collect(),
        }
    }

    /// Returns the columns of times of parts of a frame: those whose names have units, or if there are not several, those whose names
    /// are known. Work of the GPU is at the same time as that of the CPU, and no part.
    fn parts(&self, readings: &[Readings]) -> Vec<usize> {
        let can_be_part = |at: &usize| {
            let Column { name, .. } = &self.columns[*at];
            let is_load = self.load_names.iter().flatten().any(|load| load == name);
            !is_load && !name.contains(PLUS) && !readings[*at].rises() && self.mean(*at).is_some()
        };
        let has_unit = |at: &usize| self.columns[*at].facts.unit.is_some();
        let (with_unit, without): (Vec<usize>, Vec<usize>) = (0..self.columns.len()).filter(can_be_part).partition(has_unit);
        let is_known = |at: &usize| ColumnName::is_of_part(&self.columns[*at].name);
        let mut parts = if with_unit.len() > 1 { with_unit } else { without.into_iter().filter(is_known).collect() };
        let sum = self.sum_of_means(&parts);
        // A column that the others add up to is the whole frame.
        let is_whole = |at: &usize| self.mean(*at).is_some_and(|mean| (2.0 * mean - sum).abs() <= OFF * mean);
        if let Some(whole) = parts.iter().position(is_whole).filter(|_| parts.len() > 2) {
            parts.remove(whole);
        }
        parts
    }

    fn sum_of_means(&self, columns: &[usize]) -> f64 {
        columns.iter().filter_map(|at| self.mean(*at)).sum()
    }

    /// Returns the mean of a column, in milliseconds if its name has a unit; `None` if a value is negative or absurd, or there are no
    /// values.
    fn mean(&self, at: usize) -> Option<f64> {
        let Column { values, facts, .. } = &self.columns[at];
        let (unit, longest) = facts.unit.map_or((1.0, f64::MAX), |unit| (unit.millis(), LONGEST_MS));
        let known: Vec<f64> = values.iter().filter(|value| value.is_finite()).map(|value| value * unit).collect();
        let are_times = !known.is_empty() && known.iter().all(|value| (0.0..=longest).contains(value));
        are_times.then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    /// Takes columns whose names are those of moments for parts of a frame, if they do not rise and other columns are parts: the
    /// column `flip` beside `update` and `draw` says how long the flip took.
    pub(super) fn take_parts(&mut self, choice: &ColumnChoice) {
        let has_others =
            self.columns.iter().any(|Column { name, facts, .. }| facts.role.is_none() && ColumnName::is_of_part(name));
        if choice.column.is_some() || !has_others {
            return;
        }
        for column in &mut self.columns {
            let is_part = column.facts.role == Some(ColumnRole::Clock) && ColumnName::is_of_part(&column.name);
            if is_part && !column.readings(choice).rises() {
                column.facts.role = None;
            }
        }
    }

    pub(super) fn samples(&self, column: usize, clock: usize, readings: &[Readings]) -> Unread {
        let (Some(reading), Some(of_clock)) =
            (readings[column].left.first(), readings[clock].left.iter().find(|left| left.is_clock))
        else {
            return self.refusal(readings, &[column, clock]);
        };
        let passed = self.passed(clock, *of_clock).unwrap_or_default();
        let [sum, passed] = [self.sum(column, *reading), passed].map(length_in_words);
        let (name, other) = (&self.columns[column].name, &self.columns[clock].name);
        let choices = || vec![readings[column].choice(name, *reading), readings[clock].choice(other, *of_clock)];
        let unlike = self.unlike(column, *reading, clock, *of_clock);
        if is_rare(unlike.rows, self.lines.len()) && unlike.rows > 0 {
            let some = if unlike.rows == 1 { "one row".to_owned() } else { format!("{} rows", unlike.rows) };
            let why = format!(
                "its frame times ({name}) are the steps of its clock ({other}) but for {some}, where {} more passed",
                length_in_words(unlike.most)
            );
            return Unread::asked(
                format!("{why} (line {}): a pause that was not written, or frames whose time is limited", unlike.line),
                choices(),
            );
        }
        let sums = format!("its frame times ({name}) add up to {sum} of {passed} ({other})");
        let [frame, step] = [readings[column].frame_ms(*reading), readings[clock].frame_ms(*of_clock)];
        let are_samples = self.is_mangohud || step > SAMPLED * frame || !readings[clock].is_of_frames(*of_clock);
        if are_samples {
            let remedy = if self.is_mangohud { "with log_interval=0 it writes every frame" } else { samples::REMEDY };
            return Unread::from((0, format!("{sums}, so it holds samples and not frames: {remedy}")));
        }
        Unread::asked(format!("{sums}: they are not the whole time of a frame, or a row is not each a frame"), choices())
    }

    /// Returns whether no column has a number.
    fn have_no_numbers(&self) -> bool {
        self.columns.iter().all(|column| column.values.iter().all(|value| value.is_nan()))
    }

    fn refusal_of_words(why: &str) -> Unread {
        let why =
            format!("{why}: write one number a line, below a first line that says what they are, such as frametime_ms or fps");
        (0, format!("{why}; where a line has one number with a point, grep -oE '[0-9]+[.][0-9]+' finds them")).into()
    }

    /// Refuses a file with all numbers in one line.
    pub(super) fn refuse_one_line(&self, table: &Table) -> Result<(), Unread> {
        let is_row = self.lines.len() == 1 && !self.has_names && table.width() >= MOST_IN_ROW;
        let is_number = |name: &&String| number(name.trim_matches(['[', ']', '(', ')'])).is_some();
        let is_list = self.lines.is_empty()
            && table.names.len() >= MOST_IN_ROW
            && table.names.iter().filter(is_number).count() * 2 > table.names.len();
        if !is_row && !is_list {
            return Ok(());
        }
        let why = "has its numbers in one line: write one a line, below a first line that names them, such as frametime_ms";
        Err((1, format!("{why} (tr -s '[](), ' '\\n')")).into())
    }
}
