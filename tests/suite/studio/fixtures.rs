//! Files that a user could have: scenarios of earlier builds, which are refused, a recorded drive, which runs to the same state as
//! ever, and the stored state of an earlier build, which is dropped.

use std::fs;
use std::path::{Path, PathBuf};
use tickscope::front::app::desktop::storage;
use tickscope::front::app::store::Remembered;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::base::time::Time;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::worlds::drive::recording;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the loop and the world of each pane after `seconds` of a script.
fn run(script: &Script, seconds: f64) -> Vec<String> {
    let mut lab = Lab::new(script).expect("it can be run");
    lab.advance_to(Time::from_secs(seconds));
    let panes = lab.panes().iter();
    panes.map(|pane| format!("{} {:016x}", pane.strategy().id, pane.computer().world().state_hash())).collect()
}

#[test]
fn earlier_forms_and_their_keys_are_refused_in_one_line_with_a_remedy() {
    let of_form = |form: u32, tail: &str| format!("tickscope = {form}\npanes = [{{ strategy = \"frame-skip\" }}]\n{tail}\n");
    for (text, says) in [
        (of_form(3, ""), "line 1: tickscope: '3' is not allowed; 4, with the keys of docs/scenarios.md"),
        (of_form(2, ""), "line 1: tickscope: '2'"),
        (of_form(4, "computer = { wake_ms = { lo_ms = 1 } }"), "line 3: computer.wake_ms: '{ lo_ms = 1 }' is not allowed"),
        (of_form(4, "computer = { vsync = true }"), "line 3: computer.vsync: 'vsync' is not allowed"),
        (of_form(4, "view = { race_s = 5 }"), "line 3: key of view: 'race_s' is not allowed"),
        (of_form(4, "view = { instrument = 3 }"), "line 3: view.instrument: '3' is not allowed"),
    ] {
        let refusal = Scenario::parse("text", &text).expect_err(says).to_string();
        assert!(refusal.starts_with("text, ") && refusal.contains(says) && refusal.lines().count() == 1, "{refusal}");
    }
}

#[test]
fn a_recorded_drive_ends_where_it_ended() {
    let strokes = recording::read(&text("drive.json")).expect("it is readable");
    let panes = ["clamped-accumulator", "variable-delta", "frame-skip"].map(PaneSettings::new).to_vec();
    let scene = WorldChoice { strokes, ..WorldChoice::new("drive") };
    let after = ["clamped-accumulator fb5929aaa4fedcf8", "variable-delta fb5929aaa4fedcf8", "frame-skip d168c76e848c92a3"];
    assert_eq!(run(&Script::from(Settings { scene, panes, ..Settings::default() }), 12.0), after);
}

#[test]
fn the_stored_state_of_an_earlier_build_is_dropped_with_one_notice() {
    // Loading may set a file aside: a copy is loaded.
    let folder = std::env::temp_dir().join(format!("tickscope-fixtures-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("session.json");
    fs::copy(path("session-of-an-older-program.json"), &file).expect("a copy");
    let (remembered, lost) = storage::load(&file);
    assert!(lost.is_some_and(|lost| lost.contains("session.json.broken")), "a notice");
    assert_eq!(remembered, Remembered::default());
    assert!(!file.exists() && folder.join("session.json.broken").exists());
    assert_eq!(storage::load(&file).1, None, "the notice comes once");
    fs::remove_dir_all(&folder).expect("it is removed");
}
