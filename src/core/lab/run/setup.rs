//! The setup of a pane: its loop, its computer and its world at one moment.

use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::capture::Capture;
use crate::model::config::computer::Computer;
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::settings::{PaneSettings, Presentation, Settings};
use crate::model::scripts;
use crate::model::strategies::strategy::Found;

/// The settings of one pane in a run, from a moment on.
#[derive(Clone, Copy, Debug)]
pub struct PaneSetup<'a> {
    /// The index of the pane in the settings.
    pub index: usize,
    pub settings: &'a Settings,
    /// The laboratory time from which the setup is valid.
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

    /// Returns the capture whose load the pane's computer plays if its settings ask for it; `None` if no pane plays a capture.
    pub fn played(&self) -> Option<&'a Capture> {
        self.settings.captured_pane(self.computer()).and_then(PaneSettings::played)
    }

    /// Returns the pane's loop.
    pub fn strategy(&self) -> Result<Found, Invalid> {
        scripts::of_pane(self.settings, self.index)
    }

    /// Returns the presentation of the pane's frames: the one that is set, or that of the published loop.
    pub fn presentation(&self) -> Result<Presentation, Invalid> {
        Ok(self.choice().presentation.unwrap_or(self.strategy()?.presentation))
    }

    /// Returns the moment of the first turn of a pane that starts with this setup.
    pub fn first_turn(&self) -> Time {
        self.at + Span::from_millis(self.computer().start_ms)
    }
}
