//! Steady runs, each made once: what a loop shows in the long run under some settings.

use super::steady::{SteadyOutcome, SteadyPart, SteadyRun};
use crate::base::jobs::Cancelled;
use crate::lab::findings::Kind;
use crate::model::config::Settings;
use std::rc::Rc;

/// The steady runs that were made for one pane.
pub struct Bench<P> {
    made: Vec<(Settings, SteadyPart, Rc<SteadyOutcome>)>,
    /// Called between two runs and in long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    /// Returns a bench without runs.
    pub fn new(pause: P) -> Bench<P> {
        Bench { made: Vec::new(), pause }
    }

    /// Returns what a part of the steady runs of these settings shows.
    ///
    /// # Errors
    /// If the work is cancelled.
    pub async fn outcome(&mut self, settings: &Settings, part: SteadyPart) -> Result<Rc<SteadyOutcome>, Cancelled> {
        let is_it = |(made, of, _): &&(Settings, SteadyPart, _)| *of == part && made == settings;
        if let Some((.., outcome)) = self.made.iter().find(is_it) {
            return Ok(outcome.clone());
        }
        let outcome = Rc::new(SteadyRun::new(settings, part).outcome(&mut self.pause).await?);
        self.made.push((settings.clone(), part, outcome.clone()));
        Ok(outcome)
    }

    /// Returns the value of the symptom of this kind in the steady runs of these settings; `None` if they do not show it.
    ///
    /// # Errors
    /// If the work is cancelled.
    pub async fn symptom(&mut self, settings: &Settings, kind: Kind) -> Result<Option<f64>, Cancelled> {
        Ok(self.outcome(settings, SteadyPart::of(kind)).await?.symptom(kind))
    }
}
