//! The findings of the panes at the moment that is looked at, made once and kept while they stay true.

use std::cell::RefCell;
use std::rc::Rc;
use tickscope_core::config::{Command, PaneLetter, PaneSettings, Settings, TimedCommand};
use tickscope_core::experiments::{Diagnoses, Finding, Happening, asked, happening_before};
use tickscope_core::findings::{PaneState, Symptom};
use tickscope_core::panes::{Lab, Seen};
use tickscope_core::run::PaneSetup;
use tickscope_core::time::Time;

struct Known {
    pane: usize,
    state: Rc<PaneState>,
    commands: usize,
    diagnoses: usize,
    alone: Rc<Settings>,
    findings: Rc<Vec<Finding>>,
}

#[derive(Default)]
pub(super) struct PaneFindings(RefCell<Vec<Known>>);

impl PaneFindings {
    pub(super) fn of(&self, lab: &Lab, index: usize, seen: Seen, diagnoses: &Diagnoses) -> (Rc<Vec<Finding>>, Rc<Settings>) {
        let mut known = self.0.borrow_mut();
        let (pane, state, commands) = (seen.pane.number(), seen.state(), lab.log().len());
        let is_same = |known: &&Known| {
            known.pane == pane
                && Rc::ptr_eq(&known.state, &state)
                && (known.commands, known.diagnoses) == (commands, diagnoses.count())
        };
        if let Some(same) = known.iter().find(is_same) {
            return (same.findings.clone(), same.alone.clone());
        }
        let before = known.iter().position(|known| known.pane == pane).map(|place| known.swap_remove(place));
        known.retain(|known| lab.panes().iter().any(|pane| pane.number() == known.pane));
        let settings = settings_then(lab, index, seen);
        let alone = settings.alone(index);
        // Equal settings stay the same, so that they are compared fast.
        let alone = before.map(|before| before.alone).filter(|before| **before == alone).unwrap_or_else(|| Rc::new(alone));
        let settings = Rc::new((lab.settings().clone(), index));
        let started = started(lab, seen.pane.letter());
        let finding = |symptom: &Symptom| {
            let setup = PaneSetup { index, settings: lab.settings(), at: started };
            let happening: Option<Happening> = happening_before(symptom.from, &setup, lab.log());
            let asked = asked(symptom.kind, happening.as_ref(), state.at);
            let diagnosis = diagnoses.diagnosis(&alone, asked).cloned();
            Finding::new(symptom.clone(), (state.regime, state.at), diagnosis, happening, settings.clone())
        };
        let findings = Rc::new(state.symptoms.iter().map(finding).collect::<Vec<_>>());
        let diagnoses = diagnoses.count();
        known.push(Known { pane, state, commands, diagnoses, alone: alone.clone(), findings: findings.clone() });
        (findings, alone)
    }
}

fn started(lab: &Lab, letter: PaneLetter) -> Time {
    let adds = |timed: &&TimedCommand| matches!(&timed.command, Command::AddPane(added) if added.letter == Some(letter));
    lab.log().iter().rev().find(adds).map_or(Time::ZERO, |timed| Time::from_flicks(timed.at_flicks))
}

fn settings_then(lab: &Lab, index: usize, seen: Seen) -> Settings {
    let context = seen.context();
    let mut settings = lab.settings().clone();
    let presentation = Some(context.presentation).filter(|drawn| *drawn != context.strategy.presentation);
    let (strategy, params) = (context.strategy.id.to_string(), context.params.clone());
    let (letter, capture) = (settings.panes[index].letter, settings.panes[index].capture.clone());
    let computer = Some(context.computer.clone());
    settings.panes[index] = PaneSettings { letter, strategy, params, presentation, computer, capture };
    settings
}
