//! When a display can change its frame.

use super::refresh::Refresh;
use crate::base::time::Span;
use crate::model::config::{Computer, Present, Rates};

/// When a display changes to a frame that is done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scanout {
    /// At a tick of its own, in order.
    Fifo(Refresh),
    /// At the next tick, if no newer frame is done by then.
    Mailbox(Refresh),
    /// At once, wherever the beam is then; the beam begins at the top at every tick.
    Immediate(Refresh),
    /// At once, but no sooner after the last refresh than `shortest`; `longest` after it the old frame is repeated.
    Variable { shortest: Span, longest: Span },
}

impl Scanout {
    /// That of `computer`, whose numbers have been checked.
    pub fn new(computer: &Computer) -> Scanout {
        if let Some(Rates { lo_hz, hi_hz }) = computer.vrr.rates() {
            return Scanout::Variable { shortest: Span::from_hz(hi_hz), longest: Span::from_hz(lo_hz) };
        }
        let refresh = Refresh::new(computer.refresh_hz);
        match computer.present {
            Present::Fifo => Scanout::Fifo(refresh),
            Present::Mailbox => Scanout::Mailbox(refresh),
            Present::Immediate => Scanout::Immediate(refresh),
        }
    }
}
