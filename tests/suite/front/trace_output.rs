//! The lines of `tickscope trace`: their form, their order, and that they add up.

use super::program::{FLICKS, LOADS, Line, bad, file, good, ids, of_kind, report, trace};
use serde_json::Value;
use std::sync::LazyLock;
use tickscope_core::{strategies, worlds};

/// The trace of a strategy under a load.
struct Run {
    id: &'static str,
    load: &'static [&'static str],
    lines: Vec<Line>,
}

/// Traces every strategy under every load.
fn traces(seconds: &str) -> Vec<Run> {
    let run = |(id, load): (&'static str, &'static [&'static str])| {
        let lines = trace(&[&["--strategy", id, "--seconds", seconds], load].concat());
        Run { id, load, lines }
    };
    ids().into_iter().flat_map(|id| LOADS.map(|load| (id, load))).map(run).collect()
}

fn for_all_traces(mut check: impl FnMut(&str, &[&str], &[Line])) {
    static TRACES: LazyLock<Vec<Run>> = LazyLock::new(|| traces("1.5"));
    TRACES.iter().for_each(|run| check(run.id, run.load, &run.lines));
}

#[test]
fn every_line_is_json_with_its_keys_in_order() {
    for_all_traces(|id, _, lines| {
        for line in lines {
            let expected: &[&str] = match line.kind() {
                "frame" => &["event", "at_s"],
                "update" => &["event", "at_s", "end_s", "dt_s", "sim_s"],
                "sleep" => &["event", "at_s", "end_s"],
                "render" => &["event", "at_s", "end_s", "alpha", "sim_s", "drawn_s"],
                "display" => &["event", "at_s", "drawn_s"],
                other => panic!("{id}: an event '{other}'"),
            };
            let keys: Vec<&str> = line.keys.keys().map(String::as_str).take(expected.len()).collect();
            assert_eq!(keys, expected, "{id}: {}", line.text);
            assert!(!line.text.contains(' '), "compact: {}", line.text);
        }
        let alpha = strategies::find(id).unwrap().alpha;
        for render in of_kind(lines, "render") {
            assert_eq!(render.keys["alpha"].is_f64(), alpha, "{id}: {}", render.text);
            assert_eq!(render.keys["alpha"].is_null(), !alpha, "{id}: {}", render.text);
        }
    });
}

#[test]
fn every_time_is_a_whole_number_of_flicks() {
    for_all_traces(|id, _, lines| {
        for line in lines {
            for key in ["at_s", "end_s", "dt_s", "sim_s", "drawn_s"].into_iter().filter(|key| line.keys.contains_key(*key)) {
                line.flicks(key);
            }
            let flicks = line.number("at_s") * FLICKS;
            assert!((flicks - flicks.round()).abs() < 1e-6, "{id}: {}", line.text);
        }
    });
}

#[test]
fn thoughts_are_marked_and_counted_apart() {
    for_all_traces(|id, load, lines| {
        let (thoughts, steps): (Vec<&Line>, Vec<&Line>) =
            of_kind(lines, "update").into_iter().partition(|line| line.keys.contains_key("thought"));
        for thought in &thoughts {
            assert!(thought.text.ends_with(",\"thought\":true}"), "{}", thought.text);
            assert_eq!(thought.number("dt_s"), 0.0, "{}", thought.text);
        }
        assert_eq!(thoughts.is_empty(), id != "multi-rate", "{id}, {load:?}");
        let load: Vec<&str> = load.iter().copied().filter(|arg| *arg != "--bodies").collect();
        let told = &report(&[&["--strategy", id, "--seconds", "1.5"], &load[..]].concat())[0];
        assert_eq!((&told["thoughts"], &told["updates"]), (&thoughts.len().into(), &steps.len().into()), "{id}, {load:?}");
        let per_turn = lines.split(|line| line.kind() == "frame");
        let most = per_turn.map(|turn| of_kind(turn, "update").iter().filter(|line| !line.keys.contains_key("thought")).count());
        assert_eq!(told["updates_per_frame_max"], most.max().unwrap_or(0), "{id}, {load:?}");
    });
}

#[test]
fn lines_are_in_order_of_time() {
    for_all_traces(|id, load, lines| {
        for pair in lines.windows(2) {
            let (before, after) = (pair[0].flicks("at_s"), pair[1].flicks("at_s"));
            assert!(before <= after, "{id}, {load:?}: {} then {}", pair[0].text, pair[1].text);
            let late = before == after && pair[1].kind() == "display";
            assert!(!late, "{id}, {load:?}: {} before {}", pair[0].text, pair[1].text);
        }
    });
}

#[test]
fn a_trace_adds_up() {
    for_all_traces(|id, load, lines| {
        let mut sim = 0;
        let mut busy_until = 0;
        for line in lines.iter().filter(|line| line.kind() != "display") {
            let at = line.flicks("at_s");
            assert!(at >= busy_until, "{id}, {load:?}: starts while the computer is busy: {}", line.text);
            match line.kind() {
                "update" => {
                    sim += line.flicks("dt_s");
                    assert_eq!(line.flicks("sim_s"), sim, "{id}, {load:?}: {}", line.text);
                }
                "render" => assert_eq!(line.flicks("sim_s"), sim, "{id}, {load:?}: {}", line.text),
                _ => {}
            }
            if line.keys.contains_key("end_s") {
                busy_until = line.flicks("end_s");
                assert!(busy_until >= at);
            }
        }
        let (rendered, displayed) = (of_kind(lines, "render"), of_kind(lines, "display"));
        assert!(displayed.len() <= rendered.len());
        if !load.contains(&"off") {
            assert_eq!(displayed.len(), rendered.len(), "{id}: with vsync every frame is displayed");
        }
        let mut frames: Vec<i64> = rendered.iter().map(|render| render.flicks("drawn_s")).collect();
        for display in displayed {
            // Frames may be dropped, not invented and not reordered.
            let drawn = display.flicks("drawn_s");
            let place = frames.iter().position(|frame| *frame == drawn);
            let place = place.unwrap_or_else(|| panic!("{id}, {load:?}: no render event has {}", display.text));
            frames.drain(..=place);
        }
    });
}

#[test]
fn the_last_turn_is_printed_to_its_end() {
    for seconds in ["0.000001", "0.2", "1", "1.01"] {
        let end: f64 = seconds.parse().unwrap();
        for Run { id, load, lines } in &traces(seconds) {
            assert!(of_kind(lines, "frame").iter().all(|frame| frame.number("at_s") < end), "{id}, {load:?}");
            let last = lines.iter().rposition(|line| line.kind() == "frame");
            // A loop that starts later than the run ends prints nothing.
            let Some(last) = last else {
                assert!(lines.is_empty());
                continue;
            };
            // One loop draws only every other turn; its last operation of any turn but those is its update.
            let ends = |line: &Line| line.kind() == "render" || *id == "draw-every-nth" && line.kind() == "update";
            assert!(lines[last..].iter().any(ends), "{id}, {load:?}: the last turn is cut");
            let (render, display) = (of_kind(lines, "render"), of_kind(lines, "display"));
            let (render, display) = (render.last().unwrap(), display.last().unwrap());
            assert!(display.number("at_s") >= render.number("end_s"), "{id}, {load:?}: the last frame is displayed");
            assert_eq!(display.number("drawn_s"), render.number("drawn_s"));
        }
    }
}

#[test]
fn a_spiral_is_printed_to_its_end() {
    let lines = trace(&["--strategy", "semi-fixed", "--update-ms", "100", "--render-ms", "5", "--seconds", "3"]);
    assert!(of_kind(&lines, "frame").iter().all(|frame| frame.number("at_s") < 3.0));
    assert!(lines.last().unwrap().number("at_s") > 4.0, "the turn goes on for long");
    assert_eq!(lines.last().unwrap().kind(), "display");
}

#[test]
fn operations_cost_their_load_and_a_stall_strikes_once() {
    let args =
        ["--strategy", "fixed-interval", "--update-ms", "2", "--render-ms", "3", "--hitch", "0.25:40", "--hitch", "0.26:7"];
    let lines = trace(&[&args[..], &["--seconds", "1"]].concat());
    let cost = |line: &Line| line.flicks("end_s") - line.flicks("at_s");
    assert!(of_kind(&lines, "update").iter().all(|update| cost(update) == 2 * 705_600));
    let renders = of_kind(&lines, "render");
    let long: Vec<&&Line> = renders.iter().filter(|render| cost(render) != 3 * 705_600).collect();
    assert_eq!(long.iter().map(|render| cost(render)).sum::<i64>(), long.len() as i64 * 3 * 705_600 + 47 * 705_600);
    assert!(long.len() <= 2 && long[0].number("at_s") >= 0.25);
    let first = renders.iter().find(|render| render.number("at_s") >= 0.25).unwrap();
    assert_eq!(first.text, long[0].text, "the first frame at or after its time");
}

#[test]
fn a_frame_costs_at_least_a_tenth_of_a_millisecond() {
    let lines = trace(&["--strategy", "frame-based", "--render-ms", "0", "--vsync", "off", "--seconds", "0.01"]);
    let renders = of_kind(&lines, "render");
    assert_eq!(renders.len(), 100);
    assert!(renders.iter().all(|render| render.flicks("end_s") - render.flicks("at_s") == 70_560));
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
        let world = worlds::world(&tickscope_core::config::WorldChoice::new(kind.id), 0).unwrap();
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
fn a_presentation_without_alpha_changes_nothing() {
    // A rate that divides nothing, so that alpha is hardly ever a whole number.
    let load = ["--seconds", "1", "--refresh-hz", "59.94", "--wake-ms", "0:1", "--bodies"];
    for strategy in strategies::ALL {
        let plain = [&["trace", "--strategy", &*strategy.id][..], &load[..]].concat();
        let drawn = |how| good(&[&plain[..], &["--presentation", how]].concat());
        assert_eq!(drawn("latest") == drawn("interpolate"), !strategy.alpha, "{}", strategy.id);
        assert_eq!(drawn("latest") == drawn("extrapolate"), !strategy.alpha, "{}", strategy.id);
        assert_eq!(good(&plain), drawn(strategy.presentation.id()), "{}", strategy.id);
    }
}

#[test]
fn a_trace_is_repeatable_and_depends_on_the_seed() {
    let args = |seed| ["trace", "--strategy", "variable-delta", "--noise-ms", "10:40", "--wake-ms", "0:1", "--seed", seed];
    assert_eq!(good(&args("3")), good(&args("3")));
    assert_ne!(good(&args("3")), good(&args("4")));
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
