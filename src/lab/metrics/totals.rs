//! Sums of what happened in a part of a run. The sums of two parts add up to those of both. All sums of time are exact, in
//! flicks, and converted once.

use super::displayed_frame::{DisplayedFrame, animation_error};
use super::stages::StageSum;
use super::step_path::StepPath;
use crate::base::time::{Span, Time};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// What happened in a part of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// What updates, thoughts and renders cost.
    pub busy: Span,
    /// How many frames were rendered.
    pub rendered: u64,
    /// How many frames a newer one overtook before they were shown.
    pub dropped: u64,
    /// How many updates were made.
    pub updates: u64,
    /// Σ dt of the updates, in flicks.
    pub made: i128,
    /// How many decisions the world took between its updates.
    pub thoughts: u64,
    /// The most updates in one turn of the loop.
    pub updates_per_turn_max: u64,
    /// The shortest step above 0.
    pub dt_min: Option<Span>,
    /// The longest step.
    pub dt_max: Option<Span>,
    /// How many frames were displayed.
    pub displayed: u64,
    /// How many of them appeared in the middle of the scan-out.
    pub torn: u64,
    /// How often the display showed the same frame again because no new one had come.
    pub repeats: u64,
    /// How many displayed frames have one before them.
    pub displayed_pairs: u64,
    /// How many of these show another moment than the one before them.
    pub distinct: u64,
    /// Σ Δd, in flicks.
    pub passed: i128,
    /// Σ Δs, in flicks.
    pub simulated: i128,
    /// How often each time between two frames came. There are few different ones: all are between refresh ticks.
    intervals: HashMap<Interval, u64, BuildHasherDefault<IntervalHasher>>,
    /// Σ |Δs − Δd|, in flicks.
    pub error_sum: i128,
    /// The largest |Δs − Δd|.
    pub error_max: Span,
    /// The Δs and the Δd of that.
    pub error_max_pair: (Span, Span),
    /// Σ (d − s) of the displayed frames, in flicks.
    pub age_sum: i128,
    /// The d and the s whose difference is the least.
    pub age_min_at: Option<(Time, Time)>,
    /// The d and the s whose difference is the largest.
    pub age_max_at: Option<(Time, Time)>,
    /// The longest way of a body in one step, in units of the world.
    pub step_length_max: Option<f64>,
    /// The same over the thinnest wall and the width of what meets it.
    pub wall_exposure_max: Option<f64>,
    /// What that is the quotient of: a step's length, and the wall with what meets it.
    pub wall_exposed: Option<(f64, f64)>,
    /// How many distances from the reference solution were measured. Their sum is no part of this: sums of floating-point
    /// numbers depend on where they are cut.
    pub deviations: u64,
    /// The largest of these distances, in units of the world.
    pub deviation_max: f64,
    /// How many inputs the metronome gave.
    pub inputs: u64,
    /// Tenths of a millisecond, rounded down → how many inputs took so long.
    pub latencies: BTreeMap<u64, u64>,
    /// The sum of all latencies, in flicks.
    pub latency_sum: i128,
    /// The least latency.
    pub latency_min: Option<Span>,
    /// The greatest latency.
    pub latency_max: Option<Span>,
    /// What the latencies are made of, in the order of the stages.
    pub stages: [StageSum; 5],
}

/// A time between two frames, on a display with this refresh interval (the bits of an `f64` in flicks).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Interval {
    length: Span,
    refresh: u64,
}

/// Hashes intervals: a long run counts millions of them, and nobody chooses them so that they collide.
#[derive(Clone, Debug, Default)]
struct IntervalHasher(u64);

impl Hasher for IntervalHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// Whole tenths of a millisecond.
pub fn tenths(span: Span) -> u64 {
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

/// When a frame appeared and what it showed; the one whose state was less old, and of two alike the first.
fn younger(a: Option<(Time, Time)>, b: Option<(Time, Time)>) -> Option<(Time, Time)> {
    let age = |(at, drawn): &(Time, Time)| *at - *drawn;
    a.into_iter().chain(b).min_by_key(age)
}

/// The one whose state was older.
fn older(a: Option<(Time, Time)>, b: Option<(Time, Time)>) -> Option<(Time, Time)> {
    let age = |(at, drawn): &(Time, Time)| *at - *drawn;
    b.into_iter().chain(a).max_by_key(age)
}

impl Totals {
    /// One step of the world by `dt`: how long steps are.
    pub fn add_step(&mut self, dt: Span) {
        self.dt_max = self.dt_max.max(Some(dt));
        if dt > Span::ZERO {
            self.dt_min = smaller(self.dt_min, Some(dt));
        }
    }

    /// A step so long, at a wall so thick with what meets it.
    fn expose(&mut self, exposed: Option<(f64, f64)>) {
        let exposure = exposed.map(|(length, wall)| length / wall);
        if exposure > self.wall_exposure_max {
            (self.wall_exposure_max, self.wall_exposed) = (exposure, exposed);
        }
    }

    /// What a step did to the bodies of a world.
    pub fn add_path(&mut self, path: &StepPath) {
        if path.bodies > 0 {
            self.step_length_max = larger(self.step_length_max, Some(path.length_max));
            self.expose(path.wall.map(|wall| (path.length_max, wall)));
            self.deviations += u64::from(path.bodies);
            self.deviation_max = self.deviation_max.max(path.deviation_max);
        }
    }

    /// A displayed frame, by its number and that of the one before it, 0 if it was the first: those between them can no longer
    /// be shown. `torn` is whether it tore.
    pub fn add_frame(&mut self, (before, number): (u64, u64), frame: DisplayedFrame, torn: bool) {
        self.displayed += 1;
        self.dropped += number.saturating_sub(before + 1);
        self.torn += u64::from(torn);
        let aged = Some((frame.at, frame.drawn));
        self.age_sum += i128::from((frame.at - frame.drawn).flicks());
        self.age_min_at = younger(self.age_min_at, aged);
        self.age_max_at = older(self.age_max_at, aged);
    }

    /// A displayed frame and the one before it, and the refresh interval in flicks. Returns the size of the animation error.
    pub fn add_pair(&mut self, before: DisplayedFrame, now: DisplayedFrame, refresh: f64) -> Span {
        let (passed, simulated) = (now.at - before.at, now.drawn - before.drawn);
        self.displayed_pairs += 1;
        self.distinct += u64::from(simulated != Span::ZERO);
        self.passed += i128::from(passed.flicks());
        self.simulated += i128::from(simulated.flicks());
        *self.intervals.entry(Interval { length: passed, refresh: refresh.to_bits() }).or_default() += 1;
        let error = Span::from_flicks(animation_error(before, now).flicks().abs());
        self.error_sum += i128::from(error.flicks());
        if error > self.error_max {
            (self.error_max, self.error_max_pair) = (error, (simulated, passed));
        }
        error
    }

    /// An input that was seen on the display after all of these `stages`.
    pub fn add_latency(&mut self, stages: [Span; 5]) {
        let latency = stages.into_iter().fold(Span::ZERO, std::ops::Add::add);
        *self.latencies.entry(tenths(latency)).or_default() += 1;
        self.latency_sum += i128::from(latency.flicks());
        self.latency_min = smaller(self.latency_min, Some(latency));
        self.latency_max = self.latency_max.max(Some(latency));
        for ((sum, worst), took) in self.stages.iter_mut().zip(stages) {
            *sum += i128::from(took.flicks());
            *worst = took.max(*worst);
        }
    }

    /// Adds what happened in another part of the run.
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
        for (interval, count) in &other.intervals {
            *self.intervals.entry(*interval).or_default() += count;
        }
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
        for ((sum, worst), (other_sum, other_worst)) in self.stages.iter_mut().zip(other.stages) {
            *sum += other_sum;
            *worst = other_worst.max(*worst);
        }
    }

    /// By when this share of the inputs was seen, in ms, rounded down to 0.1 ms.
    pub fn latency_rank(&self, share: f64) -> Option<f64> {
        let seen: u64 = self.latencies.values().sum();
        let wanted = (seen as f64 * share).ceil().max(1.0) as u64;
        let mut before = 0;
        let found = self.latencies.iter().find(|(_, count)| {
            before += **count;
            before >= wanted
        });
        found.map(|(latency, _)| *latency as f64 / 10.0)
    }

    /// The shortest time between two frames.
    pub fn shortest_interval(&self) -> Option<Span> {
        self.intervals.keys().map(|interval| interval.length).min()
    }

    /// The interval, in flicks, at which the intervals, added up from the longest down, reach 1 % of their `total`.
    pub fn one_percent_low(&self, total: f64) -> f64 {
        let mut longest_first: Vec<(Span, u64)> = self.intervals.iter().map(|(i, count)| (i.length, *count)).collect();
        longest_first.sort_unstable_by(|a, b| b.cmp(a));
        let mut sum = 0.0;
        for (interval, count) in &longest_first {
            sum += interval.flicks() as f64 * *count as f64;
            if sum * 100.0 >= total {
                return interval.flicks() as f64;
            }
        }
        longest_first.last().map_or(total, |(interval, _)| interval.flicks() as f64)
    }

    /// Σ max(0, Δd − T), in flicks. Ticks stand on whole flicks, so less than one flick is the grid's rounding and not lateness.
    pub fn late_in_all(&self) -> f64 {
        let late = |i: &Interval| Some(i.length.flicks() as f64 - f64::from_bits(i.refresh)).filter(|late| *late >= 1.0);
        // Floats are added in one order, whatever the map's is.
        let mut parts: Vec<f64> = self.intervals.iter().filter_map(|(i, count)| Some(late(i)? * *count as f64)).collect();
        parts.sort_by(f64::total_cmp);
        parts.into_iter().fold(0.0, std::ops::Add::add)
    }

    /// How many refresh intervals a frame stayed → how many frames did.
    pub fn cadence(&self) -> BTreeMap<u64, u64> {
        let mut cadence = BTreeMap::new();
        for (interval, count) in &self.intervals {
            let refreshes = interval.length.flicks() as f64 / f64::from_bits(interval.refresh);
            *cadence.entry(refreshes.round() as u64).or_default() += count;
        }
        cadence
    }
}
