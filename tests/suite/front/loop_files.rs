//! Loops in files on the command line: `--loop`, their parameters, their errors, and `tickscope loop`.

use crate::front::program::{Line, bad, file, good, of_kind, report, run, trace};
use crate::tiers::is_left_to_full_tier;
use tickscope::studio::session::Session;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::strategies;

const PLAIN: &str = "const HZ = host.param('step_hz', 60, { min: 1, max: 1000 });\nfunction loop(host) {\n  while (host.running()) \
                     {\n    host.update(second / HZ);\n    host.render();\n  }\n}\n";

#[test]
fn a_loop_in_a_file_is_traced_with_its_own_lines_and_its_parameters() {
    let path = file("plain.js", PLAIN);
    let lines = trace(&["--loop", &path, "--set", "step_hz=100", "--seconds", "0.2"]);
    let updates = of_kind(&lines, "update");
    assert!(updates.len() > 5, "{} updates", updates.len());
    for update in updates {
        assert_eq!((update.number("line"), update.flicks("dt_s")), (4.0, 7_056_000));
    }
}

#[test]
fn a_report_has_the_loops_of_files_after_the_published_ones() {
    let path = file("beside.js", PLAIN);
    let panes = report(&["--strategy", "semi-fixed", "--loop", &path, "--seconds", "1"]);
    let names: Vec<&str> = panes.iter().filter_map(|pane| pane["strategy"].as_str()).collect();
    assert_eq!(names.len(), 2);
    assert!(names[0] == "semi-fixed" && names[1].starts_with("own/tickscope-cli-") && names[1].ends_with("beside"), "{names:?}");
}

#[test]
fn an_error_in_a_loop_ends_with_its_file_line_and_column() {
    let wrong = file("wrong.js", "function loop(host) {\n  let = ;\n}\n");
    for command in ["trace", "report", "findings", "link"] {
        let said = bad(&[command, "--loop", &wrong]);
        assert!(said.starts_with(&format!("tickscope: {wrong}:2:")), "{said}");
    }
    let throws = file("throws.js", "function loop(host) {\n  host.render();\n  throw new Error('no more');\n}\n");
    for command in ["trace", "report", "findings"] {
        let out = run(&[command, "--loop", &throws, "--seconds", "1"]);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{command}: {said}");
        assert!(said.starts_with(&format!("tickscope: {throws}:3")) && said.contains("no more"), "{command}: {said}");
    }
    let early = file("early.js", "function loop(host) {\n  host.render();\n}\n");
    let said = bad(&["report", "--loop", &early]);
    assert!(said.starts_with(&format!("tickscope: {early}:")), "{said}");
}

#[test]
fn a_page_of_timers_has_its_rate_and_its_speed_whatever_the_display_does() {
    let interval =
        |ms: u32| file(&format!("every-{ms}.js"), &format!("setInterval(() => {{ update(1000 / 60); draw(); }}, {ms});\n"));
    let chain = "let last = performance.now();\nfunction again() {\n  const now = performance.now();\n  update(now - last);\n  last = now;\n\
                 draw();\n  setTimeout(again, 17);\n}\nsetTimeout(again, 17);\n";
    let chain = file("chain.js", chain);
    // The name, the work of a frame in ms, the speed, and the pictures a second on a display of 144 Hz.
    let pages = [
        (interval(10), "1", 1000.0 / 60.0 / 10.0, 100.0),
        (interval(16), "4", 1000.0 / 60.0 / 16.0, 62.5),
        (chain.clone(), "1", 1.0, 1000.0 / 18.0),
        (chain, "8", 1.0, 1000.0 / 25.0),
    ];
    for (path, render_ms, speed, pictures) in pages {
        for present in ["fifo", "mailbox", "immediate"] {
            let args =
                ["--loop", &path, "--render-ms", render_ms, "--present", present, "--refresh-hz", "144", "--seconds", "10"];
            let panes = report(&args);
            let number = |key: &str| panes[0][key].as_f64().unwrap_or_else(|| panic!("{key} of {path}"));
            assert!((number("speed_ratio") / speed - 1.0).abs() < 0.005, "{} and not {speed}: {args:?}", number("speed_ratio"));
            assert!(
                (number("distinct_fps") / pictures - 1.0).abs() < 0.01,
                "{} and not {pictures}: {args:?}",
                number("distinct_fps")
            );
        }
    }
    let said = good(&["findings", "--loop", &interval(10), "--render-ms", "1"]);
    assert!(said.contains("Fast motion: 167 %"), "{said}");
}

#[test]
fn a_page_that_waits_for_a_person_or_for_a_library_is_refused_with_its_line() {
    for (name, text, place, words) in [
        ("keys.js", "let left;\naddEventListener('keydown', (e) => { left = e.key; });\n", ":2:", "keydown never comes"),
        ("mouse.js", "let x;\ndocument.onmousemove = (e) => { x = e.x; };\n", ":2:", "mousemove never comes"),
        (
            "sketch.js",
            "function setup() { createCanvas(9, 9); }\nfunction draw() { background(0); }\n",
            ":2:",
            "p5.js is not here",
        ),
        ("scene.js", "const scene = new THREE.Scene();\n", ":1:", "three.js and its WebGL are not here"),
    ] {
        let path = file(name, text);
        for command in ["trace", "findings"] {
            let said = String::from_utf8_lossy(&run(&[command, "--loop", &path, "--seconds", "1"]).stderr).into_owned();
            assert!(said.starts_with(&format!("tickscope: {path}{place}")) && said.contains(words), "{command}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn the_real_clock_takes_no_loop_of_a_file_and_says_why() {
    let path = file("real.js", PLAIN);
    let said = bad(&["report", "--clock", "real", "--seconds", "0.1", "--loop", &path]);
    assert!(said.contains("--clock real") && said.contains("engine"), "{said}");
}

#[test]
fn a_file_that_is_missing_or_named_twice_is_refused() {
    let path = file("twice.js", PLAIN);
    assert!(bad(&["report", "--loop", "no-such-file.js"]).starts_with("tickscope: no-such-file.js: can't be read"));
    assert!(bad(&["report", "--loop", &path, "--loop", &path]).contains("different names"));
    assert!(bad(&["trace", "--loop", &path, "--set", "step_hx=1"]).contains("step_hz"));
}

#[test]
fn a_pane_is_traced_out_of_the_loops_named_and_without_a_pane_the_refusal_says_what_to_type() {
    let path = file("pane-b.js", PLAIN);
    let named = ["trace", "--strategy", "semi-fixed", "--loop", &path, "--seconds", "0.2"];
    let refused = bad(&named);
    assert!(["--pane", "--format chrome", "pane-b.js"].iter().all(|word| refused.contains(word)), "{refused}");
    let of_pane = |letter: &str| good(&[&named[..], &["--pane", letter]].concat());
    let alone = |option: &str, of: &str| good(&["trace", option, of, "--seconds", "0.2"]);
    assert_eq!(of_pane("A"), alone("--strategy", "semi-fixed"));
    assert_eq!(of_pane("B"), alone("--loop", &path));
    assert!(bad(&[&named[..], &["--pane", "C"]].concat()).contains("one of A, B"));
    let other = file("pane-c.js", PLAIN);
    assert!(bad(&["trace", "--loop", &path, "--loop", &other]).starts_with("tickscope: --loop: "));
}

#[test]
fn the_javascript_of_a_published_loop_runs_as_a_file() {
    for strategy in strategies::ALL.iter().filter(|strategy| ["semi-fixed", "callback-delta"].contains(&&*strategy.id)) {
        let text = good(&["loop", &strategy.id]);
        assert_eq!(OwnLoop::new("copy", &text).original(), Some(&*strategy.id));
        assert!(text.starts_with(&format!("// @name  {} (copy)\n", strategy.name)), "{text}");
        let path = file(&format!("{}.js", strategy.id), &text);
        let with = |named: [&str; 2]| trace(&[&named[..], &["--seconds", "0.5", "--render-ms", "9"][..]].concat());
        let (own, published) = (with(["--loop", &path]), with(["--strategy", &strategy.id]));
        let times = |lines: &[Line]| -> Vec<_> { of_kind(lines, "display").iter().map(|line| line.flicks("at_s")).collect() };
        assert_eq!(times(&own), times(&published), "{}", strategy.id);
    }
    assert!(bad(&["loop", "semi-fxed"]).contains("did you mean 'semi-fixed'"));
}

#[test]
fn the_commands_of_the_readme_run() {
    let readme = include_str!("../../../README.md");
    let (_, section) = readme.split_once("\n## A loop of your own\n").expect("the README has the section");
    let section = section.split("\n## ").next().expect("it has a beginning");
    let commands: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("    tickscope ")).collect();
    let path = file("readme.js", "");
    let mut ran = Vec::new();
    for command in commands {
        let command = command.split(" # ").next().unwrap_or(command).trim();
        let (words, redirected) = command.split_once(" > ").map_or((command, None), |(words, to)| (words, Some(to)));
        let words: Vec<&str> = words.split_whitespace().map(|word| if word == "mine.js" { &*path } else { word }).collect();
        // The window and the film need a display or a GPU.
        if words[0].starts_with("--") || words[0] == "record" {
            continue;
        }
        let said = good(&words);
        if redirected == Some("mine.js") {
            std::fs::write(&path, &said).expect("the file is written");
        }
        assert!(!said.is_empty(), "{command}");
        ran.push(words[0]);
    }
    assert_eq!(ran, ["loop", "report", "trace", "findings", "findings", "link"]);
}

/// Loops that go wrong in a run: what goes wrong, the text, the line, and a word of the sentence.
const FAULTY: &[(&str, &str, u32, &str)] = &[
    ("no-time", "function loop(host) {\n  host.render();\n  for (;;) {\n  }\n}", 0, "without end"),
    ("returns", "function loop(host) {\n  host.render();\n}", 2, "returns before"),
    ("throws", "function loop(host) {\n  host.render();\n  throw new Error('no more');\n}", 3, "no more"),
    ("not-a-number", "function loop(host) {\n  host.render();\n  host.update(NaN);\n}", 3, "NaN"),
    ("text", "function loop(host) {\n  host.render();\n  host.update('16');\n}", 3, "text"),
    ("negative", "function loop(host) {\n  host.render();\n  host.update(-second);\n}", 3, "-1000 ms"),
    ("little", "function loop(host) {\n  host.render();\n  host.update(-1);\n}", 3, "-1 flicks"),
    ("overdue", "function loop(host) {\n  for (;;) {\n    host.update(ms);\n    host.render();\n  }\n}", 0, "after the end"),
];

#[test]
fn every_fault_in_a_run_ends_the_command_and_stands_in_its_pane_while_others_go_on() {
    for (name, text, line, word) in FAULTY {
        let path = file(&format!("{name}.js"), text);
        for command in ["trace", "report"] {
            let out = run(&[command, "--loop", &path, "--seconds", "1"]);
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            assert_eq!(out.status.code(), Some(2), "{name}, {command}: {said}");
            let place = if *line == 0 { format!("tickscope: {path}:") } else { format!("tickscope: {path}:{line}") };
            assert!(said.starts_with(&place) && said.contains(word), "{name}, {command}: {said}");
        }
        if *name == "overdue" {
            // A pane of the window has no end after which a turn could still run.
            continue;
        }
        let settings = Settings {
            loops: vec![OwnLoop::new(name, text)],
            panes: vec![PaneSettings::new(&format!("own/{name}")), PaneSettings::new("variable-delta")],
            ..Settings::default()
        };
        let mut session = Session::new(settings).expect("the text can be read");
        session.advance_to(Time::from_secs(1.0));
        let [faulty, other] = session.run.lab.panes() else { panic!("two panes") };
        let fault = faulty.fault().unwrap_or_else(|| panic!("{name} runs on"));
        assert!((*line == 0 || fault.line == *line) && fault.text.contains(word), "{name}: {fault}");
        assert_eq!(other.fault(), None);
        assert!(other.computer().clock() >= Time::from_secs(1.0), "the other pane goes on beside {name}");
    }
}

#[test]
fn a_film_of_a_loop_that_stands_still_is_made_and_ends_with_the_error() {
    if is_left_to_full_tier() {
        return;
    }
    let path = file("filmed.js", "function loop(host) {\n  host.render();\n  throw new Error('no more');\n}\n");
    let still = file("filmed.png", "");
    let out = run(&["record", "--loop", &path, "-o", &still, "--seconds", "0.5", "--size", "320x200"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    if said.contains("films are drawn by the GPU") {
        return eprintln!("SKIPPED, a film of a loop at fault: {said}");
    }
    assert!(said.contains(&format!("tickscope: {path}:3:")) && said.contains("no more"), "{said}");
    assert!(std::fs::metadata(&still).is_ok_and(|written| written.len() > 500), "the still shows the error");
}

#[test]
fn a_file_includes_plain_names_of_its_own_folder_and_nothing_else() {
    let beside = file("step-of-a-helper.js", "function step() {\n  host.update(ms);\n}");
    let name = std::path::Path::new(&beside).file_name().and_then(|name| name.to_str()).expect("a name");
    let text = |name: &str| {
        format!("// a loop\n// @include {name}\nfunction loop(host) {{ while (host.running()) {{ step(); host.render(); }} }}")
    };
    let lines = trace(&["--loop", &file("includes.js", &text(name)), "--seconds", "0.1"]);
    assert!(of_kind(&lines, "update").len() > 3);
    for outside in
        [format!("./{name}"), format!("../{name}"), beside.clone(), "folder/step.js".to_owned(), "missing.js".to_owned()]
    {
        let path = file("includes-more.js", &text(&outside));
        let said = bad(&["trace", "--loop", &path]);
        assert!(said.starts_with(&format!("tickscope: {path}:2")), "{outside}: {said}");
    }
}
