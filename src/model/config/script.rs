//! What is run: settings to begin with, and commands at their moments.
//!
//! A window's session, a scenario file, a report, a trace and a film are all made from one of these, so that the same
//! file does the same in each of them.

use super::command::Command;
use super::computer::LONGEST_RUN_S;
use super::settings::Settings;
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// When a command is given, in seconds of laboratory time.
pub const AT_S: Param = Param::seconds("s", 0.0, (0.0, LONGEST_RUN_S), "When the command takes effect.");

/// A command and when it was given, in flicks of laboratory time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logged {
    pub at_flicks: i64,
    pub command: Command,
}

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
    /// Settings and commands in the order of their moments, held against nothing: [`crate::model::check::script`] does that.
    pub(in crate::model) fn unchecked(settings: Settings, commands: Vec<Logged>) -> Script {
        Script { settings, commands }
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
