//! Contacts: where a moving disc first meets something, and what each way of testing for it catches and misses.

use super::thin_wall::SPEEDS;
use super::worlds::frame;
use crate::common::cases;
use glam::DVec2;
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState, Tally};
use tickscope_core::model::world::contact::{Obstacle, Path};
use tickscope_core::model::world::controls::Between;
use tickscope_core::model::world::stepped_world::{FrameView, World};
use tickscope_core::model::worlds;

const SEED: u64 = 7;
const SCENES: [&str; 2] = ["curve-and-wall", "thin-wall"];

fn choice(id: &str, collision: &str, substeps: u32) -> WorldChoice {
    let mut choice = WorldChoice::new(id);
    choice.options.set("collision", Value::Word(collision.to_owned()));
    choice.options.set("substeps", Value::Number(f64::from(substeps)));
    choice
}

fn world(id: &str, collision: &str, substeps: u32) -> World {
    worlds::world(&choice(id, collision, substeps), SEED).expect("these options are offered")
}

fn after(mut world: World, dt: Span, until: Time) -> World {
    while world.sim() < until {
        world.step(dt);
    }
    world
}

fn tally(id: &str, collision: &str, seconds: f64, until_s: f64) -> Tally {
    after(world(id, collision, 1), Span::from_secs(seconds), Time::from_secs(until_s)).tally()
}

// --- First contact along a path --------------------------------------------------------------------------------------

/// Returns the distance of a disc's edge from the obstacle's; negative inside.
fn gap(obstacle: &Obstacle, pos: DVec2, reach: f64) -> f64 {
    match *obstacle {
        Obstacle::Box { min, max } => pos.distance(pos.clamp(min, max)) - reach,
        Obstacle::Disc { centre, radius } => pos.distance(centre) - radius - reach,
    }
}

/// Checks the first contact on a path by looking at many places of it.
fn check_by_looking(path: &Path, obstacle: &Obstacle, reach: f64) -> Result<(), TestCaseError> {
    const PLACES: u32 = 4000;
    const NEAR: f64 = 1e-7;
    let found = path.first_contact(obstacle, reach);
    let share = |place: u32| f64::from(place) / f64::from(PLACES);
    let seen = (0..=PLACES).map(share).find(|share| gap(obstacle, path.at(*share), reach) < -NEAR);
    match (found, seen) {
        (None, Some(seen)) => prop_assert!(false, "{path:?} is in {obstacle:?} at {seen}, which was missed"),
        (Some(found), seen) => {
            prop_assert!((0.0..1.0).contains(&found), "{found}");
            let distance = gap(obstacle, path.at(found), reach);
            let inside_at_once = found == 0.0 && distance <= NEAR;
            prop_assert!(distance.abs() < NEAR || inside_at_once, "{distance} away at {found}: {path:?}, {obstacle:?}");
            prop_assert!(seen.is_none_or(|seen| found <= seen + 1e-9), "seen at {seen:?}, found at {found}");
            // Just behind the contact it is inside: it is no place where the path only leaves or passes.
            let nearest = (1..=50).map(|k| gap(obstacle, path.at(found + f64::from(k) * 1e-8), reach));
            prop_assert!(nearest.fold(f64::INFINITY, f64::min) < NEAR);
        }
        (None, None) => {}
    }
    Ok(())
}

fn point() -> impl Strategy<Value = DVec2> {
    (-100.0..100.0_f64, -100.0..100.0_f64).prop_map(|(x, y)| DVec2::new(x, y))
}

fn obstacle() -> impl Strategy<Value = Obstacle> {
    let size = || prop_oneof![0.0..60.0_f64, Just(0.0)];
    prop_oneof![
        (point(), size(), size()).prop_map(|(min, w, h)| Obstacle::Box { min, max: min + DVec2::new(w, h) }),
        (point(), size()).prop_map(|(centre, radius)| Obstacle::Disc { centre, radius }),
    ]
}

fn path() -> impl Strategy<Value = Path> {
    let straight = prop_oneof![
        (point(), point()).prop_map(|(from, to)| Path::Chord { from, to }),
        (point(), -150.0..150.0_f64).prop_map(|(from, x)| Path::Chord { from, to: from + DVec2::new(x, 0.0) }),
        (point(), -150.0..150.0_f64).prop_map(|(from, y)| Path::Chord { from, to: from + DVec2::new(0.0, y) }),
    ];
    let arc = (point(), 0.1..150.0_f64, -7.0..7.0_f64, prop_oneof![-8.0..8.0_f64, -0.3..0.3_f64]);
    prop_oneof![straight, arc.prop_map(|(centre, radius, from, turn)| Path::Arc { centre, radius, from, to: from + turn })]
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn the_first_contact_is_where_looking_at_every_place_finds_it(path in path(), obstacle in obstacle(), reach in 0.5..30.0_f64) {
        check_by_looking(&path, &obstacle, reach)?;
    }

    #[test]
    fn a_turning_path_is_where_many_small_turns_lead(
        pos in point(), heading in -4.0..4.0_f64, speed in 0.0..200.0_f64, turn in -3.0..3.0_f64, seconds in 0.0..2.0_f64,
    ) {
        let path = Path::turning(pos, heading, speed, turn, seconds);
        prop_assert!(path.at(0.0).distance(pos) < 1e-9);
        let steps = 2000;
        let dt = seconds / f64::from(steps);
        let walked = (0..steps).fold(pos, |pos, step| {
            let heading = heading + turn * dt * (f64::from(step) + 0.5);
            pos + DVec2::new(libm::cos(heading), libm::sin(heading)) * (speed * dt)
        });
        prop_assert!(path.at(1.0).distance(walked) < 1e-3, "{:?} instead of {walked:?}", path.at(1.0));
    }
}

const UNIT_BOX: Obstacle = Obstacle::Box { min: DVec2::new(0.0, 0.0), max: DVec2::new(10.0, 4.0) };
const DISC: Obstacle = Obstacle::Disc { centre: DVec2::new(5.0, 0.0), radius: 2.0 };

fn chord(from: (f64, f64), to: (f64, f64)) -> Path {
    Path::Chord { from: from.into(), to: to.into() }
}

fn arc(centre: (f64, f64), radius: f64, from: f64, to: f64) -> Path {
    Path::Arc { centre: centre.into(), radius, from, to }
}

fn assert_contact(path: &Path, obstacle: &Obstacle, reach: f64, expected: f64) {
    let found = path.first_contact(obstacle, reach).unwrap_or(f64::NAN);
    assert!((found - expected).abs() < 1e-12, "{path:?} meets {obstacle:?} at {found} and not at {expected}");
}

#[test]
fn grazing_is_no_contact() {
    assert_eq!(chord((-20.0, 5.0), (20.0, 5.0)).first_contact(&UNIT_BOX, 1.0), None, "along the face");
    assert_eq!(chord((-20.0, 3.0), (20.0, 3.0)).first_contact(&DISC, 1.0), None, "past the disc");
    assert_eq!(chord((-1.0, -20.0), (-1.0, 20.0)).first_contact(&UNIT_BOX, 1.0), None);
    assert_eq!(arc((-6.0, 2.0), 5.0, -PI, PI).first_contact(&UNIT_BOX, 1.0), None, "a circle that touches the face");
    assert_eq!(arc((0.0, 0.0), 2.0, -PI, PI).first_contact(&DISC, 1.0), None, "a circle that touches the disc");
    assert!(arc((-5.999, 2.0), 5.0, -PI, PI).first_contact(&UNIT_BOX, 1.0).is_some());
    assert!(arc((0.0, 0.0), 2.001, -PI, PI).first_contact(&DISC, 1.0).is_some());
}

#[test]
fn what_begins_inside_is_in_contact_at_once_and_what_only_leaves_is_not() {
    for (obstacle, inside, edge) in [(UNIT_BOX, (5.0, 4.9), (5.0, 5.0)), (DISC, (5.0, 2.9), (5.0, 3.0))] {
        assert_eq!(chord(inside, (5.0, 30.0)).first_contact(&obstacle, 1.0), Some(0.0));
        assert_eq!(chord(inside, inside).first_contact(&obstacle, 1.0), Some(0.0), "no way at all");
        let path = Path::turning(inside.into(), FRAC_PI_2, 10.0, 1.0, 1.0);
        assert_eq!(path.first_contact(&obstacle, 1.0), Some(0.0));
        // From the edge: away, and no way at all, is no contact; inwards is one at once.
        assert_eq!(chord(edge, (5.0, 30.0)).first_contact(&obstacle, 1.0), None);
        assert_eq!(chord(edge, edge).first_contact(&obstacle, 1.0), None);
        assert_contact(&chord(edge, (5.0, -30.0)), &obstacle, 1.0, 0.0);
        assert_eq!(Path::turning(edge.into(), FRAC_PI_2, 10.0, 1.0, 1.0).first_contact(&obstacle, 1.0), None);
        assert_contact(&Path::turning(edge.into(), -FRAC_PI_2, 10.0, 0.1, 1.0), &obstacle, 1.0, 0.0);
        assert!(obstacle.touches(inside.into(), 1.0) && !obstacle.touches(edge.into(), 1.0));
    }
    assert_eq!(arc((5.0, 2.0), 1.0, 0.0, 0.0).first_contact(&UNIT_BOX, 1.0), Some(0.0), "a turn by nothing, inside");
    assert_eq!(arc((50.0, 2.0), 1.0, 0.0, 0.0).first_contact(&UNIT_BOX, 1.0), None);
    assert_eq!(arc((5.0, 2.0), 0.0, 0.0, 3.0).first_contact(&DISC, 1.0), Some(0.0), "a circle of no radius");
    assert_eq!(arc((5.0, 20.0), 0.0, 0.0, 3.0).first_contact(&UNIT_BOX, 1.0), None);
    assert_eq!(arc((5.0, 0.0), 1.0, 0.0, TAU).first_contact(&DISC, 1.0), Some(0.0), "round about the disc's own middle");
    assert_eq!(arc((5.0, 0.0), 4.0, 0.0, TAU).first_contact(&DISC, 1.0), None);
}

#[test]
fn a_path_that_ends_on_the_edge_has_not_met_it() {
    assert_eq!(chord((-11.0, 2.0), (-1.0, 2.0)).first_contact(&UNIT_BOX, 1.0), None);
    assert_eq!(chord((-5.0, 0.0), (2.0, 0.0)).first_contact(&DISC, 1.0), None);
}

// --- The worlds ------------------------------------------------------------------------------------------------------

#[test]
fn discrete_and_one_substep_are_what_the_worlds_do_by_themselves() {
    for id in SCENES {
        let plain = worlds::world(&WorldChoice::new(id), SEED).unwrap();
        for seconds in [1.0 / 60.0, 0.3] {
            let (dt, until) = (Span::from_secs(seconds), Time::from_secs(20.0));
            let (a, b) = (
                after(worlds::world(&WorldChoice::new(id), SEED).unwrap(), dt, until),
                after(world(id, "discrete", 1), dt, until),
            );
            assert_eq!((a.state_hash(), a.tally()), (b.state_hash(), b.tally()));
        }
        assert!(!plain.judges_frames);
    }
}

#[test]
fn no_bullet_passes_the_thin_wall_when_its_flight_is_tested() {
    for seconds in [0.001, 1.0 / 60.0, 0.1, 0.25, 0.7, 1.0, 3.0, 17.0, 1000.0] {
        assert!(
            seconds < 1.0 / 60.0 || tally("thin-wall", "discrete", seconds, 60.0).tunnelled > 0,
            "{seconds} s: a test of nothing"
        );
        for collision in ["swept", "exact"] {
            let tally = tally("thin-wall", collision, seconds, 60.0);
            assert_eq!(tally.tunnelled, 0, "{collision}, {seconds} s");
            assert!(tally.caught > 200, "{collision}, {seconds} s: {tally:?}");
        }
    }
}

#[test]
fn a_swept_chord_saves_a_mover_only_near_its_longest_step_and_the_arc_saves_all() {
    let swept = |seconds| tally("curve-and-wall", "swept", seconds, 60.0);
    let discrete = |seconds| tally("curve-and-wall", "discrete", seconds, 60.0);
    for seconds in [1.0 / 60.0, 1.0 / 30.0] {
        assert_eq!((swept(seconds).tunnelled, discrete(seconds).tunnelled > 0), (0, false), "{seconds} s");
    }
    // A chord lies inside its polygon, and so nearer to the wall than its ends, by less than the polygon lies too far out.
    let mut saved = Vec::new();
    for milliseconds in (20..400).step_by(5) {
        let seconds = f64::from(milliseconds) / 1000.0;
        let (swept, discrete) = (swept(seconds), discrete(seconds));
        assert!(swept.tunnelled <= discrete.tunnelled, "{seconds} s");
        assert_eq!((discrete.tunnelled > 0, swept.tunnelled > 0), (milliseconds >= 45, milliseconds >= 50), "{seconds} s");
        if swept != discrete {
            saved.push(milliseconds);
        }
        assert_eq!(tally("curve-and-wall", "exact", seconds, 60.0).tunnelled, 0);
    }
    assert_eq!(saved, [45, 55, 60, 85], "the longest steps are 45, 60 and 85 ms");
}

/// Generates steps from a millionth of a second to sixteen minutes.
fn any_steps() -> impl Strategy<Value = Vec<Span>> {
    let flicks =
        prop_oneof![700..FLICKS_PER_SECOND / 30, 0..FLICKS_PER_SECOND, 0..5 * FLICKS_PER_SECOND, 0..=1000 * FLICKS_PER_SECOND];
    prop::collection::vec(flicks.prop_map(Span::from_flicks), 1..60)
}

/// Returns how many passes have ended by now, in all lanes; those that have not may be judged already.
fn ended(id: &str, at: Time) -> u64 {
    let seconds = at.as_secs();
    match id {
        "curve-and-wall" => 3 * (seconds / 2.0) as u64,
        _ => SPEEDS.iter().map(|speed| (seconds / (1.0 + 800.0 / speed) - 1e-6) as u64).sum(),
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn with_the_exact_path_nothing_ever_tunnels_whatever_the_steps(
        steps in any_steps(), seed in any::<u64>(), substeps in prop_oneof![Just(1_u32), 1..=64_u32],
    ) {
        for id in SCENES {
            let mut world = worlds::world(&choice(id, "exact", substeps), seed).unwrap();
            let mut reference = Vec::new();
            for dt in &steps {
                world.step(*dt);
                prop_assert_eq!(world.tally().tunnelled, 0, "{} after a step of {} s", id, dt.as_secs());
                prop_assert!(world.tally().caught >= ended(id, world.sim()));
                // And the deviation from the path is gone as well.
                world.exact(world.sim(), &mut reference);
                for (body, reference) in world.bodies().iter().zip(&reference) {
                    prop_assert!(body.pos.distance(reference.pos) < 1e-6, "{}: {:?} is not at {:?}", id, body, reference);
                    prop_assert_eq!(body.pass, reference.pass);
                }
            }
        }
    }

    #[test]
    fn every_pass_is_judged_once_however_it_is_tested(steps in any_steps(), seed in any::<u64>(), substeps in 1..5_u32) {
        for id in SCENES {
            for collision in ["discrete", "swept", "exact", "picture"] {
                let mut world = worlds::world(&choice(id, collision, substeps), seed).unwrap();
                for dt in &steps {
                    world.step(*dt);
                    world.judge_frame(FrameView::Latest, world.sim());
                }
                let judged = world.tally().caught + world.tally().tunnelled;
                let ended = ended(id, world.sim());
                // The bodies' last passes may or may not be judged; two of a lane at the most where rounding ends a pass.
                prop_assert!(judged >= ended && judged <= ended + 2 * world.bodies().len() as u64, "{id}, {collision}: {judged} of {ended}");
            }
        }
    }

    #[test]
    fn substeps_do_what_as_many_steps_would(substeps in 2..64_i64, seed in any::<u64>(), part in 1000..FLICKS_PER_SECOND / 10) {
        let part = Span::from_flicks(part);
        for id in SCENES {
            for collision in ["discrete", "swept", "exact"] {
                let mut cut = worlds::world(&choice(id, collision, substeps as u32), seed).unwrap();
                let mut whole = worlds::world(&choice(id, collision, 1), seed).unwrap();
                for _ in 0..10 {
                    cut.step(part * substeps);
                    (0..substeps).for_each(|_| whole.step(part));
                    prop_assert_eq!(cut.state_hash(), whole.state_hash());
                    prop_assert_eq!(cut.tally(), whole.tally());
                }
            }
        }
    }
}

#[test]
fn enough_substeps_catch_what_the_step_alone_would_miss() {
    // A bullet of 2400 units/s meets 10 units of wall and bullet: steps of 1/25 s need ten parts to miss none.
    let missed =
        |substeps| after(world("thin-wall", "discrete", substeps), Span::from_hz(25.0), Time::from_secs(60.0)).tally().tunnelled;
    let counts = [1, 2, 5, 10].map(missed);
    assert!(counts.windows(2).all(|pair| pair[1] < pair[0]), "{counts:?}");
    assert_eq!(counts[3], 0);
}

// --- Contacts in frames --------------------------------------------------------------------------------------------

fn report(scene: WorldChoice, presentation: Presentation, refresh_hz: f64) -> PaneReport {
    // 25 steps a second whatever the display does, drawn at its rate.
    let pane = PaneSettings { presentation: Some(presentation), ..PaneSettings::new("frame-skip-predicted") };
    let computer = Computer { update_ms: 0.0, render_ms: 1.0, refresh_hz, ..Computer::default() };
    let settings = Settings { scene, computer, panes: vec![pane], seed: SEED, ..Settings::default() };
    Report::new(settings, 11.8).unwrap().panes.remove(0)
}

#[test]
fn the_same_steps_lead_elsewhere_at_another_frame_rate_when_frames_are_tested() {
    for id in SCENES {
        let at = |collision, presentation, hertz| report(choice(id, collision, 1), presentation, hertz);
        for collision in ["discrete", "swept", "exact"] {
            let [a, b] = [50.0, 240.0].map(|hertz| at(collision, Presentation::Extrapolate, hertz));
            assert_eq!((a.metrics.count("updates"), a.sim_s), (b.metrics.count("updates"), b.sim_s), "the same steps");
            assert_eq!((a.state_hash, a.metrics.tally), (b.state_hash, b.metrics.tally), "{id}, {collision}");
        }
        let [a, b] = [50.0, 240.0].map(|hertz| at("picture", Presentation::Extrapolate, hertz));
        assert_eq!((a.metrics.count("updates"), a.sim_s), (b.metrics.count("updates"), b.sim_s), "the same steps");
        assert_ne!(a.state_hash, b.state_hash, "{id}");
        let latest = at("picture", Presentation::Latest, 240.0);
        assert_ne!(latest.state_hash, b.state_hash, "{id}: how it is drawn matters as well");
    }
    // More frames catch more bullets, with the same 25 steps a second.
    let passed = |hertz| report(choice("thin-wall", "picture", 1), Presentation::Extrapolate, hertz).metrics.count("tunnelled");
    assert!(passed(240.0) < passed(50.0), "{} and {}", passed(240.0), passed(50.0));
}

/// Returns the fastest bullet and a world whose frames are tested, stepped until it has flown past `x`.
fn flown(collision: &str, x: f64) -> (World, Body) {
    let mut world = world("thin-wall", collision, 1);
    loop {
        let body = world.bodies()[7];
        if body.pos.x > x {
            return (world, body);
        }
        world.step(Span::from_millis(2.0));
    }
}

#[test]
fn a_prediction_that_never_comes_true_catches_what_would_not_have_touched() {
    let (mut world, before) = flown("picture", 300.0);
    assert!(before.pos.x < 310.0);
    // Drawn where it would be at the wall, and then not stepped there at all.
    let ahead = Span::from_secs((640.0 - before.pos.x) / 2400.0);
    world.judge_frame(FrameView::Ahead(ahead), world.sim());
    let caught = world.bodies()[7];
    assert_eq!(caught.state, BodyState::Caught);
    assert!((caught.pos.x - 640.0).abs() < 1e-3, "where the frame shows it, not where it was: {}", caught.pos.x);
    assert_eq!(world.tally_of(7), Tally { caught: 1, tunnelled: 0 });
    let frame = frame(&world, FrameView::Ahead(ahead));
    assert_eq!(frame[7].pos, caught.pos);

    let (mut world, _) = flown("discrete", 300.0);
    let (hash, tally) = (world.state_hash(), world.tally());
    world.judge_frame(FrameView::Ahead(ahead), world.sim());
    assert_eq!((world.state_hash(), world.tally()), (hash, tally), "elsewhere frames change nothing");
}

#[test]
fn an_interpolated_frame_catches_between_two_states_that_don_t_touch() {
    let (mut world, before) = flown("picture", 600.0);
    world.step(Span::from_secs(80.0 / 2400.0));
    let now = world.bodies()[7];
    assert_eq!((now.state, now.pos.x > 660.0), (BodyState::Moving, true), "the step judges nothing");
    let alpha = (640.0 - before.pos.x) / (now.pos.x - before.pos.x);
    let view = world.view(Presentation::Interpolate, Some(Between { alpha, step: Span::from_hz(25.0) }));
    world.judge_frame(view, world.sim());
    let caught = world.bodies()[7];
    assert_eq!(caught.state, BodyState::Caught);
    assert!((caught.pos.x - 640.0).abs() < 1e-6);
    let frame = frame(&world, view);
    assert_eq!(frame[7], caught, "and there it is drawn");
}

#[test]
fn without_frames_everything_passes_and_is_counted_when_its_pass_is_over() {
    for id in SCENES {
        let world = after(world(id, "picture", 1), Span::from_hz(240.0), Time::from_secs(20.0));
        assert_eq!(world.tally().caught, 0);
        assert!(world.tally().tunnelled >= ended(id, world.sim()), "{id}");
    }
}
