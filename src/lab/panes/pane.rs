//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::instruments::Instruments;
use crate::base::time::Time;
use crate::lab::history::strip::{Strip, StripSpan};
use crate::lab::history::trail::Trail;
use crate::lab::history::{History, HistoryPoint, Snapshot};
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::lab::metrics::{RunMetrics, Sums};
use crate::lab::run::PaneRun;
use std::cell::Ref;
use std::rc::Rc;

/// A pane of a laboratory: a running loop, with the instruments that observe it.
pub type Pane = PaneRun<Instruments>;

impl Pane {
    /// What it has done in the last twenty seconds.
    pub fn history(&self) -> Ref<'_, History> {
        Ref::map(self.fold(), |instruments| &instruments.history)
    }

    /// Its numbers as they are now.
    pub fn metrics(&self) -> Ref<'_, RunMetrics> {
        Ref::map(self.fold(), |instruments| instruments.metrics.current())
    }

    /// Returns the sums of the whole run.
    pub fn whole(&self) -> Sums {
        let computer = self.computer();
        self.metrics().whole(computer.clock(), computer.world().tally())
    }

    /// Returns the sums of the two seconds before the laboratory's time `now`; passes are those of the last six.
    pub fn recent(&self, now: Time) -> Rc<Sums> {
        self.metrics().recent(now, self.history().recent_passes(now))
    }

    /// What was to be seen and known at `point`, laboratory time `now`, which is one of the last twenty seconds.
    pub fn snapshot(&self, point: HistoryPoint, now: Time) -> Snapshot {
        let instruments = self.fold();
        let mut replay = instruments.metrics.replay(now, instruments.history.recorded_since());
        let from = replay.from();
        instruments.history.replay(from, point, &mut replay);
        instruments.response.replay(from, now, &mut replay);
        instruments.history.snapshot(point, now, replay.finish())
    }

    /// Returns the sums of the whole run, as they were known at such a moment.
    pub fn whole_at(&self, moment: &Snapshot) -> Sums {
        moment.metrics.whole(self.clock_at(moment), moment.tally)
    }

    /// What the computer's clock was at such a moment.
    pub fn clock_at(&self, moment: &Snapshot) -> Time {
        self.history().clock(moment.point).unwrap_or_else(|| self.computer().clock())
    }

    /// What the plots show.
    pub fn series(&self) -> Ref<'_, Series> {
        Ref::map(self.fold(), |instruments| &instruments.series)
    }

    /// How the pane answers inputs.
    pub fn response(&self) -> Ref<'_, Response> {
        Ref::map(self.fold(), |instruments| &instruments.response)
    }

    /// What its display showed in `span`, through time.
    pub fn strip(&self, span: StripSpan) -> Strip {
        let (instruments, computer) = (self.fold(), self.computer());
        instruments.strip.strip(&instruments.history, computer.world(), span)
    }

    /// Where its bodies were in the frames of the last second.
    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.fold(), |instruments| &instruments.trail)
    }
}
