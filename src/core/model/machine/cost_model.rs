//! The constant part of the costs of operations, and the settings of the variable part, in flicks.

use super::played_load::PlayedRange;
use super::refresh::{Refresh, Scanout};
use crate::base::time::{Span, Time};
use crate::model::config::computer::{Computer, InputRead, MissedRefresh, PressRead, in_order};
use crate::model::world::stepped_world::World;

/// The settings of a [`Computer`] in flicks. [`VariableCosts`](super::variable_costs::VariableCosts) adds the costs that change
/// from one operation to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostModel {
    /// The update load without the load per body.
    pub update: Span,
    /// The noise and the spikes that are added to the update load.
    pub update_pattern: LoadPattern,
    update_per_body: Span,
    pub render: Span,
    render_per_body: Span,
    /// The noise and the spikes that are added to the render load.
    pub pattern: LoadPattern,
    /// The part of a capture whose load is played.
    pub played: PlayedRange,
    pub gpu: Span,
    pub scanout: Scanout,
    /// The scan-out while a page draws in its timers alone.
    pub timers_scanout: Scanout,
    /// The shortest time from one refresh to the next.
    pub refresh_interval: Span,
    /// The number of frames that the CPU may be ahead of the display.
    pub queue: usize,
    /// The rule for the next callback of a loop that has missed its refresh.
    pub missed_refresh: MissedRefresh,
    /// Whether inputs are read once a turn; otherwise they are read before every update.
    pub reads_once_a_turn: bool,
    /// The rule by which steps see presses.
    pub presses: PressRead,
    /// The timer's resolution; zero if readings are exact.
    pub timer: Span,
    /// The scheduler's granularity; zero if sleeps end exactly.
    pub scheduler: Span,
    /// The least and the greatest lateness after a wait.
    pub wake: (Span, Span),
    /// The probability that a wait ends with an excess lateness, and the mean of that excess.
    pub wake_tail: (f64, Span),
    /// The moment at which the first turn begins.
    pub start: Time,
    /// The clock's value at the start. If it is not zero, a loop's first reading is missing.
    pub clock_at: Span,
    /// The moment at which the millisecond counter starts over; `None` if it never does.
    pub wraps_at: Option<Span>,
    /// Whether every step is replaced by a step of the loop's longest length or by a step of zero.
    pub largest_step: bool,
}

/// The loads that are added to a constant one: random noise between two bounds, and a spike in every n-th operation. Zero adds
/// nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadPattern {
    pub noise: (Span, Span),
    pub every: u64,
    pub spike: Span,
}

impl CostModel {
    /// Converts the settings of a computer, which must have been checked.
    pub fn new(computer: &Computer) -> CostModel {
        CostModel {
            update: Span::from_millis(computer.update_ms),
            update_pattern: LoadPattern {
                noise: spans(computer.update_noise_lo_ms, computer.update_noise_hi_ms),
                every: u64::from(computer.update_spike_every.max(1)),
                spike: Span::from_millis(computer.update_spike_ms),
            },
            update_per_body: Span::from_millis(computer.update_us_per_body / 1000.0),
            render: Span::from_millis(computer.render_ms),
            render_per_body: Span::from_millis(computer.render_us_per_body / 1000.0),
            pattern: LoadPattern {
                noise: spans(computer.noise_lo_ms, computer.noise_hi_ms),
                every: u64::from(computer.spike_every.max(1)),
                spike: Span::from_millis(computer.spike_ms),
            },
            played: PlayedRange::new(computer),
            gpu: Span::from_millis(computer.gpu_ms),
            scanout: Scanout::new(computer),
            timers_scanout: Scanout::Mailbox(Refresh::new(computer.highest_refresh_hz())),
            refresh_interval: Span::from_hz(computer.highest_refresh_hz()),
            queue: computer.queue as usize,
            missed_refresh: computer.missed_refresh,
            reads_once_a_turn: computer.input == InputRead::Turn,
            presses: computer.presses,
            timer: Span::from_millis(computer.timer_ms),
            scheduler: Span::from_millis(computer.sleep_ms),
            wake: spans(computer.wake_lo_ms, computer.wake_hi_ms),
            wake_tail: (computer.wake_tail, Span::from_millis(computer.wake_tail_ms)),
            start: Time::ZERO + Span::from_millis(computer.start_ms),
            clock_at: Span::from_secs(computer.clock_at_s),
            wraps_at: (computer.wraps_at_s > 0.0).then(|| Span::from_secs(computer.wraps_at_s)),
            largest_step: computer.largest_step,
        }
    }

    /// Returns the part of an update's cost that grows with the number of bodies.
    #[inline]
    pub fn bodies_updated(&self, world: &World) -> Span {
        per_body(self.update_per_body, || world.population())
    }

    /// Returns the part of a frame's cost that grows with the number of bodies in view.
    #[inline]
    pub fn bodies_in_view(&self, world: &World) -> Span {
        per_body(self.render_per_body, || world.in_view())
    }
}

/// Returns the cost of all bodies; `bodies` returns their number. It is called only if a body costs something, because counting
/// takes real time.
#[inline]
fn per_body(each: Span, bodies: impl FnOnce() -> i64) -> Span {
    if each == Span::ZERO { Span::ZERO } else { each * bodies() }
}

fn spans(one_ms: f64, other_ms: f64) -> (Span, Span) {
    let (lo, hi) = in_order(one_ms, other_ms);
    (Span::from_millis(lo), Span::from_millis(hi))
}
