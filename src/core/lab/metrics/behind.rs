//! How far a pane is behind the clock. This is the only number for it: sentence, band, label, text and report read it.

use crate::base::numbers::fixed;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::run::setup::PaneSetup;
use crate::model::strategies::strategy::Found;
use crate::model::world::track::ElasticBand;

/// The moments from which it follows how far a pane is behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The clock at the last refresh.
    pub clock: Time,
    /// The sample time of the frame on the display.
    pub drawn: Time,
    /// The time that does not count against the loop.
    pub forgiven: Span,
}

impl Behind {
    /// Returns how far the frame on the display is behind the clock; negative if it is ahead.
    pub fn span(self) -> Span {
        self.clock - self.drawn - self.forgiven
    }

    /// Describes the span, as in `5.0 s behind` or `0.5 s ahead`; `None` if it is less than a quarter of a second.
    pub fn in_words(self) -> Option<String> {
        in_words(self.span())
    }
}

/// Describes how far a pane is behind, or ahead if it is negative; `None` if it is less than a quarter of a second.
pub fn in_words(behind: Span) -> Option<String> {
    let side = if behind < Span::ZERO { "ahead" } else { "behind" };
    ElasticBand::is_long(behind).then(|| format!("{} s {side}", one_decimal(behind.as_secs().abs())))
}

/// Returns seconds as every text shows them that says how far a pane is behind.
pub fn one_decimal(seconds: f64) -> String {
    fixed((seconds * 10.0).round() / 10.0, 1)
}

/// The time that does not count against a loop, from a moment on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgiven {
    /// The time that the loops before this one lost, and that of the pauses that are over.
    span: Span,
    /// The beginning of the pause that the loop keeps; `None` without one.
    paused_since: Option<Time>,
}

impl Forgiven {
    /// Returns the forgiven time when the clock shows `now`.
    pub fn at(self, now: Time) -> Span {
        self.span + self.paused_since.map_or(Span::ZERO, |since| (now - since).max(Span::ZERO))
    }
}

/// Follows the settings of a pane: a new loop owes nothing of what the loops before it lost, and a loop that knows pauses
/// nothing of a pause.
#[derive(Clone, Debug)]
pub struct Forgiving {
    running: Found,
    pub forgiven: Forgiven,
}

impl Forgiving {
    /// Begins with the loop of `setup`.
    pub fn of(setup: &PaneSetup) -> Result<Forgiving, Invalid> {
        let running = setup.strategy()?;
        let paused_since = (setup.settings.paused && running.pauses).then_some(setup.at);
        Ok(Forgiving { running, forgiven: Forgiven { span: Span::ZERO, paused_since } })
    }

    /// Takes the settings of `setup`, from its moment on. The world has come to simulated time `sim`.
    pub fn on_settings_changed(&mut self, setup: &PaneSetup, sim: Time) {
        // Settings that have been checked name a loop that exists.
        let Ok(next) = Forgiving::of(setup) else { return };
        let is_same = next.running.is(&self.running);
        let span = if is_same { self.forgiven.at(setup.at) } else { setup.at - sim };
        *self = Forgiving { forgiven: Forgiven { span, ..next.forgiven }, ..next };
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::metrics::behind::*;

    #[test]
    fn a_quarter_of_a_second_is_said_with_one_decimal_and_less_is_not() {
        let says = |ms: f64| in_words(Span::from_millis(ms));
        assert_eq!([says(249.9), says(-249.9), says(0.0)], [None, None, None]);
        assert_eq!([says(250.0), says(4960.0)], [Some("0.3 s behind".to_owned()), Some("5.0 s behind".to_owned())]);
        assert_eq!(says(-500.0).as_deref(), Some("0.5 s ahead"));
    }

    #[test]
    fn a_kept_pause_is_forgiven_while_it_lasts() {
        let pause = Forgiven { span: Span::from_secs(1.0), paused_since: Some(Time::from_secs(3.0)) };
        assert_eq!([2.0, 3.0, 5.5].map(|at| pause.at(Time::from_secs(at)).as_secs()), [1.0, 1.0, 3.5]);
    }
}
