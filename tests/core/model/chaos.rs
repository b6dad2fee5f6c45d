//! The double pendulum: its equations against closed forms and a second derivation, its reference against itself, and
//! when which loop loses the exact motion.

use glam::DVec2;
use std::f64::consts::PI;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::appearance::Frame;
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds::chaos::{self, ChaosNumbers, Rods};
use tickscope_core::model::worlds::{self};

/// The length of a rod in metres, and the angles of both from hanging at the start, as docs/worlds.md has them.
const ROD: f64 = 2.0;
const START: [f64; 2] = [0.75 * PI, PI / 18.0];

/// In m/s².
const GRAVITY: f64 = 9.81;

/// The distance of the lower bob from its exact place when the motion is lost: a tenth of a rod, in metres.
const LOST: f64 = 0.2;

const INTEGRATORS: [&str; 3] = ["semi-implicit-euler", "rk4", "explicit-euler"];

fn choice(integrator: &str) -> WorldChoice {
    let mut choice = WorldChoice::new("chaos");
    choice.options.set("integrator", Value::Word(integrator.to_owned()));
    choice
}

fn world(integrator: &str) -> World {
    worlds::world(&choice(integrator), 7).expect("a listed scene")
}

fn exact(seconds: f64) -> Vec<Body> {
    let mut bodies = Vec::new();
    world("rk4").exact(Time::from_secs(seconds), &mut bodies);
    bodies
}

fn numbers(world: &World) -> ChaosNumbers {
    world.frame().numbers.into()
}

/// Returns when a world with steps of one length has lost the exact motion in its first pass.
fn lost(integrator: &str, hertz: f64) -> f64 {
    let mut world = world(integrator);
    while numbers(&world).lost_at == 0.0 {
        world.step(Span::from_hz(hertz));
        assert!(world.sim() < Time::from_secs(20.0), "{integrator} at {hertz} Hz is true for a whole pass");
    }
    numbers(&world).lost_at
}

/// Returns the energy of both bobs per kilogram of one, in J/kg.
fn energy(bodies: &[Body]) -> f64 {
    bodies[..2].iter().map(|bob| bob.vel.length_squared() / 2.0 + GRAVITY * (bob.pos.y + ROD)).sum::<f64>() + GRAVITY * ROD
}

/// Returns the largest distance of two motions in the first `seconds` seconds, by their lower bobs, in metres.
fn apart(a: &[Rods], b: &[Rods], seconds: usize) -> f64 {
    let bob = |rods: &Rods| (DVec2::from_angle(rods.upper.heading) + DVec2::from_angle(rods.lower.heading)) * ROD;
    a.iter().zip(b).take(seconds * 480 + 1).map(|(a, b)| bob(a).distance(bob(b))).fold(0.0, f64::max)
}

#[test]
fn the_reference_solution_is_converged_for_as_long_as_it_is_shown() {
    let (coarse, reference, finer) =
        (chaos::path(chaos::REFERENCE_RATE / 2), chaos::path(chaos::REFERENCE_RATE), chaos::path(chaos::REFERENCE_RATE * 2));
    assert_eq!(reference.len(), 20 * 480 + 1);
    assert!(apart(&reference, &finer, 10) < 1e-9, "{} after 10 s", apart(&reference, &finer, 10));
    assert!(apart(&reference, &finer, 20) < 1e-6, "{} after 20 s", apart(&reference, &finer, 20));
    // It is the step that this measures, and the fourth order shows as long as rounding does not.
    assert!(apart(&coarse, &reference, 10) > 4.0 * apart(&reference, &finer, 10));
}

/// Returns the slopes of (a, b, p, q) by Hamilton's equations, with angles from hanging and their momenta over m·l².
fn hamilton([a, b, p, q]: [f64; 4]) -> [f64; 4] {
    let (sin, cos) = libm::sincos(a - b);
    let nominator = 1.0 + sin * sin;
    let (turn_a, turn_b) = ((p - q * cos) / nominator, (2.0 * q - p * cos) / nominator);
    let force = turn_a * turn_b * sin;
    let weight = GRAVITY / ROD;
    [turn_a, turn_b, -force - 2.0 * weight * libm::sin(a), force - weight * libm::sin(b)]
}

#[test]
fn a_second_derivation_in_momenta_goes_the_same_way() {
    // The implicit midpoint rule, in a composition of the fourth order: nothing is shared with the world.
    let midpoint = |state: [f64; 4], dt: f64| {
        let mut end = state;
        for _ in 0..12 {
            let middle: [f64; 4] = std::array::from_fn(|i| 0.5 * (state[i] + end[i]));
            let slope = hamilton(middle);
            end = std::array::from_fn(|i| state[i] + slope[i] * dt);
        }
        end
    };
    let cube_root = libm::cbrt(2.0);
    let outer = 1.0 / (2.0 - cube_root);
    let dt = 1.0 / 2400.0;
    let mut state = [START[0], START[1], 0.0, 0.0];
    for step in 1..=10 * 2400 {
        for share in [outer, 1.0 - 2.0 * outer, outer] {
            state = midpoint(state, share * dt);
        }
        if step % 240 == 0 {
            let seconds = f64::from(step) / 2400.0;
            let arm = |angle: f64| DVec2::new(libm::sin(angle), -libm::cos(angle)) * ROD;
            let reference = exact(seconds);
            let off = reference[1].pos.distance(arm(state[0]) + arm(state[1]));
            assert!(off < 2e-6, "{off} m at {seconds} s");
        }
    }
}

#[test]
fn between_its_kept_moments_the_reference_is_as_good_as_at_them() {
    let mut world = world("rk4");
    for step in 1..=5 * 7001 {
        world.step(Span::from_hz(7001.0));
        if step % 97 == 0 {
            let reference = exact(world.sim().as_secs());
            for (body, reference) in world.bodies().iter().zip(&reference) {
                assert!(body.pos.distance(reference.pos) < 1e-8, "{} at step {step}", body.pos.distance(reference.pos));
                assert!(body.vel.distance(reference.vel) < 1e-6);
            }
        }
    }
}

#[test]
fn lost_means_further_from_the_reference_solution_than_a_tenth_of_a_rod() {
    let mut world = world("semi-implicit-euler");
    let mut before = 0.0;
    while numbers(&world).lost_at == 0.0 {
        assert!(before <= LOST);
        world.step(Span::from_hz(60.0));
        before = world.bodies()[1].pos.distance(exact(world.sim().as_secs())[1].pos);
    }
    assert!(before > LOST);
    assert_eq!(numbers(&world).lost_at, world.sim().as_secs());
}

#[test]
fn each_pass_starts_over_and_remembers_the_one_before() {
    let mut world = world("semi-implicit-euler");
    let first = lost("semi-implicit-euler", 60.0);
    for pass in 0..3_i64 {
        assert_eq!(numbers(&world).lost_before, if pass == 0 { 0.0 } else { first });
        (0..20 * 60).for_each(|_| world.step(Span::from_hz(60.0)));
        // A pass of whole steps ends exactly where the next one begins.
        let start = self::world("semi-implicit-euler").bodies().to_vec();
        for (body, start) in world.bodies()[..2].iter().zip(&start) {
            assert_eq!(*body, Body { pass: pass + 1, ..*start });
        }
    }
    // After a step that skips passes there is no number of the one before.
    world.step(Span::from_secs(65.0));
    assert_eq!(numbers(&world).lost_before, 0.0);
    assert_eq!(world.bodies()[0].pass, 6);
}

#[test]
fn what_turns_too_fast_is_given_up_until_the_next_pass() {
    for integrator in INTEGRATORS {
        let mut world = world(integrator);
        while world.exploded() == 0 {
            world.step(Span::from_secs(1.9));
            assert!(world.sim() < Time::from_secs(2000.0), "{integrator} holds steps of 1.9 s");
        }
        assert_eq!(world.exploded(), 2, "both bobs");
        let given_up = world.bodies()[..2].to_vec();
        assert!(given_up.iter().all(|bob| bob.vel == DVec2::ZERO && bob.pos.is_finite()));
        assert!(numbers(&world).lost_at > 0.0);
        world.step(Span::from_millis(1.0));
        assert_eq!(world.bodies()[..2], given_up);
        let readouts = world.readouts(&world.frame());
        assert!(readouts[0].alarm && readouts[3].alarm && readouts[2].value == ReadoutValue::None);
        let pass = world.bodies()[0].pass;
        while world.bodies()[0].pass == pass {
            world.step(Span::from_millis(100.0));
        }
        assert!(world.bodies()[..2].iter().all(|bob| bob.state == BodyState::Moving));
    }
}

#[test]
fn the_readouts_say_what_the_bodies_are() {
    let mut world = world("semi-implicit-euler");
    let names = |world: &World| {
        let readouts = world.readouts(&world.frame());
        readouts.iter().map(|readout| readout.name).collect::<Vec<_>>()
    };
    let first = names(&world);
    for _ in 0..25 * 60 {
        world.step(Span::from_hz(60.0));
        assert_eq!(names(&world), first);
    }
    let readouts = world.readouts(&world.frame());
    let off = world.bodies()[1].pos.distance(exact(world.sim().as_secs())[1].pos);
    let values: Vec<String> = readouts.iter().map(|readout| readout.value.to_string()).collect();
    let lost = lost("semi-implicit-euler", 60.0);
    let energy = (energy(world.bodies()) / energy(&exact(0.0)) - 1.0) * 100.0;
    assert_eq!(values, [format!("{lost:.2} s"), format!("{lost:.2} s"), format!("{off:.3} m"), format!("{energy:.2} %")]);
    assert_eq!(world.population(), 2);
    assert_eq!(world.readouts(&Frame { bodies: &[], ..world.frame() }).len(), first.len(), "also where there is nothing to see");
}
