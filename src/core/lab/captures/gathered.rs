//! The frames that have been read from a file, and the report about reading them.

use super::columns::length_in_words;
use super::part::Refusal;
use crate::base::numbers::six_digits;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use crate::model::config::flip_grid::Presents;
use crate::model::config::limits::LONGEST_RUN_S;
use std::collections::BTreeMap;
use std::fmt;

/// A frame of a file, in milliseconds of the file's own clock. Unknown moments are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FrameRow {
    pub begins: Option<f64>,
    pub sample: Option<f64>,
    /// The moment of the flip; `None` if the frame was never displayed.
    pub flip: Option<f64>,
    pub cpu: f64,
    pub gpu: f64,
    /// The moment at which the GPU was done with the frame.
    pub gpu_done: Option<f64>,
    /// Whether a driver generated the frame.
    pub is_generated: bool,
}

/// Counts of how the displayed frames were presented.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PresentCounts {
    shown: usize,
    at_any_moment: usize,
    least_refreshes: Option<u64>,
}

impl PresentCounts {
    /// Adds a displayed frame with its `SyncInterval`, whether tearing is allowed, and its `PresentMode`, which may be empty.
    pub fn add(&mut self, sync_interval: Option<f64>, allows_tearing: bool, mode: &str) {
        let Some(sync_interval) = sync_interval else { return };
        let is_composed = mode.starts_with("Composed");
        self.shown += 1;
        self.at_any_moment += usize::from(sync_interval == 0.0 && allows_tearing && !is_composed);
        let refreshes = sync_interval as u64;
        self.least_refreshes = Some(self.least_refreshes.map_or(refreshes, |least| least.min(refreshes)));
    }

    fn facts(self) -> Presents {
        Presents { at_any_moment: self.at_any_moment * 2 > self.shown, least_refreshes: self.least_refreshes.unwrap_or_default() }
    }
}

/// The frames of one process, while the file is being read.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    frames: Vec<CapturedFrame>,
    pub samples: SampleTimes,
    /// The file's clock at time zero of the frames, in milliseconds; `None` before the first row.
    zero: Option<f64>,
    /// The clock of the sample times at time zero, if it is another one: more than a day apart.
    sample_zero: Option<f64>,
    /// Whether the file's own zero is used as time zero if the first row comes at most a second after it. In all other cases the
    /// first row is time zero.
    pub keeps_zero: bool,
    flipped: Time,
    begun: Time,
    /// The gap in the file's clock that rows leave which were left out; empty after the next frame.
    gap: Gap,
    /// The time that left-out rows have taken along so far, in milliseconds: all later moments come earlier by it.
    taken: f64,
    pub presents: PresentCounts,
    pub report: ReadingReport,
}

/// A gap in the clock of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Gap {
    /// The number of rows that were left out since the last frame.
    rows: u32,
    /// The time between two frames in which a row can be missing is longer than this, in milliseconds.
    longer_than: f64,
}

/// A capture that has been read, with a report about its file.
#[derive(Clone, Debug)]
pub struct ReadCapture {
    pub capture: Capture,
    pub report: ReadingReport,
}

/// A report about reading a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingReport {
    /// The form of the file, such as `PresentMon 2`.
    pub form: &'static str,
    /// The process whose frames were read; `None` if the file names none.
    pub process: Option<String>,
    /// The number of rows in the file.
    pub rows: usize,
    pub frames: usize,
    /// The number of frames that were displayed.
    pub shown: usize,
    /// The number of displayed frames that a driver generated.
    pub generated: usize,
    pub seconds: f64,
    /// The refresh rate of the display in hertz; `None` if neither the file nor the flips show it.
    pub refresh_hz: Option<f64>,
    /// The number of rows that were left out or counted as never displayed, for each reason.
    pub skipped: BTreeMap<String, usize>,
    /// The line of the first row that was left out, for reasons that concern single rows.
    pub skipped_lines: BTreeMap<String, u32>,
    /// The columns that were used, in words.
    pub columns: String,
    /// A sentence about the facts that the file does not have; empty if it has all.
    pub unknown: &'static str,
    pub has_cpu: bool,
    pub has_gpu: bool,
}

impl ReadingReport {
    pub(super) fn skip(&mut self, reason: &str) {
        match self.skipped.get_mut(reason) {
            Some(count) => *count += 1,
            None => drop(self.skipped.insert(reason.to_owned(), 1)),
        }
    }
}

impl ReadingReport {
    /// Counts a row that is left out, and keeps its line if it is the first for this reason.
    pub(super) fn skip_line(&mut self, reason: &str, line: u32) {
        self.skip(reason);
        if !self.skipped_lines.contains_key(reason) {
            self.skipped_lines.insert(reason.to_owned(), line);
        }
    }

    /// Lists the rows that were left out or never displayed, with their reasons.
    fn skipped_in_words(&self) -> String {
        let words = |(reason, count): (&String, &usize)| {
            let first = if *count > 1 { "the first in line" } else { "line" };
            let line = self.skipped_lines.get(reason).map_or(String::new(), |line| format!(" ({first} {line})"));
            format!("{count} {reason}{line}")
        };
        self.skipped.iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for ReadingReport {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadingReport { form, process, rows, frames, shown, seconds, columns, unknown, .. } = self;
        let of = process.as_ref().map_or(String::new(), |process| format!(" of {process}"));
        write!(to, "{form}: {rows} rows, {frames} frames{of} in {seconds:.1} s, {shown} of them displayed. {columns}.")?;
        if let Some(hertz) = self.refresh_hz {
            write!(to, " The flips lie on the refreshes of a display of {} Hz.", six_digits(hertz, 0))?;
        }
        if self.generated > 0 {
            let generated = self.generated;
            write!(to, " {generated} of {shown} pictures are generated: what they show is taken to lie in between.")?;
        }
        if !self.skipped.is_empty() {
            write!(to, " Left out or never displayed: {}.", self.skipped_in_words())?;
        }
        if unknown.is_empty() { Ok(()) } else { write!(to, " {unknown}.") }
    }
}

/// The sentence for a file whose only sample times are the starts of the frames on the CPU.
pub(super) const OF_CPU_START: &str =
    "The sample time is when the CPU began the frame, a stand-in: slow motion and judder of the game's own steps can't be known";
/// The sentence for a file without sample times.
pub(super) const OF_STAYS: &str = "Only how long frames stay is known: nothing of the game's own time";

/// The file's own zero is used as time zero only if the first frame comes at most this much later, in milliseconds.
const NEAR_ZERO_MS: f64 = 1000.0;
/// Flips and sample times count as times of one clock if those of the first frame differ by at most this, in milliseconds.
const SAME_CLOCK_MS: f64 = 1000.0;
/// The longest time from one frame to the next, in milliseconds: an hour.
pub(super) const LONGEST_MS: f64 = 3_600_000.0;
/// From one frame to the next it takes at most this many times as long as usual; if it takes longer, a row that was left out between
/// them can be one of a frame. Such a step is no hitch.
pub(super) const WITHOUT_A_ROW: f64 = 1.4;
/// The most frames, rows or events of a file: 50 a second for a day.
pub(super) const MOST_FRAMES: usize = 4_320_000;

impl Gathered {
    pub fn new(form: &'static str, samples: SampleTimes) -> Gathered {
        let unknown = match samples {
            SampleTimes::Own => "",
            SampleTimes::CpuStart => OF_CPU_START,
            SampleTimes::Unknown => OF_STAYS,
        };
        Gathered {
            frames: Vec::new(),
            samples,
            zero: None,
            sample_zero: None,
            keeps_zero: false,
            flipped: Time::from_flicks(-1),
            begun: Time::ZERO,
            gap: Gap::default(),
            taken: 0.0,
            presents: PresentCounts::default(),
            report: ReadingReport { form, unknown, ..ReadingReport::default() },
        }
    }

    /// Returns whether a frame was displayed.
    pub fn has_shown(&self) -> bool {
        self.frames.iter().any(|frame| frame.flip < Time::NEVER)
    }

    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Leaves out a row of a clock, which is one of a frame whose moment is unknown. So the time around it is that of several frames,
    /// and not of a long one: the row takes its share of it along, if frames usually come `step_ms` after each other.
    pub fn leave_out(&mut self, step_ms: f64) {
        self.gap = Gap { rows: self.gap.rows + 1, longer_than: step_ms * WITHOUT_A_ROW };
    }

    /// Closes the gap that left-out rows leave before a flip.
    fn close_gap(&mut self, flip: f64, zero: f64) {
        let Gap { rows, longer_than } = std::mem::take(&mut self.gap);
        let gap = flip - self.taken - zero - (self.flipped - Time::ZERO).as_millis();
        if rows > 0 && self.flipped >= Time::ZERO && gap > longer_than && gap <= LONGEST_MS {
            self.taken += gap * f64::from(rows) / f64::from(rows + 1);
        }
    }

    /// Adds a frame. If the file does not say when the frame was begun, it begins at the flip of the frame before it, or at time
    /// zero if it is the first one. A generated frame begins with the frame before it.
    pub fn add(&mut self, line: u32, row: &FrameRow) -> Result<(), Refusal> {
        let Some(first) = row.begins.or(row.flip) else { return Ok(()) };
        let zero = *self.zero.get_or_insert(if self.keeps_zero && (0.0..=NEAR_ZERO_MS).contains(&first) { 0.0 } else { first });
        if let Some(flip) = row.flip {
            self.close_gap(flip, zero);
        }
        let taken = self.taken;
        let at = |ms: f64| {
            let since = ms - taken - zero;
            let is_known = since.abs() <= LONGEST_RUN_S * 1000.0;
            is_known.then(|| Time::from_secs(since / 1000.0)).ok_or_else(|| {
                (line, format!("lies {} from the first frame; a capture lasts at most a day", length_in_words(since)))
            })
        };
        let flip = row.flip.map(at).transpose()?;
        let begins = match row.begins {
            Some(begins) => at(begins)?,
            None if row.is_generated => self.begun,
            None => self.flipped.max(Time::ZERO),
        };
        let back = match row.begins {
            Some(_) if begins < self.begun => Some((begins, self.begun)),
            None => flip.filter(|flip| *flip < self.flipped).map(|flip| (flip, self.flipped)),
            _ => None,
        };
        if let Some((now, before)) = back {
            let [now, before] = [now, before].map(Time::as_secs);
            return Err((
                line,
                format!("time goes back from {before:.4} to {now:.4} s; rows must be in the order of their frames"),
            ));
        }
        let length = (begins - self.begun).as_millis().max(flip.map_or(0.0, |flip| (flip - begins).as_millis()));
        if !self.frames.is_empty() && length > LONGEST_MS || row.cpu.max(row.gpu) > LONGEST_MS {
            return Err((
                line,
                format!("a frame of {} is absurd; at most an hour", length_in_words(length.max(row.cpu).max(row.gpu))),
            ));
        }
        if self.frames.len() >= MOST_FRAMES {
            return Err((line, format!("has more than {MOST_FRAMES} frames: cut a part out of it")));
        }
        let shown = flip.filter(|flip| *flip > self.flipped && *flip >= begins);
        if flip.is_some() && shown.is_none() {
            self.report.skip("displayed with the frame before it");
            if row.is_generated {
                return Ok(());
            }
        }
        if self.frames.is_empty() {
            self.sample_zero = row.sample.filter(|sample| (sample - zero).abs() > LONGEST_RUN_S * 1000.0);
        }
        let of_clock = |sample: f64| at(self.sample_zero.map_or(sample, |own| sample - own + zero));
        let sample = row.sample.map_or(Ok(shown.unwrap_or(begins)), of_clock)?;
        self.flipped = shown.unwrap_or(self.flipped);
        self.begun = begins;
        let [cpu, gpu] = [row.cpu, row.gpu].map(Span::from_millis);
        let gpu_done = row.gpu_done.map_or(Ok(Time::NEVER), at)?;
        let gpu_done = if gpu_done < begins { Time::NEVER } else { gpu_done };
        let (flip, is_generated) = (shown.unwrap_or(Time::NEVER), row.is_generated);
        self.frames.push(CapturedFrame { begins, sample, flip, cpu, gpu, gpu_done, line, is_generated });
        Ok(())
    }

    /// Adds a frame as [`Gathered::add`] does, and returns it; `None` if the row has no frame. Only the last frame is kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn add_live(&mut self, line: u32, row: &FrameRow) -> Result<Option<CapturedFrame>, Refusal> {
        let before = self.frames.len();
        self.add(line, row)?;
        let added = self.frames.len() > before;
        self.frames.drain(..self.frames.len().saturating_sub(1));
        Ok(self.frames.last().copied().filter(|_| added))
    }

    /// Returns the moments at which the game's frames were begun, in milliseconds.
    pub fn starts_ms(&self) -> Vec<f64> {
        let game = self.frames.iter().filter(|frame| !frame.is_generated);
        game.map(|frame| (frame.begins - Time::ZERO).as_millis()).collect()
    }

    /// Moves the start of the first frame so that this frame lasts no longer than the second one. Otherwise the time before a
    /// game began to write its file would look like one very long frame.
    pub fn begin_with_first_flip(&mut self) {
        if let [first, second, ..] = &mut self.frames[..]
            && second.flip < Time::NEVER
        {
            first.begins = first.begins.max(first.flip - (second.flip - first.flip));
        }
    }

    /// Sets the sample times of the game's frames from `own`, in milliseconds of any clock. The first sample time is moved to the
    /// start of the first frame, and the others keep their distances from it.
    pub fn set_samples(&mut self, own: &[f64]) {
        let Some((first, begins)) = own.first().zip(self.frames.first().map(|frame| frame.begins)) else { return };
        for (frame, sample) in self.frames.iter_mut().filter(|frame| !frame.is_generated).zip(own) {
            frame.sample = begins + Span::from_millis(sample - first);
        }
        self.samples = SampleTimes::Own;
        self.report.unknown = "";
    }

    /// Leaves out the frames that were begun before `from`; the first of the rest begins at time zero.
    pub fn cut(mut self, from: Time) -> Result<Gathered, Refusal> {
        if from <= Time::ZERO || self.frames.is_empty() {
            return Ok(self);
        }
        let first = self.frames.partition_point(|frame| frame.begins < from);
        let Some(zero) = self.frames.get(first).map(|frame| frame.begins - Time::ZERO) else {
            let seconds = self.begun.as_secs();
            return Err((0, format!("lasts {seconds:.1} s; --capture-from must be less")));
        };
        self.frames.drain(..first);
        for frame in &mut self.frames {
            (frame.begins, frame.sample) = (frame.begins - zero, frame.sample - zero);
            for moment in [&mut frame.flip, &mut frame.gpu_done] {
                *moment = if *moment < Time::NEVER { *moment - zero } else { *moment };
            }
        }
        Ok(self)
    }

    /// Returns the capture with the name of its file.
    pub fn named(mut self, name: &str) -> Result<ReadCapture, Invalid> {
        let refused = |what: &str| Invalid::in_text(name, (0, 0), what);
        self.join_clocks();
        self.place_generated();
        let shown = || self.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER);
        let (count, last) = (shown().count(), shown().next_back());
        let Some(last) = last.filter(|_| count > 1) else {
            let skipped = self.report.skipped_in_words();
            let why = if skipped.is_empty() { String::new() } else { format!(" (left out: {skipped})") };
            return Err(refused(&format!("holds fewer than two displayed frames: nothing can be measured{why}")));
        };
        let mut report = self.report;
        (report.frames, report.shown, report.seconds) = (self.frames.len(), count, (last - Time::ZERO).as_secs());
        report.has_cpu = self.frames.iter().any(|frame| frame.cpu > Span::ZERO);
        report.has_gpu = self.frames.iter().any(|frame| frame.gpu > Span::ZERO);
        self.frames.shrink_to_fit();
        let mut capture = Capture::new(name, self.samples, self.frames)?.with_presents(self.presents.facts());
        (report.generated, report.refresh_hz) = (capture.facts.generated, capture.refresh_hz());
        capture.about = report.to_string().into();
        Ok(ReadCapture { capture, report })
    }

    /// Sets the sample times of generated frames: each lies between those of the game's frames around it as its flip does. After
    /// the game's last frame its motion goes on.
    fn place_generated(&mut self) {
        if self.frames.iter().all(|frame| !frame.is_generated) {
            return;
        }
        let is_game = |frame: &&CapturedFrame| !frame.is_generated && frame.flip < Time::NEVER;
        let game: Vec<CapturedFrame> = self.frames.iter().filter(is_game).copied().collect();
        let Some(last) = game.len().checked_sub(1).filter(|last| *last > 0) else { return };
        for frame in self.frames.iter_mut().filter(|frame| frame.is_generated) {
            let next = game.partition_point(|game| game.flip <= frame.flip).clamp(1, last);
            let (before, after) = (&game[next - 1], &game[next]);
            let share = (frame.flip - before.flip).ratio(after.flip - before.flip);
            frame.sample = before.sample + (after.sample - before.sample).scaled(share);
        }
    }

    /// Moves sample times that come from another clock than the flips so that the age of the first displayed frame is zero.
    fn join_clocks(&mut self) {
        let Some(first) = self.frames.iter().find(|frame| frame.flip < Time::NEVER) else { return };
        let age = first.flip - first.sample;
        let is_apart = self.sample_zero.is_some() || age.max(-age).as_millis() > SAME_CLOCK_MS;
        if self.samples == SampleTimes::Own && is_apart {
            self.frames.iter_mut().for_each(|frame| frame.sample += age);
            self.report.unknown = "Flips and sample times are of different clocks, so the age of frames can't be known";
        }
    }
}
