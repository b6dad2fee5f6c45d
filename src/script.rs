//! What is run: settings to begin with, and commands at their moments.
//!
//! A window's session, a scenario file, a report, a trace and a film are all made from one of these, so that the same
//! file does the same in each of them.

use crate::lab::Logged;
use crate::params::{Invalid, Param};
use crate::settings::{Command, LONGEST_RUN_S, Settings};
use crate::time::Time;

/// When a command is given, in seconds of laboratory time.
pub const AT_S: Param = Param::seconds("s", 0.0, (0.0, LONGEST_RUN_S), "When the command takes effect.");

/// Settings and commands, checked together: every command is allowed when its moment comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    settings: Settings,
    commands: Vec<Logged>,
}

/// A script that can't be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{invalid}")]
pub struct Refused {
    /// The command that is refused, counted from 0 in the order given; nothing if it is the settings.
    pub command: Option<usize>,
    pub invalid: Invalid,
}

impl From<Settings> for Script {
    fn from(settings: Settings) -> Script {
        Script { settings, commands: Vec::new() }
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
    /// Commands of the same moment keep their order.
    ///
    /// # Errors
    /// The settings, or the first command that is not allowed when its moment comes.
    pub fn new(settings: Settings, commands: Vec<Logged>) -> Result<Script, Refused> {
        settings.check().map_err(|invalid| Refused { command: None, invalid })?;
        let mut ordered: Vec<(usize, Logged)> = commands.into_iter().enumerate().collect();
        ordered.sort_by_key(|(_, logged)| logged.at_flicks);
        let mut running = settings.clone();
        for (place, Logged { at_flicks, command }) in &ordered {
            let done = check_moment(Time::from_flicks(*at_flicks))
                .and_then(|()| command.apply(&mut running))
                .and_then(|()| running.check_count());
            done.map_err(|invalid| Refused { command: Some(*place), invalid })?;
        }
        Ok(Script { settings, commands: ordered.into_iter().map(|(_, logged)| logged).collect() })
    }

    /// As it begins.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What happens then, in order.
    pub fn commands(&self) -> &[Logged] {
        &self.commands
    }

    /// Every pane that there ever is: those of the beginning, then those that are added, each with the number of the
    /// command that adds it.
    pub fn every_pane(&self) -> impl Iterator<Item = Origin> {
        let added = self.commands.iter().enumerate().filter(|(_, logged)| matches!(logged.command, Command::AddPane(_)));
        (0..self.settings.panes.len()).map(Origin::Start).chain(added.map(|(number, _)| Origin::Command(number)))
    }
}

/// Where a pane comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is there from the start, in this place.
    Start(usize),
    /// This command adds it.
    Command(usize),
}

fn check_moment(at: Time) -> Result<(), Invalid> {
    AT_S.check_number(at.as_secs())
}
