//! Texts that were refused although they are right, that hung the program, or whose error misled: each ends as it should.

use crate::front::bombs::{Ended, changing_texts};
use crate::tiers::sampled;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A file of `tests/fixtures/own-loops`, and words of its error; none if it runs.
const FILES: &[(&str, &[&str])] = &[
    ("01-poll-clock.js", &[]),
    ("01b-accumulator-draws-when-stepped.js", &[]),
    ("02-raf-starved.js", &[]),
    ("02b-raf-starved-settimeout.js", &[]),
    ("03-catch-leaks.js", &[]),
    ("04-alpha-ignored.js", &[]),
    ("05-honest-log-string.js", &["js:3", "push to a list, and join it"]),
    ("05b-concat.js", &["js:2", "push to a list, and join it"]),
    ("05c-number-of-text.js", &["js:2", "copies too much"]),
    ("05d-compare-texts.js", &["js:", "without end"]),
    ("05e-template.js", &["js:2", "copies too much"]),
    ("05f-concat-once.js", &["js:2", "copies too much"]),
    ("06-split-quadratic.js", &["js:2:53: Error: n 80001"]),
    ("06b-indexof-quadratic.js", &["js:1", "without end"]),
    ("07-setprototypeof.js", &["js:1:83", "prototypes"]),
    ("07b-for-in.js", &["js:", "copies too much"]),
    ("08-bigint-by-bigint64array.js", &["js:1:22", "BigInt64Array is not defined"]),
    ("09-now-forever.js", &["js:1", "host.running()"]),
    ("10-100-intervals.js", &[]),
    ("11-await-message.js", &["js:5:9", "after an await"]),
    ("12-import-message.js", &["js:1:1", "no modules"]),
    ("13-this-in-callback.js", &["js:1:71", "this", "bind"]),
    ("14-never-renders.js", &[]),
    ("15-tagged.js", &["js:1:316", "within each other"]),
    ("16-seconds-at-12fps.js", &["js:6:9", "milliseconds"]),
    ("17-sleep-in-ms.js", &["js:5:15", "16 * ms"]),
    ("18-getter-doubles.js", &["js:", "at or after this line the loop"]),
    ("18b-await-fib.js", &["js:", "at or after this line the loop"]),
    ("18c-sort-tostring.js", &["js:", "at or after this line the loop"]),
    ("19-150-operators-object.js", &[]),
    ("20-include-names-wrong-file.js", &["module.js:1:1", "no modules"]),
];

#[test]
fn each_text_of_the_review_ends_as_it_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/own-loops");
    for (name, words) in sampled(FILES) {
        let Ended { code, said, most, .. } = Ended::of(&folder.join(name), "0.5");
        assert_eq!(code, Some(if words.is_empty() { 0 } else { 2 }), "{name}: {said}");
        assert!(words.iter().all(|word| said.contains(word)), "{name}: {said}");
        assert_eq!(said.trim().lines().count(), usize::from(!words.is_empty()), "{name}: {said}");
        assert!(most < 2_000_000_000, "{name}: {most} bytes");
    }
    let listed: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let tested: BTreeSet<String> = files.filter(|name| name != "module.js" && name != "README.md").collect();
    assert_eq!(tested, listed);
}

#[test]
fn a_scenario_that_changes_a_text_a_thousand_times_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("texts.toml");
    fs::write(&path, changing_texts(1000)).unwrap();
    let Ended { code, said, seconds, .. } = Ended::of(&path, "1");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("1000 changes of texts") && seconds < 10.0, "{seconds} s: {said}");
}

#[test]
fn a_loops_file_is_a_plain_file_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside.js"));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, "not a loop").unwrap();
    let scenario = inside.join("theirs.toml");
    let text = "tickscope = 4\n[[loops]]\nname = \"a\"\nfile = \"a.js\"\n[[panes]]\nstrategy = \"own/a\"\n";
    fs::write(&scenario, text).unwrap();
    let refused = |what: &str| {
        let Ended { code, said, seconds, .. } = Ended::of(&scenario, "0.1");
        assert_eq!(code, Some(2), "{what}: {said}");
        assert!(said.contains("a.js") && !said.contains("SyntaxError") && seconds < 30.0, "{what}: {said}");
        let _ = fs::remove_file(inside.join("a.js")).or_else(|_| fs::remove_dir(inside.join("a.js")));
    };
    fs::create_dir(inside.join("a.js")).unwrap();
    refused("a folder");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inside.join("a.js")).unwrap();
        refused("a link out of the folder");
        assert!(std::process::Command::new("mkfifo").arg(inside.join("a.js")).status().unwrap().success());
        refused("a named pipe");
    }
}

#[test]
fn an_error_in_a_run_names_the_line_of_the_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("mine.toml");
    let text = "tickscope = 4\n\n[[loops]]\nname = \"a\"\nsource = '''\nfunction loop(host) {\n  host.render();\n  throw new Error('no more');\n\
                }\n'''\n\n[[panes]]\nstrategy = \"own/a\"\n";
    fs::write(&scenario, text).unwrap();
    let Ended { code, said, .. } = Ended::of(&scenario, "0.1");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("mine.toml, line ") && said.contains("no more"), "{said}");
}
