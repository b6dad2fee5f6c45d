//! The loops and the computers of a pane, each with the moment from which it ran.

use crate::base::params::invalid::Invalid;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::lab::metrics::behind::Forgiven;
use crate::lab::metrics::reach::RECORDED;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::capture::Capture;
use crate::model::config::computer::{Computer, Present};
use crate::model::config::settings::Presentation;
use crate::model::machine::refresh::Refresh;
use crate::model::strategies::strategy::Found;
use std::collections::VecDeque;
use std::sync::Arc;

/// The loop of a pane with its parameters, and its computer, from a moment on.
#[derive(Clone)]
pub struct PaneContext {
    /// The moment from which the pane has this context.
    pub at: Time,
    pub strategy: Found,
    pub params: Values,
    pub computer: Computer,
    pub presentation: Presentation,
    pub paused: bool,
    /// The time that does not count against the loop.
    pub forgiven: Forgiven,
    /// The length of the capture that the pane plays; `None` if a loop runs, and for a live capture, whose end is not known.
    lasts: Option<Span>,
}

impl PaneContext {
    pub fn of(setup: &PaneSetup, forgiven: Forgiven) -> Result<PaneContext, Invalid> {
        let strategy = setup.strategy()?;
        let is_ended = |capture: &&Arc<Capture>| strategy.is_captured() && !capture.is_live();
        let capture = setup.choice().capture.as_ref().filter(is_ended);
        Ok(PaneContext {
            at: setup.at,
            lasts: capture.map(|capture| capture.end() - Time::ZERO),
            strategy,
            params: setup.choice().params.clone(),
            computer: setup.computer().clone(),
            presentation: setup.presentation()?,
            paused: setup.settings.paused,
            forgiven,
        })
    }

    /// Returns whether the capture that the pane has played since `start` is over at `now`.
    pub fn is_over(&self, start: Time, now: Time) -> bool {
        self.lasts.is_some_and(|lasts| now >= start + lasts)
    }

    /// Returns `now`, or the end of the capture that the pane has played since `start`, if it is over by then.
    pub fn until_over(&self, start: Time, now: Time) -> Time {
        self.lasts.map_or(now, |lasts| now.min(start + lasts))
    }

    /// Returns the last refresh of the display at `now`; `now` itself on a display without ticks. After a capture that began at
    /// `start` is over, its display refreshes no more.
    pub fn last_refresh(&self, start: Time, now: Time) -> Time {
        if self.lasts.is_some() {
            return self.until_over(start, now);
        }
        let has_ticks = self.computer.variable_hz().is_none() && !self.strategy.is_captured();
        if has_ticks { Refresh::new(self.computer.refresh_hz).last_at_or_before(now) } else { now }
    }

    /// Returns whether a frame has more stages than the CPU and a display with ticks, such as a GPU or a queue.
    pub fn has_pipeline(&self) -> bool {
        let Computer { gpu_ms, queue, vrr, present, .. } = &self.computer;
        *gpu_ms > 0.0 || self.computer.plays_load() || *queue > 0 || *vrr || *present != Present::Fifo
    }

    fn says_the_same(&self, other: &PaneContext) -> bool {
        self.strategy.is(&other.strategy)
            && self.computer == other.computer
            && self.paused == other.paused
            && self.params == other.params
            && self.presentation == other.presentation
    }
}

/// The contexts of a pane, the oldest first; never empty.
pub struct Contexts(VecDeque<PaneContext>);

impl Contexts {
    pub(super) fn new(first: PaneContext) -> Contexts {
        Contexts(VecDeque::from([first]))
    }

    /// Adds a context, unless it equals the last one.
    pub(super) fn begin(&mut self, context: PaneContext) {
        if let Some(last) = self.0.back_mut() {
            if last.says_the_same(&context) {
                return;
            }
            if last.at == context.at {
                *last = context;
                return;
            }
        }
        // The last context from before the reach is kept, because the recording begins with it.
        while self.0.get(1).is_some_and(|second| second.at < context.at - RECORDED) {
            self.0.pop_front();
        }
        self.0.push_back(context);
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &PaneContext> + Clone {
        self.0.iter()
    }

    /// Returns the context at `moment`, or the oldest stored one.
    pub fn at(&self, moment: Time) -> &PaneContext {
        let next = self.0.partition_point(|context| context.at <= moment);
        &self.0[next.max(1) - 1]
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<PaneContext>()
    }
}
