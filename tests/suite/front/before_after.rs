//! `report --before … --after …`: captures from before and after a change, as a script compares them.

use super::program::{bad, check_refusals, file, good, object, refused};
use serde_json::Value;

/// Returns a file of 1500 frames of `ms` and a hitch of 60 ms more in every `every` frames.
fn capture(name: &str, ms: f64, every: usize) -> String {
    let row = |n: usize| format!("{}\n", ms + if n % every == every / 2 { 60.0 } else { 0.0 });
    file(name, &format!("frametime\n{}", (0..1500).map(row).collect::<String>()))
}

#[test]
fn a_change_of_a_game_is_told_in_five_numbers_and_a_sentence() {
    let [before, after] = [capture("before.csv", 20.0, 50), capture("after.csv", 16.0, 250)];
    let sides = ["--before", before.as_str(), "--after", after.as_str()];
    let text = good(&[&["report"][..], &sides].concat());
    for says in ["before ", "after ", "The mean from ", "hitches from ", "changed", "1000 times", "1500 rows"] {
        assert!(text.contains(says), "{says}: {text}");
    }
    let json = object(&good(&[&["report", "--format", "json"][..], &sides].concat()));
    assert!(text.contains(json["sentence"].as_str().expect("a text")));
    let numbers = json["numbers"].as_array().expect("a list");
    let keys: Vec<&str> = numbers.iter().filter_map(|number| number["key"].as_str()).collect();
    assert_eq!(keys, ["fps_mean", "p1_fps", "one_percent_low_average_fps", "hitches_per_minute", "hitch_late_ms_per_s"]);
    let number = |index: usize, key: &str| numbers[index][key].as_f64().expect("a number");
    let seconds = [1500.0 * 0.02 + 30.0 * 0.06, 1500.0 * 0.016 + 6.0 * 0.06];
    assert!((number(0, "before") - 1500.0 / seconds[0]).abs() < 0.1 && (number(0, "after") - 1500.0 / seconds[1]).abs() < 0.1);
    assert_eq!((&json["samples"], &numbers[0]["change"]), (&Value::from(1000), &Value::from("changed")));
    assert!(number(3, "before") > 50.0 && number(3, "after") < 20.0);
    assert_eq!(json["before"][0]["frames"], Value::from(1500));
}

#[test]
fn csv_has_a_row_for_each_number() {
    let path = capture("alike.csv", 20.0, 100);
    let output = super::program::run(&["report", "--before", &path, &path, "--after", &path, "--format", "csv"]);
    let (text, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 6, "{text}");
    assert!(rows[0].starts_with("key,unit,before,after,difference,difference_least,difference_most,ratio_least"), "{text}");
    assert!(rows[1].starts_with("fps_mean,FPS,") && rows[1].ends_with(",same"), "{text}");
    assert_eq!(notes.lines().count(), 3, "{notes}");
}

#[test]
fn options_of_reading_count_for_both_sides_and_all_others_are_refused() {
    let row = |n: u32| format!("{},2\n", 15 + n % 3);
    let path = file("two-columns.csv", &format!("a,b\n{}", (0..1500).map(row).collect::<String>()));
    let sides = ["report", "--before", path.as_str(), "--after", path.as_str()];
    let asked = bad(&sides);
    assert!(asked.contains("--column"), "{asked}");
    let read = good(&[&sides[..], &["--column", "a", "--unit", "ms", "--capture-from", "1"]].concat());
    assert!(read.contains("The mean, P1 and 1 % low are the same within 1 %"), "{read}");
    let beside = |option: &[&'static str]| refused(&[&sides[..], option].concat());
    for option in [
        &["--seconds", "3"][..],
        &["--capture", "x.csv"],
        &["--strategy", "variable-delta"],
        &["--fail-on", "wrong"],
        &["--render-ms", "5"],
        &["--refresh-hz", "60"],
        &["--sort", "finding"],
        &["--moments=yes"],
    ] {
        let line = beside(option);
        assert!(line.contains(option[0].split('=').next().unwrap_or_default()), "{option:?}: {line}");
    }
    check_refusals(&[
        (&["report", "--before", "a.csv"], &["--after"]),
        (&["report", "--after", "a.csv"], &["--before"]),
        (&["report", "--before", "--after", "a.csv"], &["--before"]),
        (&["report", "--process", "game.exe"], &["--before or --after or --capture is missing"]),
        (&["findings", "--column", "a"], &["--capture is missing"]),
        (&["findings", "--before", "a.csv"], &["--before"]),
    ]);
    let missing = bad(&["report", "--before", &path, "--after", "no/such.csv", "--column", "a", "--unit", "ms"]);
    assert!(missing.contains("no/such.csv") && missing.contains("can't be read"), "{missing}");
}

#[test]
fn conditions_judge_the_files_from_after_the_change_and_the_differences() {
    let [before, after] = [capture("gate-before.csv", 20.0, 50), capture("gate-after.csv", 16.0, 250)];
    let sides = ["report", "--before", before.as_str(), "--after", after.as_str()];
    let ended = |conditions: &[&str]| {
        let given = conditions.iter().flat_map(|condition| ["--fail-if", *condition]);
        let output = super::program::run(&sides.into_iter().chain(given).collect::<Vec<_>>());
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(ended(&["fps_mean<55", "difference.fps_mean<5", "hitches_per_minute>30"]), (Some(0), String::new()));
    let (code, lines) = ended(&["fps_mean>55", "frame_time_max_ms>70", "difference.hitches_per_minute<0", "fps_mean<55"]);
    assert_eq!((code, lines.lines().count()), (Some(1), 3), "{lines}");
    assert!(lines.contains("gate-after.csv: fps_mean is") && !lines.contains("gate-before.csv"), "{lines}");
    assert!(lines.contains("after - before: hitches_per_minute is -"), "{lines}");
    assert!(refused(&["report", "--capture", &after, "--fail-if", "difference.fps_mean<0"]).contains("--before and --after"));
    assert!(
        refused(&["report", "--before", &before, "--after", &after, "--fail-if", "difference.p5_fps<0"]).contains("--fail-if")
    );
}

#[test]
fn a_column_that_one_side_lacks_counts_for_the_other_one() {
    let parts = |n: u32| format!("{},4\n", 12 + n % 3);
    let parts = file("parts.csv", &format!("update_ms,draw_ms\n{}", (0..1500).map(parts).collect::<String>()));
    let whole = capture("whole.csv", 20.0, 50);
    for sides in [["--before", &parts, "--after", &whole], ["--before", &whole, "--after", &parts]] {
        let text = good(&[&["report", "--column", "update_ms+draw_ms"][..], &sides].concat());
        assert!(text.contains("Stays: update_ms+draw_ms") && text.contains("Stays: frametime"), "{text}");
    }
    let without = bad(&["report", "--column", "tick", "--before", &parts, "--after", &whole]);
    assert!(without.contains("has no column tick"), "{without}");
}
