//! A script: the settings that a run begins with, and commands at their moments.
//!
//! A window's session, a scenario file, a report, a trace and a film are all made from one of these, so that the same
//! file does the same in each of them.

use super::command::{Command, TimedCommand};
use super::limits::LONGEST_RUN_S;
use super::settings::{PaneSettings, Settings};
use crate::base::params::{Invalid, Param};
use crate::base::time::Time;

/// When a command is given, in seconds of laboratory time.
pub const AT_S: Param = Param::seconds("s", 0.0, (0.0, LONGEST_RUN_S), "When the command takes effect.");

/// Settings and commands, checked together: every command is allowed when its moment comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    settings: Settings,
    commands: Vec<TimedCommand>,
}

/// A script that can't be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{invalid}")]
pub struct Refused {
    /// The part of the script that is refused.
    pub part: ScriptPart,
    /// The setting that is wrong, and what is allowed.
    pub invalid: Invalid,
}

/// A part of a script, whose numbers count from 0 in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptPart {
    /// The world and its options.
    World,
    /// The shared computer.
    Computer,
    /// A stall that is known before the run.
    Stall(usize),
    /// One of the user's own loops.
    Loop(usize),
    /// The list of panes.
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
    /// Puts the commands into the order of their moments (those of the same moment keep theirs) and plays them once through
    /// the settings: `apply` changes the settings as a command does, or refuses it. It knows which worlds and loops there
    /// are; [`crate::model::check::script`] passes it.
    ///
    /// # Errors
    /// The first command whose moment is out of range, that `apply` refuses, or that leaves no pane or too many.
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

    /// Returns the settings at the beginning.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the commands, in the order of their moments.
    pub fn commands(&self) -> &[TimedCommand] {
        &self.commands
    }

    /// Returns every pane that ever exists: the panes of the beginning, then the added ones, each with the number of the
    /// command that adds it.
    pub fn every_pane(&self) -> impl Iterator<Item = Origin> {
        let added = self.commands.iter().enumerate().filter(|(_, timed)| matches!(timed.command, Command::AddPane(_)));
        (0..self.settings.panes.len()).map(Origin::Start).chain(added.map(|(number, _)| Origin::Command(number)))
    }

    /// Returns a pane as it begins.
    ///
    /// # Panics
    /// If the script doesn't have it.
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
    /// The pane with this index is there from the start.
    Start(usize),
    /// This command adds it.
    Command(usize),
}
