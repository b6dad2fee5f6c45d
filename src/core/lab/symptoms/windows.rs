//! The spans before a moment over which a pane is judged.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECENT;

/// The longest window: that of hitches, and of the speed if steps are long.
pub const TEN_SECONDS: Span = Span::from_flicks(10 * FLICKS_PER_SECOND);
/// The longer spans over which the speed is also measured if steps are long.
const LONGER: [Span; 2] = [Span::from_flicks(FLICKS_PER_SECOND * 4), TEN_SECONDS];
/// The window in which paths are judged: as long as a lap of Three movers.
const ROUND: Span = Span::from_flicks(FLICKS_PER_SECOND * 4);

/// The beginnings of the time windows of a moment. Events after a beginning count.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    pub now: Time,
    pub recent: Time,
    pub longer: [Time; 2],
    pub ten: Time,
    pub sights: Time,
}

impl Windows {
    /// Returns the windows of a state at `now`.
    pub fn at(now: Time) -> Windows {
        let longer = LONGER.map(|span| now - span);
        Windows { now, recent: now - RECENT, longer, ten: now - TEN_SECONDS, sights: now - ROUND }
    }

    /// Returns the windows of a run that is judged from `from` to `now`.
    pub fn whole(from: Time, now: Time) -> Windows {
        Windows { now, recent: from, longer: [from; 2], ten: from, sights: from }
    }

    /// Returns the windows without the time before `begin`.
    #[must_use]
    pub fn after(self, begin: Time) -> Windows {
        let Windows { now, recent, longer, ten, sights } = self;
        let longer = longer.map(|from| from.max(begin));
        Windows { now, recent: recent.max(begin), longer, ten: ten.max(begin), sights: sights.max(begin) }
    }

    /// Returns whether a run is judged as a whole, not a moment of it.
    pub fn are_judged(&self) -> bool {
        self.recent == self.ten
    }
}
