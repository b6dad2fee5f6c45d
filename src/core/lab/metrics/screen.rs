//! The properties of the display that metrics depend on, and the frames that it shows.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::computer::{Computer, Present};
use crate::model::machine::refresh::Refresh;

#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The refresh interval in flicks: T in the definitions of metrics. With a variable refresh it is the shortest one. `None` if
    /// the display is unknown.
    pub interval: Option<f64>,
    /// The refreshes of a display that tears when a frame comes between two of them; `None` for a display that never tears.
    beam: Option<Refresh>,
}

impl Screen {
    pub fn of(computer: &Computer) -> Screen {
        let tears = computer.present == Present::Immediate;
        let beam = tears.then(|| Refresh::new(computer.refresh_hz));
        Screen { beam, interval: computer.known_refresh_hz().map(|hertz| FLICKS_PER_SECOND as f64 / hertz) }
    }

    /// Returns whether a frame that appears at this moment tears, because it comes in the middle of the scan-out.
    pub fn tears(&self, at: Time) -> bool {
        self.beam.is_some_and(|refresh| refresh.tick(refresh.first_at_or_after(at)) != at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayedFrame {
    /// The moment at which the display changed to the frame.
    pub at: Time,
    /// The sample time, after interpolation or extrapolation.
    pub drawn: Time,
}

/// Returns by how much the world moved further than time did: (sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁). The result is positive if the frame came
/// too early for its sample time, and negative if it came too late (PresentMon 2 MsAnimationError).
///
/// ```
/// use tickscope_core::base::time::{Span, Time};
/// use tickscope_core::lab::metrics::screen::{DisplayedFrame, animation_error};
///
/// let first = DisplayedFrame { at: Time::from_secs(1.0), drawn: Time::from_secs(0.9) };
/// let next = DisplayedFrame { at: Time::from_secs(1.2), drawn: Time::from_secs(1.0) };
/// assert_eq!(animation_error(first, next), Span::from_millis(-100.0));
/// ```
pub fn animation_error(before: DisplayedFrame, now: DisplayedFrame) -> Span {
    (now.drawn - before.drawn) - (now.at - before.at)
}

#[cfg(test)]
mod tests {
    use crate::base::time::Span;
    use crate::lab::metrics::screen::*;

    #[test]
    fn a_frame_tears_that_is_not_held_back_and_comes_between_two_refreshes() {
        let immediate = Computer { present: Present::Immediate, refresh_hz: 100.0, ..Computer::default() };
        let (at, flick) = (Time::from_secs(0.25), Span::from_flicks(1));
        let tears = |computer: &Computer| [at - flick, at, at + flick].map(|at| Screen::of(computer).tears(at));
        assert_eq!(tears(&immediate), [true, false, true]);
        for present in [Present::Fifo, Present::Mailbox] {
            assert_eq!(tears(&Computer { present, ..immediate.clone() }), [false; 3]);
        }
    }
}
