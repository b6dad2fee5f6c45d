//! The errors of wrong arguments, each in one line.

#[cfg(not(target_arch = "wasm32"))]
use clap::error::{ContextKind, ContextValue, ErrorKind};
#[cfg(not(target_arch = "wasm32"))]
use std::error::Error as _;
use tickscope_core::base::params::invalid::Invalid;
#[cfg(not(target_arch = "wasm32"))]
use tickscope_core::base::params::invalid::is_near;
#[cfg(not(target_arch = "wasm32"))]
use tickscope_core::model::strategies;

/// The reason why arguments are no valid command.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The text of `--help` or `--version`, for standard output; this is no error.
    #[error("{0}")]
    Help(String),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// An option that doesn't exist, or a missing value.
    #[error("{0}")]
    Usage(String),
}

/// In a page this conversion is short, because a page reads only the arguments of the claims, which come with the program.
#[cfg(target_arch = "wasm32")]
impl From<&clap::Error> for Refusal {
    fn from(error: &clap::Error) -> Refusal {
        Refusal::Usage(error.to_string())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<&clap::Error> for Refusal {
    fn from(error: &clap::Error) -> Refusal {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.clone()),
            Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
            _ => None,
        };
        let option = text(ContextKind::InvalidArg).unwrap_or_default();
        let value = text(ContextKind::InvalidValue).unwrap_or_default();
        let bare =
            |arg: &str| arg.split([' ', '=']).next().unwrap_or_default().trim_matches(['<', '>', '[', ']', '.']).to_owned();
        let prior = text(ContextKind::PriorArg).map(|prior| bare(&prior)).unwrap_or_default();
        let bare = bare(&option);
        let nearest = |kind, given: &str| {
            let near = text(kind).filter(|near| is_near(given, near));
            near.map(|near| format!(" (did you mean '{near}'?)")).unwrap_or_default()
        };
        let said = match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return Refusal::Help(error.to_string()),
            ErrorKind::UnknownArgument => {
                let near = option_for(&option).map(|option| format!(" (did you mean '{option}'?)"));
                let near = near.unwrap_or_else(|| nearest(ContextKind::SuggestedArg, &option));
                format!("'{option}' is not known here{near}; see --help")
            }
            ErrorKind::InvalidSubcommand => {
                let given = text(ContextKind::InvalidSubcommand).unwrap_or_default();
                let near = nearest(ContextKind::SuggestedSubcommand, &given);
                format!("'{given}' is not a command{near}; see --help")
            }
            ErrorKind::ArgumentConflict if bare.is_empty() => {
                "options go after the command, as in tickscope report --seed 1".to_owned()
            }
            ErrorKind::ArgumentConflict if bare == prior => format!("{bare}: given twice"),
            ErrorKind::ArgumentConflict => format!("{bare}: not together with {prior}, which sets the same"),
            ErrorKind::MissingRequiredArgument => format!("{} is missing; see --help", one_of(&option)),
            ErrorKind::InvalidValue if value.is_empty() => format!("{bare}: a value is missing; see --help"),
            ErrorKind::InvalidValue if let Some(ContextValue::Strings(words)) = error.get(ContextKind::ValidValue) => {
                return Refusal::Invalid(Invalid::unknown(bare, &value, words.iter().map(String::as_str)));
            }
            ErrorKind::ValueValidation
                if let Some(refused) = error.source().and_then(|source| source.downcast_ref::<Invalid>()) =>
            {
                return Refusal::Invalid(refused.clone().called(bare));
            }
            ErrorKind::InvalidUtf8 => "an argument is not valid UTF-8".to_owned(),
            _ => error.to_string().lines().next().unwrap_or("bad arguments").trim_start_matches("error: ").to_owned(),
        };
        Refusal::Usage(said.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

/// Returns the option that reads what stands where no option reads it, with its value: a file, a loop's id, or another name of a
/// display that varies its refreshes.
#[cfg(not(target_arch = "wasm32"))]
pub fn option_for(word: &str) -> Option<String> {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    match (ending.as_deref(), word.trim_start_matches('-').replace('-', "").as_str()) {
        (Some("js"), _) => Some(format!("--loop {word}")),
        (Some("csv" | "tsv" | "txt" | "log" | "json" | "gz"), _) => Some(format!("--capture {word}")),
        (Some("toml"), _) => Some(format!("--scenario {word}")),
        (None, "gsync" | "freesync" | "adaptivesync") => Some("--vrr 48:144".to_owned()),
        _ => strategies::find(word).ok().map(|_| format!("--strategy {word}")),
    }
}

/// A page reads only the arguments of the claims.
#[cfg(target_arch = "wasm32")]
pub fn option_for(_: &str) -> Option<String> {
    None
}

/// Writes `<--one <VALUE>|--other <VALUE>>`, which names a group of options, as `--one or --other`; other texts as they are.
#[cfg(not(target_arch = "wasm32"))]
fn one_of(option: &str) -> String {
    if !option.starts_with("<--") {
        return option.to_owned();
    }
    let names = option.trim_start_matches('<').split('|').filter_map(|name| name.split(' ').next());
    names.collect::<Vec<_>>().join(" or ")
}
