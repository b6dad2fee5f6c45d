//! The cursor in a script. All readers of scripts use it: windows, reports, traces, forks and checks.

use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::model::check;
use crate::model::config::command::{Command, TimedCommand};
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::patch::Patch;
use crate::model::config::script::{Origin, Script};
use crate::model::config::settings::{PaneSettings, Settings};

/// A change that a command has made, with everything that is needed to reverse it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Settings: the patch without what was set already, and the one that reverses it.
    Settings {
        forth: Patch,
        back: Patch,
    },
    Added(PlacedPane),
    Closed(PlacedPane),
    /// Two panes that have changed places.
    Swapped(PaneLetter, PaneLetter),
}

/// A pane with its place among the others, which is needed to open it again.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedPane {
    pub settings: Box<PaneSettings>,
    pub index: usize,
    pub number: usize,
}

impl PlacedPane {
    fn of(settings: &Settings, numbers: &[usize], index: usize) -> PlacedPane {
        PlacedPane { settings: Box::new(settings.panes[index].clone()), index, number: numbers[index] }
    }
}

/// The position in a script: the present settings and panes, and the commands to come.
///
/// A letter may be given again after its pane is closed. Within a run a pane therefore also has a number, which says how many
/// panes began before it. Every reader of the same script gets the same numbers.
#[derive(Clone, Debug)]
pub struct ScriptCursor {
    settings: Settings,
    commands: Vec<TimedCommand>,
    pub(super) taken: usize,
    pub(super) numbers: Vec<usize>,
    begun: usize,
}

impl ScriptCursor {
    /// Returns the cursor before the first of `commands`, which are in the order of their moments.
    pub fn new(settings: Settings, commands: Vec<TimedCommand>) -> ScriptCursor {
        let begun = settings.panes.len();
        ScriptCursor { settings, commands, taken: 0, numbers: (0..begun).collect(), begun }
    }

    pub fn number_of(script: &Script, pane: Origin) -> Option<usize> {
        script.every_pane().position(|origin| origin == pane)
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn next(&self) -> Option<&TimedCommand> {
        self.commands.get(self.taken)
    }

    pub fn next_at(&self) -> Option<Time> {
        self.next().map(|logged| Time::from_flicks(logged.at_flicks))
    }

    pub fn to_come(&self) -> &[TimedCommand] {
        &self.commands[self.taken..]
    }

    /// Drops all commands, including the taken ones.
    pub(super) fn drop_commands(&mut self) {
        self.commands.clear();
        self.taken = 0;
    }

    /// Takes the next command without applying it; `None` if there is none.
    pub fn take_next(&mut self) -> Option<Command> {
        let command = self.next()?.command.clone();
        self.taken += 1;
        Some(command)
    }

    /// Returns `command` as it is logged: an added pane gets its letter, and values that a computer already has are left out.
    #[must_use]
    pub fn resolved(&self, mut command: Command) -> Command {
        command.letter_pane(&self.settings);
        if let Command::Set(patch) = &mut command {
            patch.drop_unchanged(&self.settings);
        }
        command
    }

    /// Applies commands until the pane with this number is open. Returns the moment at which it opens.
    pub fn go_to_beginning(&mut self, number: usize) -> Result<Time, Invalid> {
        let mut at = Time::ZERO;
        while self.index_of(number).is_none()
            && let Some(next) = self.next_at()
            && let Some(command) = self.take_next()
        {
            self.apply(&command)?;
            at = next;
        }
        Ok(at)
    }

    /// Applies `command`, of the script or of a person, to the settings and the panes. Returns the change that it made; `None` if the
    /// settings are as before. If the command is refused, nothing changes.
    pub fn apply(&mut self, command: &Command) -> Result<Option<Change>, Invalid> {
        let mut changed = self.settings.clone();
        check::apply(command, &mut changed)?;
        changed.check_count()?;
        let before = std::mem::replace(&mut self.settings, changed);
        Ok(match command {
            Command::Set(patch) => {
                let mut forth = patch.clone();
                forth.drop_all_unchanged(&before);
                let back = forth.reversed(&before);
                (!back.is_empty()).then_some(Change::Settings { forth, back })
            }
            Command::AddPane(_) => {
                self.numbers.push(self.begun);
                self.begun += 1;
                Some(Change::Added(PlacedPane::of(&self.settings, &self.numbers, self.numbers.len() - 1)))
            }
            Command::ClosePane(pane) => {
                let index = before.find_pane(*pane)?;
                let closed = PlacedPane::of(&before, &self.numbers, index);
                self.numbers.remove(index);
                Some(Change::Closed(closed))
            }
            Command::SwapPanes(a, b) => {
                self.numbers.swap(before.find_pane(*a)?, before.find_pane(*b)?);
                (a != b).then_some(Change::Swapped(*a, *b))
            }
            Command::Stall { .. } | Command::Tap | Command::Steer(_) => None,
        })
    }

    /// Replaces the settings and the numbers of their panes.
    pub(super) fn restore(&mut self, settings: Settings, numbers: Vec<usize>) {
        (self.settings, self.numbers) = (settings, numbers);
    }

    /// Returns the index of the pane with this number; `None` before it is added and after it is closed.
    pub fn index_of(&self, number: usize) -> Option<usize> {
        self.numbers.iter().position(|other| *other == number)
    }

    /// Returns whether a command may still add the pane with this number.
    pub fn is_to_come(&self, number: usize) -> bool {
        number >= self.begun && self.next().is_some()
    }

    /// Returns the setup of a pane from `at` on; `None` if the pane is not open.
    pub fn setup(&self, number: usize, at: Time) -> Option<PaneSetup<'_>> {
        Some(PaneSetup { index: self.index_of(number)?, settings: &self.settings, at })
    }
}
