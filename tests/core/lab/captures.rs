//! Captures: what is read of each form, what is refused, and that a run that is written as a capture comes back.

use crate::common::{Events, ids};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::metrics::screen::{DisplayedFrame, animation_error};
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::{PaneState, Symptom};
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::capture::{Capture, SampleTimes};
use tickscope_core::model::config::computer::{Computer, PlayLoad};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// PresentMon's own capture, without some columns.
const PRESENTMON: &str = include_str!("../captures/presenter-and-dwm.presentmon2.csv");
/// The beginning of the same capture in PresentMon's present columns, without some of them.
const PRESENTMON_NEWEST: &str = include_str!("../captures/presenter-and-dwm.presentmon2.3.csv");
/// The compositor in it; all other processes are games.
const DWM: &str = "10376";

fn of_text(text: &str) -> Result<ReadCapture, String> {
    of_bytes(text.as_bytes())
}

fn of_bytes(bytes: &[u8]) -> Result<ReadCapture, String> {
    read("game.csv", bytes, &CapturePart::default()).map_err(|refused| refused.to_string())
}

fn of_process(text: &str, process: &str) -> ReadCapture {
    let part = CapturePart { process: Some(process.to_owned()), ..CapturePart::default() };
    read("game.csv", text.as_bytes(), &part).expect("it can be read")
}

fn flips(capture: &Capture) -> Vec<Time> {
    capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect()
}

/// Everything that is compared of a run.
struct Observed {
    events: Events,
    watch: Watch,
    metrics: Metrics,
}

impl Observer for Observed {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.events.note(event, bodies);
        self.watch.note(event, bodies);
        self.metrics.note(event, bodies);
    }
}

impl Fold for Observed {}

/// The end of the runs, and the span before it that is judged.
const END: Time = Time::from_flicks(7 * 705_600_000);
const JUDGED_S: f64 = 4.0;

/// Runs the first pane of the settings.
fn observed(settings: &Settings) -> (Observed, Sums) {
    let run = Run::new(settings.clone(), 0, END.as_secs()).expect("it is allowed");
    let setup = PaneSetup { index: 0, settings, at: Time::ZERO };
    let (watch, metrics) = (Watch::new(&setup).expect("it exists"), Metrics::without_reference(&setup).expect("it exists"));
    let watch = watch.reaching(END - Time::ZERO);
    let (observed, end) = run.fold(Observed { events: Events::default(), watch, metrics }).expect("it runs");
    let sums = observed.metrics.sums(end.clock, end.tally);
    (observed, sums)
}

fn kinds(observed: &Observed, of: &[Kind]) -> Vec<Kind> {
    let found = observed.watch.judge(END, Span::from_secs(JUDGED_S), 1.0);
    found.iter().map(Symptom::kind).filter(|kind| of.contains(kind)).collect()
}

fn alone(pane: PaneSettings, computer: &Computer) -> Settings {
    let hitches = vec![PlannedStall::of_render(4.0, 90.0), PlannedStall::of_render(5.5, 70.0)];
    let (scene, panes) = (WorldChoice::new("runner"), vec![pane]);
    Settings { scene, computer: computer.clone(), hitches, panes, ..Settings::default() }.lettered()
}

/// Returns settings that play a capture on the display of `computer`.
fn played(capture: &Capture, computer: &Computer) -> Settings {
    let own = Computer { refresh_hz: computer.refresh_hz, has_unknown_display: false, ..Computer::of_capture().clone() };
    alone(PaneSettings { computer: Some(own), ..PaneSettings::of_capture(capture.clone()) }, computer)
}

/// Returns light and heavy computers, on which loops show all that they can do wrong.
fn computers() -> [Computer; 4] {
    let light = Computer::default();
    [
        Computer { render_ms: 14.0, ..light.clone() },
        Computer { render_ms: 45.0, ..light.clone() },
        Computer { refresh_hz: 100.0, wake_hi_ms: 1.0, ..light.clone() },
        Computer { noise_lo_ms: 6.0, noise_hi_ms: 24.0, ..light },
    ]
}

/// Writes the displays of a run as a game's probe does.
fn as_probe(events: &Events) -> String {
    let mut text = "flip_ms,sample_ms\n".to_owned();
    for event in &events.0 {
        if let Event::Display { at, drawn, .. } = event {
            let [flip, sample] = [*at, *drawn].map(|at| (at - Time::ZERO).as_millis());
            writeln!(text, "{flip},{sample}").expect("memory takes everything");
        }
    }
    text
}

/// Writes the frames of a run in the columns of PresentMon 2.
fn as_presentmon(events: &Events) -> String {
    let mut text =
        "\u{feff}Application,ProcessID,SwapChainAddress,CPUStartTime,CPUBusy,GPUBusy,DisplayLatency,DisplayedTime\n".to_owned();
    let shown = |number: u64| {
        events.0.iter().find_map(|event| match event {
            Event::Display { at, frame, .. } if *frame == number => Some(*at),
            _ => None,
        })
    };
    let mut start = Time::ZERO;
    for event in &events.0 {
        match *event {
            Event::Frame { at } => start = at,
            Event::Render { end, frame, .. } => {
                let ms = |span: Span| format!("{:.4}", span.as_millis());
                let latency = shown(frame).map_or("NA".to_owned(), |flip| ms(flip - start));
                let displayed = if latency == "NA" { "NA" } else { "1.0000" };
                let (start, busy) = (ms(start - Time::ZERO), ms(end - start));
                writeln!(text, "Game.exe,42,0x1,{start},{busy},0.0000,{latency},{displayed}").expect("memory takes everything");
            }
            _ => {}
        }
    }
    text
}

#[test]
fn a_run_that_is_written_as_flips_and_sample_times_comes_back_with_its_findings_and_metrics() {
    use tickscope_core::lab::symptoms::kind::Kind::{FastMotion, Frozen, Hitch, Judder, LowFrameRate, SlowMotion, Stall, Uneven};
    let told = [Hitch, Uneven, Judder, LowFrameRate, SlowMotion, FastMotion, Stall, Frozen];
    let mut seen = Vec::new();
    for (number, computer) in computers().iter().enumerate() {
        for id in ids() {
            let (original, sums) = observed(&alone(PaneSettings::new(id), computer));
            let read = of_text(&as_probe(&original.events)).expect("it can be read");
            assert_eq!(read.capture.samples, SampleTimes::Own);
            let (again, sums_again) = observed(&played(&read.capture, computer));
            let displays = |events: &Events| {
                let all = events.0.iter().filter(|event| matches!(event, Event::Display { .. }));
                all.map(|event| if let Event::Display { at, drawn, .. } = event { (*at, *drawn) } else { unreachable!() })
                    .collect::<Vec<_>>()
            };
            assert_eq!(displays(&again.events), displays(&original.events), "{id} on computer {number}");
            let (known, found) = (kinds(&original, &told), kinds(&again, &told));
            assert_eq!(found, known, "{id} on computer {number}");
            seen.extend(known);
            let metrics = [
                "frames_displayed",
                "fps_mean",
                "one_percent_low_fps",
                "distinct_fps",
                "speed_ratio",
                "lost_s",
                "animation_error_mean_ms",
                "animation_error_max_ms",
                "jitter_ms",
                "state_age_min_ms",
                "state_age_mean_ms",
                "state_age_max_ms",
                "hitch_ms_per_s",
            ];
            for metric in metrics {
                assert_eq!(sums_again.number(metric), sums.number(metric), "{metric} of {id} on computer {number}");
            }
            assert_eq!(sums_again.distribution("cadence"), sums.distribution("cadence"), "{id} on computer {number}");
        }
    }
    for kind in [Hitch, Judder, LowFrameRate, SlowMotion, FastMotion] {
        assert!(seen.contains(&kind), "no run showed {kind:?}");
    }
}

#[test]
fn a_run_that_is_written_in_the_columns_of_presentmon_comes_back_with_what_its_stays_show() {
    use tickscope_core::lab::symptoms::kind::Kind::{FastMotion, Hitch, Judder, LowFrameRate, SlowMotion, Stall, Uneven};
    let (stays, of_game) = ([Hitch, Uneven, LowFrameRate, Stall], [SlowMotion, FastMotion, Judder]);
    let (mut compared, mut hidden) = (0, 0);
    for computer in &computers() {
        for id in ids() {
            let (original, sums) = observed(&alone(PaneSettings::new(id), computer));
            let read = of_text(&as_presentmon(&original.events)).expect("it can be read");
            assert_eq!((read.capture.samples, read.report.form), (SampleTimes::CpuStart, "PresentMon 2"));
            let (again, sums_again) = observed(&played(&read.capture, computer));
            assert_eq!(kinds(&again, &of_game), [], "{id}: CPU starts say nothing of the game's time");
            hidden += kinds(&original, &of_game).len();
            assert_eq!((sums_again.number("speed_ratio"), sums_again.number("lost_s")), (None, None));
            assert!(sums_again.number("animation_error_mean_ms").is_some());
            // A frame of the same moment as the one before it is no new picture, which no column says.
            let shown = sums.count("frames_displayed") as f64 - 1.0;
            let is_each_new = sums
                .number("distinct_fps")
                .is_some_and(|distinct| sums.number("fps_mean").is_some_and(|all| (distinct - all).abs() < 0.5 / shown * all));
            if is_each_new && !kinds(&original, &of_game).contains(&Judder) {
                assert_eq!(kinds(&again, &stays), kinds(&original, &stays), "{id}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20 && hidden > 20, "{compared} compared, {hidden} hidden");
}

#[test]
fn every_animation_error_of_presentmon_comes_out_of_the_reader() {
    let rows: Vec<Vec<&str>> = PRESENTMON.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|column| column.trim_start_matches('\u{feff}') == name).expect("it has it");
    let (number, error) = (column("ProcessID"), column("AnimationError"));
    let mut compared = 0;
    for process in [DWM, "9620", "8536", "5236", "5192"] {
        let read = of_process(PRESENTMON, process);
        let chain = rows[1..].iter().filter(|row| row[number] == process);
        let theirs: Vec<f64> = chain.filter_map(|row| row[error].parse().ok()).collect();
        let frames: Vec<DisplayedFrame> = read
            .capture
            .frames
            .iter()
            .filter(|frame| frame.flip < Time::NEVER)
            .map(|frame| DisplayedFrame { at: frame.flip, drawn: frame.sample })
            .collect();
        let ours: Vec<Span> = frames.windows(2).map(|pair| animation_error(pair[0], pair[1])).collect();
        assert_eq!(ours.len(), theirs.len(), "process {process}");
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert!((ours.as_millis() - theirs).abs() < 1e-5, "{ours:?}, PresentMon {theirs} ms");
        }
        compared += ours.len();
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn a_game_that_begins_to_write_late_has_not_stood_still_until_then() {
    // As a page does whose game begins a quarter of a second after the clock of its callbacks.
    let rows = (0..200).fold(String::new(), |text, n| {
        text + &format!("{0:.3},{1:.3}\n", 250.2 + f64::from(n) * 16.667, 14.7 + f64::from(n) * 16.667)
    });
    let read = of_text(&format!("flip_ms,sample_ms\n{rows}")).expect("it can be read");
    let settings = played(&read.capture, &Computer::default());
    let run = Run::new(settings.clone(), 0, 1.5).expect("it is allowed");
    let watch = Watch::new(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it exists");
    let metrics = Metrics::without_reference(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it exists");
    let (observed, _) = run.fold(Observed { events: Events::default(), watch, metrics }).expect("it runs");
    let found = observed.watch.judge(Time::from_secs(1.2), Span::from_secs(1.2), 1.0);
    assert!(found.iter().all(|symptom| symptom.kind() != Kind::SlowMotion), "{found:?}");
}

/// Returns PresentMon's own animation errors of a process, in milliseconds.
fn told_errors(text: &str, process: &str) -> Vec<f64> {
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = |names: [&str; 2]| rows[0].iter().position(|column| names.contains(column)).expect("it has it");
    let (number, error) = (column(["ProcessID", ""]), column(["AnimationError", "MsAnimationError"]));
    rows[1..].iter().filter(|row| row[number] == process).filter_map(|row| row[error].parse().ok()).collect()
}

#[test]
fn both_modern_forms_of_a_capture_give_the_same_frames_and_presentmons_own_errors() {
    for (process, least) in [("10376", 30), ("9620", 15)] {
        let [older, newer] = [PRESENTMON, PRESENTMON_NEWEST].map(|text| of_process(text, process).capture);
        let count = newer.frames.len();
        for (a, b) in older.frames.iter().zip(newer.frames.iter()) {
            assert_eq!((a.begins, a.sample), (b.begins, b.sample), "the ticks of the CPU's start");
            let both_shown = (a.flip < Time::NEVER, b.flip < Time::NEVER);
            // Each form rounds its latency to 0.1 µs.
            assert!(both_shown == (false, false) || (a.flip - b.flip).as_millis().abs() < 2e-4, "{a:?} and {b:?}");
        }
        assert!(newer.frames.iter().any(|frame| frame.cpu > Span::ZERO));
        let shown: Vec<DisplayedFrame> = newer
            .frames
            .iter()
            .filter(|frame| frame.flip < Time::NEVER)
            .map(|frame| DisplayedFrame { at: frame.flip, drawn: frame.sample })
            .collect();
        let ours = shown.windows(2).map(|pair| animation_error(pair[0], pair[1]).as_millis());
        let (theirs, older) = (told_errors(PRESENTMON_NEWEST, process), told_errors(PRESENTMON, process));
        assert!(count > least && theirs.len() > least && theirs == older[..theirs.len()]);
        for (ours, theirs) in ours.zip(theirs) {
            assert!((ours - theirs).abs() < 2.5e-4, "{ours} ms, PresentMon {theirs} ms");
        }
    }
}

#[test]
fn the_lows_of_capframex_are_ours() {
    // The stays of 300 frames, in milliseconds; every quantity again as CapFrameX computes it, from the list.
    let stays: Vec<f64> = (0..300).map(|n| 12.0 + f64::from(n * 37 % 101) / 7.0 + if n % 97 == 5 { 60.0 } else { 0.0 }).collect();
    let file = stays.iter().fold("0\n".to_owned(), |text, stay| text + &format!("{stay}\n"));
    let read = of_text(&format!("frametime\n{file}")).expect("it can be read");
    let (setup_settings, end) = (played(&read.capture, &Computer::default()), read.capture.end());
    let run = Run::new(setup_settings.clone(), 0, end.as_secs() + 1.0).expect("it is allowed");
    let setup = PaneSetup { index: 0, settings: &setup_settings, at: Time::ZERO };
    let (metrics, finished) = run.fold(Metrics::without_reference(&setup).expect("it exists")).expect("it runs");
    let sums = metrics.sums(finished.clock, finished.tally);
    let shown: Vec<f64> = flips(&read.capture).windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect();
    assert!(shown.len() >= 299, "{}", shown.len());
    let quantile = |mut numbers: Vec<f64>, share: f64| {
        numbers.sort_by(f64::total_cmp);
        let rank = ((numbers.len() as f64 + 1.0 / 3.0) * share + 1.0 / 3.0).clamp(1.0, numbers.len() as f64);
        let (below, above) = (rank as usize, (rank as usize + 1).min(numbers.len()));
        numbers[below - 1] + (rank - below as f64) * (numbers[above - 1] - numbers[below - 1])
    };
    let rate = |share: f64| quantile(shown.iter().map(|stay| 1000.0 / stay).collect(), share);
    let slowest = |share: f64| {
        let least = quantile(shown.clone(), 1.0 - share);
        shown.iter().copied().filter(|stay| *stay >= least).collect::<Vec<f64>>()
    };
    let average = |share: f64| 1000.0 * slowest(share).len() as f64 / slowest(share).iter().sum::<f64>();
    let low = |share: f64| {
        let (mut longest_first, mut sum) = (shown.clone(), 0.0);
        longest_first.sort_by(|a, b| b.total_cmp(a));
        let whole = shown.iter().sum::<f64>();
        let found = longest_first.into_iter().find(|stay| {
            sum += stay;
            sum >= whole * share
        });
        1000.0 / found.expect("some are long")
    };
    let near = |metric: &str, theirs: f64| {
        let ours = sums.number(metric).expect("it has one");
        assert!((ours - theirs).abs() < 1e-6 * theirs, "{metric}: {ours}, CapFrameX {theirs}");
    };
    for (key, share) in [("p0_2", 0.002), ("p1", 0.01), ("p5", 0.05), ("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
        near(&format!("{key}_fps"), rate(share));
    }
    near("one_percent_low_average_fps", average(0.01));
    near("tenth_percent_low_average_fps", average(0.001));
    near("one_percent_low_fps", low(0.01));
    near("tenth_percent_low_fps", low(0.001));
    assert!(slowest(0.01).len() == 3 && average(0.01) < rate(0.01), "{:?}", slowest(0.01));
    assert!(rate(0.002) < rate(0.01) && low(0.001) <= low(0.01) && rate(0.95) < rate(0.99));
}

/// A row of the capture, in milliseconds.
struct Row {
    start: f64,
    frame: f64,
    latency: Option<f64>,
}

/// Writes the capture in the columns of another version.
fn rewritten(head: &str, row: impl Fn(&Row) -> String) -> String {
    let mut lines = PRESENTMON.trim_start_matches('\u{feff}').lines();
    let names: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let mut text = format!("Application,ProcessID,SwapChainAddress,{head}\n");
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let field = |name: &str| fields[names.iter().position(|column| *column == name).expect("it has the column")];
        let number = |name: &str| field(name).parse::<f64>().ok();
        let latency = number("DisplayLatency").filter(|_| number("DisplayedTime").is_some());
        let [Some(start), Some(frame)] = ["CPUStartQPC", "FrameTime"].map(number) else { panic!("every row has both") };
        let (process, chain) = (field("ProcessID"), field("SwapChainAddress"));
        let start = (start - 55_436_000_000.0) / 10_000.0;
        let application = if process == DWM { "dwm.exe" } else { "Presenter.exe" };
        let row = row(&Row { start, frame, latency });
        writeln!(text, "{application},{process},{chain},{row}").expect("memory takes everything");
    }
    text
}

fn shown(latency: Option<f64>) -> String {
    latency.map_or("NA".to_owned(), |latency| format!("{latency:.4}"))
}

/// Returns the capture with the names of its processes.
fn with_names() -> String {
    rewritten("CPUStartTime,FrameTime,DisplayLatency,DisplayedTime", |row| {
        let displayed = if row.latency.is_some() { "16.6" } else { "NA" };
        format!("{:.4},{:.4},{},{displayed}", row.start, row.frame, shown(row.latency))
    })
}

#[test]
fn all_versions_of_presentmon_give_the_same_flips() {
    // The part of each frame that the CPU was busy with is not in the cut capture: it is a quarter here.
    let newest = rewritten("TimeInMs,CPUStartTimeInMs,MsCPUBusy,MsUntilDisplayed", |row| {
        let (present, busy) = (row.start + row.frame / 4.0, row.frame / 4.0);
        format!("{present:.4},{:.4},{busy:.4},{}", row.start, shown(row.latency.map(|latency| latency - busy)))
    });
    let oldest = rewritten("Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,msUntilDisplayed", |row| {
        let (busy, dropped) = (row.frame / 4.0, u8::from(row.latency.is_none()));
        let until = row.latency.map_or(0.0, |latency| latency - busy);
        let (present, in_present) = ((row.start + busy) / 1000.0, row.frame - busy);
        format!("{dropped},{present:.7},{in_present:.4},{:.4},{until:.4}", row.frame)
    });
    let known = of_process(&with_names(), "dwm.exe");
    for (text, form) in [(newest, "PresentMon 2.3"), (oldest, "PresentMon 1")] {
        let read = of_process(&text, "DWM");
        assert_eq!(read.report.form, form);
        let stays = |capture: &Capture| flips(capture).windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect::<Vec<_>>();
        let (ours, other) = (stays(&known.capture), stays(&read.capture));
        assert_eq!(ours.len(), other.len(), "{form}");
        assert!(ours.iter().zip(&other).all(|(a, b)| (a - b).abs() < 0.001), "{form}");
        // The first frame of version 1 has no call of Present() before it.
        let starts = |capture: &Capture| {
            capture.frames.windows(2).skip(1).map(|pair| (pair[1].begins - pair[0].begins).as_millis()).collect::<Vec<_>>()
        };
        assert!(starts(&known.capture).iter().zip(starts(&read.capture)).all(|(a, b)| (a - b).abs() < 0.001), "{form}");
        assert!(read.report.has_cpu);
    }
}

#[test]
fn the_game_with_most_frames_is_taken_and_the_compositor_is_none() {
    let read = of_text(&with_names()).expect("it can be read");
    let process = read.report.process.as_deref().expect("it names one");
    assert!(process.starts_with("Presenter.exe"), "{process}");
    assert_eq!(read.report.rows, 186);
    assert!(read.report.skipped["of other processes or swap chains"] > 114, "{:?}", read.report.skipped);
    let none = read_with("csgo", 0.0).expect_err("it is not in it");
    assert!(none.contains("no frames of csgo") && none.contains("Presenter.exe") && none.contains("dwm.exe"), "{none}");
    let of_dwm: String =
        with_names().lines().filter(|line| !line.starts_with("Presenter")).fold(String::new(), |text, line| text + line + "\n");
    assert!(of_text(&of_dwm).expect_err("it has no game").contains("--process takes one of them"));
}

fn read_with(process: &str, from_s: f64) -> Result<ReadCapture, String> {
    let part = CapturePart { process: Some(process.to_owned()), from_s, ..CapturePart::default() };
    read("game.csv", with_names().as_bytes(), &part).map_err(|refused| refused.to_string())
}

#[test]
fn a_capture_may_begin_later() {
    let (whole, part) = (read_with("dwm", 0.0).expect("it can be read"), read_with("dwm", 1.0).expect("it can be read"));
    let cut = whole.capture.frames.len() - part.capture.frames.len();
    assert!(cut > 10 && part.capture.frames[0].begins == Time::ZERO);
    let zero = whole.capture.frames[cut].begins - Time::ZERO;
    assert!(zero >= Span::from_secs(1.0));
    assert_eq!(part.capture.frames[3].flip, whole.capture.frames[cut + 3].flip - zero);
    assert!(read_with("dwm", 60.0).expect_err("it is shorter").contains("--capture-from must be less"));
}

#[test]
fn a_game_that_tells_its_own_time_has_it_taken() {
    let mut text =
        "Application,ProcessID,SwapChainAddress,CPUStartTime,CPUBusy,DisplayLatency,DisplayedTime,AnimationTime\n".to_owned();
    for frame in 0..100 {
        writeln!(text, "a.exe,1,0,{:.4},5.0,20.0,16.7,{:.4}", f64::from(frame) * 16.6667, 900.0 + f64::from(frame) * 8.0)
            .unwrap();
    }
    let read = of_text(&text).expect("it can be read");
    assert_eq!((read.capture.samples, read.report.unknown), (SampleTimes::Own, ""));
    assert_eq!(read.capture.frames[50].sample, Time::from_secs(0.4));
}

#[test]
fn frame_times_alone_give_stays_alone() {
    let stays = "16.7\n16.6\n50.0\n16.7\n".repeat(75);
    for (text, form) in [
        (format!("ms\n{stays}"), "Frame times"),
        (format!("frametime\n{stays}"), "Frame times"),
        (
            format!(
                "Frame Offset;Frame Index;Frame Time (ms)\n{}",
                stays.lines().fold(String::new(), |text, ms| text + &format!("1;2;{}\n", ms.replace('.', ",")))
            ),
            "Frame times",
        ),
        (
            format!("os,cpu,gpu\nArch,Fast,Big\nfps,frametime,elapsed\n{}", {
                let mut elapsed = 0.0;
                stays.lines().fold(String::new(), |text, ms| {
                    elapsed += ms.parse::<f64>().expect("a number") * 1e6;
                    text + &format!("60,{ms},{elapsed}\n")
                })
            }),
            "MangoHud",
        ),
        (
            format!(
                "{{\"Info\":{{\"ProcessName\":\"g.exe\"}},\"Runs\":[{{\"CaptureData\":{{\"MsBetweenDisplayChange\":[{}]}}}}]}}",
                stays.trim_end().replace('\n', ",")
            ),
            "CapFrameX",
        ),
    ] {
        let read = of_text(&text).expect("it can be read");
        assert_eq!((read.report.form, read.capture.samples, read.report.shown), (form, SampleTimes::Unknown, 300), "{text:.80}");
        let at = flips(&read.capture);
        assert_eq!((at[101] - at[100], at[103] - at[102]), (Span::from_millis(16.6), Span::from_millis(16.7)), "{form}");
        let (found, sums) = observed(&played(&read.capture, &Computer::default()));
        assert_eq!(kinds(&found, &Kind::all().collect::<Vec<_>>()), [Kind::Uneven], "{form}");
        let unknown = ["animation_error_mean_ms", "state_age_mean_ms", "jitter_ms", "speed_ratio", "game_speed_ratio"];
        assert!(unknown.iter().all(|metric| sums.number(metric).is_none()), "{form}");
    }
}

/// Returns every state of a pane that plays frames with these stays, in milliseconds.
fn states_of(stays: &[f64]) -> Vec<Rc<PaneState>> {
    let list = stays.iter().fold("frametime\n".to_owned(), |text, stay| text + &format!("{stay:.4}\n"));
    let read = of_text(&list).expect("it can be read");
    let settings = Settings { hitches: Vec::new(), ..played(&read.capture, &Computer::default()) };
    let end = read.capture.end();
    let run = Run::new(settings.clone(), 0, end.as_secs()).expect("it is allowed");
    let watch = Watch::new(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it exists");
    let (watch, _) = run.fold(watch.keeping(Span::MAX).ending_at(end)).expect("it runs");
    watch.states.iter().cloned().collect()
}

/// Frames of a scene that lasts some seconds.
fn scene(stay_ms: f64, seconds: f64) -> Vec<f64> {
    vec![stay_ms; (1000.0 * seconds / stay_ms) as usize]
}

#[test]
fn neither_a_change_of_scene_nor_a_slow_drift_is_a_hitch_or_uneven() {
    let slower = |from: f64, to: f64, frames: u32| -> Vec<f64> {
        (0..frames).map(|frame| from + (to - from) * f64::from(frame) / f64::from(frames)).collect()
    };
    for steady in [
        [scene(17.0, 5.0), scene(8.0, 5.0), scene(17.0, 5.0)].concat(),
        [scene(7.0, 1.0), scene(22.0, 12.0), scene(7.0, 3.0)].concat(),
        [scene(33.0, 3.0), scene(16.7, 1.5), scene(33.0, 8.0)].concat(),
        [scene(4.2, 3.0), scene(16.7, 0.5), scene(8.3, 3.0)].concat(),
        slower(5.4, 17.0, 2000),
        [slower(20.0, 6.0, 600), slower(6.0, 20.0, 600)].concat(),
    ] {
        for state in states_of(&steady) {
            let told = [Kind::Hitch, Kind::Uneven].map(|kind| state.find(kind).cloned());
            assert_eq!(told, [None, None], "{:?} from {:.1} ms on", state.at, steady[0]);
        }
    }
}

#[test]
fn long_frames_of_a_changing_game_are_all_counted() {
    for (mut stays, every) in [
        ([scene(17.0, 5.0), scene(8.0, 5.0), scene(17.0, 5.0)].concat(), 150),
        ((0..2000).map(|frame| 5.4 + 11.6 * f64::from(frame) / 2000.0).collect(), 190),
        ((0..1200).map(|frame| 9.0 + f64::from(frame * 37 % 11) / 5.0).collect(), 97),
    ] {
        let long: Vec<usize> = (60..stays.len() - 7).step_by(every).collect();
        for frame in &long {
            stays[*frame] += 40.0;
        }
        let mut counted = BTreeSet::new();
        for state in states_of(&stays) {
            counted.extend(state.find(Kind::Hitch).iter().flat_map(|hitch| hitch.hitches()).map(|hitch| hitch.begin));
        }
        assert_eq!(counted.len(), long.len(), "every {every} frames, from {:.1} ms on", stays[0]);
    }
}

#[test]
fn only_a_capture_with_the_games_own_time_says_how_a_stall_came_back() {
    let mut stays = scene(16.7, 8.0);
    stays[240] = 300.0;
    let headlines = |states: &[Rc<PaneState>]| -> BTreeSet<String> {
        states.iter().filter_map(|state| state.find(Kind::Stall)).map(Symptom::headline).collect()
    };
    assert_eq!(headlines(&states_of(&stays)).into_iter().collect::<Vec<_>>(), ["A stall of 300 ms"]);
    let (mut at, mut probe) = (0.0, "flip_ms,sample_ms\n".to_owned());
    for stay in &stays {
        at += stay;
        writeln!(probe, "{at:.3},{at:.3}").expect("memory takes everything");
    }
    let read = of_text(&probe).expect("it can be read");
    let settings = Settings { hitches: Vec::new(), ..played(&read.capture, &Computer::default()) };
    let run = Run::new(settings.clone(), 0, 6.0).expect("it is allowed");
    let watch = Watch::new(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it exists");
    let (watch, _) = run.fold(watch.keeping(Span::MAX)).expect("it runs");
    let states: Vec<_> = watch.states.iter().cloned().collect();
    assert!(headlines(&states).contains("A stall of 300 ms came back as a jump of 300 ms"), "{:?}", headlines(&states));
}

#[test]
fn the_one_percent_low_is_the_integral_of_capframex() {
    let stays: Vec<f64> = (0..2000_u32).map(|frame| 8.0 + f64::from(frame * frame % 97) / 10.0).collect();
    let list = stays.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let data = format!("{{\"MsBetweenDisplayChange\":[{list}],\"Dropped\":[false]}}");
    let read = of_text(&format!("{{\"Runs\":[{{\"CaptureData\":{data}}}]}}")).expect("it can be read");
    let mut settings = played(&read.capture, &Computer::default());
    settings.hitches.clear();
    let end = read.capture.end();
    let run = Run::new(settings.clone(), 0, end.as_secs()).expect("it is allowed");
    let metrics = Metrics::without_reference(&PaneSetup { index: 0, settings: &settings, at: Time::ZERO }).expect("it exists");
    let (metrics, finished) = run.fold(metrics).expect("it runs");
    let ours = metrics.sums(finished.clock, finished.tally).number("one_percent_low_fps").expect("it has one");
    // The longest stays that together last 1 % of the time: the shortest of them is the limit. The first flip ends no stay.
    let mut longest = stays[1..].to_vec();
    longest.sort_by(|a, b| b.total_cmp(a));
    let (all, mut sum) = (longest.iter().sum::<f64>(), 0.0);
    let limit = longest
        .iter()
        .find(|stay| {
            sum += **stay;
            sum >= all / 100.0
        })
        .expect("there are stays");
    assert!((ours - 1000.0 / limit).abs() < 1e-4, "{ours}, CapFrameX {}", 1000.0 / limit);
}

#[test]
fn capframex_has_its_starts_where_its_cpu_times_are() {
    let data = r#"{"TimeInSeconds":[0.0,0.0167,0.0334,0.0501],"MsBetweenDisplayChange":[16.7,16.7,0.0,33.4],"MsUntilDisplayed":[30.0,30.0,"NaN",30.0],
        "CpuActive":[8.0,8.5,9.0,9.5],"GpuActive":[10.0,"NaN",11.0,12.0],"Dropped":[false,false,false,false]}"#;
    let read = of_text(&format!("{{\"Hash\":\"x\",\"Runs\":[{{\"CaptureData\":{data}}}]}}")).expect("it can be read");
    let frames = &read.capture.frames;
    let ms = |at: Time| ((at - Time::ZERO).as_millis() * 10.0).round() / 10.0;
    assert_eq!(frames.iter().map(|frame| ms(frame.begins)).collect::<Vec<_>>(), [0.0, 16.7, 33.4, 50.1]);
    assert_eq!(flips(&read.capture).into_iter().map(ms).collect::<Vec<_>>(), [30.0, 46.7, 80.1]);
    assert_eq!((read.capture.samples, frames[3].cpu, frames[1].gpu), (SampleTimes::CpuStart, Span::from_millis(9.5), Span::ZERO));
    assert_eq!(read.report.skipped["never displayed"], 1);
}

#[test]
fn traces_of_chrome_have_their_frames() {
    let slices = (0..50).map(|frame| {
        let (ts, drawn) = (frame * 16_667, f64::from(frame) / 60.0);
        format!(
            "{{\"name\":\"picture\",\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":{ts},\"dur\":16667,\"args\":{{\"drawn_s\":{drawn}}}}}"
        )
    });
    let named = "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"A closed-form\"}}".to_owned();
    let events = slices.chain([named]).collect::<Vec<_>>().join(",");
    let read = of_text(&format!("{{\"traceEvents\":[{events}]}}")).expect("it can be read");
    assert_eq!((read.report.process.as_deref(), read.report.shown), (Some("A closed-form"), 50));
    assert_eq!((read.capture.samples, flips(&read.capture)[30]), (SampleTimes::Own, Time::from_secs(0.500_01)));
    let marks =
        (0..50).map(|frame| format!("{{\"name\":\"DrawFrame\",\"ph\":\"I\",\"pid\":7,\"ts\":{}}}", 5_000_000 + frame * 8_333));
    let read = of_text(&format!("[{}]", marks.collect::<Vec<_>>().join(","))).expect("it can be read");
    assert_eq!((read.report.shown, read.capture.samples), (50, SampleTimes::Unknown));
}

#[test]
fn a_file_that_is_no_capture_or_damaged_is_refused_in_one_sentence() {
    let gzip = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).and_then(|()| packed.finish()).expect("memory takes everything")
    };
    let packed = gzip(
        "flip_ms,sample_ms\n16,0\n33,16\n50,33\n".repeat(20).replace("\nflip_ms,sample_ms\n16,0\n33,16\n50,33", "").as_bytes(),
    );
    assert_eq!(of_bytes(&packed).map(|read| read.report.shown), Ok(3), "gzip is unpacked");
    let cut = &gzip(PRESENTMON.as_bytes());
    let cases: [(&[u8], &str); 16] = [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not text"),
        (b"PK\x03\x04abc", "zip archive"),
        (b"f\0r\0a\0m\0e\0\n\0", "UTF-16"),
        (&cut[..cut.len() / 2], "ends in the middle"),
        // A line of more than 1 MB.
        (&gzip(&vec![b'1'; (1 << 20) + 1]), "longer than 1 MB"),
        (b"place,x\n1,2\n3,4\n", "has no column that says when frames are displayed"),
        (b"Application,ProcessID\na,1\n", "not the columns"),
        (b"12:00 Game[7:8] metal-HUD: 1,0,512.2,16.6,4.2,16.7,4.3\n", "is a log of Apple's Metal HUD"),
        (b"frame,PresentTicks\n0,5000000\n1,5166667\n2,5333333\n", "has ticks (PresentTicks) and not how long one lasts"),
        (b"ms\n16.7\n-3\n16.7\n", "game.csv:3: ms is -3 ms; no time is negative"),
        (b"ms\n16.7\n7200000\n16.7\n", "absurd"),
        (b"flip_ms,sample_ms\n20,0\n40,20\n30,40\n", "game.csv:4: time goes back from 0.0400 to 0.0300 s"),
        (b"flip_ms,sample_ms\n20,0\n1e12,20\n", "at most a day"),
        (b"{\"Runs\":[{\"CaptureData\":{\"MsBetw", "ends in the middle"),
        (b"os,cpu\nArch,X\nfps,frametime,elapsed\n60,16,0\n60,16,1000000000\n60,16,2000000000\n", "samples and not frames"),
    ];
    for (bytes, says) in cases {
        let refused = of_bytes(bytes).map(|read| read.report.to_string()).expect_err(says);
        assert!(refused.contains(says) && refused.starts_with("game.csv") && !refused.contains('\n'), "{refused}");
    }
}

#[test]
fn a_file_that_unpacks_to_more_than_a_capture_has_is_refused() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let member = packed.write_all(&vec![b'\n'; 1 << 20]).and_then(|()| packed.finish()).expect("memory takes everything");
    let refused = of_bytes(&member.repeat(513)).map(drop).expect_err("it is a bomb");
    assert_eq!(refused, "game.csv: unpacks to more than 512 MB: a capture of a day is smaller");
}

#[test]
fn the_facts_below_the_rows_of_unreal_are_no_frame() {
    let rows = (0..300).map(|row| format!(",{}.5,4.25,9.75\n", 11 + row % 3)).collect::<Vec<_>>().concat();
    let below = "EVENTS,FrameTime,GameThreadTime,GPUTime\n[HasHeaderRowAtEnd],1,[Platform],Windows\n";
    let read = of_text(&format!("EVENTS,FrameTime,GameThreadTime,GPUTime\n{rows}{below}")).expect("it can be read");
    let shortest = flips(&read.capture).windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).fold(f64::MAX, f64::min);
    assert_eq!((read.report.shown, shortest.round()), (300, 12.0), "{}", read.report);
}

#[test]
fn the_name_of_an_only_column_counts_with_decimal_commas_too() {
    for comma in ['.', ','] {
        let rows = (0..300).map(|row| format!("16{comma}{}\n", 500 + row % 300)).collect::<Vec<_>>().concat();
        let refused = of_text(&format!("render time ms\n{rows}")).map(|read| read.report.to_string()).expect_err("what is it?");
        assert!(refused.contains("and has render time ms; if one fits, choose --column"), "{refused}");
        assert!(of_text(&format!("frame time ms\n{rows}")).is_ok());
    }
}

#[test]
fn a_row_that_is_cut_off_is_left_out_and_said() {
    let whole = "flip_ms,sample_ms\n20,0\n40,20\n60,40\n8";
    let read = of_text(whole).expect("it can be read");
    assert_eq!((read.report.shown, read.report.skipped["the last row, which is cut off"]), (3, 1));
    assert!(read.report.to_string().contains("1 the last row, which is cut off"), "{}", read.report);
}

#[test]
fn a_capture_ends_in_a_laboratory_and_stands_still_in_a_world_without_a_closed_form() {
    let read =
        of_text(&format!("flip_ms,sample_ms\n{}", (1..61).fold(String::new(), |text, n| text + &format!("{0},{0}\n", n * 16))))
            .expect("it can be read");
    let mut settings = played(&read.capture, &Computer::default());
    settings.panes.push(PaneSettings::new("variable-delta"));
    let mut lab = Lab::new(settings.clone().lettered()).expect("it is allowed");
    lab.advance_to(Time::from_secs(0.9));
    assert_eq!(lab.panes()[0].fault(), None);
    lab.advance_to(Time::from_secs(2.0));
    assert_eq!(lab.panes()[0].fault().map(|fault| fault.text), Some("The capture is over".to_owned()));
    assert_eq!(lab.panes()[1].fault(), None);
    settings.scene = WorldChoice::new("chaos");
    let run = Run::new(settings.lettered(), 0, 2.0).expect("it is allowed");
    let note = run.stands_still().expect("it was checked").expect("it has no closed form");
    assert!(note.starts_with("captured stands still in chaos"), "{note}");
}

#[test]
#[ignore = "it measures times, and prints them"]
fn a_capture_of_100_000_frames_is_read_played_and_looked_back_at_in_the_times_that_this_prints() {
    let rows = (1..=100_000).fold(String::from("flip_ms,sample_ms\n"), |text, n| {
        text + &format!("{:.3},{:.3}\n", f64::from(n) * 6.944 + f64::from(n % 3) * 0.1, f64::from(n) * 6.944)
    });
    let begun = Instant::now();
    let read = of_text(&rows).expect("it can be read");
    let reading = begun.elapsed();
    let mut settings = played(&read.capture, &Computer::default());
    settings.panes.push(PaneSettings::new("fixed-interpolated"));
    settings.computer.play_load = PlayLoad::Loop;
    let begun = Instant::now();
    let mut lab = Lab::new(settings.lettered()).expect("it is allowed");
    let starting = begun.elapsed();
    let (mut longest, mut whole, mut frames) = (Duration::ZERO, Duration::ZERO, 0);
    while lab.now() < read.capture.end() {
        let begun = Instant::now();
        lab.advance_to(lab.now() + Span::from_hz(60.0));
        (longest, whole, frames) = (longest.max(begun.elapsed()), whole + begun.elapsed(), frames + 1);
    }
    let looking = (0..200).map(|number| {
        let begun = Instant::now();
        let moment = lab.now() - Span::from_millis(f64::from(number * 97));
        for pane in lab.panes() {
            let seen = pane.seen_at(moment);
            let _ = (seen.state(), seen.recent(), seen.shown_frame().is_some(), seen.pulse(moment - Span::from_secs(3.0)));
        }
        begun.elapsed()
    });
    let looking = looking.max().expect("some moments");
    println!(
        "read in {reading:?}, started in {starting:?}; a frame of the window: {:?} in the mean, {longest:?} at most",
        whole / frames
    );
    println!("looking back at any moment of 20 s: {looking:?} at most, for two panes");
}
