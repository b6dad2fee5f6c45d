//! Captures in arguments, and the probe of the documentation.

use std::cell::RefCell;
use std::rc::Rc;
use tickscope::front::cli::output;
use tickscope::studio::arguments::line::RunLine;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::session::playhead::Move;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::model::config::capture::{CapturedFrame, SampleTimes};
use tickscope_core::model::config::computer::{Computer, PlayLoad};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// Writes a file of this name for one test, and returns its path.
pub fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("tickscope-captures-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the folder for temporary files can be written");
    path.display().to_string()
}

fn frames(count: u32) -> String {
    let row = |frame: u32| format!("{},{}\n", f64::from(frame) * 20.0, f64::from(frame) * 20.0 - 20.0);
    format!("flip_ms,sample_ms\n{}", (1..=count).map(row).collect::<String>())
}

#[test]
fn a_capture_is_a_pane_of_a_report_for_as_long_as_it_lasts() {
    let path = file("fifty.csv", &frames(150));
    let line = RunLine::parse(&format!("report --capture {path} --strategy variable-delta")).expect("it can be read");
    assert_eq!(line.seconds(), 3.0);
    let RunLine::Report(report) = &line else { panic!("it is a report") };
    assert!(report.run.notes[0].contains("150 of them displayed"), "{:?}", report.run.notes);
    let panes = &line.scenario().script.settings().panes;
    assert_eq!(panes.iter().map(|pane| pane.strategy.as_str()).collect::<Vec<_>>(), ["variable-delta", "captured"]);
    let capture = panes[1].played().expect("it is captured");
    assert!(capture.name.ends_with("fifty.csv") && !capture.name.contains(['/', '\\']), "{}", capture.name);
    assert_eq!(panes[1].computer, None, "50 frames a second are no display of 50 Hz");
    assert!(report.run.notes.iter().any(|note| note.contains("its display is unknown")), "{:?}", report.run.notes);
    let text = line.scenario().to_toml();
    let again = tickscope::studio::scenario::definition::Scenario::parse("copy", &text).expect("it can be read");
    assert_eq!(again.script.settings(), line.scenario().script.settings());
    let read_again = again.script.settings().panes[1].played().expect("it has the frames");
    let without_lines = capture.frames.iter().map(|frame| CapturedFrame { line: 0, ..*frame });
    assert!(read_again.frames.iter().copied().eq(without_lines), "a scenario has all but the lines of the file");
    let later = RunLine::parse(&format!("report --capture {path} --capture-from 1")).expect("it can be read");
    assert!((later.seconds() - 2.0).abs() < 0.021, "{}", later.seconds());
}

#[test]
fn play_begins_a_capture_again_that_is_over_and_the_loops_beside_it() {
    let path = file("over.csv", &frames(50));
    for loops in ["", " --strategy variable-delta --strategy fixed-interpolated"] {
        play_to_the_end_and_again(&format!("report --capture {path}{loops}"));
    }
}

fn play_to_the_end_and_again(line: &str) {
    let line = RunLine::parse(line).expect("it can be read");
    let mut session = Session::new(line.scenario().script.settings().clone()).expect("it can be played");
    let mut real = 0.0;
    let mut play = |session: &mut Session, frames: u32| {
        for _ in 0..frames {
            real += 1.0 / 60.0;
            session.frame(real);
        }
    };
    play(&mut session, 30);
    assert!(session.is_playing() && !session.run.is_over());
    play(&mut session, 60);
    assert!(!session.is_playing() && session.run.is_over(), "it stops at its end");
    assert_eq!(session.run.now(), Time::from_secs(1.0));
    session.act(Action::View(ViewAction::PlayPause));
    play(&mut session, 2);
    assert!(session.is_playing() && session.run.now() < Time::from_secs(0.2), "{:?}", session.run.now());
    play(&mut session, 90);
    assert!(!session.is_playing() && session.run.now() == Time::from_secs(1.0), "{:?}", session.run.now());
}

#[test]
fn the_display_of_a_capture_is_what_a_person_says() {
    let path = file("display.csv", &frames(200));
    let of = |options: &str| {
        let line = RunLine::parse(&format!("report --capture {path} {options}")).expect("it can be read");
        let RunLine::Report(report) = &line else { panic!("it is a report") };
        let is_told = report.run.notes.iter().any(|note| note.contains("its display is unknown"));
        (line.scenario().script.settings().computer_of(0).clone(), is_told)
    };
    let (unknown, is_told) = of("--render-ms 9");
    assert_eq!((unknown.known_refresh_hz(), unknown.render_ms, is_told), (None, 5.0, true), "it has loads of its own");
    let (fixed, is_told) = of("--refresh-hz 60");
    assert_eq!((fixed.known_refresh_hz(), fixed.queue, is_told), (Some(60.0), 2, false), "the usual rate counts as well");
    let (variable, is_told) = of("--vrr 48:144");
    assert_eq!((variable.variable_hz(), variable.known_refresh_hz(), is_told), (Some((48.0, 144.0)), Some(144.0), false));
    assert_eq!(of("--vrr off").0.known_refresh_hz(), None);
    let line = RunLine::parse(&format!("report --capture {path}")).expect("it can be read");
    let mut settings = line.scenario().script.settings().clone();
    let path = Owner::of_computer(&settings, 0).path("refresh_hz");
    Patch::default().with(path, 120.0).change(&mut settings).expect("the panel sets it so");
    assert_eq!((settings.computer_of(0).known_refresh_hz(), settings.computer.refresh_hz), (Some(120.0), 60.0));
}

#[test]
fn a_capture_that_cannot_be_read_is_refused_by_its_name() {
    let folder = std::env::temp_dir().display().to_string();
    let backward = file("backward.csv", "flip_ms\n20\n40\n30\n");
    for (path, says) in [(folder.as_str(), "is a folder"), ("no/such.csv", "can't be read"), (&backward, ":4: time goes back")] {
        let refused = RunLine::parse(&format!("report --capture {path}")).expect_err(says).to_string();
        assert!(refused.contains(path) && refused.contains(says) && !refused.contains('\n'), "{refused}");
    }
    let without = RunLine::parse("report --strategy captured").expect_err("it has no capture").to_string();
    assert!(without.contains("captured"), "{without}");
}

/// The flips of a run with what they show, and the lines of its console.
#[derive(Default)]
struct Written {
    flips: Vec<(Time, Time)>,
    console: Rc<RefCell<String>>,
}

impl Observer for Written {
    fn note(&mut self, event: &Event, _: &[Body]) {
        if let Event::Display { at, drawn, .. } = event {
            self.flips.push((*at, *drawn));
        }
    }

    fn log(&mut self, _: Time, _: u32, text: &str) {
        self.console.borrow_mut().extend([text, "\n"]);
    }
}

impl Fold for Written {}

#[test]
fn the_probe_of_the_documentation_writes_the_flips_and_the_sample_times_of_the_game_that_it_is_in() {
    let page = include_str!("../../../docs/captures.md");
    let probe = page.split("```js\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the page has it");
    let game = "
        const probe = new Probe();
        let before, seconds = 0, told = 0;
        requestAnimationFrame(function frame(timestamp) {
          if (before !== undefined) { update(timestamp - before); seconds += (timestamp - before) / 1000; }
          before = timestamp;
          draw();
          probe.frame(timestamp, seconds);
          while (told < probe.rows.length) console.log(probe.rows[told++]);
          requestAnimationFrame(frame);
        });";
    let own = OwnLoop::new("probed", &format!("{probe}{game}"));
    let panes = vec![PaneSettings::new(&own.id())];
    let settings = Settings { scene: WorldChoice::new("runner"), loops: vec![own], panes, ..Settings::default() };
    let run = Run::new(&settings, 0, 2.0).expect("its text can be read");
    let (written, finished) = run.fold(Written::default()).expect("it runs");
    assert_eq!(finished.fault, None);
    let console = written.console.borrow();
    let capture = read("frames.csv", console.as_bytes(), &CapturePart::default()).expect("it can be read").capture;
    assert_eq!((capture.samples, capture.frames.len() > 110), (SampleTimes::Own, true), "{} frames", capture.frames.len());
    for frame in capture.frames.iter() {
        let near = |a: Time, b: Time| (a - b).as_millis().abs() < 0.001;
        let is_known = written.flips.iter().any(|(at, drawn)| near(*at, frame.flip) && near(*drawn, frame.sample));
        assert!(is_known, "{frame:?} is no frame of the game");
    }
}

/// Frames of 50 Hz that keep the CPU busy for 25 ms.
fn busy_frames() -> String {
    let row = |frame: u32| format!("{},{},25,3\n", f64::from(frame) * 20.0, f64::from(frame) * 20.0 - 20.0);
    format!("flip_ms,sample_ms,cpu_ms,gpu_ms\n{}", (1..=150).map(row).collect::<String>())
}

#[test]
fn the_load_of_a_capture_is_an_option_and_stands_in_scenarios() {
    let path = file("busy.csv", &busy_frames());
    let line = format!("report --capture {path} --play-load once --play-range 1:2.5 --strategy semi-fixed");
    let line = RunLine::parse(&line).expect("it can be read");
    let RunLine::Report(report) = &line else { panic!("it is a report") };
    assert!(
        report.run.notes.iter().any(|note| note.contains("its load is played") && note.contains("upper bound")),
        "{:?}",
        report.run.notes
    );
    let settings = line.scenario().script.settings();
    let Computer { render_ms, queue, play_load, play_lo_s, play_hi_s, .. } = settings.computer;
    assert_eq!((render_ms, queue, play_load, play_lo_s, play_hi_s), (0.0, 2, PlayLoad::Once, 1.0, 2.5));
    let again =
        tickscope::studio::scenario::definition::Scenario::parse("copy", &line.scenario().to_toml()).expect("it can be read");
    assert_eq!(again.script.settings(), settings);
    let loads = settings.played_load(&settings.computer);
    assert!(loads.has_cpu && (loads.cpu_ms - 25.0).abs() < 1e-9 && (loads.gpu_ms - 3.0).abs() < 1e-9, "{loads:?}");
    let set = "--queue 0 --render-ms 4 --strategy semi-fixed";
    let trace = RunLine::parse(&format!("trace --capture {path} --play-load loop {set}")).expect("one loop is traced");
    let Computer { render_ms, queue, .. } = trace.scenario().script.settings().computer;
    assert_eq!((render_ms, queue), (4.0, 0), "what a person chooses stays");
    let every = RunLine::parse(&format!("report --capture {path} --play-load loop")).expect("it can be read");
    assert!(every.scenario().script.settings().panes.len() > 20, "every loop has the load");
    for (options, says) in [("--play-load loop", "--capture FILE"), ("--play-load twice", "one of off, loop, once")] {
        let refused = RunLine::parse(&format!("report {options}")).expect_err("it is refused").to_string();
        assert!(refused.contains(says), "{refused}");
    }
    let late = RunLine::parse(&format!("report --capture {path} --play-load loop --play-range 5:6")).expect_err("it is over");
    assert!(late.to_string().contains("before the end of"), "{late}");
}

#[test]
fn one_of_several_captures_is_played_by_the_letter_of_its_pane() {
    let (busy, column) = (file("busy-too.csv", &busy_frames()), file("even.csv", &("ms\n".to_owned() + &"20\n".repeat(200))));
    let line = format!("report --strategy semi-fixed --capture {busy} --capture {column} --play-load loop");
    let load = |line: &str| {
        let line = RunLine::parse(line).expect("it can be read");
        let RunLine::Report(report) = &line else { panic!("it is a report") };
        let played = report.run.notes.iter().find(|note| note.contains("its load is played")).expect("it is said").clone();
        let settings = line.scenario().script.settings();
        (played, settings.played_load(&settings.computer).cpu_ms.round())
    };
    let (first, chosen) = (load(&line), load(&format!("{line} --play-pane C")));
    assert!(first.0.contains("busy-too.csv: its load") && first.1 == 25.0, "{first:?}");
    assert!(chosen.0.contains("even.csv: its load") && chosen.0.contains("cpu_ms and gpu_ms") && chosen.1 == 20.0, "{chosen:?}");
    let refused = RunLine::parse(&format!("{line} --play-pane A")).expect_err("A plays none").to_string();
    assert!(refused.contains("--play-pane") && refused.contains("plays a capture"), "{refused}");
}

#[test]
fn a_column_of_frame_times_is_played_as_waits_and_work() {
    let path = file("column.csv", &("ms\n".to_owned() + &"20\n".repeat(200)));
    let line =
        RunLine::parse(&format!("report --capture {path} --play-load loop --strategy semi-fixed")).expect("it can be read");
    let settings = line.scenario().script.settings();
    let load = settings.played_load(&settings.computer);
    assert!(!load.has_cpu && (load.cpu_ms - 20.0).abs() < 1e-9, "{load:?}");
    let RunLine::Report(report) = &line else { panic!("it is a report") };
    assert!(report.run.notes.iter().any(|note| note.contains("waits as well as work")), "{:?}", report.run.notes);
}

#[test]
fn a_table_with_several_meanings_is_refused_with_the_options_that_answer() {
    let row = |frame: u32| format!("{:.2}\n", 1.2 + f64::from(frame % 3) / 50.0);
    let path = file("fast.csv", &format!("frametime\n{}", (0..60).map(row).collect::<String>()));
    let refused = RunLine::parse(&format!("report --capture {path}")).expect_err("it has two meanings").to_string();
    for options in ["--column frametime --unit ms", "--column frametime --unit s"] {
        assert!(refused.contains(options) && !refused.contains('\n'), "{refused}");
        let line = RunLine::parse(&format!("report --capture {path} {options}")).expect("it is answered");
        let is_fast = options.ends_with("ms");
        assert_eq!(line.seconds() < 1.0, is_fast, "{options}: {} s", line.seconds());
    }
    let wrong = RunLine::parse(&format!("report --capture {path} --unit minutes")).expect_err("there is none").to_string();
    assert!(wrong.contains("--unit") && wrong.contains("one of s, ms, us, ns, fps"), "{wrong}");
    let without = RunLine::parse("report --column frametime").expect_err("it needs a capture").to_string();
    assert!(without.contains("--capture"), "{without}");
}

/// A column of frame times of 16.5 ms with a spike of 50 ms in each second.
fn spikes() -> String {
    let row = |number: u32| if number % 60 == 31 { "50\n" } else { "16.5\n" };
    format!("frametime\n{}", (0..420).map(row).collect::<String>())
}

#[test]
fn a_report_writes_the_page_about_its_capture_and_its_plots_in_one_file_each() {
    let path = file("spikes.csv", &spikes());
    let [page, plot] =
        ["html", "svg"].map(|ending| std::env::temp_dir().join(format!("tickscope-page-{}.{ending}", std::process::id())));
    let line = format!("report --capture {path} --html {} --plot {}", page.display(), plot.display());
    let RunLine::Report(report) = RunLine::parse(&line).expect("it can be read") else { panic!("it is a report") };
    let (mut printed, mut told) = (Vec::new(), Vec::new());
    output::report(&report, &[], &mut printed, &mut told).expect("it can be written");
    let [printed, told] = [printed, told].map(|bytes| String::from_utf8(bytes).expect("it is text"));
    let text = printed.split_once("About ").expect("the page follows the table").1;
    assert!(text.contains("7 hitches: 0.350 s") && text.contains("second") && text.contains("stutter"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let [html, svg] = [&page, &plot].map(|path| std::fs::read_to_string(path).expect("it is written"));
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains(&svg), "the page has the plots");
    assert!(!html.contains("href") && !html.contains("<script") && html.matches("http").count() == 1, "nothing outside");
    assert!(html.contains("420 rows, 420 frames") && html.contains("Stutters: 7 hitches"), "{html}");
    // Without the mark of a gap each hitch is some columns of one red path.
    let red = svg.split("class=\"cp-s\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("it is there");
    assert!(red.matches('M').count() >= 7, "{red}");
    assert!(told.contains(&page.display().to_string()) && told.contains(&plot.display().to_string()), "{told}");
    for (line, says) in [
        ("report --html page.html --strategy semi-fixed".to_owned(), "--html"),
        (format!("report --plot plot.svg --capture {path} --capture {path}"), "2 captures"),
    ] {
        let refused = RunLine::parse(&line).expect_err("it is refused").to_string();
        assert!(refused.contains(says) && !refused.contains('\n'), "{refused}");
    }
}

#[test]
fn playing_from_a_moment_that_is_not_recorded_makes_the_run_up_to_it() {
    let line = RunLine::parse(&format!("report --capture {}", file("ahead.csv", &spikes()))).expect("it can be read");
    let mut session = Session::open(line.scenario().clone()).expect("it can be watched");
    session.advance_to(Time::from_secs(1.0));
    let play = |at: f64| Action::View(ViewAction::Transport(Move::PlayFrom(Time::from_secs(at))));
    session.act(play(5.0));
    for frame in 0..1000 {
        if session.run.transport.rerun().is_none() {
            break;
        }
        session.frame(f64::from(frame) / 60.0);
    }
    assert_eq!((session.run.now(), session.is_playing()), (Time::from_secs(5.0), true));
    session.act(play(2.0));
    assert_eq!((session.run.now(), session.run.lab.now()), (Time::from_secs(2.0), Time::from_secs(5.0)), "it is recorded");
    assert!(session.is_playing());
}
