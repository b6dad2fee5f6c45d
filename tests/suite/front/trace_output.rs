//! The lines of `tickscope trace`: their form, their order, and that they add up.

use super::program::{LOADS, bad, file, good, of_kind, trace};
use serde_json::Value;
use tickscope_core::model::{strategies, worlds};

#[test]
fn every_line_is_json_with_its_keys_in_order() {
    for (strategy, load) in strategies::ALL.iter().zip(LOADS.iter().cycle()) {
        let id = &strategy.id;
        let lines = trace(&[&["--strategy", id, "--seconds", "1.5"], *load].concat());
        for line in &lines {
            let expected: &[&str] = match line.kind() {
                "frame" => &["event", "at_s"],
                "update" => &["event", "at_s", "end_s", "dt_s", "sim_s"],
                "sleep" => &["event", "at_s", "end_s"],
                "render" => &["event", "at_s", "end_s", "alpha", "sim_s", "drawn_s"],
                "present" => &["event", "at_s", "frame"],
                "display" => &["event", "at_s", "drawn_s"],
                other => panic!("{id}: an event '{other}'"),
            };
            let keys: Vec<&str> = line.keys.keys().map(String::as_str).take(expected.len()).collect();
            assert_eq!(keys, expected, "{id}: {}", line.text);
            assert!(!line.text.contains(' '), "compact: {}", line.text);
            expected.iter().filter(|key| key.ends_with("_s")).for_each(|key| {
                line.flicks(key);
            });
            let is_thought = line.keys.contains_key("thought");
            assert_eq!(is_thought, line.text.ends_with(",\"thought\":true}"), "{}", line.text);
            assert!(!is_thought || line.number("dt_s") == 0.0 && id == "multi-rate", "{}", line.text);
        }
        for render in of_kind(&lines, "render") {
            assert_eq!(render.keys["alpha"].is_f64(), strategy.alpha, "{id}: {}", render.text);
            assert_eq!(render.keys["alpha"].is_null(), !strategy.alpha, "{id}: {}", render.text);
        }
    }
}

#[test]
fn bodies_are_printed_only_when_asked_for() {
    for kind in worlds::ALL {
        let args = ["--strategy", "frame-skip-predicted", "--scene", kind.id, "--seconds", "1"];
        let plain = trace(&args);
        assert!(plain.iter().all(|line| !line.keys.contains_key("bodies")));
        let lines = trace(&[&args[..], &["--bodies"]].concat());
        assert_eq!(plain.len(), lines.len());
        let mut counts = Vec::new();
        for line in &lines {
            let has = matches!(line.kind(), "update" | "display");
            assert_eq!(line.keys.contains_key("bodies"), has, "{}", line.text);
            if has {
                let bodies = line.keys["bodies"].as_array().expect("a list");
                assert!(bodies.iter().all(|b| b.as_array().is_some_and(|b| b.len() == 2 && b.iter().all(Value::is_f64))));
                counts.push(bodies.len());
            }
        }
        counts.dedup();
        let world = worlds::world(&tickscope_core::model::config::settings::WorldChoice::new(kind.id), 0).unwrap();
        assert_eq!(counts, [world.bodies().len()], "{}", kind.id);
    }
}

#[test]
fn inputs_are_printed_only_when_asked_for() {
    let args = ["trace", "--strategy", "fixed-interpolated", "--seconds", "3"];
    let plain = good(&args);
    let with = good(&[&args[..], &["--inputs"]].concat());
    let is_new = |line: &&str| line.starts_with(r#"{"event":"input""#) || line.starts_with(r#"{"event":"answer""#);
    assert!(!plain.lines().any(|line| is_new(&line)));
    let others: Vec<&str> = with.lines().filter(|line| !is_new(line)).collect();
    assert_eq!(others, plain.lines().collect::<Vec<_>>());
    assert_eq!(with.lines().filter(is_new).count(), 10, "five inputs in three seconds, each with its answer");
}

#[test]
fn a_chrome_trace_names_every_pane_and_is_written_whole_or_not_at_all() {
    let printed: Value =
        serde_json::from_str(&good(&["trace", "--scenario", "spiral", "--format", "chrome", "--seconds", "2"])).unwrap();
    let names = printed["traceEvents"].as_array().unwrap().iter().filter(|event| event["name"] == "process_name");
    assert_eq!(names.count(), 3);
    let of_b = good(&["trace", "--scenario", "spiral", "--format", "chrome", "--pane", "B", "--seconds", "0.1"]);
    let of_b: Value = serde_json::from_str(&of_b).unwrap();
    let mut processes = of_b["traceEvents"].as_array().unwrap().iter().filter(|event| event["name"] == "process_name");
    let name = processes.next().unwrap()["args"]["name"].as_str().unwrap();
    assert!(name.starts_with("B ") && processes.next().is_none(), "{name}");
    let path = file("trace.json", "what was there before");
    good(&["trace", "--strategy", "semi-fixed", "--format", "chrome", "--seconds", "0.1", "-o", &path]);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(written["traceEvents"].as_array().unwrap().len() > 10);
    std::fs::remove_file(&path).unwrap();
    assert!(bad(&["trace", "--strategy", "semi-fixed", "-o", "/no/such/folder/t.jsonl"]).contains("/no/such/folder"));
}
