//! The load of a captured game in other loops: the frame rate that limited the game comes back.

use tickscope_core::base::random::{CounterRng, Purpose};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::computer::{Computer, PlayedPane};
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// The loops that draw once a turn and wait for nothing but the display.
const LOOPS: [&str; 12] = [
    "variable-delta",
    "variable-delta-clamped",
    "semi-fixed",
    "snapped-delta",
    "closed-form",
    "frame-based",
    "clamped-accumulator",
    "fixed-interpolated",
    "frame-skip",
    "spread-updates",
    "godot-jitter-fix",
    "refresh-multiples",
];

/// A captured game: its frames per second, and how long each frame lasts and keeps the CPU and the GPU busy, in milliseconds.
struct Game {
    name: &'static str,
    fps: f64,
    rows: Vec<[f64; 3]>,
}

impl Game {
    /// Returns twelve seconds of a game; `row` makes a frame of a random number from 0 to 1.
    fn new(name: &'static str, row: impl Fn(f64) -> [f64; 3]) -> Game {
        let mut random = CounterRng::new(7, Purpose::RenderNoise);
        let (mut rows, mut length) = (Vec::new(), 0.0);
        while length < 12_000.0 {
            let next = row(random.unit(rows.len() as u64));
            length += next[0];
            rows.push(next);
        }
        Game { name, fps: rows.len() as f64 / length * 1000.0, rows }
    }

    fn pane(&self) -> PaneSettings {
        let mut begins = Time::ZERO;
        let frame = |[lasts, cpu, gpu]: &[f64; 3]| {
            let [lasts, cpu, gpu] = [lasts, cpu, gpu].map(|ms| Span::from_millis(*ms));
            let frame = CapturedFrame { begins, sample: begins, flip: begins + lasts, cpu, gpu, ..CapturedFrame::default() };
            begins += lasts;
            frame
        };
        let frames = self.rows.iter().map(frame).collect();
        PaneSettings::of_capture(Capture::new(self.name, SampleTimes::CpuStart, frames).expect("its frames are in order"))
    }
}

fn games() -> [Game; 5] {
    [
        Game::new("bound by the GPU at 45 FPS", |random| [21.2 + 2.0 * random, 8.0, 21.2 + 2.0 * random]),
        Game::new("limited to 60 FPS", |random| [1000.0 / 60.0, 1000.0 / 60.0 - 0.1 * random, 7.0]),
        Game::new("a console's 30 FPS", |random| [1000.0 / 30.0, 1000.0 / 30.0 - 0.1 * random, 20.0]),
        Game::new("90 uneven FPS of the GPU", |random| [6.0 + 10.2 * random, 4.0, 6.0 + 10.2 * random]),
        Game::new("90 uneven FPS of the CPU", |random| [6.0 + 10.2 * random, 6.0 + 10.2 * random, 4.0]),
    ]
}

/// Returns settings in which a loop has the load of the captured games, played as nothing else is set.
fn settings(strategy: &str, games: &[&Game], computer: &Computer) -> Settings {
    let captured = games.iter().map(|game| game.pane());
    let panes = std::iter::once(PaneSettings::new(strategy)).chain(captured).collect();
    let scene = WorldChoice::new("runner");
    let mut settings = Settings { scene, computer: computer.clone(), panes, ..Settings::default() }.lettered();
    Patch::parse("computer.play_load=loop").and_then(|patch| patch.change(&mut settings)).expect("it is a setting");
    settings
}

/// Returns the mean FPS of the first pane in ten seconds.
fn fps(settings: &Settings) -> f64 {
    let run = Run::new(settings.clone(), 0, 10.0).expect("it is allowed");
    let metrics = Metrics::without_reference(&PaneSetup { index: 0, settings, at: Time::ZERO }).expect("its loop exists");
    let (metrics, end) = run.fold(metrics).expect("it runs");
    metrics.sums(end.clock, end.tally).number("fps_mean").expect("it draws")
}

#[test]
fn the_frame_rate_of_a_captured_game_comes_back_in_every_loop_and_on_every_display() {
    let displays = [
        Computer::default(),
        Computer { refresh_hz: 144.0, ..Computer::default() },
        Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, ..Computer::default() },
        Computer::default().ordinary_pc(),
    ];
    for game in games() {
        for (strategy, display) in LOOPS.iter().flat_map(|strategy| displays.iter().map(move |display| (strategy, display))) {
            let (made, expected) = (fps(&settings(strategy, &[&game], display)), game.fps.min(display.highest_refresh_hz()));
            let on = display.in_words().join(", ");
            assert!((made / expected - 1.0).abs() < 0.02, "{}: {strategy} makes {made:.2} of {expected:.2} FPS, {on}", game.name);
        }
    }
}

#[test]
fn without_a_queue_the_waits_of_a_game_are_waited_for_again() {
    let [_, limited, ..] = games();
    let mut settings = settings("variable-delta", &[&limited], &Computer::default());
    assert_eq!((settings.computer.queue, settings.computer.render_ms), (2, 0.0));
    settings.computer.queue = 0;
    assert!(fps(&settings) < 45.0, "a person who chooses no queue gets none");
}

#[test]
fn a_queue_and_a_render_load_that_are_set_with_the_played_load_stay_and_undo_brings_all_back() {
    let game = &games()[0];
    let before = Settings { computer: Computer::default(), ..settings("variable-delta", &[game], &Computer::default()) };
    let patch = Patch::parse("computer.play_load=once").and_then(|patch| patch.and("computer.render_ms", 3.0));
    let patch = patch.expect("they are settings");
    let mut after = before.clone();
    patch.change(&mut after).expect("it is allowed");
    assert_eq!((after.computer.queue, after.computer.render_ms), (2, 3.0));
    patch.reversed(&before).change(&mut after).expect("it is allowed");
    assert_eq!(after, before);

    let mut one = Settings { computer: Computer { queue: 1, ..Computer::default() }, ..before };
    Patch::parse("computer.play_load=loop").and_then(|patch| patch.change(&mut one)).expect("it is allowed");
    assert_eq!((one.computer.queue, one.computer.render_ms), (1, 0.0), "a queue of one was chosen");
}

#[test]
fn any_of_several_captures_is_the_load_and_the_first_one_if_the_chosen_one_is_gone() {
    let [bound, _, console, ..] = games();
    let mut settings = settings("variable-delta", &[&bound, &console], &Computer::default());
    let near = |made: f64, expected: f64| (made / expected - 1.0).abs() < 0.02;
    assert!(near(fps(&settings), 45.0), "the first one");
    Patch::parse("computer.play_pane=C").and_then(|patch| patch.change(&mut settings)).expect("it is a setting");
    assert!(near(fps(&settings), 30.0), "the chosen one");
    assert!(near(fps(&settings.alone(0)), 30.0), "the pane alone has the same load");
    settings.panes.remove(2);
    assert_eq!(settings.computer.play_pane, PlayedPane::try_from("C".to_owned()).expect("a letter"));
    assert!(near(fps(&settings), 45.0), "the first one again");
}
