//! Waking much later than usual, now and then.

use super::setting_value::{SettingValue, parse_part, split_pair};
use crate::base::params::{Invalid, Param};
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

    /// Whether some waits end later than others by it.
    pub fn is_felt(&self) -> bool {
        self.probability > 0.0 && self.mean_ms > 0.0
    }

    /// Whether no wait has an excess, so that a file need not say so.
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
