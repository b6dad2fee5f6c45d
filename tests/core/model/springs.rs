//! The springs: each integrator's growth, limit and order, against the closed form.

use super::worlds::{exact, is_finite, stepped, with_option, world};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::sketch::{BodyStyle, Geometry, Ink, Sketch};
use tickscope_core::model::world::stepped_world::World;

/// The angular frequencies of the five springs, from the top, in rad/s.
const OMEGAS: [f64; 5] = [2.0, 5.0, 10.0, 20.0, 40.0];

const INTEGRATORS: [&str; 4] = ["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4"];

fn springs(integrator: &str) -> WorldChoice {
    with_option("spring", "integrator", integrator)
}

/// Returns the amplitude that a mass with this position and velocity would keep for ever.
fn amplitude(body: &Body, omega: f64) -> f64 {
    libm::hypot(body.pos.x, body.vel.x / omega)
}

/// Returns the largest amplitude of one mass over `steps` steps.
fn worst_amplitude(integrator: &str, mass: usize, dt: Span, steps: usize) -> f64 {
    let mut world = world(&springs(integrator));
    (0..steps)
        .map(|_| {
            world.step(dt);
            amplitude(&world.bodies()[mass], OMEGAS[mass])
        })
        .fold(0.0, f64::max)
}

#[test]
fn each_integrator_holds_below_its_limit_and_explodes_beyond() {
    for (integrator, limit) in [("semi-implicit-euler", 2.0), ("velocity-verlet", 2.0), ("rk4", 2.0 * std::f64::consts::SQRT_2)] {
        for (mass, omega) in OMEGAS.into_iter().enumerate() {
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
        let (body, reference, omega) = (world.bodies()[mass], exact(&world, world.sim())[mass], OMEGAS[mass]);
        libm::hypot(body.pos.x - reference.pos.x, (body.vel.x - reference.vel.x) / omega)
    };
    // Steps short enough for the leading term to rule, long enough for rounding not to.
    let expected = [2.0, 2.0, 4.0, 16.0];
    for ((integrator, factor), rates) in INTEGRATORS.iter().zip(expected).zip([8000, 8000, 2000, 200]) {
        for (mass, omega) in OMEGAS.into_iter().enumerate() {
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
    assert_eq!(
        states(&world),
        [BodyState::Moving, BodyState::Moving, BodyState::Moving, BodyState::Exploded, BodyState::Exploded]
    );
    let frozen = world.bodies()[4];
    (0..10_000).for_each(|_| world.step(Span::from_secs(1000.0)));
    assert_eq!(world.bodies()[4], frozen, "it is given up");
    assert!(states(&world).iter().all(|state| *state == BodyState::Exploded), "a thousand seconds are too long for any spring");
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
