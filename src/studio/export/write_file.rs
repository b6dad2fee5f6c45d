//! A whole export into a file.

use super::atomic_file::{AtomicFile, Written};
use super::error::{ExportError, WriteFailure};
use std::fs::File;
use std::path::Path;

/// Writes a file that appears complete or not at all. `write` gets the file, and must have flushed what it wrote when it
/// returns.
///
/// # Errors
/// If the file can't be written, with its path, or if what it is about can't be run. An older file of this name stays then.
pub fn write_file(path: &Path, write: impl FnOnce(File) -> Result<(), WriteFailure>) -> Result<Written, ExportError> {
    let (file, place) = AtomicFile::new(path)?;
    write(file).map_err(|failure| failure.in_file(path))?;
    Ok(place.keep()?)
}
