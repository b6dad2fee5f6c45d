//! The world without dt: its formulas against small models written here, and what the number of updates a second does to
//! it under whole loops.

use crate::common::set_paused;
use glam::DVec2;
use std::ops::Range;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::command::TimedCommand;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::{Readout, ReadoutValue};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds::per_tick::PerTickNumbers;
use tickscope_core::model::worlds::per_tick::formulas::{TICK, move_flock};
use tickscope_core::model::{check, worlds};

const SEED: u64 = 7;

/// The updates after which the world starts over.
const PERIOD: i64 = 720;

/// The planet. After it and the ball come the points of the rope, the birds, and the two guards.
const PLANET: usize = 0;
const ROPE: Range<usize> = 2..12;
const FLOCK: Range<usize> = 12..22;
const GUARDS: Range<usize> = 22..24;

fn world() -> World {
    worlds::world(&WorldChoice::new("per-tick"), SEED).expect("a listed scene")
}

fn after(ticks: i64, dt: Span) -> Vec<Body> {
    let mut world = world();
    (0..ticks).for_each(|_| world.step(dt));
    world.bodies().to_vec()
}

fn exact(at: Time) -> Vec<Body> {
    let mut bodies = Vec::new();
    world().exact(at, &mut bodies);
    bodies
}

fn at_tick(ticks: i64) -> Time {
    Time::ZERO + TICK * ticks
}

/// Returns all bodies but the guard who adds up seconds.
fn without_seconds(bodies: &[Body]) -> Vec<Body> {
    let rest = bodies.iter().enumerate().filter(|(index, _)| *index != GUARDS.start);
    rest.map(|(_, body)| *body).collect()
}

// --- The formulas ----------------------------------------------------------------------------------------------------

/// Returns the rope by Verlet as it is written down, with the previous positions kept.
fn rope_model(start: &[DVec2], ticks: usize) -> Vec<DVec2> {
    let (mut current, mut previous) = (start.to_vec(), start.to_vec());
    for _ in 0..ticks {
        for (current, previous) in current.iter_mut().zip(&mut previous).skip(1) {
            let velocity = *current - *previous;
            *previous = *current;
            *current += velocity;
            *current += DVec2::new(0.0, -0.15);
        }
        for _ in 0..12 {
            for b in 1..current.len() {
                let way = current[b] - current[b - 1];
                let too_long = way / way.length() * (way.length() - 18.0);
                let share = if b == 1 { 0.0 } else { 0.5 };
                current[b - 1] += too_long * share;
                current[b] -= too_long * (1.0 - share);
            }
        }
    }
    current
}

#[test]
fn the_rope_is_verlets_with_twelve_relaxations() {
    let start: Vec<DVec2> = world().bodies()[ROPE].iter().map(|body| body.pos).collect();
    for ticks in [1, 2, 60, 400, 719] {
        let rope = &after(ticks, TICK)[ROPE];
        for (point, (body, model)) in rope.iter().zip(rope_model(&start, ticks as usize)).enumerate() {
            assert!(body.pos.distance(model) < 1e-7, "point {point} after {ticks}: {} instead of {model}", body.pos);
        }
    }
}

/// Makes one update of a flock of which two birds fly side by side in the middle of the sky, `apart` from each other, one a
/// little faster; all others are out of sight of them. Returns the velocities of the two, in world units per update.
fn two_birds(apart: f64) -> [DVec2; 2] {
    let mut from: [Body; 10] = world().bodies()[FLOCK].try_into().expect("ten birds");
    for (index, bird) in from.iter_mut().enumerate() {
        bird.pos = DVec2::new(1000.0 * index as f64, 9000.0);
    }
    let middle = DVec2::new(420.0, 218.0);
    for (index, (side, speed)) in [(0.5, 1.7), (-0.5, 1.9)].into_iter().enumerate() {
        let bird = &mut from[index];
        bird.pos = middle + DVec2::new(0.0, apart * side);
        bird.vel = DVec2::new(speed * 60.0, 0.0);
    }
    let mut to = from;
    move_flock(&mut to);
    [0, 1].map(|bird| {
        let (from, to) = (&from[bird], &to[bird]);
        assert!((to.pos - from.pos).distance(to.vel / 60.0) < 1e-9, "it moves by its velocity");
        to.vel / 60.0
    })
}

#[test]
fn a_bird_keeps_clear_of_one_too_near_goes_with_one_in_sight_and_ignores_all_others() {
    for (apart, upper, lower) in [
        // Out of sight: straight on.
        (86.0, DVec2::new(1.7, 0.0), DVec2::new(1.9, 0.0)),
        // In sight: 1/500 of the way to the other, 1/20 of the difference in velocity.
        (60.0, DVec2::new(1.71, -0.12), DVec2::new(1.89, 0.12)),
        // Too near: the same, and 1/50 of the way apart.
        (20.0, DVec2::new(1.71, 0.36), DVec2::new(1.89, -0.36)),
    ] {
        let [a, b] = two_birds(apart);
        assert!(a.distance(upper) < 1e-12 && b.distance(lower) < 1e-12, "{apart} units apart: {a}, {b}");
    }
}

// --- Updates, and nothing else ---------------------------------------------------------------------------------------

#[test]
fn the_same_number_of_updates_leads_to_the_same_state_whatever_their_length() {
    for ticks in [1, 90, 200, 719, 720, 1000] {
        let model = without_seconds(&after(ticks, TICK));
        for dt in [Span::ZERO, Span::from_flicks(1), Span::from_hz(144.0), Span::from_secs(1000.0)] {
            let bodies = after(ticks, dt);
            assert_eq!(without_seconds(&bodies), model, "{ticks} of {dt:?}");
        }
    }
}

#[test]
fn sixty_times_a_second_is_exact_and_in_between_there_is_nothing() {
    let mut world = world();
    for ticks in 0..1600 {
        let reference = |at| {
            let mut bodies = Vec::new();
            world.exact(at, &mut bodies);
            bodies
        };
        let at = at_tick(ticks);
        assert_eq!(world.sim(), at);
        assert_eq!(world.bodies(), reference(at), "after {ticks}");
        assert_eq!(world.bodies(), reference(at + TICK - Span::from_flicks(1)), "until the next one");
        world.step(TICK);
    }
}

#[test]
fn the_world_starts_over_after_720_updates_a_pass_later() {
    let start = after(0, TICK);
    for (periods, at) in [(1, Time::from_secs(12.0)), (7200, Time::from_secs(86_400.0))] {
        let bodies = exact(at);
        let ticks = PerTickNumbers::from(world().starting_at(at).frame().numbers).ticks;
        assert_eq!(ticks, (PERIOD * periods) as f64);
        for (body, first) in bodies[..GUARDS.end].iter().zip(&start) {
            assert_eq!(*body, Body { pass: periods, ..*first });
        }
    }
    let mut world = world();
    (0..PERIOD).for_each(|_| world.step(Span::from_secs(3.0)));
    assert_eq!(world.bodies(), exact(Time::from_secs(12.0)), "by updates, not by seconds");
}

// --- The guards ------------------------------------------------------------------------------------------------------

fn reading(readouts: &[Readout], name: &str) -> Option<f64> {
    let readout = readouts.iter().find(|readout| readout.name == name).unwrap_or_else(|| panic!("no readout {name}"));
    match readout.value {
        ReadoutValue::Number { value, .. } => Some(value),
        ReadoutValue::Count(count) => Some(count as f64),
        ReadoutValue::None => None,
        ref other => panic!("{name}: {other}"),
    }
}

/// Returns the waits of the two guards: seconds and updates of the one, seconds and updates of the other.
fn waits(readouts: &[Readout]) -> [Option<f64>; 4] {
    ["1.5 s guard", "1.5 s guard, updates", "90-update guard", "90-update guard, updates"].map(|name| reading(readouts, name))
}

#[test]
fn each_guard_waits_by_his_own_measure() {
    for (hertz, seconds, updates) in [(30.0, 3.0, 45.0), (60.0, 1.5, 90.0), (90.0, 1.0, 135.0), (144.0, 0.625, 216.0)] {
        let mut world = world();
        let readouts = |world: &World| world.readouts(&world.frame());
        let mut turned = [None, None];
        for step in 1..=300 {
            world.step(Span::from_hz(hertz));
            for (guard, turned) in turned.iter_mut().enumerate() {
                if turned.is_none() && world.bodies()[GUARDS.start + guard].state == BodyState::Moving {
                    *turned = Some(f64::from(step));
                }
            }
            if step == 44 {
                assert_eq!(waits(&readouts(&world)), [None; 4], "neither guard has waited yet");
            }
        }
        assert_eq!(turned, [Some(updates), Some(90.0)], "{hertz} Hz");
        let [of_seconds, in_updates, of_updates, number] = waits(&readouts(&world)).map(|wait| wait.expect("he has waited"));
        assert!((of_seconds - 1.5).abs() < 1e-9 && in_updates == updates, "{hertz} Hz: {of_seconds} s, {in_updates} updates");
        assert!((of_updates - seconds).abs() < 1e-9 && number == 90.0, "{hertz} Hz: {of_updates} s, {number} updates");
        let alarms = readouts(&world).iter().any(|readout| readout.alarm);
        assert_eq!(alarms, hertz != 60.0, "{hertz} Hz");
    }
}

#[test]
fn a_step_of_no_time_is_an_update_to_every_body_but_the_guard_who_adds_up_time() {
    let bodies = after(200, Span::ZERO);
    assert_eq!(bodies[GUARDS.start].state, BodyState::Waiting);
    assert_eq!(bodies[GUARDS.start].pos, world().bodies()[GUARDS.start].pos);
    assert_ne!(bodies[PLANET].pos, world().bodies()[PLANET].pos);
}

// --- Whole loops -----------------------------------------------------------------------------------------------------

fn lab(strategy: &str, computer: Computer, seconds: f64) -> Lab {
    let settings = Settings {
        scene: WorldChoice::new("per-tick"),
        seed: SEED,
        computer,
        panes: vec![PaneSettings::new(strategy)],
        ..Settings::default()
    };
    let mut lab = Lab::new(settings).expect("valid settings");
    lab.advance_to(Time::from_secs(seconds));
    lab
}

fn state_of(lab: &Lab) -> (Time, Vec<Body>, Vec<Readout>) {
    let computer = lab.panes()[0].computer();
    let world = computer.world();
    (world.sim(), world.bodies().to_vec(), world.readouts(&world.frame()))
}

#[test]
fn the_clamped_accumulator_is_exact_at_any_load_below_its_clamp() {
    for render_ms in [0.1, 5.0, 16.0, 25.0, 45.0, 70.0, 95.0] {
        let lab = lab("clamped-accumulator", Computer { render_ms, ..Computer::default() }, 15.0);
        let (sim, bodies, readouts) = state_of(&lab);
        assert!(sim >= Time::from_secs(14.8), "{render_ms} ms: no time is lost, so it has come to {sim:?}");
        assert_eq!(bodies, exact(sim), "{render_ms} ms");
        assert_eq!(reading(&readouts, "ticks ahead"), Some(0.0));
        assert!(readouts.iter().all(|readout| !readout.alarm), "{readouts:?}");
        let deviation = lab.panes()[0].seen_at(lab.now()).whole().number("path_deviation_max");
        assert_eq!(deviation, Some(0.0), "{render_ms} ms");
    }
}

#[test]
fn in_a_pause_the_clamped_accumulator_updates_by_0_and_only_what_adds_up_time_stands_still() {
    let at = |seconds: f64, paused| TimedCommand { at_flicks: Time::from_secs(seconds).flicks(), command: set_paused(paused) };
    let settings = Settings {
        scene: WorldChoice::new("per-tick"),
        seed: SEED,
        panes: ["clamped-accumulator", "fixed-interpolated"].map(PaneSettings::new).to_vec(),
        ..Settings::default()
    };
    // The first guard waits from the beginning: he is paused in the midst of it.
    let script = check::script(settings, vec![at(0.5, true), at(2.5, false)]).expect("it can be run");
    let mut lab = Lab::new(&script).expect("it can be run");
    let ticks_and_time = |lab: &Lab, pane: usize| {
        let computer = lab.panes()[pane].computer();
        let world = computer.world();
        (reading(&world.readouts(&world.frame()), "updates").expect("it counts"), world.sim().as_secs())
    };
    let guards = |lab: &Lab| [0, 1].map(|guard| lab.panes()[0].computer().world().bodies()[GUARDS.start + guard]);
    lab.advance_to(Time::from_secs(0.5));
    let [(before, began), _] = [0, 1].map(|pane| ticks_and_time(&lab, pane));
    lab.advance_to(Time::from_secs(2.0));
    let [(after, ended), (ignoring, gone_on)] = [0, 1].map(|pane| ticks_and_time(&lab, pane));
    assert_eq!(began, ended, "no time passes in the game");
    assert!((after - before - 90.0).abs() <= 1.0, "{} updates in 1.5 s", after - before);
    assert_eq!(ignoring, after, "as many updates as in a loop that does not ask");
    assert!((gone_on - 2.0).abs() < 0.05, "whose game has gone on to {gone_on} s");
    let [seconds, updates] = guards(&lab);
    assert_eq!((seconds.state, updates.state), (BodyState::Waiting, BodyState::Moving), "1.5 s are not over, 90 updates are");
    lab.advance_to(Time::from_secs(4.0));
    let (_, last) = ticks_and_time(&lab, 0);
    assert!((last - 2.0).abs() < 0.05, "the game has missed two of four seconds: {last}");
    assert_eq!(guards(&lab)[0].state, BodyState::Moving);
}

#[test]
fn too_many_updates_are_told_with_the_time_that_they_had() {
    let (sim, _, readouts) = state_of(&lab("variable-delta", Computer { refresh_hz: 120.0, ..Computer::default() }, 5.0));
    let ticks = reading(&readouts, "updates").expect("updates");
    let said = readouts.iter().filter_map(Readout::alarm_sentence).find(|said| said.contains("own time")).expect("an alarm");
    let ahead = reading(&readouts, "ticks ahead").expect("updates ahead");
    let seconds = (sim - Time::ZERO).as_secs();
    assert_eq!(said, format!("{ticks:.0} updates in {seconds:.1} s of its own time: {ahead:.0} too many."));
}
