//! The options that set the computer: one for each row of [`FIELDS`] that has one.

use super::values::{bounds, number, on_off};
use crate::base::params::Invalid;
use crate::model::config::Computer;
use crate::model::config::computer::{CommandLineOption, FIELDS, Field, FieldAccess};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// What is given of the computer's options, each as text with the setting that it is for.
pub struct ComputerOptions {
    given: Vec<(&'static Field, CommandLineOption, String)>,
}

/// Every setting that has an option.
fn settable() -> impl Iterator<Item = (&'static Field, CommandLineOption)> {
    FIELDS.iter().filter_map(|field| Some((field, field.option?)))
}

impl ComputerOptions {
    /// Changes what is given.
    ///
    /// # Errors
    /// The first option whose value is not allowed.
    pub fn change(&self, computer: &mut Computer) -> Result<(), Invalid> {
        for (field, option, text) in &self.given {
            let option = format!("--{}", option.name);
            match field.access {
                FieldAccess::Number(of) => *of(computer) = number(&option, field.param, text)?,
                FieldAccess::Switch(of) => *of(computer) = on_off(&option, text)?,
                FieldAccess::Bounds(of) => *of(computer) = bounds(&option, field.param, text)?,
                // Several options make it up: see `Shared::pattern`.
                FieldAccess::Pattern(_) => {}
            }
        }
        Ok(())
    }
}

impl Args for ComputerOptions {
    fn augment_args(command: Command) -> Command {
        let usual = Computer::default();
        command.args(settable().map(|(field, option)| {
            let default = field.access.text(&usual).unwrap_or_default();
            Arg::new(&*field.param.name)
                .long(option.name)
                .value_name(option.placeholder)
                .help(format!("{} [{default}]", option.help))
                .allow_hyphen_values(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ComputerOptions::augment_args(command)
    }
}

impl FromArgMatches for ComputerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ComputerOptions, clap::Error> {
        let text = |field: &Field| matches.get_one::<String>(&field.param.name).cloned();
        Ok(ComputerOptions { given: settable().filter_map(|(field, option)| Some((field, option, text(field)?))).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ComputerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
