//! The numbers that were worked out by hand: what each loop is known for.

use crate::models::computer::{Happening, MILLI, SECOND, period};
use crate::models::measures::{frames, steps};
use crate::models::{Case, loads, unsynced};
use tickscope_core::config::Presentation::{self, Extrapolate, Interpolate, Latest};
use tickscope_core::config::{Computer, InputRead};

fn near(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value - expected).abs() <= tolerance, "{what}: {value} instead of {expected}");
}

/// The frames after the first second, over a whole number of the 0.2 s after which these loops repeat themselves.
fn steady(case: &Case) -> Vec<(i64, i64)> {
    let mut shown = frames(&case.events());
    shown.retain(|(at, _)| *at >= SECOND);
    let first = shown[0].0;
    let whole = shown.iter().rposition(|(at, _)| (at - first) % (SECOND / 5) == 0).unwrap();
    assert!(shown[whole].0 - first > 5 * SECOND, "too few frames: {case:?}");
    shown.truncate(whole + 1);
    shown
}

/// Speed ratio and mean animation error, in ms.
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

/// Starts of turns, in flicks.
fn turns(case: &Case) -> Vec<i64> {
    let turn = |event: &Happening| if let Happening::Frame { at } = *event { Some(at) } else { None };
    case.events().iter().filter_map(turn).collect()
}

#[test]
fn below_its_clamp_an_accumulator_has_a_frame_time_of_r_over_1_minus_u_by_h() {
    for (id, hz) in [("clamped-accumulator", 60.0), ("fixed-interpolated", 60.0), ("fixed-interval", 120.0), ("semi-fixed", 60.0)]
    {
        for (update_ms, render_ms) in [(4.0, 10.0), (1.0, 3.0), (6.0, 5.0), (2.5, 20.0)] {
            let starts = turns(&Case::new(id, unsynced(update_ms, render_ms), 60.0));
            let starts = &starts[starts.len() / 10..];
            let mean = (starts[starts.len() - 1] - starts[0]) as f64 / (starts.len() - 1) as f64 / MILLI as f64;
            let expected = render_ms / (1.0 - update_ms * hz / 1000.0);
            // Semi-fixed makes a short step of every remainder as well: it costs more, never less.
            if id == "semi-fixed" {
                assert!(mean > expected * 1.01, "{mean} and not more than {expected}");
            } else {
                near(mean, expected, expected * 0.005, &format!("frame time of {id} at {update_ms} and {render_ms} ms"));
            }
        }
    }
}

#[test]
fn where_an_update_costs_more_than_its_step_frame_times_diverge_until_the_clamp() {
    let spiral = Case::new("clamped-accumulator", unsynced(20.0, 20.0), 60.0).without("clamp_ms");
    let lengths: Vec<i64> = turns(&spiral).windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(lengths.len() > 5 && lengths.is_sorted(), "{lengths:?}");
    assert!(lengths[lengths.len() - 1] > SECOND, "{lengths:?}");

    for (id, clamp) in [("clamped-accumulator", 0.1), ("fixed-interpolated", 0.25)] {
        for (update_ms, render_ms) in [(20.0, 5.0), (30.0, 5.0), (100.0, 17.0)] {
            let case = Case::new(id, unsynced(update_ms, render_ms), 120.0);
            let starts = turns(&case);
            let (from, to) = (starts[starts.len() / 4], starts[starts.len() - 1]);
            let simulated: i64 = case.events().iter().map(|event| step_between(event, from, to)).sum();
            let speed = simulated as f64 / (to - from) as f64;
            let expected = clamp / (render_ms / 1000.0 + clamp * 60.0 * update_ms / 1000.0);
            near(speed, expected, 1e-3, &format!("speed of {id} at {update_ms} and {render_ms} ms"));
        }
    }
}

fn step_between(event: &Happening, from: i64, to: i64) -> i64 {
    match *event {
        Happening::Update { at, dt, .. } if at >= from && at < to => dt,
        _ => 0,
    }
}

/// Simulated time at the end of a run, in seconds.
fn sim(case: &Case) -> f64 {
    case.played().1.sim.as_secs()
}

#[test]
fn a_stall_of_a_second_costs_each_loop_what_is_known() {
    let table = [
        ("frame-based", -1.0),
        ("fixed-interval", -0.9583),
        ("clamped-accumulator", -0.9167),
        ("fixed-interpolated", -0.7667),
        ("beautiful-timer", -0.5545),
        ("variable-delta", 0.0),
        ("fixed-fps", 0.0),
        ("frame-skip", 0.0),
    ];
    for (id, lost) in table {
        let undisturbed = Case::new(id, loads(0.0, 5.0), 10.0);
        let stalled = undisturbed.clone().hit(2.0, 1000.0);
        near(sim(&stalled) - sim(&undisturbed), lost, 5e-5, id);
    }
    let longest = Case::new("variable-delta", loads(0.0, 5.0), 10.0).hit(2.0, 1000.0).report().metrics.number("dt_max_s");
    near(longest.unwrap(), 1.0167, 5e-5, "the one step of variable-delta");
}

#[test]
fn after_a_stall_some_loops_run_in_fast_forward() {
    for (id, most) in [("frame-skip", 10), ("frame-skip-predicted", 5)] {
        let metrics = Case::new(id, loads(0.0, 5.0), 10.0).hit(2.0, 1000.0).report().metrics;
        assert_eq!(metrics.count("updates_per_frame_max"), most, "{id}");
    }
    let fixed = Case::new("fixed-fps", loads(0.0, 5.0), 10.0).hit(2.0, 1000.0).events();
    let frantic = fixed.iter().filter(|event| matches!(event, Happening::Sleep { .. })).map(Happening::at);
    let longest = frantic.collect::<Vec<_>>().windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    // A second of debt at 25 steps a second, worked off at the display's 60 without a sleep.
    assert!(longest > 3 * SECOND / 2, "awake for {longest} flicks");
}

#[test]
fn a_prediction_goes_21_steps_ahead_after_a_stall_of_a_second() {
    let events = Case::new("frame-skip-predicted", loads(0.0, 5.0), 5.0).hit(2.0, 1000.0).events();
    let alpha = |event: &Happening| if let Happening::Render { alpha, .. } = *event { alpha } else { None };
    let largest = events.iter().filter_map(alpha).fold(0.0, f64::max);
    near(largest, 21.0, 0.5, "the largest alpha");
}

/// Speed over a run without its first second, from what the world did and not from what was shown.
fn speed(case: &Case) -> f64 {
    let starts = turns(case);
    let from = *starts.iter().find(|at| **at >= SECOND).unwrap();
    let to = starts[starts.len() - 1];
    let simulated: i64 = case.events().iter().map(|event| step_between(event, from, to)).sum();
    simulated as f64 / (to - from) as f64
}

#[test]
fn fixed_interval_slows_down_beyond_58_ms_and_not_beyond_66() {
    for (render_ms, expected) in [(50.0, 1.0), (58.0, 1.0), (60.0, 58.333 / 60.0), (66.0, 58.333 / 66.0), (100.0, 0.58333)] {
        let case = Case::new("fixed-interval", unsynced(0.0, render_ms), 121.0);
        near(speed(&case), expected, 1e-3, &format!("at {render_ms} ms"));
        assert!(case.report().metrics.count("updates_per_frame_max") <= 7);
    }
}

#[test]
fn beautiful_timer_loses_a_sixth_from_half_a_second_on_and_nothing_below() {
    for (render_ms, parts, kept) in
        [(99.0, 1, 1.0), (100.0, 2, 1.0), (499.0, 5, 1.0), (500.0, 5, 5.0 / 6.0), (1000.0, 5, 5.0 / 11.0)]
    {
        let case = Case::new("beautiful-timer", unsynced(0.0, render_ms), 60.0);
        near(speed(&case), kept, 1e-6, &format!("at {render_ms} ms"));
        assert_eq!(case.report().metrics.count("updates_per_frame_max"), parts, "at {render_ms} ms");
    }
}

#[test]
fn clamped_accumulator_slows_down_below_10_fps() {
    for (render_ms, expected) in [(99.0, 1.0), (100.0, 1.0), (125.0, 0.8), (200.0, 0.5)] {
        near(
            speed(&Case::new("clamped-accumulator", unsynced(0.0, render_ms), 121.0)),
            expected,
            1e-3,
            &format!("at {render_ms} ms"),
        );
    }
}

/// The updates' steps in milliseconds, of the turn that follows a stall.
fn steps_after_stall(id: &'static str, ms: f64) -> Vec<f64> {
    let events = Case::new(id, unsynced(0.0, 10.0), 1.0 + ms / 1000.0).hit(0.2, ms).events();
    let stall =
        events.iter().position(|event| matches!(event, Happening::Render { at, end, .. } if end - at > 11 * MILLI)).unwrap();
    let turn = events[stall..].iter().skip_while(|event| !matches!(event, Happening::Frame { .. })).skip(1);
    let dt = |event: &Happening| if let Happening::Update { dt, .. } = *event { Some(dt as f64 / MILLI as f64) } else { None };
    turn.take_while(|event| !matches!(event, Happening::Frame { .. })).filter_map(dt).collect()
}

#[test]
fn refresh_multiples_come_in_slices_of_four_unless_the_threshold_is_passed() {
    let counts = |id, ms| steps_after_stall(id, ms).iter().map(|dt| dt * 0.06).collect::<Vec<f64>>();
    let all = ["refresh-multiples", "refresh-multiples-slowdown", "refresh-multiples-passthrough"];
    for id in all {
        // The turn takes 90 ms in all: five intervals and something left over.
        let few = counts(id, 80.0);
        assert_eq!(few.iter().map(|n| n.round()).collect::<Vec<_>>(), [4.0, 1.0], "{id}");
        assert!(few.iter().all(|n| (n - n.round()).abs() < 1e-9), "{id}: {few:?}");
    }
    assert_eq!(steps_after_stall("refresh-multiples-slowdown", 500.0), [50.0, 50.0]);
    let once = counts("refresh-multiples-passthrough", 500.0);
    assert_eq!(once.len(), 1);
    near(once[0], 30.0, 1.01, "intervals in the one update");
    let sliced: Vec<f64> = counts("refresh-multiples", 500.0).iter().map(|n| n.round()).collect();
    assert_eq!(sliced[..7], [4.0; 7]);
}

#[test]
fn a_fixed_step_is_never_anything_else() {
    let table = [
        ("frame-based", 60.0),
        ("fixed-fps", 25.0),
        ("fixed-fps-relative", 60.0),
        ("fixed-interval", 120.0),
        ("clamped-accumulator", 60.0),
        ("frame-skip", 50.0),
        ("frame-skip-predicted", 25.0),
        ("fixed-interpolated", 60.0),
    ];
    for (id, hz) in table {
        for computer in [loads(0.0, 5.0), loads(3.0, 45.0).ordinary_pc(), unsynced(1.0, 3.0)] {
            let metrics = Case::new(id, computer, 5.0).hit(2.0, 1000.0).report().metrics;
            let step = period(hz) as f64 / SECOND as f64;
            assert_eq!((metrics.number("dt_min_s"), metrics.number("dt_max_s")), (Some(step), Some(step)), "{id}");
        }
    }
}

#[test]
fn prediction_draws_real_speed_of_a_game_that_crawls() {
    let seconds = 60.0;
    let report = |computer| Case::new("frame-skip-predicted", computer, seconds).report();
    // 585 steps of 40 ms in turns of 505 ms or more.
    let crawls = report(loads(100.0, 5.0));
    near(crawls.metrics.number("speed_ratio").unwrap(), 1.0, 1e-3, "drawn speed");
    near(crawls.sim_s, 23.4, 1e-9, "simulated time");
    near(crawls.metrics.number("game_speed_ratio").unwrap(), 0.39, 0.005, "game speed");
    // Five steps of 40 ms in turns of 250 ms.
    let slow = report(unsynced(0.0, 250.0));
    near(slow.metrics.number("speed_ratio").unwrap(), 1.0, 1e-3, "drawn speed without vsync");
    near(slow.metrics.number("game_speed_ratio").unwrap(), 0.8, 0.005, "game speed without vsync");
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

#[test]
fn frame_skip_shows_sixty_frames_a_second_of_which_fifty_are_distinct() {
    let metrics = Case::new("frame-skip", loads(0.0, 5.0), 10.0).report().metrics;
    near(metrics.number("fps_mean").unwrap(), 60.0, 0.01, "frames a second");
    near(metrics.number("distinct_fps").unwrap(), 50.0, 0.1, "distinct frames a second");
}
