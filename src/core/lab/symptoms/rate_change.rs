//! Changes of the frame rate within a capture: from second to second, slowly over all of it, or to and fro.
//!
//! The rates are those of whole seconds, so neither hitches nor uneven frames are changes. A short scene or a loading screen is none
//! either: each rate must hold for nine tenths of a quarter of the capture, of which 4 s are the least and 10 s the most.

use super::intervals::Interval;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Rates differ if the higher one is at least this many times the lower one.
const DIFFERS: f64 = 1.25;
/// The least ratio of the rates at both ends of a slow change. It is lower than that of a sudden one, because chance goes to and
/// fro.
const DRIFTS: f64 = 1.2;
/// The shortest and the longest time in which a rate must hold, in seconds.
const HOLDS: (usize, usize) = (4, 10);
/// The part of a capture for which a rate must hold, within `HOLDS`.
const PARTS: usize = 4;
/// A change is sudden if two seconds hold at least this share of it.
const SUDDEN: f64 = 0.75;
/// A rate goes one way if no quarter of the capture goes back by more than this share of the whole change.
const NOISE: f64 = 0.1;

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
    /// To and fro: a tenth of the seconds have less than the rate before, a tenth more than the rate after.
    ToAndFro,
}

impl RateChange {
    /// Finds the first change in the stays of the frames of a capture; `None` if its rate holds.
    pub fn of(mut stays: impl Iterator<Item = Interval>) -> Option<RateChange> {
        let first = stays.next()?;
        let rates = rates([first].into_iter().chain(stays));
        let holds = (rates.len() / PARTS).clamp(HOLDS.0, HOLDS.1);
        let steps = steps(&rates, holds);
        let Some(step) = steps.first() else { return drift(&rates, holds).or_else(|| to_and_fro(&rates, holds)) };
        let next = steps.get(1).copied();
        let [before, after] = [&rates[..*step], &rates[*step..next.unwrap_or(rates.len())]].map(middle);
        let ends = &rates[rates.len() - holds..];
        let last = middle(ends);
        let holds_at_end = ends.iter().all(|rate| (last / DIFFERS..=last * DIFFERS).contains(rate));
        if next.is_some() && holds_at_end && (last > after) == (after > before) {
            return Some(RateChange { before: middle(&rates[..holds]), after: last, course: Course::Drift });
        }
        let at_s = |second: usize| (first.begin - Time::ZERO).as_secs() + second as f64;
        Some(RateChange { before, after, course: Course::Step { at_s: at_s(*step), until_s: next.map(at_s) } })
    }

    /// Finds the rates to and fro in which several parts of a capture differ; `None` if their rate holds.
    pub fn of_parts(stays: impl Iterator<Item = Interval>) -> Option<RateChange> {
        let mut begin = Time::ZERO;
        let joined = stays.map(|stay| {
            let joined = Interval { begin, ..stay };
            begin = joined.end();
            joined
        });
        let rates = rates(joined);
        to_and_fro(&rates, (rates.len() / PARTS).clamp(HOLDS.0, HOLDS.1))
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
            Course::ToAndFro => format!("{before:.0} to {after:.0} FPS"),
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
            Course::ToAndFro => format!(
                "The frame rate goes to and fro: a tenth of the seconds have less than {before:.0} FPS, a tenth more than {after:.0} FPS."
            ),
        }
    }
}

/// Returns the frames a second of each whole second. A frame counts in the second in which its flip ends the stay. A stay of more than
/// a second is a stall and no rate: the seconds in it have the rate before it.
fn rates(stays: impl Iterator<Item = Interval>) -> Vec<f64> {
    let second = Span::from_flicks(FLICKS_PER_SECOND);
    let (mut rates, mut begin, mut sum, mut count) = (Vec::new(), None, Span::ZERO, 0);
    for stay in stays {
        let first: Time = *begin.get_or_insert(stay.begin);
        if stay.length <= second {
            (sum, count) = (sum + stay.length, count + 1);
        }
        let over = (stay.end() - first).whole(second) as usize;
        if over > rates.len() {
            let before = rates.last().copied().unwrap_or_else(|| 1.0 / stay.length.as_secs());
            rates.resize(over, if count > 0 { f64::from(count) / sum.as_secs() } else { before });
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

/// Returns by how many times two groups of rates differ; 0 if that is less than `least`, or if more than one in ten of a group is nearer to the
/// other one.
fn difference(before: &[f64], after: &[f64], least: f64) -> f64 {
    let [one, other] = [before, after].map(middle);
    let (ratio, between) = (one.max(other) / one.min(other), (one * other).sqrt());
    let is_apart = |rates: &[f64], own: f64| {
        let strays = rates.iter().filter(|rate| (**rate > between) != (own > between)).count();
        strays * 10 <= rates.len()
    };
    if ratio >= least && is_apart(before, one) && is_apart(after, other) { ratio } else { 0.0 }
}

/// Returns the seconds at which the rate changes suddenly: of those close to each other the one that changes it most.
fn steps(rates: &[f64], holds: usize) -> Vec<usize> {
    let at = |second: usize| {
        let (before, after) = (&rates[second - holds..second], &rates[second..second + holds]);
        let change = (middle(after) - middle(before)).abs();
        let in_two = |first: usize| (rates[first + 2] - rates[first]).abs();
        let is_sudden = in_two(second - 2).max(in_two(second - 1)) >= SUDDEN * change;
        (second, if is_sudden { difference(before, after, DIFFERS) } else { 0.0 })
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
    let goes_one_way = quarters.windows(2).all(|pair| (pair[1] - pair[0]) * way.signum() >= -NOISE * way.abs());
    let smooth: Vec<f64> = rates.windows(3).map(middle).collect();
    let is_sudden = smooth.windows(3).any(|three| (three[2] - three[0]).abs() >= SUDDEN * way.abs());
    let (before, after) = (*smooth.first()?, *smooth.last()?);
    // In a few seconds the rates at both ends come near each other.
    let differ = difference(first, last, DRIFTS) > 0.0 || to_and_fro(rates, holds).is_some();
    (differ && goes_one_way && !is_sudden).then_some(RateChange { before, after, course: Course::Drift })
}

/// Finds rates of which the middle half of the seconds differ; `None` if they lie closer together, or are few.
fn to_and_fro(rates: &[f64], holds: usize) -> Option<RateChange> {
    let mut sorted = rates.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let quantile = |tenths: f64| sorted[((sorted.len() - 1) as f64 * tenths / 10.0).round() as usize];
    let is_long = rates.len() >= 2 * holds;
    let differ = is_long && quantile(7.5) >= DIFFERS * quantile(2.5);
    differ.then(|| RateChange { before: quantile(1.0), after: quantile(9.0), course: Course::ToAndFro })
}

impl Serialize for RateChange {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (course, at_s, until_s) = match self.course {
            Course::Drift => ("drift", None, None),
            Course::Step { at_s, until_s } => ("step", Some(at_s), until_s),
            Course::ToAndFro => ("to-and-fro", None, None),
        };
        let mut fields = to.serialize_struct("rate_change", 5)?;
        fields.serialize_field("course", course)?;
        fields.serialize_field("before_fps", &self.before)?;
        fields.serialize_field("after_fps", &self.after)?;
        fields.serialize_field("at_s", &at_s)?;
        fields.serialize_field("until_s", &until_s)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use crate::base::random::{CounterRng, Purpose};
    use crate::lab::symptoms::rate_change::*;

    /// A part of a capture: its length in seconds, and its rate at the beginning and at the end.
    type Part = (f64, f64, f64);

    /// Returns the change in frames whose rate goes evenly through each part; each frame is up to a share `noise` longer or shorter.
    fn change(parts: &[Part], noise: f64) -> Option<RateChange> {
        let (mut rng, mut at, mut number) = (CounterRng::new(3, Purpose::RenderNoise), 0.0, 0);
        let mut stays = Vec::new();
        for (length, first, last) in parts {
            let begin = at;
            while at < begin + length - 1e-6 {
                number += 1;
                let rate = first + (last - first) * (at - begin) / length;
                let stay = (1.0 + noise * (2.0 * rng.unit(number) - 1.0)) / rate;
                stays.push(Interval { begin: Time::from_secs(at), length: Span::from_secs(stay) });
                at += stay;
            }
        }
        RateChange::of(stays.into_iter())
    }

    #[test]
    fn a_rate_that_holds_never_changes() {
        let steady: [&[Part]; 10] = [
            &[(20.0, 60.0, 60.0)],
            &[(60.0, 144.0, 144.0)],
            &[(5.0, 30.0, 30.0)],
            &[(20.0, 60.0, 50.0)],                                        // A sixth less is no change.
            &[(9.0, 60.0, 60.0), (3.0, 120.0, 120.0), (9.0, 60.0, 60.0)], // A short scene,
            &[(20.0, 60.0, 60.0), (8.0, 30.0, 30.0), (20.0, 60.0, 60.0)],
            &[(16.0, 60.0, 60.0), (3.0, 25.0, 25.0)],   // one at the end,
            &[(3.0, 300.0, 300.0), (17.0, 60.0, 60.0)], // and loading screens.
            &[(3.5, 15.0, 15.0), (30.0, 60.0, 60.0)],
            &[(8.0, 20.0, 20.0), (60.0, 90.0, 90.0)],
        ];
        for parts in steady {
            for noise in [0.0, 0.05, 0.3] {
                assert_eq!(change(parts, noise), None, "{parts:?}, {noise}");
            }
        }
        assert_eq!(RateChange::of([].into_iter()), None);
        let with_a_stall = [(10.0, 60.0, 60.0), (12.0, 1.0 / 12.0, 1.0 / 12.0), (10.0, 60.0, 60.0)];
        assert_eq!(change(&with_a_stall, 0.0), None, "nothing is shown for 12 s, which is no rate");
    }

    #[test]
    fn a_sudden_change_has_both_rates_and_its_second() {
        for (before, after) in [(90.0, 40.0), (40.0, 90.0), (60.0, 30.0), (144.0, 100.0), (30.0, 38.0)] {
            for (first_s, then_s) in [(10.0, 10.0), (5.0, 5.0), (6.4, 13.0), (30.0, 12.0), (4.5, 11.5), (100.0, 300.0)] {
                let parts = [(first_s, before, before), (then_s, after, after)];
                for noise in [0.0, 0.1] {
                    let found = change(&parts, noise).unwrap_or_else(|| panic!("{parts:?}"));
                    let Course::Step { at_s, until_s: None } = found.course else { panic!("{parts:?}: {found:?}") };
                    assert!((at_s - first_s).abs() <= 1.0, "{parts:?}: {found:?}");
                    assert!((found.before / before - 1.0).abs() < 0.03 && (found.after / after - 1.0).abs() < 0.03, "{found:?}");
                }
            }
        }
    }

    #[test]
    fn a_rate_that_comes_back_is_told_until_then() {
        let found = change(&[(10.0, 90.0, 90.0), (12.0, 40.0, 40.0), (15.0, 90.0, 90.0)], 0.1).expect("it changes");
        assert_eq!(found.in_words(), "90 FPS, 40 FPS from 10 to 22 s");
        assert_eq!(found.sentence(), "The frame rate falls from 90 to 40 FPS at 10 s, and changes again at 22 s.");
    }

    #[test]
    fn a_rate_of_which_the_capture_holds_little_is_no_last_one() {
        let scenes = [(4.0, 59.0, 59.0), (5.0, 111.0, 111.0), (4.0, 185.0, 185.0), (2.0, 59.0, 59.0)];
        let found = change(&scenes, 0.0).expect("it changes");
        assert!(matches!(found.course, Course::Step { until_s: Some(_), .. }), "{found:?}");
        assert!((found.before - 59.0).abs() < 3.0 && (found.after - 111.0).abs() < 6.0, "{found:?}");
    }

    #[test]
    fn a_rate_that_goes_to_and_fro_has_the_rates_of_most_seconds() {
        for length in [1.0, 2.0, 3.0] {
            let parts: Vec<Part> = (0..12).map(|part| (length, [60.0, 30.0][part % 2], [60.0, 30.0][part % 2])).collect();
            let found = change(&parts, 0.1).unwrap_or_else(|| panic!("phases of {length} s"));
            assert_eq!(found.course, Course::ToAndFro, "{length} s: {found:?}");
            assert!((found.before - 30.0).abs() < 4.0 && (found.after - 60.0).abs() < 4.0, "{length} s: {found:?}");
        }
    }

    #[test]
    fn a_slow_change_has_the_first_and_the_last_rate() {
        let slow: [&[Part]; 7] = [
            &[(20.0, 60.0, 30.0)],
            &[(60.0, 60.0, 30.0)],
            &[(20.0, 90.0, 30.0)],
            &[(30.0, 40.0, 80.0)],
            &[(10.0, 60.0, 60.0), (12.0, 60.0, 30.0)],
            &[(5.0, 90.0, 90.0), (5.0, 70.0, 70.0), (5.0, 52.0, 52.0), (5.0, 38.0, 38.0)],
            &[(8.0, 60.0, 28.0)],
        ];
        for parts in slow {
            for noise in [0.0, 0.1] {
                let found = change(parts, noise).unwrap_or_else(|| panic!("{parts:?}"));
                // The median of three seconds is the rate in the middle of them.
                let within = |(length, first, last): Part, at: f64| first + (last - first) * at / length;
                let (begins, ends) = (parts[0], parts[parts.len() - 1]);
                let (first, last) = (within(begins, 1.5), within(ends, ends.0 - 1.5));
                assert_eq!(found.course, Course::Drift, "{parts:?}: {found:?}");
                assert!(
                    (found.before / first - 1.0).abs() < 0.04 && (found.after / last - 1.0).abs() < 0.04,
                    "{parts:?}: {found:?}"
                );
            }
        }
    }
}
