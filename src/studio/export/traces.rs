//! A trace in either format: a run whose events are written as they happen.

use super::chrome;
use super::error::WriteFailure;
use super::formats::{TraceContents, TraceFormat};
use super::trace::TraceWriter;
use crate::lab::run::Run;
use crate::model::config::script::{Origin, Script};
use std::io::{BufWriter, Write};

/// What a trace is of, and how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Trace<'a> {
    /// What is run.
    pub script: &'a Script,
    /// The panes to trace; the first one alone in JSON Lines.
    pub panes: &'a [Origin],
    /// The length of the run, above 0.
    pub seconds: f64,
    /// What is added in JSON Lines.
    pub contents: TraceContents,
    /// The form of the file.
    pub format: TraceFormat,
}

/// Runs the script and writes every event; no event is kept.
///
/// # Errors
/// If the script can't be run or writing fails.
pub fn write_trace<W: Write + 'static>(trace: &Trace<'_>, to: W) -> Result<(), WriteFailure> {
    let to = BufWriter::with_capacity(1 << 16, to);
    if trace.format == TraceFormat::Chrome {
        chrome::write(trace.script, trace.panes, trace.seconds, to)?;
        return Ok(());
    }
    let TraceContents { bodies, inputs } = trace.contents;
    let run = Run::of(trace.script, trace.panes[0], trace.seconds)?;
    let (mut writer, _) = run.fold(TraceWriter::new(to, bodies).with_inputs(inputs))?;
    writer.finish()?;
    Ok(())
}
