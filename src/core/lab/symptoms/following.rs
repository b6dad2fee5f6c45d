//! How the body of world Camera moves against the five cameras in the displayed frames.

use super::judgement::Factor;
use super::kind::{Kind, Tone};
use super::symptom::{Symptom, evidence};
use super::words::Said;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::worlds::camera::{Followed, Follows};
use std::collections::VecDeque;

/// The fewest frames that show jitter.
const FEWEST: usize = 10;
/// The least mean jitter.
const LEAST: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000);
/// The least jitter in proportion to the mean stay, of a note and of a fault.
const SHARES: [(Tone, f64); 2] = [(Tone::Wrong, 0.12), (Tone::Note, 0.08)];

/// A displayed frame with the displayed frame before it.
#[derive(Clone, Copy, Debug)]
struct Pair {
    at: Time,
    stay: Span,
    /// By how much the body moved against each camera, in flicks.
    jitter: [f64; 5],
}

/// The displayed frames of a regime in world Camera; empty in other worlds.
#[derive(Clone, Debug, Default)]
pub struct Following {
    last: Option<(Time, Followed)>,
    pairs: VecDeque<Pair>,
}

impl Following {
    /// Adds a frame that is displayed at `at`. A pair counts if its first frame was displayed at or after `settled`.
    pub fn add(&mut self, at: Time, followed: Followed, settled: Time, reach: Span) {
        if let Some((before, seen)) = self.last.replace((at, followed)).filter(|(before, _)| *before >= settled) {
            self.pairs.push_back(Pair { at, stay: at - before, jitter: followed.against_cameras(&seen) });
        }
        while self.pairs.pop_front_if(|pair| pair.at < at - reach).is_some() {}
    }

    /// Finds the camera against which the body jitters most in the frames after `from`; `None` if it does not.
    pub fn jitter(&self, from: Time, rates: (Option<f64>, Option<f64>), factor: Factor) -> Option<Symptom> {
        let pairs = || self.pairs.iter().filter(|pair| pair.at > from);
        let count = pairs().count();
        if count < FEWEST {
            return None;
        }
        let mean = |lane: usize| pairs().map(|pair| pair.jitter[lane]).sum::<f64>() / count as f64;
        let means = Follows::ALL.into_iter().enumerate().map(|(lane, follows)| (mean(lane), follows));
        // Of equal cameras the first is named.
        let (jitter, follows) = means.rev().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let stay = pairs().map(|pair| pair.stay.flicks() as f64).sum::<f64>() / count as f64;
        let reaches =
            |(tone, share): &(Tone, f64)| jitter >= factor(Kind::Camera, *tone) * (share * stay).max(LEAST.flicks() as f64);
        let (tone, _) = *SHARES.iter().find(|level| reaches(level))?;
        let far = pairs().filter(|pair| pair.jitter[follows as usize] >= jitter).map(|pair| pair.at);
        let (steps_hz, frames_hz) = rates;
        let said = Said::Camera { follows, steps_hz, frames_hz };
        let value = jitter * 1000.0 / FLICKS_PER_SECOND as f64;
        Some(Symptom { tone, ..Symptom::new(said, value, evidence(far)) })
    }
}
