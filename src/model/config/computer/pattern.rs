//! How a load goes from frame to frame, or from update to update.

use super::bounds::Bounds;
use super::option::CommandLineOption;
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// How a load goes from one operation to the next: the render load from frame to frame, the update load from update to
/// update. It depends on the number of the frame or update alone, so that every pane gets the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pattern {
    /// The load, every time.
    #[default]
    Constant,
    /// Uniform between two bounds *instead of* the load.
    Noise(Bounds),
    /// The load, and more now and then.
    Spikes {
        /// Every how many frames or updates a spike comes, 1 to 100 000.
        every: u32,
        /// What a spike adds, ms.
        ms: f64,
    },
}

/// A load that has a pattern: what may be set of the pattern, and its options on the command line.
#[derive(Clone, Copy, Debug)]
pub struct PatternedLoad {
    /// The bounds of [`Pattern::Noise`].
    pub noise_ms: &'static Param,
    /// The length of [`Pattern::Spikes`].
    pub spike_ms: &'static Param,
    /// The distance of [`Pattern::Spikes`].
    pub spike_every: &'static Param,
    /// Sets [`Pattern::Noise`].
    pub noise: CommandLineOption,
    /// Sets [`Pattern::Spikes`].
    pub spike: CommandLineOption,
}

const NOISE_MS: (f64, f64) = (0.0, 10_000.0);
const SPIKE_EVERY: (f64, f64) = (1.0, 100_000.0);

impl PatternedLoad {
    /// The render load, from frame to frame.
    pub const RENDER: PatternedLoad = PatternedLoad {
        noise_ms: &Param::millis("noise_ms", 10.0, NOISE_MS, "A random render load for every frame, the same in every pane."),
        spike_ms: &Param::millis("spike_ms", 50.0, NOISE_MS, "What every n-th frame costs on top of the render load."),
        spike_every: &Param::count("spike_every", 30.0, SPIKE_EVERY, "Every how many frames a spike comes."),
        noise: CommandLineOption {
            name: "noise-ms",
            placeholder: "LO:HI",
            help: "A random render load for each frame, instead of --render-ms",
        },
        spike: CommandLineOption { name: "spike", placeholder: "EVERY:MS", help: "MS milliseconds more in every EVERY-th frame" },
    };
    /// The update load, from update to update.
    pub const UPDATE: PatternedLoad = PatternedLoad {
        noise_ms: &Param::millis(
            "update_noise_ms",
            2.0,
            NOISE_MS,
            "A random update load for every update, the same in every pane; a part of an update costs its part of it.",
        ),
        spike_ms: &Param::millis("update_spike_ms", 50.0, NOISE_MS, "What every n-th update costs on top of the update load."),
        spike_every: &Param::count("update_spike_every", 30.0, SPIKE_EVERY, "Every how many updates a spike comes."),
        noise: CommandLineOption {
            name: "update-noise-ms",
            placeholder: "LO:HI",
            help: "A random update load for each update, instead of --update-ms",
        },
        spike: CommandLineOption {
            name: "update-spike",
            placeholder: "EVERY:MS",
            help: "MS milliseconds more in every EVERY-th update",
        },
    };
}

impl Pattern {
    /// Holds the pattern's numbers against the ranges of the load that it is of.
    ///
    /// # Errors
    /// The first number that is out of its range.
    pub fn check(&self, of: &PatternedLoad) -> Result<(), Invalid> {
        match self {
            Pattern::Constant => Ok(()),
            Pattern::Noise(bounds) => bounds.check(of.noise_ms),
            Pattern::Spikes { every, ms } => {
                of.spike_every.check_number(f64::from(*every))?;
                of.spike_ms.check_number(*ms)
            }
        }
    }

    /// Whether nothing changes, so that a file need not say so.
    pub(super) fn is_constant(&self) -> bool {
        *self == Pattern::Constant
    }

    /// What a steady load of `load_ms` costs with this pattern in the mean, ms.
    pub fn mean_ms(&self, load_ms: f64) -> f64 {
        match self {
            Pattern::Constant => load_ms,
            Pattern::Noise(bounds) => f64::midpoint(bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => load_ms + ms / f64::from((*every).max(1)),
        }
    }
}
