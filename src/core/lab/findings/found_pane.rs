//! The pane of a finding.

use crate::lab::panes::lab::Lab;
use crate::lab::panes::seen::Seen;
use crate::model::config::settings::{PaneSettings, Settings};

/// A pane at the moment of a finding, which the patches of the finding change.
#[derive(Clone, Debug)]
pub struct FoundPane {
    /// The settings of all panes at that moment.
    pub settings: Settings,
    pub index: usize,
    /// Settings with only this pane, with which experiments are made.
    pub alone: Settings,
}

impl FoundPane {
    pub fn new(settings: Settings, index: usize) -> FoundPane {
        let alone = settings.alone(index);
        FoundPane { settings, index, alone }
    }

    /// Returns pane `index` of a laboratory as it was at the moment of `seen`, among the other panes with their present settings.
    pub fn seen(lab: &Lab, index: usize, seen: Seen) -> FoundPane {
        let context = seen.context();
        let mut settings = lab.settings().clone();
        let presentation = Some(context.presentation).filter(|drawn| *drawn != context.strategy.presentation);
        let (strategy, params) = (context.strategy.id.to_string(), context.params.clone());
        let (letter, capture) = (settings.panes[index].letter, settings.panes[index].capture.clone());
        let computer = Some(context.computer.clone());
        settings.panes[index] = PaneSettings { letter, name: None, strategy, params, presentation, computer, capture };
        FoundPane::new(settings, index)
    }
}
