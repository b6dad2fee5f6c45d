//! The columns that say what the rows of a table are: numbers of frames, and words that tell kinds of rows apart.
//!
//! A row is a frame only if the numbers of frames go up by 1 from row to row. Rows of several kinds, such as the begin and the end
//! of a frame, or of several windows, are no frames one after the other.

use crate::lab::captures::column_name::{ColumnName, words};
use crate::lab::captures::columns::{is_rare, middle};
use crate::lab::captures::field_values::{is_missing, number, time_with_unit};
use crate::lab::captures::part::Refusal;
use crate::lab::captures::summary_rows::retain_others;
use crate::lab::captures::table::Table;
use crate::lab::captures::time_of_day::time_of_day;

/// The names of columns with numbers of frames, in words.
const FRAME_NUMBERS: [&str; 18] = [
    "frame",
    "frames",
    "frame number",
    "frame no",
    "frame nr",
    "frame num",
    "frame index",
    "frame id",
    "frame idx",
    "frame count",
    "frame counter",
    "framenumber",
    "frameindex",
    "frameid",
    "framecount",
    "frames total",
    "total frames",
    "time frame count",
];
/// The words for what draws or shows frames of its own.
const MAKERS: [&str; 14] = [
    "window",
    "thread",
    "process",
    "pid",
    "tid",
    "player",
    "client",
    "instance",
    "viewport",
    "swapchain",
    "application",
    "app",
    "processid",
    "swapchainaddress",
];
/// The columns of PresentMon that say whose frame a row is.
const PROCESSES: [&str; 3] = ["Application", "ProcessID", "SwapChainAddress"];
/// The names of columns with frame numbers that can also be a count of the frames of each row.
const COUNTS: [&str; 4] = ["frames", "frame count", "framecount", "frame counter"];
/// The names of columns whose rows are longer than a frame if each row has another number.
const LAPS: [&str; 10] = ["lap", "round", "run", "test", "trial", "race", "benchmark", "iteration", "scene", "preset"];
/// The names of columns that make a table one of statistics.
const STATISTICS: [&str; 14] = [
    "percentile",
    "percentiles",
    "pct",
    "quantile",
    "count",
    "counts",
    "bin",
    "bucket",
    "frequency",
    "occurrences",
    "bin start",
    "bucket start",
    "frames",
    "n",
];
/// The number of columns that are looked at.
const COLUMNS: usize = 24;
/// The most kinds of rows; a column with more words says nothing of them.
const MOST_KINDS: usize = 40;
/// The least number of rows that say something.
const FEWEST_ROWS: usize = 8;
/// Kinds follow each other if at least this share of the rows differ from the row before, and if one kind comes after the same kind
/// in this share of them.
const FOLLOW: f64 = 0.8;
/// Rows of several makers stand one after the other if at least this share of the rows differ from the row before.
const CHANGES: f64 = 0.05;

/// The columns of a table that say whether each of its rows is a frame, collected while it is read.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    rows: usize,
    frames: Option<FrameNumbers>,
    kinds: Vec<Kinds>,
    /// The name of a column whose table is one of statistics.
    statistic: Option<String>,
    laps: Option<(usize, String)>,
    last_lap: String,
    new_laps: usize,
}

/// The numbers of frames.
#[derive(Debug)]
struct FrameNumbers {
    index: usize,
    name: String,
    /// NaN where a row has none.
    values: Vec<f64>,
}

/// A column with words that tell kinds of rows apart.
#[derive(Debug)]
struct Kinds {
    index: usize,
    name: String,
    /// Whether the name of the column says that its rows are of several makers.
    are_makers: bool,
    words: Vec<String>,
    last: usize,
    changes: usize,
    /// The number of times that a kind comes after another one.
    follows: Vec<[usize; MOST_KINDS]>,
}

impl Witnesses {
    pub fn of(table: &Table) -> Witnesses {
        let called = |index: usize| words(&table.names[index]).join(" ");
        let all = || 0..table.names.len().min(COLUMNS);
        let found = |names: &[&str]| all().find(|index| names.contains(&&*called(*index)));
        let frames = found(&FRAME_NUMBERS).filter(|index| ColumnName::of(&table.names[*index]).role.is_none());
        let frames = frames.map(|index| FrameNumbers { index, name: table.names[index].clone(), values: Vec::new() });
        let statistic = found(&STATISTICS).map(|index| table.names[index].clone());
        let laps = found(&LAPS).map(|index| (index, table.names[index].clone()));
        Witnesses { frames, statistic, laps, ..Witnesses::default() }
    }

    /// Looks at the present row.
    pub fn add(&mut self, table: &Table) {
        if self.rows == 0 {
            self.kinds = (0..table.names.len().min(COLUMNS)).filter_map(|index| Kinds::of(table, index)).collect();
        }
        self.rows += 1;
        if let Some(FrameNumbers { index, values, .. }) = &mut self.frames {
            values.push(table.number_at(Some(*index)).unwrap_or(f64::NAN));
        }
        if let Some((index, _)) = &self.laps {
            let lap = table.text_at(Some(*index));
            if !is_missing(lap) && lap != self.last_lap {
                self.new_laps += 1;
                lap.clone_into(&mut self.last_lap);
            }
        }
        self.kinds.retain_mut(|kinds| kinds.add(table.text_at(Some(kinds.index))));
    }

    /// Forgets rows that are left out. The rows are in their order.
    pub fn leave_out(&mut self, rows: &[usize]) {
        if let Some(frames) = &mut self.frames {
            retain_others(&mut frames.values, rows);
        }
    }

    /// Returns why the rows of the table can be no frames; `None` if nothing says so.
    pub fn refusal(&self) -> Option<Refusal> {
        let of_kinds = || self.kinds.iter().find_map(|kinds| kinds.refusal(self.rows));
        let why = self.frames.as_ref().and_then(FrameNumbers::refusal).or_else(of_kinds).or_else(|| self.refusal_of_laps())?;
        Some((0, why))
    }

    /// Returns why the rows of several processes, or of several swap chains of one, can't be read as one column.
    pub fn refusal_of_processes(&self) -> Option<Refusal> {
        let are_several =
            |kinds: &&Kinds| kinds.words.len() > 1 && PROCESSES.iter().any(|name| kinds.name.eq_ignore_ascii_case(name));
        let Kinds { name, words, .. } = self.kinds.iter().find(are_several)?;
        let (one, other) = (&words[0], &words[1]);
        Some((0, format!("has rows of several processes or swap chains ({name}: {one}, {other}): keep the rows of one of them")))
    }

    fn refusal_of_laps(&self) -> Option<String> {
        let (_, name) = self.laps.as_ref().filter(|_| self.rows >= FEWEST_ROWS && self.new_laps == self.rows)?;
        Some(format!("has another {name} in each row, so a row is no frame: write a row for each frame"))
    }

    /// Returns the name of a column whose table is one of statistics, if its frame times are in their order as well.
    pub fn statistic(&self) -> Option<&str> {
        let counts = |name: &&str| self.frames.as_ref().is_some_and(|frames| frames.name == *name && frames.count());
        self.statistic.as_deref().filter(|name| !counts(name))
    }

    /// Returns the rows that have the number of the row before, if they are rare: they stand twice.
    pub fn doubles(&self) -> Vec<usize> {
        let Some(frames) = self.frames.as_ref().filter(|frames| frames.count()) else { return Vec::new() };
        let doubles: Vec<usize> = (1..frames.values.len()).filter(|row| frames.values[*row] == frames.values[row - 1]).collect();
        if is_rare(doubles.len(), frames.values.len()) { doubles } else { Vec::new() }
    }

    /// Returns for each row the number of frames between it and the row before that have no row, with the name of their numbers;
    /// `None` if no frame is missing.
    pub fn missing(&self) -> Option<(&str, Vec<u32>)> {
        let frames = self.frames.as_ref().filter(|frames| frames.count())?;
        let missing = |pair: &[f64]| if pair[1] - pair[0] > 1.0 { (pair[1] - pair[0] - 1.0).min(1e6) as u32 } else { 0 };
        let all: Vec<u32> = std::iter::once(0).chain(frames.values.windows(2).map(missing)).collect();
        all.iter().any(|missing| *missing > 0).then_some((&*frames.name, all))
    }
}

impl FrameNumbers {
    fn steps(&self) -> impl Iterator<Item = f64> {
        self.values.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| step.is_finite())
    }

    /// Returns whether the column counts: its numbers are whole, and go back hardly ever.
    fn count(&self) -> bool {
        let are_whole = self.values.iter().all(|value| !value.is_finite() || value.fract() == 0.0);
        let (rising, falling) =
            (self.steps().filter(|step| *step > 0.0).count(), self.steps().filter(|step| *step < 0.0).count());
        self.values.len() >= FEWEST_ROWS && are_whole && rising > 0 && falling * 20 <= rising
    }

    /// Returns the usual number of frames of a row if the column does not count on, but has such numbers.
    fn counted(&self) -> Option<f64> {
        let mut known: Vec<f64> = self.values.iter().copied().filter(|value| value.is_finite()).collect();
        let are_whole = known.len() >= FEWEST_ROWS && known.iter().all(|value| value.fract() == 0.0 && *value >= 0.0);
        let middle = middle(&mut known);
        let is_named = COUNTS.contains(&&*words(&self.name).join(" "));
        (are_whole && is_named && middle > 1.0).then_some(middle)
    }

    fn refusal(&self) -> Option<String> {
        let name = &self.name;
        if !self.count() {
            return self.counted().map(|count| {
                format!("has some {count} frames in each row, by {name}, so a row is no frame: write a row for each frame")
            });
        }
        let mut steps: Vec<f64> = self.steps().collect();
        let doubles = steps.iter().filter(|step| **step == 0.0).count();
        if !is_rare(doubles, self.values.len()) {
            let rows = self.values.len();
            let what =
                format!("has {rows} rows and {} numbers in {name}, so rows are parts of frames, or stand twice", rows - doubles);
            return Some(format!("{what}: keep one row for each frame, with the whole time of the frame"));
        }
        let step = middle(&mut steps);
        (step > 1.0).then(|| format!("has numbers in {name} that rise by {step} from row to row, so most frames have no row: write a row for each frame"))
    }
}

impl Kinds {
    /// Returns the kinds of a column whose first field is a word, or whose name says that its rows are of several makers.
    fn of(table: &Table, index: usize) -> Option<Kinds> {
        let name = &table.names[index];
        let are_makers = MAKERS.contains(&words(name).join(" ").trim_end_matches(" id"));
        let text = table.text_at(Some(index));
        // A field with a name and a value of its own is none of a kind.
        let is_word = !text.contains([':', '='])
            && !is_missing(text)
            && number(text).is_none()
            && time_of_day(text).is_none()
            && time_with_unit(text).is_none();
        let (words, follows) = (Vec::new(), Vec::new());
        (are_makers || is_word).then(|| Kinds { index, name: name.clone(), are_makers, words, last: 0, changes: 0, follows })
    }

    /// Adds a field. Returns `false` if the column has too many words.
    fn add(&mut self, text: &str) -> bool {
        let is_first = self.words.is_empty();
        let kind = if self.words.get(self.last).is_some_and(|last| last == text) {
            self.last
        } else {
            self.words.iter().position(|word| word == text).unwrap_or_else(|| {
                self.words.push(text.to_owned());
                self.follows.push([0; MOST_KINDS]);
                self.words.len() - 1
            })
        };
        if kind >= MOST_KINDS {
            return false;
        }
        if !is_first {
            self.changes += usize::from(kind != self.last);
            self.follows[self.last][kind] += 1;
        }
        self.last = kind;
        true
    }

    fn refusal(&self, rows: usize) -> Option<String> {
        // Words that do not come again take no turns.
        if rows < FEWEST_ROWS.max(2 * self.words.len()) || self.words.len() < 2 {
            return None;
        }
        let (changes, pairs) = (self.changes as f64, (rows - 1) as f64);
        let usual: usize = self.follows.iter().map(|after| after.iter().copied().max().unwrap_or_default()).sum();
        let takes_turns = changes >= FOLLOW * pairs && usual as f64 >= FOLLOW * pairs;
        let are_mixed = self.are_makers && changes >= CHANGES * pairs;
        let name = &self.name;
        let some: Vec<&str> = self.words.iter().take(4).map(|word| word.get(..24).unwrap_or(word)).collect();
        let (some, first) = (some.join(", "), some[0]);
        let remedy = format!("keep the rows of one of them (with awk: NR == 1 || /{first}/)");
        (takes_turns || are_mixed).then(|| {
            format!("has rows of several kinds, which take turns ({name}: {some}), so a row is not each a frame: {remedy}")
        })
    }
}
