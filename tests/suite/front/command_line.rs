//! The command line as scripts see it: the real program, its output, and its refusals.

use serde_json::{Map, Value};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use tickscope::model::{strategies, worlds};
use tickscope::studio::claims;

const FLICKS: f64 = 705_600_000.0;

fn tickscope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tickscope"));
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    tickscope(args).output().expect("the program starts")
}

/// Standard output of a command line that is in order.
fn good(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(stdout).expect("UTF-8")
}

/// The one line on standard error of a command line that is not.
fn bad(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&stdout), "", "{args:?} printed something");
    assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{args:?} needs one line: {stderr}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    stderr
}

fn object(line: &str) -> Map<String, Value> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => object,
        other => panic!("not a JSON object: {line} ({other:?})"),
    }
}

/// One line of a trace. Numbers are read from the text by the standard library, which rounds correctly.
struct Line {
    text: String,
    keys: Map<String, Value>,
}

impl Line {
    fn of(text: &str) -> Line {
        Line { text: text.to_owned(), keys: object(text) }
    }

    fn kind(&self) -> &str {
        self.keys["event"].as_str().expect("a word")
    }

    fn number(&self, key: &str) -> f64 {
        let after = self.text.split_once(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {}", self.text)).1;
        let digits = after.split([',', '}']).next().unwrap_or_default();
        digits.parse().unwrap_or_else(|_| panic!("{key} in {}", self.text))
    }

    /// The exact flick that the number stands for.
    fn flicks(&self, key: &str) -> i64 {
        let seconds = self.number(key);
        let flicks = (seconds * FLICKS).round();
        assert_eq!((flicks / FLICKS).to_bits(), seconds.to_bits(), "{key} doesn't read back exactly in {}", self.text);
        flicks as i64
    }
}

fn trace(args: &[&str]) -> Vec<Line> {
    let text = good(&[&["trace"], args].concat());
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(Line::of).collect()
}

fn of_kind<'a>(lines: &'a [Line], kind: &str) -> Vec<&'a Line> {
    lines.iter().filter(|line| line.kind() == kind).collect()
}

fn ids() -> Vec<&'static str> {
    strategies::ALL.iter().map(|strategy| &*strategy.id).collect()
}

/// Some settings that make every kind of event and every kind of waiting come up.
const LOADS: [&[&str]; 5] = [
    &[],
    &["--update-ms", "3", "--render-ms", "25", "--hitch", "0.5:200"],
    &["--vsync", "off", "--refresh-hz", "59.94", "--wake-ms", "0:1", "--start-ms", "0.5"],
    &["--noise-ms", "10:40", "--seed", "5", "--refresh-hz", "165", "--timer-ms", "15.625", "--sleep-ms", "15.625"],
    &["--render-ms", "2", "--vsync", "off", "--scene", "thin-wall", "--bodies"],
];

/// Checks `check` on every strategy's trace under every load.
fn for_all_traces(seconds: &str, mut check: impl FnMut(&str, &[&str], &[Line])) {
    for id in ids() {
        for load in LOADS {
            let lines = trace(&[&["--strategy", id, "--seconds", seconds], load].concat());
            check(id, load, &lines);
        }
    }
}

#[test]
fn every_trace_line_is_json_with_its_keys_first_and_in_order() {
    for_all_traces("1.5", |id, _, lines| {
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
fn every_time_in_a_trace_reads_back_as_a_whole_number_of_flicks() {
    for_all_traces("1.5", |id, _, lines| {
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
fn a_thought_is_marked_in_the_trace_and_counted_apart_in_the_report() {
    for_all_traces("1.5", |id, load, lines| {
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
fn lines_are_in_order_of_time_and_displays_come_first() {
    for_all_traces("1.5", |id, load, lines| {
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
    for_all_traces("1.5", |id, load, lines| {
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
fn a_run_ends_with_the_last_turn_printed_to_its_end_and_what_it_rendered_displayed() {
    for seconds in ["0.000001", "0.2", "1", "1.01"] {
        for_all_traces(seconds, |id, load, lines| {
            let end: f64 = seconds.parse().unwrap();
            assert!(of_kind(lines, "frame").iter().all(|frame| frame.number("at_s") < end), "{id}, {load:?}");
            let last = lines.iter().rposition(|line| line.kind() == "frame");
            // A loop that starts later than the run ends prints nothing.
            let Some(last) = last else {
                assert!(lines.is_empty());
                return;
            };
            // One loop draws only every other turn; its last operation of any turn but those is its update.
            let ends = |line: &Line| line.kind() == "render" || id == "draw-every-nth" && line.kind() == "update";
            assert!(lines[last..].iter().any(ends), "{id}, {load:?}: the last turn is cut");
            let (render, display) = (of_kind(lines, "render"), of_kind(lines, "display"));
            let (render, display) = (render.last().unwrap(), display.last().unwrap());
            assert!(display.number("at_s") >= render.number("end_s"), "{id}, {load:?}: the last frame is displayed");
            assert_eq!(display.number("drawn_s"), render.number("drawn_s"));
        });
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
fn updates_cost_their_load_frames_theirs_and_a_hitch_strikes_once() {
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
fn bodies_are_added_to_updates_and_displays_only_when_asked_for() {
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
        let world = worlds::world(&tickscope::model::config::SceneChoice::new(kind.id), 0).unwrap();
        assert_eq!(counts, [world.bodies().len()], "{}", kind.id);
    }
}

#[test]
fn a_presentation_without_alpha_is_accepted_and_changes_nothing() {
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
fn the_same_arguments_give_the_same_bytes_and_another_seed_gives_others() {
    let args = |seed| ["trace", "--strategy", "variable-delta", "--noise-ms", "10:40", "--wake-ms", "0:1", "--seed", seed];
    assert_eq!(good(&args("3")), good(&args("3")));
    assert_ne!(good(&args("3")), good(&args("4")));
}

#[test]
fn a_flag_may_be_written_with_an_equals_sign_and_defaults_may_be_written_out() {
    let plain = good(&["report", "--format", "json"]);
    let defaults = "--seconds=10 --scene=runner --update-ms=0 --render-ms=5 --refresh-hz=60 --vsync=on --timer-ms=0 --sleep-ms=0 \
                    --wake-ms=0:0 --start-ms=0 --seed=0 --format=json";
    let written: Vec<&str> = ["report"].into_iter().chain(defaults.split_whitespace()).collect();
    assert_eq!(plain, good(&written));
}

/// What the contract lists.
const REPORT_KEYS: [&str; 22] = [
    "strategy",
    "seconds",
    "frames_rendered",
    "frames_displayed",
    "frames_dropped",
    "updates",
    "fps_mean",
    "one_percent_low_fps",
    "distinct_fps",
    "speed_ratio",
    "game_speed_ratio",
    "lost_s",
    "animation_error_mean_ms",
    "animation_error_max_ms",
    "jitter_ms",
    "state_age_mean_ms",
    "hitch_ms_per_s",
    "dt_min_s",
    "dt_max_s",
    "updates_per_frame_max",
    "cadence",
    "busy_percent",
];

fn report(args: &[&str]) -> Vec<Map<String, Value>> {
    let text = good(&[&["report", "--format", "json"], args].concat());
    let report = object(&text);
    report["panes"].as_array().expect("a list").iter().map(|pane| pane.as_object().expect("an object").clone()).collect()
}

fn names(panes: &[Map<String, Value>]) -> Vec<&str> {
    panes.iter().map(|pane| pane["strategy"].as_str().expect("a word")).collect()
}

#[test]
fn a_report_has_every_strategy_with_every_key() {
    for load in LOADS {
        let load: Vec<&str> = load.iter().copied().filter(|arg| *arg != "--bodies").collect();
        let panes = report(&load);
        assert_eq!(names(&panes), ids());
        for pane in panes {
            for key in REPORT_KEYS.into_iter().chain(["state_hash"]) {
                assert!(pane.contains_key(key), "{load:?}: {key} is missing in {pane:?}");
            }
            for (key, value) in &pane {
                let fits = match key.as_str() {
                    "strategy" | "scene" | "state_hash" => value.is_string(),
                    "world" => value.is_object(),
                    "cadence" | "input_to_display" => {
                        value.as_object().is_some_and(|c| c.iter().all(|(k, v)| k.parse::<u64>().is_ok() && v.is_u64()))
                    }
                    "wall_exposure_max" if pane["scene"] == "runner" => value.is_null(), // It has no wall.
                    _ => value.is_number(),
                };
                assert!(fits, "{load:?}: {key} is {value}");
            }
        }
    }
}

#[test]
fn a_report_names_the_strategies_asked_for_in_their_order() {
    let panes = report(&["--strategy", "semi-fixed", "--strategy", "frame-based"]);
    assert_eq!(names(&panes), ["semi-fixed", "frame-based"]);
}

#[test]
fn a_run_with_fewer_than_two_frames_has_null_and_not_nan() {
    for pane in report(&["--seconds", "0.001"]) {
        assert_eq!(pane["frames_displayed"], 1, "{pane:?}");
        for key in
            ["fps_mean", "distinct_fps", "one_percent_low_fps", "speed_ratio", "lost_s", "animation_error_mean_ms", "jitter_ms"]
        {
            assert!(pane[key].is_null(), "{key}: {pane:?}");
        }
    }
    assert!(!good(&["report", "--seconds", "0.001", "--format", "csv"]).contains("NaN"));
    assert!(!good(&["report", "--seconds", "0.001"]).contains("NaN"));
}

#[test]
fn the_csv_has_the_names_of_the_json_and_a_row_for_every_pane() {
    let args = ["--render-ms", "25", "--scene", "thin-wall", "--seconds", "3"];
    let json = report(&args);
    let csv = good(&[&["report", "--format", "csv"], &args[..]].concat());
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, json[0].keys().cloned().collect::<Vec<_>>());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("as many fields in every row");
    assert_eq!(rows.len(), json.len());
    for (row, pane) in rows.iter().zip(&json) {
        for (field, (key, value)) in row.iter().zip(pane) {
            match value {
                Value::String(text) => assert_eq!(field, text),
                // The text is the same; serde_json may read its last digit differently.
                Value::Number(number) => {
                    let (csv, json) = (field.parse::<f64>().unwrap(), number.as_f64().unwrap());
                    assert!((csv - json).abs() <= 1e-15 * json.abs(), "{key}: {csv} and {json}");
                }
                _ => {}
            }
        }
    }
}

/// Checks a table and answers its longest line.
fn widest(table: &str) -> usize {
    assert!(table.lines().all(|line| line.trim_end() == line), "no trailing blanks:\n{table}");
    table.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn tables_are_at_most_100_columns_wide() {
    for args in [
        &["list", "strategies"][..],
        &["list", "scenes"],
        &["report"],
        &["report", "--render-ms", "25"],
        &["report", "--render-ms", "45", "--update-ms", "3", "--vsync", "off"],
        &["report", "--scene", "thin-wall"],
        &["report", "--scene", "curve-and-wall", "--render-ms", "120"],
        &["report", "--seconds", "0.001"],
    ] {
        let table = good(args);
        assert!(widest(&table) <= 100, "{args:?} is {} wide:\n{table}", widest(&table));
    }
}

#[test]
fn tables_of_a_spiral_are_at_most_100_columns_wide() {
    for args in
        [&["report", "--update-ms", "100"][..], &["report", "--update-ms", "30", "--scene", "thin-wall", "--seconds", "30"]]
    {
        let table = good(args);
        assert!(widest(&table) <= 100, "{args:?} is {} wide:\n{table}", widest(&table));
    }
}

#[test]
fn a_table_names_every_strategy_in_a_row_of_its_own() {
    let table = good(&["report"]);
    for id in ids() {
        assert_eq!(table.lines().filter(|line| line.split_whitespace().next() == Some(id)).count(), 1, "{id}");
    }
}

#[test]
fn a_parameter_applies_to_those_strategies_that_have_it() {
    let (plain, set) = (report(&[]), report(&["--set", "ticks_per_s=30"]));
    for ((strategy, plain), set) in strategies::ALL.iter().zip(plain).zip(set) {
        assert_eq!(strategy.param("ticks_per_s").is_some(), plain != set, "{}", strategy.id);
    }
    let none = bad(&["report", "--strategy", "frame-based", "--strategy", "variable-delta", "--set", "ticks_per_s=30"]);
    assert!(none.contains("--set") && none.contains("ticks_per_s"), "{none}");
}

#[test]
fn the_last_of_two_values_for_one_parameter_holds() {
    let args = |values: &[&'static str]| {
        let set = values.iter().flat_map(|value| ["--set", value]);
        let args: Vec<&str> = ["--strategy", "frame-skip"].into_iter().chain(set).collect();
        report(&args)
    };
    assert_eq!(args(&["ticks_per_s=30", "ticks_per_s=20"]), args(&["ticks_per_s=20"]));
}

#[test]
fn the_lists_name_everything_in_both_formats() {
    let known = |what: &str| match what {
        "strategies" => ids(),
        _ => worlds::ALL.iter().map(|kind| kind.id).collect::<Vec<_>>(),
    };
    for what in ["strategies", "scenes"] {
        let json: Value = serde_json::from_str(&good(&["list", what, "--format", "json"])).expect("valid JSON");
        let listed: Vec<&str> = json.as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect();
        assert_eq!(listed, known(what));
        let table = good(&["list", what]);
        assert_eq!(table, good(&["list", what, "--format", "table"]));
        for id in known(what) {
            assert!(table.lines().any(|line| line.split_whitespace().next() == Some(id)), "{id} in {table}");
        }
    }
}

#[test]
fn the_claims_are_listed_and_run_by_their_ids() {
    let listed: Value = serde_json::from_str(&good(&["list", "claims", "--format", "json"])).expect("valid JSON");
    let listed = listed.as_array().expect("a list");
    assert_eq!(listed.len(), claims::all().count());
    for (entry, (article, claim)) in listed.iter().zip(claims::all()) {
        let keys: Vec<&String> = entry.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["id", "article", "where", "claim", "run", "measure", "expected", "holds", "why", "also"]);
        assert_eq!((&entry["id"], &entry["article"]), (&Value::from(&*claim.id), &Value::from(&*article.id)));
        let bounds = (entry["expected"]["min"].as_f64(), entry["expected"]["max"].as_f64());
        assert_eq!(bounds, (Some(claim.test.expected.min), Some(claim.test.expected.max)));
    }
    let table = good(&["list", "claims"]);
    assert!(claims::all().all(|(_, claim)| table.lines().any(|line| line.split_whitespace().next() == Some(&*claim.id))));

    // What a claim says of a run is what the run itself prints.
    let of = |id: &str| listed.iter().find(|entry| entry["id"] == id).expect("it is listed");
    let entry = of("diener-frame-based-slow");
    let args: Vec<&str> = entry["run"].as_str().expect("a line").split_whitespace().chain(["--format", "json"]).collect();
    let report: Value = serde_json::from_str(&good(&args)).expect("valid JSON");
    let printed = report.pointer(entry["measure"].as_str().expect("a pointer")).and_then(Value::as_f64);
    let made: Value =
        serde_json::from_str(&good(&["claims", "diener-frame-based-slow", "--format", "json"])).expect("valid JSON");
    assert_eq!(made[0]["measured"][0]["measured"].as_f64(), printed);
    assert_eq!(made[0]["measured"][0]["comes_out"], true);
    assert!(good(&["claims", "houx-six-fps", "diener-left-over"]).ends_with("2 claims: every number is as expected\n"));
}

#[test]
fn an_unknown_claim_is_refused_with_the_nearest() {
    let said = bad(&["claims", "houx-six-fpss"]);
    assert!(said.contains("'houx-six-fpss'") && said.contains("houx-six-fps"), "{said}");
    assert!(said.len() < 300, "{said}");
    assert!(bad(&["claims", "diener-left-over", "--format", "csv"]).contains("--format"));
    assert!(bad(&["list", "claim"]).contains("claims"));
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["trace", "--help"],
        &["report", "--help"],
        &["link", "--help"],
        &["list", "--help"],
        &["doctor", "--help"],
    ] {
        let help = good(args);
        assert!(help.contains("Usage: tickscope"), "{args:?}: {help}");
    }
    for option in ["--seconds", "--scene", "--hitch", "--noise-ms", "--presentation", "--set", "--bodies", "--wake-ms"] {
        assert!(good(&["trace", "--help"]).contains(option), "{option}");
    }
    assert_eq!(good(&["--version"]), format!("tickscope {}\n", env!("CARGO_PKG_VERSION")));
}

// --- What is refused -------------------------------------------------------------------------------------------------

#[test]
fn every_numeric_option_refuses_what_is_no_number_in_its_range() {
    let never = ["NaN", "nan", "inf", "-inf", "infinity", "-5", "", " ", "1e18", "ten", "5ms", "0x10", "1,5", "--", "5 5", "٣"];
    let options: [(&str, &[&str]); 13] = [
        ("--seconds", &["0", "-0", "86400.1", "1e-400"]),
        ("--update-ms", &["10000.1", "-0.001"]),
        ("--render-ms", &["10001"]),
        ("--refresh-hz", &["0", "0.5", "1000.5"]),
        ("--timer-ms", &["10001"]),
        ("--sleep-ms", &["10001"]),
        ("--start-ms", &["10001"]),
        ("--seed", &["-1", "1.5", "18446744073709551616", "1e3"]),
        ("--wake-ms", &["1", "1:", ":1", ":", "1:2:3", "2:1", "-1:5", "0:10001", "NaN:1", "0:inf", "1-2"]),
        ("--update-noise-ms", &["1", "1:", ":1", ":", "1:2:3", "40:10", "-1:5", "0:10001", "NaN:1", "0:inf", "a:b", ""]),
        ("--update-spike", &["5", "0:5", "1.5:5", "5:", ":5", "5:-1", "5:10001", "100001:5", "a:b", "5:NaN", ""]),
        ("--timer", &["GetTickCuont", "1", "", "gettimeofday(1)"]),
        ("--noise-ms", &["1", "1:", ":1", ":", "1:2:3", "40:10", "-1:5", "0:10001", "NaN:1", "0:inf", "a:b"]),
    ];
    for (option, own) in options {
        for value in never.iter().chain(own) {
            for command in [&["report"][..], &["trace", "--strategy", "frame-based"]] {
                let line = bad(&[command, &[option, value]].concat());
                assert!(line.contains(option), "'{value}': {line}");
                // Where a pair is wrong, the half that is wrong may be named alone.
                let (lo, hi) = value.split_once(':').unwrap_or((value, value));
                assert!([value, lo, hi].iter().any(|part| line.contains(&format!("'{part}'"))), "{option} '{value}': {line}");
            }
            // The other way to write it.
            bad(&["report", &format!("{option}={value}")]);
        }
    }
}

#[test]
fn hitches_that_are_not_a_moment_and_a_length_are_refused() {
    for value in [
        "", "5", "5:", ":5", ":", "a:b", "-1:5", "1:-5", "1:2:3", "NaN:5", "1:NaN", "inf:5", "1:inf", "1e18:5", "1:1e18",
        "86401:1",
    ] {
        let line = bad(&["report", "--hitch", "1:100", "--hitch", value]);
        assert!(line.contains("--hitch"), "{line}");
        assert!(line.contains('\''), "{line}");
    }
}

/// A command line, and what its refusal must name.
type Refused = (&'static [&'static str], &'static [&'static str]);

#[test]
fn unknown_names_and_words_are_refused_with_the_nearest_valid_one() {
    let table: &[Refused] = &[
        (&["trace", "--strategy", "variabel-delta"], &["--strategy", "'variabel-delta'", "did you mean 'variable-delta'"]),
        (&["trace", "--strategy", "Frame-Based"], &["--strategy", "'Frame-Based'", "did you mean 'frame-based'"]),
        (&["trace", "--strategy", "semi_fixed"], &["--strategy", "'semi_fixed'", "did you mean 'semi-fixed'"]),
        (&["trace", "--strategy", ""], &["--strategy", "''"]),
        (&["report", "--strategy", "frame-based", "--strategy", "frame-skipp"], &["--strategy", "did you mean 'frame-skip'"]),
        (&["report", "--scene", "runer"], &["--scene", "'runer'", "did you mean 'runner'"]),
        (&["report", "--scene", "thinwall"], &["--scene", "'thinwall'", "did you mean 'thin-wall'"]),
        (
            &["report", "--scene", "spring", "--scene-set", "integrator=rk5"],
            &["--scene-set integrator", "'rk5'", "did you mean 'rk4'"],
        ),
        (&["report", "--scene-set", "stop_an_go=on"], &["--scene-set", "'stop_an_go'", "did you mean 'stop_and_go'"]),
        (&["report", "--scene-set", "stop_and_go"], &["--scene-set", "'stop_and_go'", "NAME=VALUE"]),
        (&["report", "--scene", "thin-wall", "--scene-set", "a=1"], &["--scene-set", "a"]),
        (&["report", "--vsync", "maybe"], &["--vsync", "'maybe'", "on, off"]),
        (&["report", "--vsync", ""], &["--vsync", "''"]),
        (&["report", "--vsync", "ON"], &["--vsync", "'ON'", "did you mean 'on'"]),
        (&["report", "--presentation", "interpolated"], &["--presentation", "did you mean 'interpolate'"]),
        (&["report", "--presentation", "-5"], &["--presentation", "'-5'"]),
        (&["report", "--format", "xml"], &["--format", "'xml'", "table, json, csv"]),
        (&["report", "--format", "jsn"], &["--format", "'jsn'", "did you mean 'json'"]),
        (&["list", "scenes", "--format", "csv"], &["--format", "'csv'", "table, json"]),
        (&["list", "strategy"], &["list", "'strategy'", "did you mean 'strategies'"]),
        (&["reprot"], &["'reprot'", "did you mean 'report'"]),
        (&["tracee"], &["'tracee'", "did you mean 'trace'"]),
        (&["report", "--secnds", "5"], &["'--secnds'", "did you mean '--seconds'"]),
        (&["report", "--spike", "0:5"], &["--spike", "'0'"]),
        (&["report", "--spike", "1.5:5"], &["--spike", "'1.5'"]),
        (&["report", "--spike", "5"], &["--spike", "'5'", "EVERY:MS"]),
        (&["report", "--spike", "5:5", "--noise-ms", "1:2"], &["--spike", "--noise-ms"]),
        (&["report", "--update-spike", "0:5"], &["--update-spike", "'0'", "1 to 100000"]),
        (&["report", "--update-spike", "5"], &["--update-spike", "'5'", "EVERY:MS"]),
        (&["report", "--update-spike", "5:5", "--update-noise-ms", "1:2"], &["--update-spike", "--update-noise-ms"]),
        (&["report", "--timer", "GetTickCuont"], &["--timer", "'GetTickCuont'", "did you mean 'GetTickCount'?"]),
        (&["report", "--timer", "SDL_GetTicks", "--timer-ms", "2"], &["--timer", "'SDL_GetTicks'", "--timer-ms"]),
        (&["list", "timer"], &["list", "'timer'", "did you mean 'timers'?"]),
    ];
    for (args, named) in table {
        let line = bad(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
}

#[test]
fn parameters_that_no_loop_can_use_are_refused() {
    let table: &[Refused] = &[
        (
            &["trace", "--strategy", "beautiful-timer", "--set", "max_step=30"],
            &["--set", "'max_step'", "did you mean 'max_step_ms'"],
        ),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps"], &["--set", "'fps'", "NAME=VALUE"]),
        (&["trace", "--strategy", "fixed-fps", "--set", ""], &["--set", "''", "NAME=VALUE"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "=5"], &["--set"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps="], &["--set fps", "''"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=0"], &["--set fps", "'0'", "1 to 1000 Hz"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=1001"], &["--set fps", "'1001'"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=-5"], &["--set fps", "'-5'"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=NaN"], &["--set fps", "'NaN'"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=inf"], &["--set fps", "'inf'"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=1e18"], &["--set fps", "1 to 1000 Hz"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=fast"], &["--set fps", "'fast'"]),
        (&["trace", "--strategy", "fixed-fps", "--set", "fps=off"], &["--set fps", "'off'"]),
        (&["trace", "--strategy", "frame-skip", "--set", "max_frameskip=2.5"], &["--set max_frameskip", "'2.5'", "whole"]),
        (&["trace", "--strategy", "frame-skip", "--set", "max_frameskip=0"], &["--set max_frameskip", "'0'"]),
        (&["trace", "--strategy", "frame-based", "--set", "fps=30"], &["--set", "'fps'"]),
        (&["trace", "--strategy", "fixed-interval", "--set", "min_fps=100"], &["--set min_fps", "'100'", "fixed-interval"]),
        (&["report", "--set", "min_fps=100"], &["--set min_fps", "'100'", "fixed-interval"]),
        (&["trace", "--strategy", "fixed-interval", "--set", "max_fps=20"], &["min_fps", "max_fps"]),
        (
            &["trace", "--strategy", "frame-skip", "--set", "max_frameskip=off", "--update-ms", "20"],
            &["max_frameskip", "'off'", "frame-skip"],
        ),
        (
            &["trace", "--strategy", "frame-skip-predicted", "--set", "max_frameskip=off", "--update-ms", "40"],
            &["max_frameskip", "'off'"],
        ),
        (&["report", "--set", "max_frameskip=off", "--update-ms", "100"], &["max_frameskip", "'off'"]),
    ];
    for (args, named) in table {
        let line = bad(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
    // The same parameters with a load below the step are in order.
    good(&["report", "--strategy", "frame-skip", "--set", "max_frameskip=off", "--update-ms", "19", "--seconds", "1"]);
    good(&["report", "--strategy", "fixed-interval", "--set", "min_fps=60", "--seconds", "1"]);
}

#[test]
fn two_letters_changed_about_in_a_short_name_are_still_recognised() {
    let line = bad(&["trace", "--strategy", "fixed-fps", "--set", "fsp=30"]);
    assert!(line.contains("did you mean 'fps'"), "{line}");
}

#[test]
fn options_that_are_unknown_incomplete_twice_or_misplaced_are_refused() {
    let table: &[Refused] = &[
        (&["report", "--speed", "5"], &["'--speed'"]),
        (&["report", "-s", "5"], &["'-s'"]),
        (&["--wat"], &["'--wat'"]),
        (&["report", "extra"], &["'extra'"]),
        (&["list", "scenes", "more"], &["'more'"]),
        (&["report", "--bodies"], &["'--bodies'"]),
        (&["report", "--inputs"], &["'--inputs'"]),
        (&["trace", "--strategy", "frame-based", "--format", "json"], &["--format", "one of jsonl, chrome"]),
        (&["trace", "--strategy", "frame-based", "--bodies=3"], &["--bodies", "3"]),
        (&["list", "scenes", "--seed", "3"], &["'--seed'"]),
        (&["trace"], &["--strategy"]),
        (&["list"], &["WHAT"]),
        (&["help"], &["'help'"]),
        (&["report", "--seconds"], &["--seconds", "missing"]),
        (&["report", "--strategy"], &["--strategy", "missing"]),
        (&["report", "--set"], &["--set", "missing"]),
        (&["report", "--hitch"], &["--hitch", "missing"]),
        (&["report", "--seconds", "1", "--seconds", "2"], &["--seconds", "twice"]),
        (&["report", "--seed", "1", "--seed", "1"], &["--seed", "twice"]),
        (&["report", "--wake-ms", "0:1", "--wake-ms", "0:1"], &["--wake-ms", "twice"]),
        (&["report", "--format", "csv", "--format", "json"], &["--format", "twice"]),
        (&["trace", "--strategy", "frame-based", "--strategy", "frame-skip"], &["--strategy", "needs --format chrome"]),
        (&["trace", "--strategy", "frame-based", "--bodies", "--bodies"], &["--bodies", "twice"]),
    ];
    for (args, named) in table {
        let line = bad(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
}

#[test]
fn an_option_before_its_command_is_refused_by_name() {
    let line = bad(&["--seed", "1", "report"]);
    assert!(line.contains("--seed") || line.contains("report"), "{line}");
}

#[test]
fn whatever_is_typed_the_refusal_stays_on_one_short_line() {
    let long = "x".repeat(5000);
    for value in ["1\n2", "a\r\nb", "\u{1b}[31m", "\t", long.as_str()] {
        for option in ["--seconds", "--strategy", "--scene", "--set", "--hitch", "--seed", "--vsync"] {
            let line = bad(&["report", option, value]);
            assert!(line.contains(option), "{line}");
            assert!(!line.trim_end().chars().any(char::is_control), "{line:?}");
            assert!(line.chars().count() < 600, "{} characters", line.chars().count());
        }
    }
}

#[test]
fn a_misplaced_argument_with_a_line_break_stays_on_one_line_too() {
    for args in
        [&["a\nb"][..], &["report", "a\nb"], &["report", "--a\nb"], &["trace", "--strategy", "frame-based", "--bodies=a\nb"]]
    {
        bad(args);
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_refused_like_any_other() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for before in [&["report", "--scene"][..], &["report"], &[]] {
        let Output { status, stdout, stderr } = tickscope(before).arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
        let stderr = String::from_utf8_lossy(&stderr);
        assert_eq!((status.code(), stdout.len(), stderr.lines().count()), (Some(2), 0, 1), "{before:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

// --- Pipes -----------------------------------------------------------------------------------------------------------

#[test]
fn a_reader_that_has_seen_enough_ends_a_trace_quietly() {
    // A day's trace is gigabytes: it ends soon only because writing to a closed pipe ends it.
    let args = ["trace", "--strategy", "frame-based", "--seconds", "86400", "--bodies"];
    let mut child = tickscope(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..10 {
        object(&lines.next().unwrap().unwrap());
    }
    drop(lines);
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((complaint.as_str(), child.wait().unwrap().code()), ("", Some(0)));
}

/// What a command line does when its output is closed.
fn into_a_closed_pipe(args: &[&str]) -> (String, Option<i32>) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let Output { status, stderr, .. } = tickscope(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    (String::from_utf8_lossy(&stderr).into_owned(), status.code())
}

#[test]
fn nothing_panics_when_standard_output_is_closed() {
    for args in [
        &["trace", "--strategy", "frame-based"][..],
        &["report", "--seconds", "1"],
        &["report", "--seconds", "1", "--format", "json"],
        &["report", "--seconds", "1", "--format", "csv"],
        &["list", "strategies"],
        &["list", "scenes", "--format", "json"],
    ] {
        assert_eq!(into_a_closed_pipe(args), (String::new(), Some(0)), "{args:?}");
    }
}

#[test]
fn the_help_does_not_panic_when_standard_output_is_closed() {
    for args in [&["--help"][..], &["--version"], &["trace", "--help"]] {
        assert_eq!(into_a_closed_pipe(args), (String::new(), Some(0)), "{args:?}");
    }
}

#[test]
fn a_refusal_keeps_its_exit_code_when_standard_error_is_closed() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = tickscope(&["report", "--seconds", "x"]).stdout(Stdio::null()).stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

// --- Scenarios, Chrome traces and films --------------------------------------------------------------------------------

/// A file of this test's own, with this text.
fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("tickscope-cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the file is written");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_scenario_gives_report_and_trace_their_panes_commands_and_length() {
    let report: Value = serde_json::from_str(&good(&["report", "--scenario", "slow-motion", "--format", "json"])).unwrap();
    let panes = report["panes"].as_array().unwrap();
    let ids: Vec<&str> = panes.iter().map(|pane| pane["strategy"].as_str().unwrap()).collect();
    assert_eq!(ids, ["frame-based", "variable-delta", "clamped-accumulator", "frame-skip-predicted"]);
    assert_eq!(panes[0]["seconds"], 12.0);
    // 3 s at full speed, 3 s at half, 3 s at a third, 3 s at full.
    let speed = panes[0]["speed_ratio"].as_f64().unwrap();
    assert!((speed - 8.5 / 12.0).abs() < 0.01, "{speed}");
    assert!(good(&["report", "--scenario", "slow-motion"]).contains("3 commands"));

    let lines = trace(&["--scenario", "slow-motion", "--pane", "B", "--seconds", "4"]);
    let displays = of_kind(&lines, "display").len();
    assert!((205..=215).contains(&displays), "3 s at 60 a second and 1 s at 30: {displays}");
    let lines = trace(&["--scenario", "slow-motion", "--strategy", "frame-based", "--render-ms", "40", "--seconds", "1"]);
    assert!(of_kind(&lines, "display").len() <= 21, "options change the scenario");
}

#[test]
fn a_scenario_is_found_by_name_file_and_share_code() {
    let text = tickscope::studio::scenario::builtin::find("hitch").unwrap().text;
    let path = file("hitch.toml", text);
    let code = tickscope::studio::scenario::code::write(&tickscope::studio::scenario::Scenario::parse("hitch", text).unwrap());
    let by = |name: &str| good(&["report", "--scenario", name, "--format", "csv"]);
    assert_eq!(by("hitch"), by(&path));
    assert_eq!(by("hitch"), by(&code));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_link_is_printed_under_its_share_code_and_opens_what_it_was_made_of() {
    const PAGE: &str = "https://example.org/tickscope/";
    let printed = good(&["link", "--scenario", "hitch", "--base", PAGE]);
    let (code, link) = printed.trim_end().split_once('\n').expect("two lines");
    assert_eq!(link, format!("{PAGE}#{code}"));
    let by = |name: &str| good(&["report", "--scenario", name, "--format", "csv"]);
    assert_eq!(by("hitch"), by(code));
    assert_eq!(by("hitch"), by(link));
    let bare = good(&["link", "--scenario", link]);
    assert_eq!(bare, format!("{code}\n#{code}\n"), "a link is a scenario like any other, and no address is remembered here");
    assert!(good(&["link", "--strategy", "semi-fixed", "--render-ms", "30"]).lines().count() == 2);
}

#[test]
fn a_code_that_is_too_long_for_a_link_is_printed_alone_and_standard_error_says_why() {
    let hitch = |n: u32| format!("--hitch={}:{}", f64::from(n).sqrt(), 1000.0 / f64::from(n));
    let hitches: Vec<String> = (1..700).map(hitch).collect();
    let args: Vec<&str> = ["link", "--strategy", "semi-fixed"].into_iter().chain(hitches.iter().map(String::as_str)).collect();
    let Output { status, stdout, stderr } = run(&args);
    assert_eq!(status.code(), Some(1));
    let (code, why) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(code.starts_with("tickscope1-") && code.lines().count() == 1 && code.len() > 8000, "{}", code.len());
    assert!(why.contains("too many for a link") && why.contains("as a file") && why.lines().count() == 1, "{why}");
}

#[test]
fn an_address_that_no_link_can_begin_with_is_refused_before_anything_starts() {
    for address in ["example.org", "ftp://example.org", "https://example.org/#top", "https://a b", "https://", "javascript:0"] {
        for command in [&["link"][..], &[]] {
            let line = bad(&[command, &["--base", address]].concat());
            assert!(line.contains("--base: '") && line.contains("https://"), "{line}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_scenario_is_told_in_one_line() {
    let typo = file("typo.toml", "tickscope = 1\n\n[computer]\nrendr_ms = 5\n[[panes]]\nstrategy = \"semi-fixed\"\n");
    let newer = file("newer.toml", "tickscope = 99\n");
    let table: &[(&[&str], &[&str])] = &[
        (&["report", "--scenario", "spirall"], &["--scenario", "'spirall'", "did you mean 'spiral'"]),
        (&["report", "--scenario", "./none.toml"], &["--scenario", "./none.toml", "can't be read"]),
        (&["report", "--scenario", "/"], &["--scenario", "/: can't be read"]),
        (&["report", "--scenario", &typo], &["line 4", "rendr_ms", "did you mean 'render_ms'"]),
        (&["--scenario", &newer], &["line 1", "newer tickscope"]),
        (&["report", "--scenario", "tickscope1-AAAA"], &["share code: damaged"]),
        (&["link", "--scenario", "https://example.org/#tickscope1-AAAA"], &["--scenario: link: damaged"]),
        (&["link", "--scenario", "https://example.org/#tickscope7-AAAA"], &["another tickscope", "version 7"]),
        (&["report", "--scenario", "spiral", "--scenario", "hitch"], &["--scenario", "twice"]),
        (&["trace", "--scenario", "hitch", "--pane", "E"], &["--pane", "'E'", "A to D"]),
        (&["trace", "--scenario", "hitch", "--pane", "AB"], &["--pane", "'AB'"]),
        (&["list", "scenario"], &["'scenario'", "did you mean 'scenarios'"]),
    ];
    for (args, named) in table {
        let line = bad(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
    for path in [typo, newer] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_chrome_trace_names_every_pane_and_goes_to_a_file_whole_or_not_at_all() {
    let printed: Value =
        serde_json::from_str(&good(&["trace", "--scenario", "spiral", "--format", "chrome", "--seconds", "2"])).unwrap();
    let names = printed["traceEvents"].as_array().unwrap().iter().filter(|event| event["name"] == "process_name");
    assert_eq!(names.count(), 3);
    let path = file("trace.json", "what was there before");
    good(&["trace", "--strategy", "semi-fixed", "--format", "chrome", "--seconds", "0.1", "-o", &path]);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(written["traceEvents"].as_array().unwrap().len() > 10);
    std::fs::remove_file(&path).unwrap();
    assert!(bad(&["trace", "--strategy", "semi-fixed", "-o", "/no/such/folder/t.jsonl"]).contains("/no/such/folder"));
}

#[test]
fn films_that_cannot_be_made_are_refused_by_name() {
    let table: &[Refused] = &[
        (&["record"], &["--output"]),
        (&["record", "-o", "film.avi"], &["--output", "film.avi", "mp4"]),
        (&["record", "-o", "film.gif", "--fps", "60"], &["--fps", "'60'", "50"]),
        (&["record", "-o", "film.mp4", "--fps", "0"], &["--fps", "'0'"]),
        (&["record", "-o", "film.mp4", "--fps", "29.97"], &["--fps", "'29.97'"]),
        (&["record", "-o", "film.mp4", "--size", "1280"], &["--size", "'1280'", "1280x720"]),
        (&["record", "-o", "film.mp4", "--size", "10x99999"], &["--size", "'10x99999'"]),
        (&["record", "-o", "film.mp4", "--speed", "0"], &["--speed", "'0'"]),
        (&["record", "-o", "film.mp4", "--theme", "blue"], &["--theme", "'blue'", "dark, light"]),
        (&["record", "-o", "film.mp4", "--pane", "E"], &["--pane", "'E'", "A to D"]),
        (&["record", "-o", "film.mp4", "--seconds", "86400"], &["216000"]),
        (&["record", "-o", "film.mp4", "--seconds", "nan"], &["--seconds", "'nan'"]),
    ];
    for (args, named) in table {
        let line = bad(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
}

#[test]
fn inputs_are_traced_only_when_they_are_asked_for_and_change_no_other_line() {
    let args = ["trace", "--strategy", "fixed-interpolated", "--seconds", "3"];
    let plain = good(&args);
    let with = good(&[&args[..], &["--inputs"]].concat());
    let is_new = |line: &&str| line.starts_with(r#"{"event":"input""#) || line.starts_with(r#"{"event":"answer""#);
    assert!(!plain.lines().any(|line| is_new(&line)));
    let others: Vec<&str> = with.lines().filter(|line| !is_new(line)).collect();
    assert_eq!(others, plain.lines().collect::<Vec<_>>());
    assert_eq!(with.lines().filter(is_new).count(), 10, "five inputs in three seconds, each with its answer");
}

/// The program where no file may grow beyond a few kilobytes, as on a disk that is nearly full.
#[cfg(unix)]
fn where_files_stay_small(args: &[&str]) -> Output {
    // A signal that is ignored stays ignored in the program, which then gets an error instead.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_tickscope")])
        .args(args)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("the shell starts")
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named_in_the_one_line_about_it() {
    let folder = std::env::temp_dir().join(format!("tickscope-full-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("trace.jsonl");
    let name = path.to_string_lossy().into_owned();
    for format in ["jsonl", "chrome"] {
        let args = ["trace", "--strategy", "variable-delta", "--format", format, "-o", &name];
        let Output { status, stdout, stderr } = where_files_stay_small(&args);
        let stderr = String::from_utf8(stderr).expect("UTF-8");
        assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.starts_with(&format!("tickscope: {name}: can't be written (")), "{stderr}");
        assert!(!stderr.contains("standard output") && !stderr.contains("film"), "{stderr}");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left");
    }
    std::fs::remove_dir_all(folder).expect("it is empty");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_a_file_is_refused_by_name_and_full_standard_output_by_its_own() {
    let refused = bad(&["trace", "--strategy", "variable-delta", "-o", "/dev/full"]);
    assert_eq!(refused, "tickscope: /dev/full: is no ordinary file; name another file\n");
    for args in [
        &["report", "--strategy", "variable-delta", "--seconds", "1"][..],
        &["report", "--strategy", "variable-delta", "--seconds", "1", "--format", "csv"],
        &["report", "--strategy", "variable-delta", "--seconds", "1", "--format", "json"],
        &["trace", "--strategy", "variable-delta", "--seconds", "1"],
        &["trace", "--strategy", "variable-delta", "--seconds", "1", "--format", "chrome"],
        &["list", "scenes"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let Output { status, stderr, .. } = tickscope(args).stdout(full).output().expect("the program starts");
        let stderr = String::from_utf8(stderr).expect("UTF-8");
        assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
        assert_eq!(stderr, "tickscope: standard output: No space left on device (os error 28)\n", "{args:?}");
    }
}

#[test]
fn a_loop_that_needs_a_formula_is_refused_where_there_is_none_and_left_out_of_a_report_of_all() {
    for kind in worlds::ALL {
        let named = ["--scene", kind.id, "--strategy", "closed-form", "--seconds", "0.1"];
        let Some(why) = kind.closed_form.lack() else {
            good(&[&["report"], &named[..]].concat());
            continue;
        };
        for args in [&["report"][..], &["trace"], &["record", "-o", "never.png"], &[]] {
            let line = bad(&[args, &named[..]].concat().into_iter().take(args.len() + 4).collect::<Vec<_>>());
            assert!(line.contains("--strategy: 'closed-form'") && line.contains(why) && line.contains(kind.id), "{line}");
        }
        let all = ["report", "--scene", kind.id, "--seconds", "0.1"];
        let table = good(&all);
        assert!(table.contains("closed-form is left out") && table.contains(why), "{table}");
        let json: Value = serde_json::from_str(&good(&[&all[..], &["--format", "json"]].concat())).expect("JSON");
        assert_eq!(json["panes"].as_array().map(Vec::len), Some(strategies::ALL.len() - 1));
        assert!(json["notes"][0].as_str().is_some_and(|note| note.contains(why)), "{}", json["notes"]);
        // A table for spreadsheets stays one; the note goes elsewhere.
        let csv = run(&[&all[..], &["--format", "csv"]].concat());
        assert_eq!(String::from_utf8_lossy(&csv.stdout).lines().count(), strategies::ALL.len());
        assert!(String::from_utf8_lossy(&csv.stderr).contains(why));
    }
    let listed: Value = serde_json::from_str(&good(&["list", "scenes", "--format", "json"])).expect("JSON");
    for (scene, kind) in listed.as_array().expect("an array").iter().zip(worlds::ALL) {
        assert_eq!(scene["has_closed_form"], kind.closed_form.lack().is_none());
        assert_eq!(scene["closed_form"], kind.closed_form.about());
    }
}
