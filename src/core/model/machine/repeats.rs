//! The repeats of a frame on a display with a variable refresh, where frames come more rarely than its lowest rate.
//!
//! The display can't wait longer than 1/LO, so it shows the old frame again, and a new frame then waits 1/HI for its turn. With
//! [`LowRates::Last`] the repeat comes at the last moment, 1/LO after the refresh before. With [`LowRates::Even`] the display expects
//! the next frame after the mean *g* of the last eight stays, and divides this time: with n = max(1, ⌈1.1 · g · LO⌉), repeat j < n
//! comes j · ⌊g / n⌋ after the flip, and every later one at the last moment. A range with HI < 2.2 · LO is too narrow to divide a stay.

use crate::base::time::{Span, Time};
use crate::model::config::computer::LowRates;

/// The number of stays whose mean is the expected stay.
const STAYS: usize = 8;

/// The repeats that divide the expected stay of one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepeatPlan {
    flip: Time,
    /// The time from one planned refresh to the next.
    apart: Span,
    /// The number of planned repeats that have not come.
    left: i64,
    /// The number of repeats that have come.
    made: i64,
}

impl RepeatPlan {
    /// Returns a plan without repeats: all come at the last moment.
    pub fn none() -> RepeatPlan {
        RepeatPlan { flip: Time::ZERO, apart: Span::ZERO, left: 0, made: 0 }
    }

    /// Returns the plan for a frame with the last of these flips, which are in order and at most [`STAYS`] + 1.
    pub fn after(flips: impl Iterator<Item = Time>, shortest: Span, longest: Span, spread: LowRates) -> RepeatPlan {
        let is_too_narrow = longest.flicks() * 10 < shortest.flicks() * 22;
        if spread == LowRates::Last || is_too_narrow {
            return RepeatPlan::none();
        }
        let mut flips = flips.peekable();
        let Some(first) = flips.peek().copied() else { return RepeatPlan::none() };
        let (stays, flip) = flips.fold((-1, first), |(stays, _), flip| (stays + 1, flip));
        if stays == 0 {
            return RepeatPlan::none();
        }
        let expected = (flip - first).flicks() / stays;
        let parts = (expected * 11).div_euclid(longest.flicks() * 10) + i64::from((expected * 11) % (longest.flicks() * 10) > 0);
        RepeatPlan { flip, apart: Span::from_flicks(expected / parts.max(1)), left: parts.max(1) - 1, made: 0 }
    }

    /// Returns the repeat after the refresh at `refreshed`.
    pub fn next(self, refreshed: Time, longest: Span) -> Time {
        if self.left > 0 { self.flip + self.apart * (self.made + 1) } else { refreshed + longest }
    }

    /// Counts a repeat that has come.
    pub fn repeated(&mut self) {
        self.made += 1;
        self.left = (self.left - 1).max(0);
    }

    /// Returns the last refresh before `done`, given the refresh at `refreshed`, if no frame comes until then.
    pub fn last_before(mut self, done: Time, refreshed: Time, longest: Span) -> Time {
        let mut last = refreshed;
        while self.left > 0 {
            let next = self.next(last, longest);
            if next >= done {
                return last;
            }
            last = next;
            self.repeated();
        }
        last + longest * ((done - last).flicks() - 1).div_euclid(longest.flicks()).max(0)
    }
}

/// The newest flips of a display.
#[derive(Debug, Default)]
pub(super) struct NewestFlips(std::collections::VecDeque<Time>);

impl NewestFlips {
    #[inline]
    pub fn add(&mut self, flip: Time) {
        if self.0.len() > STAYS {
            self.0.pop_front();
        }
        self.0.push_back(flip);
    }

    /// Returns the newest flips once `coming` have happened, too.
    pub fn with(&self, coming: impl Iterator<Item = Time> + Clone) -> impl Iterator<Item = Time> {
        let all = self.0.len() + coming.clone().count();
        self.0.iter().copied().chain(coming).skip(all.saturating_sub(STAYS + 1))
    }
}
