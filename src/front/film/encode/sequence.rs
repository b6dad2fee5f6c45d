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
    /// Whether the folder holds this sequence and nothing else.
    owns_folder: bool,
    temporary: TempDir,
    size: [u32; 2],
    frames: u32,
    bytes: u64,
}

/// The names of the frames, where only the folder is given.
const PATTERN: &str = "%05d.png";

/// Whether there is nothing in a folder but what another sequence has left there.
fn holds_only_frames(folder: &Path) -> io::Result<bool> {
    let is_frame = |name: &str| {
        let number = name.strip_suffix(".png").filter(|number| number.len() >= 5);
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut entries = fs::read_dir(folder)?;
    entries.try_fold(true, |so_far, entry| Ok(so_far && entry?.file_name().to_str().is_some_and(is_frame)))
}

impl Sequence {
    /// `path` is `folder/%05d.png`, or just the folder, which then may hold nothing but frames of an earlier film: this one
    /// replaces it. The folder may be new, what it is in must be there.
    pub fn new(path: &Path, film: Film) -> Result<Sequence, EncodeError> {
        let numbered = film_format::numbered(path, 0).is_some();
        let folder = if numbered { path.parent().unwrap_or(Path::new("")) } else { path };
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let fail = |error| EncoderFailure::Io(error).at(path);
        let parent = match fs::metadata(folder) {
            Ok(there) if there.is_dir() => {
                // Who names a folder alone has not said that numbered files may come among others.
                if !numbered && !holds_only_frames(folder).map_err(fail)? {
                    return Err(FileError::NotEmpty { path: folder.to_owned() }.into());
                }
                folder.to_owned()
            }
            Ok(_) => return Err(FileError::NotAFile { path: folder.to_owned(), what: "no folder" }.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => existing_folder(folder, path)?,
            Err(error) => return Err(fail(error)),
        };
        let temporary = temporary_folder(&parent).map_err(fail)?;
        let owns_folder = !numbered;
        let path = if numbered { path.to_owned() } else { folder.join(PATTERN) };
        Ok(Sequence { owns_folder, path, folder: folder.to_owned(), temporary, size: film.size, frames: 0, bytes: 0 })
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
        })?;
        if self.owns_folder {
            // Frames of a longer film before it would follow on this one's.
            let mut rest = (self.frames..).map(|frame| self.folder.join(self.name(frame))).take_while(|path| path.exists());
            rest.try_for_each(fs::remove_file)?;
        }
        Ok(())
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
