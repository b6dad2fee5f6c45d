//! The setup of a pane: its loop, its computer and its world.

use crate::base::params::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::{Computer, PaneLetter, PaneSettings, Presentation, Settings};
use crate::model::scripts;
use crate::model::strategies::Found;

/// One pane among the settings of a run, from a moment on.
#[derive(Clone, Copy, Debug)]
pub struct PaneSetup<'a> {
    /// Its index among the panes of the settings.
    pub index: usize,
    pub settings: &'a Settings,
    /// The laboratory time from which it holds.
    pub at: Time,
}

impl<'a> PaneSetup<'a> {
    pub fn letter(&self) -> PaneLetter {
        self.choice().letter()
    }

    pub fn choice(&self) -> &'a PaneSettings {
        &self.settings.panes[self.index]
    }

    pub fn computer(&self) -> &'a Computer {
        self.settings.computer_of(self.index)
    }

    /// Returns its loop.
    ///
    /// # Errors
    /// If there is no such strategy.
    pub fn strategy(&self) -> Result<Found, Invalid> {
        scripts::of_pane(self.settings, self.index)
    }

    /// Returns the presentation of its frames: as set, or as its loop was published.
    ///
    /// # Errors
    /// If there is no such strategy.
    pub fn presentation(&self) -> Result<Presentation, Invalid> {
        Ok(self.choice().presentation.unwrap_or(self.strategy()?.presentation))
    }

    /// Returns when the first turn begins of a pane that starts at this moment.
    pub fn first_turn(&self) -> Time {
        self.at + Span::from_millis(self.computer().start_ms)
    }
}
