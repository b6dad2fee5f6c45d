//! The part of the costs that changes from one operation to the next: random numbers and stalls.

use super::cost_model::{CostModel, LoadPattern};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use std::collections::VecDeque;

/// 0.1 ms, the least that a frame costs, so that no loop can stand still.
const LEAST_RENDER: Span = Span::from_flicks(70_560);

/// What one computer draws as it goes on: by the number of the frame, the update and the wait, so that every pane draws the same.
#[derive(Debug)]
pub(super) struct VariableCosts {
    noise: CounterRng,
    update_noise: CounterRng,
    lateness: CounterRng,
    frames: u64,
    updates: u64,
    waits: u64,
    /// Stalls that have not struck yet, the earliest first …
    stalls: VecDeque<(Time, Span)>,
    /// … and when the first of them is due, which every frame asks.
    next_stall: Time,
}

/// What one frame costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RenderCost {
    /// By the pattern, at least 0.1 ms.
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
            frames: 0,
            updates: 0,
            waits: 0,
            stalls: VecDeque::new(),
            next_stall: Time::NEVER,
        }
    }

    /// A stall of `length` falls on the first render that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span) {
        let place = self.stalls.partition_point(|(other, _)| *other <= at);
        self.stalls.insert(place, (at, length));
        self.next_stall = self.stalls[0].0;
    }

    /// What the next frame costs, begun at `now`: its load by frame number, and every stall due.
    #[inline]
    pub fn render(&mut self, costs: &CostModel, now: Time) -> RenderCost {
        let load = by_pattern(costs.pattern, costs.render, &mut self.noise, self.frames);
        self.frames += 1;
        RenderCost { load: load.max(LEAST_RENDER), stall: self.stalls_due(now) }
    }

    /// What the next update costs, or the next thought, by its number. A part of an update is one of its own, and costs its
    /// part.
    #[inline]
    pub fn update(&mut self, costs: &CostModel) -> Span {
        let load = by_pattern(costs.update_pattern, costs.update, &mut self.update_noise, self.updates);
        self.updates += 1;
        load
    }

    /// Takes every stall that is due at `now`; several may be.
    #[inline]
    fn stalls_due(&mut self, now: Time) -> Span {
        let mut sum = Span::ZERO;
        while self.next_stall <= now {
            sum += self.stalls.pop_front().map_or(Span::ZERO, |(_, stall)| stall);
            self.next_stall = self.stalls.front().map_or(Time::NEVER, |(due, _)| *due);
        }
        sum
    }

    /// How late the computer wakes from its next wait.
    #[inline]
    pub fn lateness(&mut self, costs: &CostModel) -> Span {
        let (lo, hi) = costs.wake;
        let late = if lo == hi { lo } else { Span::from_flicks(self.lateness.whole(self.waits, lo.flicks(), hi.flicks())) };
        self.waits += 1;
        late
    }
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
    use crate::model::config::{Bounds, Computer, Pattern};

    const MS: Span = Span::from_flicks(705_600);

    /// What the next frame costs in all.
    fn cost(variable: &mut VariableCosts, costs: &CostModel, now: Time) -> Span {
        let RenderCost { load, stall } = variable.render(costs, now);
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
            variable.strike(Time::from_secs(at_s), MS * ms);
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
        let updates: Vec<Span> = (0..100).map(|_| variable.update(&costs)).collect();
        let frames: Vec<Span> = (0..100).map(|_| cost(&mut variable, &costs, Time::ZERO)).collect();
        assert!(updates.iter().all(|load| (MS * 10..=MS * 40).contains(load)));
        assert_ne!(updates, frames);
        let mut mixed = VariableCosts::new(1);
        let alone = updates.iter().map(|load| {
            cost(&mut mixed, &costs, Time::ZERO);
            mixed.update(&costs) == *load
        });
        assert!(alone.fold(true, |all, same| all && same), "frames in between change nothing");

        let update_pattern = Pattern::Spikes { every: 2, ms: 7.0 };
        let costs = CostModel::new(&Computer { update_ms: 1.0, update_pattern, ..Computer::default() });
        let mut variable = VariableCosts::new(1);
        assert_eq!([(); 4].map(|()| variable.update(&costs)), [MS, MS * 8, MS, MS * 8]);
    }
}
