//! The moment of the world that a loop's frames show, for each presentation.
//!
//! An accumulator makes a step when the step's time is over. Its newest state is behind the clock, interpolated frames are one
//! step in the past, and predicted frames reach the clock. Witters' schedules make a tick when its time begins. Their newest
//! state is ahead of the clock, interpolated frames are at the clock, and predicted frames are a whole tick ahead of it.

use super::strategy::Strategy;
use super::tick_count::COMPARE;
use crate::base::params::values::Values;
use crate::model::config::settings::Presentation;

/// The sentence that holds for all loops.
pub const IN_GENERAL: &str = "Interpolated, an accumulator is one step behind the clock, and predicted it is at the clock. \
    Loops with a schedule of ticks make a tick when its time begins: interpolated they are at the clock, predicted one tick ahead.";

impl Strategy {
    /// Returns the least and the greatest lead of the sample time over the clock when drawing begins, in steps; `None` without an
    /// alpha. This lead holds for a loop that keeps up and has dropped no time. If the loop keeps an own time, the difference
    /// between that time and the clock comes on top.
    pub fn lead(&self, params: &Values, presentation: Presentation) -> Option<(f64, f64)> {
        let at = |lead: f64| Some((lead, lead));
        match presentation {
            _ if !self.alpha => None,
            Presentation::Latest if self.is_ahead(params) => Some((0.0, 1.0)),
            Presentation::Latest => Some((-1.0, 0.0)),
            Presentation::Interpolate => at(if self.ahead { 0.0 } else { -1.0 }),
            _ => at(if self.ahead { 1.0 } else { 0.0 }),
        }
    }

    /// Describes in a sentence or two which state this presentation of the loop shows.
    pub fn shows(&self, params: &Values, presentation: Presentation) -> String {
        let Some(lead) = self.lead(params, presentation) else {
            return "The state after the last update: this loop has no alpha, the part of the next step that has passed."
                .to_owned();
        };
        // With an alpha above 1 interpolated and predicted frames both lie past the newest state.
        let is_late = self.ahead && !self.is_ahead(params);
        let from = match presentation {
            Presentation::Latest => "The newest state",
            Presentation::Interpolate if is_late => "Up to a step past the newest state, since alpha is above 1",
            Presentation::Interpolate => "Between the last two states",
            Presentation::ExtrapolateToContact => "Predicted past the newest state, up to the first contact",
            Presentation::ExtrapolateStraight => "Predicted past the newest state, straight on",
            Presentation::Extrapolate if is_late => "Predicted up to two steps past the newest state, since alpha is above 1",
            Presentation::Extrapolate => "Predicted past the newest state",
        };
        let when = match lead {
            (0.0, 0.0) if self.own_time => "at the clock",
            (0.0, 0.0) => "exactly at the clock",
            (-1.0, -1.0) => "one step behind the clock",
            (1.0, 1.0) => "one step ahead of the clock",
            (least, _) if least < 0.0 => "up to a step behind the clock",
            _ => "up to a step ahead of the clock",
        };
        let about = if self.own_time { "about " } else { "" };
        let why = if self.is_ahead(params) { " Its steps are made when their time begins." } else { "" };
        format!("{from}: {about}{when}, while it keeps up.{why}")
    }

    /// Returns whether the newest state is ahead of the clock. With `compare=difference` every step is made one tick late, so the
    /// state isn't.
    fn is_ahead(&self, params: &Values) -> bool {
        self.ahead && !(self.param(&COMPARE.name).is_some() && params.is(&COMPARE, "difference"))
    }
}
