//! What is known of the phases at the walls of the panes.

use crate::base::time::Time;
use crate::lab::diagnose::phases::Phases;
use crate::model::config::PaneId;
use crate::model::world::Wall;
use std::cell::RefCell;
use std::rc::Rc;

/// What it was worked out for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct For {
    /// The pane.
    pub pane: PaneId,
    /// Counts beginnings.
    pub run: u64,
    /// The moment.
    pub moment: Time,
    /// The wall as it stood then.
    pub wall: Wall,
}

/// One answer a pane.
#[derive(Default)]
pub(super) struct KnownPhases(pub RefCell<Vec<(For, Option<Rc<Phases>>)>>);
