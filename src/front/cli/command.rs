//! The commands of the program, checked.

use crate::model::config::FilmSpec;
use crate::model::config::script::{Origin, Script};
use crate::studio::export::{Listing, TableFormat, TraceContents, TraceFormat};
use crate::studio::scenario::Scenario;
use std::path::PathBuf;

/// What the program is asked to do.
#[derive(Debug)]
pub enum Command {
    /// The window, with a scenario if anything was asked for.
    Window(Option<Box<Scenario>>),
    /// Every event of panes.
    Trace {
        /// What is run.
        script: Script,
        /// The panes that are traced.
        panes: Vec<Origin>,
        /// How long the run is.
        seconds: f64,
        /// What the trace contains beyond the events of every trace.
        with: TraceContents,
        /// How it is written.
        format: TraceFormat,
        /// Standard output, if none is named.
        output: Option<PathBuf>,
    },
    /// The metrics of every pane.
    Report {
        /// What is run.
        script: Script,
        /// What has to be said of it: which loops are left out.
        notes: Vec<String>,
        /// How long the run is.
        seconds: f64,
        /// How it is written.
        format: TableFormat,
    },
    /// A report on the real clock, beside the virtual one's.
    Compare {
        /// What is run.
        script: Script,
        /// What has to be said of it: which loops are left out.
        notes: Vec<String>,
        /// How long the run is.
        seconds: f64,
        /// How it is written.
        format: TableFormat,
    },
    /// A film or a still.
    Record {
        /// What is run and looked at.
        scenario: Box<Scenario>,
        /// What is filmed of it.
        spec: FilmSpec,
    },
    /// What there is to choose from.
    List {
        /// What is listed.
        what: Listing,
        /// How it is written.
        format: TableFormat,
    },
    /// What is missing for the window, and how to get it.
    Doctor,
}
