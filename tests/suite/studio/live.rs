//! A running game in a session: what is said of it, looking back, and saving what came.

#[rustfmt::skip]
#[path = "live_probe.rs"]
mod live_probe;

use live_probe::Probe;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, CaptureQuestion, CaptureSource, ViewAction};
use tickscope::studio::session::live::LiveReport;
use tickscope::studio::session::playhead::Move;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::captures::live::{self, LiveForm, LiveRead};
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::{probe, read};
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

const NAME: &str = "game.csv";
const STAY_MS: f64 = 1000.0 / 60.0;

/// A session beside a game of 60 FPS, and the time of the real clock.
struct Play {
    session: Session,
    real: f64,
    /// The number of frames that the game has written.
    written: u32,
}

fn form(samples: SampleTimes) -> LiveReport {
    LiveReport::Form(LiveForm { samples, words: "Flip: flip_ms".to_owned() })
}

impl Play {
    fn new() -> Play {
        let panes = vec![PaneSettings::new("variable-delta"), PaneSettings::of_capture(Capture::live(NAME, SampleTimes::Own))];
        let settings = Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() };
        let mut session = Session::new(settings).expect("the settings are allowed");
        session.on_monitor(Some(60.0));
        session.follow(NAME);
        Play { session, real: 0.0, written: 0 }
    }

    /// Runs the window for some seconds, in which the game writes its frames or none.
    fn run(&mut self, seconds: f64, writes: bool) {
        for _ in 0..(seconds * 60.0) as u32 {
            if writes {
                let [before, flip] = [0, 1].map(|more| Time::ZERO + Span::from_millis(f64::from(self.written + more) * STAY_MS));
                let frame = CapturedFrame { begins: before, sample: before, flip, ..CapturedFrame::default() };
                self.session.feed(LiveReport::Frames(vec![frame]));
                self.written += 1;
            }
            self.real += 1.0 / 60.0;
            self.session.frame(self.real);
        }
    }

    fn said(&self) -> Option<String> {
        self.session.live_sentence(1)
    }
}

#[test]
fn a_live_pane_says_what_the_game_does() {
    let mut play = Play::new();
    assert_eq!(play.said().as_deref(), Some("Waiting for game.csv."));
    assert_eq!(play.session.live_sentence(0), None, "a loop is no game");
    play.session.feed(form(SampleTimes::Own));
    assert_eq!(play.said().as_deref(), Some("Waiting for the first frames of game.csv."));
    play.run(4.0, true);
    assert_eq!(play.said(), None);
    let findings = play.session.findings(1);
    assert!(findings[0].headline().contains("60 FPS"), "{}", findings[0].headline());
    let shown = play.session.run.seen(1).shown_frame().expect("it shows frames").at;
    assert!(play.session.run.now() - shown < Span::from_millis(40.0), "it is shown evenly, up to now");
    play.run(3.0, false);
    assert_eq!(play.said().as_deref(), Some("The game stopped writing 3 s ago."));
    play.session.feed(LiveReport::BeganAgain);
    play.written = 0;
    play.run(0.5, true);
    assert_eq!(play.said().as_deref(), Some("The game began again."));
    play.run(3.0, true);
    assert_eq!(play.said(), None);
    play.session.feed(LiveReport::Ended);
    assert_eq!(play.said().as_deref(), Some("The game ended 0 s ago."));
    play.run(30.0, false);
    assert!(play.session.run.lab.panes()[1].fault().is_none(), "a live pane is never over");
}

#[test]
fn rows_without_sample_times_are_shown_by_another_pane() {
    let mut play = Play::new();
    play.session.feed(form(SampleTimes::Unknown));
    play.run(2.0, true);
    let panes = &play.session.run.lab.settings().panes;
    assert_eq!(panes.len(), 2);
    assert_eq!(panes[1].played().map(|capture| capture.samples), Some(SampleTimes::Unknown));
    assert!(play.session.run.seen(1).shown_frame().is_some());
}

#[test]
fn a_live_pane_can_be_looked_back_but_not_run_again_and_goes_on_with_the_present() {
    let mut play = Play::new();
    play.run(5.0, true);
    let present = play.session.run.now();
    play.session.act(Action::View(ViewAction::Transport(Move::Scrub(present - Span::from_secs(2.0)))));
    let then = play.session.run.seen(1).shown_frame().expect("it is recorded").at;
    assert!((present - Span::from_secs(2.0) - then).as_millis() < 40.0);
    play.session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
    assert!(play.session.refusal.as_ref().is_some_and(|refusal| refusal.to_string().contains("can't be run again")));
    play.run(3.0, true);
    let behind = play.session.behind_live(1).expect("it is behind");
    assert!(behind.starts_with("5.1 s behind the game"), "{behind}");
    play.session.act(Action::View(ViewAction::Transport(Move::ToLive)));
    play.run(1.0, true);
    assert_eq!(play.session.behind_live(1), None);
    let shown = play.session.run.seen(1).shown_frame().expect("it shows frames").at;
    assert!(play.session.run.now() - shown < Span::from_millis(40.0));
}

#[test]
fn the_last_20_s_of_a_game_are_saved_as_a_capture() {
    let mut play = Play::new();
    assert!(play.session.run.kept_capture(play.session.letter(1)).is_err(), "nothing has come");
    play.run(25.0, true);
    let kept = play.session.run.kept_capture(play.session.letter(1)).expect("frames have come");
    assert!((1195..=1202).contains(&kept.frames.len()), "{}", kept.frames.len());
    let again = read("kept.csv", probe::rows_of(&kept).as_bytes(), &CapturePart::default()).expect("it can be read").capture;
    assert_eq!(again.frames.len(), kept.frames.len());
    assert!((again.facts.usual_stay - kept.facts.usual_stay).as_millis().abs() < 0.001);
    let text = play.session.run.scenario().to_toml();
    let scenario = Scenario::parse("copy", &text).expect("it can be read");
    let played = scenario.script.settings().panes[1].played().expect("it plays a capture");
    assert!(!played.is_live());
    assert_eq!(played.hash, kept.hash);
}

/// Returns the text of a language in the section `## Live` of the page about captures.
fn shown_on_page(language: &str) -> &'static str {
    let page = include_str!("../../../docs/captures.md");
    let section = page.split("## Live").nth(1).expect("the page has the section");
    let begins = format!("```{language}\n");
    section.split(&begins).nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_else(|| panic!("no {language}"))
}

#[test]
fn the_page_shows_probes_of_ten_lines_and_the_rows_of_one_can_be_followed() {
    for language in ["python", "js", "rust", "c"] {
        let probe = shown_on_page(language);
        assert!(probe.lines().count() <= 10 && probe.contains("flip_ms,sample_ms"), "{language}");
    }
    assert_eq!(shown_on_page("rust"), include_str!("live_probe.rs"));
    let mut written = Vec::new();
    let mut probe = Probe::new(&mut written).expect("memory can be written");
    for frame in 0..5 {
        probe.flipped(f64::from(frame) / 60.0).expect("memory can be written");
    }
    let mut samples = Vec::new();
    live::follow(NAME, &written[..], &CapturePart::default(), |read| {
        if let LiveRead::Frame(frame) = read {
            samples.push((frame.sample - Time::ZERO).as_millis());
        }
    })
    .expect("the rows can be followed");
    // Rows that are written in the same microsecond have one flip, and only the first of them counts.
    let frames: Vec<f64> = samples.windows(2).map(|pair| (pair[1] - pair[0]) * 60.0 / 1000.0).collect();
    assert!(!frames.is_empty() && frames.iter().all(|frames| (frames - frames.round()).abs() < 2e-4), "{frames:?}");
}

#[test]
fn a_game_whose_columns_have_several_meanings_is_asked_for_if_its_rows_can_be_read_again() {
    let rows = "frametime\n".to_owned() + &"1500\n1510\n1490\n".repeat(20);
    for can_be_read_again in [true, false] {
        let mut play = Play::new();
        let why = Box::new(read("game.csv", rows.as_bytes(), &CapturePart::default()).expect_err("it is asked for"));
        let readings = why.readings.to_vec();
        assert!(!readings.is_empty());
        play.session.feed(LiveReport::Refused { why, can_be_read_again });
        let notice = play.session.window.notice().expect("it is said");
        let question = can_be_read_again.then_some(CaptureQuestion { source: CaptureSource::Live, readings });
        assert_eq!(notice.question, question);
        assert_eq!(notice.text.contains("--column"), !can_be_read_again, "{}", notice.text);
    }
}
