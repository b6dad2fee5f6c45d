//! The articles' own examples: where a prediction draws things, who gets over a gate, what a sum comes to, when a scene ends.

use super::worlds::frame;
use crate::common::set_option;
use glam::DVec2;
use serde_json::Value as Json;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::stepped_world::{FrameView, World};
use tickscope_core::model::{strategies, worlds};

fn scene(id: &str, options: &[(&str, &str)]) -> WorldChoice {
    let mut choice = WorldChoice::new(id);
    for (name, word) in options {
        choice.options.set(name, Value::Word((*word).to_owned()));
    }
    choice
}

fn reading(report: &PaneReport, name: &str) -> f64 {
    let found = report.world.iter().find(|readout| readout.name == name);
    match found.unwrap_or_else(|| panic!("{name} is not in {:?}", report.world)).value {
        ReadoutValue::Number { value, .. } | ReadoutValue::Exact(value) => value,
        ReadoutValue::Count(count) => count as f64,
        ref other => panic!("{name} is {other:?}"),
    }
}

fn said(world: &World, id: &str) -> f64 {
    let all = world.readouts(&world.frame());
    match all.iter().find(|readout| readout.id == id).expect("a readout of this id").value {
        ReadoutValue::Number { value, .. } | ReadoutValue::Exact(value) => value,
        ReadoutValue::Count(count) => count as f64,
        ref other => panic!("{id} is {other:?}"),
    }
}

// --- A prediction that asks the wall ---------------------------------------------------------------------------------

/// Returns whether body `index` is in its wall or behind it by more than `rounding`.
fn is_across(scene: &str, (index, body): (usize, &Body), rounding: f64) -> bool {
    match scene {
        // A ball of radius 11, and a wall of its own that is 14 thick and 48 high, every 75 units further to the left.
        "curve-and-wall" => {
            let face = -75.0 * index as f64;
            let nearest = DVec2::new(body.pos.x.clamp(face, face + 14.0), body.pos.y.clamp(-24.0, 24.0));
            body.pos.distance(nearest) < 11.0 - rounding
        }
        _ => body.pos.x + 5.0 > 640.0 + rounding,
    }
}

/// Frames at 240 Hz between 25 steps a second, of bodies that are on their way before the wall: how many frames show one of
/// them across it, and how many there were.
fn frames_across(scene: &str, presentation: Presentation) -> (u32, u32) {
    let mut world = worlds::world(&WorldChoice::new(scene), 3).expect("a listed scene");
    let step = Span::from_hz(25.0);
    let (mut across, mut frames) = (0, 0);
    for _ in 0..25 * 20 {
        world.step(step);
        for part in 0..10 {
            let ahead = step.scaled(f64::from(part) / 10.0);
            let view = match presentation {
                Presentation::Extrapolate => FrameView::Ahead(ahead),
                Presentation::ExtrapolateToContact => FrameView::AheadToContact(ahead),
                _ => FrameView::Latest,
            };
            let shown = frame(&world, view);
            let on_their_way = world.bodies().iter().enumerate().zip(&shown);
            let on_their_way = on_their_way.filter(|(now, _)| now.1.state == BodyState::Moving && !is_across(scene, *now, 1e-6));
            across += u32::from(on_their_way.clone().any(|((index, _), drawn)| is_across(scene, (index, drawn), 1e-6)));
            frames += 1;
        }
    }
    (across, frames)
}

#[test]
fn a_plain_prediction_draws_into_the_wall_and_one_that_asks_it_never_does() {
    for scene in ["curve-and-wall", "thin-wall"] {
        let (latest, frames) = frames_across(scene, Presentation::Latest);
        let (plain, _) = frames_across(scene, Presentation::Extrapolate);
        let (asking, _) = frames_across(scene, Presentation::ExtrapolateToContact);
        assert_eq!((latest, asking), (0, 0), "{scene}");
        // A fraction of a second each time, but many times.
        assert!(plain >= 20 && plain < frames / 4, "{scene}: {plain} of {frames} frames");
    }
}

#[test]
fn asking_the_wall_changes_nothing_where_there_is_nothing_to_meet_and_nothing_of_the_state() {
    for kind in worlds::ALL {
        let mut world = worlds::world(&WorldChoice::new(kind.id), 5).expect("a listed scene");
        (0..40).for_each(|_| world.step(Span::from_hz(25.0)));
        let hash = world.state_hash();
        let both = |ahead: Span| (frame(&world, FrameView::Ahead(ahead)), frame(&world, FrameView::AheadToContact(ahead)));
        let (plain, asking) = both(Span::from_millis(25.0));
        assert_eq!(world.state_hash(), hash);
        if !["curve-and-wall", "thin-wall", "jump", "crowd"].contains(&kind.id) {
            assert_eq!(plain, asking, "{}", kind.id);
        }
        for (plain, asking) in plain.iter().zip(&asking) {
            assert_eq!((plain.state, plain.pass), (asking.state, asking.pass), "{}", kind.id);
        }
        let (plain, asking) = both(Span::ZERO);
        assert_eq!(plain, asking, "{}: no time ahead", kind.id);
    }
}

#[test]
fn a_prediction_straight_on_moves_by_the_velocity_and_turns_nothing() {
    for kind in worlds::ALL {
        let mut world = worlds::world(&WorldChoice::new(kind.id), 5).expect("a listed scene");
        (0..40).for_each(|_| world.step(Span::from_hz(25.0)));
        let straight = frame(&world, FrameView::AheadStraight(Span::from_millis(25.0)));
        for (now, seen) in world.bodies().iter().zip(&straight) {
            assert_eq!(*seen, Body { pos: now.pos + now.vel * 0.025, ..*now }, "{}", kind.id);
        }
    }
}

#[test]
fn a_frame_of_the_exact_state_shows_its_moment_and_leaves_the_world_where_it_is() {
    for kind in worlds::ALL {
        let mut world = worlds::world(&WorldChoice::new(kind.id), 5).expect("a listed scene");
        (0..40).for_each(|_| world.step(Span::from_hz(25.0)));
        let (hash, sim) = (world.state_hash(), world.sim());
        let view = FrameView::Exact(sim + Span::from_millis(17.0));
        let mut exact = Vec::new();
        world.exact(world.drawn(view), &mut exact);
        assert_eq!((world.drawn(view), frame(&world, view)), (sim + Span::from_millis(17.0), exact), "{}", kind.id);
        assert_eq!((world.state_hash(), world.sim()), (hash, sim), "{}", kind.id);
    }
}

#[test]
fn a_long_prediction_stays_in_the_crowds_box_and_above_the_jumps_ground() {
    let mut world = worlds::world(&WorldChoice::new("crowd"), 5).expect("a listed scene");
    world.step(Span::from_hz(25.0));
    let outside = |bodies: &[Body]| bodies.iter().any(|body| body.pos.abs().cmpgt(worlds::crowd::mover::HALF).any());
    assert!(outside(&frame(&world, FrameView::Ahead(Span::from_secs(2.0)))));
    assert!(!outside(&frame(&world, FrameView::AheadToContact(Span::from_secs(2.0)))));

    let mut jump = worlds::world(&scene("jump", &[("integrator", "exact")]), 0).expect("a listed scene");
    for _ in 0..4 * 25 {
        jump.step(Span::from_hz(25.0));
        for ms in [5.0, 20.0, 39.0, 900.0] {
            let figure = frame(&jump, FrameView::AheadToContact(Span::from_millis(ms)))[0];
            let moves = figure.state == BodyState::Moving;
            assert!(!moves || figure.pos.y >= 0.0 && (figure.pos.x <= 7.5 + 1e-9 || figure.pos.y >= 2.0), "{figure:?}");
        }
    }
}

// --- Bodies that change their velocity at random ------------------------------------------------------------------------

#[test]
fn the_random_runner_is_where_his_velocity_leads_from_change_to_change() {
    for seed in [0, 1, 77] {
        let world = worlds::world(&scene("runner", &[("velocity", "random")]), seed).expect("offered");
        let at = |ms: f64| {
            let mut bodies = Vec::new();
            world.exact(Time::from_secs(ms / 1000.0), &mut bodies);
            (bodies[0].pass as f64 * 1920.0 + bodies[0].pos.x, bodies[0].vel.x)
        };
        let (mut changes, mut stood) = (0, 0);
        for ms in 0..60_000 {
            let ((x, v), (next, after)) = (at(f64::from(ms)), at(f64::from(ms + 1)));
            if (v - after).abs() < 1e-6 {
                assert!((next - x - v / 1000.0).abs() < 1e-6, "{ms} ms: from {x} to {next} at {v}");
            } else {
                changes += 1;
            }
            assert!(next >= x - 1e-6, "never backwards");
            stood += u32::from(v.abs() < 1e-6);
        }
        assert!((60..=101).contains(&changes), "{changes} changes in a minute");
        assert!((3_000..25_000).contains(&stood), "he stood for {stood} ms");
        assert!((at(60_000.0).0 / 60.0 - 960.0).abs() < 20.0, "on the whole as fast as the steady runner");
    }
}

// --- 10.3 ---------------------------------------------------------------------------------------------------------------

// --- Over and through -----------------------------------------------------------------------------------------------------

fn jump_after(strategy: &str, options: &[(&str, &str)], hitch_at_s: Option<f64>) -> (f64, f64, f64) {
    let hitches = hitch_at_s.map(|at_s| PlannedStall::of_render(at_s, 1000.0)).into_iter().collect();
    let panes = vec![PaneSettings::new(strategy)];
    let settings = Settings { scene: scene("jump", options), panes, hitches, ..Settings::default() };
    let report = Report::new(settings, 3.9).expect("allowed").panes.remove(0);
    (reading(&report, "went over"), reading(&report, "got through"), reading(&report, "blocked"))
}

#[test]
fn a_freeze_in_mid_air_carries_him_over_the_gate_and_one_on_the_ground_through_it() {
    const UNDER: (&str, &str) = ("gate", "under-the-jump");
    for strategy in ["variable-delta", "refresh-multiples-passthrough"] {
        assert_eq!(jump_after(strategy, &[UNDER], Some(1.2)), (1.0, 0.0, 0.0), "{strategy}: over");
        assert_eq!(jump_after(strategy, &[], Some(2.0)), (0.0, 1.0, 0.0), "{strategy}: through");
        // An integrator that follows the parabola puts him on the ground behind the gate: he never was above it.
        let exact = [UNDER, ("integrator", "exact")];
        assert_eq!(jump_after(strategy, &exact, Some(1.2)), (0.0, 1.0, 0.0), "{strategy}: through, on a parabola");
        assert_eq!(jump_after(strategy, &[UNDER], None), (0.0, 0.0, 1.0), "{strategy}: without a freeze");
    }
    for strategy in ["fixed-interval", "clamped-accumulator", "fixed-interpolated", "closed-form"] {
        for at in [None, Some(1.2)] {
            assert_eq!(jump_after(strategy, &[UNDER], at), (0.0, 0.0, 1.0), "{strategy}: in short steps");
        }
    }
}

#[test]
fn in_short_steps_every_integrator_is_stopped_in_the_air_by_the_gate_that_rises_under_it() {
    for integrator in ["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4", "exact"] {
        for hertz in [25.0, 60.0, 240.0] {
            let options = [("gate", "under-the-jump"), ("integrator", integrator)];
            let mut world = worlds::world(&scene("jump", &options), 0).expect("offered");
            while world.bodies()[0].state == BodyState::Moving {
                world.step(Span::from_hz(hertz));
            }
            let figure = world.bodies()[0];
            assert_eq!(figure.state, BodyState::Caught, "{integrator} at {hertz} Hz");
            assert!((world.sim().as_secs() - 1.8).abs() < 1.0 / hertz + 1e-9 && figure.pos.y > 0.9, "{integrator}: {figure:?}");
        }
    }
}

// --- Lying about time ------------------------------------------------------------------------------------------------------

// --- Two sums ----------------------------------------------------------------------------------------------------------------

#[test]
fn the_difference_of_the_two_sums_is_the_articles_to_the_last_digit() {
    // As the article prints it, which is more digits than a double has.
    const PRINTED: &str = "2.4336088699783431e-13";
    for strategy in ["frame-based", "closed-form"] {
        let mut world = worlds::world(&WorldChoice::new("race"), 0).expect("a listed scene");
        if strategy == "closed-form" {
            world.jump_to(Time::from_secs(10.0));
        } else {
            (0..600).for_each(|_| world.step(Span::from_hz(60.0)));
        }
        assert_eq!(said(&world, "f64-at-40-hz"), 10.000_000_000_000_075, "{strategy}");
        assert_eq!(said(&world, "f64-at-100-hz"), 9.999_999_999_999_831, "{strategy}");
        let difference = said(&world, "40-hz-less-100-hz");
        assert_eq!(difference, PRINTED.parse::<f64>().unwrap(), "{strategy}");
        assert_eq!(format!("{difference:.16e}"), PRINTED, "{strategy}");
    }
    let report = Report::new(
        Settings { scene: WorldChoice::new("race"), panes: vec![PaneSettings::new("frame-based")], ..Settings::default() },
        10.0,
    );
    let json: Json = serde_json::to_value(report.expect("allowed")).expect("plain data");
    assert_eq!(json["panes"][0]["world"]["40_Hz_less_100_Hz"].as_f64(), PRINTED.parse().ok());
}

// --- The next scene at 60 seconds ------------------------------------------------------------------------------------------

#[test]
fn the_scene_changes_at_sixty_seconds_of_its_own_time() {
    for strategy in strategies::ALL {
        let panes = vec![PaneSettings::new(&strategy.id)];
        let settings = Settings { scene: WorldChoice::new("clocks"), panes, ..Settings::default() };
        let mut lab = Lab::new(settings).expect("allowed");
        let at = |lab: &Lab| {
            let computer = lab.panes()[0].computer();
            (computer.world().sim().as_secs(), said(computer.world(), "scene"), said(computer.world(), "scene-time"))
        };
        for tenth in 595..=605 {
            lab.advance_to(Time::from_secs(f64::from(tenth) / 10.0));
            let (sim, scene, own) = at(&lab);
            assert_eq!(scene, if sim < 60.0 { 1.0 } else { 2.0 }, "{}: at {sim}", strategy.id);
            assert!((own - if sim < 60.0 { sim } else { sim - 60.0 }).abs() < 1e-9, "{}: {own} at {sim}", strategy.id);
        }
    }
}

#[test]
fn what_slows_pauses_or_delays_the_scene_puts_its_change_off() {
    let begins = |words: &[(f64, &str)], first: &str| {
        let panes = vec![PaneSettings::new("frame-based")];
        let settings = Settings { scene: scene("clocks", &[("scene", first)]), panes, ..Settings::default() };
        let mut lab = Lab::new(settings).expect("allowed");
        for (at, word) in words {
            lab.advance_to(Time::from_secs(*at));
            lab.command(set_option("scene", Value::Word((*word).to_owned()))).unwrap();
        }
        let mut scene = 1.0;
        while scene < 2.0 {
            lab.advance_to(lab.now() + Span::from_millis(10.0));
            scene = said(lab.panes()[0].computer().world(), "scene");
        }
        lab.now().as_secs()
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.05, "{found} s instead of {expected} s");
    near(begins(&[], "runs"), 60.0);
    near(begins(&[(10.0, "slow"), (15.0, "runs")], "runs"), 64.0);
    near(begins(&[(10.0, "paused"), (17.0, "runs")], "runs"), 67.0);
    near(begins(&[(20.0, "restart")], "runs"), 80.0);
    near(begins(&[], "delayed"), 61.5);
    near(begins(&[], "fast"), 30.0);
}
