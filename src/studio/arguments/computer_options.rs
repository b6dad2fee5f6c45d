//! The short options that set the shared computer: those of every row of [`FIELDS`].

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use tickscope_core::config::computer::{FIELDS, Field, ShortOption};
use tickscope_core::config::{Computer, Patch, SettingPath};
use tickscope_core::params::Invalid;
use toml::Value as Toml;

/// The short options that are given, each with its value and the field that it sets.
pub struct ComputerOptions {
    given: Vec<(&'static Field, ShortOption, Toml)>,
}

/// Returns every option, with the field that it sets.
fn all() -> impl Iterator<Item = (&'static Field, ShortOption)> {
    FIELDS.iter().flat_map(|field| field.options.iter().map(move |option| (field, *option)))
}

/// Reads the value of an option, as it stands in a file.
fn read(field: &Field, option: ShortOption, text: &str) -> Result<Toml, Invalid> {
    let mut computer = Computer::default();
    let refused = |refused: Invalid| Invalid { nearest: refused.nearest, ..Invalid::new(option.name, text, refused.allowed) };
    field.set(&mut computer, &format!("{}{text}", option.prefix).into()).map_err(refused)?;
    field.check(&computer).map_err(refused)?;
    Ok(field.get(&computer))
}

impl ComputerOptions {
    /// Returns what the options set.
    pub fn patch(&self) -> Patch {
        let set =
            |patch: Patch, (field, _, value): &(&Field, _, Toml)| patch.with(SettingPath::Computer(field.key()), value.clone());
        self.given.iter().fold(Patch::default(), set)
    }

    /// Names a refusal after the option that was given for the setting; unchanged if there was none.
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
            let others = field.options.iter().map(|other| other.name).filter(|name| *name != option.name);
            Arg::new(option.name)
                .long(option.name)
                .value_name(option.placeholder)
                .help(format!("{}{default}", option.help))
                .allow_hyphen_values(true)
                .conflicts_with_all(others)
                .value_parser(move |text: &str| read(field, option, text))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ComputerOptions::augment_args(command)
    }
}

impl FromArgMatches for ComputerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ComputerOptions, clap::Error> {
        let value = |option: ShortOption| matches.get_one::<Toml>(option.name).cloned();
        Ok(ComputerOptions { given: all().filter_map(|(field, option)| Some((field, option, value(option)?))).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ComputerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
