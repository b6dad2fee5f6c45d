//! How the render load goes from frame to frame.

use super::bounds::Bounds;
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// How the render load goes from frame to frame. It depends on the frame's number alone, so that every pane gets the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pattern {
    /// The render load, every frame.
    Constant,
    /// Uniform between two bounds *instead of* the render load.
    Noise(Bounds),
    /// The render load, and more in some frames.
    Spikes {
        /// Every how many frames a spike comes, 1 to 100 000.
        every: u32,
        /// What a spike adds, ms.
        ms: f64,
    },
}

impl Pattern {
    /// The bounds of [`Pattern::Noise`].
    pub const NOISE_MS: Param =
        Param::millis("noise_ms", 10.0, (0.0, 10_000.0), "A random render load for every frame, the same in every pane.");
    /// The length of [`Pattern::Spikes`].
    pub const SPIKE_MS: Param =
        Param::millis("spike_ms", 50.0, (0.0, 10_000.0), "What every n-th frame costs on top of the render load.");
    /// The distance of [`Pattern::Spikes`], in frames.
    pub const SPIKE_EVERY: Param = Param::count("spike_every", 30.0, (1.0, 100_000.0), "Every how many frames a spike comes.");

    /// Holds the pattern's numbers against their ranges.
    ///
    /// # Errors
    /// The first number that is out of its range.
    pub fn check(&self) -> Result<(), Invalid> {
        match self {
            Pattern::Constant => Ok(()),
            Pattern::Noise(bounds) => bounds.check(&Pattern::NOISE_MS),
            Pattern::Spikes { every, ms } => {
                Pattern::SPIKE_EVERY.check_number(f64::from(*every))?;
                Pattern::SPIKE_MS.check_number(*ms)
            }
        }
    }
}
