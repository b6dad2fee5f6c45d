//! Folds: what is computed from a run's events.

use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::model::machine::{Event, LoopError, Observer};
use crate::model::world::{Body, Readout, Tally};

/// Something that is computed from the events of one pane: metrics, a recording, a trace. Details that it does not want are
/// not computed.
///
/// `()` is the fold that keeps nothing: only the end of the run is known.
pub trait Fold: Observer + 'static {
    /// Whether it gets any events at all.
    const OBSERVES: bool = true;

    /// Returns whether it gets the content of frames, and every [detail](crate::model::machine::Detail): the loop's watched
    /// values, stalls, the world after each update.
    fn wants_details(&self) -> bool {
        false
    }

    /// Returns whether a run without a window goes on; called once a virtual second.
    fn wants_more(&self) -> bool {
        true
    }

    /// Receives the setup of the pane after a command, whether it has changed or not.
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
    /// A hash of the world's state: equal only if every bit is.
    pub state_hash: u64,
    pub tally: Tally,
    /// The world's own numbers at the end.
    pub readouts: Vec<Readout>,
    /// The reason why its loop ended before the run; `None` if it did not.
    pub fault: Option<LoopError>,
    /// The id of the loop that ran last.
    pub strategy: String,
}

impl Finished {
    /// Checks that the loop has come to the end of the run.
    ///
    /// # Errors
    /// If its text was at fault: the id of the loop, the line and the column, and the reason.
    pub fn check(&self) -> Result<(), Invalid> {
        self.fault.clone().map_or(Ok(()), |fault| Err(fault.refuse(&self.strategy)))
    }
}
