//! Hitches of a captured game that are no exceptions once all of the file is known: the first of an uneven pacing that goes on.

use super::hitches::Hitch;
use super::stays::RARE;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::model::config::capture::Capture;

/// A stay is as long as a hitch if it has nine tenths of its length.
const AS_LONG: (i64, i64) = (9, 10);

/// The uneven pacing of a captured game.
pub(super) struct UnevenPacing {
    /// Each time in which the frames are uneven, from its beginning to its end.
    times: Vec<(Time, Time)>,
    flips: Vec<Time>,
}

impl UnevenPacing {
    pub fn new(times: Vec<(Time, Time)>, capture: &Capture) -> UnevenPacing {
        let flips = capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
        UnevenPacing { times, flips }
    }

    /// Returns whether there are hitches, and all of them are part of uneven pacing: they come in it, or at most a window before it, it
    /// holds for longer, and more than one in `RARE` of its frames stay as long.
    pub fn has(&self, hitches: &[Hitch]) -> bool {
        let Some((first, last)) = hitches.first().zip(hitches.last()) else { return false };
        self.times.iter().any(|&(from, to)| {
            let holds_all = first.begin + RECENT >= from && last.end() <= to && last.end() - first.begin < to - from;
            holds_all && self.are_common(hitches, from, to)
        })
    }

    /// Returns whether more than one in `RARE` of the frames that flip from `from` to `to` stay as long as the longest hitch.
    fn are_common(&self, hitches: &[Hitch], from: Time, to: Time) -> bool {
        let longest = hitches.iter().map(|hitch| hitch.length).max().unwrap_or(Span::MAX);
        let [first, end] = [from, to].map(|at| self.flips.partition_point(|flip| *flip < at));
        let stays = || self.flips[first..end].windows(2).map(|pair| pair[1] - pair[0]);
        let as_long = stays().filter(|stay| *stay * AS_LONG.1 >= longest * AS_LONG.0).count();
        as_long * RARE > stays().count()
    }
}
