//! Checks settings against the registries: whether the worlds, loops and parameters that they name exist and fit together. The
//! data check the ranges of plain numbers themselves ([`super::config`]).

use super::config::command::{Command, TimedCommand};
use super::config::computer::Computer;
use super::config::own_loop::OwnLoop;
use super::config::patch::{Owner, Patch, SettingPath};
use super::config::script::{Refused, Script, ScriptPart};
use super::config::settings::{PaneSettings, Settings};
use super::{scripts, worlds};
use crate::base::params::invalid::Invalid;
use crate::base::params::value::Value;
use std::collections::BTreeSet;

/// Checks all settings against their ranges and the registries.
pub fn settings(settings: &Settings) -> Result<(), Invalid> {
    parts(settings).map_err(|refused| refused.invalid)
}

/// Checks the same as [`settings`], and names the wrong part.
fn parts(settings: &Settings) -> Result<(), Refused> {
    let under = |part: ScriptPart| move |invalid| Refused { part, invalid };
    worlds::check(&settings.scene).map_err(under(ScriptPart::World))?;
    settings.computer.check().map_err(under(ScriptPart::Computer))?;
    for (number, stall) in settings.hitches.iter().enumerate() {
        stall.check().map_err(under(ScriptPart::Stall(number)))?;
    }
    OwnLoop::check_all(&settings.loops).map_err(|(number, invalid)| Refused { part: ScriptPart::Loop(number), invalid })?;
    for (number, own) in settings.loops.iter().enumerate() {
        // A text that no pane runs may be a library that another text brings in.
        if settings.panes.iter().any(|pane| pane.strategy == own.id()) {
            scripts::find(&settings.loops, &own.id()).map_err(under(ScriptPart::Loop(number)))?;
        }
    }
    settings.check_letters().map_err(under(ScriptPart::Panes))?;
    for (number, pane) in settings.panes.iter().enumerate() {
        self::pane(settings, pane).map_err(under(ScriptPart::Pane(number)))?;
    }
    for (number, pane) in settings.panes.iter().enumerate() {
        let strategy = scripts::of_pane(settings, number).map_err(under(ScriptPart::Pane(number)))?;
        strategy.check_on(&pane.params, settings.computer_of(number)).map_err(under(ScriptPart::Pane(number)))?;
    }
    Ok(())
}

/// Checks one pane: its loop and parameters against the registry, and its own computer against its ranges.
fn pane(settings: &Settings, pane: &PaneSettings) -> Result<(), Invalid> {
    scripts::of(&settings.loops, pane)?.check(&pane.params)?;
    pane.check_name()?;
    pane.computer.as_ref().map_or(Ok(()), Computer::check)
}

/// Applies `command` to `settings`; on an error they may be half changed.
pub fn apply(command: &Command, settings: &mut Settings) -> Result<(), Invalid> {
    match command {
        Command::Steer(_) if !(worlds::find(&settings.scene.id)?.by_hand)(&settings.scene.options) => {
            let allowed = "only in a scene that a person drives: drive, with driver = keys";
            return Err(Invalid::new("steer", &settings.scene.id, allowed));
        }
        Command::Set(patch) => {
            check_live(patch, settings)?;
            patch.change(settings)?;
            return changed(patch, settings);
        }
        _ => {}
    }
    command.change(settings)?;
    self::settings(settings)
}

/// Checks the settings that `patch` has changed; all others were allowed before. Applying the patch has checked the ranges of
/// computers.
fn changed(patch: &Patch, settings: &Settings) -> Result<(), Invalid> {
    let owners: BTreeSet<Owner> = patch.paths().map(|path| path.owner).collect();
    if owners.contains(&Owner::Loops) {
        // Any pane may run a text, or another text that it brings in.
        return self::settings(settings);
    }
    if owners.contains(&Owner::World) || owners.contains(&Owner::WorldOptions) {
        worlds::check(&settings.scene)?;
    }
    for (number, pane) in settings.panes.iter().enumerate() {
        let Some(letter) = pane.letter else { return self::settings(settings) };
        let of_pane = [Owner::Pane(letter), Owner::Params(letter), Owner::PaneComputer(letter)];
        let has_changed = of_pane.iter().any(|owner| owners.contains(owner));
        if has_changed {
            self::pane(settings, pane)?;
        }
        if has_changed || pane.computer.is_none() && owners.contains(&Owner::Computer) {
            scripts::of_pane(settings, number)?.check_on(&pane.params, settings.computer_of(number))?;
        }
    }
    Ok(())
}

/// Returns a script in which every command is allowed at its moment. Commands of the same moment keep their order.
pub fn script(settings: Settings, commands: Vec<TimedCommand>) -> Result<Script, Refused> {
    parts(&settings)?;
    Script::played_through(settings, commands, apply)
}

/// Returns a script of those `commands` that are allowed after each other, from these settings on.
pub fn script_of_allowed(settings: Settings, commands: &[TimedCommand]) -> Result<Script, Refused> {
    let mut running = settings.clone();
    let is_allowed = |timed: &&TimedCommand| {
        let mut next = running.clone();
        let is_allowed = apply(&timed.command, &mut next).and_then(|()| next.check_count()).is_ok();
        if is_allowed {
            running = next;
        }
        is_allowed
    };
    let allowed = commands.iter().filter(is_allowed).cloned().collect();
    script(settings, allowed)
}

/// Refuses to change settings that can only be set before a run.
fn check_live(patch: &Patch, settings: &Settings) -> Result<(), Invalid> {
    let refused = |path: &SettingPath, value: &Value| {
        Err(Invalid::new(path.to_string(), value, "set before the run: it can't change while it runs"))
    };
    patch.iter().try_for_each(|(path, value)| match path.owner {
        Owner::World => refused(path, value),
        Owner::Run if path.name == "seed" => refused(path, value),
        Owner::WorldOptions => {
            let options = worlds::find(&settings.scene.id)?.options;
            let is_live = options.iter().all(|option| option.name != path.name || option.live);
            if is_live { Ok(()) } else { refused(path, value) }
        }
        _ => Ok(()),
    })
}
