//! How far back numbers and recordings look.

use crate::base::time::{FLICKS_PER_SECOND, Span};

const fn seconds(count: i64) -> Span {
    Span::from_flicks(count * FLICKS_PER_SECOND)
}

/// How far back a pane's run is recorded, at most: 20 s.
pub const RECORDED: Span = seconds(20);
/// How far back recent numbers look: 2 s, long enough to be steady, short enough to follow a slider.
pub const RECENT: Span = seconds(2);
/// The shortest time that numbers about differences are computed from, 0.5 s: at the beginning of a run there are none.
pub const ENOUGH: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// How far back recent passes at walls are counted: 6 s, since a pass takes up to a few seconds.
pub const RECENT_PASSES: Span = seconds(6);
/// The time without a new frame after which a pane is not responding, 10 s.
pub const RESPONDING: Span = seconds(10);
