//! Patches: what leads from some settings to others, back again, and through a text.

use crate::common::{any_settings, cases, command};
use proptest::prelude::*;
use tickscope_core::lab::run::cursor::{Change, ScriptCursor};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use toml::Table;

/// Generates two settings that have the same panes, stalls and drive.
fn two() -> impl Strategy<Value = (Settings, Settings)> {
    (any_settings(), any_settings()).prop_map(|(a, mut b)| {
        b.panes.truncate(a.panes.len());
        b.panes.resize(a.panes.len(), PaneSettings::new("frame-based"));
        b.hitches.clone_from(&a.hitches);
        (a.lettered(), b.lettered())
    })
}

fn changed(settings: &Settings, patch: &Patch) -> Settings {
    let mut changed = settings.clone();
    patch.change(&mut changed).expect("it is allowed");
    changed
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn the_patch_between_two_settings_leads_there_and_the_reversed_one_back((a, b) in two()) {
        prop_assert_eq!(changed(&a, &Patch::between(&a, &b)), b.clone());
        prop_assert_eq!(changed(&b, &Patch::between(&b, &a)), a.clone());
        prop_assert!(Patch::between(&a, &a).is_empty());
    }

    #[test]
    fn a_patch_survives_a_file((a, b) in two()) {
        let patch = Patch::between(&a, &b);
        let text = toml::to_string(&patch.to_table()).expect("it is plain data");
        let table: Table = toml::from_str(&text).expect("it is TOML");
        prop_assert_eq!(Patch::from_table(table).expect("its paths are known"), patch);
    }

    #[test]
    fn a_command_is_reversed_by_its_change_and_one_that_is_refused_changes_nothing(settings in any_settings(), commands in prop::collection::vec(command(), 1..8)) {
        let mut cursor = ScriptCursor::new(settings.lettered(), Vec::new());
        for command in commands {
            let before = cursor.settings().clone();
            match cursor.apply(&command) {
                Err(_) => prop_assert_eq!(cursor.settings(), &before),
                Ok(Some(Change::Settings { forth, back })) => {
                    prop_assert_eq!(&changed(cursor.settings(), &back), &before);
                    prop_assert_eq!(&changed(&before, &forth), cursor.settings());
                }
                Ok(_) => {}
            }
        }
    }
}

#[test]
fn a_patch_with_one_bad_value_sets_none_of_the_others() {
    let mut cursor = ScriptCursor::new(Settings::default().lettered(), Vec::new());
    let good = Patch::parse("computer.render_ms = 45").expect("the path is known");
    for bad in ["computer.queue = 9", "panes.B.params.max_step_ms = 0", "panes.F.strategy = \"semi-fixed\"", "seed = 3"] {
        let mut patch = good.clone();
        patch.extend(Patch::parse(bad).expect("the path is known"));
        assert!(cursor.apply(&Command::Set(patch)).is_err(), "{bad}");
        assert_eq!(cursor.settings(), &Settings::default().lettered(), "{bad}");
    }
    cursor.apply(&Command::Set(good)).expect("it is allowed");
    assert_eq!(cursor.settings().computer.render_ms, 45.0);
}

#[test]
fn the_word_default_takes_back_what_was_set() {
    let start = Settings::default().lettered();
    let set = [
        "computer.wake_hi_ms = 1",
        "panes.B.params.max_fps = 30",
        "panes.C.presentation = \"latest\"",
        "panes.D.computer.gpu_ms = 3",
    ];
    for text in set {
        let patch = Patch::parse(text).expect("the path is known");
        let mut default = Patch::default();
        for path in patch.paths() {
            let path = match path.owner {
                Owner::PaneComputer(pane) => Owner::Pane(pane).path("computer"),
                _ => path.clone(),
            };
            default = default.with(path, "default");
        }
        let after = changed(&start, &patch);
        assert_ne!(after, start, "{text}");
        assert_eq!(changed(&after, &default), start, "{text}");
    }
}

#[test]
fn a_panes_own_computer_begins_as_a_copy_of_the_shared_one() {
    let mut settings = Settings::default().lettered();
    settings.computer.timer_ms = 10.0;
    let patch = Patch::parse("panes.B.computer.render_ms = 20").expect("the path is known");
    let after = changed(&settings, &patch);
    let own = after.pane(PaneLetter(1)).and_then(|pane| pane.computer.clone()).expect("it has its own");
    assert_eq!((own.timer_ms, own.render_ms), (10.0, 20.0));
}

#[test]
fn an_unknown_path_is_answered_with_the_nearest() {
    for (text, nearest) in [
        ("computer.rendr_ms = 5", "render_ms"),
        ("computr.render_ms = 5", "computer"),
        ("panes.B.parms.max_fps = 5", "params"),
        ("scene.option.zoom = 5", "options"),
    ] {
        assert_eq!(Patch::parse(text).expect_err(text).nearest.as_deref(), Some(nearest), "{text}");
    }
    for text in ["computer", "computer.render_ms", "panes.Z.strategy = 3", "panes.B = 3", "computer = 3", " = 3"] {
        assert_eq!(Patch::parse(text).expect_err(text).to_string().lines().count(), 1);
    }
}
