//! From the facts to the verdict: what applies, and what of it is told.

use super::facts::{Facts, Observed};
use super::finding::Finding;
use super::pause::Pause;
use super::rules;
use super::tone::Tone;
use crate::lab::panes::Seen;
use crate::model::world::Readout;

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

/// Returns the verdict on `pane` beside the pane `first`, which is `None` for the first pane itself.
pub fn verdict(pane: Seen, first: Option<Seen>) -> Verdict {
    Verdict::of(all(pane, first))
}

/// Returns everything that is found, the gravest first, not only what the verdict says; the parameters are those of [`verdict`].
pub fn findings_about(pane: Seen, first: Option<Seen>) -> Vec<Finding> {
    all(pane, first).into_iter().map(|(_, finding)| finding).collect()
}

fn all(pane: Seen, first: Option<Seen>) -> Vec<(Tone, Finding)> {
    if let Some(why) = pane.lacks() {
        return vec![(Tone::Bad, Finding::Refused(why.to_string()))];
    }
    let context = pane.context();
    let seen = Observed {
        strategy: context.strategy,
        params: &context.params,
        computer: &context.computer,
        presentation: context.presentation,
        metrics: &pane.metrics(),
        passes: pane.recent_passes(),
        missed_by: pane.missed_by(),
        judges_frames: pane.pane().computer().world().judges_frames(),
        exploded: pane.exploded(),
        alarm: pane.readouts(first).iter().find_map(Readout::alarm_sentence),
    };
    let facts = Facts::of(seen, pane.now());
    let mut found = findings(&facts);
    if let Some(pause) = Pause::of(pane).filter(|_| facts.responding) {
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
    /// The first two findings where both together are short. Else the first, if it is a fault; that all is well is told by
    /// the numbers too, and the second finding is not.
    fn of(mut found: Vec<(Tone, Finding)>) -> Verdict {
        found.truncate(2);
        let letters: usize = found.iter().map(|(_, finding)| finding.to_string().chars().count() + 1).sum();
        if letters > MOST_LETTERS + 1 {
            let kept = usize::from(found[0].0 != Tone::Bad && found.len() > 1);
            found = vec![found.swap_remove(kept)];
        }
        let tone = found[0].0;
        let findings: Vec<Finding> = found.into_iter().map(|(_, finding)| finding).collect();
        let sentences: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let text = sentences.join(" ");
        Verdict { tone, findings, text }
    }
}
