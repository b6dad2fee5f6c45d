//! The height of a jump depends on the step where the integrator is not exact, and a finding says so.

use super::symptoms::{at, has, states};
use tickscope_core::base::time::Time;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::check;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Patch, SettingPath};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// The jump begins with this speed under this gravity.
const SPEED: f64 = 10.0;
const GRAVITY: f64 = 20.0;

fn jump(strategy: &str, integrator: &str, computer: Computer) -> Settings {
    let mut scene = WorldChoice::new("jump");
    scene.options.set("integrator", integrator.into());
    Settings { computer, scene, panes: vec![PaneSettings::new(strategy)], ..Settings::default() }.lettered()
}

fn display(refresh_hz: f64) -> Computer {
    Computer { refresh_hz, render_ms: 2.0, ..Computer::default() }
}

/// Returns the highest of the heights at the ends of `steps`, of which each adds half a step of gravity `more` or less than an
/// exact one.
fn highest(hz: f64, more: f64) -> f64 {
    let height = |n: u32| {
        let tau = f64::from(n) / hz;
        SPEED * tau - GRAVITY * tau * tau / 2.0 + more * GRAVITY * tau / (2.0 * hz)
    };
    (0..=hz as u32).map(height).fold(0.0, f64::max)
}

#[test]
fn a_jump_by_euler_steps_is_told_with_its_height_if_it_is_two_percent_off() {
    // At 100 Hz a jump by Euler steps is 2 % off but for rounding.
    for hz in [30.0, 50.0, 60.0, 75.0, 90.0, 120.0, 144.0, 240.0] {
        for (integrator, more) in [("explicit-euler", 1.0), ("semi-implicit-euler", -1.0), ("velocity-verlet", 0.0), ("rk4", 0.0)]
        {
            let (reached, exact) = (highest(hz, more), highest(hz, 0.0));
            let off = 100.0 * (reached / exact - 1.0).abs();
            let states = states(jump("variable-delta", integrator, display(hz)), 0, 9.0);
            let told = at(&states, 8.0).find(Kind::AnotherHeight);
            assert_eq!(told.is_some(), off >= 2.0, "{off} % at {hz} Hz by {integrator}");
            if let Some(told) = told {
                assert!((told.value - off).abs() < 1e-6 && told.tone == Tone::Note, "{} and not {off}", told.value);
                assert_eq!(told.headline(), format!("Jumps {reached:.2} high instead of {exact:.2}"));
            }
        }
    }
}

#[test]
fn the_report_of_a_platformer_is_told_in_its_numbers() {
    let headline = |hz| {
        let states = states(jump("variable-delta", "explicit-euler", display(hz)), 0, 9.0);
        at(&states, 8.0).find(Kind::AnotherHeight).map(Symptom::headline)
    };
    assert_eq!(headline(60.0).as_deref(), Some("Jumps 2.58 high instead of 2.50"));
    assert_eq!(headline(30.0).as_deref(), Some("Jumps 2.67 high instead of 2.50"));
    assert_eq!(headline(120.0), None);
}

#[test]
fn long_steps_alone_make_no_other_height() {
    for render_ms in [45.0, 90.0, 150.0, 260.0] {
        for strategy in ["variable-delta", "closed-form"] {
            let computer = Computer { render_ms, ..Computer::default() };
            let states = states(jump(strategy, "velocity-verlet", computer), 0, 12.0);
            assert!(!has(&states, Kind::AnotherHeight), "{strategy} with frames of {render_ms} ms");
        }
    }
}

#[test]
fn a_jump_from_before_a_change_is_not_told_after_it() {
    let path = SettingPath::parse("computer.render_ms").expect("there is such a path");
    let change = Command::Set(Patch::one(path, 6.0));
    for (at_s, again_s) in [(0.5, 1.7), (1.2, 5.7), (3.0, 5.7)] {
        let settings = jump("variable-delta", "explicit-euler", Computer::default());
        let commands = vec![TimedCommand { at_flicks: Time::from_secs(at_s).flicks(), command: change.clone() }];
        let states = states(check::script(settings, commands).expect("it is allowed"), 0, 8.0);
        let told_at = |seconds: f64| at(&states, seconds).find(Kind::AnotherHeight).is_some();
        assert!(!told_at(at_s + 0.4) && !told_at(again_s - 0.3) && told_at(again_s), "a change at {at_s} s");
    }
}
