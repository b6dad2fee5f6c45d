//! Metrics as what is made of a run's events.

use super::reference::ReferenceSolution;
use super::whole_run::Metrics;
use crate::base::params::Invalid;
use crate::lab::run::{Fold, PaneSetup};

impl Fold for Metrics {}

impl Metrics {
    /// For a pane that begins as `setup` says; its world is measured against the reference solution.
    ///
    /// # Errors
    /// If there is no such scene.
    pub fn of(setup: &PaneSetup) -> Result<Metrics, Invalid> {
        Ok(Metrics::without_reference(setup)?.against(ReferenceSolution::of(setup.settings)?))
    }

    /// For a pane that begins as `setup` says; its deviation, the number that costs most, is left out.
    ///
    /// # Errors
    /// None; the same form as [`Metrics::of`].
    pub fn without_reference(setup: &PaneSetup) -> Result<Metrics, Invalid> {
        Ok(Metrics::new(setup.computer().highest_refresh_hz(), setup.first_turn()))
    }
}
