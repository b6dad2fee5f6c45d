//! What frames have shown of the figure: where, and how far from where it exactly was at the moment that is drawn.

use crate::base::time::{Span, Time};
use crate::model::world::{Numbers, Readout};

/// It is no part of the motion, and of no state's hash: the same steps can be drawn at any rate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// The moment in the last frame, s, and where the figure was in it.
    drawn: f64,
    shown: f64,
    /// How far that was off, and the worst since the velocity changed last, ever, and added up over all changes before.
    off: f64,
    since_change: f64,
    worst: f64,
    sum: f64,
    /// How often the velocity had changed.
    changes: f64,
}

impl Seen {
    /// A frame shows the moment `drawn`, and the figure at `shown`.
    pub fn frame(&mut self, drawn: Time, shown: f64) {
        (self.drawn, self.shown) = (drawn.as_secs(), shown);
    }

    /// The figure was `off` so far, after this many changes.
    pub fn compare(&mut self, off: f64, changes: i64) {
        if changes as f64 > self.changes {
            self.sum += self.since_change;
            self.since_change = 0.0;
            self.changes = changes as f64;
        }
        self.off = off;
        self.since_change = self.since_change.max(off.abs());
        self.worst = self.worst.max(off.abs());
    }

    /// As a frame keeps it.
    pub fn numbers(&self) -> Numbers {
        [self.drawn, self.shown, self.off, self.since_change, self.worst, self.sum, self.changes, 0.0]
    }

    /// As a frame has kept it.
    pub fn of([drawn, shown, off, since_change, worst, sum, changes, _]: Numbers) -> Seen {
        Seen { drawn, shown, off, since_change, worst, sum, changes }
    }

    /// How far frames are off, in units, and what each change of the velocity has to do with it.
    pub fn errors(&self) -> Vec<Readout> {
        let units = |label, value| Readout::number(label, value, 1, "");
        vec![
            Readout::count(("velocity-changes", "velocity changes"), self.changes as u64),
            units(("frame-off-by", "frame off by"), self.off),
            units(("since-the-change", "worst since the change"), self.since_change),
            units(("mean-of-changes", "mean of all changes"), self.sum / self.changes.max(1.0)),
            units(("worst-of-all", "worst of all"), self.worst),
        ]
    }

    /// The article's example: the tick that is drawn, where the figure is drawn, and where it was at the last whole tick.
    pub fn ticks(&self, tick: Span, at_tick: f64) -> Vec<Readout> {
        vec![
            Readout::number(("drawn-tick", "drawn tick"), self.drawn / tick.as_secs(), 1, ""),
            Readout::number(("drawn-at", "drawn at"), self.shown, 1, ""),
            Readout::number(("last-step-at", "last step at"), at_tick, 1, ""),
        ]
    }
}
