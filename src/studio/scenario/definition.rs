//! A scenario, and the error of a text that is not one.

use tickscope_core::config::{Script, Settings, Theme, View, Watching};

/// A run, how it is looked at, and the texts about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name in the window's title and in a presentation; may be empty.
    pub name: String,
    /// One or two sentences on what to look at; may be empty.
    pub about: String,
    /// The length of a run or a film of it, in seconds, unless another one is asked for.
    pub seconds: Option<f64>,
    /// The theme; `None` leaves it as it is set in the window.
    pub theme: Option<Theme>,
    /// The run.
    pub script: Script,
    /// The view of it.
    pub view: View,
    /// The viewing speed, and the selected pane.
    pub watching: Watching,
}

/// The reason why a text is no scenario, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{from}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct Unreadable {
    /// The file, or another description of where the text came from.
    pub from: String,
    /// The line, counted from 1; `None` if the error has no line.
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
        }
    }
}
