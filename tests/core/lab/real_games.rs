//! What is said of captures of real games: of their displays, queues, limiters, and frames that are dropped or generated.

use std::fmt::Write as _;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::metrics::catalogue;
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::capture::{CapturedFrame, SampleTimes};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

fn of_text(text: &str) -> ReadCapture {
    read("game.csv", text.as_bytes(), &CapturePart::default()).expect("it can be read")
}

/// A row of PresentMon 1, in milliseconds.
#[derive(Clone, Copy)]
struct Row {
    present: f64,
    between: f64,
    /// The time from the call of `Present()` until the GPU is done; `None` if no column says it.
    until_done: Option<f64>,
    /// The time from the call of `Present()` to the flip; `None` if the frame was never displayed.
    until_shown: Option<f64>,
    gpu: f64,
}

impl Row {
    const USUAL: Row = Row { present: 0.0, between: 16.6667, until_done: None, until_shown: Some(12.0), gpu: 0.0 };
}

/// Returns the table of PresentMon 1 with rows for `count` frames. The columns about presenting have the values of `presents`.
fn presentmon(count: u32, presents: &str, row: impl Fn(u32) -> Row) -> String {
    let rows: Vec<Row> = (1..=count).map(row).collect();
    let has_done = rows.iter().any(|row| row.until_done.is_some());
    let done_column = if has_done { ",MsUntilRenderComplete" } else { "" };
    let mut text = format!(
        "Application,ProcessID,SyncInterval,AllowsTearing,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed,MsGPUActive{done_column}\n"
    );
    for Row { present, between, until_done, until_shown, gpu } in rows {
        let (dropped, until) = (u8::from(until_shown.is_none()), until_shown.unwrap_or(0.0));
        let done = if has_done { format!(",{:.4}", until_done.unwrap_or(0.0)) } else { String::new() };
        writeln!(text, "game.exe,7,{presents},{dropped},{:.7},{between:.4},0.2,{until:.4},{gpu:.3}{done}", present / 1000.0)
            .expect("memory takes everything");
    }
    text
}

const FLIPPED: &str = "1,0,Hardware: Independent Flip";

/// Returns settings with a pane that plays the capture: on the display that was found, or on one of `hertz`.
fn played(read: &ReadCapture, hertz: Option<f64>) -> Settings {
    let mut pane = PaneSettings::of_capture(read.capture.clone());
    if let Some(refresh_hz) = hertz {
        pane.computer = Some(Computer { refresh_hz, has_unknown_display: false, ..Computer::of_capture().clone() });
    }
    Settings { scene: WorldChoice::new("runner"), panes: vec![pane], ..Settings::default() }.lettered()
}

fn watched(settings: &Settings) -> Watch {
    let end = settings.panes[0].played().expect("it is captured").end();
    let watch = Watch::new(&PaneSetup { index: 0, settings, at: Time::ZERO }).expect("it exists");
    let run = Run::new(settings.clone(), 0, end.as_secs()).expect("it is allowed");
    run.fold(watch.keeping(end - Time::ZERO).ending_at(end)).expect("it runs").0
}

/// Returns everything that is told of a capture, without what is told of its first second.
fn told(read: &ReadCapture, hertz: Option<f64>) -> Vec<(Kind, String)> {
    let watch = watched(&played(read, hertz));
    let mut told: Vec<(Kind, String)> = Vec::new();
    for state in watch.states.iter().filter(|state| state.at >= Time::from_secs(1.0)) {
        for symptom in
            state.symptoms.iter().filter(|symptom| told.iter().all(|(kind, _)| *kind != symptom.kind())).collect::<Vec<_>>()
        {
            told.push((symptom.kind(), symptom.headline()));
        }
    }
    told
}

fn measured(settings: &Settings) -> Sums {
    let end = settings.panes[0].played().expect("it is captured").end();
    let metrics = Metrics::without_reference(&PaneSetup { index: 0, settings, at: Time::ZERO }).expect("it exists");
    let (metrics, finished) =
        Run::new(settings.clone(), 0, end.as_secs()).expect("it is allowed").fold(metrics).expect("it runs");
    metrics.sums(finished.clock, finished.tally)
}

/// Frames that begin every `between` ms and keep the CPU busy until the next one.
fn even(between: f64) -> impl Fn(u32) -> Row {
    move |n| Row { present: f64::from(n) * between, between, ..Row::USUAL }
}

#[test]
fn an_even_game_says_nothing_of_its_display_and_nothing_is_told_that_needs_it() {
    for between in [22.4, 33.3333, 16.6667] {
        let read = of_text(&presentmon(300, FLIPPED, even(between)));
        assert_eq!((read.report.refresh_hz, read.capture.refresh_hz()), (None, None), "{between} ms");
        let settings = played(&read, None);
        let sums = measured(&settings);
        let value = |id: &str| catalogue::find(id).and_then(|metric| metric.value(&sums));
        assert_eq!((value("cadence"), value("hitch_ms_per_s")), (None, None), "{between} ms");
        assert!((sums.number("fps_mean").expect("it has one") - 1000.0 / between).abs() < 0.01);
        let told = told(&read, None);
        assert!(told.iter().all(|(kind, _)| *kind == Kind::Right), "{between} ms: {told:?}");
    }
}

#[test]
fn a_display_that_is_set_counts_and_so_does_one_that_is_found() {
    let steady = of_text(&presentmon(300, FLIPPED, |n| Row { gpu: 30.0, ..even(33.3333)(n) }));
    assert!(told(&steady, None).iter().all(|(kind, _)| *kind == Kind::Right));
    let on_60 = told(&steady, Some(60.0));
    assert!(on_60.iter().any(|(kind, said)| *kind == Kind::HalfRate && said.contains("30 of 60 FPS")), "{on_60:?}");
    assert_eq!(measured(&played(&steady, Some(60.0))).distribution("cadence").into_keys().collect::<Vec<_>>(), [2]);
    // 50 frames a second on a display of 120 Hz stay for 2 or 3 refreshes.
    let flip = |n: u32| (f64::from(n) * 20.0 * 0.12 + 2.0).ceil() / 0.12;
    let found = of_text(&presentmon(300, FLIPPED, |n| {
        let present = f64::from(n) * 20.0;
        Row { present, between: 20.0, until_shown: Some(flip(n) - present), ..Row::USUAL }
    }));
    assert_eq!(found.report.refresh_hz, Some(120.0));
    assert!(found.report.to_string().contains("a display of 120 Hz"), "{}", found.report);
    assert_eq!(measured(&played(&found, None)).distribution("cadence").into_keys().collect::<Vec<_>>(), [2, 3]);
    let tearing = of_text(&presentmon(300, "0,1,Hardware: Independent Flip", |n| {
        let present = f64::from(n) * 20.0;
        Row { present, between: 20.0, until_shown: Some(flip(n) - present), ..Row::USUAL }
    }));
    assert_eq!(tearing.report.refresh_hz, None, "its frames come when they are done");
}

#[test]
fn uneven_stays_are_told_in_milliseconds_where_the_display_is_unknown() {
    let mut at = 0.0;
    let rows: String = (0..300).fold("flip_ms\n".to_owned(), |text, n: u32| {
        at += if n.is_multiple_of(3) { 31.0 + f64::from(n * 37 % 11) / 3.0 } else { 14.0 + f64::from(n * 53 % 17) / 5.0 };
        text + &format!("{at:.3}\n")
    });
    let told = told(&of_text(&rows), None);
    assert!(told.iter().any(|(kind, said)| *kind == Kind::Uneven && said.ends_with("ms")), "{told:?}");
}

#[test]
fn a_finished_frame_waits_from_when_the_gpu_is_done_to_its_flip() {
    // Each frame is displayed 74 ms after its call of Present().
    let of = |until_done: Option<f64>| {
        of_text(&presentmon(300, FLIPPED, move |n| Row { until_done, until_shown: Some(74.0), gpu: 10.0, ..even(16.6667)(n) }))
    };
    let queued = |read: &ReadCapture| told(read, Some(60.0)).into_iter().find(|(kind, _)| *kind == Kind::Queued);
    let waits = queued(&of(Some(12.0))).expect("it waits").1;
    assert!(waits.contains("62 ms"), "{waits}");
    assert_eq!(queued(&of(Some(72.0))), None, "the GPU works until 2 ms before the flip");
    assert_eq!(queued(&of(None)), None, "nobody knows");
    assert!(told(&of(Some(12.0)), None).iter().all(|(kind, _)| *kind == Kind::Right), "nobody knows the refresh");
}

/// Returns the table of PresentMon 2 with these rows.
fn presentmon_2(rows: impl Iterator<Item = String>) -> String {
    let head = "Application,ProcessID,SyncInterval,AllowsTearing,PresentMode,FrameType,CPUStartTime,CPUBusy,\
        GPULatency,GPUTime,GPUBusy,DisplayLatency,DisplayedTime\n";
    rows.fold(head.to_owned(), |text, row| text + &format!("game.exe,7,{FLIPPED},{row}\n"))
}

#[test]
fn version_2_says_by_its_latency_and_time_when_the_gpu_is_done() {
    let row = |n: u32| format!("Application,{:.4},10,15,5,5,90,16.7", f64::from(n) * 16.6667);
    let read = of_text(&presentmon_2((0..300).map(row)));
    let frame = read.capture.frames[20];
    assert!(((frame.gpu_done - frame.begins).as_millis() - 20.0).abs() < 1e-6, "{frame:?}");
    let told = told(&read, Some(60.0));
    assert!(told.iter().any(|(kind, said)| *kind == Kind::Queued && said.contains("70 ms")), "{told:?}");
}

#[test]
fn a_limiters_sleep_is_no_work() {
    let of = |busy: f64, gpu: f64| {
        let row = move |n: u32| format!("Application,{:.4},{busy},2,{gpu},{gpu},40,33.3", f64::from(n) * 33.3333);
        told(&of_text(&presentmon_2((0..200).map(row))), Some(60.0))
    };
    let limited = of(33.2, 20.0);
    assert!(limited.iter().all(|(kind, _)| *kind == Kind::Right), "{limited:?}");
    assert!(limited[0].1.contains("limited to 30 FPS"), "{limited:?}");
    let bound = of(33.2, 33.0);
    assert!(bound.iter().any(|(kind, _)| *kind == Kind::HalfRate), "its GPU is busy all the time: {bound:?}");
    let unknown = of(33.2, 0.0);
    assert!(unknown.iter().all(|(kind, said)| *kind == Kind::Right && !said.contains("limited")), "{unknown:?}");
}

#[test]
fn dropped_frames_and_uneven_cpu_starts_stand_beside_smooth() {
    // 88.9 frames a second on a display of 60 Hz: every third is overtaken, and the starts of the others are uneven.
    let refresh = |n: u32| ((f64::from(n) * 11.25 + 4.0) * 0.06).ceil();
    let row = |n: u32| Row {
        present: f64::from(n) * 11.25,
        between: 11.25,
        until_shown: (refresh(n + 1) > refresh(n)).then(|| refresh(n) / 0.06 - f64::from(n) * 11.25 + 16.6667),
        ..Row::USUAL
    };
    let told_of = told(&of_text(&presentmon(500, "0,0,Composed: Flip", row)), None);
    let [(Kind::Right, said)] = &told_of[..] else { panic!("{told_of:?}") };
    assert!(
        said.starts_with("60 FPS, smooth; 3") && said.contains("% dropped, CPU starts ") && said.ends_with("ms uneven"),
        "{said}"
    );
    assert!(said.chars().count() <= 60, "{said}");
    // One frame in 31 is one too many, and is overtaken.
    let rare = |n: u32| {
        let is_extra = n.is_multiple_of(31);
        let present = f64::from(n - n / 31) * 16.6667 + if is_extra { 5.0 } else { 0.0 };
        Row { present, until_shown: (!is_extra).then_some(12.0), ..Row::USUAL }
    };
    let told_of = told(&of_text(&presentmon(500, FLIPPED, rare)), None);
    let [(Kind::Right, said)] = &told_of[..] else { panic!("{told_of:?}") };
    assert_eq!(said, "No fault in the pacing, 60 FPS, smooth");
}

#[test]
fn generated_frames_are_pictures_between_those_of_the_game_and_have_no_load() {
    let row = |n: u32| {
        let start = f64::from(n) * 45.4;
        format!("Application,{start:.3},20,2,30,30,50,22.7\ngame.exe,7,{FLIPPED},AMD AFMF,{start:.3},NA,NA,NA,NA,72.7,22.7")
    };
    let read = of_text(&presentmon_2((0..100).map(row)));
    assert_eq!((read.report.shown, read.report.generated), (200, 100));
    assert!(read.report.to_string().contains("100 of 200 pictures are generated: what they show is taken to lie in between"));
    let (generated, game): (Vec<CapturedFrame>, Vec<CapturedFrame>) =
        read.capture.frames.iter().copied().partition(|frame| frame.is_generated);
    for (index, frame) in generated.iter().enumerate() {
        assert_eq!((frame.cpu, frame.gpu), (Span::ZERO, Span::ZERO));
        let off = |between: f64| (frame.sample - game[index].sample).as_millis() - between;
        assert!(off(22.7).abs() < 1e-3, "half of the way to the game's next frame: {frame:?}");
    }
    assert!((read.capture.load.cpu_ms - 20.0).abs() < 0.1 && (read.capture.load.gpu_ms - 30.0).abs() < 0.1);
    let settings = played(&read, None);
    assert!((measured(&settings).number("fps_mean").expect("it has one") - 1000.0 / 22.7).abs() < 0.01);
    let told = told(&read, None);
    assert!(told.iter().all(|(kind, _)| *kind == Kind::Right) && told[0].1.contains("44 FPS"), "{told:?}");
}

#[test]
fn a_frame_that_the_driver_shows_again_is_none() {
    let row = |n: u32| {
        let start = f64::from(n) * 33.4;
        format!("Application,{start:.3},20,2,30,30,50,16.7\ngame.exe,7,{FLIPPED},Repeated,{start:.3},NA,NA,NA,NA,66.7,16.7")
    };
    let read = of_text(&presentmon_2((0..100).map(row)));
    assert_eq!((read.report.shown, read.report.skipped["shown again by the driver"]), (100, 100));
}

#[test]
fn less_than_three_seconds_or_sixty_frames_are_too_short_to_judge() {
    let told_of = |count: u32, between: f64| {
        let watch = watched(&played(&of_text(&presentmon(count, FLIPPED, even(between))), None));
        let mut all: Vec<(Tone, String)> = Vec::new();
        for symptom in watch.states.iter().flat_map(|state| &state.symptoms) {
            all.push((symptom.tone, symptom.headline()));
        }
        all.dedup();
        all
    };
    assert_eq!(told_of(150, 16.6667), [(Tone::Settling, "Too short to judge: 150 frames in 2.5 s".to_owned())]);
    assert_eq!(told_of(50, 100.0), [(Tone::Settling, "Too short to judge: 50 frames in 5.0 s".to_owned())]);
    assert!(told_of(200, 16.6667).iter().any(|(tone, _)| *tone == Tone::Right));
}

#[test]
fn a_right_span_has_the_rate_of_all_of_it() {
    // From 100 to 200 frames a second, without a step.
    let mut at = 0.0;
    let rows: String = (0..900).fold("flip_ms\n".to_owned(), |text, n| {
        at += 10.0 - f64::from(n) / 180.0;
        text + &format!("{at:.4}\n")
    });
    let read = of_text(&rows);
    assert_eq!(read.capture.samples, SampleTimes::Unknown);
    let watch = watched(&played(&read, None));
    let right: Vec<_> = watch.states.iter().filter_map(|state| state.find(Kind::Right).map(|right| (state.at, right))).collect();
    let (first, rest) = right.split_first().expect("all is right");
    let whole = rest.iter().fold(first.1.clone(), |span, (_, later)| span.extended_to(later));
    // The pictures between the last one of the first state and the last one of all.
    let shown_by = |at: Time| read.capture.frames.iter().rposition(|frame| frame.flip <= at).expect("some are shown");
    let (begin, end) = (shown_by(first.0), shown_by(rest.last().expect("it lasts").0));
    let fps = (end - begin) as f64 / (read.capture.frames[end].flip - read.capture.frames[begin].flip).as_secs();
    assert_eq!(whole.headline(), format!("No fault in the pacing, {fps:.0} FPS, smooth"));
    assert_ne!(whole.headline(), first.1.headline());
}
