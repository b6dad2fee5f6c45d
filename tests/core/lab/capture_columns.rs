//! What the columns of a table hold: forms that people's logs and other tools have, and random tables whose truth is known.

use crate::common::{stays, table_of};
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::{CapturePart, ColumnChoice, RefusedCapture, TimeUnit};
use tickscope_core::lab::captures::read;
use tickscope_core::model::config::capture::SampleTimes;

fn read_as(text: &str, columns: ColumnChoice) -> Result<ReadCapture, RefusedCapture> {
    let part = CapturePart { columns, ..CapturePart::default() };
    read("game.csv", text.as_bytes(), &part)
}

fn of_text(text: &str) -> Result<ReadCapture, RefusedCapture> {
    read_as(text, ColumnChoice::default())
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.002
}

/// Frame times of 40 frames around 16.7 ms.
fn truth() -> Vec<f64> {
    (0..40).map(|frame| 16.5 + f64::from(frame * 7 % 5) / 10.0).collect()
}

/// Writes a row for each frame of the truth.
fn table(head: &str, row: impl Fn(usize, f64, f64) -> String) -> String {
    table_of(&truth(), head, row)
}

fn comma(number: f64) -> String {
    format!("{number:.3}").replace('.', ",")
}

#[test]
fn tables_that_people_write_give_their_frames() {
    let tables = [
        table("", |_, _, at| format!("{at:.3}")),
        table("", |frame, ms, at| format!("{frame} {at:.3} {ms:.3}")),
        table("frametime\n", |_, ms, _| format!("{ms:.3}")),
        table("frametime\n", |_, ms, _| format!("{:.6}", ms / 1000.0)),
        table("frametime\n", |_, ms, _| format!("{:.0}", ms * 1000.0)),
        table("frametime\n", |_, ms, _| format!("{:.0}", ms * 1e6)),
        table("frametime\n", |_, _, at| format!("{at:.3}")),
        table("frametime\n", |_, ms, _| comma(ms)),
        table("", |_, ms, _| format!("{:.6}", ms / 1000.0).replace('.', ",")),
        table("deltaTime\n", |_, ms, _| format!("{:.6}", ms / 1000.0)),
        table("dt\n", |_, ms, _| format!("{:.6}", ms / 1000.0)),
        table("frame time (s)\n", |_, ms, _| format!("{:.6}", ms / 1000.0)),
        table("n,frame_time_us\n", |frame, ms, _| format!("{frame},{:.0}", ms * 1000.0)),
        table("time,delta\n", |_, ms, at| format!("{:.6},{:.6}", at / 1000.0, ms / 1000.0)),
        table("timestamp_ns,fps\n", |_, ms, at| format!("{:.0},{:.1}", at * 1e6 + 7.1e15, 1000.0 / ms)),
        table("Frame, Time (ms)\n", |frame, _, at| format!("{frame:5}, {at:9.3}")),
        table("Frame;Time (ms);Time (s);Delta\n", |frame, ms, at| {
            format!("{frame};{};{};{}", comma(at), comma(at / 1000.0), comma(ms))
        }),
        table("frame\tframetime\n", |frame, ms, _| format!("{frame}\t{}", comma(ms))),
        table("frame,frametime\n", |frame, ms, _| format!("{frame},\"{}\"", comma(ms))),
        table("frame;frametime\n", |frame, ms, _| format!("{frame};{}", comma(ms))),
        table("frame frametime\n", |frame, ms, _| format!("  {frame}   {}", comma(ms))),
        table("# t (s)  dt (ms)\n", |_, ms, at| format!("{:.6} {ms:.3}", at / 1000.0)),
        table("// made by hand\n\nFrame Time (ms)\n", |_, ms, _| format!("{ms:.3}")),
        table("\"the \"\"best\"\" game\",frametime\n", |_, ms, _| format!("\"a \"\"b\"\", c\",{ms:.3}")),
        table("level,frametime,motherboard\n", |frame, ms, _| {
            format!("{frame},{ms:.3}{}", if frame == 0 { ",A board" } else { "" })
        }),
        table("fps,frametime\n", |_, ms, _| format!("{:.3},{:.0}", 1000.0 / ms, ms * 1000.0)),
    ];
    for text in &tables {
        let read = of_text(text).unwrap_or_else(|refused| panic!("{refused}\n{text:.120}"));
        let stays = stays(&read);
        assert_eq!(stays.len(), 39, "{text:.120}");
        let truth = truth();
        let off = stays.iter().zip(&truth[1..]).find(|(ours, truth)| !near(**ours, **truth));
        assert_eq!((off, read.capture.samples), (None, SampleTimes::Unknown), "{}\n{text:.120}", read.report);
    }
}

#[test]
fn what_was_read_is_said() {
    let said = |text: &str| of_text(text).expect("it can be read").report.to_string();
    let micros = said(&table("frametime\n", |_, ms, _| format!("{:.0}", ms * 1000.0)));
    assert!(micros.contains("frametime, read as µs: as ms a frame would last 16.7 s"), "{micros}");
    let clock = said(&table("frametime\n", |_, _, at| format!("{at:.3}")));
    assert!(clock.contains("from row to row of frametime, read as ms"), "{clock}");
    let named = said(&table("frame_time_us\n", |_, ms, _| format!("{:.0}", ms * 1000.0)));
    assert!(named.contains("frame_time_us, in µs"), "{named}");
    let again = |frame: usize, at: f64| format!("{:.3}", if frame < 20 { at } else { at - 334.0 });
    let wraps = said(&table("time_ms\n", |frame, _, at| again(frame, at)));
    assert!(wraps.contains("goes back once"), "{wraps}");
}

#[test]
fn what_two_readings_explain_is_asked_for_and_each_answer_reads_it() {
    let fast =
        |middle: f64| (0..40).fold(String::new(), |text, frame| text + &format!("{:.3}\n", middle + f64::from(frame % 3) / 50.0));
    let rising = (0..40).fold(String::new(), |text, frame| text + &format!("{}\n", 500 + frame * 17));
    for (text, count) in [
        (format!("frametime\n{}", fast(1.2)), 2),
        (format!("frametime\n{}", fast(900.0)), 2),
        // A clock without a unit says no more.
        (table("time,deltaTime\n", |_, ms, at| format!("{:.4},{:.4}", at / 16.0, ms / 16.0)), 2),
        (table("time,deltaTime\n", |_, ms, at| format!("{:.1},{:.1}", at * 60.0, ms * 60.0)), 2),
        (table("frame,delta\n", |frame, ms, _| format!("{frame},{:.4}", ms / 16.0)), 2),
        // As moments in ms 17 ms, as frame times 0.8 s in ms and 0.8 ms in µs.
        (format!("frametime\n{rising}"), 3),
        (format!("frametime_ms\n{}", fast(0.1)), 2),
        (table("dt,frametime\n", |_, ms, _| format!("{ms:.3},{:.3}", 2.0 * ms)), 2),
        (table("x,y\n", |_, ms, _| format!("{ms:.3},{:.3}", 2.0 * ms)), 2),
        // Numbers without a name can be frame rates too.
        (table("", |_, ms, _| format!("{ms:.3}")), 2),
        (table("", |frame, ms, _| format!("{},{ms:.3}", frame + 20)), 2),
        (table("", |_, ms, _| format!("{ms:.3},{:.3}", 2.0 * ms)), 4),
    ] {
        let refused = of_text(&text).map(|read| read.report.to_string()).expect_err("it has several meanings");
        let line = refused.to_string();
        assert!(!line.contains('\n') && line.starts_with("game.csv: "), "{line}");
        assert_eq!(refused.readings.len(), count, "{line}");
        for reading in &refused.readings {
            assert!(line.contains(&reading.choice.options()) && line.contains(&reading.words), "{line}");
            let read = read_as(&text, reading.choice.clone()).unwrap_or_else(|refused| panic!("{refused}\n{text:.60}"));
            let stays = stays(&read);
            let fps = 1000.0 * stays.len() as f64 / stays.iter().sum::<f64>();
            let said: f64 =
                reading.words.rsplit_once(": ").and_then(|(_, fps)| fps.split(' ').next()?.parse().ok()).expect("it says FPS");
            assert!((fps - said).abs() < 0.05 * said, "{} against {fps}", reading.words);
        }
    }
}

#[test]
fn a_clock_in_several_units_confirms_only_frame_times_that_are_its_steps() {
    // Every 5 s a row with a frame time of about 5 ms: as moments in ms, the column would pass what these add up to.
    let lengths = |row: u32| 4.6 + f64::from(row * 7 % 5) / 5.0;
    let samples = |step: fn(u32) -> u32| {
        let (_, text) = (0..60).fold((1_700_000_000_u32, "time,frametime\n".to_owned()), |(at, text), row| {
            let at = at + step(row);
            (at, text + &format!("{at},{:.2}\n", lengths(row)))
        });
        text
    };
    for step in [|_| 5, |row| if row % 12 == 0 { 6 } else { 5 }] as [fn(u32) -> u32; 2] {
        let refused = of_text(&samples(step)).map(|read| read.report.to_string()).expect_err("it may be either");
        assert!(refused.to_string().contains("samples"), "{refused}");
    }
    // A counter of ms that has run for twenty days, beside the frame times that it counts.
    let (_, ticks) = (0..60).fold((0.0, "time,frametime\n".to_owned()), |(at, text), row| {
        let at = at + lengths(row);
        (at, text + &format!("{},{:.2}\n", 1_700_000_000 + f64::floor(at) as u32, lengths(row)))
    });
    let read = of_text(&ticks).unwrap_or_else(|refused| panic!("{refused}"));
    assert!((stays(&read).iter().sum::<f64>() - 59.0 * 5.0).abs() < 1.0, "{}", read.report);
}

#[test]
fn commas_that_may_be_decimal_ones_are_asked_for_unless_zeros_or_each_row_decide() {
    // Digits that add up to the time that passes, as sums do by chance: column 1 rises by 4 to 5 ms in µs.
    let chance = (0..60).fold((5_003_469_u32, String::new()), |(at, text), row| {
        let at = at + 4300 + row * 7 % 5 * 100;
        (at, text + &format!("{at},{}\n", row * 7 % 10))
    });
    let tenths = (0..60).fold(String::new(), |text, row| text + &format!("0,{}\n", 120 + row % 3));
    for text in [&chance.1, &tenths] {
        let refused = of_text(text).map(|read| read.report.to_string()).expect_err("it has several meanings");
        assert!(refused.to_string().contains("commas that are decimal ones (1,2) or stand between two columns"), "{refused}");
        let mut choices = refused.readings.iter().map(|reading| &reading.choice);
        let joined = choices.rfind(|choice| choice.column.as_deref() == Some("1,2"));
        let joined = joined.expect("one reading joins the numbers");
        assert!(refused.to_string().contains("--column '1,2'"), "{refused}");
        let stays = stays(&read_as(text, joined.clone()).expect("it is answered"));
        let mean = stays.iter().sum::<f64>() / stays.len() as f64;
        assert!((mean - if text == &tenths { 121.0 } else { 4500.0 * 1e-3 }).abs() < 0.1, "{mean}");
    }
    // Frame times that are the steps of a clock, each before or after its moment; and whole ones beside the number of a frame.
    let lengths = |frame: u32| 15 + frame * 7 % 5;
    let at = |frame: u32| (0..frame).map(lengths).sum::<u32>() + 5000;
    let table = |row: &dyn Fn(u32) -> String| (0..60).fold(String::new(), |text, frame| text + &row(frame) + "\n");
    for text in [
        table(&|frame| format!("{},{}", at(frame), lengths(frame))),
        table(&|frame| format!("{},{}", at(frame + 1), lengths(frame))),
    ] {
        let read = of_text(&text).unwrap_or_else(|refused| panic!("{refused}\n{text:.60}"));
        assert!(stays(&read).iter().zip(1..).all(|(stay, frame)| near(*stay, f64::from(lengths(frame)))), "{}", read.report);
    }
    let counted =
        of_text(&table(&|frame| format!("{},{}", frame + 20, lengths(frame)))).map(drop).expect_err("they may be rates");
    assert!(counted.to_string().contains("has numbers around 17 and no name"), "{counted}");
}

#[test]
fn a_person_can_name_the_column_and_its_unit() {
    let text = table("x,y\n", |_, ms, at| format!("{ms:.3},{at:.3}"));
    let choice = |column: &str, unit, is_clock| ColumnChoice { column: Some(column.to_owned()), unit, is_clock };
    for choice in [choice("x", None, false), choice("1", Some(TimeUnit::Millis), false), choice("Y", None, true)] {
        let read = read_as(&text, choice.clone()).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)), "{choice:?}");
    }
    let none = read_as(&text, choice("z", None, false)).map(drop).expect_err("there is none").to_string();
    assert!(none.contains("has no column z; its columns are x, y"), "{none}");
    let probe = table("flip_ms,sample_ms\n", |_, _, at| format!("{0:.6},{0:.6}", at / 1000.0));
    let asked = of_text(&probe).map(drop).expect_err("a frame of 17 µs is absurd").to_string();
    assert!(asked.contains("--unit s"), "{asked}");
    let read =
        read_as(&probe, ColumnChoice { unit: Some(TimeUnit::Seconds), ..ColumnChoice::default() }).expect("it is answered");
    assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)));
    let mixed = table("flip_ms,sample_ms\n", |_, _, at| format!("{at:.3},{:.6}", at / 1000.0));
    let refused = of_text(&mixed).map(drop).expect_err("the game would run at a thousandth of its speed").to_string();
    assert!(refused.contains("call it sample_s"), "{refused}");
}

#[test]
fn work_is_read_by_its_words_and_its_unit_and_refused_in_another_one() {
    for (name, unit) in [("cpu_ms", 1.0), ("cpu_us", 1e3), ("CPU time (ns)", 1e6), ("GameThread(ms)", 1.0), ("CPU [s]", 1e-3)] {
        let read =
            of_text(&table(&format!("frametime_ms,{name}\n"), |_, ms, _| format!("{ms:.3},{:.6}", 7.0 * unit))).expect(name);
        let work: Vec<f64> = read.capture.frames.iter().map(|frame| frame.cpu.as_millis()).collect();
        assert!(work.iter().all(|ms| near(*ms, 7.0)), "{name}: {work:?}");
        assert!(read.report.columns.ends_with(&format!("work of the CPU: {name}")), "{}", read.report.columns);
    }
    for name in ["cpu_ms", "gpu_ms"] {
        let refused = of_text(&table(&format!("dt_us,{name}\n"), |_, ms, _| format!("{:.0},7000", ms * 1000.0))).unwrap_err();
        assert!(refused.to_string().contains(&format!("has 7000 ms of work in {name}, and frames of 16")), "{refused}");
    }
}

#[test]
fn a_line_in_brackets_before_the_names_makes_no_json() {
    for line in ["[info] engine 3.2 up\n", "[21:00:01] start\n", "  [ok]\n"] {
        let read =
            of_text(&table(&format!("{line}frametime_ms,frame\n"), |frame, ms, _| format!("{ms:.3},{frame}"))).expect(line);
        assert_eq!(stays(&read).len(), 39, "{line}");
    }
}

#[test]
fn logs_of_samples_are_refused_as_that_with_how_to_get_frames() {
    let rows = |row: fn(u32) -> String| (1..25).map(row).collect::<String>();
    let afterburner = "00, 01-02-2026 12:00:00, Hardware monitoring log v1.6\n02, 01-02-2026 12:00:00, Framerate ,Frametime \n"
        .to_owned()
        + &rows(|row| format!("80, 01-02-2026 12:00:{row:02}, 59.9, 16.7\n"));
    let hwinfo = "Date,Time,\"CPU Core [MHz]\",\"GPU Power [W]\",\"Frame Time [ms]\"\n".to_owned()
        + &rows(|row| format!("1.2.2026,12:00:{row:02}.5,4500,180.5,16.7\n"));
    let nvidia = "timestamp, name, utilization.gpu [%], memory.used [MiB]\n".to_owned()
        + &rows(|row| format!("2026/02/01 12:00:{row:02}.123, A card, 45 %, 2000 MiB\n"));
    let mangohud = "os,cpu\nLinux,CPU\nfps,frametime,cpu_load,elapsed\n".to_owned()
        + &rows(|row| format!("60.0,16.7,40,{}\n", row * 100_000_000));
    let dates = "when,frametime\n".to_owned() + &rows(|row| format!("12:00:{row:02},16.7\n"));
    let seconds = |step: f64| {
        (1..25).fold("timestamp,fps\n".to_owned(), |text, row| text + &format!("{:.2},60\n", 1.7e9 + f64::from(row) * step))
    };
    let counted = "time,fps\n".to_owned() + &rows(|row| format!("{row},60\n"));
    let dates_alone = "time,fps\n".to_owned() + &rows(|row| format!("2026-02-01 12:00:{row:02},60\n"));
    for (text, says) in [
        (afterburner, "MSI Afterburner"),
        (hwinfo, "HWiNFO"),
        (nvidia, "nvidia-smi"),
        (mangohud, "log_interval=0"),
        (seconds(1.01), "not as far apart as frames at 60 FPS"),
        // In ms they would be frames of 5 ms.
        (seconds(5.0), "not as far apart as frames at 60 FPS"),
        (counted, "not as far apart as frames at 60 FPS"),
        (dates, "samples and not frames"),
        (dates_alone, "its rows (time) are not as far apart"),
    ] {
        let refused = of_text(&text).map(|read| read.report.to_string()).expect_err(says).to_string();
        assert!(refused.contains(says) && refused.contains("every frame") && !refused.contains('\n'), "{refused}");
    }
}

#[test]
fn frame_rates_are_frames_if_a_person_or_a_clock_says_that_each_row_is_one() {
    let column = |name: &str| ColumnChoice { column: Some(name.to_owned()), ..ColumnChoice::default() };
    for name in ["fps", "Framerate [FPS]", "frames/s", "FPS (avg)"] {
        let alone = table(&format!("{name}\n"), |_, ms, _| format!("{:.4}", 1000.0 / ms));
        let refused = of_text(&alone).map(drop).expect_err(name);
        let [reading] = &*refused.readings else { panic!("{refused}") };
        assert!(refused.to_string().contains("frames or samples") && reading.words.ends_with("59.9 FPS"), "{refused}");
        let read = read_as(&alone, reading.choice.clone()).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)), "{}", read.report);
    }
    // The clock tells how long frames stay, and mean rates only that they are frames.
    let mean = table("time,fps\n", |_, _, at| format!("{:.6},59.3", at / 1000.0));
    let read = of_text(&mean).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)), "{}", read.report);
    // A clock of whole seconds tells that they are frames, and the rates how long they stay.
    let coarse = (0..400).fold("time,fps\n".to_owned(), |text, row| {
        text + &format!("12:00:{:02},{:.4}\n", row / 60, 1000.0 / (16.0 + f64::from(row % 3)))
    });
    let read = of_text(&coarse).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(stays(&read).iter().zip(1..).all(|(ours, row)| near(*ours, 16.0 + f64::from(row % 3))), "{}", read.report);
    let absurd = read_as(&table("fps\n", |_, _, _| "0.01".to_owned()), column("fps")).map(drop);
    assert!(absurd.expect_err("a frame of 100 s").to_string().contains("no rates of frames"));
}

#[test]
fn single_rows_of_a_clock_that_stand_out_of_order_are_put_in_order_and_more_are_refused() {
    let moments: Vec<f64> = truth()
        .iter()
        .scan(0.0, |at, ms| {
            *at += ms;
            Some(*at)
        })
        .collect();
    let text = |moved: &[(usize, usize)]| {
        let mut rows: Vec<(usize, f64)> = moments.iter().copied().enumerate().collect();
        for (from, to) in moved {
            let row = rows.remove(*from);
            rows.insert(*to, row);
        }
        let line = |(frame, at): &(usize, f64)| format!("{at:.3},{}\n", frame + 1);
        "time_ms,cpu_ms\n".to_owned() + &rows.iter().map(line).collect::<String>()
    };
    for moved in [(20, 21), (20, 24), (24, 20), (1, 2)] {
        let read = of_text(&text(&[moved])).unwrap_or_else(|refused| panic!("{moved:?}: {refused}"));
        assert!(read.report.to_string().contains("1 row out of order put in order"), "{moved:?}: {}", read.report);
        assert_eq!(stays(&read).len(), 39, "{moved:?}");
        assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)), "{moved:?}");
        let loads = read.capture.frames.iter().map(|frame| frame.cpu.as_millis().round());
        assert!(loads.eq((1..=40).map(f64::from)), "the load of a row stays with it");
    }
    let at_end = of_text(&text(&[(38, 39)])).expect("it is read");
    assert!(
        at_end.report.to_string().contains("1 with an absurd time (line 40)"),
        "no row follows that tells: {}",
        at_end.report
    );
    assert!(stays(&at_end).len() == 38 && stays(&at_end).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)));
    let many = text(&[(10, 11), (20, 21), (30, 31)]);
    // From 1 s on all values are as long as slow frames are.
    let later = many.lines().skip(1).fold("time_ms\n".to_owned(), |text, row| {
        text + &format!("{:.3}\n", 1000.0 + row.split(',').next().and_then(|at| at.parse::<f64>().ok()).expect("a moment"))
    });
    for text in [many, later.replace("time_ms", "frametime"), later.replace("time_ms\n", ""), later] {
        let refused = of_text(&text).map(|read| read.report.to_string()).expect_err("three of 40 rows are too many").to_string();
        assert!(refused.contains("goes back 3 times: put its rows in order"), "{refused}");
    }
}

#[test]
fn single_rows_of_nonsense_and_a_number_that_is_cut_are_left_out_and_said() {
    let head = "os,cpu\nLinux,CPU\nfps,frametime,elapsed\n";
    let mangohud = |frame: usize, ms: f64, at: f64| {
        let ms = if frame == 12 { 9.9e7 } else { ms };
        format!("{:.1},{ms:.4},{:.0}", 1000.0 / ms, at * 1e6)
    };
    let nonsense = |frame: usize, ms: f64| if frame == 12 { "\"open, quote".to_owned() } else { format!("{frame},{ms:.3}") };
    let cut = table("frame,frametime\n", |frame, ms, _| format!("{frame},{ms:.3}"));
    let clock = |frame: usize, at: f64| if frame == 12 { "99999999.000".to_owned() } else { format!("{at:.3}") };
    for (text, says, left) in [
        (table(head, mangohud), "1 with an absurd time (line 16)", 38),
        (table("frame,frametime\n", |frame, ms, _| nonsense(frame, ms)), "1 without a number (line 14)", 38),
        (table("time_ms\n", |frame, _, at| clock(frame, at)), "1 with an absurd time (line 14)", 38),
        (cut[..cut.len() - 3].to_owned(), "1 the last row, which is cut off", 38),
        (cut[..cut.len() - 1].to_owned(), "Frame times: 40 rows", 39),
    ] {
        let read = of_text(&text).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(read.report.to_string().contains(says), "{}", read.report);
        assert_eq!(stays(&read).len(), left, "{says}");
    }
    let none = of_text("frame,frametime\n1,a\n2,b\n").map(drop).expect_err("it has no number").to_string();
    assert!(none.contains("has 2 rows, but no number in frametime"), "{none}");
    let wide = table("frame,frametime\n", |frame, ms, _| format!("{frame},{}", comma(ms)));
    let refused = of_text(&wide).map(drop).expect_err("its commas mean two things").to_string();
    assert!(refused.contains("semicolons"), "{refused}");
}

#[test]
fn frame_rates_tell_the_unit_of_frame_times_beside_them() {
    for (per_ms, unit) in [(1.0 / 16.0, "ms"), (60.0, "µs")] {
        let row = |_: usize, ms: f64, at: f64| {
            let fps = if unit == "ms" { 16_000.0 / ms } else { 1e6 / (60.0 * ms) };
            format!("{:.4},{:.4},{fps:.1}", at * per_ms, ms * per_ms)
        };
        for names in ["time,deltaTime,fps\n", "elapsed,frametime,framerate\n"] {
            let read = of_text(&table(names, row)).unwrap_or_else(|refused| panic!("{refused}"));
            assert!(read.report.to_string().contains(&format!("read as {unit}")), "{}", read.report);
        }
    }
}

#[test]
fn a_row_that_is_cut_inside_a_number_is_left_out() {
    let row = |frame: usize, ms: f64, _: f64| if frame == 20 { "20 34 1".to_owned() } else { format!("{frame} 34 {ms:.3} 0") };
    let read = of_text(&table("frame gpu frametime heat\n", row)).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(read.report.to_string().contains("1 without a number"), "{}", read.report);
    assert_eq!(stays(&read).len(), 38);
}

#[test]
fn a_few_frame_times_are_no_clock_that_goes_back() {
    let read = of_text("frametime\n16\n17\n150\n16\n17\n").unwrap_or_else(|refused| panic!("{refused}"));
    assert!(read.report.to_string().contains("frametime, read as ms"), "{}", read.report);
}

#[test]
fn clocks_that_are_more_than_a_day_apart_are_joined() {
    let read = of_text(&table("flip_ms,sample_ms\n", |_, _, at| format!("{:.3},{at:.3}", at + 1e8))).expect("it can be read");
    assert!(read.report.unknown.contains("different clocks"), "{}", read.report);
    assert!(stays(&read).iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)));
    let frames = &read.capture.frames;
    assert!(frames.iter().all(|frame| (frame.flip - frame.sample).as_millis().abs() < 0.01), "{:?}", frames[3]);
}

const PRESENTMON_1: &str = "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,msBetweenPresents,\
    msBetweenDisplayChange,msInPresentAPI,msUntilDisplayed";

fn presentmon_1(_: usize, ms: f64, at: f64) -> String {
    format!("game.exe,7,0x1,DXGI,0,{:.7},{ms:.3},{ms:.3},0.2,18.0", at / 1000.0)
}

#[test]
fn the_forms_of_tools_are_known() {
    let machine = |frame: usize| if frame == 0 { ",\"A board\",Windows" } else { "" };
    let app = "Application,ProcessID,SwapChainAddress,FrameType,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,CPUStartTime,\
        MsCPUBusy,MsGPUBusy,AnimationTime\n";
    // Four digits, as the app writes its clocks.
    let coarse = |seconds: f64| if seconds < 10.0 { format!("{seconds:.3}") } else { format!("{seconds:.2}") };
    let app = table(app, |_, ms, at| {
        let [present, start] = [at + 9500.0, at + 9490.0].map(|ms| coarse(ms / 1000.0));
        format!("game.exe,7,0x1,Application,{present},{ms:.4},12.0,{start},10.0,8.0,{start}")
    });
    let versioned =
        "v1\n0.8.1\n-----SYSTEM INFO-----\nos,cpu,gpu\nLinux,CPU,GPU\n-----FRAME METRICS-----\nfps,frametime,cpu_load,elapsed\n";
    let dates = "Application,ProcessID,SwapChainAddress,CPUStartDateTime,CPUBusy,DisplayLatency,DisplayedTime\n";
    let flags = "---PROFILEDATA---\nFlags,IntendedVsync,Vsync,DrawStart,FrameCompleted,\n";
    let unreal = table("EVENTS,FrameTime,GameThreadTime,GPUTime\n", |_, ms, _| format!(",{ms:.4},6.5000,9.2500"))
        + "EVENTS,FrameTime,GameThreadTime,GPUTime\n[Platform],Windows,[Config],Test\n";
    for (form, text) in [
        ("PresentMon 1", table(&format!("{PRESENTMON_1},Motherboard,OS\n"), |f, ms, at| presentmon_1(f, ms, at) + machine(f))),
        ("PresentMon 1", table(&format!("{PRESENTMON_1},Motherboard,OS,Comment\n"), presentmon_1)),
        ("PresentMon 1", table(&format!("//GameName=game.exe\n//Comment=\n{PRESENTMON_1}\n"), presentmon_1)),
        ("Intel's PresentMon app", app),
        ("PresentMon 2", table(dates, |_, _, at| format!("game.exe,7,0x1,2026-2-1 8:57:{:.7},5,30,16", 43.5 + at / 1000.0))),
        ("MangoHud", table(versioned, |_, ms, at| format!("60,{ms:.4},40,{:.0}", at * 1e6))),
        (
            "MangoHud",
            table("fps,frametime,cpu_load,elapsed\n", |_, ms, at| format!("60.1,{:.0},40,{:.0}", ms * 1000.0, at * 1e6)),
        ),
        ("Android framestats", table(flags, |_, _, at| format!("0,1,1,1,{:.0},", at * 1e6 + 5e14)) + "---PROFILEDATA---\n"),
        (
            "SurfaceFlinger",
            table("16666666\n", |_, _, at| format!("{0:.0}\t{1:.0}\t{0:.0}", at * 1e6 + 5e14, at * 1e6 + 5.00003e14))
                + "9223372036854775807\t9223372036854775807\t9223372036854775807\n",
        ),
        ("Frame times", unreal),
    ] {
        let read = of_text(&text).unwrap_or_else(|refused| panic!("{form}: {refused}"));
        assert_eq!(read.report.form, form);
        let stays = stays(&read);
        assert_eq!(stays.len(), 39, "{}", read.report);
        assert!(
            stays.iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)),
            "{form}: {:?} {}",
            &stays[..5],
            read.report
        );
        if text.contains("GPUTime") || form == "Intel's PresentMon app" {
            assert!(read.report.has_cpu && read.report.has_gpu, "{form}");
        }
    }
}

#[test]
fn slices_of_chrome_begin_in_several_forms() {
    let event = |ph: &str, at: f64, pid: &str, more: &str| {
        format!("{{\"name\":\"frame\",\"ph\":\"{ph}\",\"ts\":{:.0},\"pid\":{pid},\"tid\":1{more}}}", at * 1000.0)
    };
    let events = |row: &dyn Fn(f64) -> String| table("", |_, _, at| row(at) + ",").trim_end().trim_end_matches(',').to_owned();
    let whole = events(&|at| event("X", at, "1", ",\"dur\":9"));
    for text in [
        format!("{{\"traceEvents\":[{}]}}", events(&|at| event("B", at, "1", "") + "," + &event("E", at + 9.0, "1", ""))),
        format!("{{\"traceEvents\":[{}]}}", events(&|at| event("X", at, "1", ",\"dur\":9,\"args\":null"))),
        format!("{{\"traceEvents\":[{}]}}", events(&|at| event("X", at, "1", ",\"args\":[1,{\"drawn_s\":\"x\"}]"))),
        format!("{{\"traceEvents\":[{}]}}", events(&|at| event("X", at, "\"Game\"", ",\"dur\":9"))),
        format!("[{whole}]"),
        format!("[\n{whole}\n"),
        format!("[\n{whole},\n"),
    ] {
        let read = of_text(&text).unwrap_or_else(|refused| panic!("{refused}\n{text:.120}"));
        let stays = stays(&read);
        assert!(stays.len() == 39 && stays.iter().zip(&truth()[1..]).all(|(ours, truth)| near(*ours, *truth)), "{text:.120}");
    }
    let both = whole.clone() + "," + &whole.replace("\"tid\":1", "\"tid\":2");
    let read = of_text(&format!("[{both}]")).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(stays(&read).len() == 39 && read.report.to_string().contains("40 of other threads"), "{}", read.report);
    let cut = &whole[..whole.len() - 7];
    assert!(of_text(&format!("[{cut}")).map(drop).expect_err("it is cut").to_string().contains("cut off"));
}
