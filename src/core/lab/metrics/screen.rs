//! The display, as far as metrics depend on it.

use crate::base::time::{FLICKS_PER_SECOND, Time};
use crate::model::config::{Computer, Present};
use crate::model::machine::Refresh;

/// A display: the properties that metrics depend on.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The refresh interval, in flicks: T of the definitions. With a variable refresh it is the shortest one.
    pub interval: f64,
    /// The refreshes of a display on which a frame that comes between two of them tears; `None` if none tears.
    beam: Option<Refresh>,
}

impl Screen {
    /// Returns the display of `computer`.
    pub fn of(computer: &Computer) -> Screen {
        let tears = computer.present == Present::Immediate;
        let beam = tears.then(|| Refresh::new(computer.refresh_hz));
        Screen { beam, ..Screen::of_hz(computer.highest_refresh_hz()) }
    }

    /// Returns a display of `hertz` that does not tear.
    pub fn of_hz(hertz: f64) -> Screen {
        Screen { interval: FLICKS_PER_SECOND as f64 / hertz, beam: None }
    }

    /// Returns whether a frame that appears at this moment appears in the middle of the scan-out.
    pub fn tears(&self, at: Time) -> bool {
        self.beam.is_some_and(|refresh| refresh.tick(refresh.first_at_or_after(at)) != at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Span;

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
