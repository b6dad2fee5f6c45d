//! The thin wall: how often bullets pass, against the closed form.

use super::worlds::{exact, world};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::body::BodyState;
use tickscope_core::model::worlds;

/// The speeds of the lanes, in units per second, and the radius of a bullet.
pub(super) const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
const RADIUS: f64 = 4.0;

#[test]
fn bullets_pass_as_often_as_the_closed_form_says() {
    // dt = 1/n: the seeded delays are uniform over a second, and so over any whole number of steps a second.
    for n in [10_u32, 25, 30, 60, 100, 120, 240] {
        let dt = Span::from_hz(f64::from(n));
        let mut world = world(&WorldChoice::new("thin-wall"));
        let seconds = 3000.min(250_000 / i64::from(n));
        (0..seconds * i64::from(n)).for_each(|_| world.step(dt));
        for (lane, speed) in SPEEDS.into_iter().enumerate() {
            let tally = world.tally_of(lane);
            let passes = (tally.caught + tally.tunnelled) as f64;
            assert!(passes > 200.0, "{passes} passes are too few");
            let formula = (1.0 - (2.0 + 2.0 * RADIUS) / (speed * dt.as_secs())).max(0.0);
            let share = tally.tunnelled as f64 / passes;
            // Four standard errors: with these seeds it holds, and any other bias would show.
            let tolerance = 4.0 * (formula * (1.0 - formula) / passes).sqrt();
            assert!((share - formula).abs() <= tolerance + 1e-12, "1/{n} s, {speed} units/s: {share} instead of {formula}");
        }
    }
}

#[test]
fn the_start_offsets_differ_from_pass_to_pass_depend_on_the_seed_and_not_on_the_pane() {
    let first_flight = |seed: u64, pass: i64| {
        let world = worlds::world(&WorldChoice::new("thin-wall"), seed).unwrap();
        let mut at = Time::ZERO;
        loop {
            let body = exact(&world, at)[7];
            if body.pass == pass && body.state != BodyState::Waiting {
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
