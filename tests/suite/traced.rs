//! Every metric once more, only from the lines that `trace` prints: what a reader of a trace can work out must be
//! what the report says. Inputs are followed by hand: read by an update, drawn by a render, seen on the display.

use crate::models::computer::{Happening, seconds};
use crate::models::measures::{numbers, same, told};
use crate::models::{Case, loads, unsynced};
use crate::tiers::sampled;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;
use tickscope::studio::export::trace::TraceWriter;
use tickscope_core::base::params::value::Value::Word;
use tickscope_core::base::time::Time;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::computer::{Computer, InputRead, Present};
use tickscope_core::model::config::settings::{Presentation, Settings, WorldChoice};
use tickscope_core::model::{strategies, worlds};

#[derive(Clone, Default)]
pub struct Paper(Rc<RefCell<Vec<u8>>>);

impl Paper {
    /// Takes the text that was written.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.take()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the trace with bodies and inputs, line by line.
fn trace(settings: &Settings, length: f64) -> Vec<Value> {
    let paper = Paper::default();
    let writer = TraceWriter::new(paper.clone(), true).with_inputs(true);
    let (mut writer, _) = Run::new(settings, 0, length).unwrap().fold(writer).unwrap();
    writer.finish().unwrap();
    paper.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(line: &Value, key: &str) -> f64 {
    line[key].as_f64().unwrap_or_else(|| panic!("{key} of {line}"))
}

fn flicks(line: &Value, key: &str) -> i64 {
    seconds(number(line, key))
}

fn frame(line: &Value) -> usize {
    line["frame"].as_u64().unwrap_or_else(|| panic!("no frame in {line}")) as usize
}

fn happening(line: &Value) -> Option<Happening> {
    let (at, end) = (|| flicks(line, "at_s"), || flicks(line, "end_s"));
    Some(match line["event"].as_str().unwrap() {
        "frame" => Happening::Frame { at: at() },
        "update" if line["thought"] == true => {
            assert_eq!(number(line, "dt_s"), 0.0, "{line}");
            Happening::Thought { at: at(), end: end(), sim: flicks(line, "sim_s") }
        }
        "update" => Happening::Update { at: at(), end: end(), dt: flicks(line, "dt_s"), sim: flicks(line, "sim_s") },
        "sleep" => Happening::Sleep { at: at(), end: end(), spun: line.get("spin_s").map_or(0, |_| flicks(line, "spin_s")) },
        "render" => {
            let (sim, drawn) = (flicks(line, "sim_s"), flicks(line, "drawn_s"));
            Happening::Render { at: at(), end: end(), alpha: line["alpha"].as_f64(), sim, drawn, frame: frame(line) }
        }
        "display" => Happening::Display { at: at(), drawn: flicks(line, "drawn_s"), frame: frame(line) },
        "gpu" => Happening::Gpu { at: at(), end: end(), frame: frame(line) },
        "repeat" => Happening::Repeat { at: at() },
        _ => return None,
    })
}

/// Returns the number of inputs, and the time from each that was seen to its frame, in flicks.
fn latencies(lines: &[Value], presentation: Presentation, input: InputRead) -> (usize, Vec<i64>) {
    let (mut given, mut latencies) = (Vec::new(), Vec::new());
    // How many inputs the turn has read at its top, how many are in the state before the last update, and in the state now.
    let (mut read, mut before, mut now) = (0, 0, 0);
    // How many inputs each frame shows.
    let mut frames: Vec<usize> = Vec::new();
    for line in lines {
        match line["event"].as_str().unwrap() {
            "input" => given.push(flicks(line, "at_s")),
            "frame" => read = given.len(),
            "update" => (before, now) = (now, if input == InputRead::Turn { read } else { given.len() }),
            "render" => {
                let is_before = presentation == Presentation::Interpolate && line["alpha"].as_f64() == Some(0.0);
                frames.push(if is_before { before } else { now });
            }
            "display" => {
                let at = flicks(line, "at_s");
                let (seen, shown) = (latencies.len(), frames[frame(line) - 1]);
                latencies.extend(given[seen..shown.max(seen)].iter().map(|input| at - input));
            }
            _ => {}
        }
    }
    (given.len(), latencies)
}

/// Returns the least latency, in tenths of a millisecond, by which this share was seen; `None` without latencies.
fn percentile(latencies: &[i64], share: f64) -> Option<f64> {
    let mut sorted: Vec<i64> = latencies.iter().map(|latency| latency / 70_560).collect();
    sorted.sort_unstable();
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.max(1) - 1).map(|tenths| *tenths as f64 / 10.0)
}

fn compare_inputs(lines: &[Value], presentation: Presentation, input: InputRead, report: &PaneReport, what: &str) {
    let (given, latencies) = latencies(lines, presentation, input);
    let told = &report.metrics;
    let ms = |flicks: f64| flicks / 705_600.0;
    let some = |value: Option<i64>| value.map(|flicks| ms(flicks as f64));
    let mean = (!latencies.is_empty()).then(|| ms(latencies.iter().sum::<i64>() as f64 / latencies.len() as f64));
    let pairs = [
        ("inputs", Some(given as f64), Some(told.count("inputs") as f64)),
        ("inputs_shown", Some(latencies.len() as f64), Some(told.count("inputs_shown") as f64)),
        ("min", some(latencies.iter().min().copied()), told.number("input_to_display_min_ms")),
        ("mean", mean, told.number("input_to_display_mean_ms")),
        ("max", some(latencies.iter().max().copied()), told.number("input_to_display_max_ms")),
        ("p50", percentile(&latencies, 0.5), told.number("input_to_display_p50_ms")),
        ("p95", percentile(&latencies, 0.95), told.number("input_to_display_p95_ms")),
    ];
    for (name, expected, reported) in pairs {
        assert!(same(name, expected, reported), "{name} is reported as {reported:?}, it is {expected:?}: {what}");
    }
    let mut distribution = BTreeMap::new();
    for latency in &latencies {
        *distribution.entry((latency / 705_600) as u64).or_insert(0_u64) += 1;
    }
    assert_eq!(told.distribution("input_to_display"), distribution, "{what}");
    // The times that the trace itself states.
    let answers: Vec<i64> = lines
        .iter()
        .filter(|line| line["event"] == "answer")
        .map(|line| flicks(line, "at_s") - flicks(line, "input_s"))
        .collect();
    assert_eq!(answers, latencies, "{what}");
    assert!(lines.is_sorted_by_key(|line| flicks(line, "at_s")), "{what}");
}

fn computers() -> [Computer; 15] {
    [
        Computer::default(),
        Computer::default().ordinary_pc(),
        loads(0.0, 25.0),
        loads(4.0, 45.0),
        unsynced(1.0, 5.0),
        unsynced(0.0, 30.0).ordinary_pc(),
        Computer {
            render_ms: 0.0,
            noise_lo_ms: 10.0,
            noise_hi_ms: 40.0,
            present: Present::Mailbox,
            refresh_hz: 144.0,
            ..Computer::default()
        },
        Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, refresh_hz: 59.94, ..Computer::default() },
        Computer { timer_ms: 15.625, sleep_ms: 10.0, start_ms: 3.0, ..unsynced(0.0, 12.0) },
        Computer { input: InputRead::Turn, ..loads(6.0, 25.0) },
        Computer { queue: 2, gpu_ms: 12.0, ..loads(1.0, 8.0) },
        Computer { queue: 1, gpu_ms: 21.0, input: InputRead::Turn, ..unsynced(1.0, 3.0) },
        Computer { present: Present::Immediate, gpu_ms: 7.0, ..loads(1.0, 3.0) },
        Computer { vrr: true, queue: 1, render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..loads(1.0, 8.0) },
        Computer { vrr: true, input: InputRead::Turn, ..loads(1.0, 3.0) },
    ]
}

#[test]
fn a_trace_tells_the_same_numbers_as_the_report_for_every_loop_presentation_and_computer() {
    let every = strategies::ALL.iter().flat_map(|strategy| computers().map(|computer| (strategy, computer)));
    for (strategy, computer) in sampled(every) {
        let chosen = if strategy.alpha { &Presentation::ALL[..] } else { &[Presentation::Latest] };
        for presentation in chosen {
            let mut case = Case::new(&strategy.id, computer.clone(), 4.0).hit(1.5, 300.0);
            case.presentation = Some(*presentation);
            let what = format!("{case:?}");
            let (lines, report) = (trace(&case.settings(), case.seconds), case.report());
            compare_inputs(&lines, *presentation, computer.input, &report, &what);

            let events: Vec<Happening> = lines.iter().filter_map(happening).collect();
            let (expected, cadence) = numbers(&events, seconds(report.clock_s), &computer);
            let (reported, reported_cadence) = told(&report.metrics);
            for ((name, expected), (_, reported)) in expected.into_iter().zip(reported) {
                assert!(same(name, expected, reported), "{name} is {expected:?}, not {reported:?}: {what}");
            }
            assert_eq!(reported_cadence, cadence, "{what}");
        }
    }
}

#[test]
fn the_metronome_beats_every_half_second_and_a_golden_part_of_a_refresh() {
    let case = Case::new("variable-delta", Computer { start_ms: 700.0, ..Computer::default() }, 30.0);
    let lines = trace(&case.settings(), case.seconds);
    let given: Vec<f64> = lines.iter().filter(|line| line["event"] == "input").map(|line| number(line, "at_s")).collect();
    let beat = 0.5 + (5.0_f64.sqrt() - 1.0) / 2.0 / 60.0;
    assert_eq!(given.len(), 57, "none before the first turn at 0.7 s");
    for (place, at) in given.iter().enumerate() {
        assert!((at - beat * (place + 2) as f64).abs() < 1e-7, "{at}");
    }
}

/// With an ideal 60 Hz display and 5 ms to draw, each turn begins at a refresh: an input waits for that on average half a
/// refresh, then its frame is shown one refresh later.
#[test]
fn latencies_are_what_can_be_worked_out_by_hand() {
    let mean = |id, presentation| {
        let mut case = Case::new(id, Computer::default(), 200.0);
        case.presentation = presentation;
        case.report().metrics.number("input_to_display_mean_ms").unwrap()
    };
    let refresh = 1000.0 / 60.0;
    let near = |value: f64, refreshes: f64| assert!((value - refreshes * refresh).abs() < 0.1, "{value} ms");
    near(mean("variable-delta", None), 1.5);
    near(mean("frame-based", None), 1.5);
    near(mean("clamped-accumulator", None), 1.5);
    // Each step is a refresh and alpha is 0: the frame is the state before, one step later.
    near(mean("fixed-interpolated", None), 2.5);
    near(mean("fixed-interpolated", Some(Presentation::Extrapolate)), 1.5);
    // A step every 40 ms reads the input half of that later.
    assert!((32.0..42.0).contains(&mean("fixed-fps", None)), "{}", mean("fixed-fps", None));
}

#[test]
fn a_body_is_as_far_off_its_path_as_its_traced_positions_are() {
    for (scene, strategy) in [("runner", "frame-skip"), ("runner", "variable-delta"), ("spring", "clamped-accumulator")] {
        let mut choice = WorldChoice::new(scene);
        if scene == "spring" {
            // With the one that comes first the masses explode, and what has exploded is nowhere.
            choice.options.set("integrator", Word("semi-implicit-euler".to_owned()));
        }
        let settings = Settings { scene: choice, ..Case::new(strategy, loads(0.0, 23.0), 3.0).settings() };
        let report = Report::new(&settings, 3.0).unwrap().panes.remove(0);
        let (mut sum, mut count, mut most) = (0.0, 0.0, 0.0_f64);
        for line in trace(&settings, 3.0).iter().filter(|line| line["event"] == "update") {
            let sim = number(line, "sim_s");
            for (body, place) in line["bodies"].as_array().unwrap().iter().enumerate() {
                let (x, y) = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
                let off = match (scene, body) {
                    ("runner", 0) => {
                        let off = (x - sim * 960.0).rem_euclid(1920.0);
                        libm::hypot(off.min(1920.0 - off), y)
                    }
                    ("runner", 1) => libm::hypot(x - 960.0, y - 720.0),
                    ("runner", _) => libm::hypot(x + sim * 480.0, y),
                    _ => (x - libm::cos([2.0, 5.0, 10.0, 20.0, 40.0][body] * sim)).abs(),
                };
                sum += off;
                count += 1.0;
                most = most.max(off);
            }
        }
        let close = |told: Option<f64>, expected: f64| {
            let told = told.unwrap();
            assert!((told - expected).abs() < 1e-9 + expected * 1e-9, "{scene}, {strategy}: {told} for {expected}");
        };
        close(report.metrics.number("path_deviation_mean"), sum / count);
        close(report.metrics.number("path_deviation_max"), most);
    }
}

#[test]
fn step_exposure_is_the_longest_flight_of_a_bullet_between_two_tests_against_the_wall() {
    const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
    for (strategy, computer) in [
        ("variable-delta", Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() }),
        ("fixed-interval", loads(0.0, 5.0)),
    ] {
        let settings = Settings { scene: WorldChoice::new("thin-wall"), ..Case::new(strategy, computer, 10.0).settings() };
        let report = Report::new(&settings, 10.0).unwrap().panes.remove(0);
        let (mut longest, mut off) = (0.0_f64, 0.0_f64);
        let world = worlds::world(&settings.scene, settings.seed).unwrap();
        let mut exact = Vec::new();
        for line in trace(&settings, 10.0).iter().filter(|line| line["event"] == "update") {
            world.exact(Time::from_secs(number(line, "sim_s")), &mut exact);
            for ((speed, place), exact) in SPEEDS.iter().zip(line["bodies"].as_array().unwrap()).zip(&exact) {
                let x = place[0].as_f64().unwrap();
                // It waits at 0, and rests where it has met the wall at 640: 2 units thick, its own radius 4.
                if x > 0.0 && (x - 640.0).abs() >= 5.0 {
                    longest = longest.max(speed * number(line, "dt_s"));
                }
                off = off.max(libm::hypot(x - exact.pos.x, place[1].as_f64().unwrap() - exact.pos.y));
            }
        }
        assert!((report.metrics.number("step_length_max").unwrap() - longest).abs() < 1e-9, "{strategy}");
        assert!((report.metrics.number("wall_exposure_max").unwrap() - longest / 10.0).abs() < 1e-9, "{strategy}");
        assert!((report.metrics.number("path_deviation_max").unwrap() - off).abs() < 1e-9, "{strategy}");
        assert_eq!(
            report.metrics.count("tunnelled") > 0,
            report.metrics.number("wall_exposure_max").unwrap() > 1.0,
            "{strategy}"
        );
    }
}
