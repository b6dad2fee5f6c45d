//! Tables in which one column says something else than another: they are asked for or refused, and what is read is right.

use crate::common::{stays, table_of};
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, RefusedCapture, TimeUnit};
use tickscope_core::lab::captures::read;

fn read_file(name: &str, text: &str, columns: ColumnChoice) -> Result<ReadCapture, RefusedCapture> {
    read(name, text.as_bytes(), &CapturePart { columns, ..CapturePart::default() })
}

fn of_text(text: &str) -> Result<ReadCapture, RefusedCapture> {
    read_file("game.csv", text, ColumnChoice::default())
}

fn refused(text: &str) -> RefusedCapture {
    of_text(text).map(|read| read.report.to_string()).expect_err(text.get(..80).unwrap_or(text))
}

/// Frame times of 200 frames around 16.7 ms, and every fortieth of 56 ms.
fn truth() -> Vec<f64> {
    (0..200).map(|frame| if frame % 40 == 20 { 56.0 } else { 16.5 + f64::from(frame * 7 % 5) / 10.0 }).collect()
}

/// Writes a row for each frame of the truth.
fn table(head: &str, row: impl Fn(usize, f64, f64) -> String) -> String {
    table_of(&truth(), head, row)
}

fn assert_truth(read: &ReadCapture) {
    let (stays, truth) = (stays(read), truth());
    assert_eq!(stays.len(), 199, "{}", read.report);
    let off = stays.iter().zip(&truth[1..]).find(|(ours, truth)| (*ours - *truth).abs() > 0.002);
    assert_eq!(off, None, "{}", read.report);
}

/// Asserts that a file is asked for, and that one of the answers gives the truth.
fn assert_asked(text: &str, says: &str) {
    let refused = refused(text);
    assert!(refused.to_string().contains(says) && !refused.to_string().contains('\n'), "{refused}");
    let readings = refused.readings.iter().map(|reading| read_file("game.csv", text, reading.choice.clone()).expect("an answer"));
    let near = |read: &ReadCapture| stays(read).iter().zip(&truth()[1..]).all(|(ours, truth)| (ours - truth).abs() < 0.02);
    assert!(readings.into_iter().any(|read| near(&read)), "{refused}");
}

#[test]
fn frame_times_that_are_not_the_steps_of_their_clock_are_asked_for() {
    let mean = truth().iter().sum::<f64>() / 200.0;
    let says = "are not the steps of its clock";
    assert_asked(&table("time,dt\n", |_, _, at| format!("{:.5},{:.6}", at / 1000.0, mean / 1000.0)), says);
    assert_asked(&table("time,dt\n", |_, ms, at| format!("{:.5},{:.6}", at / 1000.0, ms.min(50.0) / 1000.0)), says);
    assert_asked(&table("realtime_s,dt\n", |_, ms, at| format!("{:.5},{:.6}", at / 1000.0, ms.min(33.3) / 1000.0)), says);
    let smoothed = |frame: usize| truth()[frame.saturating_sub(9)..=frame].iter().sum::<f64>() / 10.0_f64.min(frame as f64 + 1.0);
    assert_asked(&table("Time,DeltaTime\n", |frame, _, at| format!("{:.5},{:.6}", at / 1000.0, smoothed(frame) / 1000.0)), says);
    let paused = |frame: usize, at: f64| if frame < 100 { at } else { at + 30_000.0 };
    let text = table("time_s,frame_ms\n", |frame, ms, at| format!("{:.4},{ms:.3}", paused(frame, at) / 1000.0));
    assert_asked(&text, "but for one row, where 30 s more passed (line 102): a pause that was not written");
    let work = table("start_us,duration_us\n", |_, ms, at| format!("{:.0},{:.0}", at * 1000.0, ms * 400.0));
    assert_asked(&work, "they are not the whole time of a frame");
}

#[test]
fn frame_times_that_are_the_steps_of_a_coarse_or_a_late_clock_are_read() {
    let coarse = table("Time(s),FrameTimeMs\n", |_, ms, at| format!("{:.2},{ms:.3}", at / 1000.0));
    let whole = table("timestamp,frame_ms\n", |_, ms, at| format!("{:.0},{ms:.3}", 1.7e9 + f64::floor(at / 1000.0)));
    let late = |frame: usize| if frame % 9 == 4 { 7.0 } else { 0.0 };
    let late = table("time_ms,frame_ms\n", |frame, ms, at| format!("{:.3},{ms:.3}", at + late(frame)));
    let before = table("time_ms,frame_ms\n", |frame, _, at| format!("{at:.3},{:.3}", truth()[frame.saturating_sub(1)]));
    for text in [coarse, whole, late] {
        assert_truth(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
    }
    assert_eq!(stays(&of_text(&before).expect("each row has the frame before it"))[1..].len(), 198);
}

#[test]
fn numbers_without_a_name_that_can_be_rates_are_asked_for_unless_the_file_says_what_they_are() {
    let rates = table("", |_, ms, _| format!("{:.4}", 1000.0 / ms));
    let lengths = table("", |_, ms, _| format!("{ms:.3}"));
    for text in [&rates, &lengths] {
        let refused = refused(text).to_string();
        assert!(refused.contains("no name that says what they are") && refused.contains("--column 1 --unit fps"), "{refused}");
    }
    let fps = ColumnChoice { unit: Some(TimeUnit::FramesPerSecond), ..ColumnChoice::default() };
    assert_truth(&read_file("game.csv", &rates, fps.clone()).expect("it is answered"));
    assert_truth(&read_file("runs/frametimes.txt", &lengths, ColumnChoice::default()).expect("the file says it"));
    let named = read_file("fps.txt", &rates, ColumnChoice::default()).map(drop).expect_err("rows can be samples");
    assert!(named.to_string().contains("frame rates (1) and no clock"), "{named}");
    assert_truth(&read_file("fps.txt", &rates, named.readings[0].choice.clone()).expect("it is answered"));
    let counted = table("", |frame, ms, _| format!("{} {:.4}", frame + 7, 1000.0 / ms));
    let named = read_file("fps.txt", &counted, ColumnChoice::default()).map(drop).expect_err("rows can be samples");
    assert_truth(&read_file("fps.txt", &counted, named.readings[0].choice.clone()).expect("it is answered"));
    let probe = table("flip_ms,sample_ms\n", |_, _, at| format!("{at:.3},{at:.3}"));
    assert!(read_file("game.csv", &probe, fps).map(drop).expect_err("they are moments").to_string().contains("no frame rates"));
}

#[test]
fn rows_that_are_not_each_a_frame_are_refused_with_what_to_do() {
    let parts = table("frame,phase,ms\n", |frame, ms, _| format!("{frame},update,{:.3}\n{frame},draw,{:.3}", ms * 0.4, ms * 0.6));
    let events =
        table("event,time_ms\n", |_, ms, at| format!("update,{:.3}\ndraw,{:.3}\npresent,{at:.3}", at - ms * 0.9, at - ms * 0.4));
    let pairs = table("time,event\n", |_, ms, at| format!("{:.6},begin\n{:.6},end", (at - ms * 0.5) / 1000.0, at / 1000.0));
    let windows = table("window,frame_ms\n", |_, ms, _| format!("1,{ms:.3}\n2,{:.3}", ms + 1.0));
    let tenths =
        table("frame,elapsed_ms\n", |frame, _, at| if frame % 10 == 0 { format!("{frame},{at:.3}") } else { String::new() });
    let sixth = table("frame,frame_ms\n", |frame, ms, _| if frame % 6 == 0 { format!("{frame},{ms:.3}") } else { String::new() });
    let lost = table("frame,time_ms\n", |frame, _, at| if frame % 20 < 2 { String::new() } else { format!("{frame},{at:.3}") });
    let phases = table("event,time_ms\n", |_, ms, at| {
        let moment = |phase: u32| format!("phase{phase},{:.3}", at - ms + ms * f64::from(phase) / 20.0);
        (0..20).map(moment).collect::<Vec<_>>().join("\n")
    });
    let rows = |head: &str, row: fn(u32) -> String| (0..60).fold(head.to_owned(), |text, number| text + &row(number) + "\n");
    for (text, says) in [
        (parts, "400 rows and 200 numbers in frame"),
        (events, "take turns (event: update, draw, present)"),
        (pairs, "take turns (event: begin, end)"),
        (windows, "take turns (window: 1, 2)"),
        (tenths, "rise by 10 from row to row"),
        (sixth, "rise by 6 from row to row"),
        (lost, "frames, by the numbers in frame"),
        (rows("Time,FrameCount\n", |row| format!("{:.3},{}", f64::from(row) * 0.1, row * 6)), "FrameCount that rise by 6"),
        (
            rows("time,frames\n", |row| format!("{:.3},{}", f64::from(row) * 0.1 + f64::from(row % 3) / 500.0, 6 + row % 2)),
            "6 frames in each row",
        ),
        (rows("time,temperature\n", |row| format!("{:.1},{}", f64::from(row) * 0.1, 60 + row % 3)), "exactly 100 ms apart"),
        (rows("time_ms\n", |row| format!("{}", row * 50)), "exactly 50 ms apart"),
        (rows("lap,time\n", |row| format!("{row},{}", 60 + row * 7 % 5)), "another lap in each row"),
        (
            rows("benchmark,frame_ms,fps\n", |row| format!("scene{row},{},59.5", 14 + row * 7 % 5)),
            "another benchmark in each row",
        ),
        (rows("t_ms,frame_ms,fps\n", |_| "0.000,0.000000,0.000".to_owned()), "has only zeros in t_ms"),
        (phases, "take turns (event: phase0, phase1, phase2, phase3)"),
        (rows("frametime_ms,count\n", |row| format!("{},{}", row + 1, row * 7 % 5)), "table of statistics"),
        (rows("percentile,frametime_ms\n", |row| format!("{row},{}", 14.0 + f64::from(row * row) / 99.0)), "beside percentile"),
        ("Frames,Time (ms),Min,Max,Avg\n2345,60000,34,61,51.2\n".to_owned(), "one row of numbers, so it is a summary"),
    ] {
        let line = refused(&text).to_string();
        assert!(line.contains(says) && !line.contains('\n'), "{says}: {line}");
    }
}

#[test]
fn single_rows_that_stand_twice_or_are_lost_are_said() {
    let twice = table("frame,frame_ms\n", |frame, ms, _| {
        let row = format!("{frame},{ms:.3}");
        if frame == 70 { format!("{row}\n{row}") } else { row }
    });
    let read = of_text(&twice).unwrap_or_else(|refused| panic!("{refused}"));
    assert_truth(&read);
    assert!(read.report.to_string().contains("1 with the frame number of the row before (line 73)"), "{}", read.report);
    let lost = table("frame,time_ms\n", |frame, _, at| if frame == 70 { String::new() } else { format!("{frame},{at:.3}") });
    let read = of_text(&lost).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(
        read.report.to_string().contains("by the numbers in frame, 1 frames have no row, the first before line 72"),
        "{}",
        read.report
    );
    assert!(stays(&read).iter().all(|ms| *ms < 17.0 || (*ms - 56.0).abs() < 0.01), "no hitch is made of two frames");
}

#[test]
fn words_and_numbers_that_change_within_a_run_are_no_rows_of_several_kinds() {
    let bound = ["cpu", "gpu"];
    let text = table("frame,frame_ms,limit,buffer,run\n", |frame, ms, _| {
        format!("{frame},{ms:.3},{},{},{}", bound[frame * 7 % 5 / 3], frame % 3, frame / 100)
    });
    assert_truth(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
    let named = (0..30).fold("image,frame_ms\n".to_owned(), |text, row| text + &format!("shot {row},16.{}\n", 4 + row % 3));
    assert!(of_text(&named).is_ok(), "each row has a name of its own");
}

#[test]
fn frame_rates_that_contradict_frame_times_are_asked_for() {
    let text = table("fps,frametime\n", |_, ms, _| format!("{:.4},{:.3}", 1000.0 / ms, ms * 0.5));
    assert_asked(&text, "frame times (frametime) of 120 FPS beside rates (fps) of 59.9 FPS");
}

#[test]
fn ticks_of_100_ns_and_days_are_not_read_as_another_unit() {
    for (head, zero) in [("time\n", 638_600_000_000_000_000_u64), ("timestamp\n", 133_700_000_000_000_000)] {
        let text = table(head, |_, _, at| format!("{}", zero + (at * 10_000.0) as u64));
        assert!(refused(&text).to_string().contains("ticks of 100 ns"));
    }
    for (head, is_clock) in [("elapsed\n", true), ("frame_time\n", false), ("", false)] {
        let text = table(head, |_, ms, at| format!("{:.0}", if is_clock { at } else { ms } * 10_000.0));
        let line = refused(&text).to_string();
        assert!(line.contains("as ticks of 100 ns 16.7 ms"), "{line}");
    }
    let cycles = table("frame_time\n", |_, ms, _| format!("{:.0}", ms * 3e6));
    let line = refused(&cycles).to_string();
    assert!(line.contains("as cycles of 3 GHz 16.7 ms") && line.contains("--column frame_time --unit ns"), "{line}");
    assert_truth(&of_text(&table("frame_time\n", |_, ms, _| format!("{:.0}", ms * 1e6))).expect("nanoseconds are usual"));
    let days = table("time\n", |_, _, at| format!("{:.10}", 45_500.0 + at / 86_400_000.0));
    assert!(refused(&days).to_string().contains("no frame times in any unit"));
    let beside = table("time,frame_ms\n", |_, ms, at| format!("{:.10},{ms:.3}", 45_500.0 + at / 86_400_000.0));
    assert_truth(&of_text(&beside).expect("frame times have a unit"));
}

#[test]
fn a_chosen_column_without_many_numbers_is_refused() {
    let text = table("level;frame_ms\n", |frame, ms, _| {
        format!("{frame};{}", if frame % 9 == 3 { "?".to_owned() } else { format!("{ms:.3}") })
    });
    let choice = ColumnChoice { column: Some("frame_ms".to_owned()), ..ColumnChoice::default() };
    let line = read_file("game.csv", &text, choice).map(drop).expect_err("one in nine has none").to_string();
    assert!(line.contains("22 of 200 rows have no number in frame_ms"), "{line}");
    for sign in ["'", "’", "\u{a0}", "\u{202f}"] {
        let thousands = |at: f64| format!("{}{sign}{:06.2}", 1 + (at / 1000.0) as u32, at % 1000.0);
        let text = table("elapsed_ms;frame_ms\n", |_, ms, at| format!("{};{ms:.3}", thousands(at)));
        assert_truth(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
    }
}

#[test]
fn more_than_two_thousand_frames_a_second_are_read_if_a_clock_says_so() {
    let text =
        table("timestamp_ms,frame_time_ms,fps\n", |_, ms, at| format!("{:.5},{:.5},{:.2}", at / 40.0, ms / 40.0, 40_000.0 / ms));
    let stays = stays(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
    assert!(stays.iter().zip(&truth()[1..]).all(|(ours, truth)| (ours - truth / 40.0).abs() < 1e-4));
}

#[test]
fn dates_may_have_an_offset_or_pass_midnight() {
    let time = |at: f64| {
        let ms = (at + 43_195_000.0) as u64;
        (ms / 3_600_000, ms / 60_000 % 60, (ms % 60_000) as f64 / 1000.0)
    };
    let iso = |at: f64| {
        let (hours, minutes, seconds) = time(at);
        format!("2025-08-24T{hours:02}:{minutes:02}:{seconds:06.3}+02:00")
    };
    let half = |at: f64| {
        let (hours, minutes, seconds) = time(at);
        format!("{}:{minutes:02}:{seconds:06.3} {}", (hours + 11) % 12 + 1, if hours < 12 { "AM" } else { "PM" })
    };
    let midnight = |at: f64| {
        let (hours, minutes, seconds) = time(at);
        format!("{:02}:{minutes:02}:{seconds:06.3}", (hours + 12) % 24)
    };
    for text in [
        table("time\n", |_, _, at| iso(at)),
        table("time\n", |_, _, at| half(at)),
        table("time\n", |_, _, at| midnight(at)),
        table("time\n", |_, _, at| format!("0:{:06.3}", at / 1000.0)),
    ] {
        let read = of_text(&text).unwrap_or_else(|refused| panic!("{refused}"));
        let off = stays(&read).into_iter().zip(truth().split_off(1)).find(|(ours, truth)| (ours - truth).abs() > 1.01);
        assert_eq!(off, None, "{}", read.report);
    }
}

#[test]
fn texts_that_are_no_tables_are_refused_with_how_to_make_one() {
    let numbers = table("", |_, ms, _| format!("{ms:.3},")).replace('\n', " ");
    let numbers = numbers.trim_end_matches([',', ' ']);
    for (text, says) in [
        (format!("[{numbers}]"), "numbers in one line"),
        (numbers.to_owned() + "\n", "numbers in one line"),
        (table("", |frame, ms, _| format!("Frame {frame}: {ms:.2} ms")), "words beside the numbers"),
        (table("", |_, ms, _| format!("FPS: {:.2}", 1000.0 / ms)), "words beside the numbers"),
        (
            format!(
                "[{}]",
                table("", |frame, ms, _| format!("{{\"frame\":{frame},\"dt\":{ms:.3}}},")).trim_end().trim_end_matches(',')
            ),
            "no events of a trace",
        ),
        (format!("{{\"frameTimes\":[{numbers}]}}"), "jq"),
    ] {
        let line = refused(&text).to_string();
        assert!(line.contains(says) && !line.contains('\n') && !line.contains("--moments say"), "{line}");
    }
    for text in [
        table("frametime\n", |_, ms, _| format!("{ms:.3}")).replace('\n', "\r"),
        table("{\"version\": 1, \"gpu\": \"A card\"}\nframe,frametime\n", |frame, ms, _| format!("{frame},{ms:.3}")),
    ] {
        assert_truth(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
    }
}

#[test]
fn presentmon_without_a_display_is_read_by_its_calls_or_asked_for() {
    let head = "Application,ProcessID,SwapChainAddress";
    let started = table(&format!("{head},CPUStartTime,FrameTime,CPUBusy\n"), |_, ms, at| {
        format!("game.exe,7,0x1,{:.4},{ms:.4},5", at - ms)
    });
    let read = of_text(&started).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(stays(&read).iter().zip(&truth()).all(|(ours, truth)| (ours - truth).abs() < 0.002), "{}", read.report);
    let between = table(&format!("{head},MsBetweenPresents\n"), |_, ms, _| format!("game.exe,7,0x1,{ms:.4}"));
    assert_asked(&between, "--column MsBetweenPresents");
    let two = between.replacen("game.exe,7", "dwm.exe,8", 90);
    let choice = ColumnChoice { column: Some("MsBetweenPresents".to_owned()), ..ColumnChoice::default() };
    assert!(read_file("game.csv", &two, choice).map(drop).expect_err("two processes").to_string().contains("several processes"));
    let hidden = table(&format!("{head},TimeInMs,MsBetweenPresents,MsUntilDisplayed,CPUStartTimeInMs\n"), |_, ms, at| {
        format!("game.exe,7,0x1,{at:.4},{ms:.4},NA,{at:.4}")
    });
    assert_asked(&hidden, "none that was displayed, so the display was not tracked");
    let shown = |text: &str| {
        let head = "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,msBetweenPresents,msInPresentAPI,msUntilDisplayed\n";
        table(head, |frame, ms, at| {
            let row = format!("game.exe,7,0x1,DXGI,0,{:.7},{ms:.3},0.2,18.0", at / 1000.0);
            if frame == 100 { format!("{text}{row}") } else { row }
        })
    };
    let [whole, told] = ["", "warning: 12 events were lost\n"].map(|text| of_text(&shown(text)).expect("it is read"));
    assert_eq!(stays(&whole), stays(&told), "a line of text takes no time");
}

#[test]
fn columns_of_unreal_that_come_later_are_passed_over() {
    let late = |frame: usize| if frame < 50 { "" } else { ",3.1" };
    let text = table("EVENTS,FrameTime,GameThreadTime\n", |frame, ms, _| format!(",{ms:.4},6.5{}", late(frame)));
    let text = text + "EVENTS,FrameTime,GameThreadTime,Exclusive/A\n[HasHeaderRowAtEnd],1\n";
    assert_truth(&of_text(&text).unwrap_or_else(|refused| panic!("{refused}")));
}

#[test]
fn dumps_of_android_that_overlap_are_joined_and_two_windows_refused() {
    let mut at = 0.0;
    let moments: Vec<f64> = truth()
        .iter()
        .map(|ms| {
            at += ms;
            at * 1e6 + 5e14
        })
        .collect();
    let dump = |from: usize, to: usize, later: f64| {
        let row = |text: String, at: &f64| text + &format!("0,1,1,{:.0},\n", at + later);
        let rows = moments[from..to].iter().fold(String::new(), row);
        format!("---PROFILEDATA---\nFlags,IntendedVsync,Vsync,FrameCompleted,\n{rows}---PROFILEDATA---\n")
    };
    let repeated = dump(0, 120, 0.0) + &dump(60, 180, 0.0) + &dump(80, 200, 0.0);
    let read = of_text(&repeated).unwrap_or_else(|refused| panic!("{refused}"));
    assert_truth(&read);
    assert!(read.report.to_string().contains("160 of a dump before"), "{}", read.report);
    let line = refused(&(dump(0, 120, 0.0) + &dump(0, 120, 3e6))).to_string();
    assert!(line.contains("several windows"), "{line}");
}

#[test]
fn one_page_and_the_outer_slices_of_a_chrome_trace_are_read() {
    let event = |name: &str, ph: &str, at: f64, more: &str| {
        format!("{{\"name\":\"{name}\",\"ph\":\"{ph}\",\"ts\":{:.0},\"pid\":1,\"tid\":1{more}}},", at * 1000.0)
    };
    let trace = |text: String| format!("[{}]", text.trim_end().trim_end_matches(','));
    let page = |layers: u32| format!(",\"args\":{{\"layerTreeId\":{layers}}}");
    for text in [
        table("", |frame, _, at| {
            let other = if frame % 2 == 0 { event("DrawFrame", "I", at - 5.0, &page(2)) } else { String::new() };
            other + &event("DrawFrame", "I", at, &page(1))
        }),
        table("", |_, _, at| event("frame", "X", at, ",\"dur\":9000") + &event("frame", "X", at + 2.0, ",\"dur\":3000")),
        table("", |_, _, at| {
            let of = |ph: &str, ms: f64| event("frame", ph, at + ms, "");
            of("B", 0.0) + &of("B", 2.0) + &of("E", 4.0) + &of("E", 9.0)
        }),
        table("", |_, _, at| event("frame", "B", at, "")),
    ] {
        let read = of_text(&trace(text)).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(read.report.frames, 200, "{}", read.report);
        assert_truth(&read);
    }
}
