//! A scenario, and the error of a text that is not one.

use crate::studio::view::watching::Watching;
use crate::studio::view::{Theme, View};
use serde::{Deserialize, Serialize};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::Settings;

#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name in the window's title and in projector mode; may be empty.
    pub name: String,
    /// One or two sentences on what a person should watch; may be empty.
    pub about: String,
    /// The usual length of the run or of a film of it, in seconds; `None` if the scenario sets none.
    pub seconds: Option<f64>,
    /// The theme; `None` keeps the window's theme.
    pub theme: Option<Theme>,
    pub script: Script,
    pub view: View,
    pub watching: Watching,
    pub captions: Vec<Caption>,
}

/// A sentence, or two short ones, shown for a part of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caption {
    /// The beginning, in seconds.
    pub from: f64,
    /// The end, in seconds, at which another caption may begin.
    pub to: f64,
    pub text: String,
}

impl Caption {
    /// Returns the text that is shown at `now`; `None` between two captions.
    pub fn shown_at(captions: &[Caption], now: Time) -> Option<&str> {
        let at = now.as_secs();
        captions.iter().find(|caption| (caption.from..caption.to).contains(&at)).map(|caption| caption.text.as_str())
    }
}

/// The reason why a text is no scenario, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{from}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct Unreadable {
    /// The path of the file, or another description of the text's origin.
    pub from: String,
    /// The line of the error, counted from 1; `None` if it has no line.
    pub line: Option<usize>,
    /// The key, the value, and the allowed values.
    pub what: String,
}

impl From<Settings> for Scenario {
    fn from(settings: Settings) -> Scenario {
        Scenario {
            name: String::new(),
            about: String::new(),
            seconds: None,
            theme: None,
            script: Script::from(settings),
            view: View::default(),
            watching: Watching::default(),
            captions: Vec::new(),
        }
    }
}
