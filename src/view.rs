//! How a person looks at the panes: plain data, remembered between starts, unknown to the panes themselves.

use crate::params::Param;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    pub theme: Theme,
    /// All numbers, not only FPS, speed and the sentence.
    pub numbers: bool,
    /// A dot for every picture of the last second.
    pub trails: bool,
    /// Outlines where things truly are.
    pub ghosts: bool,
    /// A bar for how old each picture is.
    pub lateness: bool,
    /// The camera moves with the exact motion, in worlds with a runner.
    pub pursuit: bool,
    /// Bodies are drawn at whole points of the screen, to show what that costs.
    pub whole_pixels: bool,
    /// The timeline under the panes, where the window is tall enough.
    pub timeline: bool,
    /// The selected loop's code beside it.
    pub code: bool,
    /// How long a race to the photo finish lasts, in seconds.
    pub race_s: f64,
}

/// The default is long enough for every loop to show itself, and no whole number of laps.
pub const RACE_S: Param = Param::seconds("race_s", 5.5, (1.0, 60.0), "How long a race lasts before its photo finish (F).");

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

impl Theme {
    #[must_use]
    pub fn other(self) -> Theme {
        match self {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        }
    }
}

impl Default for View {
    fn default() -> View {
        View {
            theme: Theme::Dark,
            numbers: false,
            trails: true,
            ghosts: true,
            lateness: false,
            pursuit: false,
            whole_pixels: false,
            timeline: true,
            code: true,
            race_s: 5.5,
        }
    }
}
