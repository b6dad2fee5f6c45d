//! The presses of a regime that no step has taken, or more than one.

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

    /// Finds presses since `begin` that are lost, and those that are answered several times: of the last six seconds, or of a whole run
    /// that is judged.
    pub fn faults(&self, begin: Time, windows: &Windows, frames_a_step: Option<f64>) -> impl Iterator<Item = Symptom> {
        let now = windows.now;
        let from = if windows.are_judged() { windows.recent } else { now - PRESSES_REACH };
        let decided = || self.0.decided(now).filter(|press| press.at > from && press.at >= begin);
        let of = decided().count();
        let fault = |said: Said, is_faulty: fn(&&PressFate) -> bool| {
            let count = decided().filter(is_faulty).count();
            (count > 0).then(|| Symptom::new(said, count as f64, evidence(decided().filter(is_faulty).map(|press| press.at))))
        };
        let lost = fault(Said::PressesLost { of, frames_a_step }, |press| press.answers == 0);
        let doubled = fault(Said::PressesDoubled { of }, |press| press.answers > 1);
        lost.into_iter().chain(doubled)
    }
}
