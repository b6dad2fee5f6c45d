//! Decides what the columns of a table hold: from their names, their units and their values together.
//!
//! The rules are tables of `docs/captures.md`. A frame lasts from half a millisecond to two seconds in the middle; a unit fits a
//! column if it gives such frames. A column that never falls is read as moments too. A table that two readings explain is not read:
//! its refusal has the readings.

use super::cells::Cells;
use super::column_name::{ColumnName, ColumnRole};
use super::part::{ColumnChoice, ColumnReading, TimeUnit};
use super::samples::REMEDY;
use super::table::Table;
use crate::base::numbers::any_three_digits;

/// The longest name, in bytes, by which a column is called; others are called by their numbers.
const LONGEST_NAME: usize = 60;
/// The lengths of a usual frame, in milliseconds.
const USUAL_MS: std::ops::RangeInclusive<f64> = 0.5..=2000.0;
/// The lengths of the frames of a column whose name has a unit, in milliseconds, if a person says that this unit is right.
pub(super) const POSSIBLE_MS: std::ops::RangeInclusive<f64> = 0.05..=60_000.0;
/// Rows of a clock alone that are further apart than this seem to be samples, in milliseconds.
const SAMPLES_MS: f64 = 200.0;
/// Moments between these, in seconds, can be those of Unix time: the years 2008 to 2039.
const UNIX_S: std::ops::Range<f64> = 1.2e9..2.2e9;
/// A program that watches a computer writes a row at least so often, in milliseconds.
const RAREST_SAMPLES_MS: f64 = 60_000.0;
/// Rows that cannot be read are left out if they are at most one in this number of rows, or a single one.
const ROWS_PER_NONSENSE: usize = 100;
/// A table with fewer rows is refused for nonsense.
const FEWEST_ROWS: usize = 8;
/// The least number of values of a column of moments; `FEWEST_NAMED` if the column is named as a clock.
const FEWEST: usize = 4;
const FEWEST_NAMED: usize = 3;
/// A clock goes back by more than this share of its range, or never.
const FALL: f64 = 0.5;
/// The least number of rows for each row in which a clock goes back.
const ROWS_PER_FALL: usize = 50;
/// The largest first moment of a clock that begins near zero, in its usual steps.
const NEAR_ZERO_STEPS: f64 = 2.0;
/// A column that is named as a clock can hold frame times only if nine of ten values are between the median divided by this number
/// and the median times this number.
const SPREAD: f64 = 4.0;
/// A row that stands out of order is at most this number of rows from its place.
const FURTHEST: usize = 8;
/// Frame times are those of a clock if their sum differs from the passed time by at most this share.
pub(super) const OFF: f64 = 0.05;

/// Frame times drift from the moments from which they were computed by at most this share.
const DRIFT: f64 = 0.002;

/// Steps are alike if they differ by at most this share: so moments are rounded that are sums.
const ALIKE: f64 = 1e-6;

/// A column of numbers; NaN where a row has none.
#[derive(Debug)]
pub(super) struct Column {
    pub cells: Cells,
    /// The name as it is written, or the number of the column counted from 1 if it has none or a very long one.
    pub name: String,
    pub facts: ColumnName,
    pub values: Vec<f64>,
}

/// A way to read one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    pub is_clock: bool,
    pub unit: TimeUnit,
}

/// The ways to read a column.
#[derive(Debug)]
pub(super) struct Readings {
    /// The ways that the table of rules leaves: one if it can be read, several if they must be asked for.
    pub left: Vec<Reading>,
    /// The ways that fit the values, whatever the name says, and the way that the name says.
    fitting: Vec<Reading>,
    /// The middle value, and the middle step.
    middle: f64,
    step: f64,
    pub longest_step: f64,
    /// Whether the column never falls, or only where a clock begins again, and moves.
    is_clock: bool,
    /// Whether the column counts frames.
    pub is_counter: bool,
    /// Whether the lengths are those of frame rates.
    is_rate: bool,
    /// The number of times that the column goes back, if it rises otherwise but is no clock; else 0.
    falls: usize,
}

impl Column {
    /// Returns a column of a table before its first row.
    pub fn of(table: &Table, cells: &Cells) -> Column {
        let index = cells.index;
        if cells.are_several() {
            let unit = table.names.get(index).and_then(|name| ColumnName::of(name).unit);
            let facts = ColumnName { role: Some(ColumnRole::Lengths), unit };
            return Column { cells: cells.clone(), facts, ..Column::without_name(index) };
        }
        let name = table.names.get(index).filter(|name| !name.is_empty());
        let named = |name: &String| {
            let column = Column { facts: ColumnName::of(name), ..Column::without_name(index) };
            if name.len() <= LONGEST_NAME { Column { name: name.clone(), ..column } } else { column }
        };
        name.map_or_else(|| Column::without_name(index), named)
    }

    pub fn without_name(index: usize) -> Column {
        let name = (index + 1).to_string();
        Column { cells: Cells::of(index), name, facts: ColumnName::default(), values: Vec::new() }
    }

    /// Returns whether the steps of this clock are frame times row by row, each before or after its moment, in nine of ten rows.
    pub fn has_steps(&self, of_clock: Reading, lengths: &Column, of_lengths: Reading) -> bool {
        let moments = self.values.windows(2).map(|pair| (pair[1] - pair[0]) * of_clock.unit.millis());
        let steps: Vec<f64> = moments.collect();
        let grain = self.grain(of_clock).max(lengths.grain(of_lengths));
        let are_steps = |lengths: &[f64]| {
            let pairs = lengths.iter().map(|length| length * of_lengths.unit.millis()).zip(&steps);
            let known: Vec<bool> = pairs
                .filter(|(length, step)| length.is_finite() && step.is_finite())
                .map(|(length, step)| (length - step).abs() <= OFF * step.abs() + grain)
                .collect();
            let near = known.iter().filter(|is_near| **is_near).count();
            near > 0 && near * 10 >= known.len() * 9
        };
        are_steps(&lengths.values) || lengths.values.get(1..).is_some_and(are_steps)
    }

    /// Returns whether this clock, which is one in several units, is one of these frame times: its steps follow them row by row, and
    /// it passes what they add up to. Steps that are all alike say nothing of the frames.
    pub fn follows(&self, of_clock: Reading, lengths: &Column, of_lengths: Reading) -> bool {
        let passed = passed(&self.values) * of_clock.unit.millis();
        let sum: f64 = finite(&lengths.values).iter().skip(1).sum::<f64>() * of_lengths.unit.millis();
        let steps = || self.values.windows(2).map(|pair| pair[1] - pair[0]);
        let are_alike = steps().zip(steps().skip(1)).all(|(one, next)| (one - next).abs() <= ALIKE * one.abs());
        let off = DRIFT * passed + 2.0 * self.grain(of_clock).max(lengths.grain(of_lengths));
        !are_alike && (sum - passed).abs() <= off && self.has_steps(of_clock, lengths, of_lengths)
    }

    /// Returns the unit of whole numbers in milliseconds, to which they are rounded; 0 of other numbers.
    pub fn grain(&self, reading: Reading) -> f64 {
        let is_whole = self.values.iter().all(|value| !value.is_finite() || value.fract() == 0.0);
        if is_whole { reading.unit.millis() } else { 0.0 }
    }

    /// Returns the ways to read the column.
    pub fn readings(&self, choice: &ColumnChoice) -> Readings {
        let shape = Shape::of(&self.values, self.facts.role);
        let lengths: Vec<TimeUnit> = usual_units(shape.middle).filter(|_| shape.falls == 0).collect();
        let clock: Vec<TimeUnit> = if shape.is_clock { shape.clock_units() } else { Vec::new() };
        let as_readings = |units: &[TimeUnit], is_clock: bool| -> Vec<Reading> {
            units.iter().map(|unit| Reading { is_clock, unit: *unit }).collect()
        };
        let fitting: Vec<Reading> = [as_readings(&lengths, false), as_readings(&clock, true)].concat();
        let chosen_unit = choice.unit.filter(|unit| *unit != TimeUnit::FramesPerSecond);
        let unit = if self.cells.have_units { Some(TimeUnit::Millis) } else { chosen_unit.or(self.facts.unit) };
        let of_unit = |units: Vec<TimeUnit>| -> Vec<TimeUnit> {
            units.into_iter().filter(|fits| unit.is_none_or(|unit| unit == *fits)).collect()
        };
        let (lengths, clock): (Vec<TimeUnit>, Vec<TimeUnit>) = (of_unit(lengths), of_unit(clock));
        let is_one_unit = lengths.iter().any(|unit| clock.contains(unit));
        let begins_near_zero = shape.first.abs() <= NEAR_ZERO_STEPS * shape.step;
        let is_counter = shape.is_counter && unit.is_none() && !choice.is_clock;
        let is_rate = self.facts.role == Some(ColumnRole::Rate);
        let left = if is_rate {
            as_readings(if lengths.contains(&TimeUnit::Millis) { &[TimeUnit::Millis] } else { &[] }, false)
        } else if self.cells.is_time_of_day {
            as_readings(if shape.is_clock { &[TimeUnit::Millis] } else { &[] }, true)
        } else if choice.is_clock {
            as_readings(&chosen_unit.map_or(clock, |unit| vec![unit]), true)
        } else if is_counter {
            Vec::new()
        } else if lengths.is_empty() || clock.is_empty() {
            // What never falls and is called a time is no length, whatever it is.
            let is_steady = self.facts.role != Some(ColumnRole::Clock) || shape.is_steady && !shape.is_clock;
            let lengths = if is_steady { &lengths[..] } else { &[] };
            let forced = chosen_unit.filter(|_| lengths.is_empty() && clock.is_empty());
            [as_readings(lengths, false), as_readings(&clock, true), as_readings(&Vec::from_iter(forced), false)].concat()
        } else if self.facts.role == Some(ColumnRole::Clock) || is_one_unit && begins_near_zero {
            as_readings(&clock, true)
        } else if chosen_unit.is_some() || self.facts.role == Some(ColumnRole::Lengths) && !is_one_unit {
            as_readings(&lengths, false)
        } else {
            [as_readings(&lengths, false), as_readings(&clock, true)].concat()
        };
        let Shape { middle, step, longest_step, falls, .. } = shape;
        let named = self.facts.unit.map(|unit| Reading { is_clock: false, unit }).filter(|named| !fitting.contains(named));
        let can_be_named = |named: &Reading| POSSIBLE_MS.contains(&(middle * named.unit.millis()));
        let fitting = match () {
            () if is_rate => left.clone(),
            () if is_counter => Vec::new(),
            () => named.filter(can_be_named).into_iter().chain(fitting).collect(),
        };
        Readings { left, fitting, middle, step, longest_step, is_clock: shape.is_clock, is_counter, is_rate, falls }
    }
}

impl Readings {
    /// Returns the only way to read the column; `None` if there are several or none.
    pub fn only(&self) -> Option<Reading> {
        if let [only] = self.left[..] { Some(only) } else { None }
    }

    /// Returns whether the column rises as moments do.
    pub fn rises(&self) -> bool {
        self.is_clock || self.falls > 0
    }

    /// Returns whether the steps of moments can be those of frames, and not of samples.
    pub fn is_of_frames(&self, reading: Reading) -> bool {
        (*USUAL_MS.start()..SAMPLES_MS).contains(&self.frame_ms(reading))
    }

    /// Returns what a person can choose of this column: what is left, else what fits.
    pub fn choices(&self, column: &str) -> Vec<ColumnReading> {
        let all = if self.left.is_empty() { &self.fitting } else { &self.left };
        let has_length = |reading: &&Reading| self.frame_ms(**reading) > 0.0;
        all.iter().filter(has_length).map(|reading| self.choice(column, *reading)).collect()
    }

    /// Returns one way to read the column.
    pub fn choice(&self, column: &str, reading: Reading) -> ColumnReading {
        let Reading { is_clock, unit } = reading;
        if self.is_rate {
            let choice = ColumnChoice { column: Some(column.to_owned()), ..ColumnChoice::default() };
            let fps = fps_in_words(1000.0 / self.middle);
            return ColumnReading { choice, words: format!("each row is a frame, and {column} its rate: {fps}") };
        }
        let choice = ColumnChoice { column: Some(column.to_owned()), unit: Some(unit), is_clock };
        let fps = 1000.0 / self.frame_ms(reading);
        let moments = if is_clock { "moments in " } else { "" };
        ColumnReading { choice, words: format!("{column} as {moments}{unit}: {}", fps_in_words(fps)) }
    }

    pub fn frame_ms(&self, reading: Reading) -> f64 {
        (if reading.is_clock { self.step } else { self.middle }) * reading.unit.millis()
    }

    /// Describes in which unit a column without one is read.
    pub fn unit_in_words(&self, reading: Reading) -> String {
        if self.is_rate {
            return "frames a second, if each row is a frame".to_owned();
        }
        let other = if reading.unit == TimeUnit::Millis { TimeUnit::Micros } else { TimeUnit::Millis };
        let length = self.frame_ms(Reading { unit: other, ..reading });
        format!("read as {}: as {other} a frame would last {}", reading.unit, length_in_words(length))
    }

    /// Describes why the column can't be read as its name says.
    pub fn refusal(&self, column: &Column) -> String {
        let name = &column.name;
        if column.values.iter().all(|value| value.is_nan()) {
            return format!("has {} rows, but no number in {name}", column.values.len());
        }
        if self.is_rate {
            return format!("{name} has values around {}, which are no rates of frames", any_three_digits(1000.0 / self.middle));
        }
        if self.falls > 0 {
            let times = if self.falls == 1 { "once".to_owned() } else { format!("{} times", self.falls) };
            return format!("{name} rises from row to row but goes back {times}: put its rows in order");
        }
        if self.is_counter {
            return format!("{name} rises by 1 from row to row, so it counts frames and says no time");
        }
        let values = format!("{name} has values around {}", any_three_digits(self.middle));
        match (&self.left[..], column.facts.unit) {
            ([], Some(unit)) => {
                let long = length_in_words(self.middle * unit.millis());
                format!("{values}: in {unit}, as its name says, a frame would last {long}")
            }
            ([], None) => format!("{values}, which are no frame times in any unit"),
            _ => {
                let of_samples = self.left.iter().find(|reading| reading.is_clock && !self.is_of_frames(**reading));
                let samples = of_samples.map_or(String::new(), |reading| {
                    let (unit, far) = (reading.unit, length_in_words(self.frame_ms(*reading)));
                    format!(": if they are in {unit}, rows are {far} apart and are samples and not frames: {REMEDY}")
                });
                format!("{values}, which have several meanings{samples}")
            }
        }
    }
}

/// Returns the units in which frames of this length are usual.
pub(super) fn usual_units(length: f64) -> impl Iterator<Item = TimeUnit> {
    TimeUnit::ALL.into_iter().filter(move |unit| USUAL_MS.contains(&(length * unit.millis())))
}

/// The facts about the values of a column that its reading depends on.
struct Shape {
    /// The lower median of the values, and of the steps from one to the next.
    middle: f64,
    step: f64,
    longest_step: f64,
    first: f64,
    is_clock: bool,
    is_counter: bool,
    is_steady: bool,
    /// The number of times that the values fall, if nine of ten steps rise and they are no clock; else 0.
    falls: usize,
}

impl Shape {
    fn of(values: &[f64], role: Option<ColumnRole>) -> Shape {
        let mut numbers = finite(values);
        let first = numbers.first().copied().unwrap_or(0.0);
        let rises = Rises::of(&numbers);
        let mut steps: Vec<f64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let fewest = if role == Some(ColumnRole::Clock) { FEWEST_NAMED } else { FEWEST };
        // Of a few frame times one can be much shorter than the one before.
        let may_fall = role != Some(ColumnRole::Lengths) || numbers.len() >= FEWEST_ROWS;
        let is_clock = numbers.len() >= fewest && rises.is_clock(numbers.len()) && (may_fall || rises.falls == 0);
        let is_counter = numbers.len() >= fewest && steps.iter().all(|step| *step == 1.0);
        let longest_step = steps.iter().copied().fold(0.0, f64::max);
        let (rising, falling) =
            (steps.iter().filter(|step| **step > 0.0).count(), steps.iter().filter(|step| **step < 0.0).count());
        let is_ramp = numbers.len() >= FEWEST_ROWS && !is_clock && rising * 10 >= steps.len() * 9;
        let falls = if is_ramp { falling } else { 0 };
        let step = middle(&mut steps);
        let middle = middle(&mut numbers);
        let near = numbers.iter().filter(|value| (middle / SPREAD..=middle * SPREAD).contains(*value)).count();
        let is_steady = near * 10 >= numbers.len() * 9;
        Shape { middle, step, longest_step, first, is_clock, is_counter, is_steady, falls }
    }

    /// Returns the units of a clock: those that give usual frames, and the one that makes it Unix time, even of samples.
    fn clock_units(&self) -> Vec<TimeUnit> {
        let usual: Vec<TimeUnit> = usual_units(self.step).collect();
        let is_unix = |unit: TimeUnit| {
            UNIX_S.contains(&(self.first * unit.millis() / 1000.0)) && self.step * unit.millis() <= RAREST_SAMPLES_MS
        };
        TimeUnit::ALL.into_iter().filter(|unit| usual.contains(unit) || self.step > 0.0 && is_unix(*unit)).collect()
    }
}

/// The falls of a column from one row to the next. A single value that is off is no fall.
struct Rises {
    falls: usize,
    least_fall: f64,
    range: f64,
}

impl Rises {
    fn of(numbers: &[f64]) -> Rises {
        let clean: Vec<f64> = without_outliers(numbers).collect();
        let clean = if is_rare(numbers.len() - clean.len(), numbers.len()) { clean } else { numbers.to_vec() };
        let (least, most) = clean.iter().fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(*value), most.max(*value)));
        let falls: Vec<f64> = clean.windows(2).map(|pair| pair[0] - pair[1]).filter(|fall| *fall > 0.0).collect();
        Rises { falls: falls.len(), least_fall: falls.iter().copied().fold(f64::MAX, f64::min), range: most - least }
    }

    fn is_clock(&self, rows: usize) -> bool {
        self.range > 0.0
            && (self.falls == 0 || self.falls * ROWS_PER_FALL <= rows.max(ROWS_PER_FALL) && self.least_fall > FALL * self.range)
    }
}

/// Returns the moments without single ones that are off: later than the next one, which is not before the last one.
fn without_outliers(numbers: &[f64]) -> impl Iterator<Item = f64> {
    let mut last = f64::MIN;
    numbers.iter().enumerate().filter_map(move |(row, value)| {
        let is_off = is_outlier(last, *value, numbers.get(row + 1).copied());
        if !is_off {
            last = *value;
        }
        (!is_off).then_some(*value)
    })
}

/// Returns whether so few rows are nonsense that they can be left out.
pub(super) fn is_rare(nonsense: usize, rows: usize) -> bool {
    rows >= FEWEST_ROWS && nonsense <= (rows / ROWS_PER_NONSENSE).max(1)
}

/// Returns whether single moments that are off can be left out.
pub(super) fn has_few_outliers(values: &[f64]) -> bool {
    let numbers = finite(values);
    is_rare(numbers.len() - without_outliers(&numbers).count(), numbers.len())
}

/// Returns the time that passes by a clock, in its unit, without single moments that are off.
pub(super) fn passed(values: &[f64]) -> f64 {
    let numbers = finite(values);
    let clean = if has_few_outliers(&numbers) { without_outliers(&numbers).collect() } else { numbers };
    clean.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).sum()
}

/// Returns whether a moment is off, between those before and after it; the last one if it is before the one before it.
pub(super) fn is_outlier(last: f64, value: f64, next: Option<f64>) -> bool {
    next.map_or(value < last, |next| last > f64::MIN && next >= last && !(last..=next).contains(&value))
}

/// Returns the rows in the order of their moments, and how many rows have changed their places. A moment that is off and belongs at
/// most `FURTHEST` rows away, between two others, is of a row that stands out of order.
pub(super) fn in_order(values: &[f64]) -> (Vec<usize>, usize) {
    let (mut order, mut moved) = ((0..values.len()).collect::<Vec<_>>(), 0);
    let mut last = f64::MIN;
    for (row, value) in values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
        let after = &values[row + 1..];
        if !is_outlier(last, *value, after.iter().copied().find(|next| next.is_finite())) {
            last = *value;
        } else if *value < last {
            let before = &order[row.saturating_sub(FURTHEST)..row];
            if let Some(rows) = before.iter().rev().position(|row| values[*row] <= *value) {
                order[row - rows..=row].rotate_right(1);
                moved += 1;
            }
        } else if let Some(rows) = after.iter().take(FURTHEST).position(|next| next >= value) {
            order[row..=row + rows].rotate_left(1);
            moved += 1;
        }
    }
    (order, moved)
}

fn finite(values: &[f64]) -> Vec<f64> {
    values.iter().copied().filter(|value| value.is_finite()).collect()
}

/// Returns the lower median; 0 of no numbers.
pub(super) fn middle(numbers: &mut [f64]) -> f64 {
    let Some(at) = numbers.len().checked_sub(1).map(|last| last / 2) else { return 0.0 };
    *numbers.select_nth_unstable_by(at, f64::total_cmp).1
}

/// Returns a length with its unit, as a person would say it.
pub(super) fn length_in_words(ms: f64) -> String {
    match ms.abs() {
        size if size >= 3.6e6 => format!("{} h", any_three_digits(ms / 3.6e6)),
        size if size >= 1000.0 => format!("{} s", any_three_digits(ms / 1000.0)),
        _ => format!("{} ms", any_three_digits(ms)),
    }
}

fn fps_in_words(fps: f64) -> String {
    format!("{} FPS", any_three_digits(fps))
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::columns::*;

    fn only(name: &str, values: &[f64]) -> Option<(bool, TimeUnit)> {
        let facts = ColumnName::of(name);
        let column = Column { cells: Cells::of(0), name: name.to_owned(), facts, values: values.to_vec() };
        column.readings(&ColumnChoice::default()).only().map(|reading| (reading.is_clock, reading.unit))
    }

    fn rising(from: f64, step: f64) -> Vec<f64> {
        (0..40).map(|row| from + step * f64::from(row)).collect()
    }

    #[test]
    fn a_unit_is_taken_if_it_is_the_only_one_that_fits_and_no_name_denies_it() {
        let around = |middle: f64| (0..40).map(|row| middle * (1.0 + f64::from(row * 7 % 5) / 100.0)).collect::<Vec<_>>();
        for (name, middle, unit) in [
            ("frametime", 16.7, Some(TimeUnit::Millis)),
            ("frametime", 0.0167, Some(TimeUnit::Seconds)),
            ("frametime", 16_700.0, Some(TimeUnit::Micros)),
            ("frametime", 16_700_000.0, Some(TimeUnit::Nanos)),
            ("frametime", 1.2, None),
            ("frametime", 1500.0, None),
            ("frametime_ms", 1.2, Some(TimeUnit::Millis)),
            ("frametime_us", 1500.0, Some(TimeUnit::Micros)),
            ("frametime_ms", 0.0167, None),
            ("frametime_s", 16.7, None),
            ("frametime", 1e12, None),
        ] {
            assert_eq!(only(name, &around(middle)), unit.map(|unit| (false, unit)), "{name} {middle}");
        }
    }

    #[test]
    fn a_column_that_never_falls_is_a_clock_if_only_that_fits_or_its_name_says_so() {
        use TimeUnit::{Micros, Millis, Seconds};
        let steady = [16.7; 40];
        for (name, values, read) in [
            ("frametime", rising(16.683, 16.683), Some((true, Millis))),
            ("frametime", rising(5.4, 0.08), Some((false, Millis))),
            ("frametime", rising(500.0, 16.7), None),
            ("time", rising(500.0, 16.7), Some((true, Millis))),
            ("time", rising(5.4, 0.08), Some((true, Seconds))),
            ("", rising(0.0, 16.7), Some((true, Millis))),
            ("", rising(5.4, 0.08), None),
            ("timestamp", rising(1.7e9, 0.0167), Some((true, Seconds))),
            ("timestamp", rising(1.7e9, 5.0), None),
            ("timestamp_us", rising(8e11, 16_667.0), Some((true, Micros))),
            ("time", steady.to_vec(), Some((false, Millis))),
            ("frame", rising(0.0, 1.0), None),
            ("time (ms)", rising(0.0, 1.0), Some((true, Millis))),
        ] {
            assert_eq!(only(name, &values), read, "{name} {:?}", &values[..3]);
        }
        let wraps: Vec<f64> = (0..100).map(|row| f64::from(row * 20 % 1500)).collect();
        assert_eq!(only("t", &wraps), Some((true, Millis)));
        let outlier: Vec<f64> = (0..100).map(|row| if row == 40 { 9e9 } else { f64::from(row) * 16.7 }).collect();
        assert_eq!(only("t", &outlier), Some((true, Millis)));
    }
}
