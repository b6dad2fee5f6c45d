//! Changes of the frame rate within a capture: from second to second, or slowly over all of it.
//!
//! The rates are those of whole seconds, so neither hitches nor uneven frames are changes. A short scene or a loading screen is none
//! either: each rate must hold for a quarter of the capture, at least 4 s, but 10 s always suffice.

use super::intervals::Interval;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Rates differ if the higher one is at least this many times the lower one.
const DIFFERS: f64 = 1.25;
/// The shortest and the longest time for which a rate must hold, in seconds.
const HOLDS: (usize, usize) = (4, 10);
/// The part of a capture for which a rate must hold, within `HOLDS`.
const PARTS: usize = 4;
/// A change is sudden if two seconds hold at least this share of it.
const SUDDEN: f64 = 0.75;

/// The frame rates of a capture, which differ from a moment on, or from its beginning to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateChange {
    /// The rate before the change, in hertz.
    pub before: f64,
    /// The rate after it, in hertz.
    pub after: f64,
    pub course: Course,
}

/// The way in which a rate changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// Slowly, from the beginning to the end.
    Drift,
    /// At this moment, in seconds. The next change comes at `until_s`; `None` if it is the only one.
    Step { at_s: f64, until_s: Option<f64> },
}

impl RateChange {
    /// Finds the first change in the stays of the frames of a capture; `None` if its rate holds.
    pub fn of(mut stays: impl Iterator<Item = Interval>) -> Option<RateChange> {
        let first = stays.next()?;
        let rates = rates([first].into_iter().chain(stays));
        let holds = (rates.len() / PARTS).clamp(HOLDS.0, HOLDS.1);
        let steps = steps(&rates, holds);
        let Some(step) = steps.first() else { return drift(&rates, holds) };
        let next = steps.get(1).copied();
        let [before, after] = [&rates[..*step], &rates[*step..next.unwrap_or(rates.len())]].map(middle);
        let at_s = |second: usize| (first.begin - Time::ZERO).as_secs() + second as f64;
        Some(RateChange { before, after, course: Course::Step { at_s: at_s(*step), until_s: next.map(at_s) } })
    }

    /// Returns both rates for a headline: `90 FPS, from 10 s on 40 FPS`.
    pub(super) fn in_words(&self) -> String {
        let RateChange { before, after, course } = self;
        match course {
            Course::Drift => format!("{before:.0} FPS at first, {after:.0} FPS at last"),
            Course::Step { at_s, until_s: None } => format!("{before:.0} FPS, from {at_s:.0} s on {after:.0} FPS"),
            Course::Step { at_s, until_s: Some(until_s) } => {
                format!("{before:.0} FPS, {after:.0} FPS from {at_s:.0} to {until_s:.0} s")
            }
        }
    }

    /// Returns the sentence about the change.
    pub fn sentence(&self) -> String {
        let RateChange { before, after, course } = self;
        let goes = if after < before { "falls" } else { "rises" };
        match course {
            Course::Drift => format!("The frame rate {goes} slowly, from {before:.0} to {after:.0} FPS."),
            Course::Step { at_s, until_s } => {
                let until = until_s.map_or_else(String::new, |until_s| format!(", and changes again at {until_s:.0} s"));
                format!("The frame rate {goes} from {before:.0} to {after:.0} FPS at {at_s:.0} s{until}.")
            }
        }
    }
}

/// Returns the frames a second of each whole second. A frame counts in the second in which its flip ends the stay, and a second
/// without a flip has the rate of the stay that covers it.
fn rates(stays: impl Iterator<Item = Interval>) -> Vec<f64> {
    let (mut rates, mut begin, mut sum, mut count) = (Vec::new(), None, Span::ZERO, 0);
    for stay in stays {
        let first: Time = *begin.get_or_insert(stay.begin);
        (sum, count) = (sum + stay.length, count + 1);
        let over = (stay.end() - first).whole(Span::from_flicks(FLICKS_PER_SECOND)) as usize;
        if over > rates.len() {
            rates.resize(over, f64::from(count) / sum.as_secs());
            (sum, count) = (Span::ZERO, 0);
        }
    }
    rates
}

/// Returns the lower median; zero without values.
fn middle(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.len().checked_sub(1).map_or(0.0, |last| sorted[last / 2])
}

/// Returns by how many times two groups of rates differ; 0 if they don't, or if more than one in ten of a group is nearer to the
/// other one.
fn difference(before: &[f64], after: &[f64]) -> f64 {
    let [one, other] = [before, after].map(middle);
    let (ratio, between) = (one.max(other) / one.min(other), (one * other).sqrt());
    let is_apart = |rates: &[f64], own: f64| {
        let strays = rates.iter().filter(|rate| (**rate > between) != (own > between)).count();
        strays * 10 <= rates.len()
    };
    if ratio >= DIFFERS && is_apart(before, one) && is_apart(after, other) { ratio } else { 0.0 }
}

/// Returns the seconds at which the rate changes suddenly: of those close to each other the one that changes it most.
fn steps(rates: &[f64], holds: usize) -> Vec<usize> {
    let at = |second: usize| {
        let (before, after) = (&rates[second - holds..second], &rates[second..second + holds]);
        let change = (middle(after) - middle(before)).abs();
        let in_two = |first: usize| (rates[first + 2] - rates[first]).abs();
        let is_sudden = in_two(second - 2).max(in_two(second - 1)) >= SUDDEN * change;
        (second, if is_sudden { difference(before, after) } else { 0.0 })
    };
    let candidates: Vec<(usize, f64)> = (holds..(rates.len() + 1).saturating_sub(holds)).map(at).collect();
    let greatest = |change: &[(usize, f64)]| {
        change.iter().max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0))).map(|(second, _)| *second)
    };
    candidates.split(|(_, ratio)| *ratio == 0.0).filter_map(greatest).collect()
}

/// Finds a rate that goes one way from the beginning to the end, but not suddenly; `None` if it does not.
fn drift(rates: &[f64], holds: usize) -> Option<RateChange> {
    if rates.len() < 2 * holds {
        return None;
    }
    let (first, last) = (&rates[..holds], &rates[rates.len() - holds..]);
    let way = middle(last) - middle(first);
    let quarters: Vec<f64> = rates.chunks(rates.len().div_ceil(PARTS)).map(middle).collect();
    let goes_one_way = quarters.windows(2).all(|pair| (pair[1] - pair[0]) * way >= 0.0);
    let smooth: Vec<f64> = rates.windows(3).map(middle).collect();
    let is_sudden = smooth.windows(3).any(|three| (three[2] - three[0]).abs() >= SUDDEN * way.abs());
    let (before, after) = (*smooth.first()?, *smooth.last()?);
    (difference(first, last) > 0.0 && goes_one_way && !is_sudden).then_some(RateChange { before, after, course: Course::Drift })
}

impl Serialize for RateChange {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (at_s, until_s) = match self.course {
            Course::Drift => (None, None),
            Course::Step { at_s, until_s } => (Some(at_s), until_s),
        };
        let mut fields = to.serialize_struct("rate_change", 4)?;
        fields.serialize_field("before_fps", &self.before)?;
        fields.serialize_field("after_fps", &self.after)?;
        fields.serialize_field("at_s", &at_s)?;
        fields.serialize_field("until_s", &until_s)?;
        fields.end()
    }
}
