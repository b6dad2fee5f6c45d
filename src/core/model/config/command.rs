//! Commands: the changes that a person makes during a run.

use super::control::ControlInput;
use super::pane_letter::PaneLetter;
use super::patch::Patch;
use super::settings::{PaneSettings, PlannedStall, Settings, StallOn};
use crate::base::params::invalid::Invalid;

/// A change that a person makes during a run. It applies to every operation that starts at its moment or later.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "panes are added rarely, and a box would stand in every pattern")]
pub enum Command {
    /// Changes settings. A loop whose strategy or parameters are changed starts again, on the same computer and in the same
    /// world.
    Set(Patch),
    /// Makes the next operation of a kind take `ms` longer in every pane.
    Stall {
        /// The length of the stall in milliseconds, 0 to 10 000.
        ms: f64,
        /// The kind of the operation.
        on: StallOn,
    },
    /// Gives every pane an input.
    Tap,
    /// Sets the controls that a person holds down, in a world that is steered. They take effect in each pane when its loop next
    /// reads inputs.
    Steer(ControlInput),
    /// Adds a pane after the others. Its world starts in the exact state of that moment. A pane without a letter gets the first
    /// free one.
    AddPane(PaneSettings),
    /// Closes a pane; the panes after it move up.
    ClosePane(PaneLetter),
    /// Exchanges the places of two panes.
    SwapPanes(PaneLetter, PaneLetter),
}

/// A command with its moment in laboratory time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedCommand {
    /// The moment in flicks since the start of the run.
    pub at_flicks: i64,
    pub command: Command,
}

impl TimedCommand {
    /// Returns the command without its effect on a pane; `None` if it has no other effect.
    #[must_use]
    pub fn without_pane(&self, pane: PaneLetter) -> Option<TimedCommand> {
        let command = match &self.command {
            Command::AddPane(added) if added.letter == Some(pane) => return None,
            Command::ClosePane(closed) if *closed == pane => return None,
            Command::SwapPanes(a, b) if [*a, *b].contains(&pane) => return None,
            Command::Set(patch) if patch.paths().any(|path| path.pane() == Some(pane)) => {
                let mut patch = patch.clone();
                patch.retain(|path| path.pane() != Some(pane));
                if patch.is_empty() {
                    return None;
                }
                Command::Set(patch)
            }
            other => other.clone(),
        };
        Some(TimedCommand { command, ..*self })
    }
}

impl Command {
    /// Returns a stall of `ms` that lengthens every pane's next render.
    pub const fn stall(ms: f64) -> Command {
        Command::Stall { ms, on: StallOn::Render }
    }

    /// Gives the pane of an `AddPane` command the first free letter if it has no letter.
    pub fn letter_pane(&mut self, settings: &Settings) {
        if let Command::AddPane(pane) = self {
            let taken: Vec<PaneLetter> = settings.panes.iter().filter_map(|pane| pane.letter).collect();
            pane.letter.get_or_insert_with(|| PaneLetter::first_free(&taken));
        }
    }

    /// Applies the command to `settings`. On an error, `settings` may be half changed. [`crate::model::check`] decides whether
    /// the result is allowed.
    pub fn change(&self, settings: &mut Settings) -> Result<(), Invalid> {
        match self {
            Command::Set(patch) => patch.change(settings)?,
            Command::Stall { ms, .. } => PlannedStall::MS.check_number(*ms)?,
            Command::Tap | Command::Steer(_) => {}
            Command::AddPane(pane) => {
                settings.panes.push(pane.clone());
                settings.letter_panes()?;
            }
            Command::ClosePane(pane) => {
                let index = settings.find_pane(*pane)?;
                settings.panes.remove(index);
            }
            Command::SwapPanes(a, b) => {
                let (a, b) = (settings.find_pane(*a)?, settings.find_pane(*b)?);
                settings.panes.swap(a, b);
            }
        }
        Ok(())
    }

    /// Describes the command in a few words: `render load 40 ms`, `B: semi-fixed`, `C is closed`.
    pub fn in_words(&self) -> String {
        match self {
            Command::Set(patch) => patch.in_words(),
            Command::Stall { ms, on: StallOn::Render } => format!("a stall of {ms} ms"),
            Command::Stall { ms, on } => format!("a stall of {ms} ms on the {}", on.in_words()),
            Command::Tap => "an input for every pane".to_owned(),
            Command::Steer(held) => held.in_words(),
            Command::AddPane(pane) => format!("one more pane: {}", pane.strategy),
            Command::ClosePane(pane) => format!("{pane} is closed"),
            Command::SwapPanes(a, b) => format!("{a} and {b} change places"),
        }
    }
}
