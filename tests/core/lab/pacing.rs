//! Notes about the pace of pictures: one in ten that is off, stays that are spread, and frames that repeat; each with its closed
//! form, just below its threshold, and on the loops that experts call right.

use super::symptoms::{at, kinds, on, states, told};
use crate::tiers::spread;
use std::rc::Rc;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::{PaneState, Symptom};
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::command::TimedCommand;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use tickscope_core::model::{check, strategies};

fn display(refresh_hz: f64) -> Computer {
    Computer { refresh_hz, ..Computer::default() }
}

/// Returns an accumulator on a display, drawn as its last step left it.
fn steps(step_hz: f64, computer: Computer) -> Settings {
    let mut settings = on("clamped-accumulator", computer);
    settings.panes[0].params.set("step_hz", step_hz.into());
    settings.panes[0].presentation = Some(Presentation::Latest);
    settings
}

fn limited_to(fps: f64, computer: Computer) -> Settings {
    let mut settings = on("fixed-fps", computer);
    settings.panes[0].params.set("fps", fps.into());
    settings
}

/// Returns the symptoms after eight seconds.
fn found(settings: &Settings) -> Vec<Symptom> {
    at(&states(settings, 0, 8.1), 8.0).symptoms.clone()
}

/// Returns the settings that play a capture of frames that begin a millisecond before their flips. `frames` has the stay of each frame before it, and
/// the simulated time that the frame adds, both in ms; they are repeated for eight seconds.
fn captured(samples: SampleTimes, frames: &[(f64, f64)]) -> Settings {
    let (mut all, mut flip, mut sample) = (Vec::new(), Time::ZERO, Time::ZERO);
    for (stay, simulated) in frames.iter().cycle() {
        flip += Span::from_millis(*stay);
        sample += Span::from_millis(*simulated);
        if flip > Time::from_secs(8.5) {
            break;
        }
        let begins = flip - Span::from_millis(1.0);
        all.push(CapturedFrame { begins, sample, flip, ..CapturedFrame::default() });
    }
    let capture = Capture::new("game.csv", samples, all).expect("the times are in order");
    let panes = vec![PaneSettings { computer: Some(Computer::default()), ..PaneSettings::of_capture(capture) }];
    Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() }.lettered()
}

/// Returns whether this is a note of this file, and none about the mean of all pictures.
fn is_of_pace(symptom: &Symptom) -> bool {
    let is_one_in_ten = symptom.headline().starts_with("Judders: 1 picture in 10");
    is_one_in_ten || symptom.kind() == Kind::Uneven && symptom.tone == Tone::Note || symptom.kind() == Kind::Repeats
}

#[test]
fn the_runs_that_experts_judged_have_their_verdicts() {
    let clock = |refresh_hz| on("variable-delta", Computer { timer_ms: 1.0, render_ms: 1.0, ..display(refresh_hz) });
    let note = |ms: &str| format!("Judders: 1 picture in 10 moves {ms} too far or too little");
    // Steps of 20 ms stay 20.8 or 13.9 ms; a clock of whole ms makes steps of 5 ms of some of 4.2, and of 2 ms of some of 2.8.
    for (settings, headlines) in [
        (steps(50.0, display(144.0)), vec![note("6.1 ms"), "Repeats: 94 of 144 frames show nothing new".to_owned()]),
        (clock(240.0), vec![note("0.8 ms")]),
        (clock(360.0), vec![note("0.8 ms")]),
    ] {
        let found = found(&settings);
        assert_eq!(found.iter().map(Symptom::headline).collect::<Vec<_>>(), headlines);
        assert!(found.iter().all(|symptom| symptom.tone == Tone::Note), "{found:?}");
    }
    for settings in [limited_to(30.0, display(144.0)), steps(500.0, display(144.0))] {
        assert_eq!(told(&settings, 8.0), [(Kind::Right, Tone::Right)]);
    }
    let waking = |hi_ms| found(&on("variable-delta", Computer { wake_hi_ms: hi_ms, ..Computer::default() }));
    assert_eq!(waking(3.0).iter().map(Symptom::kind).collect::<Vec<_>>(), [Kind::Right]);
}

#[test]
fn steps_that_are_fewer_than_refreshes_repeat_frames_by_their_ratio() {
    for (step_hz, refresh_hz, headline, detail) in [
        (30.0, 60.0, "Repeats: 30 of 60 frames show nothing new", "Motion has 30 pictures a second."),
        (60.0, 120.0, "Repeats: 60 of 120 frames show nothing new", "Motion has 60 pictures a second."),
        (60.0, 240.0, "Repeats: 180 of 240 frames show nothing new", "Motion has 60 pictures a second."),
        (48.0, 144.0, "Repeats: 96 of 144 frames show nothing new", "Motion has 48 pictures a second."),
        (
            50.0,
            240.0,
            "Repeats: 190 of 240 frames show nothing new",
            "Motion has 50 pictures a second, which stay 5, 5, 5, 4 refreshes.",
        ),
    ] {
        let settings = steps(step_hz, Computer { render_ms: 1.0, ..display(refresh_hz) });
        let found = found(&settings);
        assert_eq!(found.len(), 1, "{step_hz} on {refresh_hz}: {found:?}");
        let repeats = &found[0];
        assert_eq!((repeats.kind(), repeats.tone), (Kind::Repeats, Tone::Note));
        assert!((repeats.value - 100.0 * (1.0 - step_hz / refresh_hz)).abs() < 0.5, "{}", repeats.value);
        assert_eq!((repeats.headline(), repeats.detail()), (headline.to_owned(), Some(detail.to_owned())));

        let mut drawn_between = settings;
        drawn_between.panes[0].presentation = Some(Presentation::Interpolate);
        assert_eq!(told(&drawn_between, 8.0), [(Kind::Right, Tone::Right)], "{step_hz} on {refresh_hz}");
    }
    let fifty = found(&steps(50.0, display(144.0)));
    let detail = "Motion has 50 pictures a second, which stay 3, 3, 3, 2 refreshes.";
    assert_eq!(fifty[1].detail().as_deref(), Some(detail), "the first is its judder");
}

#[test]
fn frames_that_a_worse_fault_or_nobody_repeats_are_not_told() {
    assert_eq!(told(&steps(60.0, display(144.0)), 8.0)[..1], [(Kind::Judder, Tone::Wrong)]);
    for settings in [
        steps(60.0, display(144.0)),
        limited_to(30.0, display(60.0)),
        limited_to(30.0, display(240.0)),
        on("variable-delta", Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, render_ms: 30.0, ..Computer::default() }),
    ] {
        assert!(!found(&settings).iter().any(|symptom| symptom.kind() == Kind::Repeats), "{settings:?}");
    }
    // While the game is paused nobody calls them a fault.
    let set_paused = |seconds: f64, paused| TimedCommand {
        at_flicks: Time::from_secs(seconds).flicks(),
        command: crate::common::set_paused(paused),
    };
    let settings = steps(30.0, display(60.0)).lettered();
    let script = check::script(settings, vec![set_paused(4.0, true), set_paused(6.0, false)]).expect("it can be paused");
    for state in states(script, 0, 8.0).iter().filter(|state| state.at >= Time::from_secs(0.5)) {
        let seconds = state.at.as_secs();
        if seconds == 4.0 || seconds > 5.9 {
            // A pause takes effect in the next turn, and is told for two seconds more.
            continue;
        }
        let is_paused = seconds > 4.0;
        assert_eq!(state.find(Kind::Repeats).is_none(), is_paused, "{:?}: {:?}", state.at, kinds(state));
    }
}

#[test]
fn one_picture_in_ten_is_told_from_18_percent_and_half_a_millisecond_on() {
    // Two of ten frames misfit by `off`, or two of twenty: then nine in ten fit.
    let off_by = |stay: f64, off: f64, all: usize| {
        let mut frames = vec![(stay, stay); all];
        frames[2].1 += off;
        frames[6].1 -= off;
        found(&captured(SampleTimes::Own, &frames)).remove(0)
    };
    for (stay, below, above) in [(10.0, 1.7, 1.9), (20.0, 3.5, 3.7), (2.0, 0.45, 0.58), (2.5, 0.48, 0.52)] {
        assert_eq!(off_by(stay, below, 10).kind(), Kind::Right, "{stay} ms");
        let told = off_by(stay, above, 10);
        assert_eq!((told.kind(), told.tone), (Kind::Judder, Tone::Note), "{stay} ms");
        assert!(told.headline().contains(&format!("moves {above:.1} ms too")), "{told:?}");
        assert_eq!(off_by(stay, above, 20).kind(), Kind::Right, "{stay} ms");
    }
}

#[test]
fn stays_that_are_spread_are_a_note_and_nearly_spread_ones_are_not_smooth() {
    // Stays of two lengths in turn: the spread is their difference.
    let in_turn = |mean: f64, spread: f64, samples| {
        let frames = [mean - spread / 2.0, mean + spread / 2.0].map(|stay| (stay, stay));
        found(&captured(samples, &frames)).remove(0)
    };
    for samples in [SampleTimes::Own, SampleTimes::CpuStart, SampleTimes::Unknown] {
        for (mean, least) in [(12.0, 4.0), (16.0, 4.0), (33.0, 8.25), (25.0, 6.25)] {
            let told = in_turn(mean, least + 0.1, samples);
            assert_eq!((told.kind(), told.tone), (Kind::Uneven, Tone::Note), "{mean} ms");
            assert!((told.value - 50.0).abs() < 1.0, "one of the two is usual: {}", told.value);
            let nearly = in_turn(mean, least - 0.1, samples);
            assert_eq!(nearly.kind(), Kind::Right, "{mean} ms");
            assert!(!nearly.headline().contains("smooth"), "{}", nearly.headline());
            let smooth = in_turn(mean, 0.8 * least - 0.1, samples);
            assert!(smooth.kind() == Kind::Right && smooth.headline().ends_with(", smooth"), "{}", smooth.headline());
        }
    }
}

#[test]
fn frame_times_of_12_to_22_ms_at_random_are_never_smooth() {
    // Whole tenths of a millisecond, by a small generator of its own.
    let mut state = 1_u64;
    let mut random = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        12.0 + ((state >> 33) % 101) as f64 / 10.0
    };
    let frames: Vec<(f64, f64)> = (0..500).map(&mut random).map(|stay| (stay, stay)).collect();
    for samples in [SampleTimes::CpuStart, SampleTimes::Unknown] {
        let states = states(captured(samples, &frames), 0, 8.0);
        for state in states.iter().filter(|state| state.at >= Time::from_secs(0.3)) {
            assert!(state.symptoms.iter().all(|symptom| !symptom.headline().contains("smooth")), "{:?}", state.symptoms);
        }
        for state in states.iter().filter(|state| state.at >= Time::from_secs(1.0)) {
            let told = state.find(Kind::Uneven).unwrap_or_else(|| panic!("{:?}: {:?}", state.at, kinds(state)));
            assert_eq!(told.tone, Tone::Note);
        }
        let last = at(&states, 7.9).find(Kind::Uneven).expect("it holds").headline();
        assert!(last.contains("pictures stay 13 to 21 ms"), "{last}");
    }
}

/// Returns the notes of this file among the states after the first two seconds in which nothing is wrong.
fn new_notes(states: &[Rc<PaneState>]) -> Vec<String> {
    let is_well = |state: &&Rc<PaneState>| state.symptoms.iter().all(|symptom| symptom.tone < Tone::Wrong);
    let well = states.iter().filter(|state| state.at >= Time::from_secs(2.0)).filter(is_well);
    let notes = well.flat_map(|state| state.symptoms.iter().map(move |symptom| (state.at.as_secs(), symptom)));
    notes.filter(|(_, symptom)| is_of_pace(symptom)).map(|(at, symptom)| format!("{at:.1} s {}", symptom.headline())).collect()
}

#[test]
fn no_loop_has_one_of_these_notes_on_the_ideal_computer() {
    for strategy in strategies::ALL {
        let notes = new_notes(&states(on(&strategy.id, Computer::default().ideal()), 0, 12.0));
        assert!(notes.is_empty(), "{}: {notes:?}", strategy.id);
    }
}

#[test]
fn an_ordinary_pc_brings_these_notes_to_no_loop() {
    for strategy in spread(strategies::ALL.iter().collect(), 6) {
        let notes = new_notes(&states(on(&strategy.id, Computer::default().ordinary_pc()), 0, 40.0));
        assert!(notes.is_empty(), "{}: {notes:?}", strategy.id);
    }
}

#[test]
fn a_step_for_each_refresh_has_none_of_these_notes_at_any_rate() {
    let rates = [24.0, 30.0, 48.0, 50.0, 60.0, 75.0, 90.0, 120.0, 144.0, 165.0, 240.0, 360.0];
    for refresh_hz in spread(rates.to_vec(), 6) {
        for strategy in ["counted-refreshes", "callback-delta"] {
            let notes = new_notes(&states(on(strategy, display(refresh_hz).ideal()), 0, 12.0));
            assert!(notes.is_empty(), "{strategy} at {refresh_hz} Hz: {notes:?}");
        }
    }
}
