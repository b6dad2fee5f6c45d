//! The hitches of a whole capture, by the rule of the findings.

use super::intervals::Interval;
use super::pictures::{FlipFacts, Pictures, TEN_SECONDS, WindowHitches};
use super::symptom::TICK;
use super::watch::LEAST;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::model::config::capture::Capture;
use std::collections::BTreeMap;

/// A picture that stayed long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedHitch {
    /// The time in which the picture stayed, from flip to flip.
    pub stay: Interval,
    /// By how much it stayed longer than usual: than the lower median of the window in which it was counted first.
    pub late: Span,
}

/// Returns the hitches of a capture, the earliest first: each stay that any state of the findings counts, which are computed every
/// tenth of a second from the two and the ten seconds before (docs/metrics.md).
pub fn hitches_of(capture: &Capture) -> Vec<RecordedHitch> {
    let mut pictures = Pictures::default();
    let mut found: BTreeMap<Time, RecordedHitch> = BTreeMap::new();
    let mut next = (Time::ZERO + LEAST).ceil_to(TICK);
    for frame in capture.frames.iter().filter(|frame| frame.flip < Time::NEVER) {
        while next < frame.flip {
            add_state(&mut found, &pictures, next);
            next += TICK;
        }
        let facts = FlipFacts { torn: false, waited: Span::ZERO, dropped: 0 };
        pictures.add(frame.flip, (frame.sample > Time::ZERO).then_some(frame.sample), facts, TEN_SECONDS);
    }
    if next <= capture.end() {
        add_state(&mut found, &pictures, next);
    }
    found.into_values().collect()
}

/// Adds the hitches of the state at `now`.
fn add_state(found: &mut BTreeMap<Time, RecordedHitch>, pictures: &Pictures, now: Time) {
    let windows = [RECENT, TEN_SECONDS].map(|span| (now - span).max(Time::ZERO));
    let Some(WindowHitches { all, usual, .. }) = pictures.count_hitches(windows, &|_, _| 1.0) else { return };
    for stay in all.iter() {
        found.entry(stay.begin).or_insert(RecordedHitch { stay: *stay, late: stay.length - usual });
    }
}
