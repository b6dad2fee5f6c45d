//! The destinations of an export (a file, standard output or memory), and the reasons why one could not be written.
//!
//! The functions that write do not know the destination: they return a [`WriteFailure`]. The caller, which knows the destination,
//! adds its name and gets an [`ExportError`].

use super::atomic_file::{AtomicFile, FileError, Written};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::real::comparison::NotMeasured;

/// A failure of a run or of its writing, without the name of the destination.
#[derive(Debug, thiserror::Error)]
pub enum WriteFailure {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The reason why an export failed; every message is one line and names the file, or standard output.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    NotMeasured(#[from] NotMeasured),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("standard output: {0}")]
    StandardOutput(io::Error),
}

impl ExportError {
    /// Returns whether the reader of standard output closed it (`… | head`), which is no error.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, ExportError::StandardOutput(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl WriteFailure {
    pub fn in_file(self, path: &Path) -> ExportError {
        match self {
            WriteFailure::Invalid(invalid) => ExportError::Invalid(invalid),
            WriteFailure::Io(error) => ExportError::File(FileError::io(error, path)),
        }
    }

    pub fn on_standard_output(self) -> ExportError {
        match self {
            WriteFailure::Invalid(invalid) => ExportError::Invalid(invalid),
            WriteFailure::Io(error) => ExportError::StandardOutput(error),
        }
    }
}

/// Writes a file that appears complete or not at all. `write` gets the file, and must flush it before it returns.
pub fn write_file(path: &Path, write: impl FnOnce(File) -> Result<(), WriteFailure>) -> Result<Written, ExportError> {
    let (file, place) = AtomicFile::new(path)?;
    write(file).map_err(|failure| failure.in_file(path))?;
    Ok(place.keep()?)
}

/// A file in memory, for a page, which has no disk; all clones share it, so one clone writes and another takes the bytes.
#[derive(Clone, Debug, Default)]
pub struct InMemory(Rc<RefCell<Vec<u8>>>);

impl InMemory {
    pub fn bytes(&self) -> usize {
        self.0.borrow().len()
    }

    /// Takes all bytes that have been written so far.
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for InMemory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
