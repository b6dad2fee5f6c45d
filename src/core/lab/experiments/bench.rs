//! The bench: the trials of one pane, each made once.

use super::load::Load;
use super::outcome::Outcome;
use super::trial::{Scope, Trial};
use super::verdicts::Level;
use crate::base::jobs::Cancelled;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::model::config::settings::Settings;
use std::rc::Rc;

/// The trials of one pane, each made once.
pub struct Bench<P> {
    made: Vec<(Settings, Scope, Rc<Outcome>)>,
    /// Is called between two runs and within long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    pub fn new(pause: P) -> Bench<P> {
        Bench { made: Vec::new(), pause }
    }

    /// Returns the function to call between two runs.
    pub fn pause(&mut self) -> &mut P {
        &mut self.pause
    }

    pub async fn outcome(&mut self, settings: &Settings, scope: Scope) -> Result<Rc<Outcome>, Cancelled> {
        let is_it = |(made, of, _): &&(Settings, Scope, _)| *of == scope && made == settings;
        if let Some((.., outcome)) = self.made.iter().find(is_it) {
            return Ok(outcome.clone());
        }
        let outcome = Rc::new(Trial::new(settings, scope).outcome(&mut self.pause).await?);
        self.made.push((settings.clone(), scope, outcome.clone()));
        Ok(outcome)
    }

    /// Returns a kind that `changed` shows at least as badly as `symptom` in one of `scopes` and on one of `levels`, if neither
    /// `settings` nor the same loop without work shows it; the kind of the symptom itself does not count.
    pub async fn brought(
        &mut self,
        (settings, changed): (&Settings, &Settings),
        symptom: (Kind, Tone),
        (scopes, levels): (&[Scope], &[Level]),
    ) -> Result<Option<Kind>, Cancelled> {
        for scope in scopes {
            let after = self.outcome(changed, *scope).await?;
            let before = self.outcome(settings, *scope).await?;
            if after.brings(symptom, [&before, &Outcome::default()], levels).is_some() {
                let light = self.outcome(&Load::without_any(settings), *scope).await?;
                if let Some(kind) = after.brings(symptom, [&before, &light], levels) {
                    return Ok(Some(kind));
                }
            }
        }
        Ok(None)
    }
}
