//! A captured game from its file to its report: every number against an independent computation from the rows, in every form, and
//! the verdicts on games whose course is known.

use std::fmt::Write as _;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::findings::captured_game::CapturedGame;
use tickscope_core::lab::findings::entries::Entry;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::untried_spans;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

fn judged(text: &str) -> CapturedGame {
    CapturedGame::read("game.csv", text.as_bytes(), &CapturePart::default()).unwrap_or_else(|refused| panic!("{refused}"))
}

/// A frame of a game whose course is known, in milliseconds.
#[derive(Clone, Copy)]
struct Frame {
    /// When the CPU began the frame, and when it called `Present()`.
    start: f64,
    present: f64,
    /// The time that the game says it shows.
    sample: f64,
    /// The flip; `None` if the frame was never displayed.
    flip: Option<f64>,
}

const IN_PRESENT: f64 = 0.25;

/// Returns the frames of a game of some 8 ms a frame, with hitches, dropped frames, and a picture that is shown twice. All times have four
/// digits.
fn frames() -> Vec<Frame> {
    let round = |ms: f64| (ms * 1e4).round() / 1e4;
    let (mut start, mut sample, mut all) = (0.0, 0.0, Vec::new());
    for number in 0..700_u32 {
        let noise = f64::from(number * 37 % 101) / 50.0;
        let length = round(7.0 + noise + if number % 151 == 40 { 45.0 } else { 0.0 });
        let present = round(start + length - IN_PRESENT);
        let flip = (number % 11 != 5).then(|| round(present + 12.0 + f64::from(number * 13 % 7) / 5.0));
        all.push(Frame { start: round(start), present, sample: round(sample), flip });
        sample += if number == 300 { 0.0 } else { 8.0 };
        start = round(start + length);
    }
    all
}

/// Whose time the sample times are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Samples {
    Game,
    CpuStart,
    Unknown,
}

/// Returns the quantile of sorted values at the rank (n + 1/3) · share + 1/3.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (sorted.len() as f64 + 1.0 / 3.0) * share + 1.0 / 3.0;
    let below = (rank.floor() as usize).clamp(1, sorted.len() - 1);
    sorted[below - 1] + (rank - below as f64).clamp(0.0, 1.0) * (sorted[below] - sorted[below - 1])
}

/// A key that says nothing of the frames of a game.
struct OtherKey;

/// The numbers of a report, computed from the flips and the sample times in milliseconds.
struct Expected {
    stays: Vec<f64>,
    /// The stays, the longest first.
    longest: Vec<f64>,
    errors: Vec<f64>,
    ages: Vec<f64>,
    /// The stays of pictures: frames that show another moment than the one before.
    pictures: Vec<f64>,
    picture_errors: Vec<f64>,
    frames: usize,
    shown: usize,
    simulated: f64,
    distinct: usize,
    samples: Samples,
}

impl Expected {
    fn new(frames: usize, shown: &[(f64, f64)], samples: Samples) -> Expected {
        let steps =
            |all: &[(f64, f64)]| all.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).collect::<Vec<_>>();
        let (all, mut pictures) = (steps(shown), shown.to_vec());
        pictures.dedup_by(|next, before| (next.1 - before.1).abs() < 1e-9);
        let stays: Vec<f64> = all.iter().map(|step| step.0).collect();
        let mut longest = stays.clone();
        longest.sort_by(|a, b| b.total_cmp(a));
        Expected {
            longest,
            errors: all.iter().map(|(passed, made)| (made - passed).abs()).collect(),
            ages: shown.iter().map(|(flip, sample)| flip - sample).collect(),
            pictures: steps(&pictures).iter().map(|step| step.0).collect(),
            picture_errors: steps(&pictures).iter().map(|(passed, made)| (made - passed).abs()).collect(),
            frames,
            shown: shown.len(),
            simulated: all.iter().map(|step| step.1).sum(),
            distinct: pictures.len() - 1,
            stays,
            samples,
        }
    }

    fn passed(&self) -> f64 {
        self.stays.iter().sum()
    }

    /// Returns the rate at which the longest stays reach a share of the time.
    fn low(&self, share: f64) -> f64 {
        let mut sum = 0.0;
        let limit = self.longest.iter().find(|stay| {
            sum += **stay;
            sum >= share * self.passed()
        });
        1000.0 / limit.expect("there are stays")
    }

    /// Returns the mean rate of the stays that reach the quantile of 1 minus this share.
    fn low_average(&self, share: f64) -> f64 {
        let ascending: Vec<f64> = self.longest.iter().rev().copied().collect();
        let least = quantile(&ascending, 1.0 - share);
        let long: Vec<f64> = ascending.into_iter().filter(|stay| *stay >= least).collect();
        1000.0 * long.len() as f64 / long.iter().sum::<f64>()
    }

    fn rate(&self, share: f64) -> f64 {
        quantile(&self.longest.iter().map(|stay| 1000.0 / stay).collect::<Vec<_>>(), share)
    }

    fn hitch_time_ratio(&self) -> f64 {
        let mut sorted = self.pictures.clone();
        sorted.sort_by(f64::total_cmp);
        let median = sorted[(sorted.len() - 1) / 2];
        1000.0 * sorted.iter().map(|stay| (stay - median).max(0.0)).sum::<f64>() / sorted.iter().sum::<f64>()
    }

    /// Returns the value of a key that says something of the frames of a game, `None` if it is null.
    fn value(&self, key: &str) -> Result<Option<f64>, OtherKey> {
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let (most, least) = (
            |all: &[f64]| all.iter().copied().fold(f64::MIN, f64::max),
            |all: &[f64]| all.iter().copied().fold(f64::MAX, f64::min),
        );
        let of_samples = |value: f64| Some(value).filter(|_| self.samples != Samples::Unknown);
        let of_game = |value: f64| Some(value).filter(|_| self.samples == Samples::Game);
        let a_second = |count: usize| 1000.0 * count as f64 / self.passed();
        Ok(match key {
            "frames_rendered" => Some(self.frames as f64),
            "frames_displayed" => Some(self.shown as f64),
            "frames_dropped" => Some((self.frames - self.shown) as f64),
            "frames_torn" | "repeats" | "thoughts" | "inputs_shown" | "caught" | "tunnelled" => Some(0.0),
            "fps_mean" => Some(a_second(self.stays.len())),
            "fps_max" => Some(1000.0 / least(&self.stays)),
            "one_percent_low_fps" => Some(self.low(0.01)),
            "tenth_percent_low_fps" => Some(self.low(0.001)),
            "one_percent_low_average_fps" => Some(self.low_average(0.01)),
            "tenth_percent_low_average_fps" => Some(self.low_average(0.001)),
            "p99_fps" => Some(self.rate(0.99)),
            "p95_fps" => Some(self.rate(0.95)),
            "p50_fps" => Some(self.rate(0.5)),
            "p5_fps" => Some(self.rate(0.05)),
            "p1_fps" => Some(self.rate(0.01)),
            "p0_2_fps" => Some(self.rate(0.002)),
            "distinct_fps" => Some(a_second(self.distinct)),
            "speed_ratio" => of_game(self.simulated / self.passed()),
            "lost_s" => of_game((self.passed() - self.simulated) / 1000.0),
            "animation_error_mean_ms" => of_samples(mean(&self.errors)),
            "animation_error_max_ms" => of_samples(most(&self.errors)),
            "jitter_ms" => of_samples(self.errors.iter().fold(0.0, |jitter, error| jitter + (error - jitter) / 16.0)),
            "behind_s" => of_samples(self.ages[self.ages.len() - 1] / 1000.0),
            "state_age_min_ms" => of_samples(least(&self.ages)),
            "state_age_mean_ms" => of_samples(mean(&self.ages)),
            "state_age_max_ms" => of_samples(most(&self.ages)),
            "picture_error_mean_ms" => of_samples(mean(&self.picture_errors)),
            "hitch_time_ratio_ms_per_s" => Some(self.hitch_time_ratio()),
            // The display is unknown, and no input reaches a game that is played.
            "hitch_ms_per_s" | "cadence" => None,
            _ if key.starts_with("input_to_display") || key.starts_with("stage_") => None,
            _ => return Err(OtherKey),
        })
    }
}

/// The keys that say how the capture is played: the world and the turns of its loop.
const OF_PLAYING: [&str; 18] = [
    "strategy",
    "scene",
    "seconds",
    "sim_s",
    "clock_s",
    "state_hash",
    "world",
    "updates",
    "game_speed_ratio",
    "dt_min_s",
    "dt_max_s",
    "updates_per_frame_max",
    "busy_percent",
    "step_length_max",
    "wall_exposure_max",
    "path_deviation_mean",
    "path_deviation_max",
    "inputs",
];

/// Compares every number of a report with the model.
fn compare(form: &str, text: &str, expected: &Expected) {
    let game = judged(text);
    let report = serde_json::to_value(&game.report).expect("it is JSON");
    let mut compared = 0;
    for (key, value) in report.as_object().expect("it is an object") {
        let Ok(expected) = expected.value(key) else {
            assert!(OF_PLAYING.contains(&&**key), "{form}: the model does not know {key}");
            continue;
        };
        let is_same = match (expected, value.as_f64()) {
            (Some(theirs), Some(ours)) => (ours - theirs).abs() <= 1e-5 * theirs.abs() + 1e-4,
            (None, None) => value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty),
            _ => false,
        };
        assert!(is_same, "{form}: {key} is {value}, and not {expected:?}");
        compared += 1;
    }
    assert!(compared > 35, "{form}: {compared}");
}

/// Returns the flips and the sample times of the displayed frames.
fn shown(frames: &[Frame], sample: impl Fn(&Frame) -> f64) -> Vec<(f64, f64)> {
    frames.iter().filter_map(|frame| Some((frame.flip?, sample(frame)))).collect()
}

/// Writes a table with a row for each frame that has one.
fn table(head: &str, frames: &[Frame], row: impl Fn(&Frame) -> Option<String>) -> String {
    let mut text = head.to_owned() + "\n";
    for line in frames.iter().filter_map(row) {
        writeln!(text, "{line}").expect("memory takes everything");
    }
    text
}

#[test]
fn every_number_of_a_report_is_that_of_a_second_computation() {
    let frames = frames();
    let of_game = shown(&frames, |frame| frame.sample);
    let probe = table("flip_ms,sample_ms", &frames, |frame| Some(format!("{:.4},{:.4}", frame.flip?, frame.sample)));
    compare("probe", &probe, &Expected::new(of_game.len(), &of_game, Samples::Game));

    let of_start = Expected::new(frames.len(), &shown(&frames, |frame| frame.start), Samples::CpuStart);
    let of_latency = |of: Option<f64>| of.map_or("NA,NA".to_owned(), |latency| format!("{latency:.4},8.0"));
    let two =
        table("Application,ProcessID,SwapChainAddress,CPUStartTime,CPUBusy,DisplayLatency,DisplayedTime", &frames, |frame| {
            Some(format!("g.exe,7,0x1,{:.4},5.0,{}", frame.start, of_latency(frame.flip.map(|flip| flip - frame.start))))
        });
    compare("PresentMon 2", &two, &of_start);
    let newest = table("Application,ProcessID,TimeInMs,CPUStartTimeInMs,MsCPUBusy,MsUntilDisplayed", &frames, |frame| {
        let until = frame.flip.map_or("NA".to_owned(), |flip| format!("{:.4}", flip - frame.present));
        Some(format!("g.exe,7,{:.4},{:.4},5.0,{until}", frame.present, frame.start))
    });
    compare("PresentMon 2.3", &newest, &of_start);
    let own = table("Application,ProcessID,CPUStartTime,DisplayLatency,DisplayedTime,AnimationTime", &frames, |frame| {
        let latency = of_latency(frame.flip.map(|flip| flip - frame.start));
        Some(format!("g.exe,7,{:.4},{latency},{:.4}", frame.start, frame.sample + 500.0))
    });
    compare("AnimationTime", &own, &Expected::new(frames.len(), &of_game, Samples::Game));

    // The first row has no call before it; there the work began as long before as the columns say.
    let one = table(
        "Application,ProcessID,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed",
        &frames,
        |frame| {
            let (dropped, until) = (u8::from(frame.flip.is_none()), frame.flip.map_or(0.0, |flip| flip - frame.present));
            let between = frame.present + IN_PRESENT - frame.start;
            Some(format!("g.exe,7,{dropped},{:.7},{between:.4},{IN_PRESENT},{until:.4}", frame.present / 1000.0))
        },
    );
    compare("PresentMon 1", &one, &of_start);

    let stays: Vec<f64> = of_game.windows(2).map(|pair| ((pair[1].0 - pair[0].0) * 1e4).round() / 1e4).collect();
    let mut at = 0.0;
    let sums: Vec<(f64, f64)> = stays
        .iter()
        .map(|stay| {
            at += stay;
            (at, at)
        })
        .collect();
    let of_stays = Expected::new(sums.len(), &sums, Samples::Unknown);
    let list: Vec<String> = stays.iter().map(|stay| format!("{stay:.4}")).collect();
    compare("frame times", &format!("frametime\n{}\n", list.join("\n")), &of_stays);
    compare(
        "moments",
        &format!("time_ms\n{}\n", sums.iter().map(|(at, _)| format!("{at:.4}")).collect::<Vec<_>>().join("\n")),
        &of_stays,
    );
    let json = format!("{{\"Runs\":[{{\"CaptureData\":{{\"MsBetweenDisplayChange\":[{}]}}}}]}}", list.join(","));
    compare("CapFrameX", &json, &of_stays);
}

const PRESENTMON_1: &str = "Application,ProcessID,SyncInterval,AllowsTearing,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,\
    MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed,MsGPUActive\n";

/// Writes rows of PresentMon 1: the call of `Present()` in s, and in ms the time since the call before, until the GPU is done and
/// until the flip (0 if it was dropped).
fn presentmon_1(rows: impl Iterator<Item = [f64; 4]>) -> String {
    rows.fold(PRESENTMON_1.to_owned(), |mut text, [at, between, done, shown]| {
        let dropped = u8::from(shown == 0.0);
        writeln!(text, "g.exe,7,1,0,Hardware: Independent Flip,{dropped},{at:.6},{between:.3},0.3,{done:.3},{shown:.3},6.0")
            .expect("memory takes everything");
        text
    })
}

/// Returns the kinds of the entries of a file.
fn kinds(text: &str) -> Vec<&'static str> {
    judged(text).entries().iter().map(|entry| entry.worst.symptom.kind().id()).collect()
}

#[test]
fn games_whose_course_is_known_are_told_right() {
    let column =
        |stays: &mut dyn Iterator<Item = f64>| stays.fold("frametime\n".to_owned(), |text, ms| text + &format!("{ms:.3}\n"));
    let waits = presentmon_1(
        (1..400).map(|row: u32| [f64::from(row) * 0.0235, 23.5, 52.0 + f64::from(row % 3), 54.0 + f64::from(row % 3)]),
    );
    let steady = presentmon_1((1..400).map(|row| [f64::from(row) * 0.0224, 22.4, 20.0, 20.5]));
    let scenes = [(17.0, 250), (9.0, 400), (5.5, 500), (17.0, 120)];
    let noise = |frame: u32| f64::from(frame * 37 % 61) / 100.0 - 0.3;
    let scenes = column(&mut scenes.iter().flat_map(|(ms, count)| (0..*count).map(move |frame| ms + noise(frame))));
    let even = (1..120).fold("flip_ms\n".to_owned(), |text, row| {
        text + &format!("{:.4}\n", f64::from(row) * 100.0 / 3.0 + if row % 2 == 0 { 0.00004 } else { -0.00004 })
    });
    for (name, text, fps) in [
        ("a queue of a GPU", &waits, 1000.0 / 23.5),
        ("a steady rate is half of no display", &steady, 1000.0 / 22.4),
        ("a change of scene is no hitch", &scenes, 0.0),
        ("flips on the edges of refreshes", &even, 30.0),
    ] {
        assert_eq!(kinds(text), ["right"], "{name}");
        let mean = judged(text).report.metrics.number("fps_mean").expect("it has one");
        assert!(fps == 0.0 || (mean - fps).abs() < 0.01, "{name}: {mean}");
    }
    let variable = |frame: u32| 10.5 + 3.2 * libm::sin(f64::from(frame) / 180.0) + if frame % 700 == 699 { 22.0 } else { 0.0 };
    let hitches = judged(&column(&mut (0..4000).map(variable)));
    let entries = hitches.entries();
    assert_eq!(entries.iter().filter(|entry| entry.worst.symptom.kind().id() == "hitch").count(), 1, "of one kind");
    assert_eq!(entries.iter().flat_map(|entry| entry.worst.symptom.hitches()).count(), 5, "one in 700 frames");
    let stall = presentmon_1((1..300).scan(0.0, |at, row| {
        let length = if row == 150 { 150.0 } else { 16.667 };
        *at += length / 1000.0;
        Some([*at, length, 9.0, 14.0])
    }));
    let told: Vec<String> = judged(&stall).entries().iter().map(|entry| entry.worst.headline()).collect();
    assert!(told.iter().any(|told| told == "A stall of 150 ms"), "how it came back is unknown: {told:?}");
}

/// Returns a table of 1200 frames, one each 16 ms, in which line 602 is `damaged`.
fn damaged(head: &str, row: impl Fn(f64) -> String, damaged: &str) -> String {
    let rows = (0..1200).map(|number| if number == 600 { damaged.to_owned() } else { row(f64::from(number) * 16.0) });
    rows.fold(head.to_owned(), |text, row| text + "\n" + &row) + "\n"
}

#[test]
fn the_time_around_a_row_that_is_left_out_is_no_long_frame() {
    let moments = |nonsense: &str| damaged("time (ms)", |at| format!("{at:.3}"), nonsense);
    let probe = |nonsense: &str| damaged("flip_ms,sample_ms", |at| format!("{:.3},{at:.3}", at + 20.0), nonsense);
    let head = "Application,ProcessID,CPUStartTime,CPUBusy,GPUBusy,DisplayLatency,DisplayedTime";
    let presentmon =
        |nonsense: &str| damaged(head, |at| format!("game.exe,7,{at:.4},9,8,20,16"), &format!("game.exe,7,{nonsense}"));
    let clocks = [moments("99999999"), moments("oops"), moments("3"), probe("99999999,3"), probe("oops,9600"), probe("9620,")];
    let rows = ["96", "9e12,9,8,20,16", "-5,9,8,20,16", "oops,9,8,20,16", "9600,9,8,1e300,16"].map(presentmon);
    for text in clocks.into_iter().chain(rows) {
        let game = judged(&text);
        assert_eq!((game.reading.rows, game.reading.shown), (1200, 1199), "{}", game.reading);
        assert_eq!(game.reading.skipped.values().sum::<usize>(), 1, "{}", game.reading);
        let number = |key: &str| game.report.metrics.number(key).unwrap_or_else(|| panic!("{key}: {}", game.reading));
        assert!((number("fps_mean") - 62.5).abs() < 0.01 && (number("p0_2_fps") - 62.5).abs() < 0.01, "{}", game.reading);
        assert_eq!(game.findings.iter().filter(|finding| finding.is_complaint()).count(), 0, "{}", game.reading);
    }
    // A long frame beside it stays one, for at least one of the two was so long.
    let long = damaged("time (ms)", |at| format!("{:.3}", if at < 9600.0 { at } else { at + 400.0 }), "oops");
    assert!(judged(&long).findings.iter().any(Finding::is_complaint));
}

#[test]
fn a_line_of_other_text_between_the_rows_of_a_clock_is_no_frame() {
    let rows = (0..600).map(|number| format!("{},{}\n", number * 16 + if number > 300 { 60 } else { 0 }, number * 16));
    let mut rows: Vec<String> = rows.collect();
    rows.insert(301, "level two is loaded\n".to_owned());
    let game = judged(&("flip_ms,sample_ms\n".to_owned() + &rows.concat()));
    let longest = game.findings.iter().flat_map(|finding| finding.symptom.hitches()).map(|hitch| hitch.length.as_millis());
    assert_eq!(longest.fold(0.0, f64::max).round(), 76.0, "{}", game.reading);
}

#[test]
fn a_right_span_is_named_by_all_of_it_and_by_no_hitch_beside_it() {
    for slow in [[40, 41], [700, 1400], [2, 3]] {
        let rows = (0..1500).map(|row| if slow.contains(&row) { "100\n" } else { "16.667\n" });
        let game = judged(&("frametime (ms)\n".to_owned() + &rows.collect::<String>()));
        let entries = game.entries();
        let right = entries.iter().map(|entry| entry.worst.headline()).find(|headline| headline.starts_with("No fault"));
        assert!(
            right.as_ref().is_some_and(|headline| headline.starts_with("No fault in the pacing, 60 FPS")),
            "{slow:?}: {right:?}"
        );
    }
}

#[test]
fn an_uneven_pacing_is_told_from_its_beginning_and_by_no_hitches() {
    let game = |row: &dyn Fn(usize) -> f64| {
        let rows: String = (0..1500).map(|number| format!("{:.4}", row(number)) + "\n").collect();
        judged(&format!("frame_ms\n{rows}"))
    };
    let on_60_hz = |each: usize| move |row: usize| if row % each == each - 1 { 33.3333 } else { 16.6667 };
    let without_display = |row: usize| (if row % 6 == 5 { 40.0 } else { 14.0 }) + (row * 7 % 5) as f64 / 10.0;
    let begins_later = |row: usize| if row > 600 && row % 6 == 5 { 33.3333 } else { 16.6667 };
    for game in [game(&on_60_hz(4)), game(&on_60_hz(6)), game(&on_60_hz(7)), game(&without_display), game(&begins_later)] {
        let entries = game.entries();
        let told: Vec<String> = entries.iter().map(|entry| entry.worst.headline()).collect();
        assert!(told.iter().any(|told| told.starts_with("Uneven frame pacing")), "{told:?}");
        assert!(!told.iter().any(|told| told.starts_with("Stutters")), "{told:?}");
        assert!(game.findings.iter().all(|finding| finding.symptom.hitches().is_empty()));
    }
    // A hitch that is longer than what is uneven stays one.
    let with_hitches = |row: usize| if [20, 24, 28].contains(&row) { 120.0 } else { on_60_hz(6)(row) };
    let found = game(&with_hitches);
    assert!(found.findings.iter().any(|finding| !finding.symptom.hitches().is_empty()), "{:?}", found.reading.to_string());
}

#[test]
fn a_low_rate_of_a_whole_capture_is_told_with_its_mean() {
    let rows: String = (0..600).map(|row| (160 + row + row % 2 * 10).to_string() + "\n").collect();
    let entries = judged(&format!("frame_ms\n{rows}")).entries();
    let told: Vec<String> = entries.iter().map(|entry| entry.worst.headline()).collect();
    assert!(told.iter().any(|told| told.starts_with("Low frame rate: 1.3 FPS at its lowest, 2.")), "{told:?}");
}

#[test]
fn the_work_of_a_turn_is_that_of_its_frames_from_the_beginning_on() {
    // The GPU begins before the CPU has finished, and the first frames are slower, so they are the worst.
    let mut text =
        "Application,ProcessID,CPUStartTime,CPUBusy,GPULatency,GPUTime,GPUBusy,DisplayLatency,DisplayedTime\n".to_owned();
    let mut start = 0.0;
    for row in 0..400 {
        let length = if row == 2 { 50.0 } else { 33.3333 };
        writeln!(text, "game.exe,7,{start:.4},5,1,30,30,{:.4},{length}", length + 8.0).expect("it is written");
        start += length;
    }
    let capture = read("game.csv", text.as_bytes(), &CapturePart::default()).expect("it can be read").capture;
    let of_60_hz = Computer { refresh_hz: 60.0, has_unknown_display: false, ..Computer::of_capture().clone() };
    let panes = vec![PaneSettings { computer: Some(of_60_hz), ..PaneSettings::of_capture(capture) }];
    let script = Script::from(Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() });
    let found = untried_spans(&script, &[Origin::Start(0)], start / 1000.0).expect("it runs").remove(0);
    let half =
        found.iter().map(Finding::headline).find(|headline| headline.starts_with("Half rate")).expect("it misses refreshes");
    assert!(half.ends_with("at 30.0 ms of work a turn"), "{half}");
}

/// Returns the entries of a game whose rate is a function of the second, in words.
fn told_of_rate(seconds: f64, rate: impl Fn(f64) -> f64) -> Vec<String> {
    let (mut at, mut rows) = (0.0, String::new());
    for number in 0_u32.. {
        let stay = (0.98 + f64::from(number * 37 % 101) / 2500.0) / rate(at);
        at += stay;
        writeln!(rows, "{:.4}", stay * 1000.0).expect("memory takes everything");
        if at >= seconds {
            break;
        }
    }
    let words = |entry: &Entry| [vec![entry.worst.headline()], entry.sentences()].concat();
    judged(&format!("frame_ms\n{rows}")).entries().iter().flat_map(words).collect()
}

#[test]
fn no_time_of_a_game_whose_rate_falls_or_rises_is_told_as_one_rate() {
    // The words of an entry end with `ends`, and its last two rates are these.
    let has = |told: &[String], ends: &str, rates: [f64; 2]| {
        let numbers = |words: &str| words.split(' ').filter_map(|word| word.parse::<f64>().ok()).collect::<Vec<f64>>();
        let are_near = |all: &[f64]| all.len() == 2 && all.iter().zip(rates).all(|(one, other)| (one - other).abs() <= 2.0);
        let is_it = |words: &&String| words.ends_with(ends) && are_near(&numbers(words));
        assert!(told.iter().any(|words| is_it(&words)), "{ends}, {rates:?}: {told:?}");
    };
    let falls = told_of_rate(70.0, |at| 59.0 - 34.0 * at / 70.0);
    has(&falls, "FPS at last", [58.0, 30.0]);
    has(&falls, "FPS.", [58.0, 26.0]);
    let rises = told_of_rate(70.0, |at| 25.0 + 34.0 * at / 70.0);
    has(&rises, "FPS at last", [31.0, 58.0]);
    has(&rises, "FPS.", [26.0, 58.0]);
    assert!(falls.iter().any(|told| told.starts_with("The frame rate falls slowly")), "{falls:?}");
    assert!(rises.iter().any(|told| told.starts_with("The frame rate rises slowly")), "{rises:?}");
    has(&told_of_rate(70.0, |at| 24.0 + 36.0 * (at - 35.0).abs() / 35.0), "FPS", [34.0, 57.0]);
    let short = told_of_rate(9.5, |at| 60.0 - 3.2 * at);
    has(&short, "FPS at last", [55.0, 36.0]);
    for rate in [31.0, 60.0, 144.0] {
        let steady = told_of_rate(70.0, |_| rate);
        assert!(matches!(&steady[..], [only] if only.ends_with("FPS, smooth")), "{steady:?}");
    }
}

#[test]
fn a_capture_that_is_too_short_says_what_a_verdict_needs() {
    for (frames, ms, headline) in
        [(120, 16.7, "Too short to judge: 120 frames in 2.0 s"), (40, 100.0, "Too short to judge: 40 frames in 4.0 s")]
    {
        let entries = judged(&("frame_ms\n".to_owned() + &format!("{ms}\n").repeat(frames))).entries();
        assert_eq!(entries[0].worst.headline(), headline);
        assert_eq!(entries[0].sentences(), ["A verdict needs at least 3 s and 60 displayed frames."]);
    }
}

#[test]
fn alternating_stays_are_uneven_on_a_variable_refresh_too() {
    for stays in [[14.0, 8.0, 15.0, 8.0], [14.0, 8.0, 14.0, 8.0], [25.0, 12.0, 12.0, 12.0]] {
        let rows = stays.map(|stay| format!("{stay}\n")).concat().repeat(400);
        let read = read("game.csv", format!("frame_ms\n{rows}").as_bytes(), &CapturePart::default()).expect("it can be read");
        let told = |computer: Option<Computer>| {
            let panes = vec![PaneSettings { computer, ..PaneSettings::of_capture(read.capture.clone()) }];
            let settings = Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() };
            let seconds = read.capture.run_seconds();
            let found = untried_spans(&Script::from(settings), &[Origin::Start(0)], seconds).expect("it runs").remove(0);
            found.iter().map(|finding| (finding.symptom.kind(), finding.symptom.tone, finding.headline())).collect::<Vec<_>>()
        };
        let variable = Computer { vrr: true, has_unknown_display: false, ..Computer::of_capture().clone() };
        let (unknown, variable) = (told(None), told(Some(variable)));
        assert!(unknown.iter().any(|(kind, ..)| *kind == Kind::Uneven), "{unknown:?}");
        assert_eq!(unknown, variable);
    }
}
