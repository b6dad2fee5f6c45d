//! The formats of exports: plain data, which the command line and the window choose.

/// How a report, a comparison or a list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Columns for people.
    Table,
    /// JSON, with indents.
    Json,
    /// Comma-separated values with a head.
    Csv,
}

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// One JSON object a line, of one pane.
    JsonLines,
    /// Chrome's trace events, of any number of panes.
    Chrome,
}

/// What a trace contains beyond the events of every trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceContents {
    /// Each body's position.
    pub bodies: bool,
    /// Inputs, and the frames that answer them.
    pub inputs: bool,
}

/// What there is to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The published loops.
    Strategies,
    /// The worlds.
    Scenes,
    /// The scenarios that come with the program.
    Scenarios,
    /// The clocks that games read, by their functions.
    Timers,
}
