//! Low rates on a variable refresh: the worked examples, the mistakes that a comparison must catch, and the program against the model.

use super::events::{difference, try_cases};
use crate::models::broken;
use crate::models::computer::{Happening, MILLI};
use crate::models::{Case, Lfc, loads, loops};
use proptest::prelude::*;
use tickscope_core::model::config::computer::Computer;

/// Returns a case on a display with this range whose repeats are spread evenly.
fn even((lo_hz, hi_hz): (f64, f64), fps: f64, seconds: f64) -> Case {
    let computer = Computer { vrr: true, vrr_lo_hz: lo_hz, vrr_hi_hz: hi_hz, start_ms: 0.0, ..loads(0.0, 5.0) };
    Case { lfc: Lfc::Even, ..Case::new("fixed-fps", computer, seconds).with("fps", fps) }
}

/// Returns the stays of pictures in milliseconds.
fn stays(case: &Case) -> Vec<f64> {
    let at = |event: &Happening| if let Happening::Display { at, .. } = *event { Some(at) } else { None };
    let flips: Vec<i64> = loops::model(case).0.iter().filter_map(at).collect();
    flips.windows(2).map(|pair| (pair[1] - pair[0]) as f64 / MILLI as f64).collect()
}

#[test]
fn the_worked_examples_of_45_frames_a_second_come_out() {
    let begin = [29.17, 22.92, 21.35, 20.57, 20.08, 19.74, 21.72];
    let wide = stays(&even((48.0, 120.0), 45.0, 3.0));
    for (i, stay) in wide.iter().enumerate() {
        let expected = begin.get(i).copied().unwrap_or(200.0 / 9.0);
        assert!((stay - expected).abs() < 0.006, "stay {i} is {stay}, not {expected} ms: {wide:?}");
    }
    let narrow = stays(&even((48.0, 75.0), 45.0, 3.0));
    for (i, stay) in narrow.iter().enumerate() {
        let expected = [34.17, 13.33, 19.17][i % 3];
        assert!((stay - expected).abs() < 0.006, "stay {i} is {stay}, not {expected} ms: {narrow:?}");
    }
}

#[test]
fn every_scheduled_low_rate_becomes_even_on_a_wide_range() {
    for (lo_hz, hi_hz) in [(48.0, 120.0), (48.0, 144.0), (40.0, 144.0)] {
        for half in 20..=(2.0 * lo_hz) as i32 + 20 {
            let fps = f64::from(half) / 2.0;
            let stays = stays(&even((lo_hz, hi_hz), fps, 8.0));
            let last = &stays[stays.len() - 20..];
            assert!(last.iter().all(|stay| (stay - 1000.0 / fps).abs() < 0.01), "{fps} on {lo_hz} to {hi_hz}: {last:?}");
        }
    }
}

/// Generates loops on displays with a variable refresh, mostly slower than these go by themselves.
fn any_case() -> impl Strategy<Value = Case> {
    let loops = [
        "fixed-fps",
        "fixed-fps-relative",
        "variable-delta",
        "clamped-accumulator",
        "callback-delta",
        "draw-every-nth",
        "counted-refreshes",
    ];
    let range = (20.0..100.0, prop_oneof![2 => 2.2..4.0, 1 => 1.0..2.2]).prop_map(|(lo, times): (f64, f64)| (lo, lo * times));
    let costs = (5.0..70.0, sometimes_up_to(40.0), sometimes_up_to(30.0), 0..=3u32);
    let lfc = prop::sample::select(vec![Lfc::Even, Lfc::Last]);
    (prop::sample::select(loops.to_vec()), range, costs, (5.0..60.0, 0.0..1.5, 0.0..300.0), any::<u64>(), lfc).prop_map(
        |(strategy, (vrr_lo_hz, vrr_hi_hz), (render_ms, noise_hi_ms, gpu_ms, queue), (fps, at_s, ms), seed, lfc)| {
            let computer = Computer { vrr: true, vrr_lo_hz, vrr_hi_hz, gpu_ms, queue, noise_hi_ms, ..loads(0.0, render_ms) };
            let case = Case { lfc, ..Case::new(strategy, computer, 2.0).hit(at_s, ms).seeded(seed) };
            if strategy.starts_with("fixed-fps") { case.with("fps", fps) } else { case }
        },
    )
}

/// Generates zero half of the time.
fn sometimes_up_to(most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), 0.0..most]
}

fn try_many(cases: u32, test: impl Fn(Case) -> Result<(), TestCaseError>) {
    try_cases(cases, &any_case(), test);
}

#[test]
fn every_loop_repeats_its_frames_as_the_model_says() {
    try_many(2000, |case| difference(&case).map_err(TestCaseError::fail));
}

#[test]
fn no_two_refreshes_are_closer_or_further_apart_than_the_range_allows() {
    try_many(300, |case| {
        let shown = |event: &Happening| matches!(event, Happening::Display { .. } | Happening::Repeat { .. });
        let refreshes: Vec<i64> = loops::model(&case).0.iter().filter(|event| shown(event)).map(Happening::at).collect();
        let gap = |hz: f64| (705_600_000.0 / hz).round() as i64;
        // Parts are whole flicks, and the longest gap ends with a frame that must wait for the shortest one.
        let allowed = gap(case.computer.vrr_hi_hz) - 1..=gap(case.computer.vrr_lo_hz) + 1;
        for pair in refreshes.windows(2) {
            prop_assert!(allowed.contains(&(pair[1] - pair[0])), "{} in {:?}", pair[1] - pair[0], case);
        }
        Ok(())
    });
}

#[test]
fn every_mistake_about_low_rates_is_caught() {
    for mistake in broken::OF_LFC {
        let is_caught = |(range, fps): ((f64, f64), f64)| {
            let case = even(range, fps, 3.0).hit(1.0, 400.0);
            let wrong = Case { broken: Some(mistake), ..case.clone() };
            loops::model(&case) != loops::model(&wrong)
        };
        let tried = [((48.0, 120.0), 45.0), ((48.0, 75.0), 45.0), ((40.0, 144.0), 13.5), ((48.0, 144.0), 23.0)];
        assert!(tried.into_iter().any(is_caught), "{mistake:?}");
    }
}
