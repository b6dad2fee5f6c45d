//! A file that appears complete or not at all: until it is complete it is a temporary file in the folder of its final name.
//!
//! The last step is a rename, which is atomic; until then, an older file of the same name stays as it is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub path: PathBuf,
    pub bytes: u64,
}

/// The reason why a file could not be written; every message is one line and begins with the path.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}: there is no folder '{}'; make it first", on_one_line(path), on_one_line(folder))]
    NoFolder { path: PathBuf, folder: PathBuf },
    /// The path can't be replaced by a file.
    #[error("{}: is {what}; name another file", on_one_line(path))]
    NotAFile {
        path: PathBuf,
        /// The kind of the thing at the path, in a few words.
        what: &'static str,
    },
    #[error("{}: can't be written ({source})", on_one_line(path))]
    Write { path: PathBuf, source: io::Error },
    #[error("{}: the disk is full; nothing was kept", on_one_line(path))]
    DiskFull { path: PathBuf },
}

impl FileError {
    /// Adds the path to a system error.
    pub fn io(source: io::Error, path: &Path) -> FileError {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => FileError::DiskFull { path },
            _ => FileError::Write { path, source },
        }
    }
}

/// Returns a path on one line, even if its name contains line breaks.
pub fn on_one_line(path: &Path) -> String {
    path.display().to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A file under its temporary name. If it is dropped before [`AtomicFile::keep`], it is removed.
pub(crate) struct AtomicFile {
    /// The path as the person wrote it, for messages.
    path: PathBuf,
    /// The path with its symbolic links followed.
    real: PathBuf,
    temporary: TempPath,
}

impl AtomicFile {
    /// Creates a temporary file that [`AtomicFile::keep`] renames to `path`.
    pub fn new(path: &Path) -> Result<(File, AtomicFile), FileError> {
        let real = if path.is_symlink() { fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() };
        check(path, &real)?;
        let file = temporary().tempfile_in(existing_folder(&real, path)?).map_err(|error| FileError::io(error, path))?;
        let (file, temporary) = file.into_parts();
        Ok((file, AtomicFile { path: path.to_owned(), real, temporary }))
    }

    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Gives the file its final name. The file must have been closed before.
    pub fn keep(self) -> Result<Written, FileError> {
        let file = OpenOptions::new().write(true).open(&self.temporary);
        // A full disk may be reported only when the file is synchronised.
        let length = file.and_then(|file| file.sync_all().and_then(|()| file.metadata())).map(|metadata| metadata.len());
        let bytes = length.map_err(|error| FileError::io(error, &self.path))?;
        if bytes == 0 {
            return Err(FileError::io(io::Error::other("nothing was written"), &self.path));
        }
        self.temporary.persist(&self.real).map_err(|error| FileError::io(error.error, &self.path))?;
        Ok(Written { path: self.path, bytes })
    }
}

/// Refuses a path at which a rename would destroy something, or could not replace it.
fn check(path: &Path, real: &Path) -> Result<(), FileError> {
    let Ok(metadata) = fs::metadata(real) else { return Ok(()) };
    let not = |what| Err(FileError::NotAFile { path: path.to_owned(), what });
    match metadata {
        m if m.is_dir() => not("a folder"),
        m if !m.is_file() => not("no ordinary file"),
        m if m.permissions().readonly() => not("a file that must not be changed"),
        _ => Ok(()),
    }
}

/// Returns the folder of a file; the error names `for_path`.
fn existing_folder(file: &Path, for_path: &Path) -> Result<PathBuf, FileError> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if folder.is_dir() { Ok(folder) } else { Err(FileError::NoFolder { path: for_path.to_owned(), folder }) }
}

/// Chooses a name that no other file has, and the usual permissions of a new file; `tempfile` by default excludes other users.
fn temporary() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    // The dot hides it on most systems.
    builder.prefix(".tickscope-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}
