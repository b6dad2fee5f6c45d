//! A running game: its rows are read while they come, and its pane shows them at most 200 ms later, for as long as it runs.

use std::io::Read;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::live::{self, LiveForm, LiveRead};
use tickscope_core::lab::captures::part::{CapturePart, RefusedCapture};
use tickscope_core::lab::captures::read;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::recording::pane_recording::MOST_BYTES;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::live_feed::LabPace;

const NAME: &str = "game.csv";

fn ms(moment: Time) -> f64 {
    (moment - Time::ZERO).as_millis()
}

fn at(ms: f64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn lab_of(capture: Capture) -> Lab {
    let panes = vec![PaneSettings::of_capture(capture)];
    Lab::new(Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() }).expect("the settings are allowed")
}

fn live_lab() -> Lab {
    lab_of(Capture::live(NAME, SampleTimes::Own))
}

/// Returns the frames of a game that flips at these moments of its own clock, in ms, and draws the time of the flip before.
fn frames(flips: &[f64]) -> Vec<CapturedFrame> {
    let before = |number: usize| flips[number.saturating_sub(1)];
    let frame = |(number, flip): (usize, &f64)| {
        let begins = at(before(number));
        CapturedFrame { begins, sample: begins, flip: at(*flip), ..CapturedFrame::default() }
    };
    flips.iter().enumerate().map(frame).collect()
}

/// Returns the flips of a game at 60 FPS from `from` to `to` ms, every 40th of which comes 50 ms late.
fn with_hitches(from: f64, to: f64) -> Vec<f64> {
    let mut flips = vec![from];
    while *flips.last().expect("there is one") < to {
        let stay = if flips.len() % 40 == 0 { 66.7 } else { 16.7 };
        flips.push(flips.last().expect("there is one") + stay);
    }
    flips
}

/// The window: it feeds what has come and advances the laboratory, 60 times a second.
struct Window {
    lab: Lab,
    /// The laboratory's time minus the game's clock, in ms.
    offset: f64,
    fed: usize,
    /// By how much the first lay moves flips; `None` before the first frame.
    lay: Option<Span>,
}

impl Window {
    fn new(offset: f64) -> Window {
        Window { lab: live_lab(), offset, fed: 0, lay: None }
    }

    /// Runs until `to` ms. A frame comes `delay` ms after its flip, which is given. Calls `look` after each frame of the window.
    fn run(&mut self, game: &[CapturedFrame], to: f64, delay: impl Fn(f64) -> f64, mut look: impl FnMut(&Lab)) {
        while ms(self.lab.now()) < to {
            let now = self.lab.now();
            let has_come = |frame: &&CapturedFrame| ms(frame.flip) + self.offset + delay(ms(frame.flip)) <= ms(now);
            let new = &game[self.fed..];
            let new = &new[..new.iter().take_while(has_come).count()];
            self.lay = self.lay.or(new.last().map(|newest| now + Span::from_millis(100.0) - newest.flip));
            self.lab.feed(NAME, new, LabPace::Real);
            self.fed += new.len();
            self.lab.advance_to(now + Span::from_hz(60.0));
            look(&self.lab);
        }
    }
}

fn no_look(_: &Lab) {}

/// Returns the recorded flips with their sample times.
fn recorded(lab: &Lab) -> Vec<(Time, Time)> {
    let recording = lab.panes()[0].recording();
    recording.flips.range().filter_map(|number| recording.flips.get(number)).map(|flip| (flip.at, flip.drawn)).collect()
}

fn regime(lab: &Lab) -> Time {
    lab.panes()[0].seen_at(lab.now()).state().regime
}

#[test]
fn a_frame_is_shown_at_most_200_ms_after_its_flip_and_none_is_lost_or_moved() {
    let game = frames(&with_hitches(5000.0, 13_000.0));
    let mut window = Window::new(-4000.0);
    let mut shown = Vec::new();
    window.run(
        &game,
        8000.0,
        |flip| (flip * 7.0) % 30.0,
        |lab| {
            shown.push((lab.now(), lab.panes()[0].seen_at(lab.now()).shown_frame().map(|frame| frame.drawn)));
        },
    );
    let lay = window.lay.expect("frames have come");
    let expected: Vec<(Time, Time)> = game
        .iter()
        .map(|frame| (frame.flip + lay, frame.sample + lay))
        .filter(|(flip, _)| *flip > Time::ZERO && *flip <= window.lab.now())
        .collect();
    assert_eq!(recorded(&window.lab), expected);
    assert!(expected.len() > 350, "{}", expected.len());
    for (now, drawn) in shown.into_iter().filter(|(now, _)| ms(*now) > 1500.0) {
        let really = game.iter().rev().find(|frame| ms(frame.flip) - 4000.0 <= ms(now) - 200.0).expect("it has begun");
        assert!(drawn.is_some_and(|drawn| drawn - lay >= really.sample), "at {} ms", ms(now));
    }
}

#[test]
fn a_live_pane_records_what_a_capture_of_the_same_frames_records() {
    let game = frames(&with_hitches(1000.0, 9000.0));
    let mut window = Window::new(0.0);
    window.run(&game, 8000.0, |_| 3.0, no_look);
    let live = recorded(&window.lab);
    let zero = game[0].flip - Time::ZERO;
    let from_zero = |frame: &CapturedFrame| CapturedFrame {
        begins: frame.begins - zero,
        sample: frame.sample - zero,
        flip: frame.flip - zero,
        ..*frame
    };
    let capture = Capture::new(NAME, SampleTimes::Own, game.iter().map(from_zero).collect()).expect("it can be read");
    let mut lab = lab_of(capture);
    lab.advance_to(at(8000.0));
    let captured = recorded(&lab);
    let steps = |flips: &[(Time, Time)]| -> Vec<(Span, Span)> {
        flips.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).collect()
    };
    let live = steps(&live);
    assert!(live.len() > 300, "{}", live.len());
    assert_eq!(live, steps(&captured)[..live.len()]);
    let hitches = |lab: &Lab| {
        let state = lab.panes()[0].seen_at(lab.now()).state();
        state.symptoms.iter().map(Symptom::kind).collect::<Vec<_>>()
    };
    assert_eq!(hitches(&window.lab), hitches(&lab), "the same is said of both");
}

#[test]
fn a_game_that_begins_again_has_a_new_regime_and_is_shown_at_once() {
    let mut game = frames(&with_hitches(100.0, 4000.0));
    game.extend(frames(&with_hitches(0.0, 4000.0)));
    let mut window = Window::new(0.0);
    // The second run's clock begins at 0 when 5 s have passed.
    let count = game.iter().position(|frame| frame.flip == Time::ZERO).expect("it begins again");
    window.run(&game[..count], 5000.0, |_| 3.0, no_look);
    let before = (regime(&window.lab), recorded(&window.lab).len());
    window.offset = 5000.0;
    window.run(&game, 8000.0, |_| 3.0, no_look);
    assert!(regime(&window.lab) > before.0.max(at(4700.0)), "{:?}", regime(&window.lab));
    let flips = recorded(&window.lab);
    assert!(flips.len() > before.1 + 150 && flips.is_sorted(), "{} after {}", flips.len(), before.1);
    let newest = flips.last().expect("there are flips").0;
    assert!(window.lab.now() - newest < Span::from_millis(300.0));
}

#[test]
fn a_game_that_begins_again_stands_where_the_exact_motion_is() {
    let panes = vec![PaneSettings::of_capture(Capture::live(NAME, SampleTimes::Own))];
    let settings = Settings { scene: WorldChoice::new("three-movers"), panes, ..Settings::default() };
    let mut window = Window { lab: Lab::new(settings).expect("the settings are allowed"), ..Window::new(0.0) };
    let mut game = frames(&with_hitches(100.0, 3000.0));
    let count = game.len();
    game.extend(frames(&with_hitches(0.0, 2000.0)));
    window.run(&game[..count], 9500.0, |_| 3.0, no_look);
    window.offset = 9500.0;
    window.run(&game, 11_000.0, |_| 3.0, no_look);
    let shown = window.lab.panes()[0].seen_at(window.lab.now()).shown_frame().expect("it shows frames");
    assert!(shown.behind.as_millis().abs() < 100.0, "{} ms", shown.behind.as_millis());
}

#[test]
fn a_clock_that_jumps_or_falls_behind_is_laid_anew_and_a_stall_is_a_stall() {
    let steady = |from: f64, count: u32| (0..count).map(|frame| from + 16.7 * f64::from(frame)).collect::<Vec<_>>();
    // (the clock goes on after 3 s with this many ms more, and the rows come this many ms later) → it is laid anew.
    for (jump, late, is_laid) in [(0.0, 0.0, false), (5000.0, 0.0, true), (0.0, 70.0, false), (0.0, 400.0, true)] {
        let flips = [steady(100.0, 180), steady(100.0 + 180.0 * 16.7 + jump, 180)].concat();
        let game = frames(&flips);
        let mut window = Window::new(0.0);
        let delay = |flip: f64| if flip < 100.0 + 180.0 * 16.7 { 3.0 } else { 3.0 + late - jump };
        window.run(&game, 5500.0, delay, no_look);
        assert_eq!(regime(&window.lab) > at(2000.0), is_laid, "jump {jump} late {late}");
    }
    // A game that stands still for two seconds: nothing comes, and then the clock is right.
    let flips = [steady(100.0, 100), steady(100.0 + 99.0 * 16.7 + 2000.0, 100)].concat();
    let mut window = Window::new(0.0);
    window.run(&frames(&flips), 5500.0, |_| 3.0, no_look);
    assert!(regime(&window.lab) < at(1000.0));
    let longest = recorded(&window.lab).windows(2).map(|pair| pair[1].0 - pair[0].0).max();
    assert_eq!(longest, Some(Span::from_millis(2000.0)));
}

#[test]
fn rows_that_come_in_bundles_lose_nothing() {
    let game = frames(&with_hitches(100.0, 9000.0));
    let mut window = Window::new(0.0);
    // As from a game that does not flush: what it wrote in two seconds comes at once.
    window.run(&game, 9000.0, |flip| 2000.0 - flip % 2000.0, no_look);
    let flips = recorded(&window.lab);
    let since = flips.iter().position(|(flip, _)| *flip > at(2200.0)).expect("there are flips");
    let stays = flips[since..].windows(2).map(|pair| (pair[1].0 - pair[0].0).as_millis().round());
    assert!(stays.clone().count() > 200 && stays.clone().all(|stay| stay == 17.0 || stay == 67.0));
    assert!(regime(&window.lab) < at(2100.0), "{:?}", regime(&window.lab));
}

#[test]
fn a_pane_that_stands_keeps_the_last_20_s_and_then_shows_the_present() {
    let game = frames(&with_hitches(100.0, 60_000.0));
    let mut window = Window::new(0.0);
    window.run(&game, 3000.0, |_| 3.0, no_look);
    let (stood, from) = (window.lab.now(), window.fed);
    let to = game.iter().position(|frame| ms(frame.flip) > 50_000.0).expect("it goes on");
    for new in game[from..to].chunks(3) {
        window.lab.feed(NAME, new, LabPace::Standing);
    }
    let pane = &window.lab.panes()[0];
    let kept = pane.fed();
    let span = kept.last().expect("it is kept").flip - kept[0].flip;
    assert!((19_900.0..=20_000.0).contains(&span.as_millis()), "{}", span.as_millis());
    assert!(Capture::new(NAME, SampleTimes::Own, kept).is_ok());
    (window.fed, window.offset) = (to, 3000.0 - 50_000.0);
    window.run(&game, 5000.0, |_| 3.0, no_look);
    let flips = recorded(&window.lab);
    assert!(flips.is_sorted() && flips.iter().filter(|(flip, _)| *flip > stood).count() > 70);
    assert!(regime(&window.lab) > at(2500.0));
}

#[test]
fn at_1000_frames_a_second_the_memory_stays_as_it_is() {
    let lab = &mut live_lab();
    let half_minute = |lab: &mut Lab, from: u32| {
        for frame in 0..1800 {
            let [first, last] = [frame, frame + 1].map(|frame| from + frame * 1000 / 60);
            let flips: Vec<f64> = (first..last).map(f64::from).collect();
            lab.feed(NAME, &frames(&flips), LabPace::Real);
            lab.advance_to(lab.now() + Span::from_hz(60.0));
        }
        let pane = &lab.panes()[0];
        pane.recording().bytes() + size_of_val(&*pane.fed())
    };
    let first = half_minute(lab, 0);
    let second = half_minute(lab, 30_000);
    assert!(second <= first + first / 10, "{first} bytes, then {second}");
    assert!(second < MOST_BYTES + 4 * 1024 * 1024, "{second}");
    assert!(lab.panes()[0].recording().flips.range().end > 59_000);
}

#[test]
fn a_run_with_an_end_has_no_running_game() {
    let panes = vec![PaneSettings::of_capture(Capture::live(NAME, SampleTimes::Own))];
    let settings = Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() };
    let ended = Run::new(settings, 0, 2.0).expect("it can be run").fold(()).expect("it ends").1;
    assert_eq!((ended.fault, ended.sim), (None, Time::ZERO));
}

/// A source that gives a few bytes at a time, as a pipe does.
struct Trickle<'a> {
    text: &'a [u8],
    most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.most.min(into.len()).min(self.text.len());
        into[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

/// Follows a text that comes `most` bytes at a time.
fn followed(text: &str, most: usize) -> Result<(LiveForm, Vec<CapturedFrame>), RefusedCapture> {
    let (mut form, mut frames) = (None, Vec::new());
    let source = Trickle { text: text.as_bytes(), most };
    live::follow(NAME, source, &CapturePart::default(), |read| match read {
        LiveRead::Form(read) => form = Some(read),
        LiveRead::Frame(frame) => frames.push(frame),
    })?;
    Ok((form.expect("the form comes before the end"), frames))
}

/// Returns a line for each of the numbers.
fn lines<'a>(numbers: impl IntoIterator<Item = &'a f64>, line: impl Fn(f64) -> String) -> String {
    numbers.into_iter().fold(String::new(), |text, number| text + &line(*number) + "\n")
}

fn probe_rows(flips: &[f64]) -> String {
    lines(flips, |flip| format!("{flip},{}", flip - 20.0))
}

#[test]
fn a_table_that_comes_in_pieces_is_read_as_the_whole_file_is() {
    let flips = with_hitches(20.0, 3000.0);
    let rows = probe_rows(&flips);
    let stays: Vec<f64> = flips.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let times = lines(&stays, |stay| stay.to_string());
    let moments = lines(&flips, |flip| format!("{:.6};x", flip / 1000.0));
    for text in [format!("flip_ms,sample_ms\n{rows}"), format!("frametime\n{times}"), format!("time (s);what\n{moments}")] {
        let whole = read(NAME, text.as_bytes(), &CapturePart::default()).expect("it can be read").capture;
        let steps = |frames: &[CapturedFrame]| -> Vec<i64> {
            frames.windows(2).map(|pair| (pair[1].flip - pair[0].flip).flicks()).collect()
        };
        for most in [1, 7, 100_000] {
            let (form, frames) = followed(&text, most).expect("it can be read");
            assert_eq!(form.samples, whole.samples, "{}", form.words);
            assert_eq!(frames.len(), whole.frames.len());
            // A file that is complete may be counted from another zero, to the nearest flick.
            let far = steps(&frames).iter().zip(steps(&whole.frames)).map(|(one, other)| (one - other).abs()).max();
            assert!(far <= Some(1), "{far:?}: {}", form.words);
        }
    }
}

#[test]
fn a_row_is_read_when_its_line_has_ended() {
    let (_, frames) = followed("flip_ms,sample_ms\n16,0\n33,16\n50,3", 5).expect("it can be read");
    assert_eq!(frames.len(), 2);
    let (_, frames) = followed("flip_ms,sample_ms\n16,0\n33,16\n50,3\n", 5).expect("it can be read");
    assert_eq!(frames.len(), 3);
}

#[test]
fn a_game_that_appends_begins_again_and_lines_that_are_no_rows_are_left_out() {
    let first = probe_rows(&with_hitches(20.0, 500.0));
    let text = format!("loading\nflip_ms,sample_ms\n{first}a line of a log\n\nflip_ms,sample_ms\n{first}");
    let (_, frames) = followed(&text, 30).expect("it can be read");
    assert_eq!(frames.len(), 2 * first.lines().count());
    let back = frames.windows(2).filter(|pair| pair[1].flip < pair[0].flip).count();
    assert_eq!(back, 1);
}

#[test]
fn one_or_two_rows_that_go_back_are_left_out_and_the_game_goes_on() {
    let rows: Vec<String> = probe_rows(&with_hitches(20.0, 800.0)).lines().map(ToString::to_string).collect();
    let swapped = |at: usize| {
        let mut rows = rows.clone();
        rows.swap(at, at + 1);
        (rows, 1)
    };
    let among = |at: usize, nonsense: &[&str]| {
        let mut rows = rows.clone();
        rows.splice(at..at, nonsense.iter().map(ToString::to_string));
        (rows, 0)
    };
    for (written, lost) in [swapped(10), swapped(30), among(12, &["3,1"]), among(20, &["3,1", "2,0"]), among(1, &["0,0"])] {
        let text = format!("flip_ms,sample_ms\n{}\n", written.join("\n"));
        let (_, frames) = followed(&text, 30).expect("it can be read");
        assert_eq!(frames.len(), rows.len() - lost, "{text}");
        assert!(frames.windows(2).all(|pair| pair[0].flip <= pair[1].flip), "{text}");
    }
}

#[test]
fn what_can_t_be_followed_is_refused_in_one_line() {
    let frames = with_hitches(20.0, 2500.0);
    let seconds = lines(&frames, |flip| format!("{},0", flip / 1000.0));
    for (text, said) in [
        (format!("flip_ms,sample_ms\n{seconds}"), "by its name a frame lasts 0.0167 ms"),
        ("Application,ProcessID,TimeInSeconds\n".to_owned(), "rows of processes"),
        ("{\"Runs\": []}".to_owned(), "is JSON"),
        ("gpu_load\n60\n60\n".to_owned(), "has no column that says when frames are displayed"),
        ("fps\n60\n60\n".to_owned(), "its rows can be frames or samples"),
        ("\0\0\0\n".to_owned(), "is not text"),
        (String::new(), "is empty"),
    ] {
        let refused = followed(&text, 64).expect_err("it can't be followed").to_string();
        assert!(refused.contains(said) && !refused.contains('\n'), "{refused}");
    }
}
