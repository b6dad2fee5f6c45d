//! The reader of tables whose form is not known: columns of frame times or moments, with the names and the units that people give
//! them, or without names. MangoHud's logs are such tables.

use super::cells::Cells;
use super::column_name::{ColumnName, ColumnRole};
use super::columns::{Column, OFF, Reading, Readings, length_in_words, passed};
use super::field_values::number;
#[cfg(not(target_arch = "wasm32"))]
use super::gathered::FrameRow;
use super::gathered::{Gathered, LONGEST_MS};
#[cfg(not(target_arch = "wasm32"))]
use super::live_column::LiveColumn;
use super::load_column::LoadColumn;
use super::part::{ColumnChoice, Refusal, TimeUnit, Unread};
use super::summary_rows::{self, FoundRows, SummaryRows, retain_others};
use super::table::Table;
use super::time_of_day::time_of_day;
use crate::base::numbers::any_three_digits;
use crate::model::config::capture::SampleTimes;
use std::collections::BTreeSet;
use witnesses::Witnesses;

mod doubts;
mod fast;
mod flips;
mod questions;
mod witnesses;

/// The most columns of a table without names that are looked at.
const MOST_COLUMNS: usize = 8;
/// The number of rows that say what the columns of a table hold that grows.
#[cfg(not(target_arch = "wasm32"))]
const LIVE_ROWS: usize = 16;
/// The rows of a clock are frames if they are at most this number of times further or less far apart than the frame rates beside it say.
const NEAR: f64 = 1.5;
/// Frame times and the frame rates beside them say the same if the middle ones differ by at most this factor.
const NEAR_RATE: f64 = 1.2;
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
    /// The content that the name of the file says, of a column without a name.
    file_role: Option<ColumnRole>,
    witnesses: Witnesses,
    gathered: Gathered,
}

/// The column that is read, and how.
struct Chosen {
    column: usize,
    reading: Reading,
    /// The time that passes from the first row to the last by a clock of the table, in milliseconds.
    passed: Option<f64>,
    confirmed: Option<Confirmed>,
    words: String,
}

/// The clock to which frame times add up, how it is read, and the time that passes by it, in milliseconds.
#[derive(Clone, Copy)]
struct Confirmed {
    clock: usize,
    reading: Reading,
    passed: f64,
}

pub(super) fn read(mut table: Table, choice: &ColumnChoice) -> Result<Gathered, Unread> {
    let cells = candidates(&table, choice)?;
    let mut rows = Rows::read(&mut table, &cells, choice)?;
    rows.join_decimal_commas(choice);
    rows.take_rates(choice);
    rows.take_parts(choice);
    rows.refuse_one_line(&table)?;
    let chosen = rows.choose(choice)?;
    Ok(rows.frames(&chosen)?)
}

/// Reads the first rows of a table that grows, which say what its columns hold. Returns the column that is read, and the frames
/// of these rows.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn begin_live(table: &mut Table, choice: &ColumnChoice) -> Result<(LiveColumn, Vec<FrameRow>), Unread> {
    let cells = candidates(table, choice)?;
    let loads = LoadColumn::of(table);
    let mut rows = Rows::new(table, &cells, choice);
    while rows.lines.len() < LIVE_ROWS && table.next_row()? && !table.is_unfinished() {
        rows.add(table, loads);
    }
    rows.take_parts(choice);
    let Chosen { column, reading, words, .. } = rows.choose(choice)?;
    let column = &rows.columns[column];
    let is_joined = table.names.len() == 1 && table.width() == 2;
    let mut live = LiveColumn { cells: column.cells.clone(), role: column.facts.role, reading, is_joined, loads, words, at: 0.0 };
    let load = |loads: &[f64], row: usize| loads.get(row).copied();
    let frames = column.values.iter().enumerate();
    let frames = frames.filter_map(|(row, value)| live.frame(*value, load(&rows.cpu, row), load(&rows.gpu, row))).collect();
    Ok((live, frames))
}

/// Returns the columns to look at: the one that was chosen, or those whose names say that they hold times of frames, or the first
/// ones. Beside frame rates alone, the first ones are looked at too: one can be a clock.
fn candidates(table: &Table, choice: &ColumnChoice) -> Result<Vec<Cells>, Refusal> {
    if table.names.is_empty() && choice.column.as_deref() == Some(JOINED) {
        return Ok(vec![Cells::of(0), Cells::of(1)]);
    }
    if let Some(asked) = &choice.column {
        let found = Cells::find(table, asked);
        return found.map(|cells| vec![cells]).ok_or_else(|| {
            let names = if table.names.is_empty() { format!("{} without names", table.width()) } else { listed(&table.names) };
            (0, format!("has no column {asked}; its columns are {names}"))
        });
    }
    let all = if table.names.is_empty() { table.width() } else { table.names.len() };
    let role = |index: &usize| table.names.get(*index).and_then(|name| ColumnName::of(name).role);
    let has_times = (0..all).any(|index| role(&index).is_some_and(|role| role != ColumnRole::Rate));
    let has_lengths = (0..all).any(|index| role(&index) == Some(ColumnRole::Lengths));
    let is_part = |index: &usize| !has_lengths && table.names.get(*index).is_some_and(|name| ColumnName::is_of_part(name));
    let is_looked_at = |index: &usize| role(index).is_some() || is_part(index) || !has_times && *index < MOST_COLUMNS;
    Ok((0..all).filter(is_looked_at).map(Cells::of).collect())
}

fn listed(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(6).map(|name| name.chars().take(30).collect()).collect();
    first.join(", ") + if names.len() > 6 { ", …" } else { "" }
}

impl Rows {
    fn new(table: &Table, cells: &[Cells], choice: &ColumnChoice) -> Rows {
        let is_mangohud = ["fps", "frametime", "elapsed"].iter().all(|name| table.column(&[name]).is_some());
        let mut gathered = Gathered::new(if is_mangohud { "MangoHud" } else { "Frame times" }, SampleTimes::Unknown);
        gathered.keeps_zero = true;
        let mut columns: Vec<Column> = cells.iter().map(|cells| Column::of(table, cells)).collect();
        if let (Some(asked), [column]) = (&choice.column, &mut columns[..])
            && column.cells.are_several()
        {
            column.name.clone_from(asked);
        }
        if choice.unit == Some(TimeUnit::FramesPerSecond) {
            if let [column] = &mut columns[..] {
                column.facts = ColumnName { role: Some(ColumnRole::Rate), unit: None };
            }
        } else if choice.unit.is_some() || choice.is_clock {
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
            file_role: table.file_role,
            witnesses: Witnesses::of(table),
            gathered,
        }
    }

    fn read(table: &mut Table, cells: &[Cells], choice: &ColumnChoice) -> Result<Rows, Refusal> {
        let loads = LoadColumn::of(table);
        let mut rows = Rows::new(table, cells, choice);
        rows.load_names = loads.map(|load| load.map(|load| load.name(table)));
        let (mut wide, mut summary) = (0, SummaryRows::default());
        while table.next_row()? {
            if table.breaks_off() {
                rows.gathered.report.skip("the last row, which is cut off");
                break;
            }
            if rows.lines.is_empty() {
                rows.add_times_of_day(table);
            }
            summary.add(table);
            wide += usize::from(rows.add(table, loads));
        }
        rows.gathered.report.rows = rows.lines.len();
        // Unreal names the columns that come later below all rows.
        let is_unreal = table.column(&["EVENTS", "GameThreadTime"]).is_some();
        if !is_unreal && wide * 2 > rows.lines.len() {
            let [names, fields] = [table.names.len(), table.width()];
            let remedy = "if its numbers have decimal commas, save it with semicolons between columns, or with decimal points";
            return Err((0, format!("has {names} names of columns and rows of {fields} fields: {remedy}")));
        }
        let FoundRows { rows: found, between } = summary.found();
        rows.blank(&found[..between]);
        rows.leave_out(&found[between..], summary_rows::REASON);
        let doubles = if choice.column.is_none() { rows.witnesses.doubles() } else { Vec::new() };
        rows.leave_out(&doubles, "with the frame number of the row before");
        Ok(rows)
    }

    /// Takes the values of rows with words between others, so that they are left out as rows without a number.
    fn blank(&mut self, rows: &[usize]) {
        for row in rows {
            self.columns.iter_mut().for_each(|column| column.values[*row] = f64::NAN);
        }
    }

    /// Leaves out rows that are none of frames.
    fn leave_out(&mut self, rows: &[usize], reason: &str) {
        if rows.is_empty() {
            return;
        }
        for row in rows {
            self.gathered.report.skip_line(reason, self.lines[*row]);
        }
        self.witnesses.leave_out(rows);
        retain_others(&mut self.lines, rows);
        let columns = self.columns.iter_mut().map(|column| &mut column.values);
        columns.chain([&mut self.cpu, &mut self.gpu, &mut self.joined]).for_each(|values| retain_others(values, rows));
    }

    /// Adds the columns that have a time of day in the first row, whatever their names are.
    fn add_times_of_day(&mut self, table: &Table) {
        let is_known = |index: &usize| self.columns.iter().any(|column| column.cells.index == *index);
        let is_time = |index: &usize| time_of_day(table.text_at(Some(*index))).is_some() && !is_known(index);
        let found: Vec<Column> = (0..table.width()).filter(is_time).map(|index| Column::of(table, &Cells::of(index))).collect();
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

    /// Turns the numbers of a column without a name into frame rates if the name of the file says that they are.
    fn take_rates(&mut self, choice: &ColumnChoice) {
        if self.has_names || self.file_role != Some(ColumnRole::Rate) || choice.unit.is_some() || choice.is_clock {
            return;
        }
        let readings: Vec<Readings> = self.columns.iter().map(|column| column.readings(choice)).collect();
        let can_be = |at: &usize| !readings[*at].is_counter && !readings[*at].rises() && !self.columns[*at].cells.is_time_of_day;
        let found: Vec<usize> = (0..self.columns.len()).filter(can_be).collect();
        if let [only] = found[..] {
            let column = &mut self.columns[only];
            column.facts.role = Some(ColumnRole::Rate);
            column.values.iter_mut().for_each(|value| *value = ColumnRole::Rate.time(*value));
        }
    }

    /// Adds the present row. Returns whether it has more fields than there are names.
    fn add(&mut self, table: &Table, [cpu, gpu]: [Option<LoadColumn>; 2]) -> bool {
        self.lines.push(table.number);
        self.witnesses.add(table);
        // The only column may have decimal commas.
        if table.names.len() > 1 && table.width() < self.most_fields {
            self.others.insert(table.number);
        }
        self.most_fields = self.most_fields.max(table.width());
        let is_joined = table.names.len() == 1 && table.width() == 2;
        for column in &mut self.columns {
            let value = column.cells.value(table, is_joined);
            if column.cells.have_units && column.facts.unit != Some(TimeUnit::Millis) {
                column.facts = ColumnName::of(&format!("ms {}", column.name));
            }
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
        self.doubt_rows(choice)?;
        let readings: Vec<Readings> = self.columns.iter().map(|column| column.readings(choice)).collect();
        let chosen = self.choose_column(choice, &readings)?;
        self.doubt(&chosen, choice, &readings)?;
        Ok(chosen)
    }

    fn choose_column(&self, choice: &ColumnChoice, readings: &[Readings]) -> Result<Chosen, Unread> {
        let is_answered = choice.unit == Some(TimeUnit::FramesPerSecond) && self.columns.len() == 1;
        if choice.column.is_some() || is_answered {
            return match readings[0].only() {
                Some(reading) => Ok(self.chosen(0, reading, &readings[0], None)),
                None => Err(self.refusal(readings, &[0])),
            };
        }
        let is_named = self.has_names && self.columns.iter().any(|column| column.facts.role.is_some());
        if self.has_names && !is_named {
            return self.without_names(readings);
        }
        if self.lines.is_empty() {
            return Err(Unread::from((0, "has no rows".to_owned())));
        }
        // Frame times that a clock of the table confirms are read, whatever else fits.
        let is_known = |at: &usize| {
            let Column { facts, cells, .. } = &self.columns[*at];
            !self.has_names || facts.role.is_some() || cells.is_time_of_day
        };
        let known = || (0..self.columns.len()).filter(is_known);
        let clocks: Vec<usize> = known().filter(|at| readings[*at].left.iter().any(|left| left.is_clock)).collect();
        let is_rate = |at: &usize| self.columns[*at].facts.role == Some(ColumnRole::Rate);
        let has_lengths = |at: &usize| readings[*at].left.iter().any(|left| !left.is_clock);
        let mut lengths: Vec<usize> = known().filter(|at| has_lengths(at) && !is_rate(at)).collect();
        lengths.sort_by_key(|at| ColumnName::rank(&self.columns[*at].name));
        for &column in &lengths {
            let of_lengths = readings[column].left.iter().filter(|left| !left.is_clock);
            let confirmed =
                of_lengths.filter_map(|reading| Some((*reading, self.confirmed(column, *reading, &clocks, readings)?)));
            // A clock without a unit confirms frame times without one in every unit that both can have.
            match &self.like_rates(column, confirmed.collect(), readings)[..] {
                [] => {}
                [(reading, by)] => return Ok(self.chosen(column, *reading, &readings[column], Some(*by))),
                _ => return Err(self.refusal(readings, &[column])),
            }
        }
        if let Some(chosen) = self.fast(readings) {
            return Ok(chosen);
        }
        // Frame times that have no reading are not passed over.
        let is_unread = |at: &usize| {
            let column = &self.columns[*at];
            column.facts.role == Some(ColumnRole::Lengths) && readings[*at].left.is_empty()
        };
        let unread: Vec<usize> = (0..self.columns.len()).filter(is_unread).collect();
        let rate = (0..self.columns.len()).find(|at| has_lengths(at) && is_rate(at));
        if let Some(rate) = rate.filter(|_| lengths.is_empty() && unread.is_empty()) {
            return self.beside_rate(rate, readings);
        }
        match (&lengths[..], &clocks[..]) {
            ([column], []) => self.only(*column, readings),
            ([], []) => Err(self.refusal(readings, &[])),
            ([], [..]) if !unread.is_empty() => Err(self.refusal(readings, &[&unread[..], &clocks].concat())),
            ([], [first, others @ ..]) => {
                // Of several clocks, such as one in s and one in ms, the first is as good as the others if they agree.
                let passed = |at: usize| self.passed(at, readings[at].only()?);
                let agree = others.iter().all(|other| are_equal(passed(*first), passed(*other)));
                if agree { self.only(*first, readings) } else { Err(self.refusal(readings, &clocks)) }
            }
            ([first, others @ ..], []) => {
                let sum = |at: usize| Some(self.sum(at, readings[at].only()?));
                let agree = self.has_names && others.iter().all(|other| are_equal(sum(*first), sum(*other)));
                if agree { self.only(*first, readings) } else { Err(self.refusal(readings, &lengths)) }
            }
            // Dates and times far apart are those of samples, whatever the other columns are.
            ([..], [clock, ..]) if !self.has_names && self.columns[*clock].cells.is_time_of_day => self.only(*clock, readings),
            ([column, ..], [clock, ..]) if self.has_names && column != clock && !self.are_steps(*column, *clock, readings) => {
                Err(self.samples(*column, *clock, readings))
            }
            _ => Err(self.refusal(readings, &[&lengths[..], &clocks].concat())),
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
            let Column { facts, cells, values, .. } = &self.columns[*at];
            let is_named = facts.role == Some(ColumnRole::Clock) || cells.is_time_of_day;
            is_named && values.iter().any(|value| value.is_finite())
        };
        let clocks: Vec<usize> = (0..self.columns.len()).filter(is_clock).collect();
        let Column { name, .. } = &self.columns[rate];
        let of_rate = Reading { is_clock: false, unit: TimeUnit::Millis };
        let frame = readings[rate].frame_ms(of_rate);
        let is_near = |clock: usize, reading: Reading| {
            reading.is_clock && (frame / NEAR..=frame * NEAR).contains(&readings[clock].frame_ms(reading))
        };
        // A column that no name says to be a clock is one if its unit or its steps are those of the frames.
        let is_sure = |clock: usize, reading: Reading| {
            let Column { facts, .. } = &self.columns[clock];
            let is_named = clocks.contains(&clock) || facts.unit.is_some();
            is_near(clock, reading) && (is_named || self.columns[clock].has_steps(reading, &self.columns[rate], of_rate))
        };
        let unnamed = (0..self.columns.len()).filter(|at| self.columns[*at].facts.role.is_none() && !clocks.contains(at));
        for clock in clocks.iter().copied().chain(unnamed) {
            let near: Vec<Reading> = readings[clock].left.iter().copied().filter(|left| is_sure(clock, *left)).collect();
            if let [only] = near[..] {
                return Ok(self.chosen(clock, only, &readings[clock], None));
            }
        }
        let Some(first) = clocks.first() else {
            let why = format!("has frame rates ({name}) and no clock, so its rows can be frames or samples");
            return Err(Unread::asked(why, readings[rate].choices(name)));
        };
        if let Some(by) = self.confirmed(rate, of_rate, &clocks, readings) {
            return Ok(self.chosen(rate, of_rate, &readings[rate], Some(by)));
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
                let Column { name, cells, .. } = &self.columns[column];
                let choices = if cells.is_time_of_day { Vec::new() } else { readings[column].choices(name) };
                let frame = readings[column].frame_ms(reading);
                if frame == 0.0 {
                    let why =
                        format!("has several rows at the same moment ({name}), which is too coarse to say how long frames stay");
                    return Err(Unread { refusal: (0, why), readings: Vec::new() });
                }
                let far = length_in_words(frame);
                let remedy = super::samples::REMEDY;
                let why = format!("has rows that are {far} apart ({name}), so it seems to hold samples and not frames: {remedy}");
                Err(Unread { refusal: (0, why), readings: choices })
            }
            Some(reading) => Ok(self.chosen(column, reading, &readings[column], None)),
            None => Err(self.refusal(readings, &[column])),
        }
    }

    fn chosen(&self, at: usize, reading: Reading, readings: &Readings, confirmed: Option<Confirmed>) -> Chosen {
        let column = &self.columns[at];
        let name = if self.has_names {
            column.name.clone()
        } else if self.columns.len() == 1 {
            "the only column".to_owned()
        } else {
            format!("column {}", column.name)
        };
        let unit = match column.facts.unit {
            _ if column.cells.is_time_of_day => "a time of day".to_owned(),
            Some(unit) if unit == reading.unit => format!("in {unit}"),
            _ => readings.unit_in_words(reading),
        };
        let words =
            if reading.is_clock { format!("Stays: from row to row of {name}, {unit}") } else { format!("Stays: {name}, {unit}") };
        Chosen { column: at, reading, passed: confirmed.map(|by| by.passed), confirmed, words }
    }

    /// Returns the clock of the table to which the frame times add up. Where a sum can fit by chance, they must
    /// also be the steps of the clock: in a table without names, and if the clock is one in several units.
    fn confirmed(&self, column: usize, reading: Reading, clocks: &[usize], readings: &[Readings]) -> Option<Confirmed> {
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
            let is_time_of_day = self.columns[*clock].cells.is_time_of_day;
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
        let found = others.flat_map(of_clock).find(fits);
        found.map(|(clock, reading, passed)| Confirmed { clock, reading, passed })
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
}

fn are_equal(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| (one - other).abs() <= OFF * one.abs())
}
