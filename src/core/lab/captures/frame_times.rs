//! The reader of tables whose form is not known: columns of frame times or moments, with the names and the units that people give
//! them, or without names. MangoHud's logs are such tables.

use super::column_name::{ColumnName, ColumnRole};
use super::columns::{
    Column, OFF, Reading, Readings, has_few_outliers, in_order, is_outlier, is_rare, length_in_words, middle, passed,
};
use super::gathered::{FrameRow, Gathered, LONGEST_MS};
#[cfg(not(target_arch = "wasm32"))]
use super::live_column::LiveColumn;
use super::live_column::column_value;
use super::load_column::LoadColumn;
use super::part::{ColumnChoice, ColumnReading, Refusal, TimeUnit, Unread};
use super::table::{Table, number, time_of_day};
use crate::base::numbers::any_three_digits;
use crate::model::config::capture::SampleTimes;
use std::collections::BTreeSet;

/// The most columns of a table without names that are looked at.
const MOST_COLUMNS: usize = 8;
/// The number of rows that say what the columns of a table hold that grows.
#[cfg(not(target_arch = "wasm32"))]
const LIVE_ROWS: usize = 16;
/// The rows of a clock are frames if they are at most this number of times further or less far apart than the frame rates beside it say.
const NEAR: f64 = 1.5;
/// The most ways to read a file that are offered.
const MOST_READINGS: usize = 6;
/// The name of the one column that the two of a table without names are if the commas between them are decimal ones.
const JOINED: &str = "1,2";

/// Work that takes this many times as long as the frames is in another unit.
const MOST_WORK: f64 = 8.0;

/// A table that is read as a whole, because its values say what they are.
struct Rows {
    columns: Vec<Column>,
    /// The load of CPU and GPU in milliseconds; NaN where a row has none, empty if no column has it.
    cpu: Vec<f64>,
    gpu: Vec<f64>,
    /// The names of their columns.
    load_names: [Option<String>; 2],
    lines: Vec<u32>,
    /// The lines of rows that have fewer fields than others before them. A program has written something else there.
    others: BTreeSet<u32>,
    most_fields: usize,
    /// The numbers of a table without names if the commas in it are decimal ones; NaN in rows that have other fields.
    joined: Vec<f64>,
    /// Whether a number after a comma begins with a zero, as no whole number does.
    has_zeros: bool,
    has_names: bool,
    is_mangohud: bool,
    gathered: Gathered,
}

/// The column that is read, and how.
struct Chosen {
    column: usize,
    reading: Reading,
    /// The time that passes from the first row to the last by a clock of the table, in milliseconds.
    passed: Option<f64>,
    words: String,
}

pub(super) fn read(mut table: Table, choice: &ColumnChoice) -> Result<Gathered, Unread> {
    let indices = candidates(&table, choice)?;
    let mut rows = Rows::read(&mut table, &indices, choice)?;
    rows.join_decimal_commas(choice);
    let chosen = rows.choose(choice)?;
    Ok(rows.frames(&chosen)?)
}

/// Reads the first rows of a table that grows, which say what its columns hold. Returns the column that is read, and the frames
/// of these rows.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn begin_live(table: &mut Table, choice: &ColumnChoice) -> Result<(LiveColumn, Vec<FrameRow>), Unread> {
    let indices = candidates(table, choice)?;
    let loads = LoadColumn::of(table);
    let mut rows = Rows::new(table, &indices, choice);
    while rows.lines.len() < LIVE_ROWS && table.next_row()? && !table.is_unfinished() {
        rows.add(table, loads);
    }
    let Chosen { column, reading, words, .. } = rows.choose(choice)?;
    let column = &rows.columns[column];
    let is_joined = table.names.len() == 1 && table.width() == 2;
    let mut live = LiveColumn { index: column.index, role: column.facts.role, reading, is_joined, loads, words, at: 0.0 };
    let load = |loads: &[f64], row: usize| loads.get(row).copied();
    let frames = column.values.iter().enumerate();
    let frames = frames.filter_map(|(row, value)| live.frame(*value, load(&rows.cpu, row), load(&rows.gpu, row))).collect();
    Ok((live, frames))
}

/// Returns the columns to look at: the one that was chosen, or those whose names say that they hold times of frames, or the first
/// ones.
fn candidates(table: &Table, choice: &ColumnChoice) -> Result<Vec<usize>, Refusal> {
    if table.names.is_empty() && choice.column.as_deref() == Some(JOINED) {
        return Ok(vec![0, 1]);
    }
    if let Some(asked) = &choice.column {
        let by_number =
            || asked.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < table.names.len().max(table.width()));
        let found = table.column(&[asked.as_str()]).or_else(by_number);
        return found.map(|index| vec![index]).ok_or_else(|| {
            let names = if table.names.is_empty() { format!("{} without names", table.width()) } else { listed(&table.names) };
            (0, format!("has no column {asked}; its columns are {names}"))
        });
    }
    let named = |index: &usize| ColumnName::of(&table.names[*index]).role.is_some();
    let found: Vec<usize> = (0..table.names.len()).filter(named).collect();
    let all = if table.names.is_empty() { table.width() } else { table.names.len() };
    Ok(if found.is_empty() { (0..all.min(MOST_COLUMNS)).collect() } else { found })
}

fn listed(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(6).map(|name| name.chars().take(30).collect()).collect();
    first.join(", ") + if names.len() > 6 { ", …" } else { "" }
}

impl Rows {
    fn new(table: &Table, indices: &[usize], choice: &ColumnChoice) -> Rows {
        let is_mangohud = ["fps", "frametime", "elapsed"].iter().all(|name| table.column(&[name]).is_some());
        let mut gathered = Gathered::new(if is_mangohud { "MangoHud" } else { "Frame times" }, SampleTimes::Unknown);
        gathered.keeps_zero = true;
        let mut columns: Vec<Column> = indices.iter().map(|index| Column::of(table, *index)).collect();
        if choice.unit.is_some() || choice.is_clock {
            // A person who names a unit of times says that they are no rates.
            for column in &mut columns {
                column.facts.role = column.facts.role.filter(|role| *role != ColumnRole::Rate);
            }
        }
        Rows {
            columns,
            cpu: Vec::new(),
            gpu: Vec::new(),
            load_names: [None, None],
            lines: Vec::new(),
            others: BTreeSet::new(),
            most_fields: 0,
            joined: Vec::new(),
            has_zeros: false,
            has_names: !table.names.is_empty(),
            is_mangohud,
            gathered,
        }
    }

    fn read(table: &mut Table, indices: &[usize], choice: &ColumnChoice) -> Result<Rows, Refusal> {
        let loads = LoadColumn::of(table);
        let mut rows = Rows::new(table, indices, choice);
        rows.load_names = loads.map(|load| load.map(|load| load.name(table)));
        let mut wide = 0;
        while table.next_row()? {
            if table.breaks_off() {
                rows.gathered.report.skip("the last row, which is cut off");
                break;
            }
            if rows.lines.is_empty() {
                rows.add_times_of_day(table);
            }
            wide += usize::from(rows.add(table, loads));
        }
        rows.gathered.report.rows = rows.lines.len();
        if wide * 2 > rows.lines.len() {
            let [names, fields] = [table.names.len(), table.width()];
            let remedy = "if its numbers have decimal commas, save it with semicolons between columns, or with decimal points";
            return Err((0, format!("has {names} names of columns and rows of {fields} fields: {remedy}")));
        }
        Ok(rows)
    }

    /// Adds the columns that have a time of day in the first row, whatever their names are.
    fn add_times_of_day(&mut self, table: &Table) {
        let is_known = |index: &usize| self.columns.iter().any(|column| column.index == *index);
        let is_time = |index: &usize| time_of_day(table.text_at(Some(*index))).is_some() && !is_known(index);
        let found: Vec<Column> = (0..table.width()).filter(is_time).map(|index| Column::of(table, index)).collect();
        self.columns.extend(found);
    }

    /// Adds the one column that two columns are if the commas between them are decimal ones, or puts it in their place if that is
    /// sure: second numbers that begin with zeros are digits. First numbers that count are those of frames.
    fn join_decimal_commas(&mut self, choice: &ColumnChoice) {
        let values = std::mem::take(&mut self.joined);
        let is_asked = choice.column.as_deref() == Some(JOINED);
        let joined = values.iter().filter(|number| number.is_finite()).count();
        let can_be = self.columns.len() == 2 && (is_asked || choice.column.is_none() && joined * 2 > self.lines.len());
        if self.has_names || !can_be {
            return;
        }
        let steps = self.columns[0].values.windows(2).map(|pair| pair[1] - pair[0]);
        let counts = steps.filter(|step| step.is_finite()).all(|step| step == 1.0);
        let column = Column { name: JOINED.to_owned(), values, ..Column::without_name(0) };
        if is_asked || self.has_zeros && !counts {
            self.columns = vec![column];
        } else if self.has_zeros || !counts {
            self.columns.insert(0, column);
        }
    }

    /// Adds the present row. Returns whether it has more fields than there are names.
    fn add(&mut self, table: &Table, [cpu, gpu]: [Option<LoadColumn>; 2]) -> bool {
        self.lines.push(table.number);
        // The only column may have decimal commas.
        if table.names.len() > 1 && table.width() < self.most_fields {
            self.others.insert(table.number);
        }
        self.most_fields = self.most_fields.max(table.width());
        let is_joined = table.names.len() == 1 && table.width() == 2;
        for column in &mut self.columns {
            let value = column_value(table, column.index, is_joined, &mut column.is_time_of_day);
            column.values.push(column.facts.role.map_or(value, |role| role.time(value)));
        }
        if !self.has_names {
            let parts = table.around_comma();
            self.has_zeros |= parts.is_some_and(|[_, after]| after.len() > 1 && after.starts_with('0'));
            self.joined.push(parts.and_then(|[before, after]| number(&format!("{before}.{after}"))).unwrap_or(f64::NAN));
        }
        let load = |column: Option<LoadColumn>| column.map(|column| column.read(table).unwrap_or(f64::NAN));
        self.cpu.extend(load(cpu));
        self.gpu.extend(load(gpu));
        let extra = self.has_names && !is_joined && table.width() > table.names.len();
        extra && !table.text_at(Some(table.names.len())).is_empty()
    }

    /// Chooses the column and the way to read it.
    fn choose(&self, choice: &ColumnChoice) -> Result<Chosen, Unread> {
        let readings: Vec<Readings> = self.columns.iter().map(|column| column.readings(choice)).collect();
        if choice.column.is_some() {
            return match readings[0].only() {
                Some(reading) => Ok(self.chosen(0, reading, &readings[0], None)),
                None => Err(self.refusal(&readings, &[0])),
            };
        }
        let is_named = self.has_names && self.columns.iter().any(|column| column.facts.role.is_some());
        if self.has_names && !is_named {
            return Err(self.without_names(&readings));
        }
        if self.lines.is_empty() {
            return Err(Unread::from((0, "has no rows".to_owned())));
        }
        // Frame times that a clock of the table confirms are read, whatever else fits.
        let clocks: Vec<usize> =
            (0..self.columns.len()).filter(|at| readings[*at].left.iter().any(|left| left.is_clock)).collect();
        let is_rate = |at: &usize| self.columns[*at].facts.role == Some(ColumnRole::Rate);
        let has_lengths = |at: &usize| readings[*at].left.iter().any(|left| !left.is_clock);
        let mut lengths: Vec<usize> = (0..self.columns.len()).filter(|at| has_lengths(at) && !is_rate(at)).collect();
        lengths.sort_by_key(|at| ColumnName::rank(&self.columns[*at].name));
        for &column in &lengths {
            let of_lengths = readings[column].left.iter().filter(|left| !left.is_clock);
            let confirmed =
                of_lengths.filter_map(|reading| Some((*reading, self.confirmed(column, *reading, &clocks, &readings)?)));
            // A clock without a unit confirms frame times without one in every unit that both can have.
            match &self.like_rates(column, confirmed.collect(), &readings)[..] {
                [] => {}
                [(reading, passed)] => return Ok(self.chosen(column, *reading, &readings[column], Some(*passed))),
                _ => return Err(self.refusal(&readings, &[column])),
            }
        }
        // Frame times that have no reading are not passed over.
        let is_unread = |at: &usize| {
            let column = &self.columns[*at];
            column.facts.role == Some(ColumnRole::Lengths) && readings[*at].left.is_empty()
        };
        let unread: Vec<usize> = (0..self.columns.len()).filter(is_unread).collect();
        let rate = (0..self.columns.len()).find(|at| has_lengths(at) && is_rate(at));
        if let Some(rate) = rate.filter(|_| lengths.is_empty() && unread.is_empty()) {
            return self.beside_rate(rate, &readings);
        }
        match (&lengths[..], &clocks[..]) {
            ([column], []) => self.only(*column, &readings),
            ([], []) => Err(self.refusal(&readings, &[])),
            ([], [..]) if !unread.is_empty() => Err(self.refusal(&readings, &[&unread[..], &clocks].concat())),
            ([], [first, others @ ..]) => {
                // Of several clocks, such as one in s and one in ms, the first is as good as the others if they agree.
                let passed = |at: usize| self.passed(at, readings[at].only()?);
                let agree = others.iter().all(|other| are_equal(passed(*first), passed(*other)));
                if agree { self.only(*first, &readings) } else { Err(self.refusal(&readings, &clocks)) }
            }
            ([first, others @ ..], []) => {
                let sum = |at: usize| Some(self.sum(at, readings[at].only()?));
                let agree = self.has_names && others.iter().all(|other| are_equal(sum(*first), sum(*other)));
                if agree { self.only(*first, &readings) } else { Err(self.refusal(&readings, &lengths)) }
            }
            ([column, ..], [clock, ..]) if self.has_names && column != clock && !self.are_steps(*column, *clock, &readings) => {
                Err(self.samples(*column, *clock, &readings))
            }
            _ => Err(self.refusal(&readings, &[&lengths[..], &clocks].concat())),
        }
    }

    /// Returns the readings of a column that agree with the frame rates beside it; all of them if only one is given, or none agrees.
    fn like_rates<T: Copy>(&self, column: usize, all: Vec<(Reading, T)>, readings: &[Readings]) -> Vec<(Reading, T)> {
        let rates = (0..self.columns.len()).filter(|at| self.columns[*at].facts.role == Some(ColumnRole::Rate));
        let frame_ms: Vec<f64> = rates.filter_map(|rate| Some(readings[rate].frame_ms(readings[rate].only()?))).collect();
        let is_near = |(reading, _): &&(Reading, T)| {
            frame_ms.iter().any(|frame| (frame / NEAR..=frame * NEAR).contains(&readings[column].frame_ms(*reading)))
        };
        let near: Vec<(Reading, T)> = all.iter().filter(is_near).copied().collect();
        if near.is_empty() { all } else { near }
    }

    /// Returns whether frame times are the steps of a clock of the same unit, so that they can be no samples. Moments in whole
    /// numbers have such steps by chance.
    fn are_steps(&self, column: usize, clock: usize, readings: &[Readings]) -> bool {
        let [moments, lengths] = [clock, column].map(|at| &self.columns[at]);
        let of_clock = readings[clock].left.iter().filter(|left| left.is_clock && moments.grain(**left) == 0.0);
        of_clock.map(|of_clock| (*of_clock, Reading { is_clock: false, ..*of_clock })).any(|(of_clock, of_lengths)| {
            readings[column].left.contains(&of_lengths) && moments.has_steps(of_clock, lengths, of_lengths)
        })
    }

    /// Chooses the clock beside a column of frame rates and no frame times. The rates say whether the rows are frames; without a clock
    /// no one knows.
    fn beside_rate(&self, rate: usize, readings: &[Readings]) -> Result<Chosen, Unread> {
        let is_clock = |at: &usize| {
            let Column { facts, is_time_of_day, values, .. } = &self.columns[*at];
            let is_named = facts.role == Some(ColumnRole::Clock) || *is_time_of_day;
            is_named && values.iter().any(|value| value.is_finite())
        };
        let clocks: Vec<usize> = (0..self.columns.len()).filter(is_clock).collect();
        let Column { name, .. } = &self.columns[rate];
        let Some(first) = clocks.first() else {
            let why = format!("has frame rates ({name}) and no clock, so its rows can be frames or samples");
            return Err(asked(why, readings[rate].choices(name)));
        };
        let of_rate = Reading { is_clock: false, unit: TimeUnit::Millis };
        let frame = readings[rate].frame_ms(of_rate);
        let is_near = |clock: usize, reading: Reading| {
            reading.is_clock && (frame / NEAR..=frame * NEAR).contains(&readings[clock].frame_ms(reading))
        };
        for &clock in &clocks {
            let near: Vec<Reading> = readings[clock].left.iter().copied().filter(|left| is_near(clock, *left)).collect();
            if let [only] = near[..] {
                return Ok(self.chosen(clock, only, &readings[clock], None));
            }
        }
        if let Some(passed) = self.confirmed(rate, of_rate, &clocks, readings) {
            return Ok(self.chosen(rate, of_rate, &readings[rate], Some(passed)));
        }
        let (clock, fps) = (&self.columns[*first].name, any_three_digits(1000.0 / frame));
        let rows = format!("its rows ({clock}) are not as far apart as frames at {fps} FPS ({name}) are");
        Err(Unread::from((0, format!("{rows}, so it holds samples and not frames: {}", super::samples::REMEDY))))
    }

    fn only(&self, column: usize, readings: &[Readings]) -> Result<Chosen, Unread> {
        let left = readings[column].left.iter().map(|reading| (*reading, ())).collect();
        let left = self.like_rates(column, left, readings);
        match (left.len() == 1).then(|| left[0].0) {
            Some(reading) if reading.is_clock && !readings[column].is_of_frames(reading) => {
                let Column { name, is_time_of_day, .. } = &self.columns[column];
                let choices = if *is_time_of_day { Vec::new() } else { readings[column].choices(name) };
                let far = length_in_words(readings[column].frame_ms(reading));
                let remedy = super::samples::REMEDY;
                let why = format!("has rows that are {far} apart ({name}), so it seems to hold samples and not frames: {remedy}");
                Err(Unread { refusal: (0, why), readings: choices })
            }
            Some(reading) => Ok(self.chosen(column, reading, &readings[column], None)),
            None => Err(self.refusal(readings, &[column])),
        }
    }

    fn chosen(&self, at: usize, reading: Reading, readings: &Readings, passed: Option<f64>) -> Chosen {
        let column = &self.columns[at];
        let name = if self.has_names {
            column.name.clone()
        } else if self.columns.len() == 1 {
            "the only column".to_owned()
        } else {
            format!("column {}", column.name)
        };
        let unit = match column.facts.unit {
            _ if column.is_time_of_day => "a time of day".to_owned(),
            Some(unit) if unit == reading.unit => format!("in {unit}"),
            _ => readings.unit_in_words(reading),
        };
        let words =
            if reading.is_clock { format!("Stays: from row to row of {name}, {unit}") } else { format!("Stays: {name}, {unit}") };
        Chosen { column: at, reading, passed, words }
    }

    /// Returns the time that passes by a clock of the table if the frame times add up to it. Where a sum can fit by chance, they must
    /// also be the steps of the clock: in a table without names, and if the clock is one in several units.
    fn confirmed(&self, column: usize, reading: Reading, clocks: &[usize], readings: &[Readings]) -> Option<f64> {
        let of_clock = |clock: &usize| {
            let clock = *clock;
            readings[clock].left.iter().filter_map(move |reading| Some((clock, *reading, self.passed(clock, *reading)?)))
        };
        let others = clocks.iter().filter(|clock| **clock != column);
        let sum = self.sum(column, reading);
        let values = || self.columns[column].values.iter().map(|value| value * reading.unit.millis());
        let ends = [values().find(|value| value.is_finite()), values().rev().find(|value| value.is_finite())];
        let has_one_unit = |clock: usize| readings[clock].left.iter().filter(|left| left.is_clock).count() == 1;
        let fits = |(clock, of_clock, passed): &(usize, Reading, f64)| {
            // Times of day are often whole seconds.
            let is_time_of_day = self.columns[*clock].is_time_of_day;
            let coarse = if is_time_of_day { readings[*clock].longest_step } else { 0.0 };
            let adds_up = ends.iter().flatten().any(|end| (sum - end - passed).abs() <= OFF * passed + coarse);
            let [moments, lengths] = [*clock, column].map(|at| &self.columns[at]);
            let is_sure = || match self.has_names || is_time_of_day {
                _ if !has_one_unit(*clock) => moments.follows(*of_clock, lengths, reading),
                true => true,
                false => moments.has_steps(*of_clock, lengths, reading),
            };
            adds_up && is_sure()
        };
        others.flat_map(of_clock).find(fits).map(|(_, _, passed)| passed)
    }

    /// Returns the sum of a column of frame times without absurd ones, in milliseconds.
    fn sum(&self, column: usize, reading: Reading) -> f64 {
        let values = self.columns[column].values.iter().map(|value| value * reading.unit.millis());
        values.filter(|value| value.is_finite() && *value <= LONGEST_MS).sum()
    }

    /// Returns the time that passes by a clock, in milliseconds.
    fn passed(&self, column: usize, reading: Reading) -> Option<f64> {
        let passed = passed(&self.columns[column].values) * reading.unit.millis();
        Some(passed).filter(|passed| reading.is_clock && *passed > 0.0)
    }

    fn refusal(&self, readings: &[Readings], of: &[usize]) -> Unread {
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

    fn without_names(&self, readings: &[Readings]) -> Unread {
        if let Some(refusal) = super::samples::refusal_of_ticks(self.columns.iter().map(|column| &*column.name)) {
            return refusal.into();
        }
        let choices = |(column, readings): (&Column, &Readings)| readings.choices(&column.name);
        let found: Vec<ColumnReading> = self.columns.iter().zip(readings).flat_map(choices).take(MOST_READINGS).collect();
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let wanted = "flip_ms, frametime, time or the columns of PresentMon";
        let names = listed(&names);
        asked(format!("has no column that says when frames are displayed: it needs {wanted}, and has {names}"), found)
    }

    fn samples(&self, column: usize, clock: usize, readings: &[Readings]) -> Unread {
        let (Some(reading), Some(of_clock)) =
            (readings[column].left.first(), readings[clock].left.iter().find(|left| left.is_clock))
        else {
            return self.refusal(readings, &[column, clock]);
        };
        let passed = self.passed(clock, *of_clock).unwrap_or_default();
        let [sum, passed] = [self.sum(column, *reading), passed].map(length_in_words);
        let remedy = if self.is_mangohud { "with log_interval=0 it writes every frame" } else { super::samples::REMEDY };
        let (name, other) = (&self.columns[column].name, &self.columns[clock].name);
        Unread::from((
            0,
            format!(
                "its frame times ({name}) add up to {sum} of {passed} ({other}), so it holds samples and not frames: {remedy}"
            ),
        ))
    }

    fn frames(mut self, chosen: &Chosen) -> Result<Gathered, Refusal> {
        let values = std::mem::take(&mut self.columns[chosen.column].values);
        let unit = chosen.reading.unit.millis();
        self.gathered.report.columns.clone_from(&chosen.words);
        for (name, of) in self.load_names.iter().zip(["CPU", "GPU"]) {
            self.gathered.report.columns += &name.as_ref().map_or_else(String::new, |name| format!("; work of the {of}: {name}"));
        }
        let flips = if chosen.reading.is_clock {
            let values = self.put_in_order(values);
            self.moments(&values, unit)
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
            if flip.is_none() && leave_gaps && is_of_frame(row) {
                self.gathered.leave_out(step);
            }
            let frame = FrameRow { flip, cpu: load(&self.cpu, row), gpu: load(&self.gpu, row), ..FrameRow::default() };
            self.gathered.add(self.lines[row], &frame)?;
        }
        Ok(self.gathered)
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
    fn moments(&mut self, values: &[f64], unit: f64) -> Vec<Option<f64>> {
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

fn are_equal(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| (one - other).abs() <= OFF * one.abs())
}

/// Returns the refusal of a file that can be read in these ways.
pub(super) fn asked(why: String, readings: Vec<ColumnReading>) -> Unread {
    let remedy = if readings.is_empty() { "; --column, --unit and --moments say how to read it" } else { "" };
    Unread { refusal: (0, why + remedy), readings }
}
