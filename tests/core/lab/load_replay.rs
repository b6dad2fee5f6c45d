//! The hitches of captured games in other loops: what is said follows from the frames that a test writes itself.

use crate::common::Events;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::captures::read;
use tickscope_core::lab::experiments::load_replay::LoadReplay;
use tickscope_core::lab::experiments::replayed_fault::FaultCount;
use tickscope_core::lab::findings::entries::{entries, verdict};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::computer::{Computer, PlayLoad};
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::event::Event;
use tickscope_core::model::strategies;

/// A frame of a game, in milliseconds: how long it lasts, and for how long the CPU and the GPU are busy with it.
#[derive(Clone, Copy)]
struct GameFrame {
    lasts: f64,
    cpu: f64,
    gpu: f64,
}

const USUAL: GameFrame = GameFrame { lasts: 50.0 / 3.0, cpu: 12.0, gpu: 9.0 };
const LONG: GameFrame = GameFrame { lasts: 45.0, cpu: 45.0, gpu: 9.0 };

/// Returns the frames of `seconds`, with one that is `long` every `every` seconds.
fn frames(seconds: f64, usual: GameFrame, long: GameFrame, every: f64) -> Vec<GameFrame> {
    let (mut at, mut next, mut frames) = (0.0, every, Vec::new());
    while at < seconds {
        let frame = if at >= next { long } else { usual };
        next += if at >= next { every } else { 0.0 };
        at += frame.lasts / 1000.0;
        frames.push(frame);
    }
    frames
}

fn capture(frames: &[GameFrame], has_work: bool) -> Capture {
    let row = |GameFrame { lasts, cpu, gpu }: &GameFrame| {
        if has_work { format!("{lasts:.4},{cpu:.4},{gpu:.4}\n") } else { format!("{lasts:.4}\n") }
    };
    let head = if has_work { "frametime,cpu_ms,gpu_ms\n" } else { "frametime\n" };
    let file = head.to_owned() + &frames.iter().map(row).collect::<String>();
    read("game.csv", file.as_bytes(), &CapturePart::default()).expect("it can be read").capture
}

fn alone(capture: &Capture) -> Settings {
    let panes = vec![PaneSettings::of_capture(capture.clone())];
    Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() }.lettered()
}

fn found(capture: &Capture) -> Vec<Finding> {
    spans(&Script::from(alone(capture)), &[Origin::Start(0)], capture.end().as_secs()).expect("it runs").remove(0)
}

/// Returns what is said of the hitches of a capture in other loops.
fn replayed(capture: &Capture) -> LoadReplay {
    replayed_of(Kind::Hitch, capture)
}

/// Returns what is said of a fault of a capture in other loops.
fn replayed_of(kind: Kind, capture: &Capture) -> LoadReplay {
    let found = found(capture);
    let fault = found.iter().find(|finding| finding.symptom.kind() == kind).expect("it has the fault");
    let replay = fault.diagnosis.as_ref().and_then(|diagnosis| diagnosis.replay.clone()).expect("it was tried");
    assert!(fault.sentences().join(" ").contains(&replay.text[0]), "{:?}", fault.sentences());
    replay
}

/// Returns how many of the long frames of a game a loop shows too, by the stays of its pictures alone: how many of them fall within
/// 150 ms of a stay that is half as long again as the usual one.
fn long_stays_at_long_frames(strategy: &str, capture: &Capture, frames: &[GameFrame]) -> usize {
    // Twelve and nine milliseconds do not fit into a refresh one after the other, so a frame waits in the queue.
    let computer = Computer {
        render_ms: 0.0,
        queue: 1,
        play_load: PlayLoad::Once,
        vrr: true,
        vrr_lo_hz: 1.0,
        vrr_hi_hz: 60.0,
        ..Computer::default().ordinary_pc()
    };
    let panes = vec![PaneSettings::new(strategy), PaneSettings::of_capture(capture.clone())];
    let settings = Settings { scene: WorldChoice::new("runner"), computer, panes, ..Settings::default() }.lettered();
    let run = Run::new(settings, 0, capture.end().as_secs()).expect("it is allowed");
    let (events, _) = run.fold(Events::default()).expect("it runs");
    let (mut drawn_before, mut shown) = (None, Vec::new());
    for event in &events.0 {
        if let Event::Display { at, drawn, .. } = event
            && drawn_before.replace(*drawn) != Some(*drawn)
        {
            shown.push(at.as_secs());
        }
    }
    let (mut at, mut long) = (0.0, Vec::new());
    for frame in frames {
        at += frame.lasts / 1000.0;
        long.extend((frame.lasts > 30.0).then_some((at - frame.lasts / 1000.0, at)));
    }
    let is_long = |pair: &&[f64]| pair[1] - pair[0] > 0.025;
    let again = |(begin, end): &&(f64, f64)| {
        shown.windows(2).filter(is_long).any(|pair| pair[0] <= end + 0.15 && pair[1] + 0.15 >= *begin)
    };
    long.iter().filter(again).count()
}

#[test]
fn no_loop_removes_what_the_games_own_work_makes() {
    let frames = frames(24.0, USUAL, LONG, 1.5);
    let game = capture(&frames, true);
    let LoadReplay { text, count, queue, loops, .. } = replayed(&game);
    let made = frames.iter().filter(|frame| frame.lasts == LONG.lasts).count();
    assert_eq!((count, queue), (FaultCount::Hitches(made), 1));
    assert_eq!(text[0], format!("No loop removes these {made} hitches, one every 1.50 s: look for what runs every 1.5 s."));
    assert_eq!(text[1], "The CPU is busy for 45 ms then instead of 12 ms.");
    assert_eq!(loops.len(), strategies::ALL.len());
    for of in &loops {
        assert!(of.left.number() * 10 > made || of.instead.is_some() || of.pictures_per_s < 45.0, "{of:?}");
    }
    for strategy in ["variable-delta", "fixed-interpolated", "semi-fixed"] {
        let of = loops.iter().find(|of| of.strategy == strategy).expect("it is published");
        assert_eq!(of.left.number(), long_stays_at_long_frames(strategy, &game, &frames), "{strategy}");
        assert!((of.pictures_per_s - 58.0).abs() < 2.0, "{of:?}");
    }
}

#[test]
fn long_work_of_the_gpu_is_named_and_without_a_period_no_period_is() {
    let usual = GameFrame { gpu: 13.0, ..USUAL };
    let long = GameFrame { lasts: 50.0, cpu: 12.0, gpu: 48.0 };
    let at = [200, 333, 700, 760, 1001, 1300, 1390];
    let frames: Vec<GameFrame> = (0..1600).map(|number| if at.contains(&number) { long } else { usual }).collect();
    let text = replayed(&capture(&frames, true)).text;
    assert_eq!(text[0], "No loop removes these 7 hitches: look for what makes those frames long.");
    assert_eq!(text[1], "The GPU is busy for 48 ms then instead of 13 ms.");
}

#[test]
fn hitches_without_work_come_in_no_loop_and_are_waits() {
    let waiting = GameFrame { cpu: 12.0, ..LONG };
    let LoadReplay { text, loops, .. } = replayed(&capture(&frames(24.0, USUAL, waiting, 1.5), true));
    assert!(loops.iter().all(|of| of.left.number() == 0), "{loops:?}");
    assert!(text[0].starts_with("No loop has these 15 hitches, one every 1.50 s: "), "{text:?}");
}

#[test]
fn a_column_of_frame_times_says_what_would_be_needed() {
    let LoadReplay { text, count, loops, .. } = replayed(&capture(&frames(24.0, USUAL, LONG, 1.5), false));
    assert!(loops.is_empty() && count.number() > 10 && text.len() == 1);
    assert!(text[0].contains("can't be tried") && text[0].contains("cpu_ms"), "{text:?}");
}

/// Returns the frames of 20 s, which take turns.
fn in_turns(frames: &[GameFrame]) -> Vec<GameFrame> {
    frames.iter().copied().cycle().take(1500).collect()
}

#[test]
fn uneven_pacing_that_the_games_own_work_makes_is_removed_by_no_loop() {
    let by_cpu = |ms: f64| GameFrame { lasts: ms + 0.3, cpu: ms, gpu: 4.0 };
    let by_gpu = |ms: f64| GameFrame { lasts: ms + 0.3, cpu: 4.0, gpu: ms };
    for (frames, busy) in [
        (in_turns(&[14.0, 8.0, 15.0, 8.0].map(by_cpu)), "The CPU is busy for 8 to 15 ms a frame."),
        (in_turns(&[9.0, 9.0, 17.0].map(by_gpu)), "The GPU is busy for 9 to 17 ms a frame."),
    ] {
        let LoadReplay { text, count, loops, .. } = replayed_of(Kind::Uneven, &capture(&frames, true));
        let seconds = frames.iter().map(|frame| frame.lasts).sum::<f64>() / 1000.0;
        assert!(matches!(count, FaultCount::UnevenSeconds(told) if (told as f64 - seconds).abs() < 3.0), "{count:?}, {seconds}");
        assert_eq!(text[0], "No loop removes this uneven pacing: look for what makes the work differ from frame to frame.");
        assert_eq!(text[1], busy);
        assert_eq!(loops.len(), strategies::ALL.len());
        let plain = loops.iter().find(|of| of.strategy == "variable-delta").expect("it is published");
        assert!(plain.left.number() * 10 > count.number() * 9, "{plain:?}");
    }
}

#[test]
fn uneven_pacing_without_uneven_work_comes_from_the_loop_or_from_a_wait() {
    let wait = |lasts: f64| GameFrame { lasts, cpu: 6.0, gpu: 4.0 };
    for lasts in [&[14.0, 8.0][..], &[1000.0 / 60.0, 1000.0 / 60.0, 1000.0 / 30.0]] {
        let frames = in_turns(&lasts.iter().copied().map(wait).collect::<Vec<_>>());
        let LoadReplay { text, loops, .. } = replayed_of(Kind::Uneven, &capture(&frames, true));
        assert!(text[0].starts_with("Another loop removes this uneven pacing: "), "{text:?}");
        assert!(text[1].starts_with("So it comes from the game's own loop or from what waits"), "{text:?}");
        let plain = loops.iter().find(|of| of.strategy == "variable-delta").expect("it is published");
        assert_eq!((plain.left, plain.instead), (FaultCount::UnevenSeconds(0), None));
    }
    let unknown = replayed_of(Kind::Uneven, &capture(&in_turns(&[14.0, 8.0].map(wait)), false));
    assert!(unknown.loops.is_empty() && unknown.text.len() == 1, "{:?}", unknown.text);
    assert!(
        unknown.text[0].starts_with("Whether another loop removes this uneven pacing can't be tried: "),
        "{:?}",
        unknown.text
    );
}

#[test]
fn the_verdict_on_a_file_is_about_all_of_it_and_not_about_its_end() {
    // Ten seconds that stutter, and twenty that do not.
    let (begin, end) = (frames(10.0, USUAL, LONG, 0.7), frames(20.0, USUAL, LONG, 100.0));
    let told = entries(&found(&capture(&[begin, end].concat(), false)));
    let worst = verdict(&told).expect("it is told");
    assert_eq!((worst.worst.symptom.kind(), worst.worst.symptom.tone), (Kind::Hitch, Tone::Wrong));
    assert!(told.iter().any(|entry| entry.worst.symptom.kind() == Kind::Right && entry.to > Time::from_secs(29.0)), "{told:?}");
    let short = entries(&found(&capture(&frames(2.0, USUAL, LONG, 100.0), false)));
    assert_eq!(verdict(&short).map(|entry| entry.worst.headline()), Some("Too short to judge: 121 frames in 2.0 s".to_owned()));
}

#[test]
fn a_right_span_has_the_rate_of_all_of_it() {
    let rising = |number: u32| GameFrame { lasts: 1000.0 / (104.0 + 8.0 * f64::from(number) / 2999.0), ..USUAL };
    let frames: Vec<GameFrame> = (0..3000).map(rising).collect();
    let seconds = frames.iter().map(|frame| frame.lasts).sum::<f64>() / 1000.0;
    let told = entries(&found(&capture(&frames, false)));
    let headline = verdict(&told).expect("it is told").worst.headline();
    let rate = 3000.0 / seconds;
    assert!((107.0..109.0).contains(&rate) && headline.contains(&format!(" {rate:.0} FPS")), "{headline}, {rate}");
}
