//! Output that cannot be written: closed pipes, and full disks.

use super::program::{bad, object, tickscope};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

// --- Pipes -----------------------------------------------------------------------------------------------------------

#[test]
fn a_reader_that_closes_the_pipe_ends_a_trace_quietly() {
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

/// Runs a command line whose output is closed. Returns its errors and its exit code.
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
        &["--help"],
        &["--version"],
        &["trace", "--help"],
    ] {
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

/// Runs the program where no file may grow beyond a few kilobytes, as on a disk that is nearly full.
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
fn a_file_that_cannot_be_written_is_named() {
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
fn a_device_is_no_file_and_full_standard_output_is_named() {
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
