//! When the next frame begins: when the browser asks for one, which follows its display.

use web_time::Instant;

/// The window's pace while something moves.
pub struct Pacing;

#[expect(clippy::unused_self, reason = "a desktop's has a metronome")]
impl Pacing {
    /// Nothing has moved yet.
    pub fn new() -> Pacing {
        Pacing
    }

    /// Nothing, after a pause.
    pub fn forget(&mut self) {}

    /// The next frame is requested at once, and the browser calls when its display has room for it.
    pub fn next(&mut self, _: f64, _: Instant, _: f64) -> Instant {
        Instant::now()
    }
}
