//! Three movers: the wall, the curve and the laps against their closed forms.

use super::worlds::world;
use std::f64::consts::PI;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::worlds::three_movers::MoversNumbers;

/// The speeds of the bullet and of the two upper movers along x, and the greatest speed of the second one along y, in units per
/// second; every mover has this radius.
const BULLET_SPEED: f64 = 800.0;
const SPEED: f64 = 150.0;
const SWING: f64 = 80.0 * PI;
const RADIUS: f64 = 14.0;

fn movers() -> WorldChoice {
    WorldChoice::new("three-movers")
}

/// Returns the share of flights that pass the wall in steps of `step_ms`, of about 2000.
fn passed(step_ms: f64) -> f64 {
    let (mut world, dt) = (world(&movers()), Span::from_millis(step_ms));
    while world.sim() < Time::from_secs(1800.0) {
        world.step(dt);
    }
    let tally = world.tally();
    tally.tunnelled as f64 / (tally.caught + tally.tunnelled) as f64
}

#[test]
fn steps_up_to_forty_milliseconds_never_pass_the_wall_and_longer_ones_as_often_as_the_closed_form_says() {
    for step_ms in [2.0, 16.7, 33.3, 40.0, 44.9] {
        assert_eq!(passed(step_ms), 0.0, "{step_ms} ms");
    }
    for step_ms in [60.0, 83.3, 120.0] {
        let formula = 1.0 - (8.0 + 2.0 * RADIUS) / (BULLET_SPEED * step_ms / 1000.0);
        assert!((passed(step_ms) - formula).abs() < 0.04, "{step_ms} ms: {} instead of {formula}", passed(step_ms));
    }
    assert!((passed(1000.0 / 12.0) - 0.46).abs() < 0.04);
}

#[test]
fn sentence_and_count_are_of_the_last_fifteen_as_the_heaps_are() {
    let computer = Computer { render_ms: 70.0, ..Computer::default() };
    let panes = ["variable-delta", "frame-based"].map(PaneSettings::new).into();
    let settings = Settings { scene: movers(), panes, computer, ..Settings::default() };
    let mut lab = Lab::new(settings).expect("allowed settings");
    let mut told = 0;
    for second in 1..120 {
        lab.advance_to(Time::from_secs(f64::from(second)));
        for pane in lab.panes() {
            let seen = pane.seen_at(lab.now());
            let computer = pane.computer();
            let MoversNumbers { before, behind, .. } = computer.world().frame_at(lab.now()).numbers.into();
            let recent = seen.recent().tally;
            assert_eq!([recent.caught as f64, recent.tunnelled as f64], [before, behind], "at {second} s");
            assert!(recent.passes() <= 15);
            // A state is computed every tenth of a second, and none before an event.
            let state = seen.state();
            if let Some(symptom) = state.find(Kind::Tunnelling).filter(|_| recent.passes() == 15) {
                told += u32::from(symptom.brief().starts_with(&format!("{behind:.0} of the last 15 ")));
            }
        }
        if second == 100 {
            assert_eq!(lab.panes()[1].seen_at(lab.now()).recent().tally.passes(), 15, "in slow motion, too");
        }
    }
    assert!(told > 80, "{told} of about 100 seconds");
}

#[test]
fn the_follower_of_the_curve_is_off_by_its_last_turn() {
    // Turning before moving takes the speed along y at the end of each step: a sum that is off by dt/2 · (y'(t) − y'(0)).
    for (step_ms, most) in [(1000.0 / 60.0, 4.2), (40.0, 10.0), (1000.0 / 12.0, 20.9)] {
        let (mut world, dt) = (world(&movers()), Span::from_millis(step_ms));
        let mut worst = 0.0_f64;
        while world.sim() + dt < Time::from_secs(4.0) {
            world.step(dt);
            let seconds = world.sim().as_secs();
            let formula = SWING * dt.as_secs() / 2.0 * (libm::cos(2.0 * PI * seconds) - 1.0);
            let mut exact = Vec::new();
            world.exact(world.sim(), &mut exact);
            let off = world.bodies()[1].pos - exact[1].pos;
            assert!(off.x.abs() < 1e-9 && (off.y - formula).abs() < 0.25 * SWING * dt.as_secs(), "{off} instead of {formula}");
            worst = worst.max(off.length());
        }
        assert!((worst - most).abs() < 0.1 * most, "steps of {step_ms} ms: {worst} instead of {most}");
    }
}

#[test]
fn a_lap_begins_every_four_seconds_of_the_worlds_own_time_whatever_the_steps() {
    for step_ms in [1000.0 / 60.0, 40.0, 250.0, 4100.0] {
        let (mut world, dt) = (world(&movers()), Span::from_millis(step_ms));
        while world.sim() < Time::from_secs(30.0) {
            world.step(dt);
            let since = world.sim() - Time::ZERO;
            let lap = since.whole(Span::from_secs(4.0));
            let run = (since - Span::from_secs(4.0) * lap).as_secs();
            let runner = world.bodies()[0];
            assert_eq!(runner.pass, lap, "steps of {step_ms} ms");
            assert!((runner.pos.x - 20.0 - SPEED * run).abs() < 1e-6, "{runner:?} after {run} s, in steps of {step_ms} ms");
        }
    }
}

#[test]
fn the_heaps_hold_the_last_fifteen_and_survive_a_lap() {
    let mut world = world(&movers());
    for step in 1..=400 {
        world.step(Span::from_millis(250.0 / 3.0));
        let (MoversNumbers { before, behind, .. }, tally) = (world.frame().numbers.into(), world.tally());
        let all = (tally.caught + tally.tunnelled) as f64;
        assert_eq!(before + behind, all.min(15.0), "step {step}");
        if all <= 15.0 {
            assert_eq!((before, behind), (tally.caught as f64, tally.tunnelled as f64), "step {step}");
        }
    }
    assert!(world.tally().caught + world.tally().tunnelled > 30);
}
