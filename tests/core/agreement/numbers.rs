//! The numbers that were worked out by hand: what each loop is known for.

use crate::models::computer::{MILLI, SECOND, period};
use crate::models::measures::{frames, steps};
use crate::models::{Case, loads};
use tickscope_core::model::config::computer::{Computer, InputRead};
use tickscope_core::model::config::settings::Presentation::{self, Extrapolate, Interpolate, Latest};

fn near(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value - expected).abs() <= tolerance, "{what}: {value} instead of {expected}");
}

/// Returns the frames after the first second, over a whole number of the 0.2 s after which these loops repeat themselves.
fn steady(case: &Case) -> Vec<(i64, i64)> {
    let mut shown = frames(&case.events());
    shown.retain(|(at, _)| *at >= SECOND);
    let first = shown[0].0;
    let whole = shown.iter().rposition(|(at, _)| (at - first) % (SECOND / 5) == 0).unwrap();
    assert!(shown[whole].0 - first > 5 * SECOND, "too few frames: {case:?}");
    shown.truncate(whole + 1);
    shown
}

/// Returns the speed ratio, and the mean animation error in ms.
fn speed_and_error(case: &Case) -> (f64, f64) {
    let steps = steps(&steady(case));
    let passed: i64 = steps.iter().map(|(passed, _)| passed).sum();
    let simulated: i64 = steps.iter().map(|(_, simulated)| simulated).sum();
    let off: i64 = steps.iter().map(|(passed, simulated)| (simulated - passed).abs()).sum();
    (simulated as f64 / passed as f64, off as f64 / MILLI as f64 / steps.len() as f64)
}

/// A loop, how it is drawn, and its speed and animation error at 5, 25 and 45 ms.
type Row = (&'static str, Option<Presentation>, [(f64, f64); 3]);

#[test]
fn the_steady_state_has_the_known_speed_and_animation_error() {
    let table: [Row; 6] = [
        ("frame-based", None, [(1.0, 0.0), (0.5, 16.667), (0.3333, 33.333)]),
        ("variable-delta", None, [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]),
        ("frame-skip-predicted", Some(Latest), [(1.0, 19.444), (1.0, 11.111), (1.0, 15.0)]),
        ("frame-skip-predicted", Some(Extrapolate), [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]),
        ("frame-skip-predicted", Some(Interpolate), [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]),
        ("fixed-fps", None, [(1.0, 8.0), (1.0, 8.0), (0.8, 10.0)]),
    ];
    for (id, presentation, columns) in table {
        for (render_ms, (speed, error)) in [5.0, 25.0, 45.0].into_iter().zip(columns) {
            let case = Case { presentation, ..Case::new(id, loads(0.0, render_ms), 12.0) };
            let measured = speed_and_error(&case);
            let what = format!("{id} drawn {presentation:?} at {render_ms} ms");
            near(measured.0, speed, 5e-5, &format!("speed of {what}"));
            near(measured.1, error, 5e-4, &format!("animation error of {what}"));
        }
    }
}

#[test]
fn fixed_fps_shows_the_cadence_of_film_on_a_60_hz_display() {
    for (fps, expected) in [(24.0, vec![3, 2]), (50.0, vec![2, 1, 1, 1, 1])] {
        let shown = steady(&Case::new("fixed-fps", loads(0.0, 5.0), 12.0).with("fps", fps));
        let refresh = period(60.0);
        let stays: Vec<i64> = steps(&shown).iter().map(|(passed, _)| passed / refresh).collect();
        let phase = stays.iter().position(|stay| *stay == expected[0]).unwrap();
        for (i, stay) in stays[phase..].iter().enumerate() {
            assert_eq!(*stay, expected[i % expected.len()], "frame {i} at {fps} fps");
        }
    }
    let redrawn = Case::new("frame-skip", loads(0.0, 5.0), 12.0).report().metrics.distribution("cadence");
    assert_eq!(redrawn.into_keys().collect::<Vec<_>>(), [1], "a loop that redraws every refresh has ones only");
}

#[test]
fn waking_up_to_1_ms_late_turns_one_step_a_frame_into_none_and_two() {
    let late = Computer { start_ms: 0.5, wake_hi_ms: 1.0, ..loads(0.0, 5.0) };
    for seed in 0..5 {
        let error = |id| {
            let case = Case::new(id, late.clone(), 120.0).seeded(seed);
            case.report().metrics.number("animation_error_mean_ms").unwrap()
        };
        // Every other frame, on average, changes sides of the step's edge and is a refresh off: 8.333 ms, which is known
        // as "about 8.5". Two uniform latenesses differ by a third of a millisecond.
        near(error("clamped-accumulator"), 25.0 / 3.0, 0.3, "clamped-accumulator");
        near(error("refresh-multiples"), 25.0 / 3.0, 0.3, "refresh-multiples");
        near(error("variable-delta"), 1.0 / 3.0, 0.01, "variable-delta");
    }
}

#[test]
fn with_a_frame_ahead_a_load_of_70_ms_is_14_frames_a_second_and_not_12() {
    for (queue, fps, kept) in [(0, 12.0, 0.7), (1, 100.0 / 7.0, 5.0 / 6.0), (2, 100.0 / 7.0, 5.0 / 6.0)] {
        let report = |id| Case::new(id, Computer { queue, ..loads(0.0, 70.0) }, 120.0).report().metrics;
        near(report("frame-based").number("fps_mean").unwrap(), fps, 0.01, "frames a second");
        near(report("frame-based").number("speed_ratio").unwrap(), fps / 60.0, 1e-3, "speed of frame-based");
        near(report("fixed-interval").number("speed_ratio").unwrap(), kept, 1e-3, "speed of fixed-interval");
    }
}

#[test]
fn a_frame_ahead_lets_cpu_and_gpu_work_at_once_and_every_further_one_only_makes_frames_older() {
    let report = |queue| {
        let computer = Computer { queue, gpu_ms: 12.0, ..loads(0.0, 8.0) };
        Case::new("variable-delta", computer, 60.0).report().metrics
    };
    near(report(0).number("fps_mean").unwrap(), 30.0, 0.01, "frames a second without a frame ahead");
    for queue in 1..=3 {
        near(report(queue).number("fps_mean").unwrap(), 60.0, 0.01, &format!("frames a second with {queue} ahead"));
        let age = report(queue).number("state_age_mean_ms").unwrap();
        near(age, f64::from(queue + 1) * 50.0 / 3.0, 0.1, &format!("state age with {queue} ahead"));
    }
}

#[test]
fn a_loop_that_measures_its_own_waiting_makes_uneven_steps_on_even_frames() {
    let report = |queue| {
        let noisy = Computer { render_ms: 0.0, noise_lo_ms: 6.0, noise_hi_ms: 24.0, ..Computer::default() };
        Case::new("variable-delta", Computer { queue, ..noisy }, 240.0).report().metrics
    };
    // Half of all frames, those above 16.7 of 6 to 24 ms, take two refreshes: 1 / (1 + 0.41) of 60.
    near(report(0).number("fps_mean").unwrap(), 60.0 / (1.0 + 22.0 / 54.0), 0.5, "frames a second without a frame ahead");
    let even = report(2);
    near(even.number("fps_mean").unwrap(), 60.0, 0.15, "frames a second with two ahead");
    near(even.number("animation_error_mean_ms").unwrap(), 3.0, 0.3, "the animation error that is left");
}

#[test]
fn inputs_that_are_read_ten_times_a_second_are_older_by_half_of_what_a_tenth_is_more_than_a_frame() {
    // Read in every sixth frame of 1/60 s, an input waits for up to five frames more.
    let latency = |case: Case| case.report().metrics.number("input_to_display_mean_ms").unwrap();
    let case = || Case::new("multi-rate", loads(0.0, 5.0), 120.0);
    near(latency(case().with("input_hz", 10.0)) - latency(case()), 2.5 * 1000.0 / 60.0, 0.5, "more at ten readings a second");
    near(latency(case().with("input_hz", 1000.0)) - latency(case()), 0.0, 0.01, "more at a thousand readings a second");
}

#[test]
fn physics_capped_to_the_display_make_one_step_a_frame_and_never_more_than_their_rate() {
    let metrics = |refresh_hz: f64, render_ms: f64| {
        let computer = Computer { refresh_hz, ..loads(0.0, render_ms) };
        let case = Case::new("multi-rate", computer, 30.0).with("max_fps", 1000.0).choosing("cap", "display");
        case.report().metrics
    };
    for (refresh_hz, render_ms, steps) in [(60.0, 5.0, 60.0), (60.0, 25.0, 30.0), (300.0, 1.0, 100.0)] {
        let metrics = metrics(refresh_hz, render_ms);
        near(metrics.number("updates").unwrap() / 30.0, steps, 0.1, &format!("steps a second on {refresh_hz} Hz"));
        near(metrics.number("speed_ratio").unwrap(), 1.0, 0.001, "speed");
    }
}

#[test]
fn five_updates_that_read_their_input_at_the_top_of_the_turn_use_one_that_is_40_ms_older() {
    // After a stall each turn has five updates and a frame of 5 ms, and takes four refreshes. Its frame knows of an input
    // until the last update begins, at 40 ms, or only until the turn does.
    let latency = |input| {
        let computer = Computer { input, ..loads(10.0, 5.0) };
        let case = Case::new("clamped-accumulator", computer, 400.0).with("step_hz", 75.0).hit(0.1, 30.0);
        near(case.report().metrics.number("fps_mean").unwrap(), 15.0, 0.05, "frames a second");
        case.report().metrics.number("input_to_display_mean_ms").unwrap()
    };
    near(latency(InputRead::Update), 60.0, 0.3, "input to display, read before every update");
    near(latency(InputRead::Turn), 100.0, 0.3, "input to display, read at the top of the turn");
}
