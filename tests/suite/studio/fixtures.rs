//! Files that a user could have: scenarios of both forms, a share code and a link with form 2 inside, a recorded drive, and the
//! stored state of an older program. They open, and run to the same state as ever.

use std::fs;
use std::path::{Path, PathBuf};
use tickscope::front::app::storage;
use tickscope::studio::scenario::{Scenario, code, link};
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
fn a_scenario_of_form_2_runs_to_the_same_state_and_is_written_as_form_3() {
    let scenario = Scenario::parse("form-2.toml", &text("form-2.toml")).expect("it is readable");
    let after = ["semi-fixed 649bd9bc488c20e0", "frame-skip 61b51158d8904e89", "frame-skip-predicted f905fddbe05e7a32"];
    assert_eq!(run(&scenario.script, 11.0), after);
    let written = scenario.to_toml();
    assert!(written.contains("tickscope = 3") && written.contains("letter = \"A\""), "{written}");
    assert_eq!(Scenario::parse("again", &written).expect("it is readable"), scenario);
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
fn a_share_code_with_form_2_inside_runs_to_the_same_state() {
    let scenario = code::read(&text("form-2.code")).expect("it is readable");
    let after = [
        "refresh-multiples 2f6fabbd116a2a70",
        "refresh-multiples-slowdown 430e568ca0b3465a",
        "refresh-multiples-passthrough 82cbba7af48b27c6",
        "refresh-multiples-slowdown 905217e5f4ca5e19",
        "refresh-multiples 82a6a2fc0e3a3caa",
    ];
    assert_eq!(run(&scenario.script, 5.0), after);
}

#[test]
fn a_link_with_form_2_inside_runs_to_the_same_state() {
    let scenario = link::read(&text("form-2.link")).expect("it is readable");
    let after = ["variable-delta f73842fc7c919021", "variable-delta 03e61bb43921d17a", "variable-delta d658d04efea44a65"];
    assert_eq!(run(&scenario.script, 12.0), after);
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
