//! The worlds, driven directly: closed forms, convergence, contacts, and what must hold for any steps at all.
//!
//! The tests named "every world" iterate the registry with all choices of its options, so a world that is
//! listed there is tested.

use glam::DVec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::f64::consts::TAU;
use tickscope::base::params::Value;
use tickscope::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope::model::config::{Presentation, WorldChoice};
use tickscope::model::world::{
    Between, Body, BodyStyle, Convergence, Frame, FrameView, Geometry, Ink, Sketch, State, StateHash, Thickness, World,
    wrap_angle,
};
use tickscope::model::worlds::{self, golden, runner, spring, thin_wall};

const SEED: u64 = 7;

/// The same cases in every run: a property holds or fails alike on every machine.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(20_260), ..ProptestConfig::default() }
}

/// Those whose steps get better when they get shorter.
fn converging_choices() -> Vec<WorldChoice> {
    let converges = |choice: &WorldChoice| worlds::find(&choice.id).unwrap().nature == Convergence::Converging;
    golden::every_choice().into_iter().filter(converges).collect()
}

fn with_option(id: &str, name: &str, word: &str) -> WorldChoice {
    let mut choice = WorldChoice::new(id);
    choice.options.set(name, Value::Word(word.to_owned()));
    choice
}

fn world(choice: &WorldChoice) -> World {
    worlds::world(choice, SEED).expect("a listed scene with listed options")
}

fn stepped(choice: &WorldChoice, dt: Span, steps: usize) -> World {
    let mut world = world(choice);
    (0..steps).for_each(|_| world.step(dt));
    world
}

fn exact(world: &World, at: Time) -> Vec<Body> {
    let mut bodies = vec![Body::at(f64::NAN, f64::NAN); 3]; // left-overs must go
    world.exact(at, &mut bodies);
    bodies
}

fn frame(world: &World, view: FrameView) -> Vec<Body> {
    let mut bodies = Vec::new();
    world.bodies_into(view, &mut bodies);
    bodies
}

/// The largest distance in position between two sets of bodies.
fn apart(a: &[Body], b: &[Body]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.pos.distance(b.pos)).fold(0.0, f64::max)
}

fn turned_apart(a: f64, b: f64) -> f64 {
    wrap_angle(a - b).abs()
}

fn is_finite(body: &Body) -> bool {
    body.pos.is_finite() && body.vel.is_finite() && body.heading.is_finite() && body.spin.is_finite()
}

fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// From no time at all to sixteen minutes, at every scale.
fn any_step() -> impl Strategy<Value = Span> {
    prop_oneof![
        Just(0),
        Just(11_760_000),
        0..1000_i64,
        0..FLICKS_PER_SECOND / 30,
        0..3 * FLICKS_PER_SECOND,
        0..=1000 * FLICKS_PER_SECOND
    ]
    .prop_map(Span::from_flicks)
}

fn any_steps() -> impl Strategy<Value = Vec<Span>> {
    prop::collection::vec(any_step(), 1..40)
}

// --- Every world -----------------------------------------------------------------------------------------------------

#[test]
fn every_world_starts_at_its_exact_state_of_time_zero() {
    for choice in golden::every_choice() {
        let world = world(&choice);
        let reference = exact(&world, Time::ZERO);
        assert_eq!(world.sim(), Time::ZERO);
        assert_eq!(world.bodies().len(), reference.len(), "{choice:?}");
        for (body, reference) in world.bodies().iter().zip(&reference) {
            assert!(body.pos.distance(reference.pos) < 1e-9, "{choice:?}: {body:?} is not at {reference:?}");
            assert!(body.vel.distance(reference.vel) < 1e-9, "{choice:?}");
            assert!(turned_apart(body.heading, reference.heading) < 1e-12, "{choice:?}");
            assert_eq!((body.pass, body.state, body.spin), (reference.pass, reference.state, reference.spin), "{choice:?}");
        }
    }
}

#[test]
fn every_world_shows_its_start_before_the_first_step_however_it_is_interpolated() {
    for choice in golden::every_choice() {
        let world = world(&choice);
        for alpha in [0.0, 0.3, 1.0, 4.0] {
            let between = Some(Between { alpha, step: Span::from_hz(25.0) });
            let view = world.view(Presentation::Interpolate, between);
            assert_eq!(frame(&world, view), world.bodies(), "{choice:?}");
            assert_eq!(world.drawn(view), Time::ZERO);
            // To go beyond there is a step before the first update as well: the loop's own.
            let ahead = world.view(Presentation::Extrapolate, between);
            assert_eq!(ahead, FrameView::Ahead(Span::from_hz(25.0).scaled(alpha)));
            assert_eq!(world.drawn(ahead), Time::ZERO + Span::from_hz(25.0).scaled(alpha));
        }
    }
}

#[test]
fn a_loop_that_says_nothing_of_its_step_is_drawn_as_it_is() {
    for choice in golden::every_choice() {
        let world = stepped(&choice, Span::from_hz(30.0), 5);
        for presentation in Presentation::ALL {
            assert_eq!(world.view(presentation, None), FrameView::Latest);
        }
        assert_eq!(frame(&world, FrameView::Latest), world.bodies());
        assert_eq!(world.drawn(FrameView::Latest), world.sim());
    }
}

#[test]
fn steps_of_one_length_go_beyond_by_the_last_step_and_not_by_what_the_loop_says() {
    for choice in golden::every_choice() {
        let mut world = stepped(&choice, Span::from_hz(30.0), 5);
        world.step(Span::from_millis(7.0));
        let between = Some(Between { alpha: 2.5, step: Span::from_hz(25.0) });
        assert_eq!(world.view(Presentation::Extrapolate, between), FrameView::Ahead(Span::from_millis(17.5)));
        assert_eq!(world.drawn(FrameView::Between(2.5)), world.sim() + Span::from_millis(10.5), "alpha is used as it comes");
    }
}

/// A deviation that short steps must make shorter, and below which rounding rules.
const ROUNDING: f64 = 1e-8;

#[test]
fn every_world_converges_to_its_exact_motion_when_its_steps_are_halved() {
    // Up to half a second nothing has met a wall in curve-and-wall; elsewhere only bodies in the same state count.
    for choice in converging_choices() {
        let deviation = |rate: usize| {
            let world = stepped(&choice, Span::from_hz(rate as f64), rate / 2);
            assert_eq!(world.sim(), Time::from_secs(0.5));
            let reference = exact(&world, world.sim());
            let alike = world.bodies().iter().zip(&reference).filter(|(b, t)| b.state == t.state && b.pass == t.pass);
            let (bodies, reference): (Vec<Body>, Vec<Body>) = alike.map(|(b, t)| (*b, *t)).unzip();
            assert!(!bodies.is_empty(), "{choice:?}");
            apart(&bodies, &reference)
        };
        // Rates at which steps end where the strokes of a recorded drive are, 60 times a second: a stroke that is read late
        // is an error of its own, which is shorter than a step but not halved with it.
        let (coarse, fine, finest) = (deviation(3360), deviation(6720), deviation(13_440));
        assert!(fine < coarse * 0.6 || fine < ROUNDING, "{choice:?}: {coarse} then {fine}");
        assert!(finest < fine * 0.6 || finest < ROUNDING, "{choice:?}: {fine} then {finest}");
        assert!(finest < 0.3, "{choice:?}: {finest} with steps of 1/13440 s");
    }
}

#[test]
fn a_step_of_no_time_changes_nothing_but_the_state_before() {
    for choice in golden::every_choice() {
        if worlds::find(&choice.id).unwrap().nature == Convergence::PerTick {
            continue; // The length of a step is not in its formulas.
        }
        let mut world = world(&choice);
        for step in 0..300 {
            world.step(Span::from_hz(61.0));
            let (hash, bodies, tally) = (world.state_hash(), world.bodies().to_vec(), world.tally());
            world.step(Span::ZERO);
            assert_eq!(world.bodies(), bodies, "{choice:?} at step {step}");
            assert_eq!((world.state_hash(), world.tally()), (hash, tally), "{choice:?} at step {step}");
        }
    }
}

#[test]
fn the_state_hash_tells_any_two_states_apart_and_covers_every_field() {
    let body = Body::at(1.0, 2.0);
    let hash = |body: Body| {
        let mut hash = StateHash::default();
        body.hash_into(&mut hash);
        hash.value()
    };
    let others = [
        Body { pos: DVec2::new(1.0 + f64::EPSILON, 2.0), ..body },
        Body { pos: DVec2::new(1.0, -2.0), ..body },
        Body { vel: DVec2::X, ..body },
        Body { vel: DVec2::Y, ..body },
        Body { heading: 1.0, ..body },
        Body { spin: 1.0, ..body },
        Body { pass: 1, ..body },
        Body { state: State::Caught, ..body },
    ];
    let mut all: Vec<u64> = others.into_iter().chain([body]).map(hash).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 9);
}

/// Nothing on the sketch may be NaN or infinite, and no length negative.
fn assert_drawable(sketch: &Sketch, context: &str) {
    let thick = |thickness| match thickness {
        Thickness::World(t) | Thickness::Points(t) => t,
    };
    for shape in &sketch.shapes {
        let (points, numbers, lengths) = match shape.geometry {
            Geometry::Circle { centre, radius } => (vec![centre], vec![], vec![radius]),
            Geometry::Box { centre, half, angle, corner } => (vec![centre], vec![angle], vec![half.x, half.y, corner]),
            Geometry::Capsule { a, b, radius } => (vec![a, b], vec![], vec![thick(radius)]),
            Geometry::Arc { centre, radius, middle, aperture, thickness } => {
                (vec![centre], vec![middle], vec![radius, aperture, thick(thickness)])
            }
            Geometry::Piece { before, a, b, after, thickness } => (vec![before, a, b, after], vec![], vec![thick(thickness)]),
        };
        assert!(points.iter().all(|p| p.is_finite()), "{context}: {shape:?}");
        assert!(numbers.iter().all(|n| n.is_finite()), "{context}: {shape:?}");
        assert!(lengths.iter().all(|l| l.is_finite() && *l >= 0.0), "{context}: {shape:?}");
    }
}

fn sketch_of(world: &World, bodies: &[Body]) -> Sketch {
    let mut sketch = Sketch::default();
    world.appearance().backdrop(&Frame { bodies, ..world.frame() }, world.appearance().extent(), &mut sketch);
    for look in [BodyStyle::Solid, BodyStyle::Ghost] {
        for (index, body) in bodies.iter().enumerate() {
            world.appearance().draw(index, body, look, &mut sketch);
        }
    }
    sketch
}

#[test]
fn every_world_has_an_extent_with_an_area_and_everything_that_is_drawn_comes_into_it() {
    for choice in golden::every_choice() {
        let world = world(&choice);
        let extent = world.appearance().extent();
        assert!(extent.min.is_finite() && extent.max.is_finite(), "{choice:?}");
        assert!(extent.min.x < extent.max.x && extent.min.y < extent.max.y, "{choice:?}");
        assert!(world.appearance().squeeze() > 0.0 && world.appearance().squeeze() <= 1.0, "{choice:?}");
        let mut outside: Vec<usize> = (0..world.bodies().len()).collect();
        let mut bodies = Vec::new();
        for moment in 0..600 {
            world.exact(Time::from_secs(f64::from(moment) / 100.0), &mut bodies);
            outside.retain(|index| bodies[*index].pos.clamp(extent.min, extent.max) != bodies[*index].pos);
        }
        // A crowd is shown from as near as its zoom says.
        let whole = choice.id != "crowd";
        assert!(outside.is_empty() || !whole, "{choice:?}: {outside:?} are never in the frame");
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_world_stays_finite_and_drawable_whatever_the_steps(
        steps in any_steps(), seed in any::<u64>(), alpha in prop_oneof![0.0..3.0_f64, 0.0..1e5_f64],
    ) {
        for choice in golden::every_choice() {
            let mut world = worlds::world(&choice, seed).unwrap();
            let mut sum = Span::ZERO;
            for dt in &steps {
                world.step(*dt);
                sum += *dt;
                prop_assert_eq!(world.sim(), Time::ZERO + sum);
                prop_assert!(world.bodies().iter().all(is_finite), "{:?}: {:?}", choice, world.bodies());
                let between = Some(Between { alpha, step: Span::from_hz(25.0) });
                for presentation in Presentation::ALL {
                    let seen = frame(&world, world.view(presentation, between));
                    prop_assert!(seen.iter().all(is_finite), "{:?}, {:?}: {:?}", choice, presentation, seen);
                    assert_drawable(&sketch_of(&world, &seen), &choice.id);
                }
                let reference = exact(&world, world.sim());
                prop_assert!(reference.iter().all(is_finite));
                assert_drawable(&sketch_of(&world, &reference), &choice.id);
            }
            assert_drawable(&sketch_of(&world, &[]), "a backdrop without bodies");
        }
    }

    #[test]
    fn the_same_steps_lead_to_the_same_state_bit_for_bit(steps in any_steps(), seed in any::<u64>()) {
        for choice in golden::every_choice() {
            let run = || {
                let mut world = worlds::world(&choice, seed).unwrap();
                for dt in &steps {
                    world.step(*dt);
                }
                (world.state_hash(), world.tally(), world.sim())
            };
            prop_assert_eq!(run(), run());
        }
    }

    #[test]
    fn interpolation_meets_both_states_goes_the_short_way_and_never_crosses_a_pass(
        steps in any_steps(), seed in any::<u64>(), alpha in 0.0..3.0_f64,
    ) {
        for choice in golden::every_choice() {
            let mut world = worlds::world(&choice, seed).unwrap();
            for dt in &steps {
                let before = world.bodies().to_vec();
                world.step(*dt);
                let now = world.bodies();
                let (at_0, at_1) = (frame(&world, FrameView::Between(0.0)), frame(&world, FrameView::Between(1.0)));
                let at_alpha = frame(&world, FrameView::Between(alpha));
                for i in 0..now.len() {
                    if before[i].pass != now[i].pass {
                        for seen in [&at_0[i], &at_1[i], &at_alpha[i]] {
                            prop_assert_eq!(seen, &now[i], "{:?}: blended across a pass", choice);
                        }
                        continue;
                    }
                    let reach = 1.0 + before[i].pos.length() + now[i].pos.length();
                    prop_assert!(at_0[i].pos.distance(before[i].pos) <= 1e-12 * reach);
                    prop_assert!(at_1[i].pos.distance(now[i].pos) <= 1e-12 * reach);
                    let straight = before[i].pos + (now[i].pos - before[i].pos) * alpha;
                    prop_assert!(at_alpha[i].pos.distance(straight) <= 1e-12 * reach * (1.0 + alpha));
                    let turn = 1e-9 * (1.0 + now[i].heading.abs() + before[i].heading.abs());
                    prop_assert!(turned_apart(at_0[i].heading, before[i].heading) <= turn);
                    prop_assert!(turned_apart(at_1[i].heading, now[i].heading) <= turn);
                    // The short way is never more than half a turn.
                    let turned = (at_alpha[i].heading - before[i].heading).abs();
                    prop_assert!(turned <= std::f64::consts::PI * alpha + turn, "{:?}: turned {turned}", choice);
                }
            }
        }
    }

    #[test]
    fn a_prediction_of_no_time_is_the_state_itself_and_stays_in_its_pass(
        steps in any_steps(), seed in any::<u64>(), ahead in 0.0..10.0_f64,
    ) {
        for choice in golden::every_choice() {
            let mut world = worlds::world(&choice, seed).unwrap();
            for dt in &steps {
                world.step(*dt);
            }
            let none = frame(&world, FrameView::Ahead(Span::ZERO));
            let some = frame(&world, FrameView::Ahead(Span::from_secs(ahead)));
            for ((body, none), some) in world.bodies().iter().zip(&none).zip(&some) {
                prop_assert!(none.pos == body.pos, "{:?}", choice);
                prop_assert!(turned_apart(none.heading, body.heading) < 1e-9);
                prop_assert_eq!((some.pass, some.state), (body.pass, body.state));
                // Nothing is predicted to move faster than it does, and what is at rest stays.
                let reach = body.vel.length() * Span::from_secs(ahead).as_secs();
                prop_assert!(some.pos.distance(body.pos) <= reach * (1.0 + 1e-9) + 1e-9 * body.pos.length(), "{:?}", choice);
            }
        }
    }
}

// --- Spring ----------------------------------------------------------------------------------------------------------

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

// --- Curve and wall --------------------------------------------------------------------------------------------------

fn curve() -> WorldChoice {
    WorldChoice::new("curve-and-wall")
}

/// The circle through three points.
fn circle(a: DVec2, b: DVec2, c: DVec2) -> (DVec2, f64) {
    let (b, c) = (b - a, c - a);
    let twice_area = 2.0 * b.perp_dot(c);
    let centre =
        DVec2::new(c.y * b.length_squared() - b.y * c.length_squared(), b.x * c.length_squared() - c.x * b.length_squared());
    let centre = centre / twice_area;
    (a + centre, centre.length())
}

#[test]
fn there_are_at_least_three_movers_on_arcs_of_different_radii() {
    let world = world(&curve());
    let mut radii: Vec<f64> = world.bodies().iter().map(|body| body.vel.length() / body.spin).collect();
    assert!(radii.len() >= 3);
    radii.sort_by(f64::total_cmp);
    assert!(radii.windows(2).all(|pair| pair[1] - pair[0] > 1.0), "{radii:?}");
}

#[test]
fn turning_then_moving_traces_the_known_polygon_with_its_centre_shifted() {
    // The formula itself, against the digits quoted in the text: v = 100, w = 2, 25 Hz.
    let polygon = |v: f64, w: f64, dt: f64| {
        let radius = v * dt / (2.0 * libm::sin(w * dt / 2.0));
        (radius, DVec2::new(-v * dt / 2.0, radius * libm::cos(w * dt / 2.0)))
    };
    let (radius, centre) = polygon(100.0, 2.0, 0.04);
    assert!((radius - 50.013_335_822_6).abs() < 5e-11);
    assert!(centre.distance(DVec2::new(-2.0, 49.973_330_488_5)) < 1e-10);

    for hertz in [10.0, 25.0, 60.0, 120.0] {
        let dt = Span::from_hz(hertz);
        let steps = (0.45 * hertz) as usize; // before anything meets the wall
        let mut world = world(&curve());
        let mut paths: Vec<Vec<DVec2>> = world.bodies().iter().map(|body| vec![body.pos]).collect();
        for _ in 0..steps {
            world.step(dt);
            world.bodies().iter().zip(&mut paths).for_each(|(body, path)| path.push(body.pos));
        }
        for (start, path) in self::world(&WorldChoice::new("curve-and-wall")).bodies().iter().zip(paths) {
            let (found_centre, found_radius) = circle(path[0], path[steps / 2], path[steps]);
            let (radius, centre) = polygon(start.vel.length(), start.spin, dt.as_secs());
            assert!((found_radius - radius).abs() < 1e-8, "{hertz} Hz: {found_radius} instead of {radius}");
            assert!(found_centre.distance(start.pos + centre) < 1e-8, "{hertz} Hz: {found_centre}");
            for point in path {
                assert!((point.distance(found_centre) - radius).abs() < 1e-8, "{hertz} Hz: every corner is on it");
            }
        }
    }
}

/// The ball's radius and the wall's box, from what is drawn.
fn ball_and_wall(world: &World) -> (f64, DVec2, DVec2) {
    let sketch = sketch_of(world, world.bodies());
    let ball = sketch.shapes.iter().find_map(|shape| match shape.geometry {
        Geometry::Circle { radius, .. } if matches!(shape.ink, Ink::Body(_)) => Some(radius),
        _ => None,
    });
    let wall = sketch.shapes.iter().find_map(|shape| match shape.geometry {
        Geometry::Box { centre, half, .. } if shape.ink == Ink::Wall => Some((centre - half, centre + half)),
        _ => None,
    });
    let (min, max) = wall.expect("a wall is drawn");
    (ball.expect("a ball is drawn"), min, max)
}

#[test]
fn every_exact_arc_touches_the_wall_and_stops_there() {
    let world = world(&curve());
    let (ball, min, max) = ball_and_wall(&world);
    let gap = |pos: DVec2| pos.distance(pos.clamp(min, max)) - ball;
    for mover in 0..world.bodies().len() {
        let at = |seconds: f64| exact(&world, Time::from_secs(seconds))[mover];
        let mut caught_at = None;
        for millisecond in 0..1999 {
            let seconds = f64::from(millisecond) / 1000.0;
            let body = at(seconds);
            if body.state == State::Caught {
                caught_at = caught_at.or(Some(seconds));
                assert!(gap(body.pos).abs() < 1e-9, "mover {mover} stands {} from the wall", gap(body.pos));
                assert_eq!(body.vel, DVec2::ZERO);
            } else {
                assert!(caught_at.is_none(), "mover {mover} came loose");
                assert!(gap(body.pos) > 0.0, "mover {mover} is in the wall at {seconds} s and moves");
            }
        }
        let caught_at = caught_at.expect("the exact arc touches the wall");
        // It is no graze either: the circle goes on into the wall.
        let (centre, radius) = circle(at(0.0).pos, at(caught_at / 3.0).pos, at(caught_at / 1.5).pos);
        assert!(centre.x + radius + ball > min.x + 1.0, "mover {mover} barely touches");
        assert!(caught_at > 0.5 && caught_at < 1.9, "mover {mover} at {caught_at} s");
    }
}

#[test]
fn exact_passes_restart_by_themselves() {
    let world = world(&curve());
    let first = exact(&world, Time::from_secs(0.4));
    for pass in 1..4 {
        let later = exact(&world, Time::from_secs(0.4 + 2.0 * f64::from(pass)));
        assert!(apart(&first, &later) < 1e-9);
        assert!(later.iter().all(|body| body.pass == i64::from(pass)));
    }
}

#[test]
fn with_steps_of_a_sixtieth_and_shorter_every_mover_is_caught() {
    for hertz in [60.0, 61.0, 64.0, 72.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 240.0, 333.3, 1000.0] {
        let mut world = world(&curve());
        while world.sim() < Time::from_secs(20.5) {
            world.step(Span::from_hz(hertz));
        }
        let tally = world.tally();
        assert_eq!((tally.caught, tally.tunnelled), (30, 0), "{hertz} Hz: ten passes of three movers");
    }
}

#[test]
fn with_steps_of_a_tenth_and_longer_some_movers_pass() {
    for seconds in [0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 10.0] {
        let mut world = world(&curve());
        while world.sim() < Time::from_secs(60.0) {
            world.step(Span::from_secs(seconds));
        }
        let tally = world.tally();
        assert!(tally.tunnelled > 0, "{seconds} s: {tally:?}");
        // Every pass that has ended is judged once, the last one perhaps not yet.
        let ended = world.sim().as_secs() / 2.0;
        let judged = (tally.caught + tally.tunnelled) as f64 / 3.0;
        assert!(judged >= ended.floor() && judged <= ended.floor() + 1.0, "{seconds} s: {judged} of {ended} passes");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn no_mover_tunnels_with_irregular_steps_of_at_most_a_sixtieth(
        steps in prop::collection::vec(1000..=FLICKS_PER_SECOND / 60, 700..1500),
    ) {
        let mut world = world(&curve());
        for dt in steps {
            world.step(Span::from_flicks(dt));
        }
        prop_assert_eq!(world.tally().tunnelled, 0);
        // Every pass that is over ended at the wall.
        let over = world.sim().as_secs() / 2.0;
        prop_assert!(world.tally().caught >= 3 * over as u64);
    }
}

#[test]
fn a_caught_mover_stands_still_until_its_pass_is_over() {
    let mut world = world(&curve());
    let mut caught: Vec<Option<DVec2>> = vec![None; world.bodies().len()];
    while world.sim() < Time::from_secs(1.98) {
        world.step(Span::from_hz(60.0));
        for (body, place) in world.bodies().iter().zip(&mut caught) {
            if body.state == State::Caught {
                assert_eq!(*place.get_or_insert(body.pos), body.pos);
                assert_eq!((body.vel, body.spin), (DVec2::ZERO, 0.0));
            } else {
                assert_eq!(*place, None);
            }
        }
    }
    assert!(caught.iter().all(Option::is_some));
    world.step(Span::from_secs(0.1));
    assert!(world.bodies().iter().all(|body| body.state == State::Moving && body.pass == 1));
}

#[test]
fn a_prediction_on_an_arc_turns_with_it() {
    let world = stepped(&curve(), Span::from_hz(60.0), 12);
    let ahead = Span::from_millis(20.0);
    for (body, predicted) in world.bodies().iter().zip(frame(&world, FrameView::Ahead(ahead))) {
        assert!((predicted.heading - body.heading - body.spin * 0.02).abs() < 1e-12, "from velocity and turn rate");
        assert!((predicted.pos.distance(body.pos) - body.vel.length() * 0.02).abs() < 1e-9);
    }
}

// --- Thin wall -------------------------------------------------------------------------------------------------------

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

// --- Runner ----------------------------------------------------------------------------------------------------------

#[test]
fn the_figure_runs_and_wraps_the_bar_turns_and_the_background_scrolls() {
    for hertz in [24.0, 60.0, 61.7, 144.0] {
        let dt = Span::from_hz(hertz);
        let mut world = world(&WorldChoice::new("runner"));
        let scroll = world.bodies()[2].vel.x;
        assert!(scroll < 0.0, "it scrolls past");
        for step in 1..=(12.0 * hertz) as i64 {
            world.step(dt);
            let [figure, bar, ground] = world.bodies() else { panic!("three bodies") };
            let t = (dt * step).as_secs();
            assert!((0.0..1920.0).contains(&figure.pos.x), "{hertz} Hz: {}", figure.pos.x);
            let way = figure.pass as f64 * 1920.0 + figure.pos.x;
            assert!((way - 960.0 * t).abs() < 1e-7, "{hertz} Hz, {t} s: {way}");
            assert!(turned_apart(bar.heading, TAU / 4.0 * t) < 1e-10, "{hertz} Hz, {t} s: 90 degrees a second");
            assert_eq!(bar.spin, TAU / 4.0);
            assert!((ground.pos.x - scroll * t).abs() < 1e-7);
        }
        assert!(world.bodies()[0].pass >= 5);
    }
    assert_eq!((runner::SPEED, runner::LANE), (960.0, 1920.0));
}

#[test]
fn interpolation_does_not_run_back_through_the_lane_where_the_figure_wraps() {
    let mut world = world(&WorldChoice::new("runner"));
    let mut wraps = 0;
    for _ in 0..400 {
        let before = world.bodies()[0];
        world.step(Span::from_hz(50.0));
        let now = world.bodies()[0];
        let seen = frame(&world, FrameView::Between(0.5))[0];
        if now.pass == before.pass {
            assert!(before.pos.x <= seen.pos.x && seen.pos.x <= now.pos.x);
        } else {
            wraps += 1;
            assert_eq!(seen, now);
        }
    }
    assert!(wraps >= 3, "eight seconds are four laps: {wraps}");
}

#[test]
fn stop_and_go_runs_for_a_second_and_stands_for_half_a_second_whatever_the_steps() {
    let choice = with_option("runner", "stop_and_go", "on");
    let way_at = |t: f64| {
        let cycles = (t / 1.5).floor();
        960.0 * (cycles + (t - 1.5 * cycles).min(1.0))
    };
    for seconds in [0.007, 1.0 / 60.0, 0.1, 0.3, 0.75, 1.3, 4.7, 20.0] {
        let dt = Span::from_secs(seconds);
        let mut world = world(&choice);
        for step in 1..=300_i64 {
            world.step(dt);
            let t = (dt * step).as_secs();
            let figure = world.bodies()[0];
            let way = figure.pass as f64 * 1920.0 + figure.pos.x;
            assert!((way - way_at(t)).abs() < 1e-6 + t * 1e-9, "{seconds} s steps at {t} s: {way} instead of {}", way_at(t));
            let phase = t - 1.5 * (t / 1.5).floor();
            if phase > 1e-6 && (phase - 1.0).abs() > 1e-6 && phase < 1.5 - 1e-6 {
                assert_eq!(figure.vel.x, if phase < 1.0 { 960.0 } else { 0.0 }, "{t} s");
            }
        }
    }
}

#[test]
fn prediction_overshoots_a_stop_and_is_right_on_the_run() {
    let mut world = world(&with_option("runner", "stop_and_go", "on"));
    world.step(Span::from_secs(0.5));
    assert!((frame(&world, FrameView::Ahead(Span::from_secs(0.25)))[0].pos.x - 720.0).abs() < 1e-9);
    world.step(Span::from_secs(0.4));
    let predicted = frame(&world, FrameView::Ahead(Span::from_secs(0.2)))[0].pos.x;
    assert!((predicted - 1056.0).abs() < 1e-9, "velocity knows of no stop");
    assert!((exact(&world, Time::from_secs(1.1))[0].pos.x - 960.0).abs() < 1e-9);
}

#[test]
fn the_bar_interpolates_across_the_half_turn_the_short_way() {
    // At two seconds it has turned by half a turn: its angle jumps from near +π to near −π.
    let mut world = world(&WorldChoice::new("runner"));
    world.step(Span::from_secs(1.9));
    world.step(Span::from_secs(0.2));
    let halfway = frame(&world, FrameView::Between(0.5))[1].heading;
    assert!(turned_apart(halfway, TAU / 2.0) < 1e-9, "{halfway}");
}
