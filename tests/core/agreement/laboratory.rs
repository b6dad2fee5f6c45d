//! A pane that a person operates: time in pieces, and loads that change in the middle of an operation.

use super::invariants::every_case;
use crate::common::set_computer;
use crate::models::computer::{Happening, seconds};
use crate::models::{Case, loads, loops, unsynced};
use crate::tiers::sampled;
use tickscope_core::base::time::Time;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{Presentation, StallOn};
use tickscope_core::model::strategies;

/// Uneven on purpose, down to single flicks.
const CUTS: [i64; 8] = [1, 20_000_000, 7, 90_000_001, 300_000_000, 2, 400_000_000, 11_760_000];

/// Returns the simulated time of the updates that have begun before a moment, and the frame that the display shows at it.
fn expected_at(moment: i64, events: &[Happening]) -> (i64, Option<(i64, i64)>) {
    let sim = events.iter().rev().find_map(|event| match *event {
        Happening::Update { at, sim, .. } if at < moment => Some(sim),
        _ => None,
    });
    let shown = events.iter().rev().find_map(|event| match *event {
        Happening::Display { at, drawn, .. } if at <= moment => Some((at, drawn)),
        _ => None,
    });
    (sim.unwrap_or(0), shown)
}

fn found_at_present(lab: &Lab) -> (i64, Option<(i64, i64)>) {
    let computer = lab.panes()[0].computer();
    let shown = computer.display().shown().map(|frame| (frame.at.flicks(), frame.drawn.flicks()));
    (computer.world().sim().flicks(), shown)
}

#[test]
fn a_pane_in_the_laboratory_does_what_it_does_alone_however_time_is_cut() {
    for case in every_case() {
        let events = case.events();
        let mut lab = Lab::new(case.settings()).unwrap();
        let mut moment = 0;
        for cut in CUTS.iter().cycle().take(14) {
            moment += cut;
            lab.advance_to(Time::from_flicks(moment));
            assert_eq!(found_at_present(&lab), expected_at(moment, &events), "at {moment} in {case:?}");
        }
    }
}

/// Plays the changes as commands, at their moments.
fn compare_with_model(case: &Case) {
    let (events, ..) = loops::model(case);
    let mut lab = Lab::new(case.settings()).unwrap();
    let mut changes = case.changes.iter().peekable();
    let mut moment = 0;
    for cut in CUTS.iter().map(|cut| cut / 5 + 1).cycle().take(64) {
        moment += cut;
        while let Some((at_s, computer)) = changes.next_if(|(at_s, _)| seconds(*at_s) <= moment) {
            lab.advance_to(Time::from_secs(*at_s));
            lab.command(set_computer(&computer.clone())).unwrap();
        }
        lab.advance_to(Time::from_flicks(moment));
        assert_eq!(found_at_present(&lab), expected_at(moment, &events), "at {moment} in {case:?}");
    }
    assert!(changes.next().is_none() && seconds(case.seconds) > moment, "the whole of it was played");
}

#[test]
fn a_slider_takes_effect_for_what_starts_at_or_after_its_moment() {
    for strategy in sampled(strategies::ALL) {
        for first in [
            loads(0.0, 5.0),
            unsynced(0.0, 5.0),
            loads(4.0, 25.0),
            Computer { timer_ms: 10.0, ..unsynced(1.0, 3.0) },
            Computer { queue: 2, gpu_ms: 12.0, ..loads(1.0, 3.0) },
            Computer { present: Present::Immediate, gpu_ms: 4.0, ..loads(1.0, 3.0) },
            Computer { vrr: true, queue: 1, ..loads(1.0, 3.0) },
        ] {
            // The same display all the time.
            let Computer { present, vrr, .. } = first;
            let on = |computer| Computer { present, vrr, ..computer };
            let changes = vec![
                // Exactly where the first turns may start; then in the midst of things.
                (1.0 / 60.0, on(loads(2.0, 7.0))),
                (0.1, on(loads(0.0, 40.0))),
                (0.3217, on(Computer { wake_lo_ms: 2.0, wake_hi_ms: 2.0, ..loads(1.0, 0.0) })),
                (0.5, on(Computer { timer_ms: 15.625, sleep_ms: 10.0, ..loads(0.0, 5.0) })),
                (0.6, on(Computer { queue: 3, gpu_ms: 21.0, ..loads(0.0, 5.0) })),
                (0.7, on(Computer { queue: 1, wake_tail: 0.3, wake_tail_ms: 4.0, ..loads(25.0, 5.0) })),
                (0.9, on(Computer { gpu_ms: 40.0, ..loads(0.0, 300.0) })),
                (0.95, on(loads(0.0, 10.0))),
                (1.1, on(Computer { largest_step: true, update_us_per_body: 90.0, ..loads(0.0, 10.0) })),
                (1.3, on(Computer { wraps_at_s: 1.5, render_us_per_body: 90.0, ..loads(0.0, 10.0) })),
            ];
            for presentation in [None, Some(Presentation::Interpolate), Some(Presentation::Extrapolate)] {
                compare_with_model(&Case {
                    presentation,
                    changes: changes.clone(),
                    ..Case::new(&strategy.id, first.clone(), 4.0)
                });
            }
        }
    }
}

#[test]
fn a_button_for_a_stall_is_a_hitch_at_its_moment() {
    for strategy in strategies::ALL {
        let quiet = Case::new(&strategy.id, loads(0.0, 5.0), 4.0);
        let stalls = [(0.5, 250.0, StallOn::Render), (1.001, 100.0, StallOn::Update), (1.6, 90.0, StallOn::Any)];
        let stalled = stalls.iter().fold(quiet.clone(), |case, &(at_s, ms, on)| case.hit_on(on, at_s, ms));
        let events = stalled.events();
        let mut lab = Lab::new(quiet.settings()).unwrap();
        for (at_s, ms, on) in stalls {
            lab.advance_to(Time::from_secs(at_s));
            lab.command(Command::Stall { ms, on }).unwrap();
        }
        for at_s in [1.602, 1.7, 1.8, 2.0, 3.9] {
            lab.advance_to(Time::from_secs(at_s));
            assert_eq!(found_at_present(&lab), expected_at(seconds(at_s), &events), "{} at {at_s} s", strategy.id);
        }
    }
}
