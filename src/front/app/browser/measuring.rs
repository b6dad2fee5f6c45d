//! A browser gives a page no exact clock and no threads to burn, so nothing is measured on the real clock.

use crate::studio::session::host::NO_REAL_CLOCK;
use crate::studio::session::{MeasurementProgress, Session};

/// There is none.
pub enum Measurement {}

/// # Errors
/// Always.
pub fn start(_: &Session, _: f64) -> Result<Measurement, &'static str> {
    Err(NO_REAL_CLOCK)
}

/// There is none.
pub fn seen(measurement: &mut Measurement) -> MeasurementProgress {
    match *measurement {}
}
