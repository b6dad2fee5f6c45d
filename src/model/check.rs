//! Holds what is set against the registries: whether there are such worlds, loops and parameters, and whether they go
//! together. Ranges of plain numbers are checked by the data themselves ([`super::config`]).

use super::config::{Command, Computer, Hitch, PaneSettings, Refused, Script, Settings, TimedCommand};
use super::{strategies, worlds};
use crate::base::params::Invalid;

/// Holds everything that can be set against its range and the registries.
///
/// # Errors
/// The first setting that is out of its range or names something unknown.
pub fn settings(settings: &Settings) -> Result<(), Invalid> {
    worlds::check(&settings.scene)?;
    settings.computer.check()?;
    settings.hitches.iter().try_for_each(Hitch::check)?;
    settings.panes.iter().try_for_each(pane)?;
    settings
        .panes
        .iter()
        .enumerate()
        .try_for_each(|(index, pane)| strategies::find(&pane.strategy)?.check_on(&pane.params, settings.computer_of(index)))
}

/// Holds one pane against the registry of loops, and its own computer against its ranges.
///
/// # Errors
/// If the strategy, a parameter or the pane's own computer is not allowed.
pub fn pane(pane: &PaneSettings) -> Result<(), Invalid> {
    strategies::find(&pane.strategy)?.check(&pane.params)?;
    pane.computer.as_ref().map_or(Ok(()), Computer::check)
}

/// Changes `settings` as `command` does; on an error they may be half changed.
///
/// # Errors
/// If the command names what isn't there or sets what is not allowed.
pub fn apply(command: &Command, settings: &mut Settings) -> Result<(), Invalid> {
    match command {
        Command::Steer(_) if !(worlds::find(&settings.scene.id)?.by_hand)(&settings.scene.options) => {
            let allowed = "only in a scene that a person drives: drive, with driver = keys";
            return Err(Invalid::new("steer", &settings.scene.id, allowed));
        }
        Command::SceneOption { name, value } => {
            let options = worlds::find(&settings.scene.id)?.options;
            if options.iter().any(|option| option.name == name && !option.live) {
                return Err(Invalid::new(name.as_str(), value, "set before the run: it can't change while it runs"));
            }
        }
        _ => {}
    }
    command.change(settings)?;
    self::settings(settings)
}

/// A script whose every command is allowed when its moment comes. Commands of the same moment keep their order.
///
/// # Errors
/// The settings, or the first command that is not allowed when its moment comes.
pub fn script(settings: Settings, commands: Vec<TimedCommand>) -> Result<Script, Refused> {
    self::settings(&settings).map_err(|invalid| Refused { command: None, invalid })?;
    Script::played_through(settings, commands, apply)
}
