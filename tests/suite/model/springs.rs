//! The springs: each integrator's growth, limit and order, against the closed form.

use super::worlds::{exact, is_finite, power, stepped, with_option, world};
use glam::DVec2;
use tickscope_core::config::WorldChoice;
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Body, BodyStyle, Geometry, Ink, Sketch, State, World};
use tickscope_core::worlds::spring;

const INTEGRATORS: [&str; 4] = ["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4"];

fn springs(integrator: &str) -> WorldChoice {
    with_option("spring", "integrator", integrator)
}

/// The amplitude that a mass with this position and velocity would keep for ever.
fn amplitude(body: &Body, omega: f64) -> f64 {
    libm::hypot(body.pos.x, body.vel.x / omega)
}

#[test]
fn the_springs_are_the_published_ones_and_explicit_euler_is_the_default() {
    assert_eq!(spring::OMEGAS, [2.0, 5.0, 10.0, 20.0, 40.0]);
    let world = stepped(&WorldChoice::new("spring"), Span::from_hz(60.0), 10);
    assert_eq!(world.state_hash(), stepped(&springs("explicit-euler"), Span::from_hz(60.0), 10).state_hash());
    let start = stepped(&WorldChoice::new("spring"), Span::from_hz(60.0), 0);
    assert!(start.bodies().iter().all(|body| body.pos.x == 1.0 && body.vel == DVec2::ZERO));
}

#[test]
fn explicit_euler_multiplies_the_energy_by_the_known_factor_at_every_step() {
    let world = stepped(&springs("explicit-euler"), Span::from_hz(60.0), 600);
    let energy = power(amplitude(&world.bodies()[2], 10.0), 2);
    let formula = power(1.0 + 100.0 / 3600.0, 600);
    assert!((energy / formula - 1.0).abs() < 1e-9, "{energy} instead of {formula}");
    assert!((energy - 13_789_038.36).abs() < 0.005, "the published digits, not {energy}");
}

#[test]
fn explicit_euler_gains_energy_with_every_spring_and_every_step() {
    for hertz in [1000.0, 240.0, 60.0, 25.0] {
        let dt = Span::from_hz(hertz).as_secs();
        let world = stepped(&springs("explicit-euler"), Span::from_hz(hertz), 10);
        for (body, omega) in world.bodies().iter().zip(spring::OMEGAS) {
            let formula = power(1.0 + omega * omega * dt * dt, 10).sqrt();
            assert!((amplitude(body, omega) / formula - 1.0).abs() < 1e-12, "{omega} rad/s at {hertz} Hz");
        }
    }
}

/// The largest amplitude of one mass over `steps` steps.
fn worst_amplitude(integrator: &str, mass: usize, dt: Span, steps: usize) -> f64 {
    let mut world = world(&springs(integrator));
    (0..steps)
        .map(|_| {
            world.step(dt);
            amplitude(&world.bodies()[mass], spring::OMEGAS[mass])
        })
        .fold(0.0, f64::max)
}

#[test]
fn each_integrator_holds_below_its_limit_and_explodes_beyond() {
    for (integrator, limit) in [("semi-implicit-euler", 2.0), ("velocity-verlet", 2.0), ("rk4", 2.0 * std::f64::consts::SQRT_2)] {
        for (mass, omega) in spring::OMEGAS.into_iter().enumerate() {
            // Near the limit the orbit is a long ellipse, which is why the bound is not 1.
            let below = worst_amplitude(integrator, mass, Span::from_secs(0.98 * limit / omega), 5000);
            assert!(below < 30.0, "{integrator}, {omega} rad/s: {below} below the limit");
            let beyond = worst_amplitude(integrator, mass, Span::from_secs(1.02 * limit / omega), 5000);
            assert!(beyond > 1e9, "{integrator}, {omega} rad/s: only {beyond} beyond the limit");
        }
    }
}

#[test]
fn each_integrator_converges_with_its_order() {
    let deviation = |integrator: &str, mass: usize, rate: usize| {
        let world = stepped(&springs(integrator), Span::from_hz(rate as f64), rate / 4);
        assert_eq!(world.sim(), Time::from_secs(0.25));
        let (body, reference, omega) = (world.bodies()[mass], exact(&world, world.sim())[mass], spring::OMEGAS[mass]);
        libm::hypot(body.pos.x - reference.pos.x, (body.vel.x - reference.vel.x) / omega)
    };
    // Steps short enough for the leading term to rule, long enough for rounding not to.
    let expected = [2.0, 2.0, 4.0, 16.0];
    for ((integrator, factor), rates) in INTEGRATORS.iter().zip(expected).zip([8000, 8000, 2000, 200]) {
        for (mass, omega) in spring::OMEGAS.into_iter().enumerate() {
            let (coarse, fine) = (deviation(integrator, mass, rates), deviation(integrator, mass, rates * 2));
            let gained = coarse / fine;
            assert!((gained / factor - 1.0).abs() < 0.1, "{integrator}, {omega} rad/s: halving dt gains {gained}");
        }
    }
}

#[test]
fn an_exploded_mass_is_shown_as_such_and_its_numbers_stay_finite() {
    let mut world = stepped(&springs("explicit-euler"), Span::from_hz(60.0), 600);
    let states = |world: &World| world.bodies().iter().map(|body| body.state).collect::<Vec<_>>();
    assert_eq!(states(&world), [State::Moving, State::Moving, State::Moving, State::Exploded, State::Exploded]);
    let frozen = world.bodies()[4];
    (0..10_000).for_each(|_| world.step(Span::from_secs(1000.0)));
    assert_eq!(world.bodies()[4], frozen, "it is given up");
    assert!(states(&world).iter().all(|state| *state == State::Exploded), "a thousand seconds are too long for any spring");
    let frame = world.appearance().extent();
    for (index, body) in world.bodies().iter().enumerate() {
        assert!(is_finite(body));
        let mut sketch = Sketch::default();
        world.appearance().draw(index, body, BodyStyle::Solid, &mut sketch);
        assert!(sketch.shapes.iter().any(|shape| shape.ink == Ink::Alarm), "mass {index} looks as if nothing had happened");
        for shape in &sketch.shapes {
            if let Geometry::Capsule { a, b, .. } = shape.geometry {
                assert!([a, b].iter().all(|p| p.clamp(frame.min, frame.max) == *p), "it is shown at the edge, not beyond");
            }
        }
    }
}
