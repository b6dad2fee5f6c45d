//! The commands of the program, checked.

use crate::model::config::FilmSpec;
use crate::studio::arguments::{ReportRun, TraceRun};
use crate::studio::claims::Claim;
use crate::studio::export::{Listing, TableFormat};
use crate::studio::scenario::Scenario;

/// What the program is asked to do.
#[derive(Debug)]
pub enum Command {
    /// The window.
    Window {
        /// What is shown, if anything was asked for.
        scenario: Option<Box<Scenario>>,
        /// The address that links lead to, to be remembered; an empty one is forgotten.
        base: Option<String>,
    },
    /// Every event of panes.
    Trace(Box<TraceRun>),
    /// The metrics of every pane, or a report on the real clock beside the virtual one's.
    Report(Box<ReportRun>),
    /// A film or a still.
    Record {
        /// What is run and looked at.
        scenario: Box<Scenario>,
        /// What is filmed of it.
        spec: FilmSpec,
    },
    /// A share code and a link.
    Link {
        /// What is linked.
        scenario: Box<Scenario>,
        /// The address of the page.
        base: Option<String>,
    },
    /// What there is to choose from.
    List {
        /// What is listed.
        what: Listing,
        /// How it is written.
        format: TableFormat,
    },
    /// What the articles claim.
    ListClaims(TableFormat),
    /// The runs of claims, and what comes out of them.
    Claims {
        /// The claims.
        claims: Vec<&'static Claim>,
        /// How what comes out is written.
        format: TableFormat,
    },
    /// What is missing for the window, and how to get it.
    Doctor,
}
