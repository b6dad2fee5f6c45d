//! Everything that a ribbon depends on, besides the load that it goes along.

use super::axis::Axis;
use crate::base::params::Invalid;
use crate::lab::run::Run;
use crate::model::config::{PaneSettings, Settings};
use crate::model::{strategies, worlds};

/// One pane of some settings by itself, from its beginning, without what has happened by hand or was to happen: stalls, a
/// pause, a counter that starts over.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// One pane; its computer is the shared one, and the load of the axis is zero.
    settings: Settings,
    axis: Axis,
}

impl Conditions {
    /// Those of the pane in place `place` of `settings`; nothing where its loop can't run in its world.
    pub fn of(settings: &Settings, place: usize, axis: Axis) -> Option<Conditions> {
        let pane = settings.panes.get(place)?;
        let kind = worlds::find(&settings.scene.id).ok()?;
        if strategies::find(&pane.strategy).ok()?.lacks_in(kind).is_some() {
            return None;
        }
        let mut computer = settings.computer_of(place).clone();
        *axis.load_mut(&mut computer) = 0.0;
        (computer.clock_at_s, computer.wraps_at_s) = (0.0, 0.0);
        let settings = Settings {
            seed: settings.seed,
            scene: settings.scene.clone(),
            computer,
            hitches: Vec::new(),
            paused: false,
            panes: vec![PaneSettings { computer: None, ..pane.clone() }],
        };
        Some(Conditions { settings, axis })
    }

    /// The load that the ribbon goes along.
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The settings under a load, in ms.
    pub fn at(&self, load_ms: f64) -> Settings {
        let mut settings = self.settings.clone();
        *self.axis.load_mut(&mut settings.computer) = load_ms;
        settings
    }

    /// The run of its pane under a load, for `seconds`.
    ///
    /// # Errors
    /// If under this load a turn of its loop would never end.
    pub fn run(&self, load_ms: f64, seconds: f64) -> Result<Run, Invalid> {
        Run::new(self.at(load_ms), 0, seconds)
    }
}
