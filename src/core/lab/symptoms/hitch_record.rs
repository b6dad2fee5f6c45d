//! The hitches and stalls of a whole capture, by the rules of the findings.

use super::displayed::FlipFacts;
use super::intervals::Interval;
use super::judgement::LEAST;
use super::pictures::Pictures;
use super::symptom::{Symptom, TICK};
use super::windows::TEN_SECONDS;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::model::config::capture::Capture;
use std::collections::BTreeMap;

/// Returns the times in which pictures of a capture stayed long, the earliest first: the hitches that states of the findings count, and
/// the stalls that they tell (docs/metrics.md). Findings tell a lone stall apart from hitches, so that nothing is told twice.
pub fn hitches_of(capture: &Capture) -> Vec<Interval> {
    let mut record = HitchRecord::default();
    let mut next = (Time::ZERO + LEAST).ceil_to(TICK);
    for frame in capture.frames.iter().filter(|frame| frame.flip < Time::NEVER) {
        while next < frame.flip {
            record.add_state(next);
            next += TICK;
        }
        let facts = FlipFacts { torn: false, waited: Span::ZERO, dropped: 0 };
        record.pictures.add(frame.flip, (frame.sample > Time::ZERO).then_some(frame.sample), facts, TEN_SECONDS);
    }
    if next <= capture.end() {
        record.add_state(next);
    }
    record.found.into_iter().map(|(begin, length)| Interval { begin, length }).collect()
}

#[derive(Default)]
struct HitchRecord {
    pictures: Pictures,
    /// The lengths of the hitches and stalls so far, by their beginnings.
    found: BTreeMap<Time, Span>,
}

impl HitchRecord {
    /// Adds the hitches and the stall of the state at `now`.
    fn add_state(&mut self, now: Time) {
        let [recent, ten] = [RECENT, TEN_SECONDS].map(|span| (now - span).max(Time::ZERO));
        let hitches = self.pictures.hitches([recent, ten], now, &|_, _| 1.0);
        self.found.extend(hitches.iter().flat_map(Symptom::hitches).map(|hitch| (hitch.begin, hitch.length)));
        let stall = self.pictures.stall(now - RECENT, now, false).map(|symptom| symptom.evidence);
        if let Some([begin, end]) = stall.as_deref() {
            self.found.insert(*begin, *end - *begin);
        }
    }
}
