//! Starting phases at the wall: the same steps from other beginnings, against closed forms.

use tickscope_core::config::{Computer, PaneSettings, Present, Presentation, Settings, WorldChoice};
use tickscope_core::panes::Lab;
use tickscope_core::params::Value;
use tickscope_core::phases::{PHASES, PhaseEnds, phases};
use tickscope_core::time::Time;
use tickscope_core::worlds::thin_wall;

/// A loop whose steps are as long as its frames: `step_ms`.
fn stepping(scene: &str, step_ms: f64, options: &[(&str, Value)]) -> Settings {
    let mut settings = Settings {
        scene: WorldChoice::new(scene),
        computer: Computer { render_ms: step_ms, update_ms: 0.0, present: Present::Immediate, ..Computer::default() },
        panes: vec![PaneSettings::new("variable-delta")],
        ..Settings::default()
    };
    for (name, value) in options {
        settings.scene.options.set(name, value.clone());
    }
    settings
}

fn after(settings: Settings, seconds: f64) -> (Lab, Vec<PhaseEnds>) {
    let mut lab = Lab::new(settings).expect("allowed");
    lab.advance_to(Time::from_secs(seconds));
    let found = {
        let pane = &lab.panes()[0];
        let computer = pane.computer();
        let wall = computer.world().appearance().standing_wall(Time::NEVER).expect("there is one");
        phases(pane, lab.settings(), &wall, lab.now()).expect("it has stepped")
    };
    (lab, found)
}

fn word(word: &str) -> Value {
    Value::Word(word.to_owned())
}

#[test]
fn the_share_of_the_phases_that_pass_is_the_closed_form() {
    for thickness in [2.0, 30.0] {
        for step_ms in [4.0, 10.0, 16.0, 25.0, 40.0, 70.0, 95.0, 150.0] {
            let (_, found) = after(stepping("thin-wall", step_ms, &[("wall_thickness", Value::Number(thickness))]), 3.0);
            for (body, speed) in found.iter().zip(thin_wall::SPEEDS) {
                assert_eq!(body.of, PHASES);
                let formula = (1.0 - (thickness + 2.0 * thin_wall::BULLET) / (speed * step_ms / 1000.0)).max(0.0);
                let share = body.escaped as f64 / PHASES as f64;
                let within = 1.0 / PHASES as f64 + 1e-9;
                assert!((share - formula).abs() <= within, "{speed} units/s in {step_ms} ms: {share}, not {formula}");
            }
        }
    }
}

#[test]
fn no_phase_passes_where_the_whole_way_is_tested() {
    for collision in ["swept", "exact"] {
        for step_ms in [25.0, 95.0, 400.0] {
            let (_, found) = after(stepping("thin-wall", step_ms, &[("collision", word(collision))]), 9.0);
            assert!(found.iter().all(|body| body.escaped == 0 && body.of == PHASES), "{collision}, {step_ms} ms");
        }
    }
    let (_, found) = after(stepping("curve-and-wall", 200.0, &[("collision", word("exact"))]), 9.0);
    assert!(found.iter().all(|body| body.escaped == 0));
}

#[test]
fn parts_of_steps_are_tested_each() {
    let (_, whole) = after(stepping("thin-wall", 80.0, &[]), 6.0);
    let (_, parts) = after(stepping("thin-wall", 80.0, &[("substeps", Value::Number(8.0))]), 6.0);
    for ((whole, parts), speed) in whole.iter().zip(&parts).zip(thin_wall::SPEEDS) {
        let formula = |dt: f64| (1.0 - 10.0 / (speed * dt)).max(0.0);
        let share = |escaped: usize| escaped as f64 / PHASES as f64;
        assert!((share(whole.escaped) - formula(0.08)).abs() <= 1.0 / PHASES as f64 + 1e-9, "{speed}");
        assert!((share(parts.escaped) - formula(0.01)).abs() <= 1.0 / PHASES as f64 + 1e-9, "{speed}");
    }
}

#[test]
fn an_arc_is_missed_from_no_beginning_below_its_longest_step_and_from_some_above() {
    // The longest steps that meet the wall still: 85, 60 and 45 ms.
    for (arc, longest_ms) in [85.0, 60.0, 45.0].into_iter().enumerate() {
        let escaped = |step_ms: f64| after(stepping("curve-and-wall", step_ms, &[]), 5.0).1[arc].escaped;
        let found = [0.5, 0.8, 1.2, 1.6].map(|share| escaped(longest_ms * share));
        assert_eq!(found[0], 0, "arc {arc}: {found:?}");
        assert!(found[3] > 0 && found[3] >= found[2] && found[2] >= found[1], "arc {arc}: {found:?}");
    }
}

#[test]
fn a_face_that_comes_nearer_lets_fewer_phases_pass() {
    let escaped = |step_ms: f64, x: f64| {
        let (_, found) = after(stepping("curve-and-wall", step_ms, &[("wall_x", Value::Number(x))]), 5.0);
        found.iter().map(|body| body.escaped).sum::<usize>()
    };
    assert_eq!(escaped(95.0, -30.0), 0);
    // Where the wall stands at first, steps of 55 ms are too long for the outermost arc alone; further to the right for all.
    let [near, home, far] = [-30.0, 0.0, 4.0].map(|x| escaped(55.0, x));
    assert!(near == 0 && home > near && far > home, "{near}, {home}, {far}");
}

#[test]
fn frames_are_the_tests_where_frames_are_tested() {
    let mut settings = stepping("thin-wall", 8.0, &[("collision", word("picture"))]);
    settings.panes = vec![PaneSettings::new("fixed-interpolated"), PaneSettings::new("variable-delta")];
    settings.panes[0].presentation = Some(Presentation::Interpolate);
    let (_, often) = after(settings.clone(), 6.0);
    settings.computer.render_ms = 64.0;
    let (_, seldom) = after(settings, 6.0);
    let escaped = |found: &[PhaseEnds]| found.iter().map(|body| body.escaped).sum::<usize>();
    assert!(escaped(&often) < escaped(&seldom), "{} and {}", escaped(&often), escaped(&seldom));
}

#[test]
fn a_world_that_is_placed_by_a_formula_passes_from_nowhere() {
    let mut settings = stepping("thin-wall", 120.0, &[]);
    settings.panes = vec![PaneSettings::new("closed-form")];
    let (_, found) = after(settings, 6.0);
    assert!(found.iter().all(|body| body.escaped == 0 && body.of == PHASES));
}
