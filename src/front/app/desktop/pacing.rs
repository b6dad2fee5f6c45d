//! When the next frame begins: at the display's pace, which presenting waits for on most systems.

use crate::studio::session::pacing::Metronome;
use web_time::{Duration, Instant};

/// The window's pace while something moves.
pub struct Pacing(Metronome);

impl Pacing {
    /// Nothing has moved yet.
    pub fn new() -> Pacing {
        Pacing(Metronome::default())
    }

    /// After a pause.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// When the next frame is to begin after one that began `began` seconds after `start`; `period` is the monitor's, in
    /// seconds.
    pub fn next(&mut self, began: f64, start: Instant, period: f64) -> Instant {
        start + Duration::from_secs_f64(self.0.next(began, period))
    }
}
