//! Two bounds of a random length of time.

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
    /// Holds both bounds against the range of `param`.
    ///
    /// # Errors
    /// If a bound is out of the parameter's range, or the lower one above the upper.
    pub fn check(&self, param: &Param) -> Result<(), Invalid> {
        param.check_number(self.lo_ms)?;
        param.check_number(self.hi_ms)?;
        if self.lo_ms > self.hi_ms {
            let given = format!("{}:{}", self.lo_ms, self.hi_ms);
            return Err(Invalid::new(param.name, given, "LO:HI with LO not above HI"));
        }
        Ok(())
    }
}
