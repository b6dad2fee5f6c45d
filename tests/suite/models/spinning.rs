//! `spin_ms`: the end of a sleep is burnt, so that it ends on its moment.

use crate::models::computer::{Happening, MILLI};
use crate::models::invariants::every_case;
use crate::models::{Case, unsynced};
use tickscope_core::config::Computer;
use tickscope_core::strategies;

/// Wakes 0.2 to 1.9 ms after the scheduler's next whole millisecond.
fn late() -> Computer {
    Computer { sleep_ms: 1.0, wake_lo_ms: 0.2, wake_hi_ms: 1.9, ..unsynced(0.0, 5.0) }
}

/// Every sleep: when, to when, and how much of it is burnt.
fn sleeps(case: &Case) -> Vec<(i64, i64, i64)> {
    let sleep = |event: &Happening| match *event {
        Happening::Sleep { at, end, spun } => Some((at, end, spun)),
        _ => None,
    };
    case.events().iter().filter_map(sleep).collect()
}

#[test]
fn a_schedule_is_kept_to_the_flick_by_a_spin_that_is_longer_than_waking_late() {
    let case = Case::new("fixed-fps", late(), 10.0);
    let (plain, spinning) = (sleeps(&case), sleeps(&case.clone().with("spin_ms", 3.0)));
    assert_eq!((plain.len(), spinning.len()), (250, 250));
    for (turn, ((_, late, none), (at, end, spun))) in (1..).zip(plain.into_iter().zip(spinning)) {
        let due = turn * 40 * MILLI;
        assert_eq!((none, end), (0, due), "turn {turn}");
        assert!(late > due, "a sleep alone ends at {late} and not at {due}");
        // It begins and ends on whole milliseconds, 35 apart: it wakes 0.2 to 1.9 ms after the one 3 ms before the end.
        assert_eq!(at, due - 35 * MILLI);
        assert!((11 * MILLI / 10..=28 * MILLI / 10).contains(&spun), "{spun} flicks burnt in turn {turn}");
    }
}

#[test]
fn the_computer_is_busier_by_what_is_burnt() {
    let busy = |case: &Case| case.report().metrics.number("busy_percent").unwrap();
    let case = Case::new("fixed-fps", late(), 10.0);
    let spinning = case.clone().with("spin_ms", 3.0);
    let burnt: i64 = sleeps(&spinning).iter().map(|(_, _, spun)| spun).sum();
    // 250 frames of 5 ms, and 10 seconds.
    let of_all = |flicks: i64| flicks as f64 / (10_000 * MILLI) as f64 * 100.0;
    assert!((busy(&spinning) - 12.5 - of_all(burnt)).abs() < 0.01, "{} and {burnt}", busy(&spinning));
    assert!(busy(&case) < 12.51, "{}", busy(&case));
}

#[test]
fn a_sleep_that_is_no_longer_than_the_spin_is_all_burnt_and_no_computer_wakes_late_from_it() {
    for strategy in strategies::ALL.iter().filter(|strategy| strategy.param("spin_ms").is_some()) {
        let case = Case::new(&strategy.id, late(), 2.0).with("spin_ms", 100.0);
        let sleeps = sleeps(&case);
        assert!(sleeps.iter().all(|(at, end, spun)| end - at == *spun), "{}: {sleeps:?}", strategy.id);
        assert!(!sleeps.is_empty() || strategy.id == "mean-fps-cap", "{} never sleeps", strategy.id);
    }
}

#[test]
fn without_a_spin_nothing_changes_and_every_loop_that_sleeps_can_have_one() {
    for case in every_case() {
        let strategy = strategies::find(case.strategy).unwrap();
        let can_spin = strategy.param("spin_ms").is_some();
        assert_eq!(can_spin, strategy.code.contains("host.sleep("), "{}", strategy.id);
        if can_spin {
            assert!(case.clone().with("spin_ms", 0.0).events() == case.events(), "{case:?}");
        }
        assert!(sleeps(&case).iter().all(|(_, _, spun)| *spun == 0), "{case:?}");
    }
}
