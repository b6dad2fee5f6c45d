//! The options that set the computer: those of every row of [`FIELDS`].

use super::values::{bounds, number, on_off, pair, tail, variable_refresh, word};
use crate::base::params::Invalid;
use crate::model::config::computer::{CommandLineOption, FIELDS, Field, FieldAccess};
use crate::model::config::{Computer, InputRead, Pattern, PatternedLoad, Present};
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
                FieldAccess::Count(of) => *of(computer) = number(&option, field.param, text)? as u32,
                FieldAccess::Present(of) => *of(computer) = self.present(&option, asked, text)?,
                FieldAccess::VariableRefresh(of) => *of(computer) = variable_refresh(&option, field.param, text)?,
                FieldAccess::InputRead(of) => {
                    *of(computer) = word(&option, text, &InputRead::ALL.map(|read| (read.word(), read)))?;
                }
                FieldAccess::Tail(of) => *of(computer) = tail(&option, field.param, text)?,
                FieldAccess::Pattern(of, load) => *of(computer) = self.pattern(&option, &load, text)?,
            }
        }
        Ok(())
    }

    /// Holds what the options have made of a computer together against its ranges.
    ///
    /// # Errors
    /// If settings that are each in range make no sense together, in the name of the option that is given of them.
    pub fn check(&self, computer: &Computer) -> Result<(), Invalid> {
        computer.check().map_err(|refused| {
            let option = self.given.iter().find(|(field, ..)| field.param.name == refused.name);
            match option {
                Some((_, option, _)) => refused.called(format!("--{}", option.name)),
                None => refused,
            }
        })
    }

    /// The present mode that `asked` is for: `--present` names one, `--vsync` switches between two.
    fn present(&self, option: &str, asked: &CommandLineOption, text: &str) -> Result<Present, Invalid> {
        if asked.name == "present" {
            return word(option, text, &Present::ALL.map(|mode| (mode.word(), mode)));
        }
        if self.is_given("present") {
            return Err(Invalid::new(option, text, "it is a present mode: not together with --present"));
        }
        on_off(option, text).map(Present::vsync)
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
            let own = field.option.filter(|own| own.name == option.name);
            let default = own.and(field.access.text(&usual)).map_or(String::new(), |default| format!(" [{default}]"));
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
