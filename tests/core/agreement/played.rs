//! The load of a capture, played in every loop: as the same load of its own, and as the model has it.

use crate::agreement::events::agree;
use crate::models::{Captured, Case};
use crate::tiers::sampled;
use tickscope_core::model::config::computer::{Computer, PlayLoad, Present};
use tickscope_core::model::strategies;

/// Returns a second of even rows.
fn even(cpu_ms: f64, gpu_ms: f64) -> Captured {
    Captured { rows: (0..50).map(|row| [f64::from(row) * 20.0, cpu_ms, gpu_ms]).collect(), end_ms: 1000.0 }
}

/// Rows of many lengths, the first of which begins late.
fn uneven(has_cpu: bool) -> Captured {
    let mut begins = 3.5;
    let row = |number: u32| {
        let row = [begins, if has_cpu { f64::from(number * 7 % 23) } else { 0.0 }, f64::from(number * 5 % 17)];
        begins += if number % 31 == 30 { 120.0 } else { f64::from(4 + number * 11 % 29) };
        row
    };
    let rows = (0..60).map(row).collect();
    Captured { rows, end_ms: begins }
}

fn computers() -> [Computer; 4] {
    let light = Computer { render_ms: 0.0, ..Computer::default() };
    [
        light.clone(),
        Computer { queue: 2, update_ms: 1.0, ..light.clone() },
        Computer { present: Present::Mailbox, render_ms: 2.0, noise_hi_ms: 3.0, ..light.clone() },
        Computer { vrr: true, start_ms: 7.0, queue: 1, ..light },
    ]
}

#[test]
fn a_capture_of_even_frames_is_the_same_load_as_its_sliders() {
    for strategy in strategies::ALL {
        for computer in computers() {
            let played = Computer { play_load: PlayLoad::Loop, ..computer.clone() };
            let set = Computer { render_ms: computer.render_ms + 25.0, gpu_ms: computer.gpu_ms + 7.0, ..computer };
            let played = Case { captured: even(25.0, 7.0), ..Case::new(&strategy.id, played, 2.5) };
            assert_eq!(played.events(), Case::new(&strategy.id, set, 2.5).events(), "{played:?}");
        }
    }
}

#[test]
fn the_row_that_ran_at_that_time_is_the_load_of_a_frame() {
    let ranges = [(0.0, 86_400.0), (0.3, 0.9), (0.9, 0.3), (0.0, 0.004), (5.0, 86_400.0)];
    for strategy in strategies::ALL {
        let all = computers().into_iter().flat_map(|computer| ranges.map(|range| (computer.clone(), range)));
        for (computer, (play_lo_s, play_hi_s)) in sampled(all) {
            for (play_load, has_cpu) in [(PlayLoad::Loop, true), (PlayLoad::Once, true), (PlayLoad::Loop, false)] {
                let computer = Computer { play_load, play_lo_s, play_hi_s, ..computer.clone() };
                let case = Case { captured: uneven(has_cpu), ..Case::new(&strategy.id, computer, 2.5) };
                agree(&case);
                agree(&case.hit(0.5, 130.0));
            }
        }
    }
}

#[test]
fn a_capture_that_is_not_played_changes_nothing() {
    let case = Case::new("variable-delta", Computer::default(), 1.0);
    assert_eq!(Case { captured: even(25.0, 7.0), ..case.clone() }.events(), case.events());
}
