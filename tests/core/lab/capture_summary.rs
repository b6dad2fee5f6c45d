//! The summary of a capture: every number against a small computation of its own from the rows of the file.

use std::fmt::Write as _;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// The flips of a file in ms, and the line of each.
struct Rows {
    flips: Vec<f64>,
    lines: Vec<u32>,
}

impl Rows {
    fn stays(&self) -> Vec<f64> {
        self.flips.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// Returns the middle of the fifteen stays around one.
    fn around(&self, index: usize) -> f64 {
        let stays = self.stays();
        let mut near = stays[index.saturating_sub(7)..(index + 8).min(stays.len())].to_vec();
        near.sort_by(f64::total_cmp);
        near[(near.len() - 1) / 2]
    }
}

/// Returns uneven frame times in ms with a spike every 150 frames. No two are equal, and none is on the edge of a bin.
fn frame_time(number: usize) -> f64 {
    let noise = (number * 7919 % 40_009) as f64 / 10_000.0 + 0.000_03;
    if number % 150 == 77 { 50.0 + 2.0 * noise } else { 14.0 + noise }
}

/// A column of frame times. The first row is no stay, because nothing was displayed before it.
fn column(count: usize) -> (String, Rows) {
    let (mut text, mut rows, mut flip) = ("frametime\n".to_owned(), Rows { flips: Vec::new(), lines: Vec::new() }, 0.0);
    for number in 0..count {
        flip += frame_time(number);
        let _ = writeln!(text, "{:.5}", frame_time(number));
        rows.flips.push(flip);
        rows.lines.push(number as u32 + 2);
    }
    (text, rows)
}

/// PresentMon's first form; each twentieth frame is dropped.
fn presentmon(count: usize) -> (String, Rows) {
    let mut text =
        "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed\n"
            .to_owned();
    let (mut rows, mut at) = (Rows { flips: Vec::new(), lines: Vec::new() }, 0.1);
    for number in 0..count {
        let (between, is_dropped, until) = (frame_time(number), number % 20 == 3, 20.0 + (number % 3) as f64);
        at += between / 1000.0;
        let shown = if is_dropped { 0.0 } else { until };
        let _ = writeln!(text, "game.exe,7,0x1,{},{at:.9},{between:.4},0.5,{shown:.3}", u8::from(is_dropped));
        if !is_dropped {
            rows.flips.push(at * 1000.0 + until);
            rows.lines.push(number as u32 + 2);
        }
    }
    (text, rows)
}

fn summary(text: &str) -> CaptureSummary {
    let read = read("game.csv", text.as_bytes(), &CapturePart::default()).expect("it can be read");
    CaptureSummary::of_pane(&PaneSettings::of_capture(read.capture)).expect("it can be played").expect("it is a capture")
}

#[track_caller]
fn close(name: &str, found: f64, naive: f64) {
    assert!((found - naive).abs() <= 1e-5 * naive.abs().max(1.0), "{name}: {found} and not {naive}");
}

/// Returns the quantile R8 of ascending values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = ((sorted.len() as f64 + 1.0 / 3.0) * share + 1.0 / 3.0).clamp(1.0, sorted.len() as f64);
    let (below, part) = (rank.floor() as usize, rank.fract());
    let above = below.min(sorted.len() - 1);
    sorted[below - 1] + part * (sorted[above] - sorted[below - 1])
}

fn compare_rates(summary: &CaptureSummary, stays: &[f64]) {
    let mut ascending = stays.to_vec();
    ascending.sort_by(f64::total_cmp);
    let all: f64 = stays.iter().sum();
    let rates: Vec<f64> = ascending.iter().rev().map(|stay| 1000.0 / stay).collect();
    let integral = |share: f64| {
        let mut sum = 0.0;
        let reached = ascending.iter().rev().find(|stay| {
            sum += **stay;
            sum >= share * all
        });
        1000.0 / reached.expect("the whole is more than a part")
    };
    let average = |share: f64| {
        let least = quantile(&ascending, share);
        let long: Vec<f64> = stays.iter().copied().filter(|stay| *stay >= least - 1e-7).collect();
        1000.0 * long.len() as f64 / long.iter().sum::<f64>()
    };
    let naive = [
        ("Mean", 1000.0 * stays.len() as f64 / all),
        ("P99", quantile(&rates, 0.99)),
        ("P95", quantile(&rates, 0.95)),
        ("P50", quantile(&rates, 0.5)),
        ("P5", quantile(&rates, 0.05)),
        ("P1", quantile(&rates, 0.01)),
        ("P0.2", quantile(&rates, 0.002)),
        ("1 % low, integral", integral(0.01)),
        ("1 % low, average", average(0.99)),
        ("0.1 % low, integral", integral(0.001)),
        ("0.1 % low, average", average(0.999)),
    ];
    assert_eq!(summary.rates.iter().map(|rate| rate.name).collect::<Vec<_>>(), naive.map(|(name, _)| name));
    for (rate, (name, fps)) in summary.rates.iter().zip(naive) {
        close(name, rate.fps, fps);
    }
    close("median", summary.median.as_millis(), ascending[(stays.len() - 1) / 2]);
    close("shortest", summary.shortest.as_millis(), ascending[0]);
    close("longest", summary.longest.as_millis(), ascending[stays.len() - 1]);
    close("shown", summary.shown().as_millis(), all);
}

/// The least stay in ms of a spike, or of a frame before one that was dropped. All others are shorter than 20.1 ms.
const LONG: f64 = 24.0;

/// Compares the hitches with the long stays.
fn compare_stutter(summary: &CaptureSummary, rows: &Rows, zero: f64) {
    let stays = rows.stays();
    let spikes: Vec<usize> = (0..stays.len()).filter(|index| stays[*index] > LONG).collect();
    assert_eq!((summary.hitches.len(), summary.stalls.len()), (spikes.len(), 0));
    for (hitch, spike) in summary.hitches.iter().zip(&spikes) {
        close("begin of a hitch", hitch.begin.as_secs() * 1000.0, rows.flips[*spike] - zero);
        close("length of a hitch", hitch.length.as_millis(), stays[*spike]);
    }
    let (long, all): (f64, f64) = (spikes.iter().map(|spike| stays[*spike]).sum(), stays.iter().sum());
    let late: f64 = spikes.iter().map(|spike| stays[*spike] - rows.around(*spike)).sum();
    close("stutter", summary.stutter.as_millis(), long);
    close("its share", summary.stutter_percent(), 100.0 * long / all);
    close("late", summary.late_ms_per_s(), 1000.0 * late / all);
}

fn compare_moments(summary: &CaptureSummary, rows: &Rows, zero: f64) {
    let stays = rows.stays();
    let mut order: Vec<usize> = (0..stays.len()).collect();
    order.sort_by(|a, b| (stays[*b] - rows.around(*b)).total_cmp(&(stays[*a] - rows.around(*a))));
    assert_eq!(summary.worst.len(), 10);
    for (moment, index) in summary.worst.iter().zip(order) {
        let stay = moment.frame_time.stay;
        assert_eq!(moment.line, Some(rows.lines[index + 1]));
        assert_eq!(moment.frame_time.stutters, stays[index] > LONG);
        close("second", stay.begin.as_secs() * 1000.0, rows.flips[index] - zero);
        close("ms", stay.length.as_millis(), stays[index]);
        close("around", moment.around.as_millis(), rows.around(index));
    }
}

fn compare_plots(summary: &CaptureSummary, rows: &Rows, zero: f64) {
    let (stays, histogram, columns) = (rows.stays(), &summary.histogram, &summary.columns);
    let [from, width] = [histogram.from, histogram.width].map(Span::as_millis);
    for (bin, count) in histogram.counts.iter().enumerate() {
        let range = from + bin as f64 * width..from + (bin + 1) as f64 * width;
        assert_eq!(*count, stays.iter().filter(|stay| range.contains(stay)).count(), "{range:?} ms");
    }
    assert_eq!(histogram.counts.iter().sum::<usize>() + histogram.longer, stays.len());
    assert!(histogram.longer * 100 <= stays.len() && histogram.counts.len() <= 40, "{histogram:?}");
    let end = rows.flips[rows.flips.len() - 1] - zero;
    let mut is_red = vec![false; columns.len()];
    for (index, stay) in stays.iter().enumerate() {
        let column = |ms: f64| ((ms - zero) / end * columns.len() as f64) as usize;
        let (first, last) = (column(rows.flips[index] + 1e-6), column(rows.flips[index + 1] - 1e-6));
        for place in first..=last.min(columns.len() - 1) {
            assert!(columns[place].longest.as_millis() >= stay - 1e-4, "a spike keeps its height");
            is_red[place] |= *stay > LONG;
        }
    }
    assert!(columns.iter().map(|column| column.stutters).eq(is_red));
    assert_eq!(columns.iter().map(|column| column.longest).max(), Some(summary.longest));
}

#[test]
fn every_number_is_what_the_rows_of_a_column_give() {
    let (text, rows) = column(1300);
    let summary = summary(&text);
    compare_rates(&summary, &rows.stays());
    compare_stutter(&summary, &rows, 0.0);
    compare_moments(&summary, &rows, 0.0);
    compare_plots(&summary, &rows, 0.0);
}

#[test]
fn every_number_is_what_the_displayed_rows_of_presentmon_give() {
    let (text, rows) = presentmon(1300);
    let summary = summary(&text);
    assert_eq!((summary.capture.frames.len(), summary.capture.facts.shown), (1300, rows.flips.len()));
    let zero = rows.flips[0] - (summary.frame_times[0].stay.begin - Time::ZERO).as_millis();
    compare_rates(&summary, &rows.stays());
    compare_stutter(&summary, &rows, zero);
    compare_moments(&summary, &rows, zero);
    compare_plots(&summary, &rows, zero);
    let hitches: Vec<_> = summary.told.iter().filter(|entry| entry.headline.contains("hitch")).collect();
    assert!(hitches.len() == 1 && hitches[0].headline.contains(&summary.hitches.len().to_string()), "{:?}", summary.told);
}

#[test]
fn a_stall_alone_is_told_as_a_stall_and_counts_as_stutter() {
    let row = |number: u32| if number == 200 { "400\n" } else { "16.5\n" };
    let summary = summary(&("frametime\n".to_owned() + &(0..400).map(row).collect::<String>()));
    let stall = summary.stalls[0];
    assert_eq!((summary.hitches.len(), summary.stalls.len()), (0, 1));
    close("its length", stall.length.as_millis(), 400.0);
    close("its begin", stall.begin.as_secs(), 3.3);
    close("beyond the frames around", summary.late.as_millis(), 400.0 - 16.5);
    let worst: Vec<_> = summary.worst.iter().map(|moment| (moment.line, moment.frame_time.stutters)).collect();
    assert_eq!(worst, [(Some(202), true)], "no other frame is longer than those around it");
}

#[test]
fn lines_are_those_of_the_file_however_long_it_is() {
    let rows = (0..70_000).map(|number| if number == 9 { "no number\n" } else { "4.2\n" });
    let text = "# a remark\nframetime\n".to_owned() + &rows.collect::<String>();
    let read = read("long.csv", text.as_bytes(), &CapturePart::default()).expect("it can be read");
    let lines: Vec<u32> = read.capture.frames.iter().map(|frame| frame.line).collect();
    assert_eq!((lines[0], lines[8], lines[9], lines[69_998]), (3, 11, 13, 70_002));
}

#[test]
fn a_page_after_a_report_is_the_page_that_judges_the_file_itself() {
    let text = (1..=600)
        .fold("frametime\n".to_owned(), |text, row| text + &format!("{}\n", if row % 40 == 20 { 60 } else { 15 + row % 3 }));
    let read = read("game.csv", text.as_bytes(), &CapturePart::default()).expect("it can be read");
    let seconds = read.capture.run_seconds();
    let pane = PaneSettings::of_capture(read.capture);
    let settings = Settings { scene: WorldChoice::new("runner"), panes: vec![pane.clone()], ..Settings::default() };
    let found = |settings: Settings, seconds: f64| {
        let script = Script::from(settings);
        let panes: Vec<Origin> = script.every_pane().collect();
        let findings = spans(&script, &panes, seconds).expect("it can be run").concat();
        CaptureSummary::of_run(&script, &pane, seconds, &findings).expect("it can be played").expect("it is a capture")
    };
    let alone = summary(&text);
    assert_eq!(alone.hitches.len(), 15);
    // Half of a run does not know all hitches.
    for of_run in [found(settings.clone(), seconds), found(settings, seconds / 2.0)] {
        assert_eq!((&of_run.hitches, &of_run.stalls, &of_run.told), (&alone.hitches, &alone.stalls, &alone.told));
        assert_eq!((&of_run.worst, of_run.late, of_run.stutter), (&alone.worst, alone.late, alone.stutter));
    }
}
