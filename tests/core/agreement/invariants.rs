//! A run is the same each time, and random loads are the same for every loop.

use crate::models::computer::Happening;
use crate::models::{Case, loads, unsynced};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::strategies;

fn computers() -> Vec<Computer> {
    vec![
        Computer::default(),
        Computer::default().ordinary_pc(),
        loads(2.0, 45.0).ordinary_pc(),
        Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default().ordinary_pc() },
        Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, refresh_hz: 59.94, ..unsynced(0.5, 5.0) },
        Computer { refresh_hz: 165.0, timer_ms: 15.625, sleep_ms: 15.625, ..loads(0.0, 3.0).ordinary_pc() },
        Computer { wake_lo_ms: 2.0, wake_hi_ms: 30.0, start_ms: 7.0, sleep_ms: 1.0, ..loads(1.0, 5.0) },
        Computer { wake_lo_ms: 2.0, wake_hi_ms: 30.0, timer_ms: 10.0, ..unsynced(1.0, 1.0) },
        loads(30.0, 5.0),
        Computer { clock_at_s: 2.0, wraps_at_s: 2.5, timer_ms: 1.0, ..unsynced(0.5, 5.0) },
        Computer { update_us_per_body: 200.0, render_us_per_body: 700.0, ..loads(1.0, 4.0) },
        Computer { largest_step: true, clock_at_s: 0.3, ..loads(0.0, 21.0) },
        Computer { queue: 2, gpu_ms: 12.0, ..loads(1.0, 8.0).ordinary_pc() },
        Computer { queue: 1, gpu_ms: 25.0, refresh_hz: 59.95, ..unsynced(1.0, 5.0).ordinary_pc() },
        Computer {
            present: Present::Immediate,
            gpu_ms: 4.0,
            render_ms: 0.0,
            noise_lo_ms: 10.0,
            noise_hi_ms: 40.0,
            ..Computer::default()
        },
        Computer {
            vrr: true,
            queue: 1,
            render_ms: 0.0,
            noise_lo_ms: 10.0,
            noise_hi_ms: 40.0,
            wake_lo_ms: 2.0,
            wake_hi_ms: 30.0,
            ..loads(1.0, 5.0)
        },
    ]
}

pub fn every_case() -> impl Iterator<Item = Case> {
    strategies::ALL.iter().flat_map(|strategy| {
        computers().into_iter().map(|computer| Case::new(&strategy.id, computer, 3.0).hit(0.3, 150.0).hit(1.0, 900.0).seeded(7))
    })
}

#[test]
fn the_same_run_twice_is_the_same_in_every_bit() {
    for case in every_case() {
        let (first, second) = (case.played(), case.played());
        assert!(first.0 == second.0, "{case:?}");
        assert_eq!(first.1, second.1, "{case:?}");
        assert_eq!(case.report().state_hash, format!("{:016x}", first.1.state_hash));
    }
}

#[test]
fn the_seed_changes_what_is_random_and_nothing_else() {
    for strategy in strategies::ALL {
        let played = |computer: Computer, seed| Case::new(&strategy.id, computer, 2.0).seeded(seed).events();
        assert!(played(Computer::default(), 1) == played(Computer::default(), 2), "{}", strategy.id);
        let ordinary = Computer::default().ordinary_pc();
        assert!(played(ordinary.clone(), 1) != played(ordinary, 2), "{}", strategy.id);
    }
}

#[test]
fn noise_is_drawn_by_frame_number_so_that_every_loop_gets_the_same() {
    let costs = |id| -> Vec<i64> {
        let computer = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
        let cost = |event: &Happening| if let Happening::Render { at, end, .. } = *event { Some(end - at) } else { None };
        Case::new(id, computer, 5.0).events().iter().filter_map(cost).take(80).collect()
    };
    let first = costs(&strategies::ALL[0].id);
    assert_eq!(first.len(), 80);
    for strategy in strategies::ALL {
        assert_eq!(costs(&strategy.id), first, "{}", strategy.id);
    }
}
