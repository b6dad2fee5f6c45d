//! From the facts to the verdict: what applies, and what of it is told.

use super::facts::Facts;
use super::finding::Finding;
use super::rules;
use super::tone::Tone;
use crate::base::time::Time;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::{Computer, Presentation};

/// One or two sentences about a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How the first sentence is meant.
    pub tone: Tone,
    /// What is found, the gravest first: one or two.
    pub findings: Vec<Finding>,
    /// The sentences, each at most ninety letters long.
    pub text: String,
}

/// The verdict on `pane`, which runs on `computer` beside the pane `first`, at the laboratory time `now` at which it is looked
/// at. `first` is nothing for the first pane itself.
pub fn verdict(pane: PaneView, first: Option<PaneView>, computer: &Computer, presentation: Presentation, now: Time) -> Verdict {
    judge(&Facts::of(pane, first, computer, presentation, now))
}

pub(super) fn judge(facts: &Facts) -> Verdict {
    let mut said: Vec<(Tone, Finding)> =
        rules::FAULTS.iter().filter_map(|rule| rule(facts)).map(|finding| (Tone::Bad, finding)).collect();
    let faulty = !said.is_empty();
    if facts.speed.is_none() || facts.fps.is_none() {
        if !faulty {
            said.push((Tone::Plain, Finding::NoFrames));
        }
    } else {
        if !faulty {
            said.push(rules::well::well(facts));
        }
        let few = rules::pacing::few_frames(facts).filter(|_| faulty);
        let notes = rules::NOTES.iter().filter_map(|rule| rule(facts));
        said.extend(notes.chain(few).map(|finding| (Tone::Plain, finding)));
    }
    said.truncate(2);
    let tone = said[0].0;
    let findings: Vec<Finding> = said.into_iter().map(|(_, finding)| finding).collect();
    let text = findings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Verdict { tone, findings, text }
}
