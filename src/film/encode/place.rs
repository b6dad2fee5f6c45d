//! Where a film is written until it is whole: a temporary file in the folder of its final name.
//!
//! So the last step is a rename, which happens or does not; whatever stood there before stays until then.

use super::{EncodeError, Fault, Written};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir, TempPath};

/// A file that is not there yet. Dropped before [`Place::keep`], it never was.
pub(crate) struct Place {
    /// As the person wrote it, for messages.
    path: PathBuf,
    /// The same, through symbolic links.
    real: PathBuf,
    temporary: TempPath,
}

impl Place {
    /// A new temporary file for what will be `path`.
    pub fn new(path: &Path) -> Result<(File, Place), EncodeError> {
        let real = if path.is_symlink() { fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() };
        check(path, &real)?;
        let file = temporary(0o666).tempfile_in(existing_folder(&real, path)?).map_err(|error| Fault::Io(error).at(path))?;
        let (file, temporary) = file.into_parts();
        Ok((file, Place { path: path.to_owned(), real, temporary }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Gives the file its final name. Whoever wrote it must have closed it.
    pub fn keep(self) -> Result<Written, EncodeError> {
        let file = OpenOptions::new().write(true).open(&self.temporary);
        // A disk may say only now that it is full.
        let length = file.and_then(|file| file.sync_all().and_then(|()| file.metadata())).map(|metadata| metadata.len());
        let bytes = length.map_err(|error| Fault::Io(error).at(&self.path))?;
        if bytes == 0 {
            return Err(Fault::Io(io::Error::other("nothing was written")).at(&self.path));
        }
        self.temporary.persist(&self.real).map_err(|error| Fault::Io(error.error).at(&self.path))?;
        Ok(Written { path: self.path, files: 1, bytes })
    }
}

/// Refuses what a rename would destroy or could not replace.
fn check(path: &Path, real: &Path) -> Result<(), EncodeError> {
    let Ok(metadata) = fs::metadata(real) else { return Ok(()) };
    let not = |what| Err(EncodeError::NotAFile { path: path.to_owned(), what });
    match metadata {
        m if m.is_dir() => not("a folder"),
        m if !m.is_file() => not("no ordinary file"),
        m if m.permissions().readonly() => not("a file that must not be changed"),
        _ => Ok(()),
    }
}

/// The folder of a file; `for_path` is what the message is about.
pub(super) fn existing_folder(file: &Path, for_path: &Path) -> Result<PathBuf, EncodeError> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if folder.is_dir() { Ok(folder) } else { Err(EncodeError::NoFolder { path: for_path.to_owned(), folder }) }
}

/// A temporary folder in `parent`.
pub(super) fn temporary_folder(parent: &Path) -> io::Result<TempDir> {
    temporary(0o777).tempdir_in(parent)
}

/// Under a name that nobody else has, with the permissions of anything new: by itself `tempfile` keeps others out.
#[cfg_attr(not(unix), allow(unused_variables))]
fn temporary(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    // The dot hides it on most systems.
    builder.prefix(".tickscope-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}
