//! A film as numbered PNG files, for other programs to go on with.

use super::codec::Film;
use super::encoder::Encoder;
use super::error::{EncodeError, EncoderFailure};
use super::png;
use crate::model::config::film_format;
use crate::studio::export::atomic_file::{FileError, Written, existing_folder, temporary_folder};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Frames are collected in a temporary folder. Where the sequence's folder is not there yet, the temporary one gets its name
/// at the end, all at once. Where it is, the files are moved into it one after the other, and replace those of the same
/// names: a failure there can leave the first of them, each of them whole.
pub(super) struct Sequence {
    /// As the person wrote it, with the number's place in it.
    path: PathBuf,
    folder: PathBuf,
    temporary: TempDir,
    size: [u32; 2],
    frames: u32,
    bytes: u64,
}

impl Sequence {
    /// `path` is `folder/%05d.png`, or just the folder. The folder may be new, what it is in must be there.
    pub fn new(path: &Path, film: Film) -> Result<Sequence, EncodeError> {
        let numbered = film_format::numbered(path, 0).is_some();
        let folder = if numbered { path.parent().unwrap_or(Path::new("")) } else { path };
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let fail = |error| EncoderFailure::Io(error).at(path);
        let parent = match fs::metadata(folder) {
            Ok(there) if there.is_dir() => folder.to_owned(),
            Ok(_) => return Err(FileError::NotAFile { path: folder.to_owned(), what: "no folder" }.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => existing_folder(folder, path)?,
            Err(error) => return Err(fail(error)),
        };
        let temporary = temporary_folder(&parent).map_err(fail)?;
        let path = if numbered { path.to_owned() } else { folder.join("%05d.png") };
        Ok(Sequence { path, folder: folder.to_owned(), temporary, size: film.size, frames: 0, bytes: 0 })
    }

    fn name(&self, frame: u32) -> String {
        film_format::numbered(&self.path, frame).unwrap_or_else(|| format!("{frame:05}.png"))
    }

    fn write(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        let file = File::create_new(self.temporary.path().join(self.name(self.frames)))?;
        let mut out = BufWriter::new(file);
        png::write(&mut out, self.size, rgba, ::png::Compression::Fast)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.bytes += file.metadata()?.len();
        self.frames += 1;
        Ok(())
    }

    fn keep(&self) -> io::Result<()> {
        if !self.folder.is_dir() {
            return fs::rename(self.temporary.path(), &self.folder);
        }
        (0..self.frames).map(|frame| self.name(frame)).try_for_each(|name| {
            let to = self.folder.join(&name);
            fs::rename(self.temporary.path().join(name), to)
        })
    }
}

impl Encoder for Sequence {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError> {
        self.write(rgba).map_err(|failure| failure.at(&self.path))
    }

    fn finish(self: Box<Self>) -> Result<Written, EncodeError> {
        self.keep().map_err(|error| EncoderFailure::Io(error).at(&self.path))?;
        Ok(Written { path: self.folder.join(self.name(0)), files: u64::from(self.frames), bytes: self.bytes })
    }
}
