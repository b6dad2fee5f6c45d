//! What is made of a run's events.

use super::setup::PaneSetup;
use crate::base::time::Time;
use crate::model::machine::{Event, Observer};
use crate::model::world::{Body, Readout, Tally};

/// Something that is made of the events of one pane: metrics, a recording, a trace. What it doesn't need is not computed.
///
/// `()` is the fold that keeps nothing: only the end of the run is known.
pub trait Fold: Observer + 'static {
    /// Whether it is told anything at all.
    const OBSERVES: bool = true;

    /// Whether it is told what the frames show, and every [detail](crate::model::machine::Detail): the loop's watched
    /// values, stalls, the world after each update.
    fn wants_details(&self) -> bool {
        false
    }

    /// Whether a headless run goes on; asked about once a virtual second.
    fn wants_more(&self) -> bool {
        true
    }

    /// A command has been given: this is what the pane runs from now on, changed or not.
    fn configured(&mut self, _: &PaneSetup) {}
}

impl Observer for () {
    fn note(&mut self, _: &Event, _: &[Body]) {}
}

impl Fold for () {
    const OBSERVES: bool = false;
}

/// The end of a pane's run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The computer's clock at the end.
    pub clock: Time,
    /// The world's simulated time at the end.
    pub sim: Time,
    /// A hash of the world's state: equal only if every bit is.
    pub state_hash: u64,
    /// How the world's passes ended.
    pub tally: Tally,
    /// The world's own numbers.
    pub readouts: Vec<Readout>,
}
