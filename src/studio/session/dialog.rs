//! What a session exchanges with a person and the window: dialogs, cards, notices, and requests for files, the clipboard and
//! films. The window serves the requests; nothing here touches a disk.

use crate::model::config::view::Counted;
use crate::model::config::{FilmSpec, PaneLetter};

/// A dialog that takes a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// A scenario is opened from a file.
    Open {
        /// The path as it is typed.
        path: String,
    },
    /// Something is written to a file.
    Save {
        /// What is written.
        what: Export,
        /// The path as it is typed.
        path: String,
    },
    /// A film or a still is made.
    Film(FilmSpec),
    /// The panes' loops run on the real clock, each for this many seconds.
    Measure(f64),
    /// What the articles say, with the runs that show it.
    Articles {
        /// The words that a claim must have.
        search: String,
    },
    /// The gallery of comparisons, over the whole window.
    Gallery {
        /// The words that a comparison must have.
        search: String,
    },
}

/// What can be written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The state as it is set.
    Scenario,
    /// Everything that was done, to be repeated exactly.
    Recorded,
    /// The numbers of all panes since the beginning, as CSV or JSON.
    Table,
    /// Every event since the beginning, for Perfetto.
    Trace,
    /// What was driven in the selected pane, to be played again.
    Drive,
}

impl Export {
    /// All, in the order of the menu.
    pub const ALL: [Export; 5] = [Export::Scenario, Export::Recorded, Export::Table, Export::Trace, Export::Drive];

    /// What the menu calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Export::Scenario => "Save scenario",
            Export::Recorded => "Save what was done",
            Export::Table => "Export numbers",
            Export::Trace => "Export trace",
            Export::Drive => "Save the drive",
        }
    }

    /// Its contents, in one sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Export::Scenario => "The settings, the view and the commands to come, as a file that opens again.",
            Export::Recorded => "Every change since the beginning, as a scenario that repeats it exactly.",
            Export::Table => "The metrics of every pane since the beginning: .csv or .json.",
            Export::Trace => "Every event since the beginning as Chrome trace-event JSON, which opens in Perfetto.",
            Export::Drive => "What was held down in the selected pane, by its simulated time: open it, and every pane drives it.",
        }
    }

    /// The file that is proposed.
    pub const fn file(self) -> &'static str {
        match self {
            Export::Scenario => "scenario.toml",
            Export::Recorded => "recorded.toml",
            Export::Table => "numbers.csv",
            Export::Trace => "trace.json",
            Export::Drive => "drive.json",
        }
    }
}

/// A request to the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Open the scenario in this file.
    Open(String),
    /// Write this to a file.
    Save(Export, String),
    /// Let the person choose a file for the open dialog.
    Browse,
    /// Make a film beside the window.
    Film(FilmSpec),
    /// End the film that is being made; no file is left.
    CancelFilm,
    /// Run every pane on the real clock, each for this many seconds.
    Measure(f64),
    /// End the measurement.
    StopMeasuring,
    /// Make the runs of every claim, once.
    MeasureClaims,
    /// Put this on the clipboard.
    Copy(String),
    /// Take a share code or a link from the clipboard.
    Paste,
    /// Leave the embedded part of a page for a page of its own, with the state as it is set.
    OpenWhole,
}

/// A message to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// One or two sentences.
    pub text: String,
    /// Whether it reports a success.
    pub good: bool,
}

impl Notice {
    /// A success.
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: true }
    }

    /// A failure or a refusal.
    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: false }
    }
}

/// Where a number stands: the same one may stand in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In a pane's header.
    Header,
    /// Among the numbers under a pane.
    Numbers,
    /// In the table.
    Table,
}

/// A number of a pane that can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberCard {
    /// Whose it is.
    pub pane: PaneLetter,
    /// The key of its metric.
    pub metric: &'static str,
    /// The part of the run that it is about.
    pub counted: Counted,
    /// Where it stands.
    pub place: CardPlace,
}
