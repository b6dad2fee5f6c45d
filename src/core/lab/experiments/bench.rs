//! The bench on which trials are made, and the trials that are known. Other panes often need the same trials, because they try each
//! other's loops as cures.

use super::load::Load;
use super::outcome::Outcome;
use super::trial::{Scope, Trial};
use super::verdicts::Level;
use crate::base::jobs::Cancelled;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::model::config::settings::Settings;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The outcomes of the trials of some panes, which several threads make.
#[derive(Default)]
pub struct KnownTrials {
    /// The trials of each loop, by its id.
    of_loops: Mutex<FxHashMap<String, Vec<KnownTrial>>>,
}

struct KnownTrial {
    settings: Settings,
    scope: Scope,
    outcome: Arc<Outcome>,
}

impl KnownTrials {
    fn find(&self, settings: &Settings, scope: Scope) -> Option<Arc<Outcome>> {
        let of_loops = self.of_loops.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |known: &&KnownTrial| known.scope == scope && known.settings == *settings;
        Some(of_loops.get(&settings.panes[0].strategy)?.iter().rev().find(is_it)?.outcome.clone())
    }

    fn add(&self, trial: KnownTrial) {
        let mut of_loops = self.of_loops.lock().unwrap_or_else(PoisonError::into_inner);
        of_loops.entry(trial.settings.panes[0].strategy.clone()).or_default().push(trial);
    }
}

/// The trials of one pane, each made once.
pub struct Bench<P> {
    known: Arc<KnownTrials>,
    /// Is called between two runs and within long ones, to let other tasks run or to end the work.
    pause: P,
}

impl<P: AsyncFnMut() -> Result<(), Cancelled>> Bench<P> {
    pub fn new(known: Arc<KnownTrials>, pause: P) -> Bench<P> {
        Bench { known, pause }
    }

    /// Returns the function to call between two runs.
    pub fn pause(&mut self) -> &mut P {
        &mut self.pause
    }

    /// Returns the outcome of a trial, which is made unless it is known.
    pub async fn outcome(&mut self, settings: &Settings, scope: Scope) -> Result<Arc<Outcome>, Cancelled> {
        if let Some(outcome) = self.known.find(settings, scope) {
            return Ok(outcome);
        }
        let outcome = Arc::new(Trial::new(settings, scope).outcome(&mut self.pause).await?);
        self.known.add(KnownTrial { settings: settings.clone(), scope, outcome: outcome.clone() });
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
