//! The output of `tickscope report`, `list` and `claims`, as JSON, CSV and tables.

use super::program::{LOADS, bad, good, ids, report, run};
use serde_json::{Map, Value};
use std::process::Output;
use tickscope::studio::claims;
use tickscope_core::model::{strategies, worlds};

/// The keys of the contract.
const REPORT_KEYS: [&str; 23] = [
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
    "behind_s",
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

fn names(panes: &[Map<String, Value>]) -> Vec<&str> {
    panes.iter().map(|pane| pane["strategy"].as_str().expect("a word")).collect()
}

#[test]
fn a_report_has_every_strategy_with_every_key() {
    // The experiments of all loops' findings under every load would take minutes.
    let loads = LOADS.iter().zip(strategies::ALL).map(|(load, strategy)| {
        let load = load.iter().copied().filter(|arg| *arg != "--bodies");
        ["--strategy", &strategy.id].into_iter().chain(load).collect()
    });
    for load in [vec!["--seconds", "2"]].into_iter().chain(loads) {
        let load: Vec<&str> = load;
        let panes = report(&load);
        assert!(load.contains(&"--strategy") || names(&panes) == ids());
        for pane in panes {
            for key in REPORT_KEYS.into_iter().chain(["state_hash"]) {
                assert!(pane.contains_key(key), "{load:?}: {key} is missing in {pane:?}");
            }
            for (key, value) in &pane {
                let fits = match key.as_str() {
                    "strategy" | "scene" | "state_hash" => value.is_string(),
                    "world" => value.is_object(),
                    "findings" | "told" => value.as_array().is_some_and(|findings| !findings.is_empty()),
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
        // The first callback comes at the first refresh, when the run is over.
        let is_called = pane["strategy"].as_str().is_some_and(|id| id.starts_with("callback-") || id == "phaser-smoothed");
        assert_eq!(pane["frames_displayed"], u64::from(!is_called), "{pane:?}");
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
    // Findings have no room in a row.
    let keys: Vec<String> = json[0].keys().filter(|key| !["findings", "told"].contains(&key.as_str())).cloned().collect();
    assert_eq!(header, keys);
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
        &["list"][..],
        &["list", "strategies"],
        &["list", "scenes"],
        &["report"],
        &["report", "--render-ms", "45", "--update-ms", "3", "--vsync", "off"],
        &["report", "--scene", "curve-and-wall", "--render-ms", "120"],
        &["report", "--seconds", "0.001"],
        &["report", "--update-ms", "30", "--scene", "thin-wall", "--seconds", "30"],
    ] {
        let table = good(args);
        assert!(widest(&table) <= 100, "{args:?} is {} wide:\n{table}", widest(&table));
    }
}

#[test]
fn the_findings_of_a_report_have_their_keys_and_a_table_tells_the_worst_first() {
    let panes = report(&["--render-ms", "70", "--at", "6"]);
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let mut words = std::collections::BTreeSet::new();
    for finding in panes.iter().flat_map(|pane| pane["findings"].as_array().expect("a list")) {
        let when = ["kind", "tone", "value", "unit", "text", "from_s", "to_s", "short", "regime"];
        let hitches = if finding["kind"] == "hitch" { &["hitches"][..] } else { &[] };
        assert_eq!(keys(finding), [&when[..], &["experiment", "control", "event", "causes"], hitches].concat());
        assert_eq!(keys(&finding["regime"]), ["from_s", "settings"]);
        assert!(["right", "note", "wrong"].contains(&finding["tone"].as_str().expect("a word")));
        assert!(finding["text"].as_str().is_some_and(|text| text.chars().count() <= 60), "{finding}");
        assert_eq!(finding["to_s"], 6.0);
        words.insert(finding["experiment"].as_str().expect("a word").to_owned());
        let causes = finding["causes"].as_array().expect("a list");
        assert_eq!(finding["experiment"] == "found", !causes.is_empty());
        for cause in causes {
            assert_eq!(keys(cause), ["role", "changes", "value_without", "text"]);
            assert!(["cause", "cure"].contains(&cause["role"].as_str().expect("a word")));
            for change in cause["changes"].as_array().expect("a list") {
                assert_eq!(keys(change), ["path", "from", "to"]);
                assert!(change["from"] != change["to"], "{change}");
            }
        }
    }
    assert!(words.contains("found"), "{words:?}");
    let table = good(&["report", "--render-ms", "18"]);
    let of = |id: &str| table.lines().rfind(|line| line.split_whitespace().next() == Some(id)).map(str::to_owned);
    // The last paragraph is the way to the advice.
    let told = table.lines().rev().skip_while(|line| !line.is_empty()).skip(1);
    let headlines: Vec<String> = told.take_while(|line| !line.is_empty()).map(str::to_owned).collect();
    assert!(of("frame-based").is_some_and(|line| line.contains("Slow motion") && headlines.contains(&line)), "{table}");
    let is_right = |line: &String| line.contains("Right speed");
    assert!(headlines.iter().rev().map(is_right).is_sorted(), "{table}");
    let early = bad(&["report", "--seconds", "5", "--at", "6"]);
    assert!(early.contains("--at"), "{early}");
}

#[test]
fn findings_are_told_as_spans_of_the_whole_run() {
    let args = ["findings", "--strategy", "frame-based", "--hitch", "4:500"];
    let json: Value = serde_json::from_str(&good(&[&args[..], &["--format", "json"]].concat())).expect("valid JSON");
    let findings = json["panes"][0]["findings"].as_array().expect("a list");
    assert!(
        findings.iter().any(|finding| finding["event"]["kind"] == "stall" && finding["event"]["at_s"] == 4.0),
        "{findings:?}"
    );
    for finding in findings {
        let (from, to) = (finding["from_s"].as_f64().expect("a number"), finding["to_s"].as_f64().expect("a number"));
        assert!((to - from < 0.299) == (finding["short"] == true) && to <= 10.0, "{finding}");
    }
    let text = good(&[&args[..], &["--all"]].concat());
    assert!(findings.iter().all(|finding| text.contains(finding["text"].as_str().expect("a text"))), "{text}");
}

#[test]
fn findings_are_told_once_and_say_in_json_which_spans_they_are_made_of() {
    let args =
        ["findings", "--strategy", "variable-delta", "--strategy", "fixed-interpolated", "--spike", "60:200", "--hitch", "2:20"];
    let json: Value = serde_json::from_str(&good(&[&args[..], &["--format", "json"]].concat())).expect("valid JSON");
    let text = good(&args);
    let every = good(&[&args[..], &["--all"]].concat());
    assert!(text.lines().count() < every.lines().count() / 2, "{text}\n{every}");
    for pane in json["panes"].as_array().expect("a list") {
        let findings = pane["findings"].as_array().expect("a list");
        let mut used = std::collections::BTreeSet::new();
        let mut kinds = std::collections::BTreeSet::new();
        for entry in pane["told"].as_array().expect("a list") {
            let spans: Vec<u64> = entry["findings"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
            assert_eq!(entry["times"], spans.len(), "{entry}");
            assert!(spans.contains(&entry["worst"].as_u64().expect("an index")), "{entry}");
            for span in &spans {
                let finding = &findings[*span as usize];
                assert_eq!(finding["kind"], entry["kind"]);
                assert!(used.insert(*span), "{span} is told twice");
                let seconds = |of: &Value, key: &str| of[key].as_f64().expect("a number");
                assert!(seconds(entry, "from_s") <= seconds(finding, "from_s"), "{entry} {finding}");
                assert!(seconds(entry, "to_s") >= seconds(finding, "to_s"), "{entry} {finding}");
            }
            assert!(text.contains(entry["text"].as_str().expect("a text")), "{entry}\n{text}");
            let what = [&entry["kind"], &entry["tone"], &entry["event"]].map(ToString::to_string);
            assert!(kinds.insert(what), "{entry} is told twice");
        }
    }
}

#[test]
fn a_finding_of_hitches_has_each_of_them_in_json() {
    let args = ["findings", "--strategy", "variable-delta-wait", "--vsync", "off", "--wake-ms", "0.06:0.6", "--render-ms", "2"];
    let json: Value = serde_json::from_str(&good(&[&args[..], &["--format", "json"]].concat())).expect("valid JSON");
    let pane = &json["panes"][0];
    let findings = pane["findings"].as_array().expect("a list");
    let of_hitches: Vec<&Value> = findings.iter().filter(|finding| finding["kind"] == "hitch").collect();
    assert!(!of_hitches.is_empty(), "{findings:?}");
    for finding in of_hitches {
        let hitches = finding["hitches"].as_array().expect("a list");
        assert!(finding["text"].as_str().expect("a text").contains(&format!("{} hitches", hitches.len())), "{finding}");
        let moments: Vec<f64> = hitches.iter().map(|hitch| hitch["at_s"].as_f64().expect("a number")).collect();
        assert!(moments.is_sorted_by(|one, next| one < next), "{moments:?}");
        assert!(hitches.iter().all(|hitch| hitch["ms"].as_f64().is_some_and(|ms| (ms - 100.0 / 3.0).abs() < 0.1)), "{hitches:?}");
    }
}

#[test]
fn a_parameter_applies_to_those_strategies_that_have_it() {
    let [plain, set] = [&[][..], &["--set", "ticks_per_s=30"]].map(|set| good(&[&["report", "--format", "csv"], set].concat()));
    for (strategy, (plain, set)) in strategies::ALL.iter().zip(plain.lines().zip(set.lines()).skip(1)) {
        assert_eq!(strategy.param("ticks_per_s").is_some(), plain != set, "{}", strategy.id);
    }
    let none = bad(&["report", "--strategy", "frame-based", "--strategy", "variable-delta", "--set", "ticks_per_s=30"]);
    assert!(none.contains("--set") && none.contains("ticks_per_s"), "{none}");
}

#[test]
fn a_flag_may_be_written_with_an_equals_sign_and_defaults_may_be_written_out() {
    let plain = good(&["report", "--format", "csv"]);
    let defaults = "--seconds=10 --scene=runner --update-ms=0 --render-ms=5 --refresh-hz=60 --vsync=on --timer-ms=0 --sleep-ms=0 \
                    --wake-ms=0:0 --start-ms=0 --seed=0 --format=csv";
    let written: Vec<&str> = ["report"].into_iter().chain(defaults.split_whitespace()).collect();
    assert_eq!(plain, good(&written));
}

#[test]
fn list_alone_lists_the_lists() {
    let json: Value = serde_json::from_str(&good(&["list", "--format", "json"])).expect("valid JSON");
    let lists = json.as_array().expect("a list");
    assert_eq!(lists.len(), 7);
    for list in lists {
        assert!(!good(&["list", list["id"].as_str().expect("a word")]).is_empty());
    }
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
    assert_eq!(listed.len(), claims::article::all().count());
    for (entry, (article, claim)) in listed.iter().zip(claims::article::all()) {
        assert_eq!(entry.get("seeds").and_then(Value::as_u64), claim.test.seeds);
        for (key, text) in [("control", &claim.test.control), ("as_compiled", &claim.as_compiled)] {
            assert_eq!(entry.get(key).and_then(Value::as_str), text.as_deref(), "{key} of {}", claim.id);
        }
        let optional = ["seeds", "control", "as_compiled"];
        let keys = entry.as_object().expect("an object").keys().filter(|key| !optional.contains(&key.as_str()));
        let keys: Vec<&String> = keys.collect();
        assert_eq!(keys, ["id", "article", "where", "claim", "run", "measure", "expected", "holds", "why", "also"]);
        assert_eq!((&entry["id"], &entry["article"]), (&Value::from(&*claim.id), &Value::from(&*article.id)));
        let bounds = (entry["expected"]["min"].as_f64(), entry["expected"]["max"].as_f64());
        assert_eq!(bounds, (Some(claim.test.expected.min), Some(claim.test.expected.max)));
    }
    let table = good(&["list", "claims"]);
    assert!(
        claims::article::all().all(|(_, claim)| table.lines().any(|line| line.split_whitespace().next() == Some(&*claim.id)))
    );

    // The numbers of a claim are those that the run itself prints.
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

fn words(args: &str) -> Vec<&str> {
    args.split(' ').collect()
}

/// Returns the output of a measurement on the real clock.
fn measured(args: &str) -> String {
    let Output { status, stdout, stderr } = run(&words(args));
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!(status.code(), Some(0), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "one line says how long it takes: {stderr}");
    String::from_utf8(stdout).expect("UTF-8")
}

#[test]
fn the_report_on_the_real_clock_prints_both_halves_in_every_format() {
    let args = "report --clock real --seconds 0.1 --strategy frame-based --strategy fixed-interpolated --format ";
    let json: Value = serde_json::from_str(&measured(&format!("{args}json"))).unwrap();
    assert_eq!((json["clock"].as_str(), json["panes"].as_array().map(Vec::len)), (Some("real"), Some(2)));
    let pane = json["panes"][1].as_object().unwrap();
    let keys: Vec<&str> = pane.keys().map(String::as_str).collect();
    assert_eq!(keys, ["strategy", "predicted", "measured", "difference", "lateness", "cut_off", "processor"]);
    for half in ["predicted", "measured"] {
        for key in ["strategy", "seconds", "frames_displayed", "speed_ratio", "busy_percent", "cadence", "state_hash"] {
            assert!(!pane[half][key].is_null(), "{half} has no {key}");
        }
    }
    for key in ["fps_mean", "speed_ratio", "animation_error_mean_ms", "updates_per_s", "dt_max_s", "busy_percent"] {
        assert!(pane["difference"][key].is_number(), "no difference in {key}");
    }
    assert!(pane["lateness"]["display"]["p95_ms"].is_number() && pane["lateness"]["sleep"].is_null());
    assert!(pane["lateness"]["all"]["fitted_tail_probability"].is_number() && pane["lateness"]["gpu"].is_null());

    let csv = measured(&format!("{args}csv"));
    let rows: Vec<usize> = csv.lines().map(|row| row.split(',').count()).collect();
    assert!(rows.len() == 3 && rows.iter().all(|cells| *cells == rows[0]), "{csv}");
    assert!(csv.starts_with("strategy,fps_mean_predicted,") && csv.contains(",busy_percent_difference,"), "{csv}");

    let table = measured(&format!("{args}table"));
    for word in ["fixed-interpolated", "virtual", "real", "by", "late", "--wake-tail", "not as set"] {
        assert!(table.contains(word), "no {word} in {table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 110), "{table}");
}

#[test]
fn a_clock_that_does_not_exist_is_refused_in_one_line_and_the_virtual_one_is_the_default() {
    for (args, said) in [
        ("report --clock rael", "--clock: 'rael' is not allowed (did you mean 'real'?); one of virtual, real"),
        ("report --clock real --seconds 3601", "--seconds: '3601' is not allowed; above 0, at most 3600 s on the real clock"),
    ] {
        let Output { status, stdout, stderr } = run(&words(args));
        assert_eq!((status.code(), stdout.len()), (Some(2), 0));
        assert_eq!(String::from_utf8(stderr).unwrap(), format!("tickscope: {said}\n"));
    }
    let (virtually, usually) = (run(&words("report --clock virtual --seconds 1")), run(&words("report --seconds 1")));
    assert_eq!((virtually.stdout, virtually.stderr), (usually.stdout, usually.stderr));
}

#[test]
fn the_last_line_of_a_table_is_the_command_that_asks_which_loop_under_the_same_load() {
    let args =
        ["report", "--strategy", "semi-fixed", "--render-ms", "25", "--seconds=1", "--set", "max_step_hz=50", "--wake-ms", "0:1"];
    let table = good(&args);
    let last = table.trim_end().lines().last().expect("it has lines").to_owned();
    assert_eq!(last, "Which loop? tickscope advise --render-ms 25 --wake-ms 0:1");
    for format in ["json", "csv"] {
        let other = good(&[&args[..], &["--format", format]].concat());
        assert!(!other.contains("Which loop?"), "{other}");
    }
}
