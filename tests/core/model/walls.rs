//! A wall that is moved and made thicker while its world runs: what is caught, what is void, and what every pane's exact
//! motion remembers.

use super::thin_wall::SPEEDS;
use crate::common::set_option;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState, Tally};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;

const SCENES: [&str; 2] = ["thin-wall", "curve-and-wall"];

fn options(pairs: &[(&str, f64)]) -> Values {
    let mut options = Values::default();
    for (name, value) in pairs {
        options.set(name, Value::Number(*value));
    }
    options
}

fn world(scene: &str, pairs: &[(&str, f64)]) -> World {
    let choice = WorldChoice { options: options(pairs), ..WorldChoice::new(scene) };
    worlds::world(&choice, 3).expect("allowed")
}

fn exact(world: &World, at: Time) -> Vec<Body> {
    let mut bodies = Vec::new();
    world.exact(at, &mut bodies);
    bodies
}

fn tallies(world: &World) -> Vec<Tally> {
    (0..world.bodies().len()).map(|body| world.tally_of(body)).collect()
}

fn sums(tally: Tally) -> u64 {
    tally.caught + tally.tunnelled
}

#[test]
fn the_exact_motion_meets_the_wall_in_every_pass_wherever_it_may_stand() {
    let places = [
        ("thin-wall", [560.0, 597.0, 640.0, 680.0], [0.5, 2.0, 50.0, 100.0]),
        ("curve-and-wall", [-15.0, -7.0, 0.0, 4.0], [0.5, 14.0, 30.0, 40.0]),
    ];
    for (scene, xs, thicknesses) in places {
        for (x, thickness) in xs.into_iter().flat_map(|x| thicknesses.map(|thickness| (x, thickness))) {
            let mut world = world(scene, &[("wall_x", x), ("wall_thickness", thickness)]);
            world.jump_to(Time::from_secs(60.0));
            assert_eq!(world.tally().tunnelled, 0);
            // Counted as caught because the exact motion ends at the wall: it does, in every pass.
            let mut last = exact(&world, Time::ZERO);
            for tick in 1..6000 {
                let now = exact(&world, Time::from_secs(f64::from(tick) / 200.0));
                for (before, body) in last.iter().zip(&now).filter(|(before, body)| before.pass != body.pass) {
                    assert_eq!(before.state, BodyState::Caught, "{scene} at {x}, {thickness} thick: {before:?}, then {body:?}");
                }
                last = now;
            }
        }
    }
}

/// Bullets by the definitions, without a world: a lane's passes begin every 1 s + 800/v, each bullet flies `speed` times
/// the time since its delay, and what it has come to is tested at the end of every step. `walls` are (from, middle, thickness).
struct Lane {
    speed: f64,
    delays: Vec<f64>,
}

impl Lane {
    /// Returns a lane whose delays are those of the world: the moments at which its exact bullets leave.
    fn of(world: &World, index: usize, passes: usize) -> Lane {
        let speed = SPEEDS[index];
        let period = 1.0 + 800.0 / speed;
        let leaves = |pass: usize| {
            let (mut waits, mut flies) = (0.0, 1.0);
            for _ in 0..40 {
                let middle = f64::midpoint(waits, flies);
                let body = exact(world, Time::from_secs(pass as f64 * period + middle))[index];
                if body.state == BodyState::Waiting { waits = middle } else { flies = middle }
            }
            flies
        };
        Lane { speed, delays: (0..passes).map(leaves).collect() }
    }

    fn counts(&self, dt: f64, steps: usize, walls: &[(f64, f64, f64)]) -> Tally {
        let period = 1.0 + 800.0 / self.speed;
        let (mut tally, mut pass, mut open) = (Tally::default(), 0, true);
        for step in 0..steps {
            let (begins, ends) = (step as f64 * dt, (step + 1) as f64 * dt);
            let changed = |pass: usize| {
                let (from, to) = (pass as f64 * period, (pass + 1) as f64 * period);
                walls[1..].iter().any(|wall| from < wall.0 && wall.0 < to && wall.0 <= begins + 1e-9)
            };
            let (_, middle, thickness) = walls.iter().rev().find(|wall| wall.0 <= begins + 1e-9).expect("one from the beginning");
            let now = (ends / period) as usize;
            if now > pass {
                assert_eq!(now, pass + 1, "steps are shorter than passes");
                tally.tunnelled += u64::from(open && !changed(pass));
                (pass, open) = (now, true);
            }
            let x = self.speed * (ends - pass as f64 * period - self.delays[pass]);
            if x <= 0.0 || !open {
                continue;
            }
            if (x - middle).abs() < thickness / 2.0 + 4.0 {
                tally.caught += u64::from(!changed(pass));
                open = false;
            } else if x > *middle && !changed(pass) {
                tally.tunnelled += 1;
                open = false;
            }
        }
        tally
    }
}

#[test]
fn a_second_model_counts_the_same_passes_while_the_wall_is_moved() {
    let walls = [(0.0, 640.0, 2.0), (3.1, 570.0, 2.0), (7.7, 570.0, 33.0), (7.9, 610.0, 33.0), (20.0, 640.0, 2.0)];
    for dt in [0.01, 0.05, 0.1] {
        let steps = (40.0 / dt) as usize;
        let mut moved = world("thin-wall", &[]);
        for step in 0..steps {
            let begins = step as f64 * dt;
            for wall in &walls[1..] {
                // In force from the first step that begins at the change or later.
                if wall.0 <= begins + 1e-9 && begins - dt < wall.0 - 1e-9 {
                    moved.set_options(&options(&[("wall_x", wall.1), ("wall_thickness", wall.2)]));
                }
            }
            moved.step(Span::from_secs(dt));
        }
        let still = world("thin-wall", &[]);
        for index in 0..SPEEDS.len() {
            let lane = Lane::of(&still, index, 32);
            assert_eq!(moved.tally_of(index), lane.counts(dt, steps, &walls), "{} units/s, steps of {dt} s", lane.speed);
        }
    }
}

#[test]
fn the_pass_that_is_under_way_when_the_wall_moves_counts_in_neither_tally() {
    for scene in SCENES {
        for collision in ["discrete", "swept", "exact"] {
            let choice = |x: f64| {
                let mut choice = WorldChoice { options: options(&[("wall_x", x)]), ..WorldChoice::new(scene) };
                choice.options.set("collision", Value::Word(collision.to_owned()));
                choice
            };
            // In the middle of flights: the longest lasts 3.2 s behind its delay, an arc is at the wall after 0.6 to 0.9 s of 2.
            let (from, to, steps) = if scene == "thin-wall" { (640.0, 600.0, 260) } else { (0.0, -10.0, 220) };
            let mut moved = worlds::world(&choice(from), 3).expect("allowed");
            let mut still = worlds::world(&choice(from), 3).expect("allowed");
            let dt = Span::from_millis(20.0);
            for world in [&mut moved, &mut still] {
                (0..steps).for_each(|_| world.step(dt)); // 5.2 and 4.4 s
            }
            let judged = |body: &Body| matches!(body.state, BodyState::Caught | BodyState::Tunnelled);
            let open: Vec<bool> = moved.bodies().iter().map(|body| !judged(body)).collect();
            assert!(open.iter().any(|open| *open), "{scene}: something is under way");
            let before = tallies(&moved);
            moved.set_options(&choice(to).options);
            let passes: Vec<i64> = moved.bodies().iter().map(|body| body.pass).collect();
            // To the first steps of each body's next pass.
            let mut seen = vec![false; open.len()];
            for _ in 0..600 {
                moved.step(dt);
                still.step(dt);
                for (index, body) in moved.bodies().iter().enumerate() {
                    if seen[index] || body.pass == passes[index] || moved.tallies().len() == 1 {
                        continue;
                    }
                    seen[index] = true;
                    assert_eq!(moved.tally_of(index), before[index], "{scene}, {collision}, body {index}");
                    let counted = sums(still.tally_of(index)) - sums(before[index]);
                    assert_eq!(counted, u64::from(open[index]), "where nothing moved it was counted");
                }
            }
            let void = open.iter().filter(|open| **open).count() as u64;
            let (counted, all) = (sums(moved.tally()), sums(still.tally()));
            // A pass in hand at the end may be decided with the one wall and not yet with the other.
            let apart = moved.bodies().iter().zip(still.bodies()).filter(|(a, b)| judged(a) != judged(b)).count() as u64;
            assert!((counted + void).abs_diff(all) <= apart, "{scene}, {collision}: {counted} and {void} void of {all}");
        }
    }
}

#[test]
fn a_wall_that_is_set_to_where_it_stands_changes_nothing() {
    for scene in SCENES {
        let (mut told, mut left) = (world(scene, &[]), world(scene, &[]));
        for step in 0..900 {
            if step % 7 == 0 {
                let same = if scene == "thin-wall" { [("wall_x", 640.0)] } else { [("wall_thickness", 14.0)] };
                told.set_options(&options(&same));
            }
            told.step(Span::from_millis(23.0));
            left.step(Span::from_millis(23.0));
        }
        assert_eq!((told.state_hash(), told.tally()), (left.state_hash(), left.tally()), "{scene}");
    }
}

#[test]
fn the_exact_motion_keeps_every_wall_that_there_was() {
    for (scene, to) in [("thin-wall", 580.0), ("curve-and-wall", -12.0)] {
        let (mut moved, first, second) = (world(scene, &[]), world(scene, &[]), world(scene, &[("wall_x", to)]));
        (0..400).for_each(|_| moved.step(Span::from_millis(25.0))); // 10 s
        moved.set_options(&options(&[("wall_x", to)]));
        (0..400).for_each(|_| moved.step(Span::from_millis(25.0)));
        for tick in 0..2000 {
            let at = Time::from_secs(f64::from(tick) / 100.0);
            let (now, first, second) = (exact(&moved, at), exact(&first, at), exact(&second, at));
            for (index, body) in now.iter().enumerate() {
                let changed = exact(&moved, Time::from_secs(10.0))[index].pass;
                if at < Time::from_secs(10.0) {
                    assert_eq!(*body, first[index], "{scene}: before the change");
                } else if body.pass > changed || scene == "curve-and-wall" && changed == 5 && body.pass == 5 {
                    assert_eq!(*body, second[index], "{scene}: after the pass in which it came");
                }
            }
        }
    }
}

fn laboratory(scene: &str) -> Lab {
    let computer = Computer { render_ms: 30.0, present: Present::Immediate, ..Computer::default() };
    let panes = ["variable-delta", "frame-based", "fixed-interval", "closed-form"].map(PaneSettings::new).to_vec();
    Lab::new(Settings { scene: WorldChoice::new(scene), computer, panes, ..Settings::default() }).expect("allowed")
}

fn move_walls(lab: &mut Lab, scene: &str) {
    let xs = if scene == "thin-wall" { [570.0, 600.0, 640.0] } else { [-14.0, 3.0, 0.0] };
    for (number, x) in xs.into_iter().enumerate() {
        lab.advance_to(Time::from_secs(2.3 * (number + 1) as f64));
        for (name, value) in [("wall_x", x), ("wall_thickness", 5.0 + number as f64)] {
            lab.command(set_option(name, Value::Number(value))).expect("a live option");
        }
    }
    lab.advance_to(Time::from_secs(12.0));
}

#[test]
fn panes_at_different_speeds_have_the_same_walls_at_their_own_simulated_times() {
    for scene in SCENES {
        let mut lab = laboratory(scene);
        move_walls(&mut lab, scene);
        let since: Vec<Vec<Time>> =
            lab.panes().iter().map(|pane| pane.computer().world().controls.options.iter().map(|(at, _)| *at).collect()).collect();
        assert!(since.iter().all(|since| since.len() == 6 && since.is_sorted()));
        assert_ne!(since[0], since[1], "{scene}: one of them is slower");
        for (pane, since) in lab.panes().iter().zip(&since) {
            let computer = pane.computer();
            let wall = |at: Time| computer.world().appearance().standing_wall(at).expect("there is one").wall;
            assert_eq!(wall(Time::ZERO), wall(since[0] - Span::from_flicks(1)));
            let x = |at: Time| wall(at).x;
            let expected = if scene == "thin-wall" { [640.0, 570.0, 600.0, 640.0] } else { [0.0, -14.0, 3.0, 0.0] };
            assert_eq!([x(Time::ZERO), x(since[1]), x(since[3]), x(since[5])], expected, "{scene}");
            assert_eq!(wall(Time::NEVER).thickness, 7.0);
        }
    }
}

#[test]
fn the_thickness_that_steps_are_held_against_is_the_one_of_then() {
    let mut lab = laboratory("thin-wall");
    let exposure = |lab: &Lab| lab.panes()[0].seen_at(lab.now()).recent().number("wall_exposure_max").expect("it has stepped");
    lab.advance_to(Time::from_secs(4.0));
    assert!((exposure(&lab) - 2400.0 * 0.03 / 10.0).abs() < 1e-9, "w + 2r = 10 units");
    let thicker = set_option("wall_thickness", Value::Number(64.0));
    lab.command(thicker).expect("a live option");
    lab.advance_to(Time::from_secs(7.0));
    assert!((exposure(&lab) - 1.0).abs() < 1e-9, "w + 2r = 72 units: {}", exposure(&lab));
    assert!(
        (lab.panes()[0].seen_at(lab.now()).whole().number("wall_exposure_max").expect("it has") - 7.2).abs() < 1e-9,
        "the most of the run"
    );
    let tunnelled = |lab: &Lab| lab.panes()[0].computer().world().tally().tunnelled;
    let before = tunnelled(&lab);
    lab.advance_to(Time::from_secs(30.0));
    assert!(before > 0 && tunnelled(&lab) == before, "and nothing gets through any more");
}

#[test]
fn nothing_silly_can_be_set() {
    for (scene, refused) in [
        ("thin-wall", [("wall_x", 559.0), ("wall_x", 681.0), ("wall_thickness", 0.4), ("wall_thickness", 100.5)]),
        ("curve-and-wall", [("wall_x", -16.0), ("wall_x", 4.5), ("wall_thickness", 0.0), ("wall_thickness", 41.0)]),
    ] {
        for (name, value) in refused {
            let choice = WorldChoice { options: options(&[(name, value)]), ..WorldChoice::new(scene) };
            assert!(worlds::world(&choice, 0).is_err(), "{scene}: {name} = {value}");
        }
    }
    for scene in SCENES {
        let options = worlds::find(scene).expect("a listed scene").options;
        assert!(options.iter().filter(|option| option.name.starts_with("wall_")).all(|option| option.live));
    }
}
