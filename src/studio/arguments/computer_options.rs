//! The options that set the shared computer: one for each of its parameters, or for several parameters that share an option.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use std::sync::LazyLock;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::base::params::value::Value;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::timers::Timer;

struct ComputerOption {
    name: &'static str,
    params: Vec<&'static Param>,
}

/// The values that an option sets, by the names of the parameters.
type Setting = Vec<(&'static str, Value)>;

/// Options that set another option's value in other words, each as its name, its placeholder, its help, and the other option.
const OTHER_WORDS: [(&str, &str, &str, &str); 2] = [
    ("vsync", "ON|OFF", "on is --present fifo, off is --present mailbox [on]", "present"),
    (
        "timer",
        "NAME",
        "The clock's resolution by the function that reads it (`tickscope list timers`), instead of --timer-ms",
        "timer-ms",
    ),
];

pub struct ComputerOptions {
    given: Vec<(&'static str, Setting)>,
}

/// Every option. Names that are built here are never freed, because clap needs `'static` names.
static ALL: LazyLock<Vec<ComputerOption>> = LazyLock::new(|| {
    let mut all: Vec<ComputerOption> = Vec::new();
    for param in Computer::PARAMS {
        let name = if param.option.0.is_empty() { param.name.replace('_', "-").leak() } else { param.option.0 };
        match all.iter_mut().find(|option| option.name == name) {
            Some(option) => option.params.push(param),
            None => all.push(ComputerOption { name, params: vec![param] }),
        }
    }
    all
});

impl ComputerOption {
    /// Returns the parameter that is a switch and the other parameters; `None` for the switch if the option has none. The value
    /// `off` sets the switch to off, any other value sets it to on.
    fn switch_and_others(&self) -> (Option<&'static Param>, &[&'static Param]) {
        match self.params[..] {
            [switch, _, ..] if matches!(switch.kind, ValueKind::Switch(_)) => (Some(switch), &self.params[1..]),
            _ => (None, &self.params),
        }
    }

    /// Returns the placeholder of the value, such as `LO:HI`.
    fn placeholder(&self) -> String {
        let part = |param: &&Param| match &param.kind {
            _ if !param.option.1.is_empty() => param.option.1.to_owned(),
            ValueKind::Number(number) if !number.unit.suffix().is_empty() => number.unit.suffix().trim().to_uppercase(),
            ValueKind::Number(_) => "N".to_owned(),
            ValueKind::Switch(_) => "ON|OFF".to_owned(),
            ValueKind::Choice(_) => "WORD".to_owned(),
        };
        self.switch_and_others().1.iter().map(part).collect::<Vec<_>>().join(":")
    }

    fn default(&self) -> String {
        match self.switch_and_others() {
            (Some(_), _) => "off".to_owned(),
            (None, params) => params.iter().map(|param| param.default_value().to_string()).collect::<Vec<_>>().join(":"),
        }
    }

    fn read(&self, text: &str) -> Result<Setting, Invalid> {
        let refused = |allowed: String| Invalid::new(self.name, text, allowed);
        let (switch, params) = self.switch_and_others();
        let mut set: Setting = switch.into_iter().map(|param| (&*param.name, Value::Switch(text != "off"))).collect();
        if switch.is_some() && text == "off" {
            return Ok(set);
        }
        let parts: Vec<&str> = text.split(':').collect();
        if parts.len() != params.len() {
            return Err(refused(format!("write {}{}", self.placeholder(), if switch.is_some() { ", or off" } else { "" })));
        }
        for (param, part) in params.iter().zip(parts) {
            let value = param.accept(&Value::parse(part)).map_err(|wrong| match params.len() {
                1 => Invalid { nearest: wrong.nearest, ..refused(wrong.allowed) },
                _ => refused(format!("'{part}' must be {}", wrong.allowed)),
            })?;
            set.push((&param.name, value));
        }
        match (params, &set[set.len() - params.len()..]) {
            ([first, _], [(_, Value::Number(lo)), (_, Value::Number(hi))]) if first.option.1 == "LO" && lo > hi => {
                Err(refused("LO:HI with LO not above HI".to_owned()))
            }
            _ => Ok(set),
        }
    }
}

/// Reads the value of an option of [`OTHER_WORDS`].
fn read_other_words(name: &str, text: &str) -> Result<Setting, Invalid> {
    match (name, text) {
        ("vsync", "on") => Ok(vec![("present", "fifo".into())]),
        ("vsync", "off") => Ok(vec![("present", "mailbox".into())]),
        ("vsync", other) => Err(Invalid::unknown("vsync", other, ["on", "off"])),
        _ => Ok(vec![("timer_ms", Timer::find(text)?.resolution_ms.into())]),
    }
}

impl ComputerOptions {
    pub fn play_load(&self) -> bool {
        let is_on = |(name, value): &(&str, Value)| *name == "play_load" && *value != Value::off();
        self.given.iter().any(|(_, set)| set.iter().any(is_on))
    }

    /// Returns whether the options say how often a display refreshes.
    pub fn sets_display(&self) -> bool {
        let says = |(name, value): &(&str, Value)| *name == "refresh_hz" || *name == "vrr" && *value == Value::Switch(true);
        self.given.iter().any(|(_, set)| set.iter().any(says))
    }

    /// Returns the values of the options as a patch. Noise without a load replaces the load; that of a capture does so as a patch.
    pub fn patch(&self) -> Patch {
        let values = || self.given.iter().flat_map(|(_, set)| set);
        let is_given = |name: &str| values().any(|(given, _)| *given == name);
        let mut patch = Patch::default();
        let noises = [("noise_lo_ms", "render_ms"), ("update_noise_lo_ms", "update_ms")];
        let replacing = noises.into_iter().filter(|(noise, _)| is_given(noise));
        for (_, load) in replacing.filter(|(_, load)| !is_given(load)) {
            patch = patch.with(Owner::Computer.path(load), 0.0);
        }
        values().fold(patch, |patch, (name, value)| patch.with(Owner::Computer.path(*name), value.clone()))
    }

    /// Replaces the name of the setting in a refusal by the option that was given for it. Returns the refusal unchanged if no
    /// option was given for the setting.
    pub fn name_option(&self, refused: Invalid) -> Invalid {
        let key = refused.name.rsplit('.').next().unwrap_or_default();
        let given = self.given.iter().find(|(_, set)| set.iter().any(|(name, _)| *name == key));
        given.map_or(refused.clone(), |(option, _)| refused.called(format!("--{option}")))
    }
}

impl Args for ComputerOptions {
    fn augment_args(command: Command) -> Command {
        let arg = |name: &'static str, placeholder: &'static str, help: String| {
            Arg::new(name).long(name).value_name(placeholder).help(help).allow_hyphen_values(true)
        };
        let others = OTHER_WORDS.iter().map(|(name, placeholder, help, other)| {
            let parser = |text: &str| read_other_words(name, text);
            arg(name, placeholder, (*help).to_owned()).conflicts_with(*other).value_parser(parser)
        });
        let own = ALL.iter().map(|option| {
            let help = format!("{} [{}]", option.params[0].about.trim_end_matches('.'), option.default());
            arg(option.name, option.placeholder().leak(), help).value_parser(|text: &str| option.read(text))
        });
        command.args(own).args(others)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ComputerOptions::augment_args(command)
    }
}

impl FromArgMatches for ComputerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ComputerOptions, clap::Error> {
        let names = ALL.iter().map(|option| option.name).chain(OTHER_WORDS.iter().map(|(name, ..)| *name));
        let given = names.filter_map(|name| Some((name, matches.get_one::<Setting>(name)?.clone())));
        Ok(ComputerOptions { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ComputerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
