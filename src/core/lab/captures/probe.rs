//! The reader of `flip_ms,sample_ms` tables, which a game writes by the probe of `docs/captures.md`, or a loop of the laboratory.

use super::column_name::ColumnName;
use super::columns::{is_outlier, is_rare, length_in_words, middle, usual_units};
use super::gathered::{FrameRow, Gathered, LONGEST_MS};
use super::part::{ColumnChoice, ColumnReading, Refusal, TimeUnit, Unread};
use super::summary_rows::{self, FoundRows, SummaryRows};
use super::table::Table;
use crate::base::numbers::any_three_digits;
use crate::base::time::Time;
use crate::model::config::capture::{Capture, CapturedLoad, SampleTimes};
use std::collections::BTreeSet;

pub(super) const FORM: &str = "Probe";
/// The least number of rows from which on units are compared with the values of the file.
const FEWEST_ROWS: usize = 4;
/// The least number of rows that can be seen not to rise.
const FEWEST_OF_LENGTHS: usize = 8;
/// The ratio of the speeds of game time and clock from which on the unit of the game time is doubted.
const DOUBTED: f64 = 100.0;
/// Sample times in another unit run about as fast as the clock.
const NEAR: f64 = 5.0;

/// A column of moments, and its unit.
#[derive(Clone, Copy)]
struct Moments {
    column: usize,
    unit: TimeUnit,
}

/// The columns of the table.
#[derive(Clone, Copy)]
pub(super) struct ProbeColumns {
    flips: Moments,
    samples: Option<Moments>,
    cpu: Option<usize>,
    gpu: Option<usize>,
}

/// A row, in milliseconds.
#[derive(Clone, Copy)]
pub(super) struct ProbeRow {
    line: u32,
    flip: f64,
    sample: Option<f64>,
    cpu: f64,
    gpu: f64,
}

impl ProbeColumns {
    /// Returns the columns; `None` if the table has no column of flips.
    pub fn of(table: &Table, choice: &ColumnChoice) -> Option<ProbeColumns> {
        let columns = [&["cpu_ms", "cpu_busy_ms"], &["gpu_ms", "gpu_busy_ms"]];
        let [cpu, gpu] = columns.map(|names| table.column(names));
        Some(ProbeColumns { flips: find(table, "flip", choice)?, samples: find(table, "sample", choice), cpu, gpu })
    }

    pub fn sample_times(&self) -> SampleTimes {
        if self.samples.is_some() { SampleTimes::Own } else { SampleTimes::Unknown }
    }

    /// Describes the columns.
    pub fn in_words(&self, table: &Table, choice: &ColumnChoice) -> String {
        let name = |moments: Moments| {
            let name = &table.names[moments.column];
            if choice.unit.is_some() { format!("{name}, in {}", moments.unit) } else { name.clone() }
        };
        match self.samples {
            Some(samples) => format!("Flip: {}; sample time: {}", name(self.flips), name(samples)),
            None => format!("Flip: {}", name(self.flips)),
        }
    }

    /// Reads the present row; returns `None` if it lacks a number.
    pub fn row(&self, table: &Table) -> Result<Option<ProbeRow>, Refusal> {
        let ms = |moments: Moments| Some(table.number_at(Some(moments.column))? * moments.unit.millis());
        let sample = self.samples.map(ms);
        let (Some(flip), None | Some(Some(_))) = (ms(self.flips), sample) else { return Ok(None) };
        let [cpu, gpu] = [table.millis_at(self.cpu)?, table.millis_at(self.gpu)?].map(Option::unwrap_or_default);
        Ok(Some(ProbeRow { line: table.number, flip, sample: sample.flatten(), cpu, gpu }))
    }
}

impl ProbeRow {
    pub fn frame(&self) -> FrameRow {
        let ProbeRow { flip, sample, cpu, gpu, .. } = *self;
        FrameRow { sample, flip: Some(flip), cpu, gpu, ..FrameRow::default() }
    }
}

fn find(table: &Table, called: &str, choice: &ColumnChoice) -> Option<Moments> {
    let found = table.names.iter().enumerate().find_map(|(column, name)| match ColumnName::parts(name) {
        (words, Some(unit)) if words == called => Some(Moments { column, unit }),
        _ => None,
    });
    found.map(|moments| Moments { unit: choice.unit.unwrap_or(moments.unit), ..moments })
}

/// Returns the displayed frames of a capture as the rows that a game writes by the probe.
pub fn rows_of(capture: &Capture) -> String {
    let CapturedLoad { has_cpu, has_gpu, .. } = capture.load;
    let has_samples = capture.samples != SampleTimes::Unknown;
    let columns = [("flip_ms", true), ("sample_ms", has_samples), ("cpu_ms", has_cpu), ("gpu_ms", has_gpu)];
    let mut text = columns.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| *name).collect::<Vec<_>>().join(",") + "\n";
    for frame in capture.frames.iter().filter(|frame| frame.flip < Time::NEVER) {
        let [flip, sample] = [frame.flip, frame.sample].map(|moment| (moment - Time::ZERO).as_millis());
        let values = columns.iter().zip([flip, sample, frame.cpu.as_millis(), frame.gpu.as_millis()]);
        let row: Vec<String> = values.filter(|((_, is_there), _)| *is_there).map(|(_, value)| value.to_string()).collect();
        text += &(row.join(",") + "\n");
    }
    text
}

pub(super) fn is_one(table: &Table) -> bool {
    find(table, "flip", &ColumnChoice::default()).is_some()
}

pub(super) fn read(mut table: Table, choice: &ColumnChoice) -> Result<Gathered, Unread> {
    let Some(columns) = ProbeColumns::of(&table, choice) else {
        return Err(Unread::from((1, "has no column flip_ms".to_owned())));
    };
    let mut gathered = Gathered::new(FORM, columns.sample_times());
    gathered.keeps_zero = true;
    gathered.report.columns = columns.in_words(&table, choice);
    let (rows, without_number) = read_rows(&mut table, &columns, &mut gathered)?;
    refuse_lengths(&table, &columns, &rows)?;
    let flip_ms = check(&table, &columns, &rows, choice)?;
    let absurd = |at: usize| {
        let last = at.checked_sub(1).map_or(f64::MIN, |before| rows[before].flip);
        let next = rows.get(at + 1).map(|row| row.flip);
        (rows[at].flip - last).abs() > LONGEST_MS && is_outlier(last, rows[at].flip, next)
    };
    let may_be_left_out = is_rare((0..rows.len()).filter(|at| absurd(*at)).count(), rows.len());
    let leave_gaps = is_rare(without_number.len(), rows.len());
    let mut without_number = without_number.into_iter().filter(|_| leave_gaps).peekable();
    for (at, row) in rows.iter().enumerate() {
        while without_number.next_if(|line| *line < row.line).is_some() {
            gathered.leave_out(flip_ms);
        }
        if may_be_left_out && absurd(at) {
            gathered.report.skip_line("with an absurd time", row.line);
            gathered.leave_out(flip_ms);
            continue;
        }
        gathered.add(row.line, &row.frame())?;
    }
    gathered.begin_with_first_flip();
    Ok(gathered)
}

/// Returns the rows, and the lines of rows that lack a number but have as many fields.
fn read_rows(table: &mut Table, columns: &ProbeColumns, to: &mut Gathered) -> Result<(Vec<ProbeRow>, Vec<u32>), Refusal> {
    let (mut rows, mut without_number) = (Vec::new(), Vec::new());
    let (mut summary, mut lines) = (SummaryRows::default(), Vec::new());
    while table.next_row()? {
        if table.breaks_off() {
            to.report.skip("the last row, which is cut off");
            break;
        }
        to.report.rows += 1;
        summary.add(table);
        lines.push(table.number);
        if let Some(row) = columns.row(table)? {
            rows.push(row);
        } else {
            to.report.skip_line("without a number", table.number);
            without_number.extend((table.width() >= table.names.len()).then_some(table.number));
        }
    }
    let FoundRows { rows: found, between } = summary.found();
    let of_words: BTreeSet<u32> = found[between..].iter().map(|row| lines[*row]).collect();
    if !of_words.is_empty() {
        without_number.retain(|line| !of_words.contains(line));
        rows.retain(|row: &ProbeRow| {
            let is_of_words = of_words.contains(&row.line);
            if is_of_words {
                to.report.skip_line(summary_rows::REASON, row.line);
            }
            !is_of_words
        });
    }
    Ok((rows, without_number))
}

/// Refuses a column of flips whose values are the lengths of frames: they do not rise from row to row.
fn refuse_lengths(table: &Table, ProbeColumns { flips, .. }: &ProbeColumns, rows: &[ProbeRow]) -> Result<(), Unread> {
    let rising = rows.windows(2).filter(|pair| pair[1].flip >= pair[0].flip).count();
    let mut lengths: Vec<f64> = rows.iter().map(|row| row.flip / flips.unit.millis()).collect();
    let is_usual = usual_units(middle(&mut lengths)).any(|unit| unit == flips.unit);
    if rows.len() < FEWEST_OF_LENGTHS || rising * 10 > rows.len() * 9 || !is_usual {
        return Ok(());
    }
    let (name, unit) = (table.names[flips.column].clone(), flips.unit);
    let words = format!("{name} as lengths in {unit}: {} FPS", any_three_digits(1000.0 / middle(&mut lengths) / unit.millis()));
    let choice = ColumnChoice { column: Some(name.clone()), unit: Some(unit), is_clock: false };
    let what = format!("{name} does not rise from row to row, so it holds how long frames last and no moments");
    Err(Unread::asked(what, vec![ColumnReading { choice, words }]))
}

/// Refuses moments that are in another unit than their names say. Returns the usual time from flip to flip in milliseconds; zero of
/// a few rows.
pub(super) fn check(table: &Table, columns: &ProbeColumns, rows: &[ProbeRow], choice: &ColumnChoice) -> Result<f64, Unread> {
    let ProbeColumns { flips, samples, .. } = *columns;
    if rows.len() < FEWEST_ROWS {
        return Ok(0.0);
    }
    let step =
        |of: fn(&ProbeRow) -> f64| middle(&mut rows.windows(2).map(|pair| of(&pair[1]) - of(&pair[0])).collect::<Vec<_>>());
    let (flip_ms, sample_ms) = (step(|row| row.flip), step(|row| row.sample.unwrap_or_default()));
    let name = |moments: Moments| &table.names[moments.column];
    if choice.unit.is_none() && flip_ms > 0.0 {
        let raw = flip_ms / flips.unit.millis();
        let fitting: Vec<TimeUnit> = usual_units(raw).collect();
        if !fitting.contains(&flips.unit) {
            let reading = |unit: &TimeUnit| ColumnReading {
                choice: ColumnChoice { unit: Some(*unit), ..ColumnChoice::default() },
                words: format!("{} in {unit}", name(flips)),
            };
            let readings: Vec<ColumnReading> = fitting.iter().map(reading).collect();
            let long = length_in_words(flip_ms);
            let what = format!("{}: by its name a frame lasts {long}", name(flips));
            return Err(Unread::asked(what, readings));
        }
    }
    let Some(samples) = samples.filter(|_| flip_ms > 0.0 && sample_ms > 0.0) else { return Ok(flip_ms) };
    let speed = sample_ms / flip_ms;
    let raw = sample_ms / samples.unit.millis();
    let is_near = |unit: &TimeUnit| (1.0 / NEAR..=NEAR).contains(&(raw * unit.millis() / flip_ms));
    if !(1.0 / DOUBTED..=DOUBTED).contains(&speed)
        && let Some(unit) = TimeUnit::ALL.into_iter().find(is_near)
    {
        let (name, long, id) = (name(samples), length_in_words(sample_ms), unit.id());
        let what =
            format!("{name} rises by {long} a frame of {}, so it is in {unit}: call it sample_{id}", length_in_words(flip_ms));
        return Err(Unread::from((0, what)));
    }
    Ok(flip_ms)
}
