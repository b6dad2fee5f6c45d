//! A film as numbered PNG files, for other programs to work on.

use super::png;
use crate::studio::export::atomic_file::{FileError, Written, existing_folder, temporary_folder};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tickscope_core::config::film_format;

/// A film as numbered PNG files. They are collected in a temporary folder. If the folder of the sequence does not exist, the
/// temporary folder gets its name at the end, in one step. If it exists, the files are moved into it one by one, and replace
/// files of the same names: a failure there can leave the first of them, each of them complete.
pub(super) struct Sequence {
    /// The path of a frame, with a place for its number.
    path: PathBuf,
    folder: PathBuf,
    /// Whether the folder holds this sequence and nothing else.
    owns_folder: bool,
    temporary: TempDir,
    size: [u32; 2],
    frames: u32,
    bytes: u64,
}

/// The names of the frames if only the folder is given.
const PATTERN: &str = "%05d.png";

/// Returns whether a folder holds nothing but frames of an earlier sequence.
fn holds_only_frames(folder: &Path) -> io::Result<bool> {
    let is_frame = |name: &str| {
        let number = name.strip_suffix(".png").filter(|number| number.len() >= 5);
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut entries = fs::read_dir(folder)?;
    entries.try_fold(true, |so_far, entry| Ok(so_far && entry?.file_name().to_str().is_some_and(is_frame)))
}

impl Sequence {
    /// Begins the sequence `path`, which is `folder/%05d.png`, or a folder alone: that may hold nothing but frames of an earlier
    /// film, which this one replaces. The folder may be new, but its parent must exist.
    pub fn create(path: &Path, size: [u32; 2]) -> Result<Sequence, FileError> {
        let is_numbered = film_format::numbered(path, 0).is_some();
        let folder = if is_numbered { path.parent().unwrap_or(Path::new("")) } else { path };
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let fail = |error| FileError::io(error, path);
        let parent = match fs::metadata(folder) {
            Ok(found) if found.is_dir() => {
                // A folder alone does not say that numbered files may be put among others.
                if !is_numbered && !holds_only_frames(folder).map_err(fail)? {
                    return Err(FileError::NotEmpty { path: folder.to_owned() });
                }
                folder.to_owned()
            }
            Ok(_) => return Err(FileError::NotAFile { path: folder.to_owned(), what: "no folder" }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => existing_folder(folder, path)?,
            Err(error) => return Err(fail(error)),
        };
        let temporary = temporary_folder(&parent).map_err(fail)?;
        let path = if is_numbered { path.to_owned() } else { folder.join(PATTERN) };
        Ok(Sequence { owns_folder: !is_numbered, path, folder: folder.to_owned(), temporary, size, frames: 0, bytes: 0 })
    }

    fn name(&self, frame: u32) -> String {
        film_format::numbered(&self.path, frame).unwrap_or_else(|| format!("{frame:05}.png"))
    }

    /// Writes the next frame.
    pub fn frame(&mut self, rgba: &[u8]) -> io::Result<()> {
        let file = File::create_new(self.temporary.path().join(self.name(self.frames)))?;
        let mut out = BufWriter::new(file);
        png::write(&mut out, self.size, rgba, ::png::Compression::Fast)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.bytes += file.metadata()?.len();
        self.frames += 1;
        Ok(())
    }

    /// Gives the frames their final names.
    pub fn keep(self) -> io::Result<Written> {
        let written = Written { path: self.folder.join(self.name(0)), files: u64::from(self.frames), bytes: self.bytes };
        if !self.folder.is_dir() {
            fs::rename(self.temporary.path(), &self.folder)?;
            return Ok(written);
        }
        for name in (0..self.frames).map(|frame| self.name(frame)) {
            fs::rename(self.temporary.path().join(&name), self.folder.join(name))?;
        }
        if self.owns_folder {
            // Frames of a longer earlier film would follow on those of this one.
            let mut rest = (self.frames..).map(|frame| self.folder.join(self.name(frame))).take_while(|path| path.exists());
            rest.try_for_each(fs::remove_file)?;
        }
        Ok(written)
    }
}
