//! The updates and thoughts of a regime: when they began, and whether they cost more than they simulate.

use super::symptom::Symptom;
use super::words::Said;
use crate::base::time::{Span, Time};
use std::collections::VecDeque;

/// The least number of updates and thoughts that are stored, and the largest number that is examined.
const FEWEST: usize = 16;

/// An update or a thought. The `dt` of a thought is zero.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub at: Time,
    pub cost: Span,
    pub dt: Span,
    /// The number of the turn that made it.
    pub turn: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Operations {
    /// The newest operations, the oldest first.
    all: VecDeque<Operation>,
}

impl Operations {
    /// Adds an operation, and drops those that are older than `reach`.
    pub fn add(&mut self, operation: Operation, reach: Span) {
        self.all.push_back(operation);
        while self.all.len() > FEWEST && self.all[0].at < operation.at - reach {
            self.all.pop_front();
        }
    }

    /// Returns the moments after `from` at which steps began.
    pub fn steps(&self, from: Time) -> impl Iterator<Item = Time> + Clone {
        let first = self.all.partition_point(|operation| operation.at <= from);
        self.all.range(first..).filter(|operation| operation.dt > Span::ZERO).map(|operation| operation.at)
    }

    /// Returns the steps after `from` that a second of simulated time has, by their mean length; `None` without a step.
    pub fn steps_hz(&self, from: Time) -> Option<f64> {
        let lengths = self.all.iter().rev().take_while(|operation| operation.at > from).map(|operation| operation.dt);
        let (count, simulated) =
            lengths.filter(|dt| *dt > Span::ZERO).fold((0.0, Span::ZERO), |(count, sum), dt| (count + 1.0, sum + dt));
        (count > 0.0).then(|| count / simulated.as_secs())
    }

    /// Finds updates that cost at least the time that they simulate, without the most expensive update, if a turn makes several;
    /// else `None`.
    pub fn spiral(&self, from: Time, factor: f64) -> Option<Symptom> {
        let (mut steps, mut cost, mut simulated, mut costliest) = (0_i64, Span::ZERO, Span::ZERO, Span::ZERO);
        let (mut several, mut last_turn, mut oldest) = (false, None, None);
        for (looked_at, operation) in self.all.iter().rev().enumerate() {
            // The updates of a pause have a dt of zero, and the updates before them say nothing about the present.
            if operation.at <= from && (steps >= 2 || looked_at >= FEWEST) {
                break;
            }
            cost += operation.cost;
            costliest = costliest.max(operation.cost);
            if operation.dt > Span::ZERO {
                steps += 1;
                simulated += operation.dt;
                several |= last_turn == Some(operation.turn);
                last_turn = Some(operation.turn);
                oldest = Some(operation.at);
            }
        }
        if steps < 2 || !several {
            return None;
        }
        let (costs, simulated_ms) = ((cost - costliest).as_millis() / (steps - 1) as f64, simulated.as_millis() / steps as f64);
        // Both means are multiplied by both counts, so that whole flicks are compared and rounding decides no tie.
        let [spent, gained] =
            [(cost - costliest, steps), (simulated, steps - 1)].map(|(sum, times)| sum.flicks() as f64 * times as f64);
        let evidence = || oldest.into_iter().collect();
        (spent >= gained * factor).then(|| Symptom::new(Said::Spiral { simulated_ms }, costs, evidence()))
    }
}
