//! A set-up: the run, and how it is watched. Where another one takes its place, the old one is put aside as it stands.

use super::selection::Selection;
use super::transport::Transport;
use crate::base::time::Time;
use crate::lab::panes::Lab;
use crate::model::config::ControlInput;
use crate::model::config::view::{Theme, View};

/// Everything that goes with a run, so that it goes on where it stood.
pub struct SetUp {
    /// The panes, with all that they have recorded.
    pub lab: Lab,
    /// Which moment was looked at.
    pub transport: Transport,
    /// The selected and the enlarged pane.
    pub selection: Selection,
    /// The texts of its scenario.
    pub opened: OpenedScenario,
    /// What was shown.
    pub view: View,
    /// Dark or light.
    pub theme: Theme,
    /// Laboratory seconds a real second.
    pub speed: f64,
    /// Whether time went on.
    pub playing: bool,
    /// When the panes stop for a photo finish.
    pub finish: Option<Time>,
    /// The control inputs that were held down.
    pub held: ControlInput,
    /// When the film began that was being taken.
    pub take: Option<Time>,
}

/// The texts of the scenario that was opened last; empty once other settings are chosen.
#[derive(Clone, Debug, Default)]
pub struct OpenedScenario {
    /// The title.
    pub name: String,
    /// What to look at.
    pub about: String,
    /// How long a run or a film of it is.
    pub seconds: Option<f64>,
    /// The theme that it asks for.
    pub theme: Option<Theme>,
    /// Whether there is one: all of its texts may be empty.
    pub is_there: bool,
}
