//! The presses of a regime that no step has taken.

use super::symptom::{Symptom, evidence};
use super::windows::Windows;
use super::words::Said;
use crate::base::time::{Span, Time};
use crate::lab::metrics::press_fates::{PRESSES_REACH, PressFate, PressFates};
use crate::model::machine::event::Event;

/// The newest presses; empty in a world without a button.
#[derive(Clone, Debug, Default)]
pub struct NewestPresses(PressFates);

impl NewestPresses {
    pub fn add(&mut self, event: &Event, reach: Span) {
        self.0.add(event);
        if let Event::Press { at, .. } = event {
            self.0.forget_before(*at - reach.max(PRESSES_REACH) * 2);
        }
    }

    /// Finds presses since `begin` that are lost: of the last six seconds, or of a whole run that is judged.
    pub fn lost(&self, begin: Time, windows: &Windows) -> Option<Symptom> {
        let now = windows.now;
        let from = if windows.are_judged() { windows.recent } else { now - PRESSES_REACH };
        let decided = || self.0.decided(now).filter(|press| press.at > from && press.at >= begin);
        let is_lost = |press: &&PressFate| press.answers == 0;
        let lost = decided().filter(is_lost).count();
        let said = Said::PressesLost { of: decided().count() };
        (lost > 0).then(|| Symptom::new(said, lost as f64, evidence(decided().filter(is_lost).map(|press| press.at))))
    }
}
