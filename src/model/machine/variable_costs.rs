//! The part of the costs that changes from one operation to the next: random numbers and stalls.

use super::cost_model::{CostModel, LoadPattern};
use super::stalls::{Stalls, Struck};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};

/// 0.1 ms, the least that a frame costs, so that no loop can stand still.
const LEAST_RENDER: Span = Span::from_flicks(70_560);

/// What one computer draws as it goes on: by the number of the frame, the update and the wait, so that every pane draws the same.
#[derive(Debug)]
pub(super) struct VariableCosts {
    noise: CounterRng,
    update_noise: CounterRng,
    lateness: CounterRng,
    tail: CounterRng,
    frames: u64,
    updates: u64,
    waits: u64,
    /// Stalls that have not struck yet.
    pub stalls: Stalls,
}

/// What one frame or update costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// By the pattern; of a frame at least 0.1 ms.
    pub load: Span,
    /// Every stall that was due.
    pub stall: Span,
}

impl VariableCosts {
    /// Nothing has been drawn yet, and no stall is to come.
    pub fn new(seed: u64) -> VariableCosts {
        VariableCosts {
            noise: CounterRng::new(seed, Purpose::RenderNoise),
            update_noise: CounterRng::new(seed, Purpose::UpdateNoise),
            lateness: CounterRng::new(seed, Purpose::WakingLate),
            tail: CounterRng::new(seed, Purpose::WakingMuchLater),
            frames: 0,
            updates: 0,
            waits: 0,
            stalls: Stalls::none(),
        }
    }

    /// What the next frame costs, begun at `now`: its load by frame number, and every stall due.
    #[inline]
    pub fn render(&mut self, costs: &CostModel, now: Time) -> Cost {
        let load = by_pattern(costs.pattern, costs.render, &mut self.noise, self.frames);
        self.frames += 1;
        Cost { load: load.max(LEAST_RENDER), stall: self.stalls.due(now, Struck::Render) }
    }

    /// How many frames have been drawn.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// What the next update costs, or the next thought, begun at `now`: its load by its number, and every stall due. A part
    /// of an update is one of its own, and costs its part of the load.
    #[inline]
    pub fn update(&mut self, costs: &CostModel, now: Time) -> Cost {
        let load = by_pattern(costs.update_pattern, costs.update, &mut self.update_noise, self.updates);
        self.updates += 1;
        Cost { load, stall: self.stalls.due(now, Struck::Update) }
    }

    /// By how much a sleep that begins at `now` is longer: every stall due.
    #[inline]
    pub fn sleep(&mut self, now: Time) -> Span {
        self.stalls.due(now, Struck::Sleep)
    }

    /// How late the computer wakes from its next wait: uniform between two bounds, and with a probability later still, by
    /// an exponential excess. The tail's stream has two numbers for each wait: whether there is an excess, and its size.
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

/// An exponentially distributed length, from a `unit` uniform in 0 to 1 without 1: the inverse of its distribution function.
/// `libm`'s logarithm is the same on every platform.
fn exponential(mean: Span, unit: f64) -> Span {
    Span::from_secs(mean.as_secs() * -libm::log1p(-unit))
}

/// What the operation of this number costs, counted from 0, where `steady` is the load.
#[inline]
fn by_pattern(pattern: LoadPattern, steady: Span, noise: &mut CounterRng, number: u64) -> Span {
    match pattern {
        LoadPattern::Noise(lo, hi) => Span::from_flicks(noise.whole(number, lo.flicks(), hi.flicks())),
        LoadPattern::Spikes { every, extra } if (number + 1).is_multiple_of(every) => steady + extra,
        LoadPattern::Constant | LoadPattern::Spikes { .. } => steady,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::config::{Bounds, Computer, HitchOn, Pattern, Tail};

    const MS: Span = Span::from_flicks(705_600);

    /// What the next frame costs in all.
    fn cost(variable: &mut VariableCosts, costs: &CostModel, now: Time) -> Span {
        let Cost { load, stall } = variable.render(costs, now);
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
            variable.stalls.add(Time::from_secs(at_s), MS * ms, HitchOn::Render);
        }
        for (now, ms) in [(0.99, 1), (1.5, 26), (1.9, 1), (2.0, 31), (9.0, 1)] {
            assert_eq!(cost(&mut variable, &costs, Time::from_secs(now)), MS * ms, "at {now} s");
        }
    }

    #[test]
    fn noise_replaces_the_load_and_spikes_add_to_it() {
        let noise = Pattern::Noise(Bounds { lo_ms: 10.0, hi_ms: 40.0 });
        let costs = CostModel::new(&Computer { render_ms: 100.0, pattern: noise, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        let drawn: Vec<Span> = (0..500).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert!(drawn.iter().all(|c| (MS * 10..=MS * 40).contains(c)));
        let mean = drawn.iter().map(|c| c.as_millis()).sum::<f64>() / 500.0;
        assert!((mean - 25.0).abs() < 1.2, "the mean of 500 draws is {mean} ms"); // three standard errors

        let spikes = Pattern::Spikes { every: 3, ms: 7.0 };
        let costs = CostModel::new(&Computer { render_ms: 1.0, pattern: spikes, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        let drawn: Vec<Span> = (0..6).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert_eq!(drawn, [MS, MS, MS * 8, MS, MS, MS * 8]);
    }

    #[test]
    fn updates_have_numbers_noise_and_spikes_of_their_own() {
        let bounds = Bounds { lo_ms: 10.0, hi_ms: 40.0 };
        let (render, update) = (Pattern::Noise(bounds), Pattern::Noise(bounds));
        let costs = CostModel::new(&Computer { pattern: render, update_pattern: update, ..Computer::default() });
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

        let update_pattern = Pattern::Spikes { every: 2, ms: 7.0 };
        let costs = CostModel::new(&Computer { update_ms: 1.0, update_pattern, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        assert_eq!([(); 4].map(|()| variable.update(&costs, Time::ZERO).load), [MS, MS * 8, MS, MS * 8]);
    }

    #[test]
    fn a_tail_makes_some_waits_later_by_an_exponential_excess_and_leaves_the_others_as_they_were() {
        let wake_ms = Bounds { lo_ms: 0.0, hi_ms: 1.0 };
        let costs = CostModel::new(&Computer { wake_ms, ..Computer::default() });
        let tail = Tail { probability: 0.1, mean_ms: 4.0 };
        let tailed = CostModel::new(&Computer { wake_ms, wake_tail: tail, ..Computer::default() });
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
}
