//! Curve and wall: the polygon of turning and then moving, and contacts of arcs with a wall.

use super::worlds::{apart, cases, exact, frame, sketch_of, stepped, world};
use glam::DVec2;
use proptest::prelude::*;
use tickscope_core::config::WorldChoice;
use tickscope_core::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::world::{FrameView, Geometry, Ink, State, World};

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
pub(super) fn ball_and_wall(world: &World) -> (f64, DVec2, DVec2) {
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
