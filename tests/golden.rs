//! The frozen results: traces, reports, claims and film frames hash to the lines of `tests/golden/*.txt`.
//!
//! `UPDATE_GOLDEN=1 cargo test --test golden` writes them again, for the rare change that is meant to move a result. Findings, claims
//! and films are left to the full tier. A trace is hashed without its `line` keys, which move with every comment of a loop's file.

#[path = "core/tiers.rs"]
mod tiers;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tickscope::front::film::error::FilmError;
use tickscope::front::film::renderer::FilmRenderer;
use tickscope::front::render::context::Gpu;
use tickscope::studio::scenario::builtin;
use tickscope::studio::view::film_spec::FilmSpec;
use tickscope_core::model::{strategies, worlds};
use tiers::is_left_to_full_tier;

/// One line of a golden file: a name without spaces, and the hash of its result.
type Hashes = BTreeMap<String, String>;

fn tickscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tickscope")).args(arguments).output().expect("the program starts")
}

fn stdout_of(arguments: &[&str]) -> Vec<u8> {
    let output = tickscope(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Runs `job` for every item on all cores, and returns the results by name.
fn hash_all<T: Sync>(items: &[T], job: impl Fn(&T) -> (String, String) + Sync) -> Hashes {
    let (next, hashes) = (AtomicUsize::new(0), Mutex::new(Hashes::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (name, hash) = job(item);
                    hashes.lock().expect("no thread has failed").insert(name, hash);
                }
            });
        }
    });
    hashes.into_inner().expect("no thread has failed")
}

/// Compares `found` with the golden file, or writes the file if `UPDATE_GOLDEN` is set. Lists every name that differs.
fn assert_golden(file: &str, found: &Hashes) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let text = found.iter().fold(String::new(), |text, (name, hash)| text + name + " " + hash + "\n");
        std::fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the golden file is there");
    let expected: Hashes = text
        .lines()
        .map(|line| line.split_once(' ').expect("a name and a hash"))
        .map(|(n, h)| (n.to_owned(), h.to_owned()))
        .collect();
    let names = expected.keys().chain(found.keys());
    let differing: BTreeSet<&String> = names.filter(|name| expected.get(*name) != found.get(*name)).collect();
    assert!(
        differing.is_empty(),
        "{file}: {} of {} differ: {differing:#?}\nIf it is meant: TICKSCOPE_CASES=full UPDATE_GOLDEN=1 cargo test --test golden",
        differing.len(),
        expected.len()
    );
}

/// Drops every `"line":N` of a trace.
fn without_lines(trace: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(trace).expect("a trace is UTF-8");
    let mut kept = String::with_capacity(text.len());
    let mut parts = text.split(",\"line\":");
    kept.push_str(parts.next().unwrap_or_default());
    for part in parts {
        kept.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    kept.into_bytes()
}

#[test]
fn traces_of_all_scenarios_and_panes_are_unchanged() {
    let panes: Vec<(&str, usize)> = builtin::ALL
        .iter()
        .flat_map(|builtin| {
            let panes = builtin.scenario().expect("a built-in scenario opens").script.settings().panes.len();
            (0..panes).map(|pane| (builtin.id, pane))
        })
        .collect();
    let found = hash_all(&panes, |(scenario, pane)| {
        let letter = char::from(b'A' + *pane as u8).to_string();
        let trace = stdout_of(&["trace", "--scenario", scenario, "--pane", &letter, "--inputs", "--bodies"]);
        (format!("{scenario}/{letter}"), sha256(&without_lines(&trace)))
    });
    assert_golden("traces.txt", &found);
}

#[test]
fn reports_of_all_loops_in_all_worlds_on_three_computers_are_unchanged() {
    let computers: [(&str, &[&str]); 3] = [
        ("ideal", &[]),
        (
            "ordinary",
            &["--wake-ms", "0:1", "--start-ms", "0.5", "--render-ms", "28", "--gpu-ms", "9", "--queue", "2", "--hitch", "2:250"],
        ),
        (
            "old",
            &[
                "--vsync",
                "off",
                "--timer-ms",
                "15.625",
                "--sleep-ms",
                "10",
                "--update-ms",
                "4",
                "--noise-ms",
                "5:60",
                "--seed",
                "7",
            ],
        ),
    ];
    let jobs: Vec<_> = worlds::ALL.iter().flat_map(|world| computers.iter().map(move |computer| (world, computer))).collect();
    let hashes = Mutex::new(Hashes::new());
    hash_all(&jobs, |(world, (computer, options))| {
        // CSV has every number, and no findings, whose experiments would take minutes.
        let report = stdout_of(&[&["report", "--format", "csv", "--scene", world.id], *options].concat());
        let report = String::from_utf8(report).expect("a report is text");
        for row in report.lines().skip(1) {
            let (strategy, _) = row.split_once(',').expect("a row begins with its strategy");
            let hash = sha256(row.as_bytes());
            hashes.lock().expect("no thread has failed").insert(format!("{}/{computer}/{strategy}", world.id), hash);
        }
        (String::new(), String::new())
    });
    let found = hashes.into_inner().expect("no thread has failed");
    assert!(found.len() > worlds::ALL.len() * strategies::ALL.len(), "only {} reports", found.len());
    assert_golden("reports.txt", &found);
}

#[test]
fn findings_of_all_loops_and_their_causes_are_unchanged() {
    if is_left_to_full_tier() {
        return;
    }
    let jobs = [("ideal", "5"), ("slow", "25"), ("slower", "70")];
    let hashes = Mutex::new(Hashes::new());
    hash_all(&jobs, |(computer, render_ms)| {
        let found = stdout_of(&["report", "--format", "json", "--render-ms", render_ms]);
        let found: serde_json::Value = serde_json::from_slice(&found).expect("a report is JSON");
        for pane in found["panes"].as_array().expect("a report has panes") {
            let strategy = pane["strategy"].as_str().expect("a pane has a strategy");
            let hash = sha256(pane["findings"].to_string().as_bytes());
            hashes.lock().expect("no thread has failed").insert(format!("{computer}/{strategy}"), hash);
        }
        (String::new(), String::new())
    });
    let found = hashes.into_inner().expect("no thread has failed");
    assert!(found.len() > 2 * strategies::ALL.len(), "only {} findings", found.len());
    assert_golden("findings.txt", &found);
}

#[test]
fn verdicts_and_numbers_of_all_claims_are_unchanged() {
    if is_left_to_full_tier() {
        return;
    }
    let claims: serde_json::Value =
        serde_json::from_slice(&stdout_of(&["claims", "--format", "json"])).expect("the claims are JSON");
    let found = claims.as_array().expect("a list of claims").iter().map(|claim| {
        let runs = claim["measured"].as_array().expect("a claim has runs");
        assert!(runs.iter().all(|run| run["comes_out"] == true), "{claim}");
        let numbers: Vec<_> = runs.iter().map(|run| (&run["expected"], &run["measured"], &run["comes_out"])).collect();
        let verdict = serde_json::json!([claim["holds"], numbers]).to_string();
        (claim["id"].as_str().expect("a claim has an id").to_owned(), sha256(verdict.as_bytes()))
    });
    assert_golden("claims.txt", &found.collect());
}

/// Pixels depend on the driver, so the file names the one that it was made with, and another driver skips the test.
#[test]
fn film_frames_without_text_are_unchanged() {
    if is_left_to_full_tier() {
        return;
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let driver = match pollster::block_on(Gpu::new(&instance, None)) {
        Ok(gpu) => {
            let info = gpu.adapter.get_info();
            format!("{} {}", info.name, info.driver_info).replace(' ', "_")
        }
        Err(error) => {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "CI needs a GPU adapter: {error}");
            eprintln!("SKIPPED, film frames: {error}");
            return;
        }
    };
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/films.txt");
    let made_with = std::fs::read_to_string(&file).unwrap_or_default();
    if std::env::var_os("UPDATE_GOLDEN").is_none() && !made_with.contains(&driver) {
        eprintln!("SKIPPED, film frames: they were drawn by another driver than {driver}");
        return;
    }
    let mut found = Hashes::from([(format!("driver:{driver}"), "-".to_owned())]);
    for builtin in builtin::ALL.iter().step_by(2).chain(&builtin::ALL[1..2]) {
        let scenario = builtin.scenario().expect("a built-in scenario opens");
        let spec = FilmSpec { size: [640, 360], zoom: 0.75, from_s: 3.0, ..FilmSpec::default() };
        let mut film = FilmRenderer::open(&scenario, &spec).unwrap_or_else(|error: FilmError| panic!("{error}"));
        film.hide_text();
        let reading = film.begin(60);
        let pixels = film.end(&reading).expect("a desktop waits for the GPU").expect("the frame is drawn");
        found.insert(builtin.id.to_owned(), sha256(&pixels));
    }
    assert_golden("films.txt", &found);
}
