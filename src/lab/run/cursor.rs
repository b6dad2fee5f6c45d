//! A script as it is lived through: the one reader of scripts, for windows, reports, traces, forks and checks alike.

use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::model::check;
use crate::model::config::script::{Origin, Script};
use crate::model::config::{Command, PaneId, Settings, TimedCommand};

/// Where a script has come to: what is set, which pane stands where, and which commands are still to come.
///
/// A pane's identity is the count of panes that were there before it, so that every reader of one script gives the same.
#[derive(Clone, Debug)]
pub struct ScriptCursor {
    settings: Settings,
    commands: Vec<TimedCommand>,
    /// How many of the commands have been taken.
    taken: usize,
    /// The panes that are there, in the order of their places.
    panes: Vec<PaneId>,
    /// The identity of the pane that is added next.
    next_pane: PaneId,
}

impl ScriptCursor {
    /// Before the first of `commands`, which stand in the order of their moments.
    pub fn new(settings: Settings, commands: Vec<TimedCommand>) -> ScriptCursor {
        let count = settings.panes.len() as u64;
        ScriptCursor { settings, commands, taken: 0, panes: (0..count).map(PaneId).collect(), next_pane: PaneId(count) }
    }

    /// The identity that a pane of `script` has, whether it is there from the start or added later; nothing if it never is.
    pub fn id_of(script: &Script, pane: Origin) -> Option<PaneId> {
        script.every_pane().position(|origin| origin == pane).map(|number| PaneId(number as u64))
    }

    /// As they are now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The next command, if one is still to come.
    pub fn next(&self) -> Option<&TimedCommand> {
        self.commands.get(self.taken)
    }

    /// When the next command comes.
    pub fn next_at(&self) -> Option<Time> {
        self.next().map(|logged| Time::from_flicks(logged.at_flicks))
    }

    /// Every command that is still to come.
    pub fn to_come(&self) -> &[TimedCommand] {
        &self.commands[self.taken..]
    }

    /// How many of the commands have been taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Takes the next command, which has no effect yet.
    pub fn take_next(&mut self) -> Option<Command> {
        let command = self.next()?.command.clone();
        self.taken += 1;
        Some(command)
    }

    /// `command`, which may be a person's, takes effect on the settings and on the places of the panes.
    ///
    /// # Errors
    /// If it is not allowed; then nothing has changed.
    pub fn apply(&mut self, command: &Command) -> Result<(), Invalid> {
        let mut changed = self.settings.clone();
        check::apply(command, &mut changed)?;
        changed.check_count()?;
        self.settings = changed;
        match *command {
            Command::AddPane(_) => {
                self.panes.push(self.next_pane);
                self.next_pane = PaneId(self.next_pane.0 + 1);
            }
            Command::ClosePane { pane } => drop(self.panes.remove(pane)),
            Command::SwapPanes { a, b } => self.panes.swap(a, b),
            _ => {}
        }
        Ok(())
    }

    /// The panes that are there, in the order of their places.
    pub fn panes(&self) -> &[PaneId] {
        &self.panes
    }

    /// Where a pane stands, counted from 0; nothing before it is added and after it is closed.
    pub fn place_of(&self, pane: PaneId) -> Option<usize> {
        self.panes.iter().position(|id| *id == pane)
    }

    /// Whether a pane is still to be added.
    pub fn is_to_come(&self, pane: PaneId) -> bool {
        pane >= self.next_pane && self.next().is_some()
    }

    /// What a pane that is there runs, and on what, from `at` on.
    pub fn setup(&self, pane: PaneId, at: Time) -> Option<PaneSetup<'_>> {
        Some(PaneSetup { id: pane, place: self.place_of(pane)?, settings: &self.settings, at })
    }
}
