//! A script: the settings at the start of a run, and the commands at their moments.
//!
//! Window, report, trace and film all make their runs from a script, so that the same scenario file does the same in each of
//! them.

use super::command::{Command, TimedCommand};
use super::limits::LONGEST_RUN_S;
use super::settings::{PaneSettings, Settings};
use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::base::time::Time;

/// The moment of a command, in seconds of laboratory time.
pub const AT_S: Param = Param::seconds("s", 0.0, (0.0, LONGEST_RUN_S), "When the command takes effect.");

/// Settings and commands that are checked together: every command is allowed at its moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    settings: Settings,
    commands: Vec<TimedCommand>,
}

/// The refusal of a script that can't be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{invalid}")]
pub struct Refused {
    pub part: ScriptPart,
    /// The setting that is wrong, and what is allowed.
    pub invalid: Invalid,
}

/// A part of a script. Its numbers count from 0, in the order in which the parts were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptPart {
    World,
    Computer,
    Stall(usize),
    /// One of the user's own loops.
    Loop(usize),
    Panes,
    Pane(usize),
    Command(usize),
}

impl From<Settings> for Script {
    fn from(settings: Settings) -> Script {
        Script { settings: settings.lettered(), commands: Vec::new() }
    }
}

impl From<&Settings> for Script {
    fn from(settings: &Settings) -> Script {
        Script::from(settings.clone())
    }
}

impl From<&Script> for Script {
    fn from(script: &Script) -> Script {
        script.clone()
    }
}

impl Script {
    /// Sorts the commands by their moments (commands of the same moment keep their order) and tries them one after the other on a
    /// copy of the settings. `apply` changes settings as a command does, or refuses it. [`crate::model::check::script`] passes an
    /// `apply` that knows the worlds and the loops.
    ///
    /// # Errors
    /// The refusal of the first command whose moment is out of range, that `apply` refuses, or that leaves no pane or too many.
    pub fn played_through(
        mut settings: Settings,
        commands: Vec<TimedCommand>,
        apply: impl Fn(&Command, &mut Settings) -> Result<(), Invalid>,
    ) -> Result<Script, Refused> {
        settings.letter_panes().map_err(|invalid| Refused { part: ScriptPart::Panes, invalid })?;
        let mut ordered: Vec<(usize, TimedCommand)> = commands.into_iter().enumerate().collect();
        ordered.sort_by_key(|(_, timed)| timed.at_flicks);
        let mut running = settings.clone();
        for (number, TimedCommand { at_flicks, command }) in &mut ordered {
            command.letter_pane(&running);
            AT_S.check_number(Time::from_flicks(*at_flicks).as_secs())
                .and_then(|()| apply(command, &mut running))
                .and_then(|()| running.check_count())
                .map_err(|invalid| Refused { part: ScriptPart::Command(*number), invalid })?;
        }
        Ok(Script { settings, commands: ordered.into_iter().map(|(_, timed)| timed).collect() })
    }

    /// Returns the script with another seed, of which no command depends.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Script {
        let Script { settings, commands } = self.clone();
        Script { settings: Settings { seed, ..settings }, commands }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the commands, in the order of their moments.
    pub fn commands(&self) -> &[TimedCommand] {
        &self.commands
    }

    /// Returns every pane that exists at any time: the panes at the start, then the added ones, each with the number of the
    /// command that adds it.
    pub fn every_pane(&self) -> impl Iterator<Item = Origin> {
        let added = self.commands.iter().enumerate().filter(|(_, timed)| matches!(timed.command, Command::AddPane(_)));
        (0..self.settings.panes.len()).map(Origin::Start).chain(added.map(|(number, _)| Origin::Command(number)))
    }

    /// Returns the settings with which a pane begins.
    ///
    /// # Panics
    /// If the script does not have this pane.
    pub fn pane(&self, pane: Origin) -> &PaneSettings {
        match pane {
            Origin::Start(place) => &self.settings.panes[place],
            Origin::Command(number) => match &self.commands[number].command {
                Command::AddPane(added) => added,
                other => panic!("{} adds no pane", other.in_words()),
            },
        }
    }

    /// Returns every pane that begins before `moment`.
    pub fn panes_before(&self, moment: Time) -> Vec<Origin> {
        let begins = |pane: &Origin| match pane {
            Origin::Start(_) => true,
            Origin::Command(number) => self.commands[*number].at_flicks < moment.flicks(),
        };
        self.every_pane().filter(begins).collect()
    }
}

/// The origin of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The pane with this index, which exists from the start.
    Start(usize),
    /// The pane that the command with this number adds.
    Command(usize),
}
