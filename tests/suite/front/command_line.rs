//! The command line as scripts see it: what is refused, and scenarios and links as arguments.

use super::program::{Refused, bad, check_refusals, file, good, of_kind, refused, run, tickscope, trace};
use serde_json::Value;
use std::process::Output;
use tickscope_core::model::{strategies, worlds};

#[test]
fn an_unknown_claim_is_refused_with_the_nearest() {
    let said = refused(&["claims", "houx-six-fpss"]);
    assert!(said.contains("'houx-six-fpss'") && said.contains("houx-six-fps"), "{said}");
    assert!(said.len() < 300, "{said}");
    assert!(refused(&["claims", "diener-left-over", "--format", "csv"]).contains("--format"));
    assert!(refused(&["list", "claim"]).contains("claims"));
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
                let line = refused(&[command, &[option, value]].concat());
                assert!(line.contains(option), "'{value}': {line}");
                // Where a pair is wrong, the half that is wrong may be named alone.
                let (lo, hi) = value.split_once(':').unwrap_or((value, value));
                assert!([value, lo, hi].iter().any(|part| line.contains(&format!("'{part}'"))), "{option} '{value}': {line}");
            }
            // The other way to write it.
            refused(&["report", &format!("{option}={value}")]);
        }
    }
}

#[test]
fn hitches_that_are_not_a_moment_and_a_length_are_refused() {
    for value in [
        "", "5", "5:", ":5", ":", "a:b", "-1:5", "1:-5", "1:2:3", "NaN:5", "1:NaN", "inf:5", "1:inf", "1e18:5", "1:1e18",
        "86401:1",
    ] {
        let line = refused(&["report", "--hitch", "1:100", "--hitch", value]);
        assert!(line.contains("--hitch"), "{line}");
        assert!(line.contains('\''), "{line}");
    }
}

#[test]
fn a_word_that_is_near_nothing_gets_no_suggestion() {
    for args in [&["claims", "nope"][..], &["report", "--strategy", "banana"], &["report", "--scene", "zzz"], &["--bogus"]] {
        let said = refused(args);
        assert!(!said.contains("did you mean"), "{said}");
    }
}

#[test]
fn unknown_names_and_words_are_refused_with_the_nearest_valid_one() {
    let table: &[Refused<'_>] = &[
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
        (&["list", "strategy"], &["WHAT", "'strategy'", "did you mean 'strategies'"]),
        (&["reprot"], &["'reprot'", "did you mean 'report'"]),
        (&["tracee"], &["'tracee'", "did you mean 'trace'"]),
        (&["report", "--secnds", "5"], &["'--secnds'", "did you mean '--seconds'"]),
        (&["report", "--spike", "0:5"], &["--spike", "'0'"]),
        (&["report", "--spike", "1.5:5"], &["--spike", "'1.5'"]),
        (&["report", "--spike", "5"], &["--spike", "'5'", "EVERY:MS"]),
        (&["report", "--update-spike", "0:5"], &["--update-spike", "'0'", "1 to 100000"]),
        (&["report", "--update-spike", "5"], &["--update-spike", "'5'", "EVERY:MS"]),
        (&["report", "--timer", "GetTickCuont"], &["--timer", "'GetTickCuont'", "did you mean 'GetTickCount'?"]),
        (&["report", "--timer", "SDL_GetTicks", "--timer-ms", "2"], &["--timer", "--timer-ms"]),
        (&["list", "timer"], &["WHAT", "'timer'", "did you mean 'timers'?"]),
    ];
    check_refusals(table);
}

#[test]
fn a_file_or_a_name_without_its_option_is_refused_with_the_option() {
    for (args, meant) in [
        (&["findings", "mine.js"][..], "--loop mine.js"),
        (&["report", "frames.csv"], "--capture frames.csv"),
        (&["report", "trace.json.gz"], "--capture trace.json.gz"),
        (&["findings", "variable-delta"], "--strategy variable-delta"),
        (&["findings", "--strategy", "mine.js"], "--loop mine.js"),
        (&["report", "one-late-frame.toml"], "--scenario one-late-frame.toml"),
        (&["mine.js"], "--loop mine.js"),
        (&["frames.csv"], "--capture frames.csv"),
        (&["findings", "--gsync"], "--vrr 48:144"),
        (&["findings", "--freesync"], "--vrr 48:144"),
        (&["report", "--g-sync"], "--vrr 48:144"),
        (&["--adaptive-sync"], "--vrr 48:144"),
    ] {
        let said = refused(args);
        assert!(said.contains(&format!("(did you mean '{meant}'?)")), "{args:?}: {said}");
    }
}

#[test]
fn loops_are_listed_by_both_of_their_names_and_help_helps() {
    assert_eq!(good(&["list", "loops"]), good(&["list", "strategies"]));
    assert!(good(&["help", "findings"]).contains("Usage: tickscope findings"));
    assert!(good(&["help"]).contains("Commands:"));
}

#[test]
fn parameters_that_no_loop_can_use_are_refused() {
    let table: &[Refused<'_>] = &[
        (
            &["trace", "--strategy", "beautiful-timer", "--set", "max_step=30"],
            &["--set", "'max_step'", "did you mean 'max_step_ms'"],
        ),
        (&["trace", "--strategy", "fixed-fps", "--set", "fsp=30"], &["did you mean 'fps'"]),
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
    check_refusals(table);
    // The same parameters with a load below the step are in order.
    good(&["report", "--strategy", "frame-skip", "--set", "max_frameskip=off", "--update-ms", "19", "--seconds", "1"]);
    good(&["report", "--strategy", "fixed-interval", "--set", "min_fps=60", "--seconds", "1"]);
}

#[test]
fn options_that_are_unknown_incomplete_twice_or_misplaced_are_refused() {
    let table: &[Refused<'_>] = &[
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
        (&["report", "--seconds"], &["--seconds", "missing"]),
        (&["report", "--strategy"], &["--strategy", "missing"]),
        (&["report", "--set"], &["--set", "missing"]),
        (&["report", "--hitch"], &["--hitch", "missing"]),
        (&["report", "--seconds", "1", "--seconds", "2"], &["--seconds", "twice"]),
        (&["report", "--seed", "1", "--seed", "1"], &["--seed", "twice"]),
        (&["report", "--wake-ms", "0:1", "--wake-ms", "0:1"], &["--wake-ms", "twice"]),
        (&["report", "--format", "csv", "--format", "json"], &["--format", "twice"]),
        (
            &["trace", "--strategy", "frame-based", "--strategy", "frame-skip"],
            &["--strategy", "--format chrome writes all", "--pane"],
        ),
        (&["trace", "--strategy", "frame-based", "--bodies", "--bodies"], &["--bodies", "twice"]),
    ];
    check_refusals(table);
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
            let line = refused(&["report", option, value]);
            assert!(line.contains(option), "{line}");
            assert!(!line.trim_end().chars().any(char::is_control), "{line:?}");
            // The longest names every loop.
            assert!(line.chars().count() < 700, "{} characters", line.chars().count());
        }
    }
}

#[test]
fn a_misplaced_argument_with_a_line_break_stays_on_one_line_too() {
    for args in
        [&["a\nb"][..], &["report", "a\nb"], &["report", "--a\nb"], &["trace", "--strategy", "frame-based", "--bodies=a\nb"]]
    {
        refused(args);
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

    let of_several = good(&["trace", "--strategy", "frame-based", "--strategy", "frame-skip", "--pane", "B", "--seconds", "1"]);
    assert!(of_several == good(&["trace", "--strategy", "frame-skip", "--seconds", "1"]), "the second loop is traced");
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
    let code = tickscope::studio::scenario::code::write(
        &tickscope::studio::scenario::definition::Scenario::parse("hitch", text).unwrap(),
    );
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
            let line = refused(&[command, &["--base", address]].concat());
            assert!(line.contains("--base: '") && line.contains("https://"), "{line}");
        }
    }
}

#[test]
fn one_argument_opens_a_code_a_link_or_a_scenario() {
    let start = |argument: &str| {
        let args = ["tickscope", argument].map(std::ffi::OsString::from);
        match tickscope::front::cli::arguments::parse(args).expect(argument) {
            tickscope::front::cli::arguments::Command::Window(start) => *start,
            other => panic!("{argument}: {other:?}"),
        }
    };
    let step = start("lesson:lost-time:3").lesson.map(|(lesson, step)| (lesson.id.clone(), step));
    assert_eq!(step, Some(("lost-time".to_owned(), 2)));
    let spiral = start("spiral").scenario.expect("a scenario by its name");
    let code = tickscope::studio::scenario::code::write(&spiral);
    assert_eq!(start(&code).scenario.as_ref(), Some(&spiral));
    assert_eq!(start(&format!("https://example.org/#{code}")).scenario.as_ref(), Some(&spiral));
    let table: &[Refused<'_>] = &[
        (&["raport"], &["'raport'", "did you mean 'report'", "a share code"]),
        (&["raport", "--format", "json"], &["'raport'", "did you mean 'report'"]),
        (&["--base", "https://example.org", "raport"], &["'raport'"]),
        (&["nothing-of-the-kind"], &["'nothing-of-the-kind'", "a command", "a link"]),
        (&["tickscope1-AAAA"], &["damaged"]),
        (&["lesson:lost-time:99"], &["step", "'99'", "1 to 11"]),
        (&["spiral", "--scenario", "hitch"], &["--scenario"]),
    ];
    check_refusals(table);
}

#[test]
fn what_is_wrong_with_a_scenario_is_told_in_one_line() {
    let typo = file("typo.toml", "tickscope = 4\n\n[computer]\nrendr_ms = 5\n[[panes]]\nstrategy = \"semi-fixed\"\n");
    let newer = file("newer.toml", "tickscope = 99\n");
    let table: &[Refused<'_>] = &[
        (&["report", "--scenario", "spirall"], &["--scenario", "'spirall'", "did you mean 'spiral'"]),
        (&["report", "--scenario", "./none.toml"], &["--scenario", "./none.toml", "can't be read"]),
        (&["report", "--scenario", "/"], &["--scenario", "/: can't be read"]),
        (&["report", "--scenario", &typo], &["line 4", "rendr_ms", "did you mean 'render_ms'"]),
        (&["--scenario", &newer], &["line 1", "newer tickscope"]),
        (&["report", "--scenario", "tickscope1-AAAA"], &["share code: damaged"]),
        (&["link", "--scenario", "https://example.org/#tickscope1-AAAA"], &["--scenario: link: damaged"]),
        (&["link", "--scenario", "https://example.org/#tickscope7-AAAA"], &["another tickscope", "version 7"]),
        (&["report", "--scenario", "spiral", "--scenario", "hitch"], &["--scenario", "twice"]),
        (&["trace", "--scenario", "hitch", "--pane", "E"], &["--pane", "'E'", "one of A, B, C, D"]),
        (&["trace", "--scenario", "hitch", "--pane", "AB"], &["--pane", "'AB'"]),
        (&["list", "scenario"], &["'scenario'", "did you mean 'scenarios'"]),
    ];
    check_refusals(table);
    for path in [typo, newer] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn films_that_cannot_be_made_are_refused_by_name() {
    let table: &[Refused<'_>] = &[
        (&["record"], &["--output"]),
        (&["record", "-o", "film.avi"], &["--output", "film.avi", "mp4"]),
        (&["record", "-o", "film.gif", "--fps", "60"], &["--fps", "'60'", "50"]),
        (&["record", "-o", "film.mp4", "--fps", "0"], &["--fps", "'0'"]),
        (&["record", "-o", "film.mp4", "--fps", "29.97"], &["--fps", "'29.97'"]),
        (&["record", "-o", "film.mp4", "--size", "1280"], &["--size", "'1280'", "1280x720"]),
        (&["record", "-o", "film.mp4", "--size", "10x99999"], &["--size", "'10x99999'"]),
        (&["record", "-o", "film.mp4", "--speed", "0"], &["--speed", "'0'"]),
        (&["record", "-o", "film.mp4", "--theme", "blue"], &["--theme", "'blue'", "dark, light"]),
        (&["record", "-o", "film.mp4", "--pane", "E"], &["--pane", "'E'", "one of A, B, C, D"]),
        (&["record", "-o", "film.mp4", "--seconds", "86400"], &["216000"]),
        (&["record", "-o", "film.mp4", "--seconds", "nan"], &["--seconds", "'nan'"]),
        (&["record", "-o", "film.mp4", "--lesson", "lost-tim"], &["--lesson", "lost-time"]),
        (&["record", "-o", "film.mp4", "--lesson", "lost-time", "--step", "99"], &["--step", "'99'", "1 to 11"]),
        (&["record", "-o", "film.mp4", "--lesson", "lost-time", "--render-ms", "5"], &["--lesson", "--render-ms"]),
        (&["record", "-o", "film.mp4", "--step", "2"], &["--lesson"]),
    ];
    check_refusals(table);
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
            let line = refused(&[args, &named[..]].concat().into_iter().take(args.len() + 4).collect::<Vec<_>>());
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
