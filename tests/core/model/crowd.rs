//! The crowd: its closed form, what is in view, how it replicates and thinks, and what loads per body make of it.

use crate::common::{cases, set_option};
use glam::DVec2;
use proptest::prelude::*;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::recording::pane_recording::MOST_BYTES;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::sketch::{BodyStyle, Geometry, Sketch};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;
use tickscope_core::model::worlds::crowd::mover::HALF;

const SEED: u64 = 7;

fn crowd(options: &[(&str, Value)]) -> WorldChoice {
    let mut choice = WorldChoice::new("crowd");
    for (name, value) in options {
        choice.options.set(name, value.clone());
    }
    choice
}

fn bodies(count: u32) -> (&'static str, Value) {
    ("bodies", Value::Number(f64::from(count)))
}

fn word(name: &'static str, word: &str) -> (&'static str, Value) {
    (name, Value::Word(word.to_owned()))
}

fn world(options: &[(&str, Value)]) -> World {
    worlds::world(&crowd(options), SEED).expect("these options are offered")
}

fn exact(world: &World, at: Time) -> Vec<Body> {
    let mut bodies = Vec::new();
    world.exact(at, &mut bodies);
    bodies
}

fn radius(world: &World, index: usize) -> f64 {
    let mut sketch = Sketch::default();
    world.appearance().draw(index, &Body::default(), BodyStyle::Solid, &mut sketch);
    match sketch.shapes[0].geometry {
        Geometry::Circle { radius, .. } => radius,
        ref other => panic!("a disc and not {other:?}"),
    }
}

fn alive(bodies: &[Body]) -> usize {
    bodies.iter().filter(|body| body.state == BodyState::Moving).count()
}

// --- The motion ------------------------------------------------------------------------------------------------------

/// Returns the position between walls at −half and half, bounced at one wall after the other.
fn bounced(mut x: f64, mut v: f64, mut seconds: f64, half: f64) -> f64 {
    loop {
        let to_wall = if v > 0.0 { (half - x) / v } else { (-half - x) / v };
        if to_wall >= seconds {
            return x + v * seconds;
        }
        x = half.copysign(v);
        v = -v;
        seconds -= to_wall;
    }
}

#[test]
fn every_body_is_where_bouncing_from_wall_to_wall_leads() {
    let world = world(&[bodies(300)]);
    let start = exact(&world, Time::ZERO);
    for seconds in [0.0, 0.37, 5.0, 61.7, 1234.5] {
        for (index, body) in exact(&world, Time::from_secs(seconds)).iter().enumerate() {
            let room = HALF - radius(&world, index);
            let Body { pos, vel, .. } = start[index];
            let there = DVec2::new(bounced(pos.x, vel.x, seconds, room.x), bounced(pos.y, vel.y, seconds, room.y));
            assert!(body.pos.distance(there) < 1e-6, "body {index} after {seconds} s: {:?} and not {there:?}", body.pos);
            assert!((body.vel.length() - vel.length()).abs() < 1e-9 && body.pos.abs().cmple(room).all());
        }
    }
}

fn any_steps() -> impl Strategy<Value = Vec<Span>> {
    let flicks = prop_oneof![0..1000_i64, 0..FLICKS_PER_SECOND / 30, 0..3 * FLICKS_PER_SECOND, 0..=1000 * FLICKS_PER_SECOND];
    prop::collection::vec(flicks.prop_map(Span::from_flicks), 1..40)
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn steps_of_any_length_bounce_exactly(steps in any_steps(), seed in any::<u64>(), doubles in any::<bool>()) {
        let growth = word("growth", if doubles { "doubles" } else { "none" });
        let mut world = worlds::world(&crowd(&[bodies(400), growth]), seed).unwrap();
        for dt in steps {
            world.step(dt);
            for (body, reference) in world.bodies().iter().zip(exact(&world, world.sim())) {
                prop_assert!(body.pos.distance(reference.pos) < 1e-5, "{:?} is not at {:?}", body, reference);
                prop_assert_eq!((body.state, body.pass), (reference.state, reference.pass));
            }
        }
    }

    #[test]
    fn a_flock_stays_in_the_box_whatever_its_steps(steps in any_steps(), seed in any::<u64>()) {
        let mut world = worlds::world(&crowd(&[bodies(200), word("mind", "flock")]), seed).unwrap();
        for dt in steps {
            world.step(dt);
            prop_assert!(world.bodies().iter().all(|body| body.pos.abs().cmple(HALF).all() && body.vel.is_finite()));
        }
    }
}

// --- What is in view -------------------------------------------------------------------------------------------------

fn zoomed(zoom: f64) -> WorldChoice {
    crowd(&[("zoom", Value::Number(zoom))])
}

#[test]
fn in_view_are_the_bodies_that_show_in_the_middle_of_the_box() {
    let mut world = world(&[bodies(5000)]);
    let radii: Vec<f64> = (0..5000).map(|index| radius(&world, index)).collect();
    for zoom in [1.0, 1.3, 2.0, 5.0, 10.0] {
        world.set_options(&zoomed(zoom).options);
        for seconds in [0.0, 3.3, 77.0] {
            let bodies = exact(&world, Time::from_secs(seconds));
            let shows = |body: &Body, radius: f64| (body.pos.abs() - HALF / zoom).max_element() < radius;
            let brute = bodies.iter().zip(&radii).filter(|(body, radius)| shows(body, **radius)).count();
            assert_eq!(world.appearance().in_view(&bodies), Some(brute), "zoom {zoom}");
            assert_eq!(world.population(), 5000, "there are as many whatever is in view");
            let share = brute as f64 / 5000.0 * zoom * zoom;
            assert!(zoom > 5.0 || (share - 1.0).abs() < 0.15, "it grows with the area: {share} of it at {zoom}");
            let mut sketch = Sketch::default();
            for (index, body) in bodies.iter().enumerate() {
                world.appearance().draw(index, body, BodyStyle::Solid, &mut sketch);
            }
            assert_eq!(sketch.shapes.len(), brute, "what is out of view is not drawn");
        }
        let frame = world.appearance().extent();
        let size = (frame.max - frame.min) / (2.0 * HALF / zoom);
        assert!(size.min_element() > 1.0 && size.max_element() < 1.05, "the pane shows that part: {size:?}");
    }
}

#[test]
fn zooming_changes_what_is_shown_while_it_runs_and_never_the_motion() {
    let settings = Settings {
        scene: crowd(&[]),
        panes: vec![PaneSettings::new("variable-delta")],
        computer: Computer { render_us_per_body: 5.0, refresh_hz: 1000.0, present: Present::Mailbox, ..Computer::default() },
        ..Settings::default()
    };
    let mut lab = Lab::new(settings).unwrap();
    let readouts = |lab: &Lab| {
        let computer = lab.panes()[0].computer();
        let world = computer.world();
        let readouts = world.readouts(&world.frame());
        readouts.into_iter().map(|readout| (readout.name, readout.value)).collect::<Vec<_>>()
    };
    lab.advance_to(Time::from_secs(2.0));
    assert_eq!(readouts(&lab), [("bodies", ReadoutValue::Count(2000)), ("in view", ReadoutValue::Count(2000))]);
    let before = lab.panes()[0].seen_at(lab.now()).recent().number("fps_mean").unwrap();
    lab.command(set_option("zoom", Value::Number(2.0))).unwrap();
    lab.advance_to(Time::from_secs(6.0));
    let [(_, all), (_, ReadoutValue::Count(some))] = &readouts(&lab)[..] else { panic!("two counts") };
    assert_eq!(*all, ReadoutValue::Count(2000));
    assert!((450..=600).contains(some), "about a quarter: {some}");
    // 5 ms and 10 ms for all bodies; then 5 ms and about 2.6.
    let after = lab.panes()[0].seen_at(lab.now()).recent().number("fps_mean").unwrap();
    assert!((before - 66.7).abs() < 1.0 && after > 110.0, "{before} and {after}");
    let computer = lab.panes()[0].computer();
    let apart = exact(computer.world(), computer.world().sim()).into_iter().zip(computer.world().bodies());
    assert!(apart.map(|(reference, body)| reference.pos.distance(body.pos)).fold(0.0, f64::max) < 1e-6);
}

// --- A crowd that replicates -----------------------------------------------------------------------------------------

#[test]
fn the_crowd_doubles_every_two_seconds_and_begins_again() {
    let world = world(&[bodies(3200), word("growth", "doubles")]);
    assert_eq!(alive(world.bodies()), 100);
    let at = |seconds: f64| exact(&world, Time::from_secs(seconds));
    // 3200 are 100 doubled five times: ten seconds, and two more in which all are there.
    for step in 1..1200 {
        let seconds = f64::from(step) * 0.01 + 0.005;
        let law = (100.0 * libm::exp2(seconds / 2.0)).floor().min(3200.0) as usize;
        let there = at(seconds);
        assert_eq!(alive(&there), law, "after {seconds} s");
        assert_eq!(world.appearance().in_view(&there), Some(law));
        assert!(there[law..].iter().all(|body| body.state == BodyState::Waiting), "the first ones are there");
        assert_eq!(there[0].pass, 0);
    }
    let again = at(12.005);
    assert_eq!((alive(&again), again[0].pass), (100, 1));
    let [first, later] = [at(3.0), at(15.0)];
    assert!(first.iter().zip(&later).all(|(a, b)| a.pos.distance(b.pos) < 1e-9), "every pass is like the first");
}

#[test]
fn a_body_is_born_where_another_one_is() {
    let world = world(&[bodies(1600), word("growth", "doubles")]);
    let mut before = exact(&world, Time::ZERO);
    let mut births = 0;
    for millisecond in 1..=8000 {
        let now = exact(&world, Time::ZERO + Span::from_millis(f64::from(millisecond)));
        for (index, body) in now.iter().enumerate().filter(|(index, body)| body.state != before[*index].state) {
            births += 1;
            let block = 100 << (index / 100).ilog2();
            // In a millisecond neither goes further than a quarter of a unit; close to a wall a larger one has less room.
            let apart = body.pos.distance(now[index - block].pos);
            assert!(apart < 0.5 + radius(&world, index), "body {index} is born {apart} from its parent");
        }
        before = now;
    }
    assert_eq!(births, 1500);
}

#[test]
fn no_body_is_drawn_before_it_is_born() {
    let world = world(&[bodies(800), word("growth", "doubles")]);
    let mut sketch = Sketch::default();
    for look in [BodyStyle::Solid, BodyStyle::Ghost] {
        for (index, body) in world.bodies().iter().enumerate() {
            world.appearance().draw(index, body, look, &mut sketch);
        }
    }
    assert_eq!(sketch.shapes.len(), 200);
}

// --- Loads per body --------------------------------------------------------------------------------------------------

fn report(strategy: &str, params: &[(&str, Value)], scene: WorldChoice, computer: &Computer, seconds: f64) -> PaneReport {
    let mut pane = PaneSettings::new(strategy);
    for (name, value) in params {
        pane.params.set(name, value.clone());
    }
    let computer = Computer { present: Present::Mailbox, ..computer.clone() };
    let settings = Settings { scene, computer, panes: vec![pane], seed: SEED, ..Settings::default() };
    Report::new(settings, seconds).unwrap().panes.remove(0)
}

/// Returns the mean length of a turn, ms.
fn turn_ms(report: &PaneReport) -> f64 {
    report.clock_s * 1000.0 / report.metrics.count("frames_rendered") as f64
}

#[test]
fn a_frame_costs_what_all_cost_to_step_and_those_in_view_to_draw() {
    let loads =
        Computer { update_ms: 1.0, render_ms: 2.0, update_us_per_body: 2.0, render_us_per_body: 4.0, ..Computer::default() };
    for count in [100, 1000, 5000] {
        let per_thousand = f64::from(count) / 1000.0;
        let all = report("variable-delta", &[], crowd(&[bodies(count)]), &loads, 10.0);
        let expected = 3.0 + 6.0 * per_thousand;
        // A load per body is a whole number of flicks.
        assert!((turn_ms(&all) / expected - 1.0).abs() < 2e-4, "{count}: {} and not {expected}", turn_ms(&all));

        let near = crowd(&[bodies(count), ("zoom", Value::Number(2.0))]);
        let some = report("variable-delta", &[], near, &loads, 10.0);
        // A quarter of the box, and the bodies that reach into it.
        let expected = 3.0 + (2.0 + 4.0 / 4.0) * per_thousand;
        assert!((turn_ms(&some) / expected - 1.0).abs() < 0.06, "{count}: {} and about {expected}", turn_ms(&some));
    }
}

// --- A flock that decides --------------------------------------------------------------------------------------------

fn flock() -> World {
    world(&[bodies(500), word("mind", "flock")])
}

fn mean_apart(a: &[Body], b: &[Body]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.pos.distance(b.pos)).sum::<f64>() / a.len() as f64
}

#[test]
fn the_reference_of_the_flock_moves_as_its_velocities_say_and_stays_off_the_walls() {
    let world = flock();
    let half = 5e-5;
    for tenth in 0..600 {
        let at = f64::from(tenth) * 0.1 + 1.0;
        let [before, now, after] = [at - half, at, at + half].map(|at| exact(&world, Time::from_secs(at)));
        for ((before, now), after) in before.iter().zip(&now).zip(&after) {
            let slope = (after.pos - before.pos) / (2.0 * half);
            assert!(slope.distance(now.vel) < 1e-3, "{slope:?} and {:?}", now.vel);
            assert!(now.vel.length() < 1500.0 && (HALF - now.pos.abs()).min_element() > 50.0);
        }
    }
}

/// Returns the world after ten seconds of steps of 1/60 s, with a thought at every `every`-th of them.
fn thinking(every: usize) -> World {
    let mut world = flock();
    for step in 0..600 {
        if step % every == 0 {
            world.think();
        }
        world.step(Span::from_hz(60.0));
    }
    world
}

#[test]
fn thinking_ten_times_a_second_flies_straight_in_between_and_lags() {
    let reference = exact(&flock(), Time::from_secs(10.0));
    let by_itself = (0..600).fold(flock(), |mut world, _| {
        world.step(Span::from_hz(60.0));
        world
    });
    let always = thinking(1);
    assert_eq!(always.state_hash(), by_itself.state_hash(), "told every time it is as it is by itself");
    let seldom = thinking(6);
    let tenths = (0..100).fold(flock(), |mut world, _| {
        world.step(Span::from_hz(10.0));
        world
    });
    assert!(mean_apart(seldom.bodies(), tenths.bodies()) < 1e-6, "its thoughts are those of steps of a tenth of a second");
    let (often, rarely) = (mean_apart(always.bodies(), &reference), mean_apart(seldom.bodies(), &reference));
    assert!(often < 5.0, "{often}");
    assert!(rarely > 4.0 * often && rarely > 6.0, "visible: {rarely} units, where they are about ten long; else {often}");
}

#[test]
fn a_flock_that_decides_apart_keeps_the_last_decision() {
    let mut world = flock();
    world.think();
    world.step(Span::from_millis(10.0));
    let decided: Vec<DVec2> = world.bodies().iter().map(|body| body.vel).collect();
    for _ in 0..20 {
        world.step(Span::from_millis(10.0));
    }
    assert!(world.bodies().iter().zip(&decided).all(|(body, vel)| body.vel == *vel));
    world.controls.decided_apart = false;
    world.step(Span::from_millis(10.0));
    assert!(world.bodies().iter().zip(&decided).all(|(body, vel)| body.vel != *vel), "by itself it thinks in every step");
}

// --- As many as there may be -----------------------------------------------------------------------------------------

#[test]
fn the_recording_of_a_hundred_thousand_bodies_is_bounded_and_says_what_it_lacks() {
    let settings =
        Settings { scene: crowd(&[bodies(100_000)]), panes: vec![PaneSettings::new("variable-delta")], ..Settings::default() };
    let mut lab = Lab::new(settings).unwrap();
    lab.advance_to(Time::from_secs(0.3));
    let history = lab.panes()[0].recording();
    assert!(history.bytes() < MOST_BYTES, "{} bytes", history.bytes());
    assert_eq!(history.reach(lab.now()).states, Span::ZERO);
    assert!(history.reach(lab.now()).events > Span::ZERO);
    assert!(history.steps.range().len() > 10, "what was done is known all the same");
}
