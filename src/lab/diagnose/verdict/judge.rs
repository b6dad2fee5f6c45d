//! From the facts to the verdict: which sentences apply, and which of them are told.

use super::facts::Facts;
use super::pause::Pause;
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
    /// One or two sentences, each at most ninety letters long.
    pub text: String,
}

/// The verdict on `pane`, which runs on `computer`, at the laboratory time `now` at which it is looked at.
pub fn verdict(pane: PaneView, computer: &Computer, presentation: Presentation, now: Time) -> Verdict {
    if let Some(why) = pane.lacks() {
        return Verdict { tone: Tone::Bad, text: format!("Its world stands still: {why}.") };
    }
    let facts = Facts::of(pane, computer, presentation, now);
    let mut said = sentences(&facts);
    if let Some(pause) = Pause::of(pane, now).filter(|_| facts.responding) {
        pause.comes_into(&mut said);
    }
    Verdict::of(said)
}

pub(super) fn judge(facts: &Facts) -> Verdict {
    Verdict::of(sentences(facts))
}

/// Every sentence that applies, the gravest first; at least one.
fn sentences(facts: &Facts) -> Vec<(Tone, String)> {
    let mut said: Vec<(Tone, String)> =
        rules::FAULTS.iter().filter_map(|rule| rule(facts)).map(|text| (Tone::Bad, text)).collect();
    if facts.speed.is_none() || facts.fps.is_none() {
        if said.is_empty() {
            said.push((Tone::Plain, "Waiting for its first frames.".to_owned()));
        }
    } else {
        if said.is_empty() {
            said.push(rules::well(facts));
        }
        said.extend(rules::NOTES.iter().filter_map(|rule| rule(facts)).map(|text| (Tone::Plain, text)));
    }
    said
}

impl Verdict {
    /// The first two sentences.
    fn of(said: Vec<(Tone, String)>) -> Verdict {
        let tone = said[0].0;
        let text = said.into_iter().take(2).map(|(_, text)| text).collect::<Vec<_>>().join(" ");
        Verdict { tone, text }
    }
}
