//! The summary of a captured game: the facts for a page about its file.
//!
//! A frame time is the time from the flip of a displayed frame to the next flip; the frame whose flip ends it is the slow one. Rates
//! are those of the metrics, and hitches and stalls are those of the findings about the whole capture.

use super::entries::{Entry, entries};
use super::finding::Finding;
use super::over_run::untried_spans;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::screen::DisplayedFrame;
use crate::lab::metrics::totals::Totals;
use crate::lab::symptoms::intervals::{AROUND, Interval, lower_median};
use crate::lab::symptoms::kind::Tone;
use crate::lab::symptoms::long_stays::LongStays;
use crate::model::config::capture::{Capture, CapturedFrame};
use crate::model::config::script::Script;
use crate::model::config::settings::{PaneSettings, Settings, WorldChoice};
use std::sync::Arc;

/// The world in which nothing costs time or stops a frame.
const UNDISTURBED: &str = "runner";
/// The largest number of worst moments.
const MOMENTS: usize = 10;
/// The least excess of a worst moment over the frame times around it, as a share of these.
const LEAST_BEYOND: f64 = 0.05;
/// The number of columns of a plot over time.
const COLUMNS: usize = 1000;
/// The largest number of bins of a histogram.
const BINS: i64 = 40;
/// The least width of a bin. All widths are 1, 2 or 5 times a power of ten of it.
const NARROWEST_BIN: Span = Span::from_flicks(FLICKS_PER_SECOND / 100_000);

/// A captured game in numbers.
#[derive(Clone, Debug)]
pub struct CaptureSummary {
    pub capture: Arc<Capture>,
    /// The frame times, in the order of the frames; one less than there are displayed frames.
    pub frame_times: Vec<FrameTime>,
    /// The lower median of the frame times; zero without any.
    pub median: Span,
    pub shortest: Span,
    pub longest: Span,
    /// The mean rate, its quantiles and its lows; empty without frame times.
    pub rates: Vec<Rate>,
    /// The hitches of the findings, the earliest first.
    pub hitches: Vec<Interval>,
    /// The stalls of the findings that are no hitches, the earliest first.
    pub stalls: Vec<Interval>,
    /// The time in hitches and stalls.
    pub stutter: Span,
    /// The part of `stutter` that is beyond the frame times around each hitch and stall.
    pub late: Span,
    /// The moments that are furthest beyond the frame times around them, the worst first; at most ten.
    pub worst: Vec<SlowMoment>,
    /// The columns of a plot over the whole capture, each as long as the others.
    pub columns: Vec<PlotColumn>,
    pub histogram: Histogram,
    /// The entries of the findings.
    pub told: Vec<ToldEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTime {
    pub stay: Interval,
    /// The index of the slow frame, whose flip ends the stay.
    pub frame: usize,
    /// Whether it is a part of a hitch or a stall.
    pub stutters: bool,
}

/// A rate of displayed frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub name: &'static str,
    /// The key of the metric.
    pub key: &'static str,
    pub fps: f64,
}

/// A frame time beside those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowMoment {
    pub frame_time: FrameTime,
    /// The line of the slow frame in the file; `None` if it is unknown.
    pub line: Option<u32>,
    /// The lower median of the frame times of the seven frames before and after, and its own.
    pub around: Span,
}

impl SlowMoment {
    /// Returns by how much the frame time is beyond those around it; zero if it is not.
    fn beyond(&self) -> Span {
        (self.frame_time.stay.length - self.around).max(Span::ZERO)
    }
}

/// The frames in one column of a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlotColumn {
    /// The longest frame time; zero before the first flip.
    pub longest: Span,
    /// Whether a hitch or a stall lies in the column.
    pub stutters: bool,
}

/// The frequencies of frame times, in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The shortest frame time of the first bin.
    pub from: Span,
    pub width: Span,
    /// The number of frame times in each bin. A bin includes its lower end.
    pub counts: Vec<usize>,
    /// The number of frame times that are longer than all bins: at most one in a hundred.
    pub longer: usize,
}

/// An entry of the findings in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldEntry {
    pub from: Time,
    pub to: Time,
    pub tone: Tone,
    /// Whether the frame rate changes within the capture.
    pub changes_rate: bool,
    pub headline: String,
    pub sentences: Vec<String>,
}

impl From<&Entry> for ToldEntry {
    fn from(entry: &Entry) -> ToldEntry {
        let (tone, changes_rate) = (entry.worst.symptom.tone, entry.rate_change.is_some());
        let (headline, sentences) = (entry.worst.headline(), entry.sentences());
        ToldEntry { from: entry.from, to: entry.to, tone, changes_rate, headline, sentences }
    }
}

/// The keys of the numbers of a summary in JSON, beside those of the rates, which are metrics.
const KEYS: [&str; 12] = [
    "frames",
    "frames_displayed",
    "shown_s",
    "frame_time_median_ms",
    "frame_time_min_ms",
    "frame_time_max_ms",
    "hitches",
    "stalls",
    "hitches_per_minute",
    "stutter_s",
    "stutter_percent",
    "hitch_late_ms_per_s",
];

impl CaptureSummary {
    pub fn number_keys() -> impl Iterator<Item = &'static str> {
        KEYS.into_iter()
    }

    /// Returns the numbers of the page with their keys, without the rates.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let shown_s = self.shown().as_secs();
        let (hitches, stalls) = (self.hitches.len() as f64, self.stalls.len() as f64);
        let values = [
            self.capture.frames.len() as f64,
            self.capture.facts.shown as f64,
            shown_s,
            self.median.as_millis(),
            self.shortest.as_millis(),
            self.longest.as_millis(),
            hitches,
            stalls,
            (hitches + stalls) * 60.0 / shown_s.max(f64::MIN_POSITIVE),
            self.stutter.as_secs(),
            self.stutter_percent(),
            self.late_ms_per_s(),
        ];
        KEYS.into_iter().zip(values)
    }

    /// Returns the number with this key; `None` if the summary has none.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.numbers().find(|(known, _)| *known == key).map(|(_, number)| number)
    }

    /// Returns the summary of the capture that a pane plays, on the display of the pane; `None` if the pane plays none, or waits for
    /// its file.
    ///
    /// # Errors
    /// If the settings of the pane are not allowed.
    pub fn of_pane(pane: &PaneSettings) -> Result<Option<CaptureSummary>, Invalid> {
        let Some(capture) = pane.capture.clone().filter(|_| pane.played().is_some_and(Capture::is_here)) else { return Ok(None) };
        let (scene, panes) = (WorldChoice::new(UNDISTURBED), vec![pane.clone()]);
        let alone = Script::from(Settings { scene, panes, ..Settings::default() });
        let findings = untried_spans(&alone, &alone.every_pane().collect::<Vec<_>>(), capture.run_seconds())?.concat();
        Ok(Some(CaptureSummary::new(capture, &findings)))
    }

    /// Returns the same from the findings that a pane has in a run of `seconds`, so that they are not looked for again. If the run
    /// lasts longer or shorter than the capture, or something may disturb it, they are.
    ///
    /// # Errors
    /// If the settings of the pane are not allowed.
    pub fn of_run(
        script: &Script,
        pane: &PaneSettings,
        seconds: f64,
        findings: &[Finding],
    ) -> Result<Option<CaptureSummary>, Invalid> {
        let Settings { scene, hitches, paused, .. } = script.settings();
        let is_undisturbed =
            scene.id == UNDISTURBED && hitches.is_empty() && !paused && script.commands().is_empty() && !findings.is_empty();
        let whole = |capture: &&Arc<Capture>| {
            is_undisturbed && pane.played().is_some_and(Capture::is_here) && seconds == capture.run_seconds()
        };
        let Some(capture) = pane.capture.as_ref().filter(whole) else { return CaptureSummary::of_pane(pane) };
        let mut findings = findings.to_vec();
        for finding in &mut findings {
            finding.diagnosis = None;
        }
        Ok(Some(CaptureSummary::new(capture.clone(), &findings)))
    }

    fn new(capture: Arc<Capture>, findings: &[Finding]) -> CaptureSummary {
        let LongStays { hitches, stalls } = LongStays::of(findings.iter().map(|finding| &finding.symptom));
        let (mut frame_times, totals) = measure(&capture.frames);
        for stutter in hitches.iter().chain(&stalls) {
            let first = frame_times.partition_point(|time| time.stay.begin < stutter.begin);
            let parts = frame_times[first..].iter_mut().take_while(|time| time.stay.end() <= stutter.end());
            parts.for_each(|time| time.stutters = true);
        }
        let mut lengths: Vec<Span> = frame_times.iter().map(|time| time.stay.length).collect();
        let moments = moments(&frame_times, &lengths, &capture.frames);
        let beyond = |stutter: &Interval| {
            let first = frame_times.partition_point(|time| time.stay.begin < stutter.begin);
            moments.get(first).map_or(Span::ZERO, |moment| (stutter.length - moment.around).max(Span::ZERO))
        };
        let stutters = || hitches.iter().chain(&stalls);
        let sum = |all: &mut dyn Iterator<Item = Span>| all.fold(Span::ZERO, std::ops::Add::add);
        let (stutter, late) = (sum(&mut stutters().map(|one| one.length)), sum(&mut stutters().map(beyond)));
        lengths.sort_unstable();
        CaptureSummary {
            median: lower_median(&mut lengths.clone()),
            shortest: lengths.first().copied().unwrap_or_default(),
            longest: lengths.last().copied().unwrap_or_default(),
            rates: rates(&totals),
            stutter,
            late,
            worst: worst(moments),
            columns: columns(&frame_times, capture.end()),
            histogram: Histogram::of(&lengths),
            told: entries(findings).iter().map(ToldEntry::from).collect(),
            capture,
            frame_times,
            hitches,
            stalls,
        }
    }

    /// Returns the headline of a capture of which nothing but good is told; `None` of all others.
    pub fn steady_headline(&self) -> Option<&str> {
        let is_good = |told: &ToldEntry| matches!(told.tone, Tone::Right | Tone::Settling) && !told.changes_rate;
        let right = self.told.iter().find(|told| told.tone == Tone::Right)?;
        (self.hitches.is_empty() && self.stalls.is_empty() && self.told.iter().all(is_good)).then_some(&*right.headline)
    }

    /// Returns how much of each second hitches and stalls were longer than the frame times around them, in milliseconds.
    pub fn late_ms_per_s(&self) -> f64 {
        self.late.as_millis() / self.shown().as_secs().max(f64::MIN_POSITIVE)
    }

    /// Returns the share of the time that is in hitches and stalls, in per cent.
    pub fn stutter_percent(&self) -> f64 {
        100.0 * self.stutter.as_secs() / self.shown().as_secs().max(f64::MIN_POSITIVE)
    }

    /// Returns the time from the first flip to the last one.
    pub fn shown(&self) -> Span {
        let ends = self.frame_times.first().zip(self.frame_times.last());
        ends.map_or(Span::ZERO, |(first, last)| last.stay.end() - first.stay.begin)
    }
}

/// Returns the frame times, none of which stutters yet, and the sums of the displayed frames.
fn measure(frames: &[CapturedFrame]) -> (Vec<FrameTime>, Totals) {
    let (mut frame_times, mut totals) = (Vec::new(), Totals::default());
    let mut before: Option<DisplayedFrame> = None;
    for (index, frame) in frames.iter().enumerate().filter(|(_, frame)| frame.flip < Time::NEVER) {
        let now = DisplayedFrame { at: frame.flip, drawn: frame.sample };
        if let Some(before) = before.replace(now) {
            totals.add_pair(before, now, None);
            let stay = Interval { begin: before.at, length: now.at - before.at };
            frame_times.push(FrameTime { stay, frame: index, stutters: false });
        }
    }
    (frame_times, totals)
}

fn rates(totals: &Totals) -> Vec<Rate> {
    let fps = |span: Span| FLICKS_PER_SECOND as f64 / span.flicks() as f64;
    let mean_of = |(number, sum): (u64, i128)| number as f64 * FLICKS_PER_SECOND as f64 / sum as f64;
    let quantile = |share: f64| {
        let (longer, shorter, part) = totals.rate_quantile(share)?;
        Some(fps(longer) + part * (fps(shorter) - fps(longer)))
    };
    let mean = (totals.displayed_pairs > 0).then(|| mean_of((totals.displayed_pairs, totals.passed)));
    let all = [
        ("Mean", "fps_mean", mean),
        ("P99", "p99_fps", quantile(0.99)),
        ("P95", "p95_fps", quantile(0.95)),
        ("P50", "p50_fps", quantile(0.5)),
        ("P5", "p5_fps", quantile(0.05)),
        ("P1", "p1_fps", quantile(0.01)),
        ("P0.2", "p0_2_fps", quantile(0.002)),
        ("1 % low, integral", "one_percent_low_fps", totals.low(100.0).map(fps)),
        ("1 % low, average", "one_percent_low_average_fps", totals.longest_intervals(0.99).map(mean_of)),
        ("0.1 % low, integral", "tenth_percent_low_fps", totals.low(1000.0).map(fps)),
        ("0.1 % low, average", "tenth_percent_low_average_fps", totals.longest_intervals(0.999).map(mean_of)),
    ];
    all.into_iter().filter_map(|(name, key, fps)| Some(Rate { name, key, fps: fps? })).collect()
}

/// Returns the moment of each frame time.
fn moments(frame_times: &[FrameTime], lengths: &[Span], frames: &[CapturedFrame]) -> Vec<SlowMoment> {
    let moment = |(index, frame_time): (usize, &FrameTime)| {
        let near = index.saturating_sub(AROUND)..(index + AROUND + 1).min(lengths.len());
        let around = lower_median(&mut lengths[near].to_vec());
        let line = Some(frames[frame_time.frame].line).filter(|line| *line > 0);
        SlowMoment { frame_time: *frame_time, line, around }
    };
    frame_times.iter().enumerate().map(moment).collect()
}

fn worst(mut moments: Vec<SlowMoment>) -> Vec<SlowMoment> {
    moments.retain(|moment| moment.beyond().ratio(moment.around) >= LEAST_BEYOND);
    moments.sort_by_key(|moment| (std::cmp::Reverse(moment.beyond()), moment.frame_time.stay.begin));
    moments.truncate(MOMENTS);
    moments
}

fn columns(frame_times: &[FrameTime], end: Time) -> Vec<PlotColumn> {
    let mut columns = vec![PlotColumn::default(); COLUMNS];
    let column_of = |at: Time| ((at - Time::ZERO).ratio(end - Time::ZERO) * COLUMNS as f64) as usize;
    for FrameTime { stay, stutters, .. } in frame_times {
        let last = column_of(stay.end() - Span::from_flicks(1)).min(COLUMNS - 1);
        for column in &mut columns[column_of(stay.begin).min(last)..=last] {
            column.longest = column.longest.max(stay.length);
            column.stutters |= stutters;
        }
    }
    columns
}

impl Histogram {
    /// Returns the histogram of frame times, which ascend. Its bins hold all but the longest hundredth, and are as narrow as
    /// possible.
    fn of(lengths: &[Span]) -> Histogram {
        let Some(shortest) = lengths.first() else { return Histogram::default() };
        let usual = lengths[(lengths.len() * 99).div_ceil(100) - 1];
        let tens = std::iter::successors(Some(NARROWEST_BIN), |width| Some(*width * 10));
        let mut widths = tens.flat_map(|width| [1, 2, 5].map(|times| width * times));
        let bins = |width: &Span| usual.whole(*width) - shortest.whole(*width) + 1;
        let width = widths.find(|width| bins(width) <= BINS).unwrap_or(NARROWEST_BIN);
        let (from, counts) = (width * shortest.whole(width), vec![0; bins(&width) as usize]);
        let mut histogram = Histogram { from, width, counts, longer: 0 };
        for length in lengths {
            let bin = (*length - histogram.from).whole(histogram.width) as usize;
            match histogram.counts.get_mut(bin) {
                Some(count) => *count += 1,
                None => histogram.longer += 1,
            }
        }
        histogram
    }

    /// Returns the end of the last bin.
    pub fn to(&self) -> Span {
        self.from + self.width * self.counts.len() as i64
    }
}
