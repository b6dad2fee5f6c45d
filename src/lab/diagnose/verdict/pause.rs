//! What a pause of the game makes of a verdict.

use crate::lab::metrics::reach::RECENT;
use crate::lab::panes::Seen;
use std::fmt::{self, Display, Formatter};

/// How a pane stands to a pause of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The game is paused, and the loop obeys.
    Obeyed,
    /// It goes on, and the numbers of the last two seconds still hold what was paused.
    Over,
    /// The game is paused, and the loop does not ask.
    Ignored,
}

impl Pause {
    /// Returns how `pane` stands to it; `None` if the game was not paused.
    pub fn of(pane: Seen) -> Option<Pause> {
        let (recording, now) = (pane.pane().recording(), pane.now());
        let contexts = recording.contexts();
        match (pane.strategy().pauses, contexts.at(now).paused) {
            (true, true) => Some(Pause::Obeyed),
            (true, false) => contexts.was_paused(now - RECENT, now).then_some(Pause::Over),
            (false, true) => Some(Pause::Ignored),
            (false, false) => None,
        }
    }
}

impl Display for Pause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pause::Obeyed => "The game is paused: the loop goes on updating, by 0 s.",
            Pause::Over => "The game was paused: its numbers of the last two seconds contain that.",
            Pause::Ignored => "The game is paused, but the loop's article knows no pause: it goes on.",
        })
    }
}
