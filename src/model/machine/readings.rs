//! What a loop reads off the clock: rounded down, possibly missing at first, possibly from a counter that starts over.

use super::cost_model::CostModel;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};

const MILLISECOND: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000);

/// After how long a counter of milliseconds in 32 bits starts over: 49.7 days.
const COUNTER_PERIOD: Span = Span::from_flicks((1 << 32) * MILLISECOND.flicks());

/// The readings of one loop.
pub(super) struct Readings {
    /// The loop's first reading is still to come, and will be missing.
    misses_next: bool,
}

impl Readings {
    /// A loop begins. Where the clock shows something at the start, the loop's first reading is missing.
    pub fn begin(costs: &CostModel) -> Readings {
        Readings { misses_next: costs.clock_at > Span::ZERO }
    }

    /// What the loop reads at `now`: the last multiple of the timer's resolution. A missing reading is taken for zero,
    /// which is as long ago as the clock shows at the start.
    #[inline]
    pub fn read(&mut self, now: Time, costs: &CostModel) -> Time {
        if self.misses_next {
            self.misses_next = false;
            return Time::ZERO - costs.clock_at;
        }
        now.floor_to(costs.timer)
    }
}

/// What a counter of whole milliseconds in 32 bits shows at `moment` if it starts over from 0 at `wraps_at`.
pub(super) fn counter(moment: Time, wraps_at: Span) -> Time {
    let since = (moment - (Time::ZERO + wraps_at)).flicks().rem_euclid(COUNTER_PERIOD.flicks());
    Time::from_flicks(since).floor_to(MILLISECOND)
}
