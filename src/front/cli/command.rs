//! The commands of the program, checked.

use crate::front::app::WindowStart;
use crate::studio::arguments::{FindingsRun, ReportRun, TraceRun};
use crate::studio::claims::Claim;
use crate::studio::export::{Listing, TableFormat};
use crate::studio::scenario::Scenario;
use std::path::PathBuf;
use tickscope_core::config::FilmSpec;
use tickscope_core::strategies::Found;

/// A command of the program, checked.
#[derive(Debug)]
pub enum Command {
    /// The window.
    Window(Box<WindowStart>),
    /// Every event of panes.
    Trace(Box<TraceRun>),
    /// The metrics of every pane, or a report on the real clock beside the virtual one's.
    Report(Box<ReportRun>),
    /// What is found in every pane, over the whole run.
    Findings(Box<FindingsRun>),
    /// A film or a still.
    Record {
        /// The scenario to run and to look at.
        scenario: Box<Scenario>,
        /// The files of the user's own loops.
        loops: Vec<PathBuf>,
        /// The film or still to make of it.
        spec: FilmSpec,
    },
    /// A share code and a link.
    Link {
        /// The scenario to link.
        scenario: Box<Scenario>,
        /// The address of the page.
        base: Option<String>,
    },
    /// A list of what the program has.
    List {
        /// The kind of list.
        what: Listing,
        /// How it is written.
        format: TableFormat,
    },
    /// The claims of the articles.
    ListClaims(TableFormat),
    /// The runs of claims, and what comes out of them.
    Claims {
        /// The claims.
        claims: Vec<&'static Claim>,
        /// How what comes out is written.
        format: TableFormat,
    },
    /// The JavaScript of a published loop.
    Loop(Found),
    /// A check of the window's needs, and how to get what is missing.
    Doctor,
}

impl Command {
    /// Returns the files of the loops that it runs; `None` if it runs none, or a window, which survives them.
    pub fn watched_loops(&self) -> Option<&[PathBuf]> {
        match self {
            Command::Trace(trace) => Some(&trace.loops),
            Command::Report(report) => Some(&report.run.loops),
            Command::Findings(findings) => Some(&findings.run.loops),
            Command::Record { loops, .. } => Some(loops),
            _ => None,
        }
    }
}
