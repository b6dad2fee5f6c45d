//! What the window writes to files.

use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::lab::panes::report::Report;
use crate::lab::run::SECONDS;
use crate::model::config::ControlChange;
use crate::model::config::script::Origin;
use crate::model::worlds::drive::recording;
use crate::studio::export::numbers::file_size;
use crate::studio::export::{
    ExportError, TableFormat, Trace, TraceContents, TraceFormat, WriteFailure, tables, write_file, write_trace,
};
use crate::studio::session::{Export, Session};
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// Writes `what` to `path`, complete or not at all; returns the message for the person.
///
/// # Errors
/// If the path can't be written, or no format has its ending.
pub fn save(session: &Session, what: Export, path: &Path) -> Result<String, ExportError> {
    let written = match what {
        Export::Scenario => save_text(path, || Ok(session.scenario().to_toml())),
        Export::Recorded => save_text(path, || Ok(session.recorded().to_toml())),
        Export::Drive => save_text(path, || Ok(recording::write(&drive(session)?))),
        Export::Table => {
            let format = table_format(path)?;
            write_file(path, |file| {
                let report = Report::new(session.lab().recorded(), so_far(session))?;
                Ok(tables::write_report(&report, format, BufWriter::new(file))?)
            })
        }
        Export::Trace => {
            let script = session.lab().recorded();
            let now = session.lab().now();
            let begun = |pane: &Origin| match pane {
                Origin::Start(_) => true,
                Origin::Command(number) => Time::from_flicks(script.commands()[*number].at_flicks) < now,
            };
            let panes: Vec<Origin> = script.every_pane().filter(begun).collect();
            let (contents, format) = (TraceContents::default(), TraceFormat::Chrome);
            let trace = Trace { script: &script, panes: &panes, seconds: so_far(session), contents, format };
            write_file(path, |file| write_trace(&trace, file))
        }
    }?;
    Ok(format!("Saved: {} ({})", written.path.display(), file_size(written.bytes)))
}

/// # Errors
/// If nothing was driven.
fn drive(session: &Session) -> Result<Vec<ControlChange>, Invalid> {
    let changes = session.drive();
    if changes.len() < 2 { Err(Invalid::new("drive", "", "something must have been driven first")) } else { Ok(changes) }
}

fn save_text(
    path: &Path,
    text: impl FnOnce() -> Result<String, Invalid>,
) -> Result<crate::studio::export::atomic_file::Written, ExportError> {
    write_file(path, |mut file| text().map_err(WriteFailure::from).and_then(|text| Ok(file.write_all(text.as_bytes())?)))
}

/// At least one refresh, so that there is something to measure.
fn so_far(session: &Session) -> f64 {
    SECONDS.clamped(session.lab().now().as_secs().max(0.02))
}

fn table_format(path: &Path) -> Result<TableFormat, Invalid> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "csv" => Ok(TableFormat::Csv),
        "json" => Ok(TableFormat::Json),
        _ => Err(Invalid::new("file", path.display(), "a name that ends in .csv or .json")),
    }
}
