//! Symptoms: values with closed forms, and the runs about which something false was once said.

use crate::common;
use proptest::prelude::*;
use std::rc::Rc;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::{PaneState, Symptom};
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::{Computer, LowRates};
use tickscope_core::model::config::patch::{Patch, SettingPath};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, StallOn, WorldChoice};
use tickscope_core::model::{check, strategies};

pub fn on(strategy: &str, computer: Computer) -> Settings {
    let panes = vec![PaneSettings::new(strategy)];
    Settings { computer, scene: WorldChoice::new("runner"), panes, ..Settings::default() }
}

/// Returns the states of a pane, one for every tenth of a second from 0 to `seconds`.
pub fn states(script: impl Into<Script>, pane: usize, seconds: f64) -> Vec<Rc<PaneState>> {
    let (run, end) = (Run::new(script, pane, seconds).expect("these settings are allowed"), Time::from_secs(seconds));
    let watch = Watch::new(&run.beginning().setup()).expect("there is such a loop");
    let (watch, _) = run.fold(watch.keeping(Span::MAX).ending_at(end)).expect("it runs");
    let mut all: Vec<Rc<PaneState>> = watch.states.iter().cloned().collect();
    let last = watch.state_at(end);
    if all.last().is_none_or(|state| state.at < last.at) {
        all.push(last);
    }
    all
}

pub fn at(states: &[Rc<PaneState>], seconds: f64) -> &PaneState {
    let state = states.iter().rfind(|state| state.at <= Time::from_secs(seconds));
    state.expect("there is a state at 0")
}

pub fn kinds(state: &PaneState) -> Vec<Kind> {
    state.symptoms.iter().map(Symptom::kind).collect()
}

/// Returns the only finding of a loop after ten seconds.
fn only(settings: &Settings) -> Symptom {
    let states = states(settings, 0, 12.0);
    let state = at(&states, 11.0);
    assert_eq!(state.symptoms.len(), 1, "{:?}", state.symptoms);
    state.symptoms[0].clone()
}

pub fn has(states: &[Rc<PaneState>], kind: Kind) -> bool {
    states.iter().any(|state| state.find(kind).is_some())
}

fn is_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= expected.abs() * 1e-3 + 1e-6, "{found} is not {expected}");
}

/// Loads that change in steps: from each of these seconds on, this render load.
fn stepped(strategy: &str, steps: &[(f64, f64)]) -> Script {
    let change = |(s, ms): &(f64, f64)| {
        let path = SettingPath::parse("computer.render_ms").expect("there is such a path");
        let patch = Patch::one(path, *ms);
        TimedCommand { at_flicks: Time::from_secs(*s).flicks(), command: Command::Set(patch) }
    };
    check::script(on(strategy, Computer::default()), steps.iter().map(change).collect()).expect("these commands are allowed")
}

#[test]
fn a_drift_within_two_percent_is_told_with_its_rate() {
    for (hz, kind) in [(60.6, Kind::Ahead), (59.4, Kind::Behind)] {
        let found = only(&on("frame-based", Computer { refresh_hz: hz, ..Computer::default() }));
        assert_eq!((found.kind(), found.kind().tone()), (kind, Tone::Note));
        is_near(found.value, 10.0);
    }
    let faster = states(on("frame-based", Computer { refresh_hz: 61.7, ..Computer::default() }), 0, 12.0);
    let found = &at(&faster, 11.0).symptoms[0];
    assert_eq!(found.kind(), Kind::FastMotion, "2.8 % are no drift");
    is_near(found.value, 100.0 * 61.7 / 60.0);
}

#[test]
fn a_load_that_changes_makes_no_loop_slow_that_loses_no_time() {
    let drag: Vec<(f64, f64)> =
        (0..30).map(|move_| (4.0 + f64::from(move_) / 15.0, 5.0 + f64::from(move_) * 85.0 / 29.0)).collect();
    for steps in [vec![(4.0, 90.0), (8.0, 5.0)], drag] {
        for strategy in [
            "beautiful-timer",
            "refresh-multiples",
            "refresh-multiples-passthrough",
            "frame-skip",
            "frame-skip-predicted",
            "variable-delta",
            "closed-form",
            "spread-updates",
        ] {
            let states = states(stepped(strategy, &steps), 0, 12.0);
            assert!(!has(&states, Kind::SlowMotion) && !has(&states, Kind::FastMotion), "{strategy}");
        }
    }
    // At 40 ms no loop reaches its limits, and all others than these keep the time. A mean of ten frames is late by four and a half.
    let losing = [
        "frame-based",
        "fixed-fps",
        "fixed-fps-relative",
        "adaptive-fps",
        "counted-refreshes",
        "snapped-delta",
        "phaser-smoothed",
    ];
    let drag: Vec<(f64, f64)> = (0..24).map(|move_| (4.0 + f64::from(move_) / 20.0, 5.5 + f64::from(move_) * 1.5)).collect();
    for steps in [vec![(4.0, 40.0)], drag] {
        for strategy in strategies::ALL.iter().filter(|strategy| !losing.contains(&&*strategy.id)) {
            let states = states(stepped(&strategy.id, &steps), 0, 10.0);
            assert!(!has(&states, Kind::SlowMotion) && !has(&states, Kind::FastMotion), "{}", strategy.id);
        }
    }
    // These lose time at 90 ms only beyond their limits, which 83 ms a turn do not reach in the review's file.
    for strategy in ["clamped-accumulator", "fixed-interpolated", "semi-fixed"] {
        let states = states(stepped(strategy, &[(4.0, 90.0), (8.0, 5.0)]), 0, 12.0);
        assert!(!has(&states, Kind::SlowMotion) && !has(&states, Kind::FastMotion), "{strategy}");
    }
}

#[test]
fn a_recording_has_the_states_of_a_run_without_one() {
    for strategy in ["variable-delta", "frame-skip", "clamped-accumulator", "adaptive-fps"] {
        let noisy = Computer { render_ms: 0.0, noise_lo_ms: 5.0, noise_hi_ms: 60.0, ..Computer::default().ordinary_pc() };
        let settings = Settings { scene: WorldChoice::new("thin-wall"), ..on(strategy, noisy) };
        let states = states(&settings, 0, 8.0);
        let mut lab = Lab::new(settings).expect("these settings are allowed");
        for frame in 0..480 {
            lab.advance_to(Time::from_secs(f64::from(frame) / 60.0));
            // A frame that ends in the middle of an operation reads a state that nothing has come after.
            lab.panes()[0].seen_at(lab.now()).state();
        }
        for state in states.iter().filter(|state| state.at < lab.now()) {
            assert_eq!(lab.panes()[0].seen_at(state.at).state(), *state, "{strategy}");
        }
    }
}

#[test]
fn every_pane_of_the_window_is_right_when_it_is_opened() {
    let settings = Settings::of_window();
    assert_eq!((settings.computer.render_ms, settings.computer.refresh_hz), (5.0, 60.0));
    for pane in 0..settings.panes.len() {
        for state in states(&settings, pane, 16.0).iter().filter(|state| state.at >= Time::from_secs(2.0)) {
            assert_eq!(kinds(state), [Kind::Right], "pane {pane} at {:?}", state.at);
        }
    }
}

proptest! {
    #![proptest_config(common::cases(60))]

    #[test]
    fn every_state_of_any_run_has_findings_in_order_with_short_headlines(settings in common::any_settings()) {
        let Ok(run) = Run::new(&settings, 0, 4.0) else { return Ok(()) };
        if settings.computer_of(0).update_us_per_body > 0.0 {
            return Ok(()); // A crowd takes long.
        }
        drop(run);
        for state in states(&settings, 0, 4.0) {
            prop_assert!(!state.symptoms.is_empty());
            // A stall that is one of three hitches or more comes after them.
            let is_of_hitches = |stall: &Symptom| state.symptoms.iter().any(|hitches| stall.is_in_pattern_of(hitches));
            let place = |symptom: &Symptom| {
                let is_told = is_of_hitches(symptom);
                (std::cmp::Reverse(symptom.tone), if is_told { Kind::Hitch } else { symptom.kind() }, is_told)
            };
            prop_assert!(state.symptoms.is_sorted_by(|one, next| place(one) < place(next)), "{:?}", kinds(&state));
            prop_assert!(state.symptoms.len() == 1 || state.find(Kind::Right).is_none());
            for symptom in &state.symptoms {
                let headline = symptom.headline();
                prop_assert!(headline.chars().count() <= 60, "{headline}");
                prop_assert!(symptom.value.is_finite() && symptom.from <= state.at, "{symptom:?}");
                prop_assert!(symptom.evidence.is_sorted() && symptom.evidence.iter().all(|at| *at <= state.at), "{symptom:?}");
            }
        }
    }
}

/// Returns the kinds that are told after `seconds`, each with its tone.
pub fn told(settings: &Settings, seconds: f64) -> Vec<(Kind, Tone)> {
    let states = states(settings, 0, seconds + 0.1);
    at(&states, seconds).symptoms.iter().map(|symptom| (symptom.kind(), symptom.tone)).collect()
}

fn loads(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

fn with_steps(step_hz: f64) -> Settings {
    let mut settings = on("clamped-accumulator", Computer::default());
    settings.panes[0].params.set("step_hz", step_hz.into());
    settings
}

#[test]
fn stays_of_one_and_two_refreshes_in_turn_are_uneven() {
    let states = states(on("callback-delta", Computer { queue: 1, ..loads(25.0) }), 0, 8.0);
    let uneven = at(&states, 6.0).find(Kind::Uneven).expect("40 on 60 is no even pacing");
    assert_eq!(uneven.tone, Tone::Wrong);
    assert!(
        uneven.headline().contains("2, 1, 2, 1 refreshes") || uneven.headline().contains("1, 2, 1, 2 refreshes"),
        "{uneven:?}"
    );
    assert!(at(&states, 6.0).find(Kind::Judder).is_none(), "motion fits");
}

#[test]
fn steps_too_many_are_as_wrong_as_steps_too_few() {
    assert_eq!(told(&with_steps(59.0), 8.0), [(Kind::Hitch, Tone::Wrong)]);
    for hz in [61.0, 62.0, 64.0, 25.0] {
        assert_eq!(told(&with_steps(hz), 8.0)[0], (Kind::Judder, Tone::Wrong), "{hz}");
    }
    assert_eq!(told(&with_steps(60.0), 8.0), [(Kind::Right, Tone::Right)]);
}

#[test]
fn rare_long_frames_are_hitches_and_never_smooth() {
    let stalls = [3.0, 5.0, 7.0, 9.0].map(|at_s| PlannedStall { at_s, ms: 60.0, on: StallOn::Render });
    let settings = Settings { hitches: stalls.to_vec(), ..on("variable-delta", Computer::default()) };
    assert_eq!(told(&settings, 10.0), [(Kind::Hitch, Tone::Wrong)], "a frame of 67 ms every two seconds");
    let one = Settings { hitches: stalls[..1].to_vec(), ..settings };
    let states = states(&one, 0, 15.0);
    assert_eq!(at(&states, 9.0).symptoms[0].headline(), "Stutters: 1 hitch in 9 s, 67 ms long");
    assert_eq!(at(&states, 12.5).symptoms[0].headline(), "Stutters: 1 hitch in ten seconds, 67 ms long");
    assert_eq!((at(&states, 9.0).symptoms[0].tone, kinds(at(&states, 14.0))), (Tone::Note, vec![Kind::Right]));
    assert_eq!(at(&states, 14.0).symptoms[0].headline(), "Right speed, 60 FPS, smooth");
    let spikes = on("variable-delta", Computer { spike_every: 100, spike_ms: 20.0, ..Computer::default() });
    assert!(told(&spikes, 12.0).iter().any(|(kind, _)| *kind == Kind::Hitch), "a dropped frame every 1.7 s");
}

#[test]
fn a_young_run_has_its_hitches_counted_over_its_own_time_and_over_two_seconds_at_least() {
    let stalls = [1.0, 2.1, 3.5].map(|at_s| PlannedStall { at_s, ms: 60.0, on: StallOn::Render });
    let settings = Settings { hitches: stalls.to_vec(), ..on("variable-delta", Computer::default()) };
    let states = states(&settings, 0, 5.0);
    let hitch = |seconds| at(&states, seconds).find(Kind::Hitch).expect("it stutters").clone();
    assert_eq!(hitch(4.0).headline(), "Stutters: 3 hitches in 4 s, 67 ms the longest");
    let value_of = |hitches: f64, seconds: f64| hitches * (1000.0 * 4.0 / 60.0 - 1000.0 / 60.0) / seconds;
    // The first picture has no stay.
    assert!((hitch(4.0).value - value_of(3.0, 4.0)).abs() < 0.5, "{}", hitch(4.0).value);
    // Half a second over 1.5 s would be a third of the time.
    assert_eq!((hitch(1.5).tone, hitch(1.5).headline().as_str()), (Tone::Note, "Stutters: 1 hitch in 1.5 s, 67 ms long"));
    is_near(hitch(1.5).value, value_of(1.0, 2.0));
    let begins: Vec<f64> = hitch(4.0).hitches().iter().map(|hitch| (hitch.begin.as_secs() * 60.0).round()).collect();
    assert_eq!(begins, [60.0, 126.0, 210.0], "the frame before the stall stays");
}

#[test]
fn a_long_stay_is_a_hitch_when_seven_more_have_come() {
    let settings = Settings { hitches: vec![PlannedStall::of_render(3.0, 60.0)], ..on("variable-delta", Computer::default()) };
    let states = states(&settings, 0, 5.0);
    let first = states.iter().find(|state| state.find(Kind::Hitch).is_some()).expect("it stutters");
    let hitch = first.find(Kind::Hitch).expect("it does").hitches()[0];
    let since = first.at - hitch.end();
    let seven = Span::from_hz(60.0) * 7;
    assert!(seven <= since && since < seven + Span::from_millis(100.0), "{since:?}");
}

#[test]
fn work_that_misses_every_second_refresh_halves_the_rate() {
    let half = |computer: Computer, strategy: &str| told(&on(strategy, computer), 6.0).contains(&(Kind::HalfRate, Tone::Note));
    assert!(half(loads(18.0), "variable-delta"));
    assert!(half(Computer { gpu_ms: 18.0, ..loads(5.0) }, "variable-delta"));
    assert!(half(Computer { gpu_ms: 12.0, ..loads(8.0) }, "variable-delta"), "in turn");
    assert!(!half(Computer { gpu_ms: 12.0, queue: 1, ..loads(8.0) }, "variable-delta"), "together");
    assert!(!half(loads(5.0), "variable-delta"));
    assert!(!half(Computer { refresh_hz: 240.0, ..loads(5.0) }, "variable-delta"), "120 FPS");
    let vrr = Computer { vrr: true, vrr_lo_hz: 48.0, vrr_hi_hz: 144.0, refresh_hz: 144.0, ..loads(21.5) };
    assert!(!half(vrr.clone(), "variable-delta"), "each frame is shown twice, evenly");
    assert!(half(Computer { lfc: LowRates::Last, ..vrr }, "variable-delta"), "46 are possible, 36 are shown");
}

#[test]
fn few_frames_are_wrong_below_24_and_noted_below_30() {
    let rate = |fps: f64, refresh_hz| {
        let mut settings = on("fixed-fps", Computer { refresh_hz, ..Computer::default() });
        settings.panes[0].params.set("fps", fps.into());
        told(&settings, 6.0).into_iter().find(|(kind, _)| *kind == Kind::LowFrameRate).map(|(_, tone)| tone)
    };
    assert_eq!(
        [rate(20.0, 60.0), rate(24.0, 60.0), rate(24.0, 59.94), rate(30.0, 60.0), rate(30.0, 59.94)],
        [Some(Tone::Wrong), Some(Tone::Note), Some(Tone::Note), None, None]
    );
}

#[test]
fn three_frames_ahead_are_queued_and_two_are_not() {
    let queued = |queue| told(&on("variable-delta", Computer { queue, ..loads(5.0) }), 6.0).contains(&(Kind::Queued, Tone::Note));
    assert_eq!([1, 2, 3].map(queued), [false, false, true]);
}

#[test]
fn a_loop_that_its_world_refuses_has_one_sentence() {
    let settings = Settings { scene: WorldChoice::new("per-tick"), ..on("closed-form", Computer::default()) };
    for state in states(&settings, 0, 12.0) {
        assert_eq!(kinds(&state), [Kind::Refused], "{:?}", state.at);
    }
}

#[test]
fn long_steps_that_lose_time_are_slow_motion_and_no_drift() {
    let states = states(on("fixed-interpolated", loads(300.0)), 0, 30.0);
    for second in 12..30 {
        let state = at(&states, f64::from(second));
        let slow = state.find(Kind::SlowMotion).unwrap_or_else(|| panic!("{:?}", state.symptoms));
        assert!((80.0..86.0).contains(&slow.value) && state.find(Kind::Behind).is_none(), "{slow:?}");
    }
}

#[test]
fn an_update_that_costs_less_than_it_simulates_does_not_spiral() {
    let computer = Computer { update_ms: 14.0, wake_lo_ms: 0.0, wake_hi_ms: 1.0, ..loads(18.0) };
    assert!(!has(&states(on("semi-fixed", computer), 0, 20.0), Kind::Spiral));
}

#[test]
fn what_was_before_a_change_is_not_told_after_it() {
    let changes = |changes: &[(f64, &str, &str)]| {
        let change = |(s, path, value): &(f64, &str, &str)| {
            let path = SettingPath::parse(path).expect("there is such a path");
            let patch = Patch::one(path, Value::parse(value));
            TimedCommand { at_flicks: Time::from_secs(*s).flicks(), command: Command::Set(patch) }
        };
        changes.iter().map(change).collect::<Vec<_>>()
    };
    let run = |settings: Settings, commands| {
        let script = check::script(settings.lettered(), commands).expect("these commands are allowed");
        states(script, 0, 20.0)
    };
    let settles = |states: &[Rc<PaneState>], from: f64, allowed: &[Kind]| {
        for state in states.iter().filter(|state| state.at >= Time::from_secs(from)) {
            let is_young = state.at < Time::from_secs(from + 0.5);
            let is_allowed = |kind: &Kind| is_young && *kind == Kind::Settling || allowed.contains(kind);
            assert!(kinds(state).iter().all(is_allowed), "{:?} at {:?}", kinds(state), state.at);
        }
        assert_eq!(kinds(at(states, from + 0.1)), [Kind::Settling]);
    };
    let echo = run(
        on("clamped-accumulator", Computer::default()),
        changes(&[(4.0, "computer.render_ms", "115"), (8.0, "computer.render_ms", "5")]),
    );
    assert!(has(&echo, Kind::LowFrameRate));
    settles(&echo, 8.0, &[Kind::Right]);
    let other_loop = run(on("frame-based", loads(45.0)), changes(&[(8.0, "panes.A.strategy", "closed-form")]));
    assert!(has(&other_loop, Kind::SlowMotion));
    settles(&other_loop, 8.0, &[Kind::LowFrameRate, Kind::HalfRate]);
    let wall = Settings { scene: WorldChoice::new("thin-wall"), ..on("variable-delta", loads(83.0)) };
    let through = run(wall, changes(&[(8.0, "computer.render_ms", "0.5"), (8.0, "panes.A.strategy", "closed-form")]));
    assert!(has(&through, Kind::Tunnelling));
    settles(&through, 8.0, &[Kind::Right]);
}
