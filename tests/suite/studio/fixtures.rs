//! What earlier versions saved opens, and runs to the same state: scenario files as people write them and as the program
//! does, share codes, links, recorded drives, and what the window remembered. `tests/fixtures/expected.json` is what they gave
//! when they were saved; nothing in that folder is written again. Numbers that were wrong then are missing there: in drive,
//! stack and chaos `path_deviation_mean` was a mean over bodies that are never drawn as well; `closed-form` had no `caught`,
//! and in drive and chaos, which have no closed form, it showed a reference solution. Where a world thinks at a rate of its own, thoughts
//! were counted as updates. `form-2-…` are files of form 2.
//! `beautiful-timer` was one frame short in its first step: what its panes gave has been put right.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tickscope::base::time::Time;
use tickscope::front::app::storage;
use tickscope::lab::panes::Lab;
use tickscope::lab::panes::report::Report;
use tickscope::model::config::{Instrument, PaneSettings, SceneChoice, Script, Settings, Theme, View};
use tickscope::model::worlds::drive::recording;
use tickscope::studio::scenario::{Scenario, code, link};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What was expected of every file of a kind, by the file's name; there is no file of which nothing is expected.
fn expected(kind: &str, ending: &str) -> Vec<(String, Value)> {
    let all: Value = serde_json::from_str(&text("expected.json")).expect("valid JSON");
    let all = all[kind].as_object().expect("an object").clone();
    let files = fs::read_dir(root().join(kind)).expect("a folder");
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.map(|file| file.strip_suffix(ending).expect(ending).to_owned()).collect();
    assert_eq!(files, all.keys().cloned().collect(), "{kind}");
    all.into_iter().collect()
}

/// Everything that was expected is there; what has been added since may be anything.
fn assert_holds(what: &str, expected: &Value, found: &Value) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                assert_holds(&format!("{what}.{key}"), value, found.get(key).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{what}");
            for (number, (expected, found)) in expected.iter().zip(found).enumerate() {
                assert_holds(&format!("{what}[{number}]"), expected, found);
            }
        }
        _ => assert_eq!(expected, found, "{what}"),
    }
}

/// As it was when the reports were kept. The most in a turn and the mean over all updates can't be put together again.
fn count_thoughts_as_updates(expected: &mut Value, found: &mut Value) {
    let thoughts = found["thoughts"].as_u64().expect("a count");
    if thoughts > 0 {
        found["updates"] = json!(found["updates"].as_u64().expect("a count") + thoughts);
        let expected = expected.as_object_mut().expect("a report");
        expected.remove("updates_per_frame_max");
        expected.remove("path_deviation_mean");
    }
}

/// Whether a script gives what it gave: each pane's report, and the panes as the window has them at the end.
fn assert_runs(what: &str, expected: &Value, script: &Script) {
    let seconds = expected["seconds"].as_f64().expect("a number");
    // By way of the text, which is what was kept.
    let report = serde_json::to_string(&Report::new(script, seconds).expect("it can be run")).expect("plain data");
    let mut report: Value = serde_json::from_str(&report).expect("valid JSON");
    let mut expected = expected.clone();
    let panes = expected["panes"].as_array_mut().into_iter().flatten().zip(report["panes"].as_array_mut().into_iter().flatten());
    panes.for_each(|(expected, found)| count_thoughts_as_updates(expected, found));
    assert_holds(&format!("{what}: panes"), &expected["panes"], &report["panes"]);

    let mut lab = Lab::new(script).expect("it can be run");
    lab.advance_to(Time::from_secs(seconds));
    let panes = lab.panes().iter().map(|pane| {
        let computer = pane.computer();
        json!({
            "strategy": pane.strategy().id,
            "state_hash": format!("{:016x}", computer.world().state_hash()),
            "sim_flicks": computer.world().sim().flicks(),
            "clock_flicks": computer.clock().flicks(),
        })
    });
    assert_holds(&format!("{what}: window"), &expected["window"], &panes.collect());
}

/// What was saved is written as it was. A file of form 1 gets the number of today's form, and says the defaults that it had;
/// the switch called vsync is the present mode that it stood for.
fn assert_is_written_on(what: &str, saved: &str, written: &str) {
    let filled =
        ["[panes.params]", "[[at]]", "s = 2.0", "pane = \"D\"", "[at.params]", "min_fps = 15.0", "threshold_ms = 100.0", ""];
    let is_form_1 = saved.contains("\ntickscope = 1\n");
    let today = if is_form_1 { saved.replacen("tickscope = 1", "tickscope = 2", 1) } else { saved.to_owned() };
    let today = today.replace("\nvsync = true\n", "\npresent = \"fifo\"\n");
    let today = today.replace("\nvsync = false\n", "\npresent = \"mailbox\"\n");
    let mut before = today.lines().peekable();
    for line in written.lines() {
        if before.next_if_eq(&line).is_none() {
            assert!(
                is_new(line) || is_form_1 && filled.contains(&line),
                "{what}: {line:?} was not written, {:?} was",
                before.peek()
            );
        }
    }
    assert_eq!(before.next(), None, "{what}: it was written");
}

/// What the view has had since those files were written, in the form in which the program writes it.
fn is_new(line: &str) -> bool {
    let keys = ["strips", "strip_s", "reference", "one_stage", "instrument_height", "plots"];
    let arrays = ["    \"frame-time\",", "    \"lead\",", "]"];
    line.split_once(" = ").is_some_and(|(key, _)| keys.contains(&key)) || arrays.contains(&line)
}

#[test]
fn every_scenario_that_was_saved_before_opens_and_runs_to_the_same_state() {
    for (name, expected) in expected("scenarios", ".toml") {
        let written = Scenario::parse(&name, &text(&format!("scenarios/{name}.toml"))).unwrap_or_else(|error| panic!("{error}"));
        let saved = Scenario::parse(&name, &text(&format!("saved/{name}.toml"))).unwrap_or_else(|error| panic!("{error}"));
        let shared = code::read(&text(&format!("codes/{name}.code"))).unwrap_or_else(|error| panic!("{name}: {error}"));
        // What a file of that time left out was the timeline; since then it is nothing.
        let names_one = text(&format!("scenarios/{name}.toml")).contains("\ninstrument");
        let today = |then: Scenario| {
            if names_one {
                return then;
            }
            assert_eq!(then.view.instrument, Some(Instrument::Timeline), "{name}");
            Scenario { view: View { instrument: written.view.instrument, ..then.view }, ..then }
        };
        assert_eq!(written, today(saved.clone()), "{name}, as the program saved it");
        assert_eq!(written, today(shared), "{name}, as a share code");
        assert_eq!(Scenario::parse("again", &written.to_toml()).as_ref(), Ok(&written), "{name}");
        assert_is_written_on(&name, &text(&format!("saved/{name}.toml")), &saved.to_toml());
        assert_eq!(expected["name"], written.name, "{name}");
        assert_eq!(expected["commands"], written.script.commands().len(), "{name}");
        assert_eq!(expected["seconds"], written.seconds.unwrap_or(10.0), "{name}");
        assert_runs(&name, &expected, &written.script);
    }
}

#[test]
fn every_link_that_was_made_before_opens_and_runs_to_the_same_state() {
    for (name, expected) in expected("links", ".link") {
        let scenario = link::read(&text(&format!("links/{name}.link"))).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(expected["name"], scenario.name, "{name}");
        assert_eq!(expected["commands"], scenario.script.commands().len(), "{name}");
        assert_eq!(expected["seconds"], scenario.seconds.unwrap_or(10.0), "{name}");
        assert_runs(&name, &expected, &scenario.script);
    }
}

#[test]
fn every_drive_that_was_recorded_before_ends_where_it_ended() {
    for (name, expected) in expected("drives", ".json") {
        let strokes = recording::read(&text(&format!("drives/{name}.json"))).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(expected["strokes"], strokes.len(), "{name}");
        let panes = ["clamped-accumulator", "variable-delta", "frame-skip"].map(PaneSettings::new).to_vec();
        let scene = SceneChoice { strokes, ..SceneChoice::new("drive") };
        assert_runs(&name, &expected, &Script::from(Settings { scene, panes, ..Settings::default() }));
    }
}

#[test]
fn what_a_window_remembered_before_is_remembered_still() {
    for (name, expected) in expected("sessions", ".json") {
        // Loading may set a file aside: a copy is loaded.
        let folder = std::env::temp_dir().join(format!("tickscope-fixtures-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("session.json");
        fs::copy(root().join("sessions").join(format!("{name}.json")), &file).expect("a copy");
        let remembered = storage::load(&file);
        assert!(file.exists(), "{name} was set aside");
        storage::save(&file, &remembered).expect("it is saved");
        assert_eq!(storage::load(&file), remembered, "{name}");
        fs::remove_dir_all(&folder).expect("it is removed");

        let theme = if remembered.theme == Theme::Light { "light" } else { "dark" };
        let found = json!({
            "zoom": remembered.zoom,
            "theme": theme,
            "width": remembered.window.width,
            "height": remembered.window.height,
            "maximised": remembered.window.maximised,
        });
        let view: View = serde_json::from_value(expected["view"].clone()).expect("a view as it was remembered");
        assert_eq!(view, remembered.view, "{name}");
        for (key, value) in found.as_object().expect("an object") {
            assert_holds(&format!("{name}.{key}"), &expected[key], value);
        }
        assert_runs(&name, &expected, &Script::from(&remembered.settings));
    }
}
