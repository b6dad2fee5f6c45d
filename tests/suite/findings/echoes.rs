//! A pane does not say what a change has ended: in no scenario that comes with the program.

use std::rc::Rc;
use tickscope::studio::scenario::builtin;
use tickscope_core::config::Script;
use tickscope_core::config::script::Origin;
use tickscope_core::findings::{Kind, PaneState, Tone, Watch};
use tickscope_core::run::Run;
use tickscope_core::time::Span;

/// How long a pane may go on to tell what a change has ended.
const ECHO_S: f64 = 0.5;

pub fn states(script: &Script, pane: Origin, length_s: f64) -> Vec<Rc<PaneState>> {
    let run = Run::of(script, pane, length_s).unwrap();
    let watch = Watch::new(&run.beginning().setup()).unwrap().keeping(Span::from_secs(length_s + 1.0));
    let (watch, _) = run.fold(watch).unwrap();
    watch.states.iter().cloned().collect()
}

fn wrong(state: &PaneState) -> impl Iterator<Item = Kind> + '_ {
    state.symptoms.iter().filter(|symptom| symptom.tone == Tone::Wrong).map(|symptom| symptom.kind)
}

/// The kinds that were wrong before a change of settings and that were not any more before the next one, each with the seconds for
/// which it was told after the change.
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
    for (id, scenario) in builtin::scenarios() {
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
