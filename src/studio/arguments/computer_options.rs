//! The options that set the computer: those of every row of [`FIELDS`].

use super::values::{bounds, number, on_off, pair};
use crate::base::params::Invalid;
use crate::model::config::computer::{CommandLineOption, FIELDS, Field, FieldAccess};
use crate::model::config::{Computer, Pattern, PatternedLoad};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// What is given of the computer's options, each as text with the setting that it is for.
pub struct ComputerOptions {
    given: Vec<(&'static Field, CommandLineOption, String)>,
}

/// Every option, with the setting that it is for.
fn settable() -> impl Iterator<Item = (&'static Field, CommandLineOption)> {
    FIELDS.iter().flat_map(|field| field.options().map(move |option| (field, option)))
}

impl ComputerOptions {
    /// Changes what is given.
    ///
    /// # Errors
    /// The first option whose value is not allowed.
    pub fn change(&self, computer: &mut Computer) -> Result<(), Invalid> {
        for (field, asked, text) in &self.given {
            let option = format!("--{}", asked.name);
            match field.access {
                FieldAccess::Number(of) => *of(computer) = number(&option, field.param, text)?,
                FieldAccess::Switch(of) => *of(computer) = on_off(&option, text)?,
                FieldAccess::Bounds(of) => *of(computer) = bounds(&option, field.param, text)?,
                FieldAccess::Pattern(of, load) => *of(computer) = self.pattern(&option, &load, text)?,
            }
        }
        Ok(())
    }

    /// Whether the option of this name is given.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|(_, option, _)| option.name == name)
    }

    /// The pattern of a load that `option` asks for.
    fn pattern(&self, option: &str, load: &PatternedLoad, text: &str) -> Result<Pattern, Invalid> {
        if option.strip_prefix("--") == Some(load.noise.name) {
            return Ok(Pattern::Noise(bounds(option, load.noise_ms, text)?));
        }
        if self.is_given(load.noise.name) {
            let allowed = format!("noise replaces the load: not together with --{}", load.noise.name);
            return Err(Invalid::new(option, text, allowed));
        }
        let (every, ms) = pair(option, load.spike.placeholder, text)?;
        let every = number(option, load.spike_every, every)? as u32;
        Ok(Pattern::Spikes { every, ms: number(option, load.spike_ms, ms)? })
    }
}

impl Args for ComputerOptions {
    fn augment_args(command: Command) -> Command {
        let usual = Computer::default();
        command.args(settable().map(|(field, option)| {
            let default = field.access.text(&usual).map_or(String::new(), |default| format!(" [{default}]"));
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
        let text = |option: CommandLineOption| matches.get_one::<String>(option.name).cloned();
        Ok(ComputerOptions { given: settable().filter_map(|(field, option)| Some((field, option, text(option)?))).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ComputerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
