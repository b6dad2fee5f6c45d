//! The short options that set the shared computer: those of every row of [`FIELDS`].

use crate::base::params::Invalid;
use crate::model::config::computer::{FIELDS, Field, ShortOption};
use crate::model::config::{Computer, Patch, SettingPath};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The short options that are given, each with its text and the field that it sets.
pub struct ComputerOptions {
    given: Vec<(&'static Field, ShortOption, String)>,
}

/// Returns every option, with the field that it sets.
fn all() -> impl Iterator<Item = (&'static Field, ShortOption)> {
    FIELDS.iter().flat_map(|field| field.options.iter().map(move |option| (field, *option)))
}

impl ComputerOptions {
    /// Returns what the options set.
    ///
    /// # Errors
    /// The first option whose value is not allowed, or that sets the same as another one.
    pub fn patch(&self) -> Result<Patch, Invalid> {
        let mut patch = Patch::default();
        for (number, (field, option, text)) in self.given.iter().enumerate() {
            let name = format!("--{}", option.name);
            if let Some((_, other, _)) = self.given[..number].iter().find(|(other, ..)| other.key() == field.key()) {
                return Err(Invalid::new(name, text, format!("it sets the same as --{}: not together", other.name)));
            }
            let mut computer = Computer::default();
            let value = format!("{}{text}", option.prefix).into();
            let refused = |refused: Invalid| Invalid { nearest: refused.nearest, ..Invalid::new(&name, text, refused.allowed) };
            field.set(&mut computer, &value).map_err(refused)?;
            field.check(&computer).map_err(refused)?;
            patch = patch.with(SettingPath::Computer(field.key()), field.get(&computer));
        }
        Ok(patch)
    }

    /// Returns a refusal of a setting in the name of the option that is given for it, if one is.
    pub fn name_option(&self, refused: Invalid) -> Invalid {
        let key = refused.name.rsplit('.').next().unwrap_or_default();
        match self.given.iter().find(|(field, ..)| field.key() == key) {
            Some((_, option, _)) => refused.called(format!("--{}", option.name)),
            None => refused,
        }
    }
}

impl Args for ComputerOptions {
    fn augment_args(command: Command) -> Command {
        let usual = Computer::default();
        command.args(all().map(|(field, option)| {
            // An option that writes only a part of the values, or is the second one, shows no default.
            let is_whole = field.options.first().is_some_and(|first| first.name == option.name) && option.prefix.is_empty();
            let default = if is_whole { format!(" [{}]", field.text(&usual)) } else { String::new() };
            Arg::new(option.name)
                .long(option.name)
                .value_name(option.placeholder)
                .help(format!("{}{default}", option.help))
                .allow_hyphen_values(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ComputerOptions::augment_args(command)
    }
}

impl FromArgMatches for ComputerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ComputerOptions, clap::Error> {
        let text = |option: ShortOption| matches.get_one::<String>(option.name).cloned();
        Ok(ComputerOptions { given: all().filter_map(|(field, option)| Some((field, option, text(option)?))).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ComputerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
