//! Folds: values that are computed from a run's events.

use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::host::LoopError;
use crate::model::world::body::{Body, Tally};
use crate::model::world::readout::Readout;

/// A value that is computed from the events of one pane, such as metrics, a recording or a trace. Details of events are computed
/// only for a fold that wants them.
///
/// The fold `()` stores nothing, for runs of which only the end matters.
pub trait Fold: Observer + 'static {
    /// Whether the fold receives any events at all.
    const OBSERVES: bool = true;

    /// Returns whether the fold receives the content of frames, and every [detail](crate::model::machine::event::Detail): the loop's
    /// watched values, stalls, the world after each update.
    fn wants_details(&self) -> bool {
        false
    }

    /// Returns whether a run without a window continues. A run to its end calls it once per virtual second.
    fn wants_more(&self) -> bool {
        true
    }

    /// Receives the pane's setup after each command, even if it is the same as before.
    fn configured(&mut self, _: &PaneSetup) {}
}

impl Observer for () {
    fn note(&mut self, _: &Event, _: &[Body]) {}
}

impl Fold for () {
    const OBSERVES: bool = false;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub clock: Time,
    /// The world's simulated time at the end.
    pub sim: Time,
    /// A hash of the world's state. Two hashes are equal only if every bit of the two states is.
    pub state_hash: u64,
    pub tally: Tally,
    /// The world's own numbers at the end.
    pub readouts: Vec<Readout>,
    /// The reason why the loop ended before the end of the run; `None` if it did not.
    pub fault: Option<LoopError>,
    /// The id of the loop that ran last.
    pub strategy: String,
}

impl Finished {
    /// Checks that the loop has reached the end of the run.
    ///
    /// # Errors
    /// If the loop failed; the error has the id of the loop, the line and the column, and the reason.
    pub fn check(&self) -> Result<(), Invalid> {
        self.fault.clone().map_or(Ok(()), |fault| Err(fault.refuse(&self.strategy)))
    }
}
