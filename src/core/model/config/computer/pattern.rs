//! How a load goes from frame to frame, or from update to update.

use super::bounds::Bounds;
use super::controls::{Choice, ChoiceOption, SettingsPanel, Slider};
use super::setting_value::{SettingValue, parse_part, split_pair};
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// How a load changes from one operation to the next: the render load from frame to frame, the update load from update to
/// update. It depends on the number of the frame or update alone, so that every pane gets the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pattern {
    /// Every operation costs the load.
    #[default]
    Constant,
    /// Every operation costs a random length between two bounds *instead of* the load.
    Noise(Bounds),
    /// Every operation costs the load, and each `every`-th one `ms` more.
    Spikes {
        /// The number of frames or updates from one spike to the next, 1 to 100 000.
        every: u32,
        /// The length of a spike, ms.
        ms: f64,
    },
}

/// The ranges of a load's pattern.
#[derive(Debug)]
pub struct PatternRanges {
    /// The bounds of [`Pattern::Noise`].
    pub noise_ms: Param,
    /// The length of [`Pattern::Spikes`].
    pub spike_ms: Param,
    /// The number of operations from one spike of [`Pattern::Spikes`] to the next.
    pub spike_every: Param,
}

const NOISE_MS: (f64, f64) = (0.0, 10_000.0);
const SPIKE_EVERY: (f64, f64) = (1.0, 100_000.0);

impl PatternRanges {
    /// The ranges of the render load's pattern, from frame to frame.
    pub const RENDER: PatternRanges = PatternRanges {
        noise_ms: Param::millis("noise_ms", 10.0, NOISE_MS, "A random render load for every frame, the same in every pane."),
        spike_ms: Param::millis("spike_ms", 50.0, NOISE_MS, "What every n-th frame costs on top of the render load."),
        spike_every: Param::count("spike_every", 30.0, SPIKE_EVERY, "Every how many frames a spike comes."),
    };
    /// The ranges of the update load's pattern, from update to update.
    pub const UPDATE: PatternRanges = PatternRanges {
        noise_ms: Param::millis(
            "update_noise_ms",
            2.0,
            NOISE_MS,
            "A random update load for every update, the same in every pane; a part of an update costs its part of it.",
        ),
        spike_ms: Param::millis("update_spike_ms", 50.0, NOISE_MS, "What every n-th update costs on top of the update load."),
        spike_every: Param::count("update_spike_every", 30.0, SPIKE_EVERY, "Every how many updates a spike comes."),
    };

    /// Returns the ranges of the pattern that is set as `param`.
    fn of(param: &Param) -> PatternRanges {
        if param.name == "update_pattern" { PatternRanges::UPDATE } else { PatternRanges::RENDER }
    }
}

impl SettingValue for Pattern {
    /// Reads `constant`, `noise:LO:HI` or `spikes:EVERY:MS`.
    fn parse(text: &str, param: &Param) -> Result<Pattern, Invalid> {
        let ranges = PatternRanges::of(param);
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        match word {
            "constant" if rest.is_empty() => Ok(Pattern::Constant),
            "noise" => Bounds::parse(rest, &ranges.noise_ms).map(Pattern::Noise),
            "spikes" => {
                let (every, ms) = split_pair(rest, "EVERY:MS", param)?;
                let every = parse_part(every, rest, &ranges.spike_every)? as u32;
                Ok(Pattern::Spikes { every, ms: parse_part(ms, rest, &ranges.spike_ms)? })
            }
            _ => Err(Invalid::new(param.name.as_ref(), text, "constant, noise:LO:HI or spikes:EVERY:MS")),
        }
    }

    fn text(self) -> String {
        match self {
            Pattern::Constant => "constant".to_owned(),
            Pattern::Noise(bounds) => format!("noise:{}", bounds.text()),
            Pattern::Spikes { every, ms } => format!("spikes:{every}:{ms}"),
        }
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        let ranges = PatternRanges::of(param);
        match self {
            Pattern::Constant => Ok(()),
            Pattern::Noise(bounds) => bounds.check(&ranges.noise_ms),
            Pattern::Spikes { every, ms } => {
                ranges.spike_every.check_number(f64::from(every))?;
                ranges.spike_ms.check_number(ms)
            }
        }
    }
}

impl Pattern {
    /// Shows the patterns as one word each, and the numbers of the one that is set; `noise` begins with the bounds `usual`.
    pub(super) fn show(&mut self, (name, every_name): (&str, &str), usual: Bounds, param: &Param, panel: &mut dyn SettingsPanel) {
        let ranges = PatternRanges::of(param);
        let offered = [
            (Pattern::Constant, "steady", "The load of the slider, every time."),
            (Pattern::Noise(usual), "noise", &*ranges.noise_ms.about),
            (Pattern::Spikes { every: 30, ms: 50.0 }, "spikes", &*ranges.spike_ms.about),
        ];
        let is_chosen = |pattern: &Pattern| std::mem::discriminant(pattern) == std::mem::discriminant(self);
        let options = offered.map(|(pattern, word, about)| ChoiceOption { word, about, is_chosen: is_chosen(&pattern) });
        if let Some(index) = panel.choice(&Choice { name, about: &param.about, options: &options, side_by_side: false }) {
            *self = if options[index].is_chosen { *self } else { offered[index].0 };
        }
        match self {
            Pattern::Constant => {}
            Pattern::Noise(bounds) => {
                let slider = |name| Slider::logarithmic(name, &ranges.noise_ms, (0.1, 200.0));
                bounds.show([slider("From"), slider("To")], panel);
            }
            Pattern::Spikes { every, ms } => {
                panel.slider(&Slider::logarithmic("Spike", &ranges.spike_ms, (0.0, 500.0)), ms);
                let mut distance = f64::from(*every);
                panel.slider(&Slider::logarithmic(every_name, &ranges.spike_every, (1.0, 240.0)), &mut distance);
                *every = distance as u32;
            }
        }
    }

    /// Returns whether the pattern is constant, which a file need not say.
    pub(super) fn is_constant(&self) -> bool {
        *self == Pattern::Constant
    }

    /// Returns the mean cost of a steady load of `load_ms` with this pattern, ms.
    pub fn mean_ms(&self, load_ms: f64) -> f64 {
        match self {
            Pattern::Constant => load_ms,
            Pattern::Noise(bounds) => f64::midpoint(bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => load_ms + ms / f64::from((*every).max(1)),
        }
    }
}
