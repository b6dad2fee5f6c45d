//! The diagnosis of a symptom: the experiments made, and the causes and cures that they found.

use super::trial::Outcome;
use crate::base::numbers::capitalised;
use crate::base::params::described::Described;
use crate::lab::symptoms::kind::Kind;
use crate::model::config::patch::Patch;
use crate::model::config::settings::{PlannedStall, Settings};

/// The diagnosis of a symptom, in the settings of a pane alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    pub kind: Kind,
    /// The stall after which it is tried, if the settings without it do not show the symptom.
    pub stall: Option<PlannedStall>,
    pub proof: Proof,
    /// The value in the trial as it is; `None` if that does not show the symptom.
    pub control: Option<f64>,
    /// The causes that were found, and then the cures, each in the order of their rank.
    pub causes: Vec<FoundCause>,
    /// The experiments about cures, in order.
    pub experiments: Vec<Experiment>,
    pub settings: Settings,
}

/// The outcome of the experiments about a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A cause or a cure is known.
    Found,
    /// Neither a cause nor a cure is known.
    None,
    /// The steady run does not show it.
    NotShown,
    /// The runs would be too expensive.
    NotTried,
}

/// What was found about a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A property that brings the symptom: without it there is none.
    Cause,
    /// A change that a developer can ship, and that clears the symptom.
    Cure,
}

impl Role {
    pub const fn word(self) -> &'static str {
        match self {
            Role::Cause => "cause",
            Role::Cure => "cure",
        }
    }
}

/// A cause that was found, or a cure.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundCause {
    pub role: Role,
    /// Names the cause, or describes what is set instead, in a few words without a verb.
    pub words: String,
    /// A sentence about it, and what is measured without the cause or with the cure.
    pub sentence: String,
    /// The value that is measured then; `None` if there is none.
    pub value_without: Option<f64>,
    /// The less important symptom that comes in its place; `None` if there is none.
    pub brings: Option<Kind>,
    /// The settings of the pane alone, before and after.
    before: Settings,
    after: Settings,
}

/// One experiment about a cure.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Describes what is set instead, in a few words without a verb.
    pub words: String,
    /// The settings after the change.
    pub settings: Settings,
    /// The value that is measured then; `None` if there is none, or the runs are too expensive.
    pub value: Option<f64>,
    /// Is `true` if the symptom is gone, and no quarter of the pictures with it.
    pub removes: bool,
    /// A symptom that is at least as bad, and that came in its place.
    pub brings: Option<Kind>,
    /// What it costs, each in a few words.
    pub(super) costs: Vec<String>,
}

impl Experiment {
    /// Returns it as a cure of settings.
    pub(super) fn cure(&self, kind: Kind, before: &Settings) -> FoundCause {
        let mut sentence = format!("{}: {}", capitalised(&self.words), describe(kind, self.value));
        if let Some(brought) = self.brings {
            sentence = format!("{sentence}, but the pane then {}", brought.row().predicate);
        }
        for cost in &self.costs {
            sentence = sentence + "; " + cost;
        }
        FoundCause {
            role: Role::Cure,
            words: self.words.clone(),
            sentence: sentence + ".",
            value_without: self.value,
            brings: self.brings,
            before: before.clone(),
            after: self.settings.clone(),
        }
    }
}

/// Describes the value that is left of a symptom.
fn describe(kind: Kind, value: Option<f64>) -> String {
    value.map_or_else(|| "it is gone".to_owned(), |value| kind.describe(value))
}

impl Diagnosis {
    pub(super) fn new(kind: Kind, stall: Option<PlannedStall>, settings: Settings) -> Diagnosis {
        let (proof, control) = (Proof::NotShown, None);
        Diagnosis { kind, stall, proof, control, causes: Vec::new(), experiments: Vec::new(), settings }
    }

    pub fn cures(&self) -> impl Iterator<Item = &FoundCause> {
        self.causes.iter().filter(|found| found.role == Role::Cure)
    }
}

impl FoundCause {
    /// Returns a property as a cause: `outcome` is that of the settings `after`, which lack it.
    pub(super) fn cause(words: String, kind: Kind, outcome: &Outcome, (before, after): (&Settings, Settings)) -> FoundCause {
        let value_without = outcome.value(kind);
        let sentence = format!("It comes from {words}; without: {}.", describe(kind, value_without));
        FoundCause { role: Role::Cause, words, sentence, value_without, brings: None, before: before.clone(), after }
    }

    /// Returns a stall as a cause that outlasts it: `steady` is the outcome without it.
    pub(super) fn after(stall: &PlannedStall, kind: Kind, steady: &Outcome, settings: &Settings) -> FoundCause {
        let (words, value_without) = (format!("the stall of {:.0} ms", stall.ms), steady.value(kind));
        let sentence = match kind {
            Kind::HalfRate | Kind::LowFrameRate => {
                format!("It came with {words} and stays: at this load the loop can also run at {:.0}.", steady.rate)
            }
            _ => format!(
                "It came with {words} and stays; at this load the loop can also run without: {}.",
                describe(kind, value_without)
            ),
        };
        let (before, after) = (settings.clone(), settings.clone());
        FoundCause { role: Role::Cause, words, sentence, value_without, brings: None, before, after }
    }

    /// Returns the patch that makes the change in pane `index` of `settings`. It changes the shared computer unless the pane
    /// has its own. It is empty for a stall.
    pub fn patch(&self, settings: &Settings, index: usize) -> Patch {
        patch(&self.before, &self.after, settings, index)
    }
}

/// Returns the patch that changes a pane among others as `after` differs from `before`, which are the settings of it alone.
fn patch(before: &Settings, after: &Settings, settings: &Settings, index: usize) -> Patch {
    let mut changed = settings.clone();
    let computer = match &mut changed.panes[index].computer {
        Some(own) => own,
        None => &mut changed.computer,
    };
    computer.take_differences(&before.computer, &after.computer);
    for (name, value) in after.scene.options.iter().filter(|(name, value)| before.scene.options.named(name) != Some(value)) {
        changed.scene.options.set(name, value.clone());
    }
    let (pane, changed_pane) = (&mut changed.panes[index], &after.panes[0]);
    pane.strategy.clone_from(&changed_pane.strategy);
    pane.params.clone_from(&changed_pane.params);
    pane.presentation = changed_pane.presentation;
    Patch::between(settings, &changed)
}
