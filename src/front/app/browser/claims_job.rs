//! Every claim of the articles is measured between the frames, one at a time.

use crate::studio::claims::{self, Claim, Measured};
use web_time::Duration;

/// Measurements under way.
pub struct ClaimsJob {
    left: std::vec::IntoIter<&'static Claim>,
}

impl ClaimsJob {
    /// How soon it is worth looking at it again.
    pub const LOOK_AGAIN: Duration = Duration::ZERO;

    /// Starts with the first claim.
    pub fn start() -> ClaimsJob {
        ClaimsJob { left: claims::all().map(|(_, claim)| claim).collect::<Vec<_>>().into_iter() }
    }

    /// Measures the next claim; also whether that was all.
    pub fn poll(&mut self) -> (Vec<(&'static str, Vec<Measured>)>, bool) {
        let Some(claim) = self.left.next() else { return (Vec::new(), true) };
        // A test makes every run; what is refused all the same has no number.
        let measured = claims::evaluate(claim).ok().map(|measured| (claim.id.as_str(), measured));
        (measured.into_iter().collect(), false)
    }
}
