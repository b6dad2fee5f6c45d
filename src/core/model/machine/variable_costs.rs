//! The part of the costs that changes from one operation to the next: noise, spikes, stalls and waking late.

use super::cost_model::{CostModel, LoadPattern};
use super::played_load::PlayedLoad;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use crate::model::config::settings::StallOn;
use std::collections::VecDeque;

/// The least cost of a frame, 0.1 ms, so that every loop makes time pass.
const LEAST_RENDER: Span = Span::from_flicks(70_560);

/// The random loads and the stalls of one computer. The random numbers depend only on the seed and on the index of the frame,
/// update or wait, so every pane gets the same ones.
#[derive(Debug)]
pub(super) struct VariableCosts {
    noise: CounterRng,
    update_noise: CounterRng,
    lateness: CounterRng,
    tail: CounterRng,
    /// The number of frames drawn so far.
    pub frames: u64,
    updates: u64,
    waits: u64,
    /// The stalls that have not struck yet.
    pub stalls: PendingStalls,
    /// The capture whose load may be played; `None` if there is no capture.
    pub played: Option<PlayedLoad>,
}

/// The cost of one frame or update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// The load with noise, spikes and a played capture; at least 0.1 ms for a frame.
    pub load: Span,
    /// The part of `load` that is above the constant load.
    pub pattern: Span,
    /// The sum of all stalls that lengthen the operation.
    pub stall: Span,
}

impl VariableCosts {
    pub fn new(seed: u64) -> VariableCosts {
        VariableCosts {
            noise: CounterRng::new(seed, Purpose::RenderNoise),
            update_noise: CounterRng::new(seed, Purpose::UpdateNoise),
            lateness: CounterRng::new(seed, Purpose::WakingLate),
            tail: CounterRng::new(seed, Purpose::WakingMuchLater),
            frames: 0,
            updates: 0,
            waits: 0,
            stalls: PendingStalls::none(),
            played: None,
        }
    }

    /// Returns the cost of the next frame, which begins at `now`.
    #[inline]
    pub fn render(&mut self, costs: &CostModel, now: Time) -> Cost {
        let cpu = self.played.as_ref().map_or(Span::ZERO, |played| played.of_cpu(now, costs.played));
        let load = by_pattern(costs.pattern, costs.render, &mut self.noise, self.frames) + cpu;
        self.frames += 1;
        Cost { load: load.max(LEAST_RENDER), pattern: load - costs.render, stall: self.stalls.due(now, Struck::Render) }
    }

    /// Returns the GPU's work on a frame that it begins at `moment`.
    #[inline]
    pub fn gpu(&self, costs: &CostModel, moment: Time) -> Span {
        costs.gpu + self.played.as_ref().map_or(Span::ZERO, |played| played.of_gpu(moment, costs.played))
    }

    /// Returns the cost of the next update or thought, which begins at `now`. Every part of an update counts as an update of its
    /// own.
    #[inline]
    pub fn update(&mut self, costs: &CostModel, now: Time) -> Cost {
        let load = by_pattern(costs.update_pattern, costs.update, &mut self.update_noise, self.updates);
        self.updates += 1;
        Cost { load, pattern: load - costs.update, stall: self.stalls.due(now, Struck::Update) }
    }

    /// Returns how late the computer wakes from its next wait: a uniform random time between two bounds, and with some
    /// probability an exponentially distributed excess on top. The stream for excesses has two numbers for each wait: one decides
    /// whether there is an excess, the other how long it is.
    #[inline]
    pub fn lateness(&mut self, costs: &CostModel) -> Span {
        let (lo, hi) = costs.wake;
        let late = if lo == hi { lo } else { Span::from_flicks(self.lateness.whole(self.waits, lo.flicks(), hi.flicks())) };
        let (probability, mean) = costs.wake_tail;
        let much_later = probability > 0.0 && self.tail.unit(self.waits * 2) < probability;
        let excess = if much_later { exponential(mean, self.tail.unit(self.waits * 2 + 1)) } else { Span::ZERO };
        self.waits += 1;
        late + excess
    }
}

/// Returns an exponentially distributed length from `unit`, which is uniform from 0 up to but not including 1. `libm`'s logarithm
/// is the same on every platform.
fn exponential(mean: Span, unit: f64) -> Span {
    Span::from_secs(mean.as_secs() * -libm::log1p(-unit))
}

/// Returns the load of the operation with this number, counted from 0. `steady` is the constant load.
#[inline]
fn by_pattern(pattern: LoadPattern, steady: Span, noise: &mut CounterRng, number: u64) -> Span {
    let LoadPattern { noise: (lo, hi), every, spike } = pattern;
    let random = if hi == Span::ZERO { hi } else { Span::from_flicks(noise.whole(number, lo.flicks(), hi.flicks())) };
    let spike = if spike > Span::ZERO && (number + 1).is_multiple_of(every) { spike } else { Span::ZERO };
    steady + random + spike
}

/// The operation that a stall lengthens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Struck {
    Render,
    Update,
    Sleep,
}

/// The stalls that have not struck yet. Each strikes the first operation of its kind that starts at or after the stall's moment.
#[derive(Debug)]
pub(super) struct PendingStalls {
    /// The stalls, the earliest first.
    waiting: VecDeque<(Time, Span, StallOn)>,
    /// The moment of the earliest stall. It is stored because every operation reads it.
    next: Time,
}

impl PendingStalls {
    pub fn none() -> PendingStalls {
        PendingStalls { waiting: VecDeque::new(), next: Time::NEVER }
    }

    /// Adds a stall of `length`, which lengthens the first operation of the kind `on` that starts at or after `at`.
    pub fn add(&mut self, at: Time, length: Span, on: StallOn) {
        let place = self.waiting.partition_point(|(other, ..)| *other <= at);
        self.waiting.insert(place, (at, length, on));
        self.next = self.waiting[0].0;
    }

    /// Removes all stalls that lengthen an operation that starts at `now`, and returns the sum of their lengths.
    #[inline]
    pub fn due(&mut self, now: Time, operation: Struck) -> Span {
        if self.next > now { Span::ZERO } else { self.take(now, operation) }
    }

    fn take(&mut self, now: Time, operation: Struck) -> Span {
        let mut sum = Span::ZERO;
        self.waiting.retain(|(at, length, on)| {
            let falls = *at <= now
                && match on {
                    StallOn::Render => operation == Struck::Render,
                    StallOn::Update => operation == Struck::Update,
                    StallOn::Any => true,
                };
            sum += if falls { *length } else { Span::ZERO };
            !falls
        });
        self.next = self.waiting.front().map_or(Time::NEVER, |(at, ..)| *at);
        sum
    }
}

#[cfg(test)]
mod tests {
    use crate::model::config::computer::Computer;
    use crate::model::machine::variable_costs::*;

    const MS: Span = Span::from_flicks(705_600);

    fn cost(variable: &mut VariableCosts, costs: &CostModel, now: Time) -> Span {
        let Cost { load, stall, .. } = variable.render(costs, now);
        load + stall
    }

    #[test]
    fn a_frame_never_costs_less_than_a_tenth_of_a_millisecond() {
        let costs = CostModel::new(&Computer { render_ms: 0.0, ..Computer::default() });
        assert_eq!(cost(&mut VariableCosts::new(0), &costs, Time::ZERO), Span::from_millis(0.1));
    }

    #[test]
    fn several_stalls_may_fall_on_one_frame_and_each_falls_once() {
        let costs = CostModel::new(&Computer { render_ms: 1.0, ..Computer::default() });
        let mut variable = VariableCosts::new(0);
        for (at_s, ms) in [(2.0, 30), (1.0, 20), (1.5, 5)] {
            variable.stalls.add(Time::from_secs(at_s), MS * ms, StallOn::Render);
        }
        for (now, ms) in [(0.99, 1), (1.5, 26), (1.9, 1), (2.0, 31), (9.0, 1)] {
            assert_eq!(cost(&mut variable, &costs, Time::from_secs(now)), MS * ms, "at {now} s");
        }
    }

    #[test]
    fn noise_and_spikes_add_to_the_load() {
        // The lower bound may be given as the greater number; the bounds are put in order.
        let costs = CostModel::new(&Computer { render_ms: 2.0, noise_lo_ms: 38.0, noise_hi_ms: 8.0, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        let drawn: Vec<Span> = (0..500).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert!(drawn.iter().all(|c| (MS * 10..=MS * 40).contains(c)));
        let mean = drawn.iter().map(|c| c.as_millis()).sum::<f64>() / 500.0;
        assert!((mean - 25.0).abs() < 1.2, "the mean of 500 draws is {mean} ms"); // three standard errors

        let costs = CostModel::new(&Computer { render_ms: 1.0, spike_every: 3, spike_ms: 7.0, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        let drawn: Vec<Span> = (0..6).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert_eq!(drawn, [MS, MS, MS * 8, MS, MS, MS * 8]);
    }

    #[test]
    fn updates_have_numbers_noise_and_spikes_of_their_own() {
        let noisy = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
        let costs = CostModel::new(&Computer { update_noise_lo_ms: 10.0, update_noise_hi_ms: 40.0, ..noisy });
        let mut variable = VariableCosts::new(1);
        let updates: Vec<Span> = (0..100).map(|_| variable.update(&costs, Time::ZERO).load).collect();
        let frames: Vec<Span> = (0..100).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert!(updates.iter().all(|load| (MS * 10..=MS * 40).contains(load)));
        assert_ne!(updates, frames);
        let mut mixed = VariableCosts::new(1);
        let alone = updates.iter().map(|load| {
            cost(&mut mixed, &costs, Time::ZERO);
            mixed.update(&costs, Time::ZERO).load == *load
        });
        assert!(alone.filter(|same| !same).count() == 0, "frames in between change nothing");

        let spikes = Computer { update_ms: 1.0, update_spike_every: 2, update_spike_ms: 7.0, ..Computer::default() };
        let costs = CostModel::new(&spikes);
        let mut variable = VariableCosts::new(1);
        assert_eq!([(); 4].map(|()| variable.update(&costs, Time::ZERO).load), [MS, MS * 8, MS, MS * 8]);
    }

    #[test]
    fn a_tail_makes_some_waits_later_by_an_exponential_excess_and_leaves_the_others_as_they_were() {
        let usual = Computer { wake_hi_ms: 1.0, ..Computer::default() };
        let costs = CostModel::new(&usual);
        let tailed = CostModel::new(&Computer { wake_tail: 0.1, wake_tail_ms: 4.0, ..usual });
        let (mut without, mut with) = (VariableCosts::new(5), VariableCosts::new(5));
        let excesses: Vec<Span> = (0..20_000).map(|_| with.lateness(&tailed) - without.lateness(&costs)).collect();
        let later: Vec<f64> = excesses.iter().filter(|excess| **excess > Span::ZERO).map(|excess| excess.as_millis()).collect();
        let (share, mean) = (later.len() as f64 / 20_000.0, later.iter().sum::<f64>() / later.len() as f64);
        // Within four standard errors: √(0.09 / 20 000) of the share, 4 ms / √2000 of the mean, and as much of e⁻¹.
        assert!((share - 0.1).abs() < 0.0085, "{share}");
        assert!((mean - 4.0).abs() < 0.36, "{mean} ms");
        let beyond = later.iter().filter(|ms| **ms > 4.0).count() as f64 / later.len() as f64;
        assert!((beyond - libm::exp(-1.0)).abs() < 0.043, "a share of {beyond} is longer than the mean");
    }

    #[test]
    fn a_stall_falls_once_on_the_first_operation_of_its_kind() {
        let (at, ms) = (Time::from_secs, Span::from_millis);
        let mut stalls = PendingStalls::none();
        for (at_s, length, on) in [(1.0, 1.0, StallOn::Render), (1.0, 2.0, StallOn::Update), (1.5, 4.0, StallOn::Any)] {
            stalls.add(at(at_s), ms(length), on);
        }
        let struck = [
            (0.9, Struck::Render, 0.0),
            (1.2, Struck::Sleep, 0.0),
            (1.3, Struck::Update, 2.0),
            (1.5, Struck::Sleep, 4.0),
            (1.6, Struck::Update, 0.0),
            (9.0, Struck::Render, 1.0),
            (9.1, Struck::Render, 0.0),
        ];
        for (now, operation, length) in struck {
            assert_eq!(stalls.due(at(now), operation), ms(length), "{operation:?} at {now} s");
        }
        for length in [1.0, 2.0] {
            stalls.add(at(10.0), ms(length), StallOn::Any);
        }
        assert_eq!(stalls.due(at(10.0), Struck::Render), ms(3.0), "several may fall on one operation");
    }
}
