//! Which panes are shown.

use crate::studio::session::Session;

/// The panes that are shown.
pub fn visible(session: &Session) -> Vec<usize> {
    session.enlarged().map_or_else(|| (0..session.lab().panes().len()).collect(), |pane| vec![pane])
}
