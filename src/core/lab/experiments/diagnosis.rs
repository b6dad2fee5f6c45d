//! The diagnosis of a symptom: the experiments made, and the causes and remedies that they found.

use super::interventions::Intervention;
use crate::base::numbers::capitalised;
use crate::base::params::Described;
use crate::lab::findings::Kind;
use crate::model::config::{Patch, Settings};

/// The diagnosis of a symptom, in the settings of a pane alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    pub kind: Kind,
    pub proof: Proof,
    /// The value in the steady run as it is; `None` if that does not show the symptom.
    pub control: Option<f64>,
    /// The causes and remedies that were found, in the order of their rank.
    pub causes: Vec<FoundCause>,
    /// All experiments, in order.
    pub experiments: Vec<Experiment>,
    pub settings: Settings,
}

/// The outcome of the experiments about a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Some change removes it.
    Found,
    /// No change removes it.
    None,
    /// The steady run does not show it.
    NotShown,
    /// The runs would be too expensive.
    NotTried,
}

/// The role of a change that removes a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The thing that it takes away brings the symptom into a healthy run as well.
    Cause,
    /// It helps, but takes away no cause.
    Remedy,
}

impl Role {
    pub const fn word(self) -> &'static str {
        match self {
            Role::Cause => "cause",
            Role::Remedy => "remedy",
        }
    }
}

/// A change that removes a symptom and brings no other that is as bad; where no change does that, one that brings a less
/// important symptom.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundCause {
    pub role: Role,
    /// Names what is taken away, or describes what is set instead, in a few words without a verb.
    pub words: String,
    /// The value that is measured then; `None` if there is none.
    pub value_without: Option<f64>,
    /// The less important symptom that comes in its place; `None` if there is none.
    pub brings: Option<Kind>,
    /// The settings of the pane alone, before and after.
    before: Settings,
    after: Settings,
}

/// One experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub interventions: Vec<&'static Intervention>,
    /// The settings after the change.
    pub settings: Settings,
    /// The value that is measured then; `None` if there is none, or the runs are too expensive.
    pub value: Option<f64>,
    /// Is `true` if the symptom is gone.
    pub removes: bool,
    /// A symptom that is at least as bad, and that came in its place.
    pub brings: Option<Kind>,
}

impl Experiment {
    /// Describes what is set instead, in a few words without a verb.
    pub fn words(&self) -> String {
        let words = self.interventions.iter().map(|intervention| (intervention.remedy)(&self.settings));
        words.collect::<Vec<_>>().join(" and ")
    }
}

impl PartialEq for Experiment {
    fn eq(&self, other: &Experiment) -> bool {
        self.settings == other.settings && (self.value, self.removes, self.brings) == (other.value, other.removes, other.brings)
    }
}

impl Diagnosis {
    pub(super) fn new(kind: Kind, settings: Settings) -> Diagnosis {
        Diagnosis { kind, proof: Proof::NotShown, control: None, causes: Vec::new(), experiments: Vec::new(), settings }
    }
}

impl FoundCause {
    pub(super) fn new(role: Role, experiment: &Experiment, before: &Settings) -> FoundCause {
        let culprits = experiment.interventions.iter().filter_map(|intervention| intervention.cause.map(|words| words(before)));
        let words = match role {
            Role::Cause => culprits.collect::<Vec<_>>().join(" and "),
            Role::Remedy => experiment.words(),
        };
        FoundCause {
            role,
            words,
            value_without: experiment.value,
            brings: experiment.brings,
            before: before.clone(),
            after: experiment.settings.clone(),
        }
    }

    /// Returns a sentence about the change and what is measured then.
    pub fn sentence(&self, kind: Kind) -> String {
        let value = self.value_without.map_or_else(|| "it is gone".to_owned(), |value| kind.describe(value));
        let without = match self.brings {
            Some(brought) => format!("{value}, but the pane then {}", brought.row().predicate),
            None => value,
        };
        let words = &self.words;
        match self.role {
            Role::Cause => format!("It comes from {words}; without: {without}."),
            Role::Remedy => format!("{}: {without}.", capitalised(words)),
        }
    }

    /// Returns the patch that makes the change in pane `index` of `settings`. It changes the shared computer unless the pane
    /// has its own.
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
    let (pane, changed_pane) = (&mut changed.panes[index], &after.panes[0]);
    pane.strategy.clone_from(&changed_pane.strategy);
    pane.params.clone_from(&changed_pane.params);
    pane.presentation = changed_pane.presentation;
    Patch::between(settings, &changed)
}
