//! The sums from which the [`catalogue`](super::catalogue) computes every metric.
//!
//! [`Totals`] are sums over a part of a run. The totals of two parts add up to those of both parts, because all sums of time are
//! exact, in flicks. [`Sums`] adds the values that depend on more than sums.

use super::behind::Behind;
use super::frame_intervals::{FrameInterval, FrameIntervals, quantile};
use super::press_fates::PressTotals;
use super::reference::StepPath;
use super::screen::{DisplayedFrame, animation_error};
use super::stages::{Stage, StageTimes};
use crate::base::time::{Span, Time};
use crate::model::config::capture::SampleTimes;
use crate::model::world::body::Tally;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Sums over a part of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// The time for which the loop was busy: the costs of updates, thoughts and renders, and the time spun.
    pub busy: Span,
    pub rendered: u64,
    /// The frames that a newer one replaced before they were displayed.
    pub dropped: u64,
    pub updates: u64,
    /// The sum of the updates' dt, in flicks.
    pub made: i128,
    /// The thoughts: decisions that the world made between its updates.
    pub thoughts: u64,
    pub updates_per_turn_max: u64,
    /// The shortest step above 0; `None` if there was none.
    pub dt_min: Option<Span>,
    pub dt_max: Option<Span>,
    pub displayed: u64,
    /// The displayed frames that appeared in the middle of the scan-out.
    pub torn: u64,
    /// The refreshes that repeated a frame, because no new one was done.
    pub repeats: u64,
    /// The displayed frames that have a displayed frame before them.
    pub displayed_pairs: u64,
    /// The displayed frames that show another moment than the frame before them.
    pub distinct: u64,
    /// Σ Δd, in flicks.
    pub passed: i128,
    /// Σ Δs, in flicks.
    pub simulated: i128,
    /// The times from one frame to the next.
    intervals: FrameIntervals,
    /// The count of each stay (the time from one picture to the next). A picture is a frame that shows another moment than
    /// the frame before.
    stays: FxHashMap<Span, u64>,
    /// Σ |Δs − Δd| from picture to picture, in flicks.
    pub picture_error_sum: i128,
    /// Σ |Δs − Δd|, in flicks.
    pub error_sum: i128,
    /// The largest |Δs − Δd|.
    pub error_max: Span,
    /// The Δs and the Δd of the pair of frames with the largest |Δs − Δd|.
    pub error_max_pair: (Span, Span),
    /// Σ (d − s) of the displayed frames, in flicks.
    pub age_sum: i128,
    /// The d and the s of the frame with the least d − s; `None` before the first frame.
    pub age_min_at: Option<(Time, Time)>,
    /// The d and the s of the frame with the largest d − s; `None` before the first frame.
    pub age_max_at: Option<(Time, Time)>,
    /// The longest path of a body in one step, in world units; `None` if no path was measured.
    pub step_length_max: Option<f64>,
    /// The longest path in one step in proportion to the wall: the path, and the thickness of the thinnest wall plus the width of
    /// the body that meets it; `None` without a wall.
    pub wall_exposed: Option<(f64, f64)>,
    /// The number of distances from the reference solution. Their sum is not kept here, because sums of floating-point numbers
    /// depend on where the run is cut into parts.
    pub deviations: u64,
    /// The largest distance from the reference solution, in world units.
    pub deviation_max: f64,
    pub inputs: u64,
    /// The number of inputs with each time to the display. The key is that time in tenths of a millisecond, rounded down.
    pub latencies: BTreeMap<u64, u64>,
    pub latency_sum: i128,
    pub latency_min: Option<Span>,
    pub latency_max: Option<Span>,
    /// The presses of the world's button.
    pub presses: PressTotals,
    /// The stages of the latencies, in the order of [`Stage::ALL`].
    stages: [StageTimes; 5],
}

fn tenths(span: Span) -> u64 {
    span.max(Span::ZERO).whole(Span::from_millis(0.1)) as u64
}

fn larger<T: PartialOrd>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b > a { b } else { a }),
        (a, b) => a.or(b),
    }
}

fn smaller(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    a.into_iter().chain(b).min()
}

/// Returns the younger one of two frames, or the first if they are equally old. A frame is the moment of its flip and its sample
/// time.
fn younger(a: Option<(Time, Time)>, b: Option<(Time, Time)>) -> Option<(Time, Time)> {
    let age = |(at, drawn): &(Time, Time)| *at - *drawn;
    a.into_iter().chain(b).min_by_key(age)
}

/// Returns the older one of two frames, or the first if they are equally old.
fn older(a: Option<(Time, Time)>, b: Option<(Time, Time)>) -> Option<(Time, Time)> {
    let age = |(at, drawn): &(Time, Time)| *at - *drawn;
    b.into_iter().chain(a).max_by_key(age)
}

impl Totals {
    pub fn add_step(&mut self, dt: Span) {
        self.dt_max = self.dt_max.max(Some(dt));
        if dt > Span::ZERO {
            self.dt_min = smaller(self.dt_min, Some(dt));
        }
    }

    fn expose(&mut self, exposed: Option<(f64, f64)>) {
        let exposure = |exposed: Option<(f64, f64)>| exposed.map(|(length, wall)| length / wall);
        if exposure(exposed) > exposure(self.wall_exposed) {
            self.wall_exposed = exposed;
        }
    }

    /// Adds the paths of a world's bodies in a step.
    pub fn add_path(&mut self, path: &StepPath) {
        if path.bodies > 0 {
            self.step_length_max = larger(self.step_length_max, Some(path.length_max));
            self.expose(path.wall.map(|wall| (path.length_max, wall)));
            self.deviations += u64::from(path.bodies);
            self.deviation_max = self.deviation_max.max(path.deviation_max);
        }
    }

    /// Adds the displayed frame `number`, counted from 1. `before` is the number of the displayed frame before it, 0 if there is
    /// none; the frames between the two were dropped.
    pub fn add_frame(&mut self, (before, number): (u64, u64), frame: DisplayedFrame, torn: bool) {
        self.displayed += 1;
        self.dropped += number.saturating_sub(before + 1);
        self.torn += u64::from(torn);
        let aged = Some((frame.at, frame.drawn));
        self.age_sum += i128::from((frame.at - frame.drawn).flicks());
        self.age_min_at = younger(self.age_min_at, aged);
        self.age_max_at = older(self.age_max_at, aged);
    }

    /// Adds a displayed frame with the one before it. `refresh` is the refresh interval in flicks, `None` if it is unknown.
    /// Returns the size of the animation error.
    pub fn add_pair(&mut self, before: DisplayedFrame, now: DisplayedFrame, refresh: Option<f64>) -> Span {
        let (passed, simulated) = (now.at - before.at, now.drawn - before.drawn);
        self.displayed_pairs += 1;
        self.distinct += u64::from(simulated != Span::ZERO);
        self.passed += i128::from(passed.flicks());
        self.simulated += i128::from(simulated.flicks());
        self.intervals.add(FrameInterval { length: passed, refresh: refresh.map(f64::to_bits) }, 1);
        let error = Span::from_flicks(animation_error(before, now).flicks().abs());
        self.error_sum += i128::from(error.flicks());
        if error > self.error_max {
            (self.error_max, self.error_max_pair) = (error, (simulated, passed));
        }
        error
    }

    /// Adds a picture (a frame that shows another moment than the frame before it) with the picture before it.
    pub fn add_picture(&mut self, before: DisplayedFrame, now: DisplayedFrame) {
        *self.stays.entry(now.at - before.at).or_default() += 1;
        self.picture_error_sum += i128::from(animation_error(before, now).flicks().abs());
    }

    /// Adds an input whose effect the display has shown. `stages` are the times that the input spent in the five stages.
    pub fn add_latency(&mut self, stages: [Span; 5]) {
        let latency = stages.into_iter().fold(Span::ZERO, std::ops::Add::add);
        *self.latencies.entry(tenths(latency)).or_default() += 1;
        self.latency_sum += i128::from(latency.flicks());
        self.latency_min = smaller(self.latency_min, Some(latency));
        self.latency_max = self.latency_max.max(Some(latency));
        for (times, took) in self.stages.iter_mut().zip(stages) {
            times.add(StageTimes { sum: i128::from(took.flicks()), longest: took });
        }
    }

    pub fn add(&mut self, other: &Totals) {
        self.busy += other.busy;
        self.rendered += other.rendered;
        self.dropped += other.dropped;
        self.updates += other.updates;
        self.made += other.made;
        self.thoughts += other.thoughts;
        self.updates_per_turn_max = self.updates_per_turn_max.max(other.updates_per_turn_max);
        self.dt_min = smaller(self.dt_min, other.dt_min);
        self.dt_max = self.dt_max.max(other.dt_max);
        self.displayed += other.displayed;
        self.torn += other.torn;
        self.repeats += other.repeats;
        self.displayed_pairs += other.displayed_pairs;
        self.distinct += other.distinct;
        self.passed += other.passed;
        self.simulated += other.simulated;
        self.intervals.add_all(&other.intervals);
        for (stay, count) in &other.stays {
            *self.stays.entry(*stay).or_default() += count;
        }
        self.picture_error_sum += other.picture_error_sum;
        self.error_sum += other.error_sum;
        if other.error_max > self.error_max {
            (self.error_max, self.error_max_pair) = (other.error_max, other.error_max_pair);
        }
        self.age_sum += other.age_sum;
        self.age_min_at = younger(self.age_min_at, other.age_min_at);
        self.age_max_at = older(self.age_max_at, other.age_max_at);
        self.step_length_max = larger(self.step_length_max, other.step_length_max);
        self.expose(other.wall_exposed);
        self.deviations += other.deviations;
        self.deviation_max = self.deviation_max.max(other.deviation_max);
        self.inputs += other.inputs;
        for (latency, count) in &other.latencies {
            *self.latencies.entry(*latency).or_default() += count;
        }
        self.latency_sum += other.latency_sum;
        self.latency_min = smaller(self.latency_min, other.latency_min);
        self.latency_max = self.latency_max.max(other.latency_max);
        self.presses.merge(&other.presses);
        for (times, other) in self.stages.iter_mut().zip(other.stages) {
            times.add(other);
        }
    }

    pub fn stage(&self, stage: Stage) -> StageTimes {
        self.stages[stage as usize]
    }

    pub fn inputs_seen(&self) -> u64 {
        self.latencies.values().sum()
    }

    /// Returns the number of inputs for each whole number of milliseconds to the display, rounded down.
    pub fn whole_latencies(&self) -> BTreeMap<u64, u64> {
        let mut whole = BTreeMap::new();
        for (tenths, count) in &self.latencies {
            *whole.entry(tenths / 10).or_default() += count;
        }
        whole
    }

    /// Returns the time in milliseconds, rounded down to 0.1 ms, within which the display answered this share of the inputs;
    /// `None` if it answered none.
    pub fn latency_rank(&self, share: f64) -> Option<f64> {
        let wanted = (self.inputs_seen() as f64 * share).ceil().max(1.0) as u64;
        let mut before = 0;
        let found = self.latencies.iter().find(|(_, count)| {
            before += **count;
            before >= wanted
        });
        found.map(|(latency, _)| *latency as f64 / 10.0)
    }

    pub fn shortest_interval(&self) -> Option<Span> {
        self.intervals.iter().map(|(interval, _)| interval.length).min()
    }

    /// Returns the interval at which the intervals, added up from the longest down, reach one part in `parts` of Σ Δd; `None`
    /// without intervals.
    pub fn low(&self, parts: f64) -> Option<Span> {
        let longest_first = self.intervals.longest_first();
        let (total, mut sum) = (self.passed as f64, 0.0);
        let mut reached = longest_first.iter().filter(|(interval, count)| {
            sum += interval.flicks() as f64 * *count as f64;
            sum * parts >= total
        });
        Some(reached.next().or(longest_first.last())?.0)
    }

    /// Returns the two intervals between whose rates the quantile `share` of 1 / Δd lies, the longer one first, and the
    /// quantile's position between them, 0 to 1; `None` without intervals. The rule is CapFrameX's for the quantiles of a sample.
    pub fn rate_quantile(&self, share: f64) -> Option<(Span, Span, f64)> {
        quantile(&self.intervals.longest_first().iter(), share)
    }

    /// Returns the number and the sum (in flicks) of the intervals that are at least as long as the quantile `share` of all
    /// intervals; `None` without intervals.
    pub fn longest_intervals(&self, share: f64) -> Option<(u64, i128)> {
        let longest_first = self.intervals.longest_first();
        let (a, b, part) = quantile(&longest_first.iter().rev(), share)?;
        let least = a.flicks() as f64 + part * (b - a).flicks() as f64;
        let long = longest_first.iter().take_while(|(interval, _)| interval.flicks() as f64 >= least);
        Some(long.fold((0, 0), |(number, sum), (interval, count)| {
            (number + count, sum + i128::from(interval.flicks()) * i128::from(*count))
        }))
    }

    /// Returns Σ max(0, Δd − T), in flicks; `None` if a T is unknown. Ticks fall on whole flicks, so a difference below one flick
    /// is a rounding error and does not count.
    pub fn late_in_all(&self) -> Option<f64> {
        let late = |(interval, count): (&FrameInterval, &u64)| {
            let (length, refresh) = interval.on_display()?;
            Some(if length - refresh >= 1.0 { (length - refresh) * *count as f64 } else { 0.0 })
        };
        // Floats are added in a fixed order, because the order of the map is not fixed.
        let mut parts: Vec<f64> = self.intervals.iter().map(late).collect::<Option<_>>()?;
        parts.sort_by(f64::total_cmp);
        Some(parts.into_iter().fold(0.0, std::ops::Add::add))
    }

    /// Returns the number of pictures that have a picture before them.
    pub fn pictures(&self) -> u64 {
        self.stays.values().sum()
    }

    /// Returns Σ max(0, Δd − the lower median of Δd) and Σ Δd from picture to picture, in flicks; `None` if there are fewer than
    /// two pictures.
    pub fn late_pictures(&self) -> Option<(i128, i128)> {
        let mut stays: Vec<(Span, u64)> = self.stays.iter().map(|(stay, count)| (*stay, *count)).collect();
        stays.sort_unstable();
        let mut left = self.pictures().checked_sub(1)? / 2;
        let median = stays.iter().find(|(_, count)| {
            let is_in = left < *count;
            left = left.saturating_sub(*count);
            is_in
        });
        let (median, _) = *median?;
        let sum = |of: &dyn Fn(Span) -> Span| {
            stays.iter().map(|(stay, count)| i128::from(of(*stay).flicks()) * i128::from(*count)).sum()
        };
        Some((sum(&|stay| (stay - median).max(Span::ZERO)), sum(&|stay| stay)))
    }

    /// Returns, for each number of refresh intervals, how many frames stayed that long; `None` if an interval is unknown.
    pub fn cadence(&self) -> Option<BTreeMap<u64, u64>> {
        let mut cadence = BTreeMap::new();
        for (interval, count) in self.intervals.iter() {
            let (length, refresh) = interval.on_display()?;
            *cadence.entry((length / refresh).round() as u64).or_default() += count;
        }
        Some(cadence)
    }
}

/// The sums behind the metrics of a whole run, or of its last two seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    pub(crate) totals: Totals,
    /// The time on the computer's clock that the sums cover.
    pub(crate) elapsed: Span,
    /// The sum of all distances from the reference solution, in world units. It is one running sum, because sums of
    /// floating-point numbers depend on where the run is cut into parts.
    pub(crate) deviation_sum: f64,
    pub(crate) jitter: Jitter,
    /// The simulated time that updates made, and the time in which they made it, in flicks; `None` if they are too few for a speed.
    pub(crate) made: Option<(i128, i128)>,
    /// The simulated time that displayed frames show, and the time in which they came, in flicks; `None` if they are too few for
    /// a speed.
    pub(crate) drawn: Option<(i128, i128)>,
    /// The moment of the sums, and the moment of the flip of the frame on the display; `None` in the sums of a whole run.
    pub(crate) shown: Option<(Time, Time)>,
    /// How far the newest frame is behind; `None` before the first frame.
    pub(crate) behind: Option<Behind>,
    pub tally: Tally,
    /// Whether the totals contain the paths of all steps.
    pub(crate) paths_known: bool,
    /// The source of the sample times.
    pub(crate) samples: SampleTimes,
}

/// The parts from which the jitter after the last displayed frame is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jitter {
    /// The jitter before the last frame, in flicks.
    pub before: f64,
    /// The size of the last frame's animation error, in flicks.
    pub error: f64,
}

impl Jitter {
    /// Returns the parts after one more frame, which has this animation error (RFC 3550 §6.4.1: a running mean with gain 1/16).
    #[must_use]
    pub fn then(self, error: Span) -> Jitter {
        Jitter { before: self.before + (self.error - self.before) / 16.0, error: error.flicks() as f64 }
    }
}
