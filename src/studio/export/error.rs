//! Why something was not exported.
//!
//! The functions that write do not know the destination: they return a [`WriteFailure`]. Where the destination is known,
//! the failure gets its name and becomes an [`ExportError`].

use super::chrome::ChromeError;
use crate::base::params::Invalid;
use std::io;

use super::atomic_file::FileError;
use crate::lab::real::NotMeasured;
use std::path::Path;

/// A failure while something is run and written, without the name of the destination.
#[derive(Debug, thiserror::Error)]
pub enum WriteFailure {
    /// What was to be exported can't be run.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<ChromeError> for WriteFailure {
    fn from(error: ChromeError) -> WriteFailure {
        match error {
            ChromeError::Invalid(invalid) => WriteFailure::Invalid(invalid),
            ChromeError::Io(error) => WriteFailure::Io(error),
        }
    }
}

/// Why something was not exported; every message is one line and names the file, or standard output.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// What was to be exported can't be run.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It can't be measured on the real clock.
    #[error(transparent)]
    NotMeasured(#[from] NotMeasured),
    /// A file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Standard output can't be written.
    #[error("standard output: {0}")]
    StandardOutput(io::Error),
}

impl ExportError {
    /// Whether the reader of standard output closed it (`… | head`), which is no error.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, ExportError::StandardOutput(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl WriteFailure {
    /// The failure of what was written into the file at `path`.
    pub fn in_file(self, path: &Path) -> ExportError {
        match self {
            WriteFailure::Invalid(invalid) => ExportError::Invalid(invalid),
            WriteFailure::Io(error) => ExportError::File(FileError::io(error, path)),
        }
    }

    /// The failure of what was written to standard output.
    pub fn on_standard_output(self) -> ExportError {
        match self {
            WriteFailure::Invalid(invalid) => ExportError::Invalid(invalid),
            WriteFailure::Io(error) => ExportError::StandardOutput(error),
        }
    }
}
