//! What the window writes to files.

use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::front::cli::Format;
use crate::front::cli::output::{self, Error};
use crate::lab::panes::report::Report;
use crate::lab::run::SECONDS;
use crate::model::config::ControlChange;
use crate::model::config::script::Origin;
use crate::model::worlds::drive::recording;
use crate::studio::export::atomic_file::{AtomicFile, FileError};
use crate::studio::export::chrome::{self, ChromeError};
use crate::studio::scenario::Scenario;
use crate::studio::session::{Export, Session};
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("{0}")]
    Output(#[from] Error),
    #[error("{0}")]
    Trace(#[from] ChromeError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Writes `what` to `path`, whole or not at all; answers with what to tell.
///
/// # Errors
/// If the path can't be written, or the ending is of no format that there is.
pub fn save(session: &Session, what: Export, path: &Path) -> Result<String, ExportError> {
    let format = match what {
        Export::Table => table_format(path)?,
        _ => Format::Json,
    };
    let (file, place) = AtomicFile::new(path)?;
    let mut file = BufWriter::new(file);
    match what {
        Export::Scenario => text(&mut file, &session.scenario())?,
        Export::Recorded => text(&mut file, &session.recorded())?,
        Export::Table => {
            let report = Report::new(session.lab().recorded(), so_far(session))?;
            output::write_report(&report, format, &mut file)?;
        }
        Export::Drive => file.write_all(recording::write(&drive(session)?).as_bytes())?,
        Export::Trace => {
            let script = session.lab().recorded();
            let now = session.lab().now();
            let begun = |pane: &Origin| match pane {
                Origin::Start(_) => true,
                Origin::Command(number) => Time::from_flicks(script.commands()[*number].at_flicks) < now,
            };
            let panes: Vec<Origin> = script.every_pane().filter(begun).collect();
            file = chrome::write(&script, &panes, so_far(session), file)?;
        }
    }
    file.flush()?;
    drop(file);
    let written = place.keep()?;
    Ok(format!("Saved: {} ({})", written.path.display(), bytes(written.bytes)))
}

/// # Errors
/// If nothing was driven.
fn drive(session: &Session) -> Result<Vec<ControlChange>, Invalid> {
    let strokes = session.drive();
    if strokes.len() < 2 { Err(Invalid::new("drive", "", "something must have been driven first")) } else { Ok(strokes) }
}

fn text(file: &mut BufWriter<std::fs::File>, scenario: &Scenario) -> Result<(), ExportError> {
    Ok(file.write_all(scenario.to_toml().as_bytes())?)
}

/// At least one refresh, so that there is something to measure.
fn so_far(session: &Session) -> f64 {
    SECONDS.clamped(session.lab().now().as_secs().max(0.02))
}

fn table_format(path: &Path) -> Result<Format, Invalid> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "csv" => Ok(Format::Csv),
        "json" => Ok(Format::Json),
        _ => Err(Invalid::new("file", path.display(), "a name that ends in .csv or .json")),
    }
}

/// A file's size for people.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
