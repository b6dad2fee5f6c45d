//! A scenario, and the error of a text that is not one.

use crate::model::config::{Script, Settings, Theme, View, Watching};

/// A whole state, and the commands that follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name in the window's title and in a presentation; may be empty.
    pub name: String,
    /// One or two sentences on what to look at; may be empty.
    pub about: String,
    /// How long a run or a film of it is, unless something else is asked for.
    pub seconds: Option<f64>,
    /// Dark or light, if that matters; else as it is set in the window.
    pub theme: Option<Theme>,
    /// The run.
    pub script: Script,
    /// The view of it.
    pub view: View,
    /// How fast, and with which pane selected.
    pub watching: Watching,
}

/// Why a text is no scenario, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{from}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct Unreadable {
    /// The file, or what else the text came from.
    pub from: String,
    /// Counted from 1; `None` where the error has no line.
    pub line: Option<usize>,
    /// Key, value, and what is allowed.
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
