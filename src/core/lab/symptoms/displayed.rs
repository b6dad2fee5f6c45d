//! The displayed frames of a regime, whether they show anything new or not: which are torn, dropped, queued or repeated.

use super::intervals::lower_median;
use super::symptom::{Symptom, evidence};
use super::words::{PictureSums, Said};
use crate::base::time::{Span, Time};
use std::collections::VecDeque;

/// The least number of frames that are stored, and that a verdict on their waits needs.
const FEWEST: usize = 4;
/// The least number of frames for a verdict on tearing or repeats.
const MANY: usize = 10;
/// A finished frame that waits for this many refreshes is queued.
const QUEUED: f64 = 3.0;
/// A pane tears if at least this share of its frames are torn.
const TORN: f64 = 0.1;
/// Frames repeat if at least this share of them show nothing new.
const REPEATED: f64 = 0.25;

/// The facts about a displayed frame besides what it shows.
#[derive(Clone, Copy, Debug)]
pub struct FlipFacts {
    /// Whether the display tore.
    pub torn: bool,
    /// The time for which the finished frame waited to be displayed.
    pub waited: Span,
    /// The number of frames that were rendered since the displayed frame before and never displayed.
    pub dropped: usize,
}

#[derive(Clone, Copy, Debug)]
struct ShownFlip {
    at: Time,
    /// Whether the frame is a picture.
    is_new: bool,
    facts: FlipFacts,
}

/// The displayed frames of a span.
#[derive(Clone, Copy, Debug)]
pub struct ShownFrames {
    pub all: usize,
    /// The number of pictures among them.
    pub new: usize,
    pub span: Span,
}

impl ShownFrames {
    /// Returns the share of the frames that show nothing new, in %.
    pub fn repeated_percent(&self) -> f64 {
        100.0 * (self.all - self.new) as f64 / self.all as f64
    }

    /// Returns whether enough frames show nothing new, at `factor` times the threshold.
    pub fn repeat(&self, factor: f64) -> bool {
        self.all >= MANY && (self.all - self.new) as f64 >= factor * REPEATED * self.all as f64
    }
}

#[derive(Clone, Debug, Default)]
pub struct DisplayedFrames {
    flips: VecDeque<ShownFlip>,
}

impl DisplayedFrames {
    /// Adds a frame that was displayed at `at`; `is_new` is whether it is a picture. Drops frames that are older than `reach`, but
    /// keeps the fewest that a verdict needs.
    pub fn add(&mut self, at: Time, is_new: bool, facts: FlipFacts, reach: Span) {
        self.flips.push_back(ShownFlip { at, is_new, facts });
        while self.flips.len() > FEWEST && self.flips[0].at < at - reach {
            self.flips.pop_front();
        }
    }

    /// Notes that the newest frame was handed over at the moment at which it was displayed, so that it has not waited.
    pub fn hand_over_newest(&mut self, at: Time) {
        if let Some(flip) = self.flips.back_mut().filter(|flip| flip.at == at) {
            flip.facts.waited = Span::ZERO;
        }
    }

    fn since(&self, from: Time) -> impl Iterator<Item = &ShownFlip> + Clone {
        self.flips.range(self.flips.partition_point(|flip| flip.at <= from)..)
    }

    /// Counts the frames after the picture `first` up to the picture `last`; `None` without such frames.
    pub fn between(&self, first: Time, last: Time) -> Option<ShownFrames> {
        let frames = self.since(first).filter(|flip| flip.at <= last);
        let (all, new) = (frames.clone().count(), frames.filter(|flip| flip.is_new).count());
        (all > 0).then(|| ShownFrames { all, new, span: last - first })
    }

    /// Returns the newest moments after `from` at which a frame appeared that shows nothing new.
    pub fn newest_repeats(&self, from: Time) -> Vec<Time> {
        evidence(self.since(from).filter(|flip| !flip.is_new).map(|flip| flip.at))
    }

    /// Returns the share of the frames after `from` that were never displayed, in %; `None` without frames.
    pub fn dropped_percent(&self, from: Time) -> Option<f64> {
        let (frames, dropped) = (self.since(from).count(), self.since(from).map(|flip| flip.facts.dropped).sum());
        PictureSums { frames, dropped, ..PictureSums::default() }.dropped_percent()
    }

    /// Finds finished frames after `from` that wait for several refreshes of `interval` flicks; `None` if there are none.
    pub fn queued(&self, from: Time, interval: f64, factor: f64) -> Option<Symptom> {
        let mut waits: Vec<Span> = self.since(from).map(|flip| flip.facts.waited).collect();
        if waits.len() < FEWEST {
            return None;
        }
        let waited = lower_median(&mut waits);
        (waited.flicks() as f64 >= factor * QUEUED * interval)
            .then(|| Symptom::new(Said::Queued, waited.as_millis(), evidence(self.since(from).map(|flip| flip.at))))
    }

    /// Finds tearing after `from`, at `factor` times the threshold; `None` if there is none.
    pub fn tearing(&self, from: Time, factor: f64) -> Option<Symptom> {
        let torn = || self.since(from).filter(|flip| flip.facts.torn);
        let (all, count) = (self.since(from).count(), torn().count());
        let share = count as f64 / all as f64;
        (all >= MANY && share >= TORN * factor)
            .then(|| Symptom::new(Said::Tearing, share * 100.0, evidence(torn().map(|flip| flip.at))))
    }
}
