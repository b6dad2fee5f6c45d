//! The thin wall: how often bullets pass, against the closed form.

use super::curves::ball_and_wall;
use super::worlds::{exact, stepped, world};
use tickscope_core::config::WorldChoice;
use tickscope_core::params::Value;
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Body, State};
use tickscope_core::worlds::{self, thin_wall};

#[test]
fn the_lanes_and_the_wall_are_the_published_ones() {
    assert_eq!(thin_wall::BULLET, 4.0);
    assert_eq!(thin_wall::WALL_THICKNESS.default_value(), Value::Number(2.0));
    assert_eq!((thin_wall::SPEEDS.len(), thin_wall::SPEEDS[0], thin_wall::SPEEDS[7]), (8, 200.0, 2400.0));
    let world = world(&WorldChoice::new("thin-wall"));
    let (ball, min, max) = {
        let (ball, min, max) = ball_and_wall(&world);
        (ball, min.x, max.x)
    };
    assert_eq!((ball, max - min), (4.0, 2.0), "as drawn");
}

#[test]
fn bullets_pass_as_often_as_the_closed_form_says() {
    // dt = 1/n: the seeded delays are uniform over a second, and so over any whole number of steps a second.
    for n in [10_u32, 25, 30, 60, 100, 120, 240] {
        let dt = Span::from_hz(f64::from(n));
        let mut world = world(&WorldChoice::new("thin-wall"));
        let seconds = 3000.min(250_000 / i64::from(n));
        (0..seconds * i64::from(n)).for_each(|_| world.step(dt));
        for (lane, speed) in thin_wall::SPEEDS.into_iter().enumerate() {
            let tally = world.tally_of(lane);
            let passes = (tally.caught + tally.tunnelled) as f64;
            assert!(passes > 200.0, "{passes} passes are too few");
            let formula = (1.0 - (2.0 + 2.0 * thin_wall::BULLET) / (speed * dt.as_secs())).max(0.0);
            let share = tally.tunnelled as f64 / passes;
            // Four standard errors: with these seeds it holds, and any other bias would show.
            let tolerance = 4.0 * (formula * (1.0 - formula) / passes).sqrt();
            assert!((share - formula).abs() <= tolerance + 1e-12, "1/{n} s, {speed} units/s: {share} instead of {formula}");
        }
    }
}

#[test]
fn every_exact_bullet_is_caught_at_the_wall() {
    let world = world(&WorldChoice::new("thin-wall"));
    let (ball, min, _) = ball_and_wall(&world);
    for (lane, speed) in thin_wall::SPEEDS.into_iter().enumerate() {
        let mut previous: Option<Body> = None;
        let mut caught_passes = 0;
        for centisecond in 0..3000 {
            let body = exact(&world, Time::from_secs(f64::from(centisecond) / 100.0))[lane];
            assert!(body.pos.x <= min.x - ball + 1e-9, "a true bullet never passes");
            match body.state {
                State::Caught => assert!((body.pos.x - (min.x - ball)).abs() < 1e-9),
                State::Waiting => assert_eq!(body.pos.x, 0.0),
                other => assert_eq!((other, body.vel.x), (State::Moving, speed)),
            }
            if let Some(before) = previous.filter(|before| before.pass != body.pass) {
                assert_eq!((body.pass, before.state), (before.pass + 1, State::Caught));
                caught_passes += 1;
            }
            previous = Some(body);
        }
        assert!(caught_passes >= 5, "lane {lane}: {caught_passes} passes in 30 s");
    }
}

#[test]
fn the_start_offsets_differ_from_pass_to_pass_depend_on_the_seed_and_not_on_the_pane() {
    let first_flight = |seed: u64, pass: i64| {
        let world = worlds::world(&WorldChoice::new("thin-wall"), seed).unwrap();
        let mut at = Time::ZERO;
        loop {
            let body = exact(&world, at)[7];
            if body.pass == pass && body.state != State::Waiting {
                return at;
            }
            at += Span::from_millis(1.0);
        }
    };
    assert_eq!(first_flight(7, 1), first_flight(7, 1));
    let period = Span::from_secs(1.0 + 800.0 / 2400.0);
    let delays: Vec<f64> = (0..4).map(|pass| (first_flight(7, pass) - (Time::ZERO + period * pass)).as_secs()).collect();
    assert!(delays.iter().all(|delay| (-0.001..=1.001).contains(delay)), "{delays:?}");
    assert!(delays.windows(2).all(|pair| (pair[0] - pair[1]).abs() > 0.002), "{delays:?}");
    assert_ne!(first_flight(8, 0), first_flight(7, 0));
}

#[test]
fn steps_of_any_length_see_the_same_bullets_start_at_the_same_moments() {
    // The offset belongs to the pass: whatever the loop did before, the bullet of pass n is where it should be.
    let coarse = stepped(&WorldChoice::new("thin-wall"), Span::from_secs(0.05), 50);
    let fine = stepped(&WorldChoice::new("thin-wall"), Span::from_secs(0.001), 2500);
    for (coarse, fine) in coarse.bodies().iter().zip(fine.bodies()) {
        assert_eq!(coarse.pass, fine.pass);
        if coarse.state == State::Moving && fine.state == State::Moving {
            assert!(coarse.pos.distance(fine.pos) < 1e-8);
        }
    }
}
