//! The pictures of a pane: displayed frames that show another moment than the one before.

use super::intervals::{Interval, StallFinder, lower_median};
use super::kind::Kind;
use super::symptom::{MOST_EVIDENCE, Symptom};
use super::turns::RECOVERY;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

const fn millis(count: i64) -> Span {
    Span::from_flicks(FLICKS_PER_SECOND / 1000 * count)
}

/// The least number of pictures in a window.
const FEWEST: usize = 4;
/// A rate below twenty pictures a second is low.
const LOW: Span = millis(50);
/// A picture is late by at least this much, on a display of however many hertz.
const LATE_BY: Span = millis(4);
/// At most this share of the pictures is long where a loop stutters.
const FEW: f64 = 0.25;
/// Long pictures that come again within this time are no stutter where pictures judder.
const RECURS: Span = millis(250);
/// Pictures judder if they are uneven by more than this, in flicks, and by more than this share of their mean stay.
const UNEVEN: f64 = (FLICKS_PER_SECOND / 1000) as f64;
const UNEVEN_SHARE: f64 = 0.08;
/// The number of pictures, the most uneven ones, that judder leaves out.
const LEFT_OUT: usize = 2;
/// The least time that a frozen picture stays, and its least ratio to the lower median.
const STILL: Span = millis(100);
const STILL_TIMES: i64 = 3;
/// The median that is assumed while there are fewer than three pictures.
const UNKNOWN: Span = Span::from_flicks(FLICKS_PER_SECOND / 3);
/// The time before the newest picture from which the median is taken: 2 s.
const USUAL: Span = millis(2000);
/// The least share of torn frames where a pane tears, and the least number of frames that the share needs.
const TORN: f64 = 0.1;
const MANY: usize = 10;

/// A picture that has one before it.
#[derive(Clone, Copy, Debug)]
struct Picture {
    at: Time,
    /// The time that the picture before it stayed: Δd.
    passed: Span,
    /// The time by which the moment that it shows is later: Δs.
    simulated: Span,
}

/// The evenness of the pictures of a window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evenness {
    /// The mean of |Δs/k − Δd| without the two largest, in flicks; `None` while nothing moves.
    pub error: Option<f64>,
    /// The mean Δd of the same pictures, in flicks.
    mean: f64,
    /// The ends of the two pictures that are off most, of those that count.
    worst: Option<Time>,
}

/// The pictures of the last seconds.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// The newest picture: when it came, and what it shows.
    newest: Option<(Time, Time)>,
    /// When the newest frame came, whether it shows a new picture or not.
    pub last_flip: Option<Time>,
    /// The pictures that have one before them.
    ways: VecDeque<Picture>,
    finder: StallFinder,
    stalls: VecDeque<Interval>,
    /// The frames of a display that tears: when each came, and whether it tore.
    flips: VecDeque<(Time, bool)>,
}

impl Pictures {
    /// Adds a displayed frame. Pictures older than `reach` are forgotten.
    pub fn add(&mut self, at: Time, drawn: Time, torn: bool, reach: Span) {
        self.last_flip = Some(at);
        self.flips.push_back((at, torn));
        while self.flips.pop_front_if(|(old, _)| *old < at - reach).is_some() {}
        let before = match self.newest {
            Some((_, shown)) if shown == drawn => return,
            before => before,
        };
        self.newest = Some((at, drawn));
        let Some((begin, shown)) = before else { return };
        let picture = Picture { at, passed: at - begin, simulated: drawn - shown };
        self.stalls.extend(self.finder.add(Interval { begin, length: picture.passed }));
        self.ways.push_back(picture);
        let oldest = at - reach - RECOVERY;
        while self.ways.len() > 2 * FEWEST && self.ways[1].at < oldest {
            self.ways.pop_front();
        }
        while self.stalls.pop_front_if(|stall| stall.end() < oldest).is_some() {}
    }

    /// Returns the pictures after `from`, and at least the last four.
    fn since(&self, from: Time) -> impl ExactSizeIterator<Item = &Picture> + Clone {
        let first = self.ways.partition_point(|picture| picture.at <= from);
        self.ways.range(first.min(self.ways.len().saturating_sub(FEWEST))..)
    }

    /// Returns whether the pictures after `from` are enough to say that nothing is wrong.
    pub fn are_enough(&self, from: Time) -> bool {
        self.since(from).len() + 1 >= FEWEST
    }

    /// Returns the mean time between the pictures after `from`, in flicks; `None` without any.
    pub fn mean(&self, from: Time) -> Option<f64> {
        let all = self.since(from).len();
        let passed: i64 = self.since(from).map(|picture| picture.passed.flicks()).sum();
        (all > 0).then(|| passed as f64 / all as f64)
    }

    /// Finds a low rate of the pictures after `from`, at `factor` times the threshold.
    pub fn low_rate(&self, from: Time, factor: f64) -> Option<Symptom> {
        let mean = self.mean(from).filter(|mean| *mean > LOW.flicks() as f64 * factor)?;
        let evidence = evidence(self.since(from).map(|picture| picture.at - picture.passed));
        self.are_enough(from).then(|| Symptom::new(Kind::LowFrameRate, FLICKS_PER_SECOND as f64 / mean, evidence))
    }

    /// Finds pictures after `from` that stay much longer than the others, and whether they come again soon. `refresh` is in
    /// flicks.
    pub fn stutter(&self, from: Time, refresh: f64, factor: f64) -> Option<(Symptom, bool)> {
        let all = self.since(from).len();
        let mut stays: Vec<Span> = self.since(from).map(|picture| picture.passed).collect();
        let usual = lower_median(&mut stays);
        let above = usual.flicks().max(LATE_BY.flicks()) as f64;
        let least = usual.flicks() as f64 + factor * above.max(refresh);
        let long = || self.since(from).filter(|picture| picture.passed.flicks() as f64 >= least);
        let count = long().count();
        if all < FEWEST || count < 2 || count as f64 * factor > all as f64 * FEW {
            return None;
        }
        let late: i64 = stays.iter().map(|stay| (*stay - usual).max(Span::ZERO).flicks()).sum();
        let shown: i64 = stays.iter().map(|stay| stay.flicks()).sum();
        let longest = stays.iter().max().copied().unwrap_or(Span::ZERO);
        let mut apart: Vec<Span> = long().zip(long().skip(1)).map(|(first, second)| second.at - first.at).collect();
        let recurs = lower_median(&mut apart) <= RECURS;
        let symptom = Symptom::new(
            Kind::Stutter,
            1000.0 * late as f64 / shown as f64,
            evidence(long().map(|picture| picture.at - picture.passed)),
        );
        Some((symptom.with_numbers([count as f64, all as f64, longest.as_millis()]), recurs))
    }

    /// Returns how evenly the pictures after `from` come.
    pub fn evenness(&self, from: Time) -> Evenness {
        let pictures = self.since(from);
        let ratio = |left_out: &[Time]| {
            let (mut simulated, mut passed, mut count) = (0, 0, 0);
            for picture in pictures.clone().filter(|picture| !left_out.contains(&picture.at)) {
                simulated += picture.simulated.flicks();
                passed += picture.passed.flicks();
                count += 1;
            }
            (simulated > 0 && passed > 0).then(|| (simulated as f64 / passed as f64, passed as f64 / f64::from(count), count))
        };
        let error = |picture: &Picture, k: f64| (picture.simulated.flicks() as f64 / k - picture.passed.flicks() as f64).abs();
        if pictures.len() < FEWEST || ratio(&[]).is_none() {
            return Evenness::default();
        }
        // Fixed steps are off by exactly the same: whole numbers tell which of them comes first.
        let whole = |span: Span| i128::from(span.flicks());
        let passed: i128 = pictures.clone().map(|picture| whole(picture.passed)).sum();
        let simulated: i128 = pictures.clone().map(|picture| whole(picture.simulated)).sum();
        let off = |picture: &Picture| (whole(picture.simulated) * passed - whole(picture.passed) * simulated).abs();
        let mut left_out: Vec<Time> = Vec::with_capacity(LEFT_OUT);
        for _ in 0..LEFT_OUT {
            let mut most: Option<(i128, Time)> = None;
            for picture in pictures.clone().filter(|picture| !left_out.contains(&picture.at)) {
                let off = off(picture);
                if most.is_none_or(|(largest, _)| off > largest) {
                    most = Some((off, picture.at));
                }
            }
            left_out.extend(most.map(|(_, at)| at));
        }
        let Some((k, mean, count)) = ratio(&left_out) else { return Evenness::default() };
        let (mut sum, mut worst) = (0.0, (0.0, None));
        for picture in pictures.filter(|picture| !left_out.contains(&picture.at)) {
            let off = error(picture, k);
            sum += off;
            if off > worst.0 {
                worst = (off, Some(picture.at));
            }
        }
        Evenness { error: Some(sum / f64::from(count)), mean, worst: worst.1 }
    }

    /// Finds, among the stalls that ended after `from`, a single one.
    pub fn stall(&self, from: Time, now: Time) -> Option<Symptom> {
        let mut stalls = self.stalls.iter().filter(|stall| stall.end() > from);
        let stall = *stalls.next()?;
        if stalls.next().is_some() {
            return None;
        }
        let (settled, mut lost, mut jump) = (stall.end() + RECOVERY, Span::ZERO, Span::ZERO);
        for picture in self.ways.iter().filter(|picture| picture.at > stall.begin && picture.at <= settled) {
            lost += picture.passed - picture.simulated;
            jump = jump.max(picture.simulated);
        }
        let is_settled = f64::from(u8::from(now >= settled));
        let symptom = Symptom::new(Kind::Stall, stall.length.as_millis(), vec![stall.begin, stall.end()]);
        Some(symptom.with_numbers([is_settled, lost.as_millis(), jump.as_millis()]))
    }

    /// Finds a display that stands still.
    pub fn frozen(&self, now: Time) -> Option<Symptom> {
        let (shown_at, _) = self.newest?;
        let recent = self.ways.iter().filter(|picture| picture.at > shown_at - USUAL);
        let mut stays: Vec<Span> = recent.map(|picture| picture.passed).collect();
        let longest = stays.iter().max().copied().unwrap_or(Span::ZERO);
        let usual = if stays.len() < 3 { UNKNOWN } else { lower_median(&mut stays) };
        let waiting = now - shown_at;
        (waiting >= STILL.max(usual * STILL_TIMES) && waiting > longest)
            .then(|| Symptom::new(Kind::Frozen, waiting.as_millis(), vec![shown_at]))
    }

    /// Finds frames after `from` that tear, at `factor` times the threshold.
    pub fn tearing(&self, from: Time, factor: f64) -> Option<Symptom> {
        let flips = self.flips.iter().filter(|(at, _)| *at > from);
        let (all, torn) = (flips.clone().count(), flips.clone().filter(|(_, torn)| *torn).count());
        let share = torn as f64 / all as f64;
        (all >= MANY && share >= TORN * factor)
            .then(|| Symptom::new(Kind::Tearing, share * 100.0, evidence(flips.filter(|(_, torn)| *torn).map(|(at, _)| *at))))
    }
}

impl Evenness {
    /// Finds pictures that judder, at `factor` times the threshold.
    pub fn judder(&self, factor: f64) -> Option<Symptom> {
        let error = self.error.filter(|error| *error > factor * UNEVEN.max(UNEVEN_SHARE * self.mean))?;
        Some(Symptom::new(Kind::Judder, error / UNEVEN, self.worst.into_iter().collect()))
    }
}

/// Returns the last [`MOST_EVIDENCE`] of these moments.
pub fn evidence(moments: impl Iterator<Item = Time> + Clone) -> Vec<Time> {
    let all = moments.clone().count();
    moments.skip(all.saturating_sub(MOST_EVIDENCE)).collect()
}
