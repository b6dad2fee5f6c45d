//! The lengths of time over which numbers and recordings look back.

use crate::base::time::{FLICKS_PER_SECOND, Span};

const fn seconds(count: i64) -> Span {
    Span::from_flicks(count * FLICKS_PER_SECOND)
}

/// The longest time for which a pane's run is recorded: 20 s.
pub const RECORDED: Span = seconds(20);
/// The time over which recent numbers look back: 2 s, long enough to be steady, short enough to follow a slider.
pub const RECENT: Span = seconds(2);
/// The shortest time over which speeds and differences between frames are computed: 0.5 s. At the beginning of a run they have no
/// value.
pub const ENOUGH: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The time over which recent passes at walls are counted: 6 s, because a pass takes up to a few seconds.
pub const RECENT_PASSES: Span = seconds(6);
/// The time without a new frame after which a pane is not responding: 10 s.
pub const RESPONDING: Span = seconds(10);
