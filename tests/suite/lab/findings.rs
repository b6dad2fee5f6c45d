//! Findings: values with closed forms, and the runs about which something false was once said.

use crate::common;
use proptest::prelude::*;
use std::rc::Rc;
use tickscope::studio::scenario::{builtin, demonstration};
use tickscope_core::config::script::Script;
use tickscope_core::config::{
    Command, Computer, PaneSettings, Patch, PlannedStall, Present, SettingPath, Settings, TimedCommand, WorldChoice,
};
use tickscope_core::findings::{Kind, PaneState, Symptom, Tone, Watch};
use tickscope_core::panes::Lab;
use tickscope_core::params::Value;
use tickscope_core::run::Run;
use tickscope_core::time::{Span, Time};
use tickscope_core::{check, strategies, worlds};

fn on(strategy: &str, computer: Computer) -> Settings {
    let panes = vec![PaneSettings::new(strategy)];
    Settings { computer, scene: WorldChoice::new("runner"), panes, ..Settings::default() }
}

/// Returns the states of a pane, one for every tenth of a second from 0 to `seconds`.
fn states(script: impl Into<Script>, pane: usize, seconds: f64) -> Vec<Rc<PaneState>> {
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

fn at(states: &[Rc<PaneState>], seconds: f64) -> &PaneState {
    let state = states.iter().rfind(|state| state.at <= Time::from_secs(seconds));
    state.expect("there is a state at 0")
}

fn kinds(state: &PaneState) -> Vec<Kind> {
    state.symptoms.iter().map(|symptom| symptom.kind).collect()
}

/// Returns the only finding of a loop after ten seconds.
fn only(settings: &Settings) -> Symptom {
    let states = states(settings, 0, 12.0);
    let state = at(&states, 11.0);
    assert_eq!(state.symptoms.len(), 1, "{:?}", state.symptoms);
    state.first().clone()
}

fn has(states: &[Rc<PaneState>], kind: Kind) -> bool {
    states.iter().any(|state| state.find(kind).is_some())
}

fn is_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= expected.abs() * 1e-3 + 1e-6, "{found} is not {expected}");
}

fn loads(update_ms: f64, render_ms: f64) -> Computer {
    Computer { update_ms, render_ms, ..Computer::default() }
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
fn slow_and_fast_motion_have_the_speed_that_the_loop_has() {
    for (render_ms, percent) in [(25.0, 50.0), (45.0, 100.0 / 3.0)] {
        let found = only(&on("frame-based", loads(0.0, render_ms)));
        assert_eq!(found.kind, Kind::SlowMotion);
        is_near(found.value, percent);
    }
    let states = states(on("fixed-fps", loads(0.0, 45.0)), 0, 12.0);
    is_near(at(&states, 11.0).find(Kind::SlowMotion).expect("it is slow").value, 80.0);
    // It counts flips at 30 a second, then one a turn without vsync.
    is_near(only(&on("counted-refreshes", loads(0.0, 25.0))).value, 50.0);
    let immediate = Computer { present: Present::Immediate, ..loads(0.0, 2.0) };
    let state = self::states(on("counted-refreshes", immediate), 0, 5.0).pop().expect("it ends");
    is_near(state.find(Kind::FastMotion).expect("it is fast").value, 100.0 * 500.0 / 60.0);
}

#[test]
fn a_drift_within_two_percent_is_told_with_its_rate() {
    for (hz, kind) in [(60.6, Kind::Ahead), (59.4, Kind::Behind)] {
        let found = only(&on("frame-based", Computer { refresh_hz: hz, ..Computer::default() }));
        assert_eq!((found.kind, found.kind.tone()), (kind, Tone::Note));
        is_near(found.value, 10.0);
    }
    let faster = states(on("frame-based", Computer { refresh_hz: 61.7, ..Computer::default() }), 0, 12.0);
    let found = at(&faster, 11.0).first();
    assert_eq!(found.kind, Kind::FastMotion, "2.8 % are no drift");
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
    // At 40 ms no loop reaches its limits, and all others than these keep the time.
    let losing = ["frame-based", "fixed-fps", "fixed-fps-relative", "adaptive-fps", "counted-refreshes", "snapped-delta"];
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
fn even_pictures_of_redrawn_steps_are_right() {
    let houx = on("clamped-accumulator", Computer { refresh_hz: 120.0, ..loads(0.0, 2.0) });
    let found = only(&houx);
    assert_eq!(found.kind, Kind::Right);
    assert_eq!(found.headline(), "Right speed, 60 pictures a second, 0.0 ms uneven");
    let mut raw = on("fixed-fps", Computer { refresh_hz: 120.0, ..loads(0.0, 2.0) });
    raw.panes[0].params.set("fps", Value::Number(60.0));
    assert_eq!(only(&raw), found, "the same pictures have the same finding");
}

#[test]
fn steps_that_do_not_divide_the_refresh_judder_by_what_they_are_off() {
    // 25 states on 60 Hz stay two and three refreshes: 2/5 are off by 40 − 33.3 ms and 3/5 … in the mean 8 ms.
    let found = only(&on("fixed-fps", Computer::default()));
    assert_eq!(found.kind, Kind::Judder);
    assert!((7.5..8.1).contains(&found.value), "{}", found.value);
    let skip = only(&on("frame-skip", Computer { refresh_hz: 100.0, ..Computer::default() }));
    assert_eq!(skip.kind, Kind::Right, "each of 50 states stays two refreshes of 100");
}

#[test]
fn few_long_pictures_stutter() {
    let computer = Computer { refresh_hz: 144.0, spike_every: 72, spike_ms: 45.0, ..Computer::default() };
    let found = only(&on("variable-delta", computer));
    assert_eq!(found.kind, Kind::Stutter);
    let missed = only(&on("variable-delta", Computer { spike_every: 20, spike_ms: 15.0, ..Computer::default() }));
    assert_eq!(missed.kind, Kind::Stutter, "a missed refresh every third of a second");
    let beat = only(&on("fixed-fps-relative", Computer { refresh_hz: 60.0, ..Computer::default() }));
    assert_eq!(beat.kind, Kind::Right);
    let mut beat = on("fixed-fps", Computer::default());
    beat.panes[0].params.set("fps", Value::Number(59.0));
    assert_eq!(only(&beat).kind, Kind::Stutter, "59 steps on 60 Hz: the classic beat");
}

#[test]
fn a_slide_show_is_told_first() {
    let computer = Computer { refresh_hz: 165.0, timer_ms: 1.0, wake_hi_ms: 4.0, start_ms: 0.5, ..loads(18.0, 200.0) };
    let states = states(on("variable-delta", computer), 0, 12.0);
    let state = at(&states, 11.0);
    assert_eq!(state.first().kind, Kind::LowFrameRate);
    assert!((4.0..5.0).contains(&state.first().value));
    assert_eq!(state.find(Kind::Judder), None, "2 ms of 224 are nothing");
}

fn stalled(strategy: &str, ms: f64) -> Vec<Rc<PaneState>> {
    let stalls = vec![PlannedStall::of_render(4.0, ms)];
    states(&Settings { hitches: stalls, ..on(strategy, Computer::default()) }, 0, 10.0)
}

#[test]
fn a_lone_stall_is_told_and_is_no_matter_of_speed_or_evenness() {
    for strategy in
        strategies::ALL.iter().filter(|strategy| strategy.lacks_in(worlds::find("runner").expect("there is one")).is_none())
    {
        let states = stalled(&strategy.id, 500.0);
        let told = at(&states, 5.5).find(Kind::Stall);
        let length = told.unwrap_or_else(|| panic!("{}: {:?}", strategy.id, at(&states, 5.5))).value;
        assert!((480.0..560.0).contains(&length), "{}: {length}", strategy.id);
        assert!(at(&states, 7.0).find(Kind::Stall).is_none());
        let calm = |state: &&Rc<PaneState>| state.at > Time::from_secs(5.2);
        let slow = states.iter().filter(calm).find(|state| state.find(Kind::SlowMotion).is_some());
        assert!(slow.is_none(), "{}: {slow:?}", strategy.id);
    }
    let headline = |strategy, s: f64| at(&stalled(strategy, 500.0), s).find(Kind::Stall).expect("told").headline();
    assert!(headline("variable-delta", 5.5).contains("came back as a jump of 5"), "{}", headline("variable-delta", 5.5));
    assert!(headline("clamped-accumulator", 5.5).contains("are lost"), "{}", headline("clamped-accumulator", 5.5));
    assert!(headline("frame-based", 5.5).contains("are lost"));
}

#[test]
fn stalls_that_come_again_and_again_are_no_lone_stalls() {
    let computer = Computer { spike_every: 30, spike_ms: 300.0, ..Computer::default() };
    let states = states(on("clamped-accumulator", computer), 0, 12.0);
    let late: Vec<_> = states.iter().filter(|state| state.at > Time::from_secs(5.0)).collect();
    assert!(late.iter().all(|state| state.find(Kind::SlowMotion).is_some() && state.find(Kind::Stall).is_none()));
}

#[test]
fn a_spiral_is_one_where_an_update_costs_what_it_simulates() {
    for (strategy, step_ms) in [("fixed-interval", 1000.0 / 120.0), ("clamped-accumulator", 1000.0 / 60.0), ("frame-skip", 20.0)]
    {
        for (cost, spirals) in [(step_ms * 0.95, false), (step_ms * 1.05, true)] {
            let states = states(on(strategy, loads(cost, 5.0)), 0, 12.0);
            assert_eq!(at(&states, 11.0).find(Kind::Spiral).is_some(), spirals, "{strategy} {cost}");
        }
    }
}

#[test]
fn a_display_that_stands_still_is_frozen_and_then_does_not_respond() {
    let mut settings = on("variable-delta", Computer::default());
    settings.hitches = vec![PlannedStall::of_render(2.0, 10_000.0), PlannedStall::of_render(2.0, 5_000.0)];
    let mut lab = Lab::new(settings).expect("these settings are allowed");
    let mut kinds_at = |s: f64| {
        lab.advance_to(Time::from_secs(s));
        kinds(&lab.panes()[0].seen_at(lab.now()).state())
    };
    assert_eq!(kinds_at(1.9), [Kind::Right]);
    assert!(kinds_at(3.0).contains(&Kind::Frozen));
    let later = kinds_at(12.5);
    assert_eq!(later[..2], [Kind::NotResponding, Kind::Frozen]);
}

#[test]
fn a_late_answer_is_told() {
    let piped = Computer { queue: 3, gpu_ms: 30.0, ..loads(0.0, 25.0) };
    let states = states(on("variable-delta", piped), 0, 12.0);
    let late = at(&states, 11.0).find(Kind::Late).expect("an input takes four frames");
    assert!(late.value > 100.0 && late.kind.tone() == Tone::Note);
    assert!(!has(&self::states(on("variable-delta", Computer::default()), 0, 12.0), Kind::Late));
}

#[test]
fn a_pause_hides_the_rest_of_a_loop_that_asks_for_it() {
    let paused =
        |strategy| states(&Settings { paused: true, ..on(strategy, Computer::default()) }, 0, 5.0).pop().expect("it ends");
    let asks = strategies::ALL.iter().find(|strategy| strategy.pauses).expect("one does");
    assert_eq!(kinds(&paused(&asks.id)), [Kind::Paused]);
    assert_eq!(paused("variable-delta").find(Kind::Paused).map(|symptom| symptom.kind.tone()), Some(Tone::Note));
}

#[test]
fn steps_over_a_wall_tunnel_and_short_ones_do_not() {
    let thin = |computer| Settings { scene: WorldChoice::new("thin-wall"), ..on("variable-delta", computer) };
    let states = states(thin(loads(0.0, 45.0)), 0, 12.0);
    let found = at(&states, 11.0).find(Kind::Tunnelling).expect("50 ms at 2400 units a second");
    assert!(found.headline().ends_with("bodies went through the wall"), "{}", found.headline());
    let short = Computer { present: Present::Immediate, ..loads(0.0, 1.0) };
    assert!(!has(&self::states(thin(short), 0, 8.0), Kind::Tunnelling));
}

#[test]
fn what_two_panes_differ_in_is_no_fault_of_the_one_that_is_right() {
    for (scenario, pane) in [("steering", 1), ("peers", 3)] {
        let script = builtin::find(scenario).expect("it comes with the program").scenario().expect("it opens").script;
        let states = states(&script, pane, 12.0);
        let about_the_world = |state: &Rc<PaneState>| [Kind::Alarm, Kind::OffPath].iter().any(|kind| state.find(*kind).is_some());
        assert!(!states.iter().any(about_the_world), "{scenario}: {:?}", at(&states, 11.0).symptoms);
    }
}

#[test]
fn no_loop_of_the_demonstration_and_of_whole_refreshes_is_fast_after_a_load() {
    let script = builtin::find("whole-refreshes").expect("it comes with the program").scenario().expect("it opens").script;
    assert!(!has(&states(&script, 0, 12.0), Kind::SlowMotion));
    let played = demonstration::due(Time::ZERO, Time::ZERO + demonstration::LENGTH).to_vec();
    let script = check::script(Settings::of_window(), played).expect("the demonstration is allowed");
    let fast = |state: &&Rc<PaneState>| state.find(Kind::FastMotion).is_some();
    let states = states(&script, 3, 28.0);
    let later = states.iter().filter(|state| state.at >= Time::from_secs(22.5));
    assert_eq!(later.clone().filter(fast).count(), 0);
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
            prop_assert!(kinds(&state).is_sorted() && kinds(&state).windows(2).all(|pair| pair[0] != pair[1]));
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
