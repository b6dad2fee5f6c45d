//! Scenarios: everything that a person can set, and commands at their moments, as a file, a text for the clipboard, or one
//! that comes with the program.
//!
//! The form is TOML ([`form`]); what is wrong in a file is said with its line and key ([`place`]). A share code
//! ([`code`]) is the same text, packed.
//!
//! ```
//! use tickscope::studio::scenario::Scenario;
//!
//! let text = r#"
//!     tickscope = 1
//!     scene = { id = "runner" }
//!     [[panes]]
//!     strategy = "frame-based"
//!     [[at]]
//!     s = 2.0
//!     computer = { render_ms = 25 }
//! "#;
//! let scenario = Scenario::parse("an example", text)?;
//! assert_eq!(scenario.script.commands().len(), 1);
//! assert_eq!(Scenario::parse("again", &scenario.to_toml())?, scenario);
//! # Ok::<(), tickscope::studio::scenario::Unreadable>(())
//! ```

pub mod builtin;
pub mod code;
mod form;
mod place;
mod step;

use crate::model::config::Settings;
use crate::model::config::script::Script;
use crate::model::config::view::{Theme, View};
use crate::model::config::watching::Watching;
use form::Form;
use place::Places;

/// The version of the form that this program writes, and the newest that it reads.
pub const VERSION: i64 = 1;
/// A longer text is no scenario. Ten minutes of dragging sliders make a tenth of it.
pub const LONGEST_TEXT: usize = 8 << 20;

/// A whole state, and what happens then.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is called in the window's title and in a presentation; may be empty.
    pub name: String,
    /// One or two sentences on what to look at; may be empty.
    pub about: String,
    /// How long a run or a film of it is, unless something else is asked for.
    pub seconds: Option<f64>,
    /// Dark or light, if that matters; else as the person has it.
    pub theme: Option<Theme>,
    pub script: Script,
    pub view: View,
    pub watching: Watching,
}

/// Why a text is no scenario, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{from}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct Unreadable {
    /// The file, or whatever else the text came from.
    pub from: String,
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

impl Scenario {
    /// Reads a scenario; `from` says where the text came from.
    ///
    /// # Errors
    /// With the line, the key, the value and what is allowed, if the text is not TOML, is of a newer form, has a key that
    /// is not known or a value that is not allowed.
    pub fn parse(from: &str, text: &str) -> Result<Scenario, Unreadable> {
        let unreadable = |(line, what)| Unreadable { from: from.to_owned(), line, what };
        if text.len() > LONGEST_TEXT {
            return Err(unreadable((None, format!("a scenario is at most {} MiB long", LONGEST_TEXT >> 20))));
        }
        let places = Places::of(text).map_err(unreadable)?;
        places.check_version().map_err(unreadable)?;
        let form: Form = toml::from_str(text).map_err(|error| unreadable(places.explain(&error)))?;
        form.checked().map_err(|(path, invalid)| unreadable(places.refuse(&path, &invalid)))
    }

    /// The text that reads back as this scenario.
    pub fn to_toml(&self) -> String {
        let form = Form::of(self);
        let text = toml::to_string(&form).unwrap_or_else(|error| unreachable!("a form is plain data: {error}"));
        format!("# A tickscope scenario: open it in the window, or tickscope --scenario FILE\n{text}")
    }
}
