//! The times from one displayed frame to the next, each with its count, and their quantiles.

use super::quantile::quantile_rank;
use crate::base::time::Span;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A time between two frames, and the refresh interval of their display (the bits of an `f64` in flicks); `None` if the display
/// is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameInterval {
    pub length: Span,
    pub refresh: Option<u64>,
}

impl FrameInterval {
    /// Returns the length and the refresh interval in flicks; `None` if the display is unknown.
    pub fn on_display(&self) -> Option<(f64, f64)> {
        Some((self.length.flicks() as f64, f64::from_bits(self.refresh?)))
    }
}

/// The count of each time from one frame to the next. There are few different times, because most lie between refresh ticks; in a
/// capture nearly all differ.
#[derive(Clone, Debug, Default)]
pub struct FrameIntervals {
    counts: FxHashMap<FrameInterval, u64>,
    /// The lengths with their counts, the longest first. Ten metrics need them, so they are sorted once.
    longest_first: OnceLock<Vec<(Span, u64)>>,
}

/// Equal counts are equal, whether they have been sorted or not.
impl PartialEq for FrameIntervals {
    fn eq(&self, other: &FrameIntervals) -> bool {
        self.counts == other.counts
    }
}

impl FrameIntervals {
    pub fn add(&mut self, interval: FrameInterval, count: u64) {
        *self.counts.entry(interval).or_default() += count;
        self.longest_first.take();
    }

    pub fn add_all(&mut self, other: &FrameIntervals) {
        other.iter().for_each(|(interval, count)| self.add(*interval, *count));
    }

    /// Returns the intervals with their counts, in no fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (&FrameInterval, &u64)> {
        self.counts.iter()
    }

    /// Returns the lengths with their counts, the longest first.
    pub fn longest_first(&self) -> &[(Span, u64)] {
        self.longest_first.get_or_init(|| {
            let mut all: Vec<(Span, u64)> = self.iter().map(|(interval, count)| (interval.length, *count)).collect();
            all.sort_unstable_by(|one, other| other.cmp(one));
            all
        })
    }
}

/// Returns the two of the sorted values (each with how often it occurs) between which a quantile lies, and the quantile's
/// position between them, 0 to 1; `None` without values.
pub fn quantile<'a>(sorted: &(impl Iterator<Item = &'a (Span, u64)> + Clone), share: f64) -> Option<(Span, Span, f64)> {
    let count: u64 = sorted.clone().map(|(_, count)| count).sum();
    let (whole, part) = quantile_rank(count, share);
    let at = |rank: u64| {
        let mut before = 0;
        let found = sorted.clone().find(|(_, count)| {
            before += count;
            before >= rank
        });
        found.or(sorted.clone().last()).map(|(value, _)| *value)
    };
    Some((at(whole)?, at(whole + 1)?, part))
}
