//! The refusals of a table, with the ways to read it that fit.

use super::{Chosen, JOINED, MOST_READINGS, Rows, listed};
use crate::base::numbers::any_three_digits;
use crate::lab::captures::cells::PLUS;
use crate::lab::captures::columns::{Column, Readings, length_in_words};
use crate::lab::captures::gathered::LONGEST_MS;
use crate::lab::captures::part::{ColumnChoice, ColumnReading, Unread};
use crate::lab::captures::samples;

impl Rows {
    pub(super) fn refusal(&self, readings: &[Readings], of: &[usize]) -> Unread {
        let mut all: Vec<usize> = if of.is_empty() { (0..self.columns.len()).collect() } else { of.to_vec() };
        all.sort_unstable();
        all.dedup();
        let choices = |at: &usize| readings[*at].choices(&self.columns[*at].name);
        let found: Vec<ColumnReading> = all.iter().flat_map(choices).take(MOST_READINGS).collect();
        let why = match &all[..] {
            [] => "has no rows".to_owned(),
            [first] => readings[*first].refusal(&self.columns[*first]),
            [first, ..] if found.is_empty() => readings[*first].refusal(&self.columns[*first]),
            _ if self.columns[0].name == JOINED => {
                format!("has commas that are decimal ones ({JOINED}) or stand between two columns (1 and 2)")
            }
            _ => format!("has {} columns that could be the frame times", all.len()),
        };
        asked(why, found)
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
        let sum = self.phases(readings);
        let choices = |(column, readings): (&Column, &Readings)| readings.choices(&column.name);
        let single = self.columns.iter().zip(readings).flat_map(choices);
        let found: Vec<ColumnReading> = sum.iter().cloned().chain(single).take(MOST_READINGS).collect();
        let names: Vec<String> = names().map(str::to_owned).collect();
        let wanted = "flip_ms, frametime, time or the columns of PresentMon";
        let names = listed(&names);
        let sums = if sum.is_some() { "; parts of a frame can be added up" } else { "" };
        Err(asked(format!("has no column that says when frames are displayed: it needs {wanted}, and has {names}{sums}"), found))
    }

    /// Returns the reading of the columns whose names have units and whose values are times of parts of a frame, added up; `None` if
    /// there are not several. Work of the GPU is at the same time as that of the CPU, and no part.
    fn phases(&self, readings: &[Readings]) -> Option<ColumnReading> {
        let is_part = |at: &usize| {
            let Column { name, facts, .. } = &self.columns[*at];
            let is_load = self.load_names.iter().flatten().any(|load| load == name);
            facts.unit.is_some() && !is_load && !name.contains(PLUS) && !readings[*at].rises() && self.mean_ms(*at).is_some()
        };
        let parts: Vec<usize> = (0..self.columns.len()).filter(is_part).collect();
        let frame_ms = parts.iter().map(|at| self.mean_ms(*at)).sum::<Option<f64>>().filter(|ms| *ms > 0.0)?;
        let unit = parts.first().and_then(|first| self.columns[*first].facts.unit)?;
        let names: Vec<&str> = parts.iter().map(|at| &*self.columns[*at].name).collect();
        let sum = names.join(&PLUS.to_string());
        let words = format!("their sum in {unit}: {} FPS", any_three_digits(1000.0 / frame_ms));
        let choice = ColumnChoice { column: Some(sum), unit: Some(unit), is_clock: false };
        (parts.len() > 1).then_some(ColumnReading { choice, words })
    }

    /// Returns the mean of a column in milliseconds; `None` if a value is negative or absurd, or there are no values.
    fn mean_ms(&self, at: usize) -> Option<f64> {
        let Column { values, facts, .. } = &self.columns[at];
        let unit = facts.unit?.millis();
        let known: Vec<f64> = values.iter().filter(|value| value.is_finite()).map(|value| value * unit).collect();
        let are_times = !known.is_empty() && known.iter().all(|ms| (0.0..=LONGEST_MS).contains(ms));
        are_times.then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    pub(super) fn samples(&self, column: usize, clock: usize, readings: &[Readings]) -> Unread {
        let (Some(reading), Some(of_clock)) =
            (readings[column].left.first(), readings[clock].left.iter().find(|left| left.is_clock))
        else {
            return self.refusal(readings, &[column, clock]);
        };
        let passed = self.passed(clock, *of_clock).unwrap_or_default();
        let [sum, passed] = [self.sum(column, *reading), passed].map(length_in_words);
        let remedy = if self.is_mangohud { "with log_interval=0 it writes every frame" } else { samples::REMEDY };
        let (name, other) = (&self.columns[column].name, &self.columns[clock].name);
        Unread::from((
            0,
            format!(
                "its frame times ({name}) add up to {sum} of {passed} ({other}), so it holds samples and not frames: {remedy}"
            ),
        ))
    }
}

/// Returns the refusal of a file that can be read in these ways.
pub(in crate::lab::captures) fn asked(why: String, readings: Vec<ColumnReading>) -> Unread {
    let remedy = if readings.is_empty() { "; --column, --unit and --moments say how to read it" } else { "" };
    Unread { refusal: (0, why + remedy), readings }
}
