//! The window's own missed refreshes: what the real monitor could have shown in the last second and the window did not draw.
//!
//! A pane's stutter is the subject; the window's own would be mistaken for it. So it is counted, by the moments at which
//! the window's frames begin.

use std::collections::VecDeque;

/// How long is looked at, in seconds.
const LOOKED_AT: f64 = 1.0;
/// Nothing is said before so much of it has been seen, in seconds.
const ENOUGH: f64 = 0.5;
/// No frame for so long, in seconds: the window was hidden or the computer slept.
const HIDDEN: f64 = 1.0;

/// Refreshes of the real monitor in about the last second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnMisses {
    /// How many the window had no new frame for.
    pub missed: u32,
    /// How many there were.
    pub of: u32,
}

/// Counts them.
#[derive(Debug, Default)]
pub struct MissCounter {
    /// How long each frame of the last second lasted, in seconds.
    frames: VecDeque<f64>,
    /// The sum of them.
    seconds: f64,
    /// Of the monitor, in seconds.
    period: f64,
}

impl MissCounter {
    /// After a pause.
    pub fn forget(&mut self) {
        *self = MissCounter::default();
    }

    /// A frame of the window began `elapsed` seconds after the one before; the monitor refreshes once in a `period`.
    pub fn add(&mut self, elapsed: f64, period: f64) {
        if elapsed >= HIDDEN {
            return self.forget();
        }
        self.period = period;
        self.frames.push_back(elapsed);
        self.seconds += elapsed;
        while self.seconds - self.frames.front().unwrap_or(&0.0) >= LOOKED_AT {
            self.seconds -= self.frames.pop_front().unwrap_or_default();
        }
    }

    /// What was missed; nothing so soon after a pause.
    pub fn misses(&self) -> Option<OwnMisses> {
        if self.seconds < ENOUGH {
            return None;
        }
        // All together: one that begins late and the next in time are both shown, each at a refresh of its own.
        let of = (self.seconds / self.period).round() as u32;
        Some(OwnMisses { missed: of.saturating_sub(self.frames.len() as u32), of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(frames: impl IntoIterator<Item = f64>) -> Option<OwnMisses> {
        let mut counter = MissCounter::default();
        frames.into_iter().for_each(|elapsed| counter.add(elapsed, 1.0 / 60.0));
        counter.misses()
    }

    fn refreshes(counts: impl IntoIterator<Item = u32>) -> impl Iterator<Item = f64> {
        counts.into_iter().map(|count| f64::from(count) / 60.0)
    }

    #[test]
    fn a_window_with_a_frame_at_every_refresh_misses_none_however_its_clock_jitters() {
        assert_eq!(after(refreshes([1; 300])), Some(OwnMisses { missed: 0, of: 60 }));
        let jitter = (0..300).map(|n| 1.0 / 60.0 + if n % 2 == 0 { 0.009 } else { -0.009 });
        assert_eq!(after(jitter).map(|misses| misses.missed), Some(0));
    }

    #[test]
    fn every_refresh_without_a_frame_of_its_own_is_counted_for_a_second() {
        let hitch = |then| refreshes([1; 100].into_iter().chain([5]).chain(vec![1; then]));
        assert_eq!(after(hitch(0)), Some(OwnMisses { missed: 4, of: 60 }));
        assert_eq!(after(hitch(50)).map(|misses| misses.missed), Some(4));
        assert_eq!(after(hitch(60)).map(|misses| misses.missed), Some(0), "a second later it is over");
        assert_eq!(after(refreshes([3; 100])), Some(OwnMisses { missed: 40, of: 60 }), "20 frames a second");
    }

    #[test]
    fn after_a_pause_and_after_a_window_was_hidden_nothing_is_said_at_first() {
        assert_eq!(after(refreshes([1; 29])), None);
        assert_eq!(after(refreshes([1; 100].into_iter().chain([60 * 20]))), None);
        let back = refreshes([1; 100].into_iter().chain([60 * 20]).chain([1; 40]));
        assert_eq!(after(back).map(|misses| misses.missed), Some(0));
    }
}
