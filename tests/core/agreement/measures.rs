//! Every metric of a report is what its definition makes of the events.

use crate::models::measures::{Numbers, numbers, same, told};
use crate::models::{Case, loads, unsynced};
use std::collections::BTreeMap;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::StallOn;
use tickscope_core::model::strategies;

fn measured(case: &Case) -> (Numbers, BTreeMap<u64, u64>) {
    let (events, finished) = case.played();
    numbers(&events, finished.clock.flicks(), &case.computer)
}

fn reported(case: &Case) -> (Numbers, BTreeMap<u64, u64>) {
    told(&case.report().metrics)
}

fn measure(case: &Case) {
    let ((expected, cadence), (reported, reported_cadence)) = (measured(case), reported(case));
    for ((name, expected), (id, reported)) in expected.into_iter().zip(reported) {
        assert_eq!(name, id);
        assert!(same(name, expected, reported), "{name} is reported as {reported:?}, it is {expected:?}: {case:?}");
    }
    assert_eq!(reported_cadence, cadence, "{case:?}");
}

#[test]
fn every_metric_is_what_its_definition_says() {
    let noisy = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
    let computers = [
        Computer::default(),
        Computer::default().ordinary_pc(),
        loads(0.0, 45.0),
        loads(4.0, 25.0),
        unsynced(1.0, 5.0),
        unsynced(0.0, 30.0).ordinary_pc(),
        Computer { refresh_hz: 59.94, ..Computer::default().ordinary_pc() },
        Computer { refresh_hz: 165.0, ..loads(0.0, 2.0) },
        Computer { timer_ms: 15.625, sleep_ms: 10.0, start_ms: 3.0, ..loads(0.0, 12.0) },
        Computer { spike_every: 30, spike_ms: 50.0, ..Computer::default() },
        Computer { present: Present::Mailbox, ..noisy.clone() },
        Computer { present: Present::Immediate, gpu_ms: 9.0, queue: 2, ..noisy.clone() },
        Computer { queue: 2, gpu_ms: 12.0, ..loads(1.0, 8.0).ordinary_pc() },
        Computer { vrr: true, queue: 1, ..noisy.clone() },
        // A range whose shortest refresh is no whole number of flicks.
        Computer { vrr: true, vrr_lo_hz: 47.3, vrr_hi_hz: 143.7, ..loads(0.0, 3.0) },
        noisy,
    ];
    for strategy in strategies::ALL {
        for computer in &computers {
            let case = Case::new(&strategy.id, computer.clone(), 4.0);
            measure(&case);
            measure(&case.clone().hit(1.5, 700.0));
            if strategy.param("spin_ms").is_some() {
                measure(&case.with("spin_ms", 3.0).hit_on(StallOn::Any, 1.5, 300.0));
            }
        }
    }
}

#[test]
fn a_run_too_short_for_a_metric_has_none() {
    for strategy in strategies::ALL {
        // No turn at all; one frame; two.
        for seconds in [0.001, 0.0201, 0.0301, 0.05, 0.1] {
            measure(&Case::new(&strategy.id, Computer { start_ms: 20.0, ..Computer::default() }, seconds));
            measure(&Case::new(
                &strategy.id,
                Computer { start_ms: 20.0, wake_lo_ms: 1.0, wake_hi_ms: 1.0, ..unsynced(0.0, 5.0) },
                seconds,
            ));
        }
    }
}

#[test]
fn busy_counts_work_and_neither_sleep_nor_the_wait_for_the_display() {
    let busy = |id, computer| Case::new(id, computer, 10.0).report().metrics.number("busy_percent").unwrap();
    // 5 of 16.667 ms; 7 of 40 ms; and a loop that waits for nothing.
    assert!((busy("variable-delta", Computer::default()) - 30.0).abs() < 1e-9);
    assert!((busy("fixed-fps", unsynced(2.0, 5.0)) - 17.5).abs() < 1e-9);
    assert!((busy("variable-delta", unsynced(2.0, 5.0)) - 100.0).abs() < 1e-9);
    // The GPU's work is none of it, nor is the wait for it; the 3 ms that a sleep of 33 spins are.
    assert!((busy("variable-delta", Computer { gpu_ms: 12.0, queue: 1, ..loads(0.0, 5.0) }) - 30.0).abs() < 0.1);
    let spinning = Case::new("fixed-fps", unsynced(2.0, 5.0), 10.0).with("spin_ms", 3.0);
    assert!((spinning.report().metrics.number("busy_percent").unwrap() - 25.0).abs() < 1e-9);
}
