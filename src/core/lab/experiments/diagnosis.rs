//! The diagnosis of a symptom: the experiments, and the causes and cures that they found.

use super::load::{LOADS, Load};
use super::load_replay::LoadReplay;
use super::outcome::Outcome;
use super::trial::chances;
use crate::base::numbers::capitalised;
use crate::base::params::described::Described;
use crate::base::time::Span;
use crate::lab::symptoms::kind::Kind;
use crate::model::config::patch::Patch;
use crate::model::config::settings::{PlannedStall, Settings};

#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    pub kind: Kind,
    /// The stall of the trials; `None` if the settings show the symptom without one.
    pub stall: Option<PlannedStall>,
    /// Whether the trials show the symptom only around the stall, so that it passes.
    pub passes: bool,
    pub proof: Proof,
    /// The length of the trial without a change.
    pub lasts: Span,
    /// The symptom's value in the trial without a change; `None` if this trial does not show the symptom.
    pub control: Option<f64>,
    /// The causes, followed by the cures, each in the order of their rank.
    pub causes: Vec<FoundCause>,
    /// The experiments about cures, in order.
    pub experiments: Vec<Experiment>,
    /// The hitches of a captured game under its load in other loops; `None` for other symptoms.
    pub replay: Option<LoadReplay>,
    pub settings: Settings,
}

/// The outcome of the experiments about a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Found,
    /// Neither a cause nor a cure is known.
    None,
    /// The steady run does not show the symptom.
    NotShown,
    /// The runs would be too expensive.
    NotTried,
}

/// The role in which a finding names a change: as a cause or as a cure.
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

#[derive(Clone, Debug, PartialEq)]
pub struct FoundCause {
    pub role: Role,
    /// The name of the cause, or the description of the cure, in a few words without a verb.
    pub words: String,
    /// A sentence with the symptom's value without the cause or with the cure.
    pub sentence: String,
    /// The symptom's value without the cause or with the cure; `None` if these settings have no such value.
    pub value_without: Option<f64>,
    /// The less important symptom that replaces the old one; `None` if there is none.
    pub brings: Option<Kind>,
    /// Settings with only this pane, with the cause or without the cure.
    before: Settings,
    after: Settings,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// A description of the change in a few words without a verb.
    pub words: String,
    pub settings: Settings,
    /// The symptom's value after the change; `None` if the changed settings have no such value, or their runs are too expensive.
    pub value: Option<f64>,
    /// Whether the symptom is gone, and at least three quarters of the pictures are left.
    pub removes: bool,
    /// A symptom of the changed settings that is at least as bad; `None` if they bring none.
    pub brings: Option<Kind>,
    /// A clause with the symptom's value after the change, or one that says that it is gone.
    pub(super) clause: String,
    /// The costs of the change, each in a few words.
    pub(super) costs: Vec<String>,
}

impl Experiment {
    /// Returns the experiment as a cure; `before` are the settings without the change.
    pub(super) fn cure(&self, before: &Settings) -> FoundCause {
        let mut sentence = format!("{}: {}", capitalised(&self.words), self.clause);
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

/// Returns a clause with the remaining value of a symptom, or, without a value, a clause that says that the symptom is gone.
pub(super) fn describe(kind: Kind, value: Option<f64>) -> String {
    value.map_or_else(|| "it is gone".to_owned(), |value| kind.describe(value))
}

impl Diagnosis {
    pub(super) fn new(kind: Kind, stall: Option<PlannedStall>, settings: Settings) -> Diagnosis {
        let (proof, control) = (Proof::NotShown, None);
        Diagnosis {
            kind,
            stall,
            passes: false,
            proof,
            lasts: Span::ZERO,
            control,
            causes: Vec::new(),
            experiments: Vec::new(),
            replay: None,
            settings,
        }
    }

    pub fn cures(&self) -> impl Iterator<Item = &FoundCause> {
        self.causes.iter().filter(|found| found.role == Role::Cure)
    }
}

impl FoundCause {
    /// Returns a property of the settings `before` as a cause. `after` are the settings without the property, and `outcome` is
    /// that of their trial.
    pub(super) fn cause(words: String, kind: Kind, outcome: &Outcome, (before, after): (&Settings, Settings)) -> FoundCause {
        let value_without = outcome.value(kind);
        let sentence = format!("It comes from {words}; without: {}.", describe(kind, value_without));
        FoundCause { role: Role::Cause, words, sentence, value_without, brings: None, before: before.clone(), after }
    }

    /// Returns a value of a parameter, of which `cured` tries another, as the cause of a symptom that passes.
    pub(super) fn param(words: String, cured: &Experiment, before: &Settings) -> FoundCause {
        let sentence = format!("It comes from {words}; {}: {}.", cured.words, cured.clause);
        FoundCause { role: Role::Cause, words, sentence, ..cured.cure(before) }
    }

    /// Returns a stall as the cause of a symptom that outlasts it. `steady` is the outcome without the stall.
    pub(super) fn after(stall: &PlannedStall, kind: Kind, steady: &Outcome, settings: &Settings) -> FoundCause {
        let (words, value_without) = (format!("the stall of {:.0} ms", stall.ms), steady.value(kind));
        let sentence = match kind {
            Kind::HalfRate | Kind::LowFrameRate => {
                format!("It came with {words} and outlasts it: at this load the loop can also run at {:.0}.", steady.rate)
            }
            _ => format!(
                "It came with {words} and outlasts it; at this load the loop can also run without: {}.",
                describe(kind, value_without)
            ),
        };
        let (before, after) = (settings.clone(), settings.clone());
        FoundCause { role: Role::Cause, words, sentence, value_without, brings: None, before, after }
    }

    /// Returns whether less is left to chance without the cause.
    pub fn is_of_chance(&self) -> bool {
        chances(&self.after.computer) < chances(&self.before.computer)
    }

    /// Returns whether the settings without the cause differ only in work.
    pub(super) fn is_of_work(&self) -> bool {
        let is_changed = self.role == Role::Cause && self.before != self.after;
        let is_of_computer = self.before.panes == self.after.panes && self.before.scene == self.after.scene;
        is_changed && is_of_computer && Load::without_any(&self.before) == Load::without_any(&self.after)
    }

    /// Returns the load that the change lowers and nothing else, by its place among all loads, and what is left of it; `None` if
    /// it changes anything else.
    pub fn lowered_load(&self) -> Option<(usize, f64)> {
        let left = |load: &Load| (load.value)(&self.after.computer);
        let is_it = |load: &Load| {
            left(load) < (load.value)(&self.before.computer) && load.limited(&self.before, left(load)) == self.after
        };
        LOADS.iter().position(is_it).map(|place| (place, left(&LOADS[place])))
    }

    /// Returns whether the change is another loop.
    pub(super) fn is_other_loop(&self) -> bool {
        self.before.panes[0].strategy != self.after.panes[0].strategy
    }

    /// Returns a cause that no change of `settings` takes away, still without words.
    pub(super) fn unchanged(settings: &Settings) -> FoundCause {
        FoundCause::beat(String::new(), String::new(), settings)
    }

    /// Returns the loop as the cause of a symptom of `kind`, which it shows with the value `alone` without any work. `cure` is another
    /// loop.
    pub(super) fn own_loop(words: String, (kind, alone): (Kind, f64), cure: &FoundCause) -> FoundCause {
        let sentence = format!("It comes from {words}; also without any work: {}.", kind.describe(alone));
        FoundCause { role: Role::Cause, words, sentence, ..cure.clone() }
    }

    /// Returns the timers of a page as the cause of a symptom of `kind`. `called` is a loop that the display calls.
    pub(super) fn timers(kind: Kind, called: &FoundCause) -> FoundCause {
        let words = "timers that do not wait for the display".to_owned();
        let sentence = format!("It comes from {words}; called by the display: {}.", describe(kind, called.value_without));
        FoundCause { role: Role::Cause, words, sentence, ..called.clone() }
    }

    /// Returns a beat of two rates in `settings` as the cause of a symptom that comes once a beat.
    pub(super) fn beat(words: String, sentence: String, settings: &Settings) -> FoundCause {
        let (before, after) = (settings.clone(), settings.clone());
        FoundCause { role: Role::Cause, words, sentence, value_without: None, brings: None, before, after }
    }

    /// Returns the patch that makes the change in pane `index` of `settings`; empty if the cause is a stall or a beat. The patch changes
    /// the shared computer unless the pane has its own.
    pub fn patch(&self, settings: &Settings, index: usize) -> Patch {
        patch(&self.before, &self.after, settings, index)
    }
}

/// Returns the patch that changes pane `index` of `settings` as the only pane of `before` differs from that of `after`.
fn patch(before: &Settings, after: &Settings, settings: &Settings, index: usize) -> Patch {
    let mut changed = settings.clone();
    let computer = match &mut changed.panes[index].computer {
        Some(own) => own,
        None => &mut changed.computer,
    };
    computer.take_differences(&before.computer, &after.computer);
    for own in after.loops.iter().filter(|own| !before.loops.contains(own)) {
        changed.loops.iter_mut().filter(|known| known.name == own.name).for_each(|known| known.clone_from(own));
    }
    for (name, value) in after.scene.options.iter().filter(|(name, value)| before.scene.options.named(name) != Some(value)) {
        changed.scene.options.set(name, value.clone());
    }
    let (pane, changed_pane) = (&mut changed.panes[index], &after.panes[0]);
    pane.strategy.clone_from(&changed_pane.strategy);
    pane.params.clone_from(&changed_pane.params);
    pane.presentation = changed_pane.presentation;
    Patch::between(settings, &changed)
}
