//! Stalls: each falls on the first operation of its kind that starts at or after its moment.

use crate::base::time::{Span, Time};
use crate::model::config::HitchOn;
use std::collections::VecDeque;

/// What an operation is, to a stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Struck {
    Render,
    Update,
    Sleep,
}

/// Stalls that have not struck yet.
#[derive(Debug)]
pub(super) struct Stalls {
    /// The earliest first.
    waiting: VecDeque<(Time, Span, HitchOn)>,
    /// When the first of them is due, which every operation asks.
    next: Time,
}

impl Stalls {
    /// None is to come.
    pub fn none() -> Stalls {
        Stalls { waiting: VecDeque::new(), next: Time::NEVER }
    }

    /// A stall of `length` falls on the first operation of the kind `on` that starts at or after `at`.
    pub fn add(&mut self, at: Time, length: Span, on: HitchOn) {
        let place = self.waiting.partition_point(|(other, ..)| *other <= at);
        self.waiting.insert(place, (at, length, on));
        self.next = self.waiting[0].0;
    }

    /// Takes every stall that is due for an operation that starts at `now`; several may be.
    #[inline]
    pub fn due(&mut self, now: Time, operation: Struck) -> Span {
        if self.next > now { Span::ZERO } else { self.take(now, operation) }
    }

    fn take(&mut self, now: Time, operation: Struck) -> Span {
        let mut sum = Span::ZERO;
        self.waiting.retain(|(at, length, on)| {
            let falls = *at <= now
                && match on {
                    HitchOn::Render => operation == Struck::Render,
                    HitchOn::Update => operation == Struck::Update,
                    HitchOn::Any => true,
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
    use super::*;

    #[test]
    fn a_stall_falls_once_on_the_first_operation_of_its_kind() {
        let (at, ms) = (Time::from_secs, Span::from_millis);
        let mut stalls = Stalls::none();
        for (at_s, length, on) in [(1.0, 1.0, HitchOn::Render), (1.0, 2.0, HitchOn::Update), (1.5, 4.0, HitchOn::Any)] {
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
            stalls.add(at(10.0), ms(length), HitchOn::Any);
        }
        assert_eq!(stalls.due(at(10.0), Struck::Render), ms(3.0), "several may fall on one operation");
    }
}
