//! Rows and cells as people's logs have them: rows that sum up others, parts of a frame, units in cells, JSON on lines, UTF-16, and
//! clocks with names of their own.

use crate::common::{stays, table_of};
use std::fmt::Write as _;
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::live::{self, LiveRead};
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, RefusedCapture, TimeUnit};
use tickscope_core::lab::captures::read;

fn of_bytes(bytes: &[u8]) -> Result<ReadCapture, RefusedCapture> {
    read("game.csv", bytes, &CapturePart::default())
}

fn of_text(text: &str) -> ReadCapture {
    of_bytes(text.as_bytes()).unwrap_or_else(|refused| panic!("{refused}\n{text:.160}"))
}

fn refused(text: &str) -> String {
    of_bytes(text.as_bytes()).expect_err(text).to_string()
}

fn summed(text: &str, column: &str) -> Result<ReadCapture, RefusedCapture> {
    let columns = ColumnChoice { column: Some(column.to_owned()), ..ColumnChoice::default() };
    read("game.csv", text.as_bytes(), &CapturePart { columns, ..CapturePart::default() })
}

/// Frame times of 120 frames around 16.7 ms.
fn truth() -> Vec<f64> {
    (0..120).map(|frame| 16.5 + f64::from(frame * 7 % 5) / 10.0).collect()
}

/// Writes a row for each frame of the truth.
fn table(head: &str, row: impl Fn(usize, f64, f64) -> String) -> String {
    table_of(&truth(), head, row)
}

/// Checks that a table has the frame times of the truth, and returns what was said of it.
fn check(text: &str) -> String {
    let (read, truth) = (of_text(text), truth());
    let stays = stays(&read);
    assert_eq!(stays.len(), truth.len() - 1, "{}\n{text:.160}", read.report);
    let off = stays.iter().zip(&truth[1..]).find(|(ours, truth)| (**ours - **truth).abs() > 0.002);
    assert_eq!(off, None, "{}\n{text:.160}", read.report);
    read.report.to_string()
}

const SUMMARY: &str = "with words where others have numbers";

#[test]
fn rows_that_sum_up_the_others_are_no_frames() {
    let below = |rows: &str| table("frame;frametime\n", |frame, ms, _| format!("{frame};{ms:.3}")) + rows;
    let said = check(&below("Average;17.4\n1% low;48.0\nTotal;10440\nMin/Max;16.6/48\n"));
    assert!(said.contains(&format!("4 {SUMMARY} (the first in line 122)")), "{said}");
    for rows in ["Mittelwert;16,7\n", "99%;17.1\n", "P99;17.1\nP99.9;17.3\n", "\u{d8};16.7\n", "Summe;2003.9\n\nEnde;0\n"] {
        let said = check(&below(rows));
        assert!(said.contains(SUMMARY), "{rows}: {said}");
    }
    let of_clock = table("frame,time (ms)\n", |frame, _, at| format!("{frame},{at:.3}")) + "Total,2004\n";
    assert!(check(&of_clock).contains(SUMMARY));
    let of_probe = table("frame,flip_ms\n", |frame, _, at| format!("{frame},{at:.3}")) + "Average,16.7\nTotal,2004\n";
    assert!(check(&of_probe).contains(&format!("2 {SUMMARY}")), "{of_probe}");
    let names = table("level,frametime\n", |frame, ms, _| format!("{},{ms:.3}", if frame < 60 { "1" } else { "boss" }));
    assert!(!check(&names).contains(SUMMARY), "a half of the rows is no summary");
}

#[test]
fn parts_of_a_frame_are_asked_for_and_can_be_added_up() {
    let parts = table("frame,update_ms,draw_ms,swap_ms\n", |frame, ms, _| format!("{frame},5,{:.3},2.5", ms - 7.5));
    let asked = of_bytes(parts.as_bytes()).expect_err("no column is the frame");
    let first = &asked.readings.first().expect("a way to read it").choice;
    assert_eq!((first.column.as_deref(), first.unit), (Some("update_ms+draw_ms+swap_ms"), Some(TimeUnit::Millis)));
    assert!(asked.to_string().contains("--column 'update_ms+draw_ms+swap_ms' --unit ms"), "{asked}");
    let microseconds = table("update_us,draw_ms\n", |_, ms, _| format!("5000,{:.3}", ms - 5.0));
    for (text, columns) in [(&parts, "update_ms+draw_ms+swap_ms"), (&parts, "2 + 3 + 4"), (&microseconds, "update_us+draw_ms")] {
        let read = summed(text, columns).unwrap_or_else(|refused| panic!("{columns}: {refused}"));
        let off = stays(&read).iter().zip(&truth()[1..]).any(|(ours, truth)| (ours - truth).abs() > 0.002);
        assert!(!off && read.report.columns.contains(columns), "{columns}: {}", read.report);
    }
    let missing = summed(&parts, "update_ms+present_ms").expect_err("there is no such column").to_string();
    assert!(missing.contains("has no column update_ms+present_ms"), "{missing}");
    // Work of CPU and GPU is at the same time.
    let loads = table("cpu_ms,gpu_ms\n", |_, ms, _| format!("{ms:.3},8"));
    assert!(!refused(&loads).contains('+'), "{}", refused(&loads));
}

#[test]
fn parts_of_a_frame_without_units_are_added_up_in_the_unit_that_fits() {
    let named = |names: &str, unit: f64| {
        let row = |_: usize, ms: f64, _: f64| {
            let parts = [0.1, 3.0, ms - 8.1, 5.0].map(|part| format!("{:.7}", part / unit));
            parts[4 - names.split(',').count()..].join(",")
        };
        table(&format!("{names}\n"), row)
    };
    for (names, unit, id, words) in [
        ("update,draw,swap", 1.0, "ms", "their sum in ms: 60.2 FPS"),
        ("input,update,render,present", 1.0, "ms", "their sum in ms: 59.9 FPS"),
        ("updateTime,drawTime,swapTime", 1000.0, "s", "their sum in s: 60.2 FPS"),
        ("physics step,Late Update,wait", 1e-3, "us", "their sum in µs: 60.2 FPS"),
        ("t_update,t_draw,t_flip", 1e-6, "ns", "their sum in ns: 60.2 FPS"),
        ("update,draw,flip", 1.0, "ms", "their sum in ms: 60.2 FPS"), // The name of a moment, and no moment.
    ] {
        let (sum, text) = (names.replace(',', "+"), named(names, unit));
        let asked = of_bytes(text.as_bytes()).expect_err(names);
        let first = asked.readings.first().unwrap_or_else(|| panic!("{names}: {asked}"));
        let choice = (first.choice.column.as_deref(), first.choice.unit.map(TimeUnit::id));
        assert_eq!((choice, &*first.words), ((Some(&*sum), Some(id)), words), "{asked}");
        let (read, skipped) = (summed(&text, &sum).unwrap_or_else(|refused| panic!("{refused}")), names.split(',').count() == 3);
        let truth = truth().into_iter().map(|ms| if skipped { ms - 0.1 } else { ms }).collect::<Vec<f64>>();
        let off = stays(&read).iter().zip(&truth[1..]).any(|(ours, truth)| (ours - truth).abs() > 0.002);
        assert!(!off, "{names}: {}", read.report);
    }
    let two = refused(&table("update,draw\n", |_, ms, _| format!("0.2,{:.4}", ms / 50.0)));
    assert!(two.contains("their sum in s: 1.87 FPS") && two.contains("their sum in ms: 1873 FPS"), "{two}");
    // A column that is the whole already is not added to its parts.
    let whole = refused(&table("update_ms,draw_ms,all_ms\n", |_, ms, _| format!("5,{:.3},{ms:.3}", ms - 5.0)));
    assert!(whole.contains("'update_ms+draw_ms' --unit ms (their sum in ms: 59.9 FPS)"), "{whole}");
    for names in ["x,y,z", "draw calls,entities", "cpu,gpu", "render thread,game thread"] {
        let row = |_: usize, ms: f64, _: f64| vec![format!("{ms:.3}"); names.split(',').count()].join(",");
        let text = refused(&table(&format!("{names}\n"), row));
        assert!(!text.contains('+'), "{names}: {text}");
    }
    // Beside frame times, and beside a clock, parts are not asked for.
    check(&table("frametime,update,draw\n", |_, ms, _| format!("{ms:.3},5,{:.3}", ms - 5.0)));
    check(&table("time,update,flip\n", |_, ms, at| format!("{at:.3},5,{:.3}", ms - 5.0)));
}

#[test]
fn clocks_are_known_by_names_units_and_the_frame_rates_beside_them() {
    let of = |head: &str, unit: f64| table(&format!("{head}\n"), |_, _, at| format!("{:.6}", (5000.0 + at) / unit));
    for (head, unit) in [
        ("stamp", 1.0),
        ("stamp_ns", 1e-6),
        ("when", 1.0),
        ("when_us", 1e-3),
        ("ts", 1000.0),
        ("timestamp", 1.0),
        ("frame_start_ns", 1e-6),
        ("Zeit (s)", 1000.0),
        ("engine_ns", 1e-6),
    ] {
        let said = check(&of(head, unit));
        assert!(said.contains("from row to row"), "{head}: {said}");
    }
    let comma = |number: f64| format!("{number:.6}").replace('.', ",");
    let row = |_, ms: f64, at: f64| format!("{};{}", comma(at / 1000.0), comma(1000.0 / ms));
    for head in ["Zeit (s);FPS\n", "Verstrichen (s);FPS\n", "Verstrichen;FPS\n"] {
        check(&table(head, row));
    }
    let without = table("memory;FPS\n", |frame, ms, _| format!("{};{}", frame % 7, comma(1000.0 / ms)));
    assert!(refused(&without).contains("no clock"), "{}", refused(&without));
    // A column of work is no clock, and alone it is asked for.
    let work = table("update_ms\n", |_, ms, _| format!("{ms:.3}"));
    assert!(refused(&work).contains("--column update_ms"), "{}", refused(&work));
}

#[test]
fn cells_may_have_their_unit() {
    for text in [
        table("frametime\n", |_, ms, _| format!("{ms:.3}ms")),
        table("frame;Dauer;frametime\n", |frame, ms, _| format!("{frame};x;{} ms", format!("{ms:.3}").replace('.', ","))),
        table("frametime\n", |_, ms, _| format!("{:.6}s", ms / 1000.0)),
        table("time,frametime\n", |_, ms, at| format!("{:.6} s,{:.1} \u{b5}s", at / 1000.0, ms * 1000.0)),
        table("", |_, ms, _| format!("{ms:.3}ms")),
    ] {
        assert!(check(&text).contains("in ms"), "{text:.80}");
    }
    let mixed = table("frametime\n", |frame, ms, _| if frame < 60 { format!("{ms:.3}") } else { format!("{ms:.3}ms") });
    assert_eq!(stays(&of_text(&mixed)).len(), 59, "a number with a unit beside numbers without one is none of them");
}

#[test]
fn objects_on_lines_are_rows() {
    let lines = table("", |frame, ms, _| format!(r#"{{"frame":{frame},"dt":{:.6},"level":"a, b"}}"#, ms / 1000.0));
    assert!(check(&lines).contains("dt, read as s"));
    check(&lines.replace('\n', "\r\n"));
    let work = table("", |_, ms, _| format!(r#"{{"frametime_ms":{ms:.3},"cpu_ms":4.5,"gpu_ms":7}}"#));
    assert!(check(&work).contains("work of the CPU: cpu_ms; work of the GPU: gpu_ms"));
    let cut = of_text(&lines[..lines.len() - 12]);
    assert_eq!(stays(&cut).len(), truth().len() - 2, "{}", cut.report);
    assert!(cut.report.to_string().contains("which is cut off"), "{}", cut.report);
    let nonsense = lines.replacen(r#"{"frame":50,"dt":"#, r#"{"frame":50,"d":"#, 1);
    let said = of_text(&nonsense).report.to_string();
    assert!(said.contains("1 without a number (line 51)"), "{said}");
    assert!(refused("{\"a\":1}\n").contains("is JSON"), "one object is no log");
    let mut frames = 0;
    let counted = |read: LiveRead| frames += usize::from(matches!(read, LiveRead::Frame(_)));
    live::follow("game", work.as_bytes(), &CapturePart::default(), counted).expect("it is followed");
    assert_eq!(frames, truth().len());
}

#[test]
fn utf16_is_read_as_what_it_says() {
    let text = table("\u{feff}frametime\r\n", |_, ms, _| format!("{ms:.3}\r"));
    let bytes = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    for bytes in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)] {
        let read = of_bytes(&bytes).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(stays(&read).len(), truth().len() - 1);
        let without_mark = of_bytes(&bytes[2..]).expect_err("it has no mark").to_string();
        assert!(without_mark.contains("UTF-16") && without_mark.contains("save it as UTF-8"), "{without_mark}");
    }
}

#[test]
fn lengths_where_moments_belong_are_named() {
    let flips = table("flip_ms\n", |_, ms, _| format!("{ms:.3}"));
    let asked = refused(&flips);
    assert!(asked.contains("how long frames last") && asked.contains("--column flip_ms --unit ms"), "{asked}");
    let ticks = |text: String| refused(&text);
    let lengths = ticks(table("ticks\n", |_, ms, _| format!("{:.0}", ms * 10_000.0)));
    let moments = ticks(table("ticks\n", |_, _, at| format!("{:.0}", at * 10_000.0)));
    assert!(
        lengths.ends_with("call the column frametime_ms") && moments.ends_with("call the column flip_ms"),
        "{lengths} {moments}"
    );
}

#[test]
fn a_word_where_a_time_belongs_leaves_out_the_row_of_a_process() {
    let head = "Application,ProcessID,CPUStartTime,CPUBusy,GPUBusy,DisplayLatency,DisplayedTime\n";
    let mut text = head.to_owned();
    for frame in 0..200 {
        let latency = if frame == 100 { "x9$" } else { "20.1" };
        let _ = writeln!(text, "game.exe,1,{:.3},5,8,{latency},16.667", f64::from(frame) * 16.667);
    }
    let read = of_text(&text);
    let said = read.report.to_string();
    assert!(said.contains("1 with a word instead of a time (line 102)"), "{said}");
    assert_eq!((read.report.shown, stays(&read).len()), (199, 198));
    assert!(stays(&read).iter().all(|ms| (ms - 16.667).abs() < 0.01), "it is no long frame");
    let dropped = of_text(&text.replace("x9$", "NA"));
    assert_eq!((dropped.report.shown, dropped.report.frames), (199, 200), "{}", dropped.report);
}

#[test]
fn a_row_that_is_left_out_while_a_game_runs_is_no_long_frame() {
    let frames = |text: &str| {
        let mut flips = Vec::new();
        let told = |read: LiveRead| {
            if let LiveRead::Frame(frame) = read {
                flips.push(frame.flip);
            }
        };
        live::follow("game", text.as_bytes(), &CapturePart::default(), told).expect("it is followed");
        flips.windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect::<Vec<f64>>()
    };
    for head in ["flip_ms\n", "time (ms)\n"] {
        let text = |word: &str| {
            table(head, |frame, _, _| if frame == 60 { word.to_owned() } else { format!("{:.2}", 16.7 * frame as f64) })
        };
        let longest = frames(&text("nonsense")).into_iter().fold(0.0, f64::max);
        assert!(longest < 17.0, "{head}: {longest}");
    }
}

/// Writes a dump of Android with some of the frames of a steady game.
type Dump = fn(std::ops::Range<u64>) -> String;

fn framestats(frames: std::ops::Range<u64>) -> String {
    let rows = frames.map(|frame| format!("0,1,1,{},\n", 5_000_000_000 + frame * 16_700_000));
    format!(
        "Stats since: 1ns\n---PROFILEDATA---\nFlags,IntendedVsync,Vsync,FrameCompleted,\n{}---PROFILEDATA---\n\n",
        rows.collect::<String>()
    )
}

fn latency(frames: std::ops::Range<u64>) -> String {
    let rows = frames.map(|frame| format!("1\t{}\t1\n", 5_000_000_000 + frame * 16_700_000));
    format!("16666667\n{}\n", rows.collect::<String>())
}

#[test]
fn dumps_of_android_are_joined_and_what_they_miss_is_no_long_frame() {
    for dump in [framestats as Dump, latency] {
        let read = |dumps: &[std::ops::Range<u64>]| of_text(&dumps.iter().cloned().map(dump).collect::<String>());
        let one = of_text(&dump(0..120));
        let are_even = |read: &ReadCapture| stays(read).iter().all(|stay| (stay - 16.7).abs() < 0.01);
        assert!(one.report.shown == 120 && one.report.columns.contains("append one a second"), "{}", one.report);
        let joined = read(&[0..120, 80..200, 200..310]);
        assert!(joined.report.shown == 310 && are_even(&joined), "{}", joined.report);
        assert!(!joined.report.columns.contains("dump"), "{}", joined.report);
        let apart = read(&[0..120, 180..300, 900..1020]);
        assert!(apart.report.shown == 360 && are_even(&apart), "{}", apart.report);
        assert!(apart.report.columns.contains("; 2 dumps do not reach back to the ones before"), "{}", apart.report);
        // A long frame within a dump stays one.
        let long =
            of_text(&(dump(0..120) + &dump(100..180).replace(&format!("{}", 5_000_000_000_u64 + 150 * 16_700_000), "gone")));
        assert!(stays(&long).iter().any(|stay| (stay - 33.4).abs() < 0.01), "{}", long.report);
    }
}
