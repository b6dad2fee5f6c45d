//! A change that a command makes, with the one that reverses it.

use tickscope_core::config::{Command, PaneLetter, PaneSettings, Patch};
use tickscope_core::panes::Lab;

/// What a command changes, and what changes it back.
pub enum Change {
    /// Settings: the patch that was applied, and the one that reverses it.
    Settings { back: Patch, forth: Patch },
    /// The list of panes.
    Panes { back: PaneChange, forth: PaneChange },
}

/// A change of the list of panes.
pub enum PaneChange {
    Close(PaneLetter),
    /// Opens a closed pane again where it stood, or adds it anew if it is not kept any more.
    Reopen {
        pane: Box<PaneSettings>,
        index: usize,
        number: usize,
    },
    Swap(PaneLetter, PaneLetter),
}

impl Change {
    /// Returns the change that `command` is about to make in `lab`; `None` if it sets nothing.
    pub fn about_to(command: &Command, lab: &Lab) -> Option<Change> {
        let settings = lab.settings();
        let reopen = |index: usize| PaneChange::Reopen {
            pane: Box::new(settings.panes[index].clone()),
            index,
            number: lab.panes()[index].number(),
        };
        match command {
            Command::Set(patch) => {
                let mut forth = patch.clone();
                forth.drop_all_unchanged(settings);
                let back = forth.reversed(settings);
                (!back.is_empty()).then_some(Change::Settings { back, forth })
            }
            Command::ClosePane(letter) => {
                let index = lab.index_of(*letter)?;
                Some(Change::Panes { back: reopen(index), forth: PaneChange::Close(*letter) })
            }
            Command::SwapPanes(a, b) => {
                (a != b).then_some(Change::Panes { back: PaneChange::Swap(*a, *b), forth: PaneChange::Swap(*a, *b) })
            }
            _ => None,
        }
    }

    /// Returns the change that has just added the last pane of `lab`.
    pub fn added(lab: &Lab) -> Option<Change> {
        let (settings, pane) = (lab.settings(), lab.panes().last()?);
        let index = settings.panes.len() - 1;
        let forth = PaneChange::Reopen { pane: Box::new(settings.panes[index].clone()), index, number: pane.number() };
        Some(Change::Panes { back: PaneChange::Close(pane.letter()), forth })
    }
}
