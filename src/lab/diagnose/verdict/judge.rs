//! From the facts to the verdict: what applies, and what of it is told.

use super::facts::Facts;
use super::finding::Finding;
use super::pause::Pause;
use super::rules;
use super::tone::Tone;
use crate::base::time::Time;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::{Computer, Presentation};

/// What two lines under a pane hold.
const MOST_LETTERS: usize = 132;

/// One or two sentences about a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How the first sentence is meant.
    pub tone: Tone,
    /// What is found, the gravest first: one or two.
    pub findings: Vec<Finding>,
    /// The sentences: each at most ninety letters long, two at most 132.
    pub text: String,
}

/// The verdict on `pane`, which runs on `computer` beside the pane `first`, at the laboratory time `now` at which it is looked
/// at. `first` is nothing for the first pane itself.
pub fn verdict(pane: PaneView, first: Option<PaneView>, computer: &Computer, presentation: Presentation, now: Time) -> Verdict {
    Verdict::of(all(pane, first, computer, presentation, now))
}

/// Everything that is found, the gravest first, not only what the verdict says; the parameters are those of [`verdict`].
pub fn findings_about(
    pane: PaneView,
    first: Option<PaneView>,
    computer: &Computer,
    presentation: Presentation,
    now: Time,
) -> Vec<Finding> {
    all(pane, first, computer, presentation, now).into_iter().map(|(_, finding)| finding).collect()
}

fn all(
    pane: PaneView,
    first: Option<PaneView>,
    computer: &Computer,
    presentation: Presentation,
    now: Time,
) -> Vec<(Tone, Finding)> {
    if let Some(why) = pane.lacks() {
        return vec![(Tone::Bad, Finding::Refused(why.to_string()))];
    }
    let facts = Facts::of(pane, first, computer, presentation, now);
    let mut found = findings(&facts);
    if let Some(pause) = Pause::of(pane, now).filter(|_| facts.responding) {
        // A world that stands still on purpose is no fault; one that goes on is told how.
        found.truncate(usize::from(pause == Pause::Ignored));
        found.push((Tone::Plain, Finding::Paused(pause)));
    }
    found
}

#[cfg(test)]
pub(super) fn judge(facts: &Facts) -> Verdict {
    Verdict::of(findings(facts))
}

/// Everything that applies, the gravest first; at least one.
fn findings(facts: &Facts) -> Vec<(Tone, Finding)> {
    let mut found: Vec<(Tone, Finding)> =
        rules::FAULTS.iter().filter_map(|rule| rule(facts)).map(|finding| (Tone::Bad, finding)).collect();
    let faulty = !found.is_empty();
    if facts.speed.is_none() || facts.fps.is_none() {
        if !faulty {
            found.push((Tone::Plain, Finding::NoFrames));
        }
    } else {
        if !faulty {
            found.push(rules::well::well(facts));
        }
        let few = rules::pacing::few_frames(facts).filter(|_| faulty);
        let notes = rules::NOTES.iter().filter_map(|rule| rule(facts));
        found.extend(notes.chain(few).map(|finding| (Tone::Plain, finding)));
    }
    found
}

impl Verdict {
    /// The first finding, and the second where both together are short.
    fn of(mut found: Vec<(Tone, Finding)>) -> Verdict {
        found.truncate(2);
        let tone = found[0].0;
        let mut findings: Vec<Finding> = found.into_iter().map(|(_, finding)| finding).collect();
        let mut sentences: Vec<String> = findings.iter().map(ToString::to_string).collect();
        if sentences.iter().map(|sentence| sentence.chars().count() + 1).sum::<usize>() > MOST_LETTERS + 1 {
            findings.truncate(1);
            sentences.truncate(1);
        }
        let text = sentences.join(" ");
        Verdict { tone, findings, text }
    }
}
