//! What the loops that ask what the display does are said to do, in numbers.

use crate::models::computer::{Happening, MILLI, SECOND, period};
use crate::models::{Case, loads, unsynced};
use tickscope_core::config::Computer;

const REFRESH: i64 = SECOND / 60;

/// Every step of a run.
fn steps(case: &Case) -> Vec<i64> {
    let dt = |event: &Happening| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None };
    case.events().iter().filter_map(dt).collect()
}

fn all_are(steps: &[i64], expected: i64, what: &str) {
    assert!(steps.iter().all(|dt| *dt == expected), "{what}: {steps:?} instead of {expected}");
}

#[test]
fn the_first_step_of_counted_refreshes_is_none_and_each_flip_is_one_interval() {
    let steps = steps(&Case::new("counted-refreshes", Computer::default(), 2.0));
    assert_eq!((steps[0], steps.len()), (0, 120));
    all_are(&steps[1..], REFRESH, "a frame a refresh");
    for (wake_lo_ms, wake_hi_ms) in [(0.0, 9.0), (3.0, 40.0)] {
        let late = Computer { wake_lo_ms, wake_hi_ms, ..Computer::default() };
        all_are(&self::steps(&Case::new("counted-refreshes", late, 2.0))[1..], REFRESH, "however late it wakes");
    }
}

#[test]
fn at_30_frames_a_second_flips_make_half_the_speed_and_refreshes_the_right_one() {
    let case = Case::new("counted-refreshes", loads(0.0, 25.0), 10.0);
    all_are(&steps(&case)[1..], REFRESH, "flips");
    let speed = |case: &Case| case.report().metrics.number("speed_ratio").unwrap();
    assert!((speed(&case) - 0.5).abs() < 1e-9, "{}", speed(&case));
    let case = case.choosing("count", "refreshes");
    all_are(&steps(&case)[1..], 2 * REFRESH, "refreshes");
    assert!((speed(&case) - 1.0).abs() < 1e-9, "{}", speed(&case));
    assert_eq!(case.report().metrics.number("animation_error_max_ms"), Some(0.0));
}

#[test]
fn without_vsync_most_turns_of_a_quick_computer_find_no_flip() {
    for count in ["flips", "refreshes"] {
        let steps = steps(&Case::new("counted-refreshes", unsynced(0.0, 5.0), 10.0).choosing("count", count));
        let nothing = steps.iter().filter(|dt| **dt == 0).count();
        assert_eq!(steps.len(), 2000);
        assert!((1399..=1402).contains(&nothing), "{nothing}");
        assert!(steps.iter().all(|dt| *dt == 0 || *dt == REFRESH));
    }
}

#[test]
fn an_interval_of_a_variable_refresh_is_its_shortest() {
    let case = Case::new("counted-refreshes", Computer { vrr: true, ..loads(0.0, 25.0) }, 2.0);
    all_are(&steps(&case)[1..], period(144.0), "each frame is one");
    // The old frame is repeated between any two.
    let steps = steps(&case.choosing("count", "refreshes"));
    assert_eq!(steps[..2], [0, period(144.0)]);
    all_are(&steps[2..], 2 * period(144.0), "and each repeat");
}

#[test]
fn the_first_four_means_have_the_first_time_in_them_which_is_none() {
    let steps = steps(&Case::new("snapped-delta", Computer::default(), 2.0));
    all_are(&steps[..4], REFRESH * 3 / 4, "three quarters");
    all_are(&steps[4..], REFRESH, "a refresh");
}

/// Frames of 5 ms and a flick; a history of four times 11 760 000 flicks. The remainders of 4 are 0, 1, 2, 3 and 0.
#[test]
fn what_the_division_by_four_leaves_is_carried_until_it_is_a_flick() {
    let turn = 5 * MILLI + 1;
    let steps = steps(&Case::new("snapped-delta", unsynced(0.0, turn as f64 / MILLI as f64), 0.1));
    assert_eq!(steps[..6], [8_820_000, 6_762_000, 4_704_000, 2_646_001, 3_528_001, 3_528_001]);
}

#[test]
fn a_time_is_snapped_where_it_is_less_than_a_fifth_of_a_millisecond_from_a_multiple() {
    // At 50 Hz, of turns that last as long as their frames.
    let measured = [
        (19.8, 19.8),
        (19.801, 20.0),
        (20.199, 20.0),
        (20.2, 20.2),
        (50.0, 50.0),
        (139.9, 140.0),
        (159.9, 160.0),
        (160.0, 160.0),
        (160.001, 20.0),
        (300.0, 20.0),
    ];
    for (render_ms, step_ms) in measured {
        let computer = Computer { refresh_hz: 50.0, ..unsynced(0.0, render_ms) };
        let steps = steps(&Case::new("snapped-delta", computer, 3.0));
        all_are(&steps[5..], (step_ms * MILLI as f64).round() as i64, &format!("{render_ms} ms"));
    }
}

#[test]
fn waits_that_end_within_a_fifth_of_a_millisecond_make_steps_of_exactly_a_refresh() {
    let late = Computer { wake_lo_ms: 0.3, wake_hi_ms: 0.49, ..Computer::default() };
    let steps_of = |id| steps(&Case::new(id, late.clone(), 5.0));
    all_are(&steps_of("snapped-delta")[6..], REFRESH, "snapped");
    assert!(steps_of("variable-delta")[6..].windows(2).all(|pair| pair[0] != pair[1]), "where the time itself never repeats");
}

#[test]
fn eight_refreshes_are_made_up_for_in_four_frames_and_nine_are_lost_but_one() {
    // A frame of 5 ms is hit by a stall that makes it take eight and nine refreshes.
    for (stall_ms, counts) in [(16.0 / 0.12 - 5.0 - 1.0, 8), (16.0 / 0.12 - 5.0 + 10.0, 1)] {
        let steps = steps(&Case::new("snapped-delta", Computer::default(), 3.0).hit(1.0, stall_ms));
        let made_up: i64 = steps[4..].iter().map(|dt| dt - REFRESH).sum();
        assert_eq!(made_up, (counts - 1) * REFRESH, "{stall_ms} ms");
        let long = steps[4..].iter().filter(|dt| **dt > REFRESH).count();
        assert_eq!(long, if counts == 1 { 0 } else { 4 }, "{stall_ms} ms");
    }
}
