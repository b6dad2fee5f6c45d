//! The findings of a laboratory's pane at a moment of its recording.

use super::finding::Finding;
use super::found_pane::FoundPane;
use super::happening::PanePast;
use crate::base::time::Time;
use crate::lab::experiments::diagnoses::Diagnoses;
use crate::lab::panes::lab::Lab;
use crate::lab::panes::seen::Seen;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::command::{Command, TimedCommand};
use crate::model::config::pane_letter::PaneLetter;
use std::rc::Rc;

/// Returns the findings of pane `index` at the moment of `seen`, the most important first, with the diagnoses that are known.
pub fn findings_seen(lab: &Lab, index: usize, seen: Seen, diagnoses: &Diagnoses) -> Vec<Finding> {
    let start = PaneSetup { index, settings: lab.settings(), at: started(lab, seen.pane.letter()) };
    let (state, pane) = (seen.state(), Rc::new(FoundPane::seen(lab, index, seen)));
    let mut findings = Finding::all_of(&state, state.at, &pane, &PanePast { start, commands: lab.log() });
    for finding in &mut findings {
        finding.diagnose(diagnoses);
    }
    findings
}

fn started(lab: &Lab, letter: PaneLetter) -> Time {
    let adds = |timed: &&TimedCommand| matches!(&timed.command, Command::AddPane(added) if added.letter == Some(letter));
    lab.log().iter().rev().find(adds).map_or(Time::ZERO, |timed| Time::from_flicks(timed.at_flicks))
}
