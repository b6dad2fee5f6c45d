//! The exit code of `report` and `findings`, the verdict that it follows from, and captures from a pipe.

use super::program::{bad, file, report, run, tickscope};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Output, Stdio};

/// Returns the exit code, and the lines of standard error.
fn ended(args: &[&str]) -> (Option<i32>, Vec<String>) {
    let Output { status, stderr, .. } = run(args);
    (status.code(), String::from_utf8(stderr).expect("UTF-8").lines().map(str::to_owned).collect())
}

/// Returns the frames of a game that waits for 45 ms every 0.7 s in its first five seconds, and then runs evenly for eleven.
fn waiting_game() -> String {
    let (mut text, mut at, mut next) = ("frametime,cpu_ms,gpu_ms\n".to_owned(), 0.0, 700.0);
    while at < 16_000.0 {
        let is_long = at >= next && at < 5000.0;
        next += if is_long { 700.0 } else { 0.0 };
        let lasts = if is_long { 45.0 } else { 50.0 / 3.0 };
        let _ = writeln!(text, "{lasts:.3},6.000,5.000");
        at += lasts;
    }
    text
}

#[test]
fn a_condition_on_a_number_closes_the_gate_with_pane_key_value_and_bound() {
    let run = ["report", "--strategy", "semi-fixed", "--strategy", "frame-based", "--render-ms", "25", "--seconds", "4"];
    let rates = report(&run[1..]);
    let p1 = rates[0]["p1_fps"].as_f64().expect("a number");
    assert!((p1 - 30.0).abs() < 0.1, "25 ms are two refreshes: {p1}");
    for format in ["table", "json", "csv"] {
        let with = |conditions: &[&str]| ended(&[&run[..], &["--format", format], conditions].concat());
        assert_eq!(with(&["--fail-if", "p1_fps<29", "--fail-if", "updates == 0"]), (Some(0), Vec::new()));
        let (code, lines) = with(&["--fail-if", "p1_fps<40", "--fail-if", "speed_ratio <= 0.9"]);
        assert_eq!(code, Some(1), "{lines:?}");
        assert_eq!(lines.len(), 3, "both panes are slow, and one of them in slow motion: {lines:?}");
        assert_eq!(lines[0], format!("tickscope: semi-fixed: p1_fps is {p1}, so p1_fps<40 holds"));
        assert!(lines[2].starts_with("tickscope: frame-based: speed_ratio is 0."), "{lines:?}");
    }
    let (code, lines) = ended(&[&run[..], &["--fail-if", "wall_exposure_max>1"]].concat());
    assert_eq!(code, Some(1), "nobody knows");
    assert!(lines[0].contains("wall_exposure_max has no value in any pane"), "{lines:?}");
}

#[test]
fn findings_are_counted_and_numbers_in_objects_have_a_dot() {
    let path = file("counted.csv", &waiting_game());
    let pane = &report(&["--capture", &path])[0];
    let count = |key: &str| pane[key].as_array().expect("a list").len();
    let (cadence, often) = {
        let all = report(&["--strategy", "semi-fixed", "--seconds", "2"])[0]["cadence"].clone();
        let (key, often) = all.as_object().expect("an object").iter().next().expect("frames were displayed");
        (key.clone(), often.as_u64().expect("a count"))
    };
    let says = |args: &[&str], key: &str| {
        let (code, lines) = ended(&[args, &["--fail-if", &format!("{key}>=0")]].concat());
        assert_eq!(code, Some(1), "{key}: {lines:?}");
        let line = lines.last().expect("it says why").clone();
        line.split(" is ").nth(1).and_then(|rest| rest.split(',').next()?.parse::<f64>().ok()).expect("a number")
    };
    for command in ["report", "findings"] {
        let capture = [command, "--capture", &path];
        assert_eq!(says(&capture, "findings"), count("findings") as f64);
        assert_eq!(says(&capture, "told"), count("told") as f64);
        // Seven frames of 45 ms in five seconds; the first frame begins the time and is displayed for none.
        let shown = waiting_game().lines().skip(2).map(|line| line[..6].parse::<f64>().expect("ms")).sum::<f64>() / 60_000.0;
        let per_minute = says(&capture, "hitches_per_minute");
        assert!((per_minute - 7.0 / shown).abs() < 0.01, "{per_minute}");
        let strategy = [command, "--strategy", "semi-fixed", "--seconds", "2"];
        assert_eq!(says(&strategy, &format!("cadence.{cadence}")), often as f64);
        assert_eq!(says(&strategy, "cadence.77"), 0.0);
    }
}

#[test]
fn a_condition_that_is_none_is_refused_before_anything_runs() {
    for (condition, says) in
        [("p1_fsp<40", "did you mean 'p1_fps'?"), ("p1_fps", "p1_fps<40"), ("p1_fps=40", "=="), ("cadence>1", "key")]
    {
        let line = bad(&["report", "--fail-if", condition]);
        assert!(line.contains("--fail-if") && line.contains(condition.split(['<', '>']).next().expect("a key")), "{line}");
        assert!(line.contains(says), "{line}");
    }
    let line = bad(&["report", "--strategy", "frame-based", "--clock", "real", "--seconds", "0.1", "--fail-if", "p1_fps<40"]);
    assert!(line.contains("--fail-if") && line.contains("real"), "{line}");
}

#[test]
fn a_report_and_the_findings_of_a_run_tell_the_same() {
    let path = file("told.csv", &waiting_game());
    for args in [
        &["--capture", &path][..],
        &["--strategy", "frame-based", "--strategy", "fixed-interpolated", "--hitch", "3:500", "--seconds", "8"],
        &["--strategy", "semi-fixed", "--spike", "60:30", "--seconds", "12"],
    ] {
        let json = |command: &str| -> Value {
            let Output { stdout, .. } = run(&[&[command, "--format", "json"], args].concat());
            serde_json::from_slice(&stdout).expect("valid JSON")
        };
        let (report, findings) = (json("report"), json("findings"));
        for (one, other) in report["panes"].as_array().expect("a list").iter().zip(findings["panes"].as_array().expect("a list"))
        {
            assert_eq!((&one["findings"], &one["told"]), (&other["findings"], &other["told"]));
            assert!(one["told"].as_array().is_some_and(|told| !told.is_empty()));
        }
    }
}

#[test]
fn a_file_is_judged_to_its_beginning_by_both_commands() {
    let path = file("beginning.csv", &waiting_game());
    let table = String::from_utf8(run(&["report", "--capture", &path]).stdout).expect("UTF-8");
    assert!(table.contains("captured  Stutters: ") && table.contains("No loop has these "), "{table}");
    for command in ["report", "findings"] {
        let (code, lines) = ended(&[command, "--capture", &path, "--fail-on", "wrong"]);
        assert_eq!(code, Some(1), "{command}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.contains("beginning.csv: Stutters: ")), "{command}: {lines:?}");
    }
    let at_end = String::from_utf8(run(&["report", "--capture", &path, "--at", "15.9"]).stdout).expect("UTF-8");
    assert!(!at_end.contains("Stutters"), "{at_end}");
}

#[test]
fn where_its_load_is_played_the_other_loops_are_judged_and_not_the_capture() {
    let path = file("played.csv", &waiting_game());
    for command in ["report", "findings"] {
        let run = [command, "--capture", &path, "--strategy", "variable-delta", "--fail-on", "wrong"];
        let (code, lines) = ended(&[&run[..], &["--play-load", "once"]].concat());
        assert_eq!(code, Some(0), "{command}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains("played.csv is not judged while its load is played")), "{lines:?}");
        assert_eq!(ended(&run).0, Some(1), "{command}");
        let (code, lines) = ended(&[&run[..], &["--play-load", "once", "--fail-on-capture"]].concat());
        assert_eq!(code, Some(1), "{command}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.contains("played.csv: Stutters: ")), "{command}: {lines:?}");
    }
    let run = ["report", "--capture", &path, "--strategy", "variable-delta", "--format", "csv", "--fail-if", "p0_2_fps<30"];
    assert_eq!(ended(&[&run[..], &["--play-load", "once"]].concat()).0, Some(0));
    assert_eq!(ended(&run).0, Some(1));
}

#[test]
fn a_capture_comes_from_a_pipe_too() {
    let text = waiting_game();
    let path = file("piped.csv", &text);
    let piped = |args: &[&str]| {
        let mut child =
            tickscope(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("it is a pipe");
        let bytes = text.clone().into_bytes();
        let writer = std::thread::spawn(move || input.write_all(&bytes));
        let output = child.wait_with_output().expect("it ends");
        let _ = writer.join();
        output
    };
    for command in ["report", "findings", "trace"] {
        let from_file = run(&[command, "--capture", &path]);
        let from_pipe = piped(&[command, "--capture", "-"]);
        assert_eq!((from_pipe.status.code(), from_file.status.code()), (Some(0), Some(0)), "{command}");
        let name = std::path::Path::new(&path).file_name().expect("it has a name").to_string_lossy().into_owned();
        // The way to the advice names the file with its folder.
        let told = |stdout: Vec<u8>| -> Vec<String> {
            let text = String::from_utf8(stdout).expect("UTF-8");
            text.lines()
                .filter(|line| !line.starts_with("Which loop?"))
                .map(|line| line.replace(&name, "standard input"))
                .collect()
        };
        assert_eq!(told(from_pipe.stdout), told(from_file.stdout), "{command}");
    }
    let empty = run(&["report", "--capture", "-"]);
    let line = String::from_utf8(empty.stderr).expect("UTF-8");
    assert!(empty.status.code() == Some(2) && line.lines().count() == 1 && line.contains("standard input"), "{line}");
    let twice = bad(&["report", "--capture", "-", "--capture", "-"]);
    assert!(twice.contains("--capture") && twice.contains("once"), "{twice}");
}

#[test]
fn beside_a_capture_a_clock_is_a_column_of_moments() {
    let rows = (0..400).map(|row| format!("{},{}\n", row * 16, row % 7)).collect::<Vec<_>>().concat();
    let path = file("clock.csv", &format!("when,level\n{rows}"));
    let report = |args: &[&str]| run(&[&["report", "--capture", &path][..], args].concat());
    let read = |args: &[&str]| String::from_utf8(report(args).stdout).expect("UTF-8");
    for args in [
        &["--column", "when", "--moments", "--unit", "ms"][..],
        &["--clock", "when", "--unit", "ms"],
        &["--clock=when", "--unit=ms"],
        &["--column", "when", "--clock", "--unit", "ms"],
    ] {
        assert!(read(args).contains("Stays: from row to row of when"), "{args:?}: {}", read(args));
    }
    assert!(read(&["--clock", "virtual", "--clock", "when"]).contains("Stays: from row to row of when"), "both are said");
    let refused = report(&["--clock", "what"]);
    let why = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(refused.status.code() == Some(2) && why.contains("has no column what; its columns are when, level"), "{why}");
    assert_eq!(run(&["report", "--strategy", "frame-based", "--clock", "when"]).status.code(), Some(2));
}

/// Returns the frames of a noisy game with long ones and a stall.
fn noisy_game(seed: u32) -> String {
    let (mut text, mut state) = ("frametime_ms\n".to_owned(), seed);
    let mut chance = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    for frame in 0..1500 {
        let noise = (0..6).map(|_| chance()).sum::<f64>() - 3.0;
        let long = if chance() < 0.012 { [15.0, 25.0, 60.0][frame % 3] } else { 0.0 };
        let stall = if frame == 700 && seed % 2 == 1 { 700.0 } else { 0.0 };
        let _ = writeln!(text, "{:.2}", (16.7 + 5.0 * noise).max(3.0) + long + stall);
    }
    text
}

/// Returns what a command prints, without its notes.
fn printed(args: &[&str]) -> String {
    String::from_utf8(run(args).stdout).expect("UTF-8")
}

/// Returns the numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|letter: char| !letter.is_ascii_digit() && letter != '.').filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn every_number_of_the_page_about_a_capture_has_a_key_that_closes_a_gate() {
    let path = file("noisy.csv", &noisy_game(1));
    let text = printed(&["report", "--capture", &path]);
    let pane = &report(&["--capture", &path])[0];
    let number = |key: &str| pane[key].as_f64().unwrap_or_else(|| panic!("{key} is a number of the report"));
    let line = |begin: &str| {
        let found = text.lines().position(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{begin}: {text}"));
        text.lines().skip(found)
    };
    let keys = [
        ("Frames ", 1, vec!["frames_displayed", "frames", "shown_s"]),
        ("Frame times ", 1, vec!["frame_time_median_ms", "frame_time_min_ms", "frame_time_max_ms"]),
        ("Stutter ", 1, vec!["hitches", "stalls", "stutter_s", "stutter_percent", "hitch_late_ms_per_s"]),
        ("FPS          Mean", 1, vec!["fps_mean", "p99_fps", "p95_fps", "p50_fps", "p5_fps", "p1_fps", "p0_2_fps"]),
    ];
    for (begin, lines, keys) in keys {
        let told: String = line(begin).take(lines).collect::<Vec<_>>().join(" ");
        let told = told.replace("P99 ", "").replace("P95 ", "").replace("P50 ", "").replace("P5 ", "");
        let told = numbers(&told.replace("P1 ", "").replace("P0.2 ", "").replace(" · ", " "));
        let ours: Vec<f64> = keys.iter().map(|key| number(key)).collect();
        let far = told.iter().zip(&ours).find(|(told, ours)| (**told - **ours).abs() > 0.051);
        assert_eq!((told.len(), far), (ours.len(), None), "{begin}: {told:?} {ours:?}");
        for key in keys {
            let (code, lines) = ended(&["report", "--capture", &path, "--fail-if", &format!("{key}>=0")]);
            assert_eq!(code, Some(1), "{key}: {lines:?}");
            assert!(lines.last().is_some_and(|line| line.contains(&format!("{key} is {}", pane[key]))), "{key}: {lines:?}");
        }
    }
    let lows: Vec<String> = line("FPS          Mean").skip(1).take(2).map(str::to_owned).collect();
    for (name, key) in [
        ("1 % low, integral ", "one_percent_low_fps"),
        ("1 % low, average ", "one_percent_low_average_fps"),
        ("0.1 % low, integral ", "tenth_percent_low_fps"),
        ("0.1 % low, average ", "tenth_percent_low_average_fps"),
    ] {
        let says = format!("{name}{:.1}", number(key));
        assert!(lows.iter().any(|line| line.contains(&says)), "{says}: {lows:?}");
    }
    let worst = pane["worst_moments"].as_array().expect("a list");
    assert_eq!(worst.len(), 10);
    assert!(text.contains(&format!("{:.2}", worst[0]["ms"].as_f64().expect("a number"))), "{text}");
}

#[test]
fn hitches_are_counted_once_by_sentence_page_findings_and_json() {
    for seed in 0..6 {
        let path = file("counts.csv", &noisy_game(seed));
        let [text, found] = ["report", "findings"].map(|command| printed(&[command, "--capture", &path]));
        let pane = &report(&["--capture", &path])[0];
        let count = pane["hitches"].as_u64().expect("a count");
        let told = format!("Stutters: {count} hitches");
        assert_eq!(found.matches("Stutters: ").count(), 1, "seed {seed}: {found}");
        assert!(found.contains(&told), "seed {seed}: {told}: {found}");
        assert!(text.contains(&format!("Stutter      {count} hitches")), "seed {seed}: {text}");
        let findings = pane["findings"].as_array().expect("a list");
        for other in findings.iter().filter_map(|finding| finding["in_other_loops"]["hitches"].as_u64()) {
            assert_eq!(other, count, "seed {seed}");
        }
    }
}
