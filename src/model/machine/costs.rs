//! What every operation costs on a virtual computer, in flicks: the settings of [`Computer`], and the stalls.

use super::display::Refresh;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use crate::model::config::{Bounds, Computer, Hitch, Pattern};
use std::collections::VecDeque;

/// 0.1 ms, the least that a picture costs, so that no loop can stand still.
const LEAST_RENDER: Span = Span::from_flicks(70_560);

/// A [`Computer`] with every length in flicks.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub update: Span,
    render: Span,
    pattern: LoadPattern,
    pub refresh: Refresh,
    pub vsync: bool,
    /// The timer's resolution; zero is exact.
    pub timer: Span,
    /// The scheduler's granularity; zero is exact.
    pub scheduler: Span,
    wake: (Span, Span),
    pub start: Span,
    pub update_per_body: Span,
    pub render_per_body: Span,
    /// What the clock shows at the start, which a loop's first reading misses; zero is nothing.
    pub clock_at: Span,
    /// When the counter of milliseconds starts over, if it does.
    pub wraps_at: Option<Span>,
    pub largest_step: bool,
}

#[derive(Clone, Copy, Debug)]
enum LoadPattern {
    Constant,
    Noise(Span, Span),
    Spikes { every: u64, extra: Span },
}

impl Costs {
    pub fn new(computer: &Computer) -> Costs {
        let pattern = match computer.pattern {
            Pattern::Constant => LoadPattern::Constant,
            Pattern::Noise(bounds) => {
                let (lo, hi) = spans(bounds);
                LoadPattern::Noise(lo, hi)
            }
            Pattern::Spikes { every, ms } => LoadPattern::Spikes { every: u64::from(every.max(1)), extra: Span::from_millis(ms) },
        };
        Costs {
            update: Span::from_millis(computer.update_ms),
            render: Span::from_millis(computer.render_ms),
            pattern,
            refresh: Refresh::new(computer.refresh_hz),
            vsync: computer.vsync,
            timer: Span::from_millis(computer.timer_ms),
            scheduler: Span::from_millis(computer.sleep_ms),
            wake: spans(computer.wake_ms),
            start: Span::from_millis(computer.start_ms),
            update_per_body: Span::from_millis(computer.update_us_per_body / 1000.0),
            render_per_body: Span::from_millis(computer.render_us_per_body / 1000.0),
            clock_at: Span::from_secs(computer.clock_at_s),
            wraps_at: (computer.wraps_at_s > 0.0).then(|| Span::from_secs(computer.wraps_at_s)),
            largest_step: computer.largest_step,
        }
    }

    /// Whether an update or a picture is more than its dt and its load.
    pub fn are_rare(&self) -> bool {
        self.update_per_body > Span::ZERO || self.render_per_body > Span::ZERO || self.largest_step
    }
}

fn spans(bounds: Bounds) -> (Span, Span) {
    (Span::from_millis(bounds.lo_ms), Span::from_millis(bounds.hi_ms))
}

/// The part of the costs that changes from one operation to the next: random numbers and stalls.
#[derive(Debug)]
pub struct VariableCosts {
    noise: CounterRng,
    lateness: CounterRng,
    frames: u64,
    waits: u64,
    /// Stalls that have not struck yet, the earliest first …
    hitches: VecDeque<(Time, Span)>,
    /// … and when the first of them is due, which every picture asks.
    next_hitch: Time,
    /// How much of the last picture's cost was stalls.
    stall: Span,
}

impl VariableCosts {
    pub fn new(seed: u64, hitches: &[Hitch]) -> VariableCosts {
        let mut fate = VariableCosts {
            noise: CounterRng::new(seed, Purpose::RenderNoise),
            lateness: CounterRng::new(seed, Purpose::WakingLate),
            frames: 0,
            waits: 0,
            hitches: VecDeque::new(),
            next_hitch: Time::NEVER,
            stall: Span::ZERO,
        };
        for hitch in hitches {
            fate.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        fate
    }

    /// A stall of `length` falls on the first render that starts at or after `at`.
    pub fn strike(&mut self, at: Time, length: Span) {
        let place = self.hitches.partition_point(|(other, _)| *other <= at);
        self.hitches.insert(place, (at, length));
        self.next_hitch = self.hitches[0].0;
    }

    /// What the next picture costs, begun at `now`: its load by frame number, at least 0.1 ms, and every stall due.
    #[inline]
    pub fn render(&mut self, costs: &Costs, now: Time) -> Span {
        let load = match costs.pattern {
            LoadPattern::Noise(lo, hi) => Span::from_flicks(self.noise.whole(self.frames, lo.flicks(), hi.flicks())),
            LoadPattern::Spikes { every, extra } if (self.frames + 1).is_multiple_of(every) => costs.render + extra,
            LoadPattern::Constant | LoadPattern::Spikes { .. } => costs.render,
        };
        self.frames += 1;
        self.stall = Span::ZERO;
        while self.next_hitch <= now {
            self.stall += self.hitches.pop_front().map_or(Span::ZERO, |(_, stall)| stall);
            self.next_hitch = self.hitches.front().map_or(Time::NEVER, |(due, _)| *due);
        }
        load.max(LEAST_RENDER) + self.stall
    }

    /// How much of the last picture's cost was stalls.
    pub fn stall(&self) -> Span {
        self.stall
    }

    /// How late the computer wakes from its next wait.
    #[inline]
    pub fn lateness(&mut self, costs: &Costs) -> Span {
        let (lo, hi) = costs.wake;
        let late = if lo == hi { lo } else { Span::from_flicks(self.lateness.whole(self.waits, lo.flicks(), hi.flicks())) };
        self.waits += 1;
        late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Span = Span::from_flicks(705_600);

    #[test]
    fn a_picture_never_costs_less_than_a_tenth_of_a_millisecond() {
        let costs = Costs::new(&Computer { render_ms: 0.0, ..Computer::default() });
        assert_eq!(VariableCosts::new(0, &[]).render(&costs, Time::ZERO), Span::from_millis(0.1));
    }

    #[test]
    fn several_stalls_may_fall_on_one_picture_and_each_falls_once() {
        let costs = Costs::new(&Computer { render_ms: 1.0, ..Computer::default() });
        let mut fate =
            VariableCosts::new(0, &[Hitch { at_s: 2.0, ms: 30.0 }, Hitch { at_s: 1.0, ms: 20.0 }, Hitch { at_s: 1.5, ms: 5.0 }]);
        assert_eq!(fate.render(&costs, Time::from_secs(0.99)), MS);
        assert_eq!(fate.render(&costs, Time::from_secs(1.5)), MS * 26);
        assert_eq!(fate.render(&costs, Time::from_secs(1.9)), MS);
        assert_eq!(fate.render(&costs, Time::from_secs(2.0)), MS * 31);
        assert_eq!(fate.render(&costs, Time::from_secs(9.0)), MS);
    }

    #[test]
    fn noise_replaces_the_load_and_spikes_add_to_it() {
        let noise = Pattern::Noise(Bounds { lo_ms: 10.0, hi_ms: 40.0 });
        let costs = Costs::new(&Computer { render_ms: 100.0, pattern: noise, ..Computer::default() });
        let mut fate = VariableCosts::new(1, &[]);
        let drawn: Vec<Span> = (0..500).map(|_| fate.render(&costs, Time::ZERO)).collect();
        assert!(drawn.iter().all(|c| (MS * 10..=MS * 40).contains(c)));
        let mean = drawn.iter().map(|c| c.as_millis()).sum::<f64>() / 500.0;
        assert!((mean - 25.0).abs() < 1.2, "the mean of 500 draws is {mean} ms"); // three standard errors

        let spikes = Pattern::Spikes { every: 3, ms: 7.0 };
        let costs = Costs::new(&Computer { render_ms: 1.0, pattern: spikes, ..Computer::default() });
        let mut fate = VariableCosts::new(1, &[]);
        let drawn: Vec<Span> = (0..6).map(|_| fate.render(&costs, Time::ZERO)).collect();
        assert_eq!(drawn, [MS, MS, MS * 8, MS, MS, MS * 8]);
    }
}
