//! A pane as it is looked at: as it is now, or as it was at a moment of its recording.

use super::Pane;
use crate::base::params::Values;
use crate::base::time::{Span, Time};
use crate::lab::history::trail::Trail;
use crate::lab::history::{PaneConfig, PastFrame, Snapshot};
use crate::lab::metrics::{RunMetrics, Sums};
use crate::model::machine::beam::Rows;
use crate::model::machine::{Band, Display, FrameOnDisplay, Watched, WatchedName};
use crate::model::strategies::Strategy;
use crate::model::world::{Body, Frame, Numbers, Tally};
use std::cell::Ref;
use std::ops::Deref;
use std::rc::Rc;

/// What panels show of a pane, whatever the moment.
#[derive(Clone, Copy)]
pub enum PaneView<'a> {
    /// As it is now.
    Now(&'a Pane),
    /// As it was at a moment of its recording.
    Past(&'a Pane, &'a Snapshot),
}

/// A borrow, guarded or plain.
pub enum Borrowed<'a, T: ?Sized> {
    /// A borrow from a cell, which stays borrowed as long.
    Guarded(Ref<'a, T>),
    /// A plain reference.
    Plain(&'a T),
}

impl<T: ?Sized> Deref for Borrowed<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Borrowed::Guarded(guard) => guard,
            Borrowed::Plain(plain) => plain,
        }
    }
}

/// The frame on a pane's display.
pub struct ShownFrame<'a> {
    /// When it appeared.
    pub at: Time,
    /// The simulated time in it.
    pub drawn: Time,
    /// What it shows.
    pub bodies: Borrowed<'a, [Body]>,
    /// The world's own numbers in it.
    pub numbers: Numbers,
}

/// Rows of a display that tears, from the top.
pub struct ShownBand<'a> {
    /// Their upper edge, as a part of the height.
    pub from_row: f64,
    /// Their lower edge.
    pub to_row: f64,
    /// What they show; nothing where no frame has come to them.
    pub frame: Option<ShownFrame<'a>>,
}

impl ShownFrame<'_> {
    /// Its content, beside contacts counted elsewhere.
    pub fn frame<'a>(&'a self, tallies: &'a [Tally]) -> Frame<'a> {
        Frame { at: self.at, drawn: self.drawn, bodies: &self.bodies, numbers: self.numbers, tallies }
    }
}

impl<'a> PaneView<'a> {
    /// The pane that is looked at, as it is now.
    pub fn pane(self) -> &'a Pane {
        match self {
            PaneView::Now(pane) | PaneView::Past(pane, _) => pane,
        }
    }

    /// Whether it is a moment of its recording.
    pub fn is_past(self) -> bool {
        matches!(self, PaneView::Past(..))
    }

    /// The loop that it ran.
    pub fn strategy(self) -> &'static Strategy {
        match self {
            PaneView::Now(pane) => pane.strategy(),
            PaneView::Past(_, moment) => moment.config.strategy,
        }
    }

    /// Why its world stands still, where its loop has no formula to place it by.
    pub fn lacks(self) -> Option<&'static str> {
        self.strategy().lacks_in(self.pane().computer().world().kind())
    }

    /// What it ran on, where that is remembered apart from the settings of now.
    pub fn past_config(self) -> Option<&'a PaneConfig> {
        match self {
            PaneView::Now(_) => None,
            PaneView::Past(_, moment) => Some(&moment.config),
        }
    }

    /// What is set of its loop.
    pub fn params(self) -> Borrowed<'a, Values> {
        match self {
            PaneView::Now(pane) => Borrowed::Guarded(Ref::map(pane.history(), |history| &history.config_at(Time::NEVER).params)),
            PaneView::Past(_, moment) => Borrowed::Plain(&moment.config.params),
        }
    }

    /// Its numbers at that moment.
    pub fn metrics(self) -> Borrowed<'a, RunMetrics> {
        match self {
            PaneView::Now(pane) => Borrowed::Guarded(pane.metrics()),
            PaneView::Past(_, moment) => Borrowed::Plain(&moment.metrics),
        }
    }

    /// Where its bodies were in the frames of the second before.
    pub fn trail(self) -> Borrowed<'a, Trail> {
        match self {
            PaneView::Now(pane) => Borrowed::Guarded(pane.trail()),
            PaneView::Past(_, moment) => Borrowed::Plain(&moment.trail),
        }
    }

    /// The frame on the display; nothing before the first frame, and where the recording does not reach.
    pub fn shown_frame(self) -> Option<ShownFrame<'a>> {
        match self {
            PaneView::Now(pane) => on_display(pane, Display::shown),
            PaneView::Past(_, moment) => {
                let shown = moment.shown?;
                let bodies = moment.bodies.as_deref()?;
                Some(ShownFrame { at: shown.at, drawn: shown.drawn, bodies: Borrowed::Plain(bodies), numbers: moment.numbers })
            }
        }
    }

    /// What the rows of the display show at its moment `now`, from the top, where that is not one frame: where it tears.
    pub fn torn(self, now: Time) -> Vec<ShownBand<'a>> {
        match self {
            PaneView::Now(pane) => {
                let computer = pane.computer();
                let display = computer.display();
                let bands = display.bands(now);
                let newest = display.shown().map(|shown| shown.number);
                if bands.iter().all(|band| band.frame.map(|frame| frame.number) == newest) {
                    return Vec::new();
                }
                let band = |band: Band| ShownBand {
                    from_row: band.from_row,
                    to_row: band.to_row,
                    frame: band.frame.and_then(|frame| on_display(pane, |display| display.frame(frame.number))),
                };
                bands.into_iter().map(band).collect()
            }
            PaneView::Past(_, moment) => {
                let frame = |past: &'a PastFrame| ShownFrame {
                    at: past.shown.at,
                    drawn: past.shown.drawn,
                    bodies: Borrowed::Plain(&past.bodies),
                    numbers: past.numbers,
                };
                let band = |(rows, past): &'a (Rows, Option<PastFrame>)| ShownBand {
                    from_row: rows.from,
                    to_row: rows.to,
                    frame: past.as_ref().map(frame),
                };
                moment.torn.iter().map(band).collect()
            }
        }
    }

    /// Whether there was a frame that is no longer remembered.
    pub fn is_forgotten(self) -> bool {
        matches!(self, PaneView::Past(_, Snapshot { shown: Some(_), bodies: None, .. }))
    }

    /// The passes that had ended by then.
    pub fn tally(self) -> Tally {
        match self {
            PaneView::Now(pane) => pane.computer().world().tally(),
            PaneView::Past(_, moment) => moment.tally,
        }
    }

    /// The passes body by body, in a past that remembers them.
    pub fn tallies(self) -> Option<&'a [Tally]> {
        match self {
            PaneView::Now(_) => None,
            PaneView::Past(_, moment) => Some(&moment.tallies),
        }
    }

    /// The passes that ended in the six seconds before `now`.
    pub fn recent_passes(self, now: Time) -> Tally {
        match self {
            PaneView::Now(pane) => pane.history().recent_passes(now),
            PaneView::Past(_, moment) => moment.recent_passes,
        }
    }

    /// The longest update in the six seconds before `now` in which a pass was found to have missed its wall.
    pub fn missed_by(self, now: Time) -> Option<Span> {
        match self {
            PaneView::Now(pane) => pane.history().missed_by(now),
            PaneView::Past(_, moment) => moment.missed_by,
        }
    }

    /// Returns the sums of the two seconds before `now`; passes are those of the last six.
    pub fn recent(self, now: Time) -> Rc<Sums> {
        self.metrics().recent(now, self.recent_passes(now))
    }

    /// How long the display has been showing the same frame at `now`.
    pub fn waiting(self, now: Time) -> Span {
        self.metrics().waiting(now)
    }

    /// Whether the display has shown a new frame in the ten seconds before `now`.
    pub fn is_responding(self, now: Time) -> bool {
        self.metrics().is_responding(now)
    }

    /// Returns the sums of the run so far.
    pub fn whole(self) -> Sums {
        match self {
            PaneView::Now(pane) => pane.whole(),
            PaneView::Past(pane, moment) => pane.whole_at(moment),
        }
    }

    /// How many bodies have left all bounds.
    pub fn exploded(self) -> usize {
        let computer = self.pane().computer();
        match self {
            PaneView::Now(_) => computer.world().exploded(),
            PaneView::Past(_, moment) => {
                let bodies = moment.state.as_ref().or(moment.bodies.as_ref());
                bodies.map_or(0, |bodies| computer.world().appearance().exploded(bodies))
            }
        }
    }

    /// The loop's own values, in the order in which it first showed them.
    pub fn watched(self) -> Vec<(WatchedName, Watched)> {
        match self {
            PaneView::Now(pane) => pane.computer().watched().to_vec(),
            PaneView::Past(_, moment) => moment.watched.clone(),
        }
    }
}

/// A frame on the display of a pane as it is now.
fn on_display(pane: &Pane, which: impl Fn(&Display) -> Option<FrameOnDisplay<'_>>) -> Option<ShownFrame<'_>> {
    let computer = pane.computer();
    let (at, drawn, numbers) = which(computer.display()).map(|shown| (shown.at, shown.drawn, shown.numbers))?;
    let bodies = Ref::map(computer, |computer| which(computer.display()).map_or(&[][..], |shown| shown.bodies));
    Some(ShownFrame { at, drawn, bodies: Borrowed::Guarded(bodies), numbers })
}
