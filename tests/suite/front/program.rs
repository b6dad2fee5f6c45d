//! The real program, run as a script runs it, and its output as data.

use serde_json::{Map, Value};
use std::ffi::OsString;
use std::process::{Command, Output, Stdio};
use tickscope::front::cli;
use tickscope_core::model::strategies;

pub const FLICKS: f64 = 705_600_000.0;

pub fn tickscope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tickscope"));
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

pub fn run(args: &[&str]) -> Output {
    tickscope(args).output().expect("the program starts")
}

/// Returns standard output of a command line that is in order.
pub fn good(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(stdout).expect("UTF-8")
}

/// Returns the one line that the program says to arguments that it refuses; no process is started.
pub fn refused(args: &[&str]) -> String {
    let words = ["tickscope"].iter().chain(args).map(OsString::from);
    let refusal = cli::arguments::parse(words).err().unwrap_or_else(|| panic!("{args:?} are not refused")).to_string();
    assert_eq!(refusal.lines().count(), 1, "{args:?}: {refusal}");
    refusal
}

/// Returns the one line on standard error of a process that is refused or fails.
pub fn bad(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&stdout), "", "{args:?} printed something");
    assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{args:?} needs one line: {stderr}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    stderr
}

pub fn object(line: &str) -> Map<String, Value> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => object,
        other => panic!("not a JSON object: {line} ({other:?})"),
    }
}

/// One line of a trace. Numbers are read from the text by the standard library, which rounds correctly.
pub struct Line {
    pub text: String,
    pub keys: Map<String, Value>,
}

impl Line {
    fn of(text: &str) -> Line {
        Line { text: text.to_owned(), keys: object(text) }
    }

    pub fn kind(&self) -> &str {
        self.keys["event"].as_str().expect("a word")
    }

    pub fn number(&self, key: &str) -> f64 {
        let after = self.text.split_once(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {}", self.text)).1;
        let digits = after.split([',', '}']).next().unwrap_or_default();
        digits.parse().unwrap_or_else(|_| panic!("{key} in {}", self.text))
    }

    /// Returns the exact flick that the number stands for.
    pub fn flicks(&self, key: &str) -> i64 {
        let seconds = self.number(key);
        let flicks = (seconds * FLICKS).round();
        assert_eq!((flicks / FLICKS).to_bits(), seconds.to_bits(), "{key} doesn't read back exactly in {}", self.text);
        flicks as i64
    }
}

pub fn trace(args: &[&str]) -> Vec<Line> {
    let text = good(&[&["trace"], args].concat());
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(Line::of).collect()
}

pub fn of_kind<'a>(lines: &'a [Line], kind: &str) -> Vec<&'a Line> {
    lines.iter().filter(|line| line.kind() == kind).collect()
}

pub fn report(args: &[&str]) -> Vec<Map<String, Value>> {
    let text = good(&[&["report", "--format", "json"], args].concat());
    let report = object(&text);
    report["panes"].as_array().expect("a list").iter().map(|pane| pane.as_object().expect("an object").clone()).collect()
}

// --- Scenarios, Chrome traces and films --------------------------------------------------------------------------------

/// Returns a file of this test's own, with this text.
pub fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("tickscope-cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the file is written");
    path.to_string_lossy().into_owned()
}

pub fn ids() -> Vec<&'static str> {
    strategies::ALL.iter().map(|strategy| &*strategy.id).collect()
}

/// Some settings that make every kind of event and every kind of waiting come up.
pub const LOADS: [&[&str]; 5] = [
    &[],
    &["--update-ms", "3", "--render-ms", "25", "--hitch", "0.5:200"],
    &["--vsync", "off", "--refresh-hz", "59.94", "--wake-ms", "0:1", "--start-ms", "0.5"],
    &["--noise-ms", "10:40", "--seed", "5", "--refresh-hz", "165", "--timer-ms", "15.625", "--sleep-ms", "15.625"],
    &["--render-ms", "2", "--vsync", "off", "--scene", "thin-wall", "--bodies"],
];

/// A command line, and what its refusal must name.
pub type Refused<'a> = (&'a [&'a str], &'a [&'a str]);

/// Checks that each command line is refused in one line with these words.
pub fn check_refusals(table: &[Refused<'_>]) {
    for (args, named) in table {
        let line = refused(args);
        for name in *named {
            assert!(line.contains(name), "{args:?} should name {name}: {line}");
        }
    }
}
