//! Waking much later than usual, now and then.

use super::controls::{SettingsPanel, Slider};
use super::setting_value::{SettingValue, parse_part, split_pair};
use crate::base::params::{Invalid, Param, Unit};
use serde::{Deserialize, Serialize};

/// With a probability, an exponential excess on top of how late a wait ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tail {
    /// How likely a wait has an excess, 0 to 1.
    pub probability: f64,
    /// The mean of the excess, ms.
    pub mean_ms: f64,
}

impl Tail {
    /// The mean of the excess.
    pub const MEAN_MS: Param = Param::millis("wake_tail", 0.0, (0.0, 10_000.0), "The mean of the excess.");

    /// The mean that an excess begins with, ms: a slice of the scheduler's.
    const USUAL_MEAN_MS: f64 = 2.0;

    /// Returns whether a wait can end later because of it.
    pub fn is_felt(&self) -> bool {
        self.probability > 0.0 && self.mean_ms > 0.0
    }

    /// Shows how likely an excess is, in percent, and its mean.
    pub(super) fn show(&mut self, param: &Param, panel: &mut dyn SettingsPanel) {
        let mut percent = self.probability * 100.0;
        let often = Slider {
            unit: Unit::Percent,
            typed: (0.0, 100.0),
            ..Slider::logarithmic("Much later, how often", param, (0.0, 100.0))
        };
        if panel.slider(&often, &mut percent) {
            // Without a probability the mean is 0; with one it must not be, or nothing would be seen.
            self.probability = (percent / 100.0).clamp(0.0, 1.0);
            let begins = self.mean_ms == 0.0 && self.probability > 0.0;
            self.mean_ms = if begins { Tail::USUAL_MEAN_MS } else { self.mean_ms };
            if self.probability == 0.0 {
                *self = Tail::default();
            }
        }
        if self.probability > 0.0 {
            panel.slider(&Slider::logarithmic("Much later, by (mean)", &Tail::MEAN_MS, (0.0, 100.0)), &mut self.mean_ms);
        }
    }

    /// Returns whether no wait has an excess, so that a file need not say so.
    pub(super) fn is_none(&self) -> bool {
        *self == Tail::default()
    }
}

impl SettingValue for Tail {
    /// Reads `P:MS`.
    fn parse(text: &str, param: &Param) -> Result<Tail, Invalid> {
        let (probability, mean) = split_pair(text, "P:MS", param)?;
        Ok(Tail { probability: parse_part(probability, text, param)?, mean_ms: parse_part(mean, text, &Tail::MEAN_MS)? })
    }

    fn text(self) -> String {
        format!("{}:{}", self.probability, self.mean_ms)
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        param.check_number(self.probability)?;
        Tail::MEAN_MS.check_number(self.mean_ms)
    }
}
