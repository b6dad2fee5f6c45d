//! The panes of the scenarios that come with the program say what their captions say, and nothing that a change has ended.

use super::agreement::lines;
use crate::common::experiment;
use crate::models::computer::seconds;
use std::rc::Rc;
use tickscope::studio::scenario::builtin;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::kind::{Kind, Tone};
use tickscope_core::lab::symptoms::symptom::{PaneState, Symptom};
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::script::{Origin, Script};

/// How long a pane may go on to tell what a change has ended.
const ECHO_S: f64 = 0.5;

pub fn states(script: &Script, pane: Origin, length_s: f64) -> Vec<Rc<PaneState>> {
    let run = Run::of(script, pane, length_s).unwrap();
    let watch = Watch::new(&run.beginning().setup()).unwrap().keeping(Span::from_secs(length_s + 1.0));
    let (watch, _) = run.fold(watch).unwrap();
    watch.states.iter().cloned().collect()
}

fn wrong(state: &PaneState) -> impl Iterator<Item = Kind> + '_ {
    state.symptoms.iter().filter(|symptom| symptom.tone == Tone::Wrong).map(Symptom::kind)
}

/// Returns the kinds that were wrong before a change of settings and that were not any more before the next one, each with the
/// seconds for which it was told after the change.
fn echoes(states: &[Rc<PaneState>]) -> Vec<(Kind, f64, f64)> {
    let mut found = Vec::new();
    for (number, before) in states.iter().enumerate() {
        let regime = |state: &&Rc<PaneState>| state.regime == states[number + 1].regime;
        if states.get(number + 1).is_none_or(|next| next.regime == before.regime) {
            continue;
        }
        let after: Vec<_> = states[number + 1..].iter().take_while(regime).collect();
        for kind in wrong(before) {
            let told = after.iter().take_while(|state| wrong(state).any(|told| told == kind)).count();
            if let Some(first_without) = after.get(told) {
                let change = first_without.regime;
                found.push((kind, change.as_secs(), (first_without.at - change).as_secs() - 0.1));
            }
        }
    }
    found
}

#[test]
fn no_pane_of_a_scenario_tells_for_longer_than_half_a_second_what_a_change_has_ended() {
    let (mut late, mut ended) = (Vec::new(), 0);
    for (id, scenario) in builtin::SCENARIOS.iter() {
        let length_s = scenario.seconds.expect("scenarios that come with the program say how long");
        for pane in scenario.script.every_pane() {
            for (kind, change_s, echo_s) in echoes(&states(&scenario.script, pane, length_s)) {
                ended += 1;
                if echo_s > ECHO_S {
                    late.push(format!("{id}, {pane:?}: {} for {echo_s:.1} s after {change_s:.1}", kind.id()));
                }
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
    assert!(ended > 10, "only {ended} changes end something, which shows nothing");
}

/// Returns the states of the panes of a scenario.
fn panes(id: &str) -> Vec<Vec<Rc<PaneState>>> {
    let scenario = builtin::find(id).expect("it comes with the program").scenario().expect("it opens");
    let length_s = scenario.seconds.expect("it says how long");
    scenario.script.every_pane().map(|pane| states(&scenario.script, pane, length_s)).collect()
}

fn at(states: &[Rc<PaneState>], at_s: f64) -> &PaneState {
    states.iter().find(|state| state.at >= Time::from_secs(at_s)).expect("the run is longer")
}

/// Returns the kinds that are errors at a moment; few pictures are none.
fn errors(states: &[Rc<PaneState>], at_s: f64) -> Vec<Kind> {
    wrong(at(states, at_s)).filter(|kind| kind.is_error()).collect()
}

fn first(states: &[Rc<PaneState>], kind: Kind) -> &PaneState {
    states.iter().find(|state| wrong(state).any(|told| told == kind)).expect("it comes up")
}

#[test]
fn a_clamp_saves_the_springs_in_the_sentences_too() {
    let [a, b, c] = &panes("clamped-delta")[..] else { panic!("three panes") };
    for states in [a, b, c] {
        assert_eq!(errors(states, 2.9), [], "all is well before the stall");
    }
    let exploded = at(a, 7.0).find(Kind::Exploded).expect("one long step makes springs explode");
    assert!(exploded.headline().starts_with("3 bodies"), "{}", exploded.headline());
    assert_eq!((errors(b, 7.0), errors(c, 7.0)), (vec![], vec![]), "a step that is cut does not, nor do short ones");
    assert_eq!(at(b, 5.0).find(Kind::Stall).map(|stall| stall.headline().contains("are lost")), Some(true));
    assert!(errors(a, 11.0).contains(&Kind::OffPath));
    assert_eq!((errors(b, 11.0), errors(c, 11.0)), (vec![Kind::SlowMotion], vec![]));
}

#[test]
fn the_longer_the_steps_the_sooner_a_spring_explodes() {
    let exploded = panes("explosion").iter().map(|states| first(states, Kind::Exploded).at).collect::<Vec<_>>();
    assert!(exploded.is_sorted() && exploded[2] > Time::from_secs(1.0) && exploded[0] < Time::from_secs(0.5), "{exploded:?}");
}

#[test]
fn fixed_steps_lose_a_pendulum_at_one_moment_and_variable_steps_at_another_under_each_load() {
    let lost = |states: &Vec<_>| first(states, Kind::Alarm).find(Kind::Alarm).map(Symptom::headline);
    let [a, b, c, d] = &panes("divergence").iter().map(lost).collect::<Vec<_>>()[..] else { panic!("four panes") };
    assert!(a == b && c != d && b != d, "{a:?}, {b:?}, {c:?}, {d:?}");
}

#[test]
fn one_late_frame_halves_the_rate_until_a_frame_waits_in_the_queue() {
    let [a, b, c] = &panes("one-late-frame")[..] else { panic!("three panes") };
    for states in [a, b, c] {
        assert!(at(states, 2.5).find(Kind::Right).is_some_and(|right| right.headline() == "Right speed, 60 FPS, smooth"));
    }
    for half_s in [6.0, 11.0, 19.0] {
        assert!(at(a, half_s).find(Kind::HalfRate).is_some_and(|half| half.headline().starts_with("Half rate: 30 of 60 FPS")));
    }
    assert!(at(a, 14.0).find(Kind::Right).is_some());
    assert!(b.iter().skip(3).all(|state| state.find(Kind::Right).is_some()), "a frame in the queue holds 60 for twenty seconds");
    assert!(c.iter().all(|state| state.find(Kind::HalfRate).is_none()));
    let red = a.iter().filter(|state| wrong(state).next().is_some()).count();
    assert!(red <= 6, "what is neither 60 nor 30 yet is no stutter for longer than half a second: {red} states");
}

/// The trace has the events: the beginning, changes of settings, and operations that a stall made longer.
#[test]
fn nothing_shows_what_is_said_to_pass_two_seconds_after_an_event_of_the_trace() {
    let mut passed = 0;
    for id in ["hitch", "gate", "spiral"] {
        let scenario = builtin::find(id).expect("it comes with the program").scenario().expect("it opens");
        let (script, length_s) = (&scenario.script, scenario.seconds.expect("it says how long"));
        let panes: Vec<Origin> = script.every_pane().collect();
        for (pane, findings) in panes.iter().zip(spans(script, &panes, length_s).unwrap()) {
            let lines = lines(script, *pane, length_s);
            let events = lines.iter().filter(|line| line.event == "settings" || line.extra_ms > 0.0);
            let events: Vec<(i64, i64)> = events.map(|line| (line.at(), line.at().max(seconds(line.end_s)))).collect();
            // What has causes was shown by a stall like it.
            let passes = |finding: &&Finding| experiment(finding) == "transient" && finding.causes().next().is_none();
            for finding in findings.iter().filter(passes) {
                let begun = events.iter().filter(|(at, _)| *at <= finding.to.flicks());
                let end = begun.map(|(_, end)| *end).max().expect("a trace begins with its settings");
                let since = finding.shown_until - Time::from_flicks(end);
                assert!(since <= Span::from_secs(2.0), "{id} {pane:?}: {} until {:?}", finding.headline(), finding.shown_until);
                passed += 1;
            }
        }
    }
    assert!(passed > 5, "only {passed} findings pass");
}
