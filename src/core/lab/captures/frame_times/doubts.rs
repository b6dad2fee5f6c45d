//! The doubts about a column that was chosen: what else in the table says something different. A table with a doubt is asked for.

use super::{Chosen, Confirmed, NEAR_RATE, Rows};
use crate::base::numbers::any_three_digits;
use crate::lab::captures::column_name::ColumnRole;
use crate::lab::captures::columns::{Column, Reading, Readings, is_rare, length_in_words, middle};
use crate::lab::captures::gathered::LONGEST_MS;
use crate::lab::captures::part::{ColumnChoice, ColumnReading, TimeUnit, Unread};
use crate::lab::captures::samples;

/// Values between these can be frame times in ms and frame rates.
const MS_OR_RATE: std::ops::RangeInclusive<f64> = 2.0..=1000.0;
/// Frame times are the steps of a clock if they differ by at most this share of the middle one, or by `LEAST_OFF_MS`, beside what
/// is rounded.
const OFF_STEP: f64 = 0.25;
const LEAST_OFF_MS: f64 = 1.0;
/// Fewer frame times in the order of their lengths are so by chance.
const FEWEST_IN_ORDER: usize = 8;
/// Steps are even if they differ by at most this share.
const EVEN: f64 = 1e-6;
/// Even steps of this many whole tens of milliseconds and more are those of a timer.
const LEAST_TENS: f64 = 4.0;
/// Frames of whole microseconds that last so long, in milliseconds, are frames of 12 to 100 FPS if they are ticks of 100 ns.
const LIKE_TICKS_MS: std::ops::RangeInclusive<f64> = 80.0..=350.0;
/// Frames of whole nanoseconds that last so long, in milliseconds, are frames of 29 FPS and more if they are cycles of a processor.
const LIKE_CYCLES_MS: std::ops::RangeInclusive<f64> = 36.0..=350.0;
/// The cycles of a usual processor in a nanosecond.
const CYCLES_PER_NS: f64 = 3.0;
/// The moments of the years 2008 to 2039 in ticks of 100 ns: since the year 1, and since 1601.
const TICKS_NOW: [std::ops::Range<f64>; 2] = [6.33e17..6.44e17, 1.28e17..1.39e17];

impl Rows {
    /// Returns the refusal of a table whose rows or whose columns are no frames, whatever is chosen.
    pub(super) fn doubt_rows(&self, choice: &ColumnChoice) -> Result<(), Unread> {
        if choice.column.is_none()
            && let Some(refusal) = self.witnesses.refusal()
        {
            return Err(refusal.into());
        }
        if choice.column.is_some()
            && let Some(refusal) = self.witnesses.refusal_of_processes()
        {
            return Err(refusal.into());
        }
        if self.lines.len() == 1 && self.has_names && choice.column.is_none() {
            return Err((
                self.lines[0],
                format!("has one row of numbers, so it is a summary and no capture: {}", samples::REMEDY),
            )
                .into());
        }
        if choice.column.is_none() {
            self.doubt_statistics()?;
        }
        let is_in_ticks = |column: &&Column| {
            let first = column.values.iter().find(|value| value.is_finite());
            first.is_some_and(|first| TICKS_NOW.iter().any(|now| now.contains(first)))
        };
        if let Some(Column { name, .. }) = self.columns.iter().find(is_in_ticks) {
            let why = format!("has moments in ticks of 100 ns ({name})");
            return Err((0, format!("{why}: subtract the first one, divide by 10000, and call the column flip_ms")).into());
        }
        Ok(())
    }

    /// Returns the refusal of a reading that something in the table speaks against.
    pub(super) fn doubt(&self, chosen: &Chosen, choice: &ColumnChoice, readings: &[Readings]) -> Result<(), Unread> {
        if choice.column.is_some() {
            self.doubt_numbers(chosen)?;
        }
        let Chosen { column, reading, confirmed, .. } = chosen;
        self.doubt_unit(*column, *reading, confirmed.is_some() || choice.unit.is_some(), readings)?;
        if choice.column.is_some() {
            return Ok(());
        }
        self.doubt_rates(chosen, readings)?;
        self.doubt_even(chosen, readings)?;
        confirmed.as_ref().map_or(Ok(()), |confirmed| self.doubt_steps(*column, *reading, confirmed, readings))
    }

    /// Doubts a column that many rows have no number of.
    fn doubt_numbers(&self, chosen: &Chosen) -> Result<(), Unread> {
        let Column { values, name, .. } = &self.columns[chosen.column];
        let without = values.iter().filter(|value| !value.is_finite()).count();
        if values.len() < 2 || is_rare(without, values.len()) || without == 0 {
            return Ok(());
        }
        let line = values.iter().position(|value| !value.is_finite()).map_or(0, |row| self.lines[row]);
        let why = format!("{without} of {} rows have no number in {name}, here for the first time", values.len());
        Err((line, format!("{why}: write numbers with digits and one decimal point only")).into())
    }

    /// Doubts the unit of numbers without one: frame times in ms can be rates, whole microseconds ticks, and whole nanoseconds cycles.
    fn doubt_unit(&self, at: usize, reading: Reading, is_sure: bool, readings: &[Readings]) -> Result<(), Unread> {
        let Column { name, facts, cells, values } = &self.columns[at];
        if is_sure || facts.unit.is_some() || facts.role == Some(ColumnRole::Rate) || cells.is_time_of_day || cells.have_units {
            return Ok(());
        }
        let frame = readings[at].frame_ms(reading);
        let are_lengths = !reading.is_clock && reading.unit == TimeUnit::Millis;
        if !self.has_names && are_lengths && self.file_role != Some(ColumnRole::Lengths) && MS_OR_RATE.contains(&frame) {
            let why = format!("has numbers around {} and no name that says what they are", any_three_digits(frame));
            return Err(Unread::asked(why, self.choices_of(at, readings)));
        }
        let are_whole = values.iter().all(|value| !value.is_finite() || value.fract() == 0.0);
        if reading.unit == TimeUnit::Micros && are_whole && LIKE_TICKS_MS.contains(&frame) {
            let [micros, ticks] = [frame, frame / 10.0].map(length_in_words);
            let why = format!("{name} has no unit: as µs a frame would last {micros}, as ticks of 100 ns {ticks}");
            let better = if reading.is_clock { "flip_ms" } else { "frametime_ms" };
            let remedy = format!("divide ticks by 10000 and call the column {better}");
            return Err(Unread::asked(format!("{why}; {remedy}"), readings[at].choices(name)));
        }
        if reading.unit == TimeUnit::Nanos && are_whole && LIKE_CYCLES_MS.contains(&frame) {
            let [nanos, cycles] = [frame, frame / CYCLES_PER_NS].map(length_in_words);
            let why = format!("{name} has no unit: as ns a frame would last {nanos}, as cycles of 3 GHz {cycles}");
            let remedy = "divide cycles by those of a millisecond and say ms in the name of the column";
            return Err(Unread::asked(format!("{why}; {remedy}"), readings[at].choices(name)));
        }
        Ok(())
    }

    /// Doubts frame times that are the bins of a histogram, or percentiles.
    fn doubt_statistics(&self) -> Result<(), Unread> {
        let Some(statistic) = self.witnesses.statistic() else { return Ok(()) };
        let is_in_order = |column: &&Column| {
            let Column { values, facts, name, .. } = column;
            let rises = values.len() >= FEWEST_IN_ORDER && values.windows(2).all(|pair| pair[0] <= pair[1]);
            facts.role == Some(ColumnRole::Lengths) && name != statistic && rises && values.first() < values.last()
        };
        self.columns.iter().find(is_in_order).map_or(Ok(()), |Column { name, .. }| {
            let why = format!("seems to be a table of statistics: {name} only rises, beside {statistic}");
            Err((0, format!("{why}: write a row for each frame")).into())
        })
    }

    /// Doubts frame times that the frame rates beside them contradict.
    fn doubt_rates(&self, chosen: &Chosen, readings: &[Readings]) -> Result<(), Unread> {
        let Chosen { column, reading, confirmed, .. } = chosen;
        if reading.is_clock || confirmed.is_some() || self.columns[*column].facts.role == Some(ColumnRole::Rate) {
            return Ok(());
        }
        let rates = (0..self.columns.len()).filter(|at| self.columns[*at].facts.role == Some(ColumnRole::Rate));
        for rate in rates {
            let Some(of_rate) = readings[rate].only() else { continue };
            let [frame, other] = [readings[*column].frame_ms(*reading), readings[rate].frame_ms(of_rate)];
            if !(other / NEAR_RATE..=other * NEAR_RATE).contains(&frame) {
                let [frame, other] = [frame, other].map(|ms| any_three_digits(1000.0 / ms));
                let [name, rate_name] = [*column, rate].map(|at| &self.columns[at].name);
                let why = format!("has frame times ({name}) of {frame} FPS beside rates ({rate_name}) of {other} FPS");
                let choices = [self.choices_of(*column, readings), self.choices_of(rate, readings)].concat();
                return Err(Unread::asked(why, choices));
            }
        }
        Ok(())
    }

    /// Doubts moments that are exactly as far apart as a timer's, or count by 1, if nothing else says that they are those of frames.
    fn doubt_even(&self, chosen: &Chosen, readings: &[Readings]) -> Result<(), Unread> {
        let Column { values, name, .. } = &self.columns[chosen.column];
        let has_others =
            self.columns.iter().any(|column| matches!(column.facts.role, Some(ColumnRole::Rate | ColumnRole::Lengths)));
        let of_clock = &readings[chosen.column];
        if !chosen.reading.is_clock || has_others && self.columns.len() > 1 || !has_even_steps(values) {
            return Ok(());
        }
        let far = of_clock.frame_ms(chosen.reading);
        let tens = far / 10.0;
        let is_of_timer = tens >= LEAST_TENS - EVEN && (tens - tens.round()).abs() < EVEN * tens;
        if !is_of_timer && (far - chosen.reading.unit.millis()).abs() > EVEN * far {
            return Ok(());
        }
        let why = format!("has rows that are exactly {} apart ({name}), as samples are and frames are not", length_in_words(far));
        Err(Unread::asked(format!("{why}: {}", samples::REMEDY), of_clock.choices(name)))
    }

    /// Doubts frame times that add up to a clock and are not its steps in some rows: limited, averaged or constant ones hide hitches.
    fn doubt_steps(&self, at: usize, reading: Reading, confirmed: &Confirmed, readings: &[Readings]) -> Result<(), Unread> {
        let Unlike { rows, most, line } = self.unlike(at, reading, confirmed.clock, confirmed.reading);
        if rows == 0 {
            return Ok(());
        }
        let [name, clock] = [at, confirmed.clock].map(|at| &self.columns[at].name);
        let some = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
        let most = length_in_words(most);
        let why = format!(
            "its frame times ({name}) are not the steps of its clock ({clock}) in {some}, by up to {most} (line {line}): one of them \
             is limited, averaged or constant and hides hitches, or a pause was not written"
        );
        let of_clock = readings[confirmed.clock].choice(clock, confirmed.reading);
        Err(Unread::asked(why, vec![of_clock, readings[at].choice(name, reading)]))
    }

    /// Compares frame times with the steps of a clock, row by row.
    pub(super) fn unlike(&self, at: usize, reading: Reading, clock: usize, of_clock: Reading) -> Unlike {
        let in_ms = |at: usize, reading: Reading| -> Vec<f64> {
            self.columns[at].values.iter().map(|value| value * reading.unit.millis()).collect()
        };
        let (lengths, moments) = (in_ms(at, reading), in_ms(clock, of_clock));
        let grain = (grain(&moments).max(still(&moments)) + grain(&lengths)) * 1.01;
        let median = middle(&mut lengths.iter().copied().filter(|length| length.is_finite()).collect::<Vec<_>>());
        let most = grain + (OFF_STEP * median).max(LEAST_OFF_MS);
        let off_by = |shift: usize| -> Vec<f64> {
            let pairs = moments.windows(2).enumerate().map(|(row, pair)| {
                let step = pair[1] - pair[0];
                let length = (row + shift).checked_sub(1).and_then(|row| lengths.get(row)).copied().unwrap_or(f64::NAN);
                let is_known = length <= LONGEST_MS && (0.0..=LONGEST_MS).contains(&step);
                if is_known { step - length } else { 0.0 }
            });
            pairs.collect()
        };
        // A frame time can be that of the frame before the moment or after it.
        let compared = (0..4).map(off_by).map(|off| {
            let is_off = |row: usize| {
                let with = |other: Option<usize>| {
                    other.and_then(|other| off.get(other)).is_none_or(|other| (off[row] + other).abs() > most)
                };
                // A moment that was taken late makes one step long and the next one short.
                off[row].abs() > most && with(row.checked_sub(1)) && with(Some(row + 1))
            };
            let rows: Vec<usize> = (0..off.len()).filter(|row| is_off(*row)).collect();
            let furthest = rows.iter().copied().max_by(|one, other| off[*one].abs().total_cmp(&off[*other].abs()));
            let line = furthest.and_then(|row| self.lines.get(row + 1)).copied().unwrap_or_default();
            Unlike { rows: rows.len(), most: furthest.map_or(0.0, |row| off[row].abs()), line }
        });
        compared.min_by_key(|unlike| unlike.rows).unwrap_or_default()
    }

    /// Returns what a person can choose of a column; of one without a name, the rates that its numbers can be as well.
    pub(super) fn choices_of(&self, at: usize, readings: &[Readings]) -> Vec<ColumnReading> {
        let Column { name, facts, cells, .. } = &self.columns[at];
        let mut choices = readings[at].choices(name);
        let in_ms = readings[at].frame_ms(Reading { is_clock: false, unit: TimeUnit::Millis });
        let can_be_rates = !self.has_names && facts.role.is_none() && !cells.is_time_of_day && !readings[at].is_counter;
        if can_be_rates
            && MS_OR_RATE.contains(&in_ms)
            && choices.iter().any(|choice| choice.choice.unit == Some(TimeUnit::Millis))
        {
            let choice = ColumnChoice { column: Some(name.clone()), unit: Some(TimeUnit::FramesPerSecond), is_clock: false };
            let words = format!("each row is a frame, and {name} its rate: {} FPS", any_three_digits(in_ms));
            choices.push(ColumnReading { choice, words });
        }
        choices
    }
}

/// The rows in which frame times are not the steps of a clock, by how much at most, and the line of that row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unlike {
    pub rows: usize,
    pub most: f64,
    pub line: u32,
}

/// Returns whether the steps of a column are all the same.
fn has_even_steps(values: &[f64]) -> bool {
    let mut steps = values.windows(2).map(|pair| pair[1] - pair[0]);
    let Some(first) = steps.next().filter(|step| *step > 0.0) else { return false };
    let most = EVEN * first + values.iter().copied().fold(0.0_f64, |most, value| most.max(value.abs())) * 4.0 * f64::EPSILON;
    steps.all(|step| (step - first).abs() <= most)
}

/// Returns the greatest power of ten of which all numbers are multiples.
fn grain(numbers: &[f64]) -> f64 {
    let are_multiples = |grain: &f64| {
        let is_multiple = |number: &f64| {
            let count = number / grain;
            !number.is_finite() || (count - count.round()).abs() <= 1e-4 + count.abs() * 4.0 * f64::EPSILON
        };
        numbers.iter().all(is_multiple)
    };
    (-9..=5).rev().map(|power| libm::pow(10.0, f64::from(power))).find(are_multiples).unwrap_or(0.0)
}

/// Returns the least step of a clock that often stands still; 0 of others.
fn still(moments: &[f64]) -> f64 {
    let steps = || moments.windows(2).map(|pair| pair[1] - pair[0]);
    let still = steps().filter(|step| *step == 0.0).count();
    if is_rare(still, moments.len()) { 0.0 } else { steps().filter(|step| *step > 0.0).fold(f64::MAX, f64::min) }
}
