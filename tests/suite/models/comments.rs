//! What the loops from the comments are said to do, in numbers.

use crate::models::computer::{Happening, SECOND};
use crate::models::{Case, loads, unsynced};
use tickscope_core::config::Computer;

/// How many of a kind began from `from` to `to`, in seconds.
fn count(events: &[Happening], from: i64, to: i64, is: impl Fn(&Happening) -> bool) -> usize {
    events.iter().filter(|event| (from * SECOND..to * SECOND).contains(&event.at()) && is(event)).count()
}

fn updates(events: &[Happening], from: i64, to: i64) -> usize {
    count(events, from, to, |event| matches!(event, Happening::Update { .. }))
}

fn renders(events: &[Happening], from: i64, to: i64) -> usize {
    count(events, from, to, |event| matches!(event, Happening::Render { .. }))
}

/// Simulated time of the updates from `from` to `to`, over the time between, both in seconds.
fn speed(events: &[Happening], from: i64, to: i64) -> f64 {
    let moved: i64 = events
        .iter()
        .map(|event| match *event {
            Happening::Update { at, dt, .. } if (from * SECOND..to * SECOND).contains(&at) => dt,
            _ => 0,
        })
        .sum();
    moved as f64 / ((to - from) * SECOND) as f64
}

fn longest_step(events: &[Happening]) -> i64 {
    let dt = |event: &Happening| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None };
    events.iter().filter_map(dt).max().unwrap()
}

#[test]
fn a_picture_every_second_turn_is_more_game_than_graphics_and_no_shorter_a_step() {
    for (render_ms, steps, frames, plain) in [(5.0, 60, 30, 60), (25.0, 40, 20, 30)] {
        let events = Case::new("draw-every-nth", loads(0.0, render_ms), 12.0).events();
        assert_eq!((updates(&events, 1, 11), renders(&events, 1, 11)), (10 * steps, 10 * frames), "{render_ms} ms");
        let variable = Case::new("variable-delta", loads(0.0, render_ms), 12.0).events();
        assert_eq!((updates(&variable, 1, 11), renders(&variable, 1, 11)), (10 * plain, 10 * plain), "{render_ms} ms");
        assert_eq!(longest_step(&events), longest_step(&variable), "{render_ms} ms");
    }
    let third = Case::new("draw-every-nth", loads(0.0, 5.0), 12.0).with("draw_every", 3.0).events();
    assert_eq!((updates(&third, 1, 11), renders(&third, 1, 11)), (600, 200));
}

#[test]
fn a_turn_without_a_picture_takes_time_whatever_is_set() {
    for computer in [loads(0.0, 0.0), unsynced(0.0, 0.0), Computer { timer_ms: 55.0, sleep_ms: 15.625, ..unsynced(0.0, 0.0) }] {
        for draw_every in [1.0, 2.0, 60.0] {
            let case = Case::new("draw-every-nth", computer.clone(), 2.0).with("draw_every", draw_every).with("max_fps", 1000.0);
            let turns = case.events().iter().filter(|event| matches!(event, Happening::Frame { .. })).count();
            assert!(turns <= 4001, "{turns} turns of at least a millisecond, every other one at least: {case:?}");
        }
    }
}

#[test]
fn a_rate_that_adapts_finds_what_the_computer_can_do() {
    // 60 refreshes; every second of them; 200 frames of 5 ms.
    for (computer, fps) in [(loads(0.0, 5.0), 60), (loads(0.0, 25.0), 30), (unsynced(0.0, 5.0), 200)] {
        let events = Case::new("adaptive-fps", computer, 20.0).events();
        assert_eq!(renders(&events, 10, 20), 10 * fps, "at {fps}");
        assert!((speed(&events, 10, 20) - 1.0).abs() < 1e-3, "at {fps}");
    }
    // 22 frames a second have 0.45 ms left, 23 are 1.5 ms late.
    let hovers = Case::new("adaptive-fps", unsynced(0.0, 45.0), 40.0).events();
    assert!((speed(&hovers, 20, 40) - 0.983).abs() < 2e-3, "{}", speed(&hovers, 20, 40));
}

#[test]
fn a_heavier_load_is_slow_motion_for_a_frame_of_each_rate_and_a_lighter_one_is_none() {
    let mut case = Case::new("adaptive-fps", loads(0.0, 5.0), 20.0).with("start_fps", 60.0);
    case.changes = vec![(5.0, loads(0.0, 25.0)), (12.0, loads(0.0, 5.0))];
    let (events, _, _) = crate::models::loops::model(&case);
    assert!((speed(&events, 0, 5) - 1.0).abs() < 1e-3);
    // Thirty frames of 33.3 ms with steps of 1/60 to 1/31 s.
    assert!(speed(&events, 5, 6) < 0.75, "{}", speed(&events, 5, 6));
    assert!((speed(&events, 7, 12) - 1.0).abs() < 1e-2);
    assert!((speed(&events, 12, 14) - 1.0).abs() < 0.03, "{}", speed(&events, 12, 14));
    assert_eq!(renders(&events, 17, 19), 120);
}

#[test]
fn a_rate_that_has_settled_adapts_no_more_and_a_wait_for_the_display_deceives_it() {
    let settled = |computer| Case::new("adaptive-fps", computer, 20.0).with("settle_ms", 10.0).events();
    // 67 frames a second leave 9.9 of 14.9 ms.
    let right = settled(unsynced(0.0, 5.0));
    assert_eq!(renders(&right, 10, 20), 670);
    assert!((speed(&right, 10, 20) - 1.0).abs() < 2e-3);
    let deceived = settled(loads(0.0, 5.0));
    assert!((speed(&deceived, 10, 20) - 60.0 / 34.0).abs() < 1e-2, "{}", speed(&deceived, 10, 20));
}

#[test]
fn a_cap_at_the_mean_keeps_a_slow_spell_and_never_rests_on_a_steady_computer() {
    let steady = Case::new("mean-fps-cap", unsynced(0.0, 5.0), 30.0).events();
    assert!(steady.iter().all(|event| !matches!(event, Happening::Sleep { .. })), "its mean is what each frame takes");

    let mut case = Case::new("mean-fps-cap", loads(0.0, 5.0), 60.0);
    case.changes = vec![(10.0, loads(0.0, 25.0)), (25.0, loads(0.0, 5.0))];
    let (events, _, _) = crate::models::loops::model(&case);
    assert_eq!(renders(&events, 5, 10), 300);
    assert_eq!(renders(&events, 50, 60), 300, "thirty a second for good");

    let rates = |computer: Computer| {
        let events =
            Case::new("mean-fps-cap", Computer { render_ms: 0.0, noise_lo_ms: 1.0, noise_hi_ms: 9.0, ..computer }, 240.0)
                .events();
        [renders(&events, 0, 10), renders(&events, 50, 60), renders(&events, 110, 120), renders(&events, 230, 240)]
    };
    let on_time = rates(unsynced(0.0, 0.0));
    assert!(on_time.is_sorted_by(|a, b| a > b) && on_time[3] > 10 * 1000 / 9, "towards 111 a second: {on_time:?}");
    let late = rates(Computer { wake_lo_ms: 0.5, wake_hi_ms: 0.5, ..unsynced(0.0, 0.0) });
    assert!(late.is_sorted_by(|a, b| a > b) && late[3] < on_time[3] / 2, "without end: {late:?}");
}
