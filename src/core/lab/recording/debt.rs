//! The time that a pane has lost and is not late by any more. A loop owes nothing of what the loops before it lost; and in a
//! world with a start signal a pane owes what it has lost since the last one.

use crate::base::time::{Span, Time};
use crate::model::world::stepped_world::StartSignal;

/// The lost time that a picture is not late by.
#[derive(Clone, Copy, Debug)]
pub struct Debt {
    /// The sample time of the first picture that this is about.
    from: Time,
    /// The time that was lost when the last start signal came.
    signalled: Span,
    /// The time that other loops had lost since: the exact motion is shown by so much later.
    pub forgiven: Span,
}

impl Debt {
    /// Returns all lost time that a picture is not late by.
    pub fn owed(self) -> Span {
        self.signalled + self.forgiven
    }
}

/// The debt of a pane, before and after the last start signal: pictures from before it may still come.
#[derive(Clone, Copy, Debug)]
pub struct Debts {
    signal: Option<StartSignal>,
    before: Debt,
    last: Debt,
}

impl Debts {
    pub fn none() -> Debts {
        let none = Debt { from: Time::from_flicks(i64::MIN), signalled: Span::ZERO, forgiven: Span::ZERO };
        Debts { signal: None, before: none, last: none }
    }

    /// Returns the debt of a picture of the moment `drawn`.
    pub fn at(&self, drawn: Time) -> Debt {
        if drawn < self.last.from { self.before } else { self.last }
    }

    /// Forgives what the pane has lost, which is at `sim` when its clock shows `now`.
    pub fn forgive(&mut self, now: Time, sim: Time) {
        self.last.forgiven = now - sim - self.last.signalled;
        self.before = self.last;
    }

    /// Notices the newest start signal of the pane's world.
    pub fn signal(&mut self, signal: Option<StartSignal>) {
        if let Some(signal) = signal.filter(|signal| self.signal != Some(*signal)) {
            // A world that begins again when its own time comes is as late as before.
            let forgiven = if signal.at == signal.due { self.last.forgiven } else { Span::ZERO };
            let last = Debt { from: signal.at, signalled: signal.due - signal.at, forgiven };
            *self = Debts { signal: Some(signal), before: self.last, last };
        }
    }
}
