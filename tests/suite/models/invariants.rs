//! What holds for every loop on every computer, random ones included.

use crate::models::computer::{Happening, MILLI, SECOND, millis, period, tick};
use crate::models::pipeline::{awaited, ways};
use crate::models::{Case, loads, unsynced};
use tickscope_core::config::{Computer, Present};
use tickscope_core::strategies;

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
fn the_clock_never_goes_back_and_a_display_comes_before_what_happens_with_it() {
    for case in every_case() {
        for pair in case.events().windows(2) {
            let order = |event: &Happening| (event.at(), event.rank());
            assert!(order(&pair[0]) <= order(&pair[1]), "{pair:?} in {case:?}");
            assert!(!(pair[0].is_display() && pair[1].is_display() && pair[0].at() == pair[1].at()), "{pair:?} in {case:?}");
        }
    }
}

#[test]
fn all_time_is_accounted_for() {
    for case in every_case() {
        account(&case);
    }
}

/// Every operation starts where the one before it ended, and takes as long as the computer says.
fn account(case: &Case) {
    let computer = &case.computer;
    // No number of 53 bits in 0 to 1 gives an exponential excess above 37 of its means.
    let tail = if computer.wake_tail > 0.0 { 37 * millis(computer.wake_tail_ms) } else { 0 };
    let (wake_lo, wake_hi) = (millis(computer.wake_lo_ms), millis(computer.wake_hi_ms) + tail);
    let steady = millis(computer.render_ms);
    let (lo, hi) = (steady + millis(computer.noise_lo_ms), steady + millis(computer.noise_hi_ms));
    // The runner's world has three bodies.
    let drawn = 3 * millis(computer.render_us_per_body / 1000.0);
    let (lo, hi) = (lo + drawn, hi + drawn);
    let load = millis(computer.update_ms) + 3 * millis(computer.update_us_per_body / 1000.0);
    let part = |share: f64| (load as f64 * share).round() as i64;
    let (events, finished) = case.played();
    // The earliest and the latest moment that the next operation can start at.
    let mut due = (millis(computer.start_ms), millis(computer.start_ms));
    // The system says when a callback begins; what it says is checked with the callbacks.
    let is_called = case.strategy.starts_with("callback-");
    if is_called {
        due.1 = i64::MAX;
    }
    let (mut sim, mut struck, mut in_turn) = (0, 0, Vec::new());
    let ways = ways(&events);
    for event in events.iter().filter(|event| event.rank() == 2) {
        let at = event.at();
        assert!(due.0 <= at && at <= due.1, "{event:?} instead of at {due:?} in {case:?}");
        match *event {
            Happening::Frame { .. } => {
                let draws_all = case.strategy != "draw-every-nth";
                assert!(
                    !draws_all || in_turn.is_empty() || in_turn.contains(&'r'),
                    "a turn without a frame before {event:?} in {case:?}"
                );
                in_turn.clear();
                due = (at, at);
            }
            Happening::Update { end, dt, sim: after, .. } => {
                in_turn.push('u');
                let cost = match case.strategy {
                    "spread-updates" => part(0.05),
                    "multi-rate" => part(0.5),
                    _ => load,
                };
                assert_eq!(end - at, cost, "{event:?} in {case:?}");
                assert!(dt >= 0);
                sim += dt;
                assert_eq!(after, sim, "{event:?} in {case:?}");
                due = (end, end);
            }
            Happening::Thought { end, sim: now, .. } => {
                in_turn.push('t');
                assert_eq!((end - at, now), (part(0.5), sim), "{event:?} in {case:?}");
                due = (end, end);
            }
            Happening::Sleep { end, .. } => {
                in_turn.push('s');
                assert!(end > at + wake_lo, "{event:?} in {case:?}");
                due = (end, end);
            }
            Happening::Render { end, sim: now, frame, .. } => {
                in_turn.push('r');
                assert_eq!(now, sim, "{event:?} in {case:?}");
                let cost = end - at;
                if cost > hi {
                    struck += 1;
                }
                assert!(cost >= lo && cost <= hi + 1050 * MILLI, "{event:?} in {case:?}");
                due = (end, end);
                if is_called {
                    due.1 = i64::MAX;
                } else if let Some(awaited) = awaited(&ways, frame, computer) {
                    due = (awaited + wake_lo, awaited + wake_hi);
                }
            }
            Happening::Gpu { .. } | Happening::Display { .. } | Happening::Repeat { .. } => unreachable!(),
        }
    }
    assert!((1..=2).contains(&struck), "{struck} renders were struck by two hitches in {case:?}");
    let clock = finished.clock.flicks();
    assert!(due.0 <= clock && clock <= due.1, "ends at {clock} instead of {due:?} in {case:?}");
    assert!(clock >= SECOND * 3, "stops early: {case:?}");
    assert_eq!(finished.sim.flicks(), sim);
}

#[test]
fn frames_appear_on_refreshes_and_none_appears_that_was_not_drawn() {
    for case in every_case() {
        let hz = case.computer.refresh_hz;
        let events = case.events();
        let mut waiting = events.iter().filter_map(|event| match *event {
            Happening::Render { end, drawn, .. } => Some((end, drawn)),
            _ => None,
        });
        for event in &events {
            if let Happening::Display { at, drawn, .. } = *event {
                let k = (at as f64 * hz / SECOND as f64).round() as i64;
                if case.computer.present != Present::Immediate && !case.computer.vrr {
                    assert_eq!(at, tick(k, hz), "{event:?} in {case:?}");
                    assert!(k >= 1);
                }
                assert!(waiting.any(|(end, frame)| end <= at && frame == drawn), "{event:?} in {case:?}");
            }
        }
        let metrics = case.report().metrics;
        assert!(metrics.count("frames_displayed") <= metrics.count("frames_rendered"));
        assert!(
            case.computer.present == Present::Mailbox || metrics.count("frames_dropped") == 0,
            "a mailbox alone drops: {case:?}"
        );
    }
}

#[test]
fn no_step_is_longer_than_its_loop_promises() {
    for case in every_case() {
        let interval = period(60.0);
        let shortest = period(case.computer.highest_refresh_hz());
        for event in case.events() {
            let Happening::Update { dt, .. } = event else { continue };
            let kept = match case.strategy {
                _ if case.computer.largest_step && dt == 0 => true,
                "frame-based" | "fixed-fps-relative" | "clamped-accumulator" | "fixed-interpolated" | "callback-accumulator" => {
                    dt == interval
                }
                "fixed-fps" | "frame-skip-predicted" | "mean-fps-cap" => dt == period(25.0),
                "fixed-interval" => dt == period(120.0),
                "frame-skip" => dt == period(50.0),
                "semi-fixed" => dt > 0 && dt <= interval,
                "beautiful-timer" | "variable-delta-clamped" => dt <= 100 * MILLI,
                "refresh-multiples" => dt > 0 && dt % interval == 0 && dt <= 4 * interval,
                "refresh-multiples-slowdown" => dt == 50 * MILLI || dt % interval == 0 && dt <= 4 * interval,
                "refresh-multiples-passthrough" => dt % interval == 0 && (dt <= 4 * interval || dt > 100 * MILLI),
                "variable-delta"
                | "variable-delta-wait"
                | "draw-every-nth"
                | "closed-form"
                | "callback-delta"
                | "callback-clock-delta" => true,
                "adaptive-fps" => (1..1000).any(|fps| dt == period(f64::from(fps))),
                "spread-updates" => dt == period(500.0),
                "multi-rate" => dt == period(100.0),
                "counted-refreshes" => dt % shortest == 0,
                "snapped-delta" => dt <= 8 * shortest,
                unknown => panic!("nothing is known about the steps of '{unknown}'"),
            };
            assert!(kept, "{event:?} in {case:?}");
        }
    }
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
