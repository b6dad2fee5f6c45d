//! The flips of the frames of a table, from the values of its column.

use super::{Chosen, MOST_WORK, Rows};
use crate::base::numbers::any_three_digits;
use crate::lab::captures::columns::{has_few_outliers, in_order, is_outlier, is_rare, middle};
use crate::lab::captures::gathered::{FrameRow, Gathered, LONGEST_MS};
use crate::lab::captures::part::Refusal;
use std::collections::BTreeMap;

/// A time of day that goes back by more is one of the next day, in milliseconds.
const HALF_A_DAY_MS: f64 = 43_200_000.0;

impl Rows {
    pub(super) fn frames(mut self, chosen: &Chosen) -> Result<Gathered, Refusal> {
        let values = std::mem::take(&mut self.columns[chosen.column].values);
        let unit = chosen.reading.unit.millis();
        self.gathered.report.columns.clone_from(&chosen.words);
        for (name, of) in self.load_names.iter().zip(["CPU", "GPU"]) {
            self.gathered.report.columns += &name.as_ref().map_or_else(String::new, |name| format!("; work of the {of}: {name}"));
        }
        let missing = self.missing(chosen)?;
        let flips = if chosen.reading.is_clock {
            let is_time_of_day = self.columns[chosen.column].cells.is_time_of_day;
            let values = self.put_in_order(values);
            self.moments(&values, unit, is_time_of_day)
        } else {
            let name = if self.has_names { self.columns[chosen.column].name.clone() } else { "the frame time".to_owned() };
            self.sums(&values, chosen, &name)?
        };
        let load = |loads: &[f64], row: usize| loads.get(row).copied().filter(|ms| *ms > 0.0 && *ms <= LONGEST_MS).unwrap_or(0.0);
        let (others, lines) = (&self.others, &self.lines);
        let is_of_frame = |row: usize| !others.contains(&lines[row]);
        let left_out = (0..flips.len()).filter(|row| flips[*row].is_none() && is_of_frame(*row)).count();
        let leave_gaps = chosen.reading.is_clock && is_rare(left_out, flips.len());
        self.check_loads(&flips)?;
        let step = middle(&mut flips.windows(2).filter_map(|pair| Some(pair[1]? - pair[0]?)).collect::<Vec<_>>());
        for (row, flip) in flips.into_iter().enumerate() {
            for _ in 0..missing.get(&self.lines[row]).copied().unwrap_or_default() {
                self.gathered.leave_out(step);
            }
            if flip.is_none() && leave_gaps && is_of_frame(row) {
                self.gathered.leave_out(step);
            }
            let frame = FrameRow { flip, cpu: load(&self.cpu, row), gpu: load(&self.gpu, row), ..FrameRow::default() };
            self.gathered.add(self.lines[row], &frame)?;
        }
        Ok(self.gathered)
    }

    /// Returns the numbers of frames that have no row by the numbers of the frames, before the rows of these lines. The time that
    /// passed is that of all of them. Of frame times the missing ones are only said.
    fn missing(&mut self, chosen: &Chosen) -> Result<BTreeMap<u32, u32>, Refusal> {
        let Some((name, missing)) = self.witnesses.missing() else { return Ok(BTreeMap::new()) };
        let name = name.to_owned();
        let frames: u32 = missing.iter().sum();
        let gaps = missing.iter().filter(|missing| **missing > 0).count();
        let first = missing.iter().position(|missing| *missing > 0).map_or(0, |row| self.lines[row]);
        if chosen.reading.is_clock && !is_rare(gaps, missing.len()) {
            let why = format!(
                "has no rows of {frames} frames, by the numbers in {name}, so it is unknown how long each of them stayed"
            );
            return Err((first, format!("{why}: write a row for each frame")));
        }
        let said = format!("; by the numbers in {name}, {frames} frames have no row, the first before line {first}");
        self.gathered.report.columns += &said;
        let lines = self.lines.iter().copied().zip(missing).filter(|(_, missing)| *missing > 0);
        Ok(if chosen.reading.is_clock { lines.collect() } else { BTreeMap::new() })
    }

    /// Refuses work that takes many times as long as the frames: its unit is another one.
    fn check_loads(&self, flips: &[Option<f64>]) -> Result<(), Refusal> {
        let mut found = flips.iter().flatten();
        let (first, last) = (found.next().copied().unwrap_or_default(), found.next_back().copied().unwrap_or_default());
        let frame = (last - first) / flips.len().max(1) as f64;
        for (name, loads) in self.load_names.iter().zip([&self.cpu, &self.gpu]) {
            let work = loads.iter().copied().filter(|ms| ms.is_finite()).sum::<f64>() / loads.len().max(1) as f64;
            if let Some(name) = name.as_ref().filter(|_| frame > 0.0 && work > MOST_WORK * frame) {
                let [work, frame] = [work, frame].map(any_three_digits);
                let remedy = "end its name with its unit, as in cpu_us";
                return Err((0, format!("has {work} ms of work in {name}, and frames of {frame} ms: {remedy}")));
            }
        }
        Ok(())
    }

    /// Returns the flips of frame times: their sums, in milliseconds; `None` for rows that are left out.
    fn sums(&mut self, values: &[f64], chosen: &Chosen, name: &str) -> Result<Vec<Option<f64>>, Refusal> {
        let unit = chosen.reading.unit.millis();
        let most = chosen.passed.map_or(LONGEST_MS, |passed| LONGEST_MS.min(2.0 * passed));
        let absurd = values.iter().filter(|value| **value * unit > most).count();
        let may_be_left_out = is_rare(absurd, values.len());
        let (mut at, mut flips) = (0.0, Vec::with_capacity(values.len()));
        for (row, value) in values.iter().enumerate() {
            let stay = value * unit;
            let flip = if !stay.is_finite() {
                self.skip("without a number", row)
            } else if stay < 0.0 {
                let value = any_three_digits(*value);
                return Err((self.lines[row], format!("{name} is {value} {}; no time is negative", chosen.reading.unit)));
            } else if stay == 0.0 {
                self.skip("of no length", row)
            } else if stay > most && may_be_left_out {
                self.skip("with an absurd time", row)
            } else {
                at += stay;
                Some(at)
            };
            flips.push(flip);
        }
        Ok(flips)
    }

    /// Puts single rows that stand out of order where their moments belong, and says so. Returns the moments.
    fn put_in_order(&mut self, values: Vec<f64>) -> Vec<f64> {
        let (order, moved) = in_order(&values);
        if moved == 0 || !has_few_outliers(&values) {
            return values;
        }
        for loads in [&mut self.cpu, &mut self.gpu].into_iter().filter(|loads| !loads.is_empty()) {
            *loads = order.iter().map(|row| loads[*row]).collect();
        }
        self.lines = order.iter().map(|row| self.lines[*row]).collect();
        let plural = if moved == 1 { "" } else { "s" };
        let said = format!(", {moved} row{plural} out of order put in order");
        self.gathered.report.columns += &said;
        order.iter().map(|row| values[*row]).collect()
    }

    /// Returns the flips of a clock, in milliseconds since its first moment; `None` for rows that are left out.
    fn moments(&mut self, values: &[f64], unit: f64, is_time_of_day: bool) -> Vec<Option<f64>> {
        let mut steps: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.0).collect();
        let step = middle(&mut steps);
        let may_be_left_out = has_few_outliers(values);
        let (mut last, mut offset, mut runs) = (f64::MIN, 0.0, 1);
        let mut flips = Vec::with_capacity(values.len());
        for (row, value) in values.iter().enumerate() {
            let flip = if !value.is_finite() {
                self.skip("without a number", row)
            } else if may_be_left_out && is_outlier(last, *value, values[row + 1..].iter().copied().find(|next| next.is_finite()))
            {
                self.skip("with an absurd time", row)
            } else {
                if last == f64::MIN {
                    offset = -value;
                } else if is_time_of_day && last - value > HALF_A_DAY_MS {
                    // It is after midnight.
                    offset += 2.0 * HALF_A_DAY_MS;
                } else if *value < last {
                    // The clock has begun again: what passed meanwhile is unknown, and counts as one frame.
                    offset += last - value + step;
                    runs += 1;
                }
                last = *value;
                Some((value + offset) * unit)
            };
            flips.push(flip);
        }
        let joined = match runs {
            1 => String::new(),
            2 => ", whose clock goes back once: read as one run".to_owned(),
            runs => format!(", whose clock goes back {} times: {runs} runs are joined", runs - 1),
        };
        self.gathered.report.columns += &joined;
        flips
    }

    /// Counts a row that is left out, with the line of the first one of its kind.
    fn skip(&mut self, reason: &str, row: usize) -> Option<f64> {
        let line = self.lines[row];
        self.gathered.report.skip_line(reason, line);
        None
    }
}
