//! What is known of doubles, single floats and exact sums: the figures that tell them apart.

use crate::models::computer::{Happening, SECOND};
use crate::models::{Case, loads, unsynced};
use std::collections::BTreeMap;
use tickscope_core::config::Computer;

/// How many updates each turn has, from the one of number `first` on.
fn updates_of_turns(case: &Case, first: usize) -> Vec<usize> {
    let mut turns: Vec<usize> = Vec::new();
    for event in case.events() {
        match event {
            Happening::Frame { .. } => turns.push(0),
            Happening::Update { .. } => *turns.last_mut().unwrap() += 1,
            _ => {}
        }
    }
    turns.split_off(first)
}

/// How many turns have how many updates, among the 2000 that follow the first at exactly 60 Hz.
fn counts(id: &'static str, sums: &'static str) -> BTreeMap<usize, usize> {
    let case = Case::new(id, Computer::default(), 2001.0 / 60.0).choosing("sums", sums);
    let turns = updates_of_turns(&case, 1);
    assert_eq!(turns.len(), 2000);
    let mut counts = BTreeMap::new();
    for made in turns {
        *counts.entry(made).or_default() += 1;
    }
    counts
}

#[test]
fn at_60_hz_doubles_turn_two_steps_a_frame_into_one_two_or_three_and_one_into_none_one_or_two() {
    let is = |counts: BTreeMap<usize, usize>, expected: &[(usize, usize)]| {
        assert_eq!(counts, expected.iter().copied().collect());
    };
    is(counts("fixed-interval", "f64"), &[(1, 423), (2, 1154), (3, 423)]);
    is(counts("clamped-accumulator", "f64"), &[(0, 485), (1, 1030), (2, 485)]);
    is(counts("fixed-interpolated", "f64"), &[(0, 485), (1, 1030), (2, 485)]);
    is(counts("clamped-accumulator", "exact"), &[(1, 2000)]);
    // One of the first frame's two steps stays left over, by the strict comparison.
    is(counts("fixed-interval", "exact"), &[(1, 1), (2, 1999)]);
}

/// Simulated time over clock time, by what the updates did, from a second on.
fn speed(case: &Case) -> f64 {
    let events = case.events();
    let turn = |event: &Happening| if let Happening::Frame { at } = *event { Some(at) } else { None };
    let turns: Vec<i64> = events.iter().filter_map(turn).filter(|at| *at >= SECOND).collect();
    let (from, to) = (turns[0], turns[turns.len() - 1]);
    let moved: i64 = events
        .iter()
        .map(|event| match *event {
            Happening::Update { at, dt, .. } if at >= from && at < to => dt,
            _ => 0,
        })
        .sum();
    moved as f64 / (to - from) as f64
}

#[test]
fn in_doubles_a_fixed_interval_makes_all_eight_steps_of_its_cap_and_exactly_seven() {
    // At 66 ms what the left-over adds beyond the cap is lost: 7 and 8 steps alternate.
    for (render_ms, doubles, exact) in [(62.5, 1.0, 0.934), (66.0, 0.947, 0.884), (70.0, 0.952, 0.834), (100.0, 0.667, 0.583)] {
        for (sums, expected) in [("f64", doubles), ("exact", exact)] {
            let case = Case::new("fixed-interval", unsynced(0.0, render_ms), 121.0).choosing("sums", sums);
            let found = speed(&case);
            assert!((found - expected).abs() < 1.1e-3, "{render_ms} ms in {sums}: {found} instead of {expected}");
        }
    }
    let most = |sums| {
        let slow = Case::new("fixed-interval", unsynced(0.0, 100.0), 5.0).choosing("sums", sums);
        updates_of_turns(&slow, 1).into_iter().max()
    };
    assert_eq!((most("f64"), most("exact")), (Some(8), Some(7)));
}

#[test]
fn with_60_hz_vsync_the_slowdown_of_a_fixed_interval_begins_above_50_ms() {
    // Above 50 ms a frame takes four refreshes, 66.7 ms, and seven steps are 58.3.
    for (render_ms, expected) in [(50.0, 1.0), (50.5, 0.875), (58.0, 0.875), (66.0, 0.875), (67.0, 0.7)] {
        let found = speed(&Case::new("fixed-interval", loads(0.0, render_ms), 121.0));
        assert!((found - expected).abs() < 1e-3, "{render_ms} ms: {found} instead of {expected}");
    }
    let doubles = Case::new("fixed-interval", loads(0.0, 58.0), 121.0).choosing("sums", "f64");
    let found = speed(&doubles);
    assert!((found - 0.942).abs() < 4e-3, "in doubles a frame of eight steps makes seven or eight: {found}");
}

#[test]
fn at_60_hz_semi_fixed_makes_updates_of_no_time_in_doubles_and_pays_for_them() {
    let updates = |sums| {
        let case = Case::new("semi-fixed", loads(1.0, 5.0), 2001.0 / 60.0).choosing("sums", sums);
        let all: Vec<(i64, i64)> = case
            .events()
            .iter()
            .filter_map(|event| if let Happening::Update { at, end, dt, .. } = *event { Some((end - at, dt)) } else { None })
            .collect();
        assert!(all.iter().all(|(cost, _)| *cost == SECOND / 1000), "each costs its millisecond");
        (all.len(), all.iter().filter(|(_, dt)| *dt == 0).count())
    };
    assert_eq!(updates("exact"), (2000, 0));
    let (all, empty) = updates("f64");
    assert!(empty > 400 && all > 2400, "{empty} of {all} updates move nothing");
}

#[test]
fn the_first_step_of_beautiful_timer_is_a_frame_long_in_any_sums() {
    for sums in ["exact", "f64", "f32"] {
        let case = Case::new("beautiful-timer", Computer::default(), 0.1).choosing("sums", sums);
        let dt = case.events().iter().find_map(|event| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None });
        assert!((dt.unwrap() - SECOND / 60).abs() <= 2, "{sums}: {dt:?}");
    }
}

#[test]
fn at_another_refresh_rate_slices_are_still_four_intervals_and_the_threshold_six() {
    for hz in [50.0, 60.0, 72.0, 120.0, 144.0, 240.0] {
        let interval = SECOND / hz as i64;
        // The turn after a stall that makes a frame of so many intervals.
        let steps = |id, intervals: i64| {
            let ms = (intervals as f64 - 0.5) * 1000.0 / hz - 1.0;
            let computer = Computer { refresh_hz: hz, ..loads(0.0, 1.0) };
            let case = Case::new(id, computer, 2.0).with("refresh_hz", hz).hit(1.0, ms);
            let events = case.events();
            let turn = |event: &Happening| matches!(event, Happening::Frame { .. });
            let stalled = |event: &Happening| matches!(event, Happening::Render { at, end, .. } if end - at > interval);
            let stall = events.iter().position(stalled).unwrap();
            let after = events[stall..].iter().skip_while(|event| !turn(event)).skip(1).take_while(|event| !turn(event));
            let dt = |event: &Happening| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None };
            after.filter_map(dt).collect::<Vec<i64>>()
        };
        assert_eq!(steps("refresh-multiples", 9), [4 * interval, 4 * interval, interval], "{hz} Hz");
        for id in ["refresh-multiples-slowdown", "refresh-multiples-passthrough"] {
            assert_eq!(steps(id, 6), [4 * interval, 2 * interval], "{id} at {hz} Hz");
        }
        assert_eq!(steps("refresh-multiples-slowdown", 7), [3 * interval; 2], "{hz} Hz");
        assert_eq!(steps("refresh-multiples-passthrough", 7), [7 * interval], "{hz} Hz");
    }
}
