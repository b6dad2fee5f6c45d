//! The debt of a pane: lost time that does not count as lateness. Time that earlier loops of the pane have lost does not count
//! against the present one. In a world with a start signal only the time lost since the last signal counts.

use crate::base::time::{Span, Time};
use crate::model::world::stepped_world::StartSignal;

/// The lost time that does not count as lateness of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Debt {
    /// The sample time from which on this debt holds.
    from: Time,
    /// The time that was lost when the last start signal came.
    signalled: Span,
    /// The time that earlier loops have lost since then: the ghost is drawn later by it.
    pub forgiven: Span,
}

impl Debt {
    pub fn owed(self) -> Span {
        self.signalled + self.forgiven
    }
}

/// The debt before and after the last start signal, because pictures from before the signal may still come.
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

    /// Returns the debt of a picture whose sample time is `drawn`.
    pub fn at(&self, drawn: Time) -> Debt {
        if drawn < self.last.from { self.before } else { self.last }
    }

    /// Adds all that the pane has lost to its debt. The world is at `sim` when the clock shows `now`.
    pub fn forgive(&mut self, now: Time, sim: Time) {
        self.last.forgiven = now - sim - self.last.signalled;
        self.before = self.last;
    }

    /// Resets the debt if `signal`, the newest start signal of the pane's world, has not been seen before.
    pub fn signal(&mut self, signal: Option<StartSignal>) {
        if let Some(signal) = signal.filter(|signal| self.signal != Some(*signal)) {
            // A world that starts again at the due moment is as late as before.
            let forgiven = if signal.at == signal.due { self.last.forgiven } else { Span::ZERO };
            let last = Debt { from: signal.at, signalled: signal.due - signal.at, forgiven };
            *self = Debts { signal: Some(signal), before: self.last, last };
        }
    }
}
