//! Two bounds of a random length of time.

use super::controls::{SettingsPanel, Slider};
use super::setting_value::{SettingValue, parse_part, split_pair};
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// Two bounds in milliseconds, the lower one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The lower bound, ms.
    pub lo_ms: f64,
    /// The upper bound, ms.
    pub hi_ms: f64,
}

impl Bounds {
    /// Shows a slider for each bound; a bound that passes the other takes it along.
    pub(super) fn show(&mut self, [lower, upper]: [Slider<'_>; 2], panel: &mut dyn SettingsPanel) {
        panel.slider(&lower, &mut self.lo_ms);
        self.hi_ms = self.hi_ms.max(self.lo_ms);
        panel.slider(&upper, &mut self.hi_ms);
        self.lo_ms = self.lo_ms.min(self.hi_ms);
    }
}

impl SettingValue for Bounds {
    /// Reads `LO:HI`.
    fn parse(text: &str, param: &Param) -> Result<Bounds, Invalid> {
        let (lo, hi) = split_pair(text, "LO:HI", param)?;
        Ok(Bounds { lo_ms: parse_part(lo, text, param)?, hi_ms: parse_part(hi, text, param)? })
    }

    fn text(self) -> String {
        format!("{}:{}", self.lo_ms, self.hi_ms)
    }

    fn check(self, param: &Param) -> Result<(), Invalid> {
        param.check_number(self.lo_ms)?;
        param.check_number(self.hi_ms)?;
        if self.lo_ms > self.hi_ms {
            return Err(Invalid::new(param.name.as_ref(), self.text(), "LO:HI with LO not above HI"));
        }
        Ok(())
    }
}
