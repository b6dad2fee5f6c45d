//! The double pendulum: its equations against closed forms and a second derivation, its reference against itself, and
//! when which loop loses the exact motion.

use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, SQRT_2};
use tickscope_core::config::{Computer, PaneSettings, Present, Settings, WorldChoice};
use tickscope_core::panes::Lab;
use tickscope_core::params::Value;
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Body, Frame, ReadoutValue, State, World};
use tickscope_core::worlds;
use tickscope_core::worlds::chaos::{self, GRAVITY, LOST, ROD, Rods};

const INTEGRATORS: [&str; 3] = ["semi-implicit-euler", "rk4", "explicit-euler"];

/// The order of a frame's numbers.
const LOST_AT: usize = 0;
const LOST_BEFORE: usize = 1;
const ENERGY: usize = 2;

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

/// When a world with steps of one length has lost the exact motion in its first pass.
fn lost(integrator: &str, hertz: f64) -> f64 {
    let mut world = world(integrator);
    while world.frame().numbers[LOST_AT] == 0.0 {
        world.step(Span::from_hz(hertz));
        assert!(world.sim() < Time::ZERO + chaos::PERIOD, "{integrator} at {hertz} Hz is true for a whole pass");
    }
    world.frame().numbers[LOST_AT]
}

fn rods(bodies: &[Body]) -> Rods {
    Rods { heading: [bodies[0].heading, bodies[1].heading], spin: [bodies[0].spin, bodies[1].spin] }
}

#[test]
fn small_swings_go_as_the_normal_modes_say() {
    // Equal bobs and rods: b = ±√2·a, with angular frequencies of √((2 ∓ √2)·g/l).
    let amplitude = 1e-5;
    for (ratio, factor) in [(SQRT_2, 2.0 - SQRT_2), (-SQRT_2, 2.0 + SQRT_2)] {
        let omega = (factor * GRAVITY / ROD).sqrt();
        let deviation = |integrator: &str, hertz: f64| {
            let step = chaos::integrator(&choice(integrator).options);
            let mut rods = Rods { heading: [amplitude - FRAC_PI_2, ratio * amplitude - FRAC_PI_2], spin: [0.0; 2] };
            let (mut at, dt) = (Time::ZERO, Span::from_hz(hertz));
            let mut worst = 0.0_f64;
            while at < Time::from_secs(5.0) {
                rods = step(&rods, dt.as_secs());
                at += dt;
                let angle = amplitude * libm::cos(omega * at.as_secs());
                let off = |rod: usize, ratio: f64| (rods.heading[rod] + FRAC_PI_2 - ratio * angle).abs() / amplitude;
                worst = worst.max(off(0, 1.0)).max(off(1, ratio));
            }
            worst
        };
        // Neglected: the square of the amplitude.
        assert!(deviation("rk4", 480.0) < 1e-8, "{}", deviation("rk4", 480.0));
        for integrator in ["semi-implicit-euler", "explicit-euler"] {
            let (coarse, fine) = (deviation(integrator, 1200.0), deviation(integrator, 2400.0));
            assert!((coarse / fine - 2.0).abs() < 0.1, "{integrator}: {coarse}, then {fine}");
            assert!(fine < 0.03, "{fine}");
        }
    }
}

#[test]
fn the_energy_is_held_to_the_order_of_each_integrator() {
    let energy = |bodies: &[Body]| rods(bodies).energy();
    let start = world("rk4").bodies().to_vec();
    // From rest at 135 and 10 degrees, above hanging: heights are l·(1 − cos).
    let height = |angle: f64| ROD * (1.0 - libm::cos(angle));
    let formula = GRAVITY * (2.0 * height(chaos::START[0]) + height(chaos::START[1]));
    assert!((energy(&start) / formula - 1.0).abs() < 1e-12);
    for (integrator, order) in [("semi-implicit-euler", 1.0), ("rk4", 4.0), ("explicit-euler", 1.0)] {
        let drift = |hertz: f64| {
            let mut world = world(integrator);
            let mut worst = 0.0_f64;
            while world.sim() < Time::from_secs(2.0) {
                world.step(Span::from_hz(hertz));
                let error = energy(world.bodies()) / energy(&start) - 1.0;
                assert!((world.frame().numbers[ENERGY] - error * 100.0).abs() < 1e-9, "it is noted in per cent");
                worst = worst.max(error.abs());
            }
            worst
        };
        let (coarse, fine) = (drift(480.0), drift(960.0));
        let gained = libm::log2(coarse / fine);
        // An energy that is lost in one half of a swing and gained in the other may do better than its integrator.
        assert!(gained > order - 0.2 && gained < order + 1.3, "{integrator}: order {gained}, {coarse} then {fine}");
    }
}

#[test]
fn the_reference_solution_keeps_its_energy_for_all_of_a_pass() {
    let start = Rods::LET_GO.energy();
    for tenth in 0..200 {
        let error = rods(&exact(f64::from(tenth) / 10.0)).energy() / start - 1.0;
        assert!(error.abs() < 1e-9, "{error} at {tenth} tenths of a second");
    }
}

/// How far apart two motions are at most in the first `seconds` seconds, by their lower bobs, in metres.
fn apart(a: &[Rods], b: &[Rods], seconds: usize) -> f64 {
    let bob = |rods: &Rods| rods.bobs()[1].pos;
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

/// The slopes of (a, b, p, q) by Hamilton's equations, with angles from hanging and their momenta over m·l².
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
    let mut state = [chaos::START[0], chaos::START[1], 0.0, 0.0];
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
fn every_rod_is_as_long_as_ever_whatever_the_steps() {
    for integrator in INTEGRATORS {
        let mut world = world(integrator);
        for seconds in [1.0 / 60.0, 0.1, 0.7, 0.01, 3.0, 0.03, 40.0, 0.2, 1000.0, 999.0, 1.0 / 60.0].repeat(8) {
            world.step(Span::from_secs(seconds));
            let [upper, lower, ..] = world.bodies() else { panic!("two bobs") };
            assert!((upper.pos.length() - ROD).abs() < 1e-9);
            assert!((lower.pos.distance(upper.pos) - ROD).abs() < 1e-9);
        }
    }
}

#[test]
fn at_sixty_hertz_euler_is_lost_in_seconds_and_rk4_much_later() {
    let [semi_implicit, rk4, explicit] = INTEGRATORS.map(|integrator| lost(integrator, 60.0));
    assert!(explicit < 1.5 && (2.0..4.0).contains(&semi_implicit), "{explicit} s and {semi_implicit} s");
    assert!(rk4 > 3.0 * semi_implicit && rk4 < 14.0, "{rk4} s");
}

#[test]
fn the_moment_comes_later_with_shorter_steps_and_comes_nevertheless() {
    let moments = [30.0, 60.0, 120.0, 240.0].map(|hertz| lost("rk4", hertz));
    assert!(moments.windows(2).all(|pair| pair[1] > pair[0] + 1.0), "{moments:?}");
    // An eighth of the step is 4096 times as exact, and buys less than three times as much.
    assert!(moments[3] < 3.0 * moments[0], "{moments:?}");
}

#[test]
fn lost_means_further_from_the_reference_solution_than_a_tenth_of_a_rod() {
    let mut world = world("semi-implicit-euler");
    let mut before = 0.0;
    while world.frame().numbers[LOST_AT] == 0.0 {
        assert!(before <= LOST);
        world.step(Span::from_hz(60.0));
        before = world.bodies()[1].pos.distance(exact(world.sim().as_secs())[1].pos);
    }
    assert!(before > LOST);
    assert_eq!(world.frame().numbers[LOST_AT], world.sim().as_secs());
    assert_eq!(LOST, ROD / 10.0);
}

/// When each pane had lost the exact motion in its first pass, whose clocks all ran past `until` simulated seconds.
fn lost_in_loops(scene: &WorldChoice, panes: Vec<PaneSettings>, until: f64) -> Vec<f64> {
    let settings = Settings { scene: scene.clone(), panes, ..Settings::default() };
    let mut lab = Lab::new(settings).expect("valid settings");
    let mut moments = vec![0.0; lab.panes().len()];
    // Before the second pass overwrites it.
    while moments.contains(&0.0) {
        lab.advance_to(lab.now() + Span::from_secs(0.25));
        assert!(lab.now() < Time::from_secs(300.0), "{moments:?}");
        for (pane, moment) in lab.panes().iter().zip(&mut moments) {
            let computer = pane.computer();
            let world = computer.world();
            if world.bodies()[0].pass == 0 && world.sim() > Time::from_secs(until) && *moment == 0.0 {
                *moment = world.frame().numbers[LOST_AT];
            }
        }
    }
    moments
}

fn pane(strategy: &str, parameter: Option<&str>, computer: Computer) -> PaneSettings {
    let mut pane = PaneSettings { computer: Some(computer), ..PaneSettings::new(strategy) };
    if let Some(name) = parameter {
        pane.params.set(name, Value::Number(60.0));
    }
    pane
}

fn loads(update_ms: f64, render_ms: f64) -> Computer {
    Computer { update_ms, render_ms, ..Computer::default() }
}

#[test]
fn every_loop_with_the_same_fixed_step_is_lost_at_the_same_moment_whatever_the_load() {
    let loops = [
        ("frame-based", Some("nominal_hz")),
        ("fixed-fps", Some("fps")),
        ("fixed-fps-relative", Some("fps")),
        ("clamped-accumulator", Some("step_hz")),
        ("frame-skip", Some("ticks_per_s")),
        ("fixed-interpolated", Some("step_hz")),
    ];
    let noise = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
    for (integrator, until) in [("semi-implicit-euler", 3.5), ("rk4", 12.0)] {
        let expected = lost(integrator, 60.0);
        for computer in [loads(0.0, 5.0), loads(3.0, 25.0), noise.clone()] {
            let panes = loops.iter().map(|(id, name)| pane(id, *name, computer.clone())).collect();
            let moments = lost_in_loops(&choice(integrator), panes, until);
            assert_eq!(moments, [expected; 6], "{integrator}, {computer:?}");
        }
    }
}

#[test]
fn a_loop_whose_steps_are_its_frames_is_lost_at_another_moment_under_another_load() {
    let noise = |lo_ms: f64, hi_ms: f64| Computer {
        render_ms: 0.0,
        noise_lo_ms: lo_ms,
        noise_hi_ms: hi_ms,
        present: Present::Mailbox,
        ..Computer::default()
    };
    for integrator in INTEGRATORS {
        let computers = [loads(0.0, 5.0), loads(3.0, 25.0), noise(10.0, 40.0), noise(5.0, 20.0)];
        let panes = computers.into_iter().map(|computer| pane("variable-delta", None, computer)).collect();
        let mut moments = lost_in_loops(&choice(integrator), panes, 0.0);
        assert!(moments[0] > moments[1], "{integrator}: the longer frames lose it earlier: {moments:?}");
        moments.sort_by(f64::total_cmp);
        assert!(moments.windows(2).all(|pair| pair[1] > pair[0]), "{integrator}: {moments:?}");
    }
}

#[test]
fn each_pass_starts_over_and_remembers_the_one_before() {
    let mut world = world("semi-implicit-euler");
    let first = lost("semi-implicit-euler", 60.0);
    for pass in 0..3_i64 {
        assert_eq!(world.frame().numbers[LOST_BEFORE], if pass == 0 { 0.0 } else { first });
        (0..20 * 60).for_each(|_| world.step(Span::from_hz(60.0)));
        // A pass of whole steps ends exactly where the next one begins.
        let start = self::world("semi-implicit-euler").bodies().to_vec();
        for (body, start) in world.bodies()[..2].iter().zip(&start) {
            assert_eq!(*body, Body { pass: pass + 1, ..*start });
        }
    }
    // After a step that skips passes there is no number of the one before.
    world.step(Span::from_secs(65.0));
    assert_eq!(world.frame().numbers[LOST_BEFORE], 0.0);
    assert_eq!(world.bodies()[0].pass, 6);
}

#[test]
fn a_long_step_is_one_step_and_shows() {
    // One step of explicit Euler from rest leaves the place and changes only the velocity.
    let mut world = world("explicit-euler");
    let start = world.bodies().to_vec();
    world.step(Span::from_secs(0.5));
    assert!(world.bodies()[1].pos.distance(start[1].pos) < 1e-12);
    assert_eq!(world.frame().numbers[LOST_AT], 0.5, "and so it is lost");
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
        assert!(world.frame().numbers[LOST_AT] > 0.0);
        world.step(Span::from_millis(1.0));
        assert_eq!(world.bodies()[..2], given_up);
        let readouts = world.readouts(&world.frame());
        assert!(readouts[0].alarm && readouts[3].alarm && readouts[2].value == ReadoutValue::None);
        let pass = world.bodies()[0].pass;
        while world.bodies()[0].pass == pass {
            world.step(Span::from_millis(100.0));
        }
        assert!(world.bodies()[..2].iter().all(|bob| bob.state == State::Moving));
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
    let energy = (rods(world.bodies()).energy() / Rods::LET_GO.energy() - 1.0) * 100.0;
    assert_eq!(values, [format!("{lost:.2} s"), format!("{lost:.2} s"), format!("{off:.3} m"), format!("{energy:.2} %")]);
    assert_eq!(world.population(), 2);
    assert_eq!(world.readouts(&Frame { bodies: &[], ..world.frame() }).len(), first.len(), "also where there is nothing to see");
}

#[test]
fn a_pane_may_begin_in_the_middle_of_a_pass() {
    let mut world = world("rk4").starting_at(Time::from_secs(86_400.0 + 7.3));
    assert_eq!(world.bodies()[0].pass, 4320);
    for _ in 0..60 {
        world.step(Span::from_hz(60.0));
        let reference = exact(world.sim().as_secs());
        assert!(world.bodies()[1].pos.distance(reference[1].pos) < 0.05, "a second after it");
    }
}
