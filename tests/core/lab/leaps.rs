//! Leaps: where steps come a little faster than refreshes, one picture a beat moves two steps.

use super::reasons::{on, told};
use tickscope_core::lab::findings::entries::Entry;
use tickscope_core::lab::symptoms::hitches::Hitch;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::long_stays::LongStays;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PlannedStall, Settings};

/// Steps that come faster than the refreshes of a display by less than one a second.
const FASTER: [(f64, f64); 6] = [(60.0, 59.94), (60.0, 59.5), (60.154, 60.0), (60.5, 60.0), (120.4, 120.0), (144.0, 143.856)];

fn latest(step_hz: f64, computer: Computer) -> Settings {
    let mut settings = on("clamped-accumulator", "runner", computer);
    settings.panes[0].params.set("step_hz", step_hz.into());
    settings
}

fn on_display(refresh_hz: f64) -> Computer {
    Computer { refresh_hz, render_ms: 1.0, ..Computer::default() }
}

/// Returns the only complaint about a run, with all that it says.
fn complaint(settings: &Settings, seconds: f64) -> (Entry, String) {
    let mut told = told(settings, seconds);
    assert_eq!(told.len(), 1, "{:?}", told.iter().map(|(entry, _)| entry.worst.headline()).collect::<Vec<_>>());
    told.remove(0)
}

#[test]
fn two_steps_in_one_picture_come_once_a_beat_and_are_leaps_of_two_refreshes() {
    for (step_hz, refresh_hz) in FASTER {
        let (entry, _) = complaint(&latest(step_hz, on_display(refresh_hz)), 60.0);
        let leaps = entry.worst.symptom.hitches();
        let beat = 1.0 / (step_hz - refresh_hz);
        let count = (60.0 / beat).floor();
        assert!((count - leaps.len() as f64).abs() <= 1.0 && leaps.len() >= 2, "{step_hz} on {refresh_hz}: {}", leaps.len());
        for pair in leaps.windows(2) {
            let apart = (pair[1].begin - pair[0].begin).as_secs();
            assert!((apart - beat).abs() <= 1.5 / refresh_hz, "{step_hz} on {refresh_hz}: {apart}");
        }
        for leap in leaps {
            let refreshes = leap.length.as_secs() * refresh_hz;
            assert!(leap.is_leap && (refreshes - 2.0).abs() < 0.05, "{step_hz} on {refresh_hz}: {refreshes}");
        }
        assert!(entry.worst.headline().contains(" leaps"), "{}", entry.worst.headline());
        assert_eq!(LongStays::of(std::iter::once(&entry.worst.symptom)), LongStays::default(), "no picture stays long");
    }
}

#[test]
fn leaps_come_from_the_beat_and_drawing_between_steps_cures_them() {
    for (step_hz, refresh_hz) in FASTER {
        let says = complaint(&latest(step_hz, on_display(refresh_hz)), 60.0).1;
        let names_rates = says.contains("refreshes: every") || says.contains("step rate");
        assert!(names_rates && says.contains("(interpolated): it is gone"), "{step_hz} on {refresh_hz}: {says}");
    }
}

#[test]
fn waking_late_is_not_the_cause_of_leaps_that_come_without_it() {
    let late = Computer { wake_hi_ms: 0.5, ..on_display(59.94) };
    for (_, says) in told(&latest(60.0, late), 60.0) {
        assert!(!says.contains("waking") && says.contains("60 steps a second against 59.94 refreshes"), "{says}");
    }
}

#[test]
fn a_rate_that_fits_cures_leaps_and_leaves_nothing_wrong_on_a_display_that_is_off_by_a_1200th() {
    let says = complaint(&latest(60.5, on_display(60.0)), 40.0).1;
    assert!(says.contains("With step rate 60: it is gone"), "{says}");
    for refresh_hz in [60.05, 59.95] {
        for (entry, _) in told(&latest(60.0, on_display(refresh_hz)), 60.0) {
            let is_single = entry.worst.symptom.kind() == Kind::Hitch && entry.worst.symptom.tone == Tone::Note;
            assert!(is_single, "{refresh_hz}: {}", entry.worst.headline());
        }
    }
}

#[test]
fn what_makes_up_for_a_long_stay_is_no_leap() {
    for strategy in ["variable-delta", "clamped-accumulator", "fixed-interpolated", "fixed-fps", "frame-skip"] {
        let hitches = (0..4).map(|number| PlannedStall::of_render(3.0 + 1.7 * f64::from(number), 60.0)).collect();
        for (entry, _) in told(&Settings { hitches, ..on(strategy, "runner", on_display(60.0)) }, 12.0) {
            assert_eq!(entry.worst.symptom.hitches().iter().filter(|hitch| hitch.is_leap).count(), 0, "{strategy}");
        }
    }
}

#[test]
fn a_leap_of_the_start_is_told_with_the_judder_that_it_belongs_to() {
    for step_hz in [61.0, 62.0, 63.0] {
        let (entry, _) = complaint(&latest(step_hz, on_display(60.0)), 20.0);
        assert_eq!(entry.worst.symptom.kind(), Kind::Judder, "{step_hz}: {}", entry.worst.headline());
    }
}

#[test]
fn a_hitch_that_a_picture_stays_is_an_interval_and_a_leap_is_none() {
    let (entry, _) = complaint(&latest(59.5, on_display(60.0)), 20.0);
    assert!(entry.worst.symptom.hitches().iter().all(|hitch| hitch.stay().is_some()));
    assert_eq!(Hitch { is_leap: true, ..entry.worst.symptom.hitches()[0] }.stay(), None);
}
