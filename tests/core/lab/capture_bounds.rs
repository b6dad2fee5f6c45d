//! The bounds of a file: rows, lines, numbers and swap chains, and damage of every kind. Nothing is read without end, and what is
//! refused is refused in one short line.

use crate::tiers::spread;
use std::io::{self, Read};
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;

const MOST_ROWS: usize = 4_320_000;

/// Reads a source. Returns how many frames it has, or the refusal.
fn frames(source: impl Read) -> Result<usize, String> {
    read("game.csv", source, &CapturePart::default()).map(|read| read.capture.frames.len()).map_err(|refused| refused.to_string())
}

/// A text that begins with `head` and goes on with `unit` for ever.
struct Endless<'a> {
    head: &'a [u8],
    unit: Vec<u8>,
    at: usize,
    /// The number of bytes that have been read.
    taken: &'a mut usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = if self.head.is_empty() { &self.unit[self.at..] } else { self.head };
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        if self.head.is_empty() {
            self.at = (self.at + count) % self.unit.len();
        } else {
            self.head = &self.head[count..];
        }
        *self.taken += count;
        Ok(count)
    }
}

#[test]
fn a_source_without_end_is_refused_after_as_many_rows_as_a_capture_has() {
    let of_processes = "Application,ProcessID,CPUStartTime,DisplayLatency,DisplayedTime\n";
    let sources = [
        ("frametime\n", "0\n", "rows"),
        ("", "0\n", "rows"),
        ("frametime\n", "16.7\n", "rows"),
        ("frametime\n", "\n", "rows"),
        ("frametime\n", "# a comment\n", "rows"),
        ("frametime\n", ",\n", "rows"),
        ("flip_ms,sample_ms\n", "a\n", "rows"),
        (of_processes, "0\n", "rows"),
        (of_processes, "a,1,0,NA,NA\n", "rows"),
        ("{\"Runs\":[{\"CaptureData\":{\"MsBetweenDisplayChange\":[", "0,", "frames"),
        ("{\"Runs\":[", "{\"CaptureData\":{}},", "runs"),
        ("[", "{},", "events"),
    ];
    for (head, unit, counted) in spread(sources.to_vec(), 4) {
        let mut taken = 0;
        let source = Endless { head: head.as_bytes(), unit: unit.repeat(60_000).into_bytes(), at: 0, taken: &mut taken };
        let refused = frames(source).expect_err("it has no end");
        assert!(refused.contains(&format!("{counted}: cut a part out of it")), "{head}{unit}: {refused}");
        assert!(!refused.contains('\n') && refused.len() < 160, "{refused}");
        assert!(taken < (MOST_ROWS + 1000) * unit.len() + (1 << 20), "{head}{unit}: {taken} bytes");
    }
}

#[test]
fn the_numbers_of_lines_are_true_however_many_there_are() {
    for (rows, wrong) in [(70_000, "-5"), (300_000, "-1e300")] {
        let text = "frametime\n".to_owned() + &"16.7\n".repeat(rows) + wrong + "\n";
        let refused = frames(text.as_bytes()).expect_err("no time is negative");
        assert!(
            refused.starts_with(&format!("game.csv:{}: frametime is {}", rows + 2, wrong.split('e').next().unwrap_or(""))),
            "{refused}"
        );
        assert!(refused.len() < 100, "{refused}");
    }
    let probe = "flip_ms,sample_ms\n".to_owned()
        + &(1..80_000).fold(String::new(), |text, frame| text + &format!("{0},{0}\n", frame * 16))
        + "5,5\n";
    let refused = frames(probe.as_bytes()).expect_err("it goes back");
    assert!(refused.starts_with("game.csv:80001: time goes back"), "{refused}");
}

#[test]
fn a_line_may_be_a_megabyte_long_and_a_longer_one_is_named() {
    let table = |length: usize| format!("{},frametime\n", "x".repeat(length)) + &"1,16.7\n".repeat(20);
    assert_eq!(frames(table(1_000_000).as_bytes()), Ok(20));
    let rows = "frametime,event\n".to_owned() + &"16.7,\n".repeat(9) + "16.7," + &"y".repeat(1_000_000) + "\n16.7,\n";
    assert_eq!(frames(rows.as_bytes()), Ok(11));
    let refused = frames(table(1 << 20).as_bytes()).expect_err("it is too long");
    assert_eq!(refused, "game.csv:1: is longer than 1 MB, as no line of a table is: capture or copy it again");
}

#[test]
fn a_table_whose_columns_are_mixed_up_has_no_game_for_each_row() {
    let rows: String = (0..20_000).fold(String::new(), |text, row| text + &format!("{row}.exe,{row},0,20,16\n"));
    let refused = frames(format!("Application,ProcessID,CPUStartTime,DisplayLatency,DisplayedTime\n{rows}").as_bytes());
    assert!(refused.as_ref().is_err_and(|refused| refused.contains("more than 10000 processes")), "{refused:?}");
}

/// Small files of every form.
fn files() -> Vec<String> {
    let rows = |row: &dyn Fn(f64) -> String| (0..40).map(|frame| row(f64::from(frame) * 16.7) + "\n").collect::<String>();
    let list = |of: f64| vec![of.to_string(); 30].join(",");
    vec![
        rows(&|_| "0.0167".to_owned()),
        format!("frame,frametime\n{}", rows(&|at| format!("{:.0},16.7", at / 16.7))),
        format!("frame;frametime\n{}", rows(&|at| format!("\"{:.0}\";\"16,7\"", at / 16.7))),
        format!("flip_ms,sample_ms,cpu_ms\n{}", rows(&|at| format!("{:.2},{at:.2},5", at + 20.0))),
        format!(
            "Application,ProcessID,SwapChainAddress,CPUStartTime,CPUBusy,GPUBusy,DisplayLatency,DisplayedTime,AnimationTime\n{}",
            rows(&|at| format!("game.exe,7,0x1,{at:.3},5.1,6.2,30.5,16.7,{at:.2}"))
        ),
        format!(
            "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed\n{}",
            rows(&|at| format!("game.exe,7,0x1,0,{:.6},16.7,0.2,18.5", at / 1000.0))
        ),
        format!("os,cpu\nLinux,A CPU\nfps,frametime,elapsed\n{}", rows(&|at| format!("59.9,16.7,{:.0}", (at + 16.7) * 1e6))),
        format!("Flags,IntendedVsync,FrameCompleted\n{}", rows(&|at| format!("0,1,{:.0}", at * 1e6 + 1e9))),
        format!("16666666\n{}", rows(&|at| format!("{0:.0}\t{0:.0}\t{0:.0}", at * 1e6 + 1e9))),
        format!(
            "{{\"Info\":{{\"ProcessName\":\"g.exe\"}},\"Runs\":[{{\"CaptureData\":{{\"MsBetweenDisplayChange\":[{}],\"Dropped\":[false]}}}}]}}",
            list(16.7)
        ),
        format!(
            "{{\"traceEvents\":[{}]}}",
            (0..30)
                .map(|frame| format!("{{\"name\":\"frame\",\"ph\":\"X\",\"ts\":{},\"pid\":1,\"args\":{{}}}}", frame * 16_700))
                .collect::<Vec<_>>()
                .join(",")
        ),
    ]
}

/// Returns the beginnings and the ends of the fields of a text.
fn edges(text: &str) -> Vec<usize> {
    let is_edge = |letter: char| ",;\n\t:\"[]{}".contains(letter);
    text.match_indices(is_edge).map(|(at, _)| at).collect()
}

/// Returns the text with each kind of damage at `at`, which is the edge of a field; `next` is the next edge.
fn damaged(text: &str, at: usize, next: usize) -> Vec<Vec<u8>> {
    let with =
        |begin: usize, end: usize, put: &str| [&text.as_bytes()[..begin], put.as_bytes(), &text.as_bytes()[end..]].concat();
    let in_place =
        ["1e300", "-1e300", "-1", "0", "", "NaN", "inf", "1,5", "1.2.3", "\u{1d7d9}", "16.7 ms", "99999999999999999999"];
    let long = "9".repeat(400);
    let inserts = ["\0", "\"", "\r", "\n", ",", ";", "\t", "\n\n\n", "# ", "//", "---", "é", "\u{feff}", "{", "]", "\\"];
    let mut all = vec![text.as_bytes()[..at].to_vec(), text.as_bytes()[..=at].to_vec(), text.as_bytes()[at..].to_vec()];
    all.extend(in_place.iter().map(|put| with(at + 1, next, put)));
    all.push(with(at + 1, next, &long));
    all.extend(inserts.iter().map(|put| with(at, at, put)));
    all.extend([",", ";", "\t", " "].map(|other| with(at, at + 1, other)));
    // A field or a part of the rows is gone, or comes twice.
    all.push(with(at, next, ""));
    all.push(with(at, at, &text[at..next]));
    all.push(with(at, at, &text[..at]));
    all.push([&text.as_bytes()[..at], &[0xff, 0xfe, 0xc3], &text.as_bytes()[at..]].concat());
    all
}

#[test]
fn damage_of_every_kind_is_read_or_refused_in_one_line() {
    let (mut read, mut refused) = (0, 0);
    for text in files() {
        assert!(frames(text.as_bytes()).is_ok_and(|count| count >= 29), "{:?}: {text:.80}", frames(text.as_bytes()));
        let edges = edges(&text);
        let pairs: Vec<(usize, usize)> = edges.iter().copied().zip(edges[1..].iter().copied().chain([text.len()])).collect();
        for (at, next) in spread(pairs, 12) {
            for bytes in damaged(&text, at, next) {
                match frames(&bytes[..]) {
                    Ok(count) => {
                        assert!((2..=90).contains(&count), "{count} frames of {}", String::from_utf8_lossy(&bytes));
                        read += 1;
                    }
                    Err(line) => {
                        let is_one = !line.contains('\n') && line.starts_with("game.csv") && line.chars().count() < 700;
                        assert!(is_one, "{line}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} are read, {refused} refused");
}
