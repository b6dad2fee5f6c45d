//! Files that a user could have: a scenario of the form before this one, links with it inside, a recorded drive, and the
//! stored state of an older program. They open, and run to the same state as ever.

use std::fs;
use std::path::{Path, PathBuf};
use tickscope::front::app::storage;
use tickscope::studio::scenario::{Scenario, builtin, link};
use tickscope_core::config::{PaneSettings, Script, Settings, Theme, WorldChoice};
use tickscope_core::panes::Lab;
use tickscope_core::time::Time;
use tickscope_core::worlds::drive::recording;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The loop and the world of each pane after `seconds` of a script.
fn run(script: &Script, seconds: f64) -> Vec<String> {
    let mut lab = Lab::new(script).expect("it can be run");
    lab.advance_to(Time::from_secs(seconds));
    let panes = lab.panes().iter();
    panes.map(|pane| format!("{} {:016x}", pane.strategy().id, pane.computer().world().state_hash())).collect()
}

#[test]
fn a_scenario_of_form_3_runs_to_the_same_state_and_panes_keep_their_letters() {
    let scenario = Scenario::parse("form-3.toml", &text("form-3.toml")).expect("it is readable");
    let mut lab = Lab::new(&scenario.script).expect("it can be run");
    lab.advance_to(Time::from_secs(11.0));
    let letters: Vec<String> = lab.panes().iter().map(|pane| pane.letter().to_string()).collect();
    assert_eq!(letters, ["F", "B", "A"]);
    let after = ["multi-rate 55af9fc5fa20264a", "variable-delta 7276c78ebaba8ea6", "frame-skip de0c13d14a7bd739"];
    assert_eq!(run(&scenario.script, 11.0), after);
    assert_eq!(Scenario::parse("again", &scenario.to_toml()).expect("it is readable"), scenario);
}

#[test]
fn a_link_with_form_3_inside_is_the_scenario_that_it_was_made_from() {
    for id in ["even-frames", "gpu-bound", "judder"] {
        let linked = link::read(&text(&format!("{id}.form-3.link"))).expect("it is readable");
        assert_eq!(linked, builtin::find(id).expect("it comes with the program").scenario().expect("it is readable"));
    }
}

#[test]
fn older_forms_and_their_keys_are_refused_in_one_line() {
    let head = "tickscope = 3\npanes = [{ strategy = \"frame-skip\" }]\n";
    for tail in [
        "computer = { vsync = true }",
        "computer = { timer = \"GetTickCount\" }",
        "view = { strips = true }",
        "view = { instrument = 3 }",
    ] {
        let refusal = Scenario::parse("text", &format!("{head}{tail}\n")).expect_err(tail).to_string();
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
    }
    let refusal = Scenario::parse("text", "tickscope = 2\npanes = []\n").expect_err("too old").to_string();
    assert!(refusal.contains("3 or 4"), "{refusal}");
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
fn the_stored_state_of_an_older_program_gives_its_theme_and_view() {
    // Loading may set a file aside: a copy is loaded.
    let folder = std::env::temp_dir().join(format!("tickscope-fixtures-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("session.json");
    fs::copy(path("session-of-an-older-program.json"), &file).expect("a copy");
    let remembered = storage::load(&file);
    assert!(file.exists(), "it was set aside");
    assert_eq!((remembered.theme, remembered.view.plots_s), (Theme::Light, 12.5));
    assert_eq!(remembered.settings, Settings::of_window());
    fs::remove_dir_all(&folder).expect("it is removed");
}
