//! The worlds, driven directly: closed forms, convergence, contacts, and what must hold for any steps at all.
//!
//! The tests named "every world" iterate the registry with all choices of its options, so a world that is
//! listed there is tested.

use crate::common::{cases, every_choice};
use glam::DVec2;
use proptest::prelude::*;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::settings::{Presentation, WorldChoice};
use tickscope_core::model::world::appearance::Frame;
use tickscope_core::model::world::body::{Body, BodyState, StateHash, wrap_angle};
use tickscope_core::model::world::controls::Between;
use tickscope_core::model::world::kind::Convergence;
use tickscope_core::model::world::sketch::{BodyStyle, Geometry, Sketch, Thickness};
use tickscope_core::model::world::stepped_world::{FrameContent, FrameView, World};
use tickscope_core::model::worlds;

const SEED: u64 = 7;

/// Returns the worlds whose steps get better when they get shorter.
fn converging_choices() -> Vec<WorldChoice> {
    let converges = |choice: &WorldChoice| worlds::find(&choice.id).unwrap().nature == Convergence::Converging;
    every_choice().into_iter().filter(converges).collect()
}

pub(super) fn with_option(id: &str, name: &str, word: &str) -> WorldChoice {
    let mut choice = WorldChoice::new(id);
    choice.options.set(name, Value::Word(word.to_owned()));
    choice
}

pub(super) fn world(choice: &WorldChoice) -> World {
    worlds::world(choice, SEED).expect("a listed scene with listed options")
}

pub(super) fn stepped(choice: &WorldChoice, dt: Span, steps: usize) -> World {
    let mut world = world(choice);
    (0..steps).for_each(|_| world.step(dt));
    world
}

pub(super) fn exact(world: &World, at: Time) -> Vec<Body> {
    let mut bodies = vec![Body::at(f64::NAN, f64::NAN); 3]; // left-overs must go
    world.exact(at, &mut bodies);
    bodies
}

pub(super) fn frame(world: &World, view: FrameView) -> Vec<Body> {
    let mut content = FrameContent::default();
    world.draw_into(view, &mut content);
    content.bodies
}

/// Returns the largest distance in position between two sets of bodies.
pub(super) fn apart(a: &[Body], b: &[Body]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.pos.distance(b.pos)).fold(0.0, f64::max)
}

pub(super) fn turned_apart(a: f64, b: f64) -> f64 {
    wrap_angle(a - b).abs()
}

pub(super) fn is_finite(body: &Body) -> bool {
    body.pos.is_finite() && body.vel.is_finite() && body.heading.is_finite() && body.spin.is_finite()
}

/// Generates steps from no time at all to sixteen minutes, at every scale.
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

#[test]
fn every_world_starts_at_its_exact_state_of_time_zero() {
    for choice in every_choice() {
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
    for choice in every_choice() {
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
    for choice in every_choice() {
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
    for choice in every_choice() {
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
    for choice in every_choice() {
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
fn a_world_says_whether_it_depends_on_its_seed() {
    let is_random = |choice: &WorldChoice| (worlds::find(&choice.id).unwrap().depends_on_seed)(&choice.options);
    for choice in every_choice() {
        let moved = |seed: u64| {
            let mut world = worlds::world(&choice, seed).unwrap();
            (0..1200).for_each(|_| world.step(Span::from_flicks(FLICKS_PER_SECOND / 60)));
            world.state_hash()
        };
        // Presses come from outside of the world, by the same seed.
        let has_presses = worlds::find(&choice.id).unwrap().has_button;
        let differs = has_presses || (1..4).any(|seed| moved(seed) != moved(0));
        assert_eq!(differs, is_random(&choice), "{choice:?}");
    }
    assert!(every_choice().iter().any(&is_random) && !every_choice().iter().all(is_random));
}

#[test]
fn the_state_hash_tells_any_two_states_apart_and_covers_every_field() {
    let body = Body::at(1.0, 2.0);
    let hash = |body: Body| {
        let mut hash = StateHash::default();
        body.hash_into(&mut hash);
        hash.0
    };
    let others = [
        Body { pos: DVec2::new(1.0 + f64::EPSILON, 2.0), ..body },
        Body { pos: DVec2::new(1.0, -2.0), ..body },
        Body { vel: DVec2::X, ..body },
        Body { vel: DVec2::Y, ..body },
        Body { heading: 1.0, ..body },
        Body { spin: 1.0, ..body },
        Body { pass: 1, ..body },
        Body { state: BodyState::Caught, ..body },
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

pub(super) fn sketch_of(world: &World, bodies: &[Body]) -> Sketch {
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
    for choice in every_choice() {
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
        for choice in every_choice() {
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
        for choice in every_choice() {
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
        for choice in every_choice() {
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
        for choice in every_choice() {
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
