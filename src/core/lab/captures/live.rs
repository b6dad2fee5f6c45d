//! The reader of a table that a running game writes: it reads row by row, and waits where its source waits.
//!
//! The rows of the probe and columns of frame times or moments are read as in a file that is complete
//! (`docs/captures.md`). A row is read when its line has ended.

use super::columns::{is_rare, middle};
use super::frame_times;
use super::gathered::{FrameRow, Gathered};
use super::json_lines::{self, Text};
use super::live_column::LiveColumn;
use super::part::{CapturePart, ColumnChoice, Refusal, RefusedCapture, Unread};
use super::probe::{self, ProbeColumns, ProbeRow};
use super::source;
use super::table::Table;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::model::config::capture::{CapturedFrame, SampleTimes};
use std::collections::VecDeque;
use std::io::Read;

/// The number of consecutive rows that begin another run of the game if they can't be joined to the rows before them.
const BEGINS_AGAIN: usize = 3;

/// The number of newest stays that say how long one usually is.
const STAYS: usize = 15;

/// The number of rows whose values must agree with the units of their names. The first frames of a game are uneven.
const UNIT_ROWS: usize = 100;

/// The facts about a table that its names and its first rows say.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveForm {
    pub samples: SampleTimes,
    /// The form and the columns, in words.
    pub words: String,
}

/// A part of what was read.
#[derive(Clone, Debug, PartialEq)]
pub enum LiveRead {
    /// The form of the table, before all frames.
    Form(LiveForm),
    /// A displayed frame. Its times count from the first frame of the run, and go back if the game has begun again.
    Frame(CapturedFrame),
}

/// Reads a table until its source ends, and tells what it has read. `name` names the source in errors.
///
/// # Errors
/// If the source is no table of frames that can be read row by row.
///
/// ```
/// use tickscope_core::lab::captures::live::{self, LiveRead};
/// use tickscope_core::lab::captures::part::CapturePart;
///
/// let mut frames = 0;
/// let written = "flip_ms,sample_ms\n16.7,0\n33.3,16.7\n50.0,33";
/// live::follow("game.csv", written.as_bytes(), &CapturePart::default(), |read| {
///     frames += usize::from(matches!(read, LiveRead::Frame(_)));
/// })?;
/// assert_eq!(frames, 2, "the last row may go on");
/// # Ok::<(), tickscope_core::lab::captures::part::RefusedCapture>(())
/// ```
pub fn follow(name: &str, source: impl Read, part: &CapturePart, tell: impl FnMut(LiveRead)) -> Result<(), RefusedCapture> {
    let refused = |(line, what): Refusal| Invalid::in_text(name, (line, 0), what);
    read(name, source, part, tell)
        .map_err(|Unread { refusal, readings }| RefusedCapture { invalid: refused(refusal), readings: readings.into() })
}

fn read(name: &str, source: impl Read, part: &CapturePart, mut tell: impl FnMut(LiveRead)) -> Result<(), Unread> {
    let mut text = source::growing(source).map_err(|what| (0, what))?;
    let is_json = source::is_json(&mut *text).map_err(|what| (0, what))?;
    let text = if is_json { json_lines::tell_apart(text) } else { Ok(Text::Table { text, added: 0 }) };
    let Text::Table { text, added } = text.map_err(|error| (0, source::failure(&error)))? else {
        return Err((0, "is JSON, which can't be read before its end: open it when it is complete".to_owned()).into());
    };
    let mut table = Table::begin(text)?.with_added(added).of_file(name).without_an_end();
    let (mut rows, first) = Rows::begin(&mut table, &part.columns)?;
    let form = rows.form(&table, &part.columns);
    let mut frames = Frames::new(form.samples);
    tell(LiveRead::Form(form));
    for row in &first {
        frames.add(table.number, row).into_iter().for_each(|frame| tell(LiveRead::Frame(frame)));
    }
    while table.next_row()? {
        if table.is_unfinished() {
            break;
        }
        match rows.next(&table, &part.columns)? {
            Some(row) => frames.add(table.number, &row).into_iter().for_each(|frame| tell(LiveRead::Frame(frame))),
            // A program has written something else in a row with fewer fields.
            None if rows.are_moments() && table.width() >= table.names.len() => frames.leave_out(),
            None => {}
        }
    }
    Ok(())
}

/// The rows of a table of one form.
enum Rows {
    Probe {
        columns: ProbeColumns,
        /// The first rows, whose values must agree with the units of their names; empty once they have been checked.
        unchecked: Option<Vec<ProbeRow>>,
    },
    Column(LiveColumn),
}

impl Rows {
    /// Finds the form of a table. Returns also the frames of the rows that had to be read for that.
    fn begin(table: &mut Table, choice: &ColumnChoice) -> Result<(Rows, Vec<FrameRow>), Unread> {
        if choice.column.is_none()
            && let Some(columns) = ProbeColumns::of(table, choice)
        {
            super::refuse_rates(choice)?;
            return Ok((Rows::Probe { columns, unchecked: Some(Vec::new()) }, Vec::new()));
        }
        if ["application", "processid"].iter().any(|name| table.column(&[name]).is_some()) {
            let what = "has rows of processes, which are not followed: capture to the end, and open the file";
            return Err((table.number, what.to_owned()).into());
        }
        if let Some(refusal) = super::samples::refusal(table) {
            return Err(refusal.into());
        }
        let (column, first) = frame_times::begin_live(table, choice)?;
        Ok((Rows::Column(column), first))
    }

    /// Returns whether the rows have moments, so that a row that is left out leaves a gap.
    fn are_moments(&self) -> bool {
        match self {
            Rows::Probe { .. } => true,
            Rows::Column(column) => column.reading.is_clock,
        }
    }

    fn form(&self, table: &Table, choice: &ColumnChoice) -> LiveForm {
        match self {
            Rows::Probe { columns, .. } => LiveForm { samples: columns.sample_times(), words: columns.in_words(table, choice) },
            Rows::Column(column) => LiveForm { samples: SampleTimes::Unknown, words: column.words.clone() },
        }
    }

    /// Reads the present row; returns `None` if it has no frame.
    fn next(&mut self, table: &Table, choice: &ColumnChoice) -> Result<Option<FrameRow>, Unread> {
        let (columns, unchecked) = match self {
            Rows::Column(column) => return Ok(column.row(table)),
            Rows::Probe { columns, unchecked } => (columns, unchecked),
        };
        // A single row with a negative load is left out.
        let Ok(Some(row)) = columns.row(table) else { return Ok(None) };
        if let Some(first) = unchecked {
            first.push(row);
            if first.len() == UNIT_ROWS {
                probe::check(table, columns, first, choice)?;
                *unchecked = None;
            }
        }
        Ok(Some(row.frame()))
    }
}

/// The frames of one run of the game after another.
struct Frames {
    gathered: Gathered,
    samples: SampleTimes,
    /// The rows since the last one that could be added, with their lines. Fewer than [`BEGINS_AGAIN`] are left out.
    unfit: Vec<(u32, FrameRow)>,
    /// The number of frames, of rows that were left out in all, and of those since the last frame.
    count: usize,
    left_out: usize,
    missing: usize,
    /// The last flip, and the newest times from flip to flip in milliseconds.
    flip: Option<Time>,
    stays: VecDeque<f64>,
}

impl Frames {
    fn new(samples: SampleTimes) -> Frames {
        let (gathered, unfit, stays) = (Gathered::new(probe::FORM, samples), Vec::new(), VecDeque::new());
        Frames { gathered, samples, unfit, count: 0, left_out: 0, missing: 0, flip: None, stays }
    }

    /// Leaves out a row without a moment. The time around it is that of two frames if few rows are so, as in a file.
    fn leave_out(&mut self) {
        self.left_out += 1;
        self.missing += 1;
    }

    /// Closes the gap of the rows that were left out before a frame.
    fn close_gap(&mut self) {
        let missing = std::mem::take(&mut self.missing);
        if missing > 0 && is_rare(self.left_out, self.count + self.left_out) {
            let step = middle(&mut self.stays.iter().copied().collect::<Vec<_>>());
            for _ in 0..missing {
                self.gathered.leave_out(step);
            }
        }
    }

    fn note(&mut self, flip: Time) {
        self.count += 1;
        let stay = self.flip.replace(flip).map(|before| (flip - before).as_millis());
        self.stays.extend(stay);
        if self.stays.len() > STAYS {
            self.stays.pop_front();
        }
    }

    /// Adds a row, and returns the displayed frames that it brings: one, none, or those of the rows with which the game began again.
    fn add(&mut self, line: u32, row: &FrameRow) -> Vec<CapturedFrame> {
        let mut added = Vec::new();
        if row.flip.is_some() && !self.fits(line, row, &mut added) {
            self.unfit.push((line, *row));
            if self.unfit.len() == BEGINS_AGAIN {
                let again = std::mem::replace(self, Frames::new(self.samples)).unfit;
                for (line, row) in &again {
                    self.fits(*line, row, &mut added);
                }
            }
        }
        added
    }

    /// Adds a row to the run of the game unless it can't be joined to the rows before. Returns whether it could.
    fn fits(&mut self, line: u32, row: &FrameRow, added: &mut Vec<CapturedFrame>) -> bool {
        self.close_gap();
        let Ok(frame) = self.gathered.add_live(line, row) else { return false };
        self.unfit.clear();
        let frame = frame.filter(|frame| frame.flip < Time::NEVER);
        if let Some(frame) = frame {
            self.note(frame.flip);
            added.push(frame);
        }
        true
    }
}
