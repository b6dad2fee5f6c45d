//! Settings and commands survive a file and repeat a session exactly, and nothing that can be set stops one.

use super::{clock, loads, secs, sim, states};
use crate::common::{COMMANDS, any_settings, cases, command, command_name, made, replay};
use proptest::prelude::*;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::command::TimedCommand;
use tickscope_core::model::config::settings::Settings;

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn any_settings_survive_json(settings in any_settings()) {
        prop_assert!(tickscope_core::model::check::settings(&settings).is_ok(), "the test makes valid settings");
        let json = serde_json::to_string(&settings).unwrap();
        let back: Settings = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&back, &settings);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_valid_settings_run(settings in any_settings()) {
        let mut lab = Lab::new(settings).unwrap();
        let mut last: Vec<(Time, Time)> = lab.panes().iter().map(|pane| (clock(pane), sim(pane))).collect();
        for slice in 1..=20 {
            lab.advance_to(secs(f64::from(slice) * 0.1));
            for (pane, (last_clock, last_sim)) in lab.panes().iter().zip(&mut last) {
                prop_assert!(clock(pane) >= *last_clock && sim(pane) >= *last_sim, "{}", pane.strategy().id);
                prop_assert!(clock(pane) >= lab.now(), "a computer has always something to do");
                (*last_clock, *last_sim) = (clock(pane), sim(pane));
                let computer = pane.computer();
                prop_assert!(computer.world().bodies().iter().all(|body| body.pos.is_finite()));
                if let Some(frame) = computer.display().shown() {
                    prop_assert!(frame.at <= lab.now());
                    prop_assert!(frame.bodies.iter().all(|body| body.pos.is_finite() && body.heading.is_finite()));
                }
            }
        }
    }

    #[test]
    fn settings_and_log_repeat_any_session(
        settings in any_settings(),
        script in prop::collection::vec((0.0..0.4_f64, command()), 0..8),
        slices in prop::collection::vec(0.001..0.3_f64, 1..30),
    ) {
        let mut lab = Lab::new(settings.clone()).unwrap();
        for (wait, command) in script {
            lab.advance_to(lab.now() + Span::from_secs(wait));
            let before = (states(&lab), lab.settings().clone());
            let logged = lab.log().len();
            if lab.command(command).is_ok() {
                prop_assert!(lab.log().len() == logged + 1 || before.1 == *lab.settings(), "what changes something is logged");
            } else {
                prop_assert_eq!(before, (states(&lab), lab.settings().clone()), "a refused command changes nothing");
            }
        }
        lab.advance_to(lab.now() + Span::from_secs(0.5));
        prop_assert_eq!(lab.initial(), &settings.clone().lettered());

        let again = replay(settings.clone(), lab.log(), lab.now());
        prop_assert_eq!(states(&again), states(&lab));
        prop_assert_eq!(again.settings(), lab.settings());
        prop_assert_eq!(again.log(), lab.log());

        // The same commands at the same moments, but looked at in between.
        let mut sliced = Lab::new(settings).unwrap();
        let mut slices = slices.iter().cycle();
        let mut advance = |sliced: &mut Lab, until: Time| {
            while sliced.now() < until {
                let next = sliced.now() + Span::from_secs(*slices.next().unwrap());
                sliced.advance_to(next.min(until));
                states(sliced);
            }
        };
        for TimedCommand { at_flicks, command } in lab.log() {
            advance(&mut sliced, Time::from_flicks(*at_flicks));
            sliced.command(command.clone()).unwrap();
        }
        advance(&mut sliced, lab.now());
        prop_assert_eq!(states(&sliced), states(&lab));
    }
}

#[test]
fn missing_settings_have_defaults_and_unknown_ones_are_refused() {
    let read = |json: &str| serde_json::from_str::<Settings>(json);
    assert_eq!(read("{}").unwrap(), Settings::default());
    assert_eq!(read(r#"{"computer":{"render_ms":25}}"#).unwrap().computer, loads(0.0, 25.0));
    for bad in [r#"{"computers":{}}"#, r#"{"computer":{"render":25}}"#, r#"{"panes":[{"strategy":"frame-based","vsync":true}]}"#]
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn every_kind_of_command_is_generated() {
    assert_eq!(made(&command(), command_name), COMMANDS.iter().copied().collect());
}
