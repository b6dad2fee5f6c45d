//! What every operation costs on a virtual computer, in flicks: the part that does not change from one to the next.

use super::refresh::Refresh;
use crate::base::time::{Span, Time};
use crate::model::config::{Bounds, Computer, Pattern};
use crate::model::world::World;

/// A [`Computer`] with every length in flicks. [`VariableCosts`](super::variable_costs::VariableCosts) draws from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostModel {
    /// The update load, without what bodies add.
    pub update: Span,
    /// How the update load goes from update to update.
    pub update_pattern: LoadPattern,
    update_per_body: Span,
    /// The render load.
    pub render: Span,
    render_per_body: Span,
    /// How the render load goes from frame to frame.
    pub pattern: LoadPattern,
    /// When the display refreshes.
    pub refresh: Refresh,
    /// Whether each frame waits for a refresh of its own.
    pub vsync: bool,
    /// The timer's resolution; zero is exact.
    pub timer: Span,
    /// The scheduler's granularity; zero is exact.
    pub scheduler: Span,
    /// How late the computer wakes after a wait: at least and at most.
    pub wake: (Span, Span),
    /// When the first turn begins.
    pub start: Time,
    /// What the clock shows at the start, which a loop's first reading misses; zero is nothing.
    pub clock_at: Span,
    /// When the counter of milliseconds starts over, if it does.
    pub wraps_at: Option<Span>,
    /// Whether every update that moves the world moves it by the loop's longest step.
    pub largest_step: bool,
}

/// [`Pattern`] in flicks.
#[derive(Clone, Copy, Debug)]
pub(super) enum LoadPattern {
    Constant,
    Noise(Span, Span),
    Spikes { every: u64, extra: Span },
}

impl LoadPattern {
    /// The same in flicks.
    fn of(pattern: Pattern) -> LoadPattern {
        match pattern {
            Pattern::Constant => LoadPattern::Constant,
            Pattern::Noise(bounds) => {
                let (lo, hi) = spans(bounds);
                LoadPattern::Noise(lo, hi)
            }
            Pattern::Spikes { every, ms } => LoadPattern::Spikes { every: u64::from(every.max(1)), extra: Span::from_millis(ms) },
        }
    }
}

impl CostModel {
    /// What everything costs on `computer`, whose numbers have been checked.
    pub fn new(computer: &Computer) -> CostModel {
        CostModel {
            update: Span::from_millis(computer.update_ms),
            update_pattern: LoadPattern::of(computer.update_pattern),
            update_per_body: Span::from_millis(computer.update_us_per_body / 1000.0),
            render: Span::from_millis(computer.render_ms),
            render_per_body: Span::from_millis(computer.render_us_per_body / 1000.0),
            pattern: LoadPattern::of(computer.pattern),
            refresh: Refresh::new(computer.refresh_hz),
            vsync: computer.vsync,
            timer: Span::from_millis(computer.timer_ms),
            scheduler: Span::from_millis(computer.sleep_ms),
            wake: spans(computer.wake_ms),
            start: Time::ZERO + Span::from_millis(computer.start_ms),
            clock_at: Span::from_secs(computer.clock_at_s),
            wraps_at: (computer.wraps_at_s > 0.0).then(|| Span::from_secs(computer.wraps_at_s)),
            largest_step: computer.largest_step,
        }
    }

    /// What the bodies of `world` add to the cost of an update.
    #[inline]
    pub fn bodies_updated(&self, world: &World) -> Span {
        per_body(self.update_per_body, || world.population())
    }

    /// What the bodies of `world` in view add to the cost of a frame.
    #[inline]
    pub fn bodies_in_view(&self, world: &World) -> Span {
        per_body(self.render_per_body, || world.in_view())
    }
}

/// Bodies are counted only where one costs something: counting takes real time.
#[inline]
fn per_body(each: Span, bodies: impl FnOnce() -> i64) -> Span {
    if each == Span::ZERO { Span::ZERO } else { each * bodies() }
}

fn spans(bounds: Bounds) -> (Span, Span) {
    (Span::from_millis(bounds.lo_ms), Span::from_millis(bounds.hi_ms))
}
