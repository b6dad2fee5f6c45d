//! The card that explains a number: which one is open.

use crate::model::config::PaneId;
use crate::model::config::view::Counted;

/// Where a number stands: the same one may stand in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In a pane's header.
    Header,
    /// Among the numbers under a pane.
    Numbers,
    /// In the table.
    Table,
}

/// A number of a pane that can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberCard {
    /// Whose it is.
    pub pane: PaneId,
    /// The key of its metric.
    pub metric: &'static str,
    /// The part of the run that it is about.
    pub counted: Counted,
    /// Where it stands.
    pub place: CardPlace,
}
