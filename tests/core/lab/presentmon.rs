//! The metric code, fed one of PresentMon's own captures, gives PresentMon's own animation errors.
//!
//! **What can be reproduced.** A PresentMon 2 capture has, for every displayed frame of a swap chain, the start of its
//! work on the processor (`CPUStartQPC`, here in ticks of 0.1 µs), the time from there to the screen (`DisplayLatency`,
//! ms), and the simulated time that PresentMon takes the frame to be of (`AnimationTime`, ms). So d = `CPUStartQPC` +
//! `DisplayLatency` and s = `AnimationTime`, both as whole ticks of 0.1 µs: the columns' four digits lose nothing, and
//! every `AnimationError` in the capture is reproduced. All that is left is our own rounding to flicks (1.4 ns).
//!
//! **What can't.** PresentMon gives no error to a swap chain's first displayed frame; nor do we. A frame that never
//! reached the screen has neither d nor error: it is left out here as there, and the next frame's error reaches back to
//! the last displayed one. In this capture s is when the processor began the frame, PresentMon's stand-in where a game
//! doesn't tell its own simulated time; whether the game drew that time can't be seen. PresentMon leaves frames of an
//! unchanged s out, where we count them; the capture has none, since every frame starts at another time, so that
//! difference is not exercised by it. The older captures (PresentMon 1) have no s at all: nothing can be compared.

use std::collections::BTreeMap;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::instruments::recent::RecentNumbers;
use tickscope_core::lab::metrics::screen::{DisplayedFrame, Screen, animation_error};
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::recording::pane_recording::Recording;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Tally;

const CAPTURE: &str = include_str!("../captures/presenter-and-dwm.presentmon2.csv");
/// 0.1 µs, the last digit of every column.
const TICKS_PER_SECOND: i128 = 10_000_000;
/// Each of the four times in an error is up to half a flick off.
const ROUNDING: Span = Span::from_flicks(2);

/// A displayed frame of the capture: our frame, and PresentMon's error of it in ticks.
struct Frame {
    shown: DisplayedFrame,
    error: Option<i128>,
}

/// Returns the displayed frames of each process's swap chain, in their order.
fn frames() -> BTreeMap<(String, String), Vec<Frame>> {
    let mut chains: BTreeMap<_, Vec<Frame>> = BTreeMap::new();
    let mut rows = CAPTURE.lines().map(|line| line.split(','));
    let names: Vec<&str> = rows.next().expect("a head").collect();
    for row in rows {
        let row: BTreeMap<&str, &str> = names.iter().copied().zip(row).collect();
        let chain = chains.entry((row["ProcessID"].to_owned(), row["SwapChainAddress"].to_owned())).or_default();
        let Some(latency) = ticks(row["DisplayLatency"]) else { continue };
        let start: i128 = row["CPUStartQPC"].parse().expect("whole ticks");
        let drawn = ticks(row["AnimationTime"]).expect("a displayed frame is of some time");
        let shown = DisplayedFrame { at: time(start + latency), drawn: time(drawn) };
        chain.push(Frame { shown, error: ticks(row["AnimationError"]) });
    }
    chains
}

/// Reads milliseconds with four digits, exactly; `None` for "NA".
fn ticks(text: &str) -> Option<i128> {
    let (whole, digits) = text.split_once('.')?;
    assert_eq!(digits.len(), 4, "{text}");
    Some(format!("{whole}{digits}").parse().expect("a number"))
}

/// Converts ticks to time, to the nearest flick.
fn time(ticks: i128) -> Time {
    let flicks = i128::from(FLICKS_PER_SECOND);
    Time::from_flicks(((ticks * flicks * 2 + TICKS_PER_SECOND) / (TICKS_PER_SECOND * 2)) as i64)
}

fn off(ours: Span, theirs: i128) -> Span {
    let theirs = time(theirs) - Time::ZERO;
    Span::from_flicks((ours - theirs).flicks().abs())
}

#[test]
fn every_animation_error_in_the_capture_is_ours_too() {
    let chains = frames();
    let counts: Vec<usize> = chains.values().map(Vec::len).collect();
    assert_eq!(counts.iter().sum::<usize>(), 183, "186 rows, three of them never displayed: {counts:?}");
    let (mut compared, mut largest) = (0, 0);
    for (chain, frames) in &chains {
        assert!(frames[0].error.is_none(), "{chain:?}: a first frame has nothing before it");
        for pair in frames.windows(2) {
            let ours = animation_error(pair[0].shown, pair[1].shown);
            let theirs = pair[1].error.expect("every later frame has an error");
            assert!(off(ours, theirs) <= ROUNDING, "{chain:?}: {ours:?}, PresentMon {theirs} ticks");
            (compared, largest) = (compared + 1, largest.max(theirs.abs()));
        }
    }
    // Among them pauses of the compositor of up to 0.4 s.
    assert_eq!((compared, largest), (178, 4_038_715));
}

#[test]
fn the_metrics_of_each_swap_chain_are_those_of_presentmons_errors() {
    for (chain, frames) in frames() {
        let mut run = Metrics::new(Screen::of(&Computer { refresh_hz: 60.0, ..Computer::default() }), Time::ZERO);
        let settings = Settings::default();
        let mut recording = Recording::of(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it is allowed");
        for Frame { shown: DisplayedFrame { at, drawn }, .. } in &frames {
            run.note(&Event::Display { at: *at, drawn: *drawn, frame: 1 }, &[]);
            recording.note(&Event::Display { at: *at, drawn: *drawn, frame: 1 }, &[]);
        }
        let sizes: Vec<f64> = frames.iter().filter_map(|frame| Some(frame.error?.abs() as f64 / 10_000.0)).collect();
        let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
        let max = sizes.iter().copied().fold(0.0, f64::max);
        let jitter = sizes.iter().fold(0.0, |jitter, size| jitter + (size - jitter) / 16.0);

        let end = frames[frames.len() - 1].shown.at;
        let sums = run.sums(end, Tally::default());
        let all = ["animation_error_mean_ms", "animation_error_max_ms", "jitter_ms"].map(|id| sums.number(id));
        for (ours, theirs) in all.into_iter().zip([mean, max, jitter]) {
            assert!((ours.unwrap() - theirs).abs() <= ROUNDING.as_millis(), "{chain:?}: {ours:?}, PresentMon {theirs}");
        }
        // The window looks at the last two seconds, and for half a second before it says anything.
        if (0.5..=2.0).contains(&(end - frames[0].shown.at).as_secs()) {
            let recent = RecentNumbers::of(&recording, recording.entries.moment(end)).number("animation_error_mean_ms").unwrap();
            assert!((recent - mean).abs() <= ROUNDING.as_millis(), "{chain:?}: recent {recent}, PresentMon {mean}");
        }
    }
}
