//! The encoder of a film: it checks every frame, and its file appears complete or not at all.

use super::codec::{Codec, FilmHeader};
use super::ffmpeg::{self, Ffmpeg};
use super::{gif, png};
use crate::studio::export::atomic_file::{AtomicFile, FileError, Written, on_one_line};
use crate::studio::export::destination::InMemory;
use crate::studio::view::film_format::Format;
use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tickscope_core::base::params::invalid::Invalid;

/// The reason why a film could not be written; every message is one line.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: {reason}", on_one_line(path))]
    Frames { path: PathBuf, reason: String },
}

/// Returns the codec of a format that needs no other program.
fn own_codec(out: impl Write + 'static, header: FilmHeader) -> Box<dyn Codec> {
    match header.format {
        Format::Gif => Box::new(gif::Gif::new(out, header)),
        Format::Png | Format::Mp4 | Format::WebM => Box::new(png::Still::new(out, header.size)),
    }
}

pub struct Encoder {
    path: PathBuf,
    header: FilmHeader,
    encoded: u32,
    /// The target of the frames; `None` after a failure.
    target: Option<Target>,
}

/// The destination of a film.
enum Target {
    /// The codec is the first field because it must be dropped first: that closes the file before it is removed.
    File(Box<dyn Codec>, AtomicFile),
    Memory(Box<dyn Codec>, InMemory),
}

impl Encoder {
    /// Begins a film, whose file gets the name `path` when it is complete.
    pub fn create(path: &Path, header: FilmHeader) -> Result<Encoder, EncodeError> {
        Encoder::create_with(&ffmpeg::program(), path, header)
    }

    pub(super) fn create_with(ffmpeg: &OsStr, path: &Path, header: FilmHeader) -> Result<Encoder, EncodeError> {
        check(path, header)?;
        let (file, place) = AtomicFile::new(path)?;
        let codec = if header.format.row().needs_ffmpeg {
            let started = Ffmpeg::start(ffmpeg, place.temporary(), header);
            Box::new(started.map_err(|error| FileError::io(error, path))?)
        } else {
            own_codec(BufWriter::new(file), header)
        };
        Ok(Encoder { path: path.to_owned(), header, encoded: 0, target: Some(Target::File(codec, place)) })
    }

    /// Begins a film that is written to `out`, in a format that needs no other program. Messages name it `path`.
    pub fn in_memory(out: &InMemory, path: &Path, header: FilmHeader) -> Result<Encoder, EncodeError> {
        check(path, header)?;
        let target = Target::Memory(own_codec(out.clone(), header), out.clone());
        Ok(Encoder { path: path.to_owned(), header, encoded: 0, target: Some(target) })
    }

    pub fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError> {
        let mut target = self.target.take().ok_or_else(|| self.refuse_frames("an earlier frame failed".to_owned()))?;
        let [width, height] = self.header.size.map(|side| side as usize);
        self.encoded += 1;
        if rgba.len() != width * height * 4 {
            return Err(self.refuse_frames(format!("a frame has {} bytes; give {}", rgba.len(), width * height * 4)));
        }
        if self.encoded > self.header.frames {
            return Err(self.refuse_frames(format!("a frame too many; {} were announced", self.header.frames)));
        }
        let written = match &mut target {
            Target::File(codec, _) | Target::Memory(codec, _) => codec.frame(rgba),
        };
        written.map_err(|error| FileError::io(error, &self.path))?;
        self.target = Some(target);
        Ok(())
    }

    pub fn finish(mut self) -> Result<Written, EncodeError> {
        let target = self.target.take().ok_or_else(|| self.refuse_frames("an earlier frame failed".to_owned()))?;
        let FilmHeader { frames, .. } = self.header;
        if self.encoded != frames {
            return Err(self.refuse_frames(format!("{} frames; {frames} were announced", self.encoded)));
        }
        let failed = |error| FileError::io(error, &self.path);
        match target {
            Target::File(codec, place) => {
                codec.finish().map_err(failed)?;
                Ok(place.keep()?)
            }
            Target::Memory(codec, out) => {
                codec.finish().map_err(failed)?;
                Ok(Written { path: self.path.clone(), bytes: out.bytes() as u64 })
            }
        }
    }

    fn refuse_frames(&self, reason: String) -> EncodeError {
        EncodeError::Frames { path: self.path.clone(), reason }
    }
}

fn check(path: &Path, header: FilmHeader) -> Result<(), EncodeError> {
    let FilmHeader { format, size: [width, height], fps, frames } = header;
    let row = format.row();
    if row.is_film {
        format.check_fps(fps)?;
    }
    let longest = row.longest_side;
    if [width, height].iter().any(|side| !(1..=longest).contains(side)) {
        let allowed = format!("1 to {longest} pixels a side in a {}", row.name);
        return Err(Invalid::new("size", format!("{width}×{height}"), allowed).into());
    }
    if frames == 0 || (!row.is_film && frames != 1) {
        let reason = format!("a {} has no {frames} frames", row.name);
        return Err(EncodeError::Frames { path: path.to_owned(), reason });
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use crate::front::film::encode::encoder::*;
    use crate::studio::view::film_format::Format;

    /// Writes to `/dev/full`, the Linux device that is always full. An encoder notices a full disk when its buffer is written.
    #[test]
    fn every_codec_reports_a_full_disk() {
        for format in [Format::Png, Format::Gif] {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let header = FilmHeader { format, size: [33, 20], fps: 25, frames: 1 };
            let mut codec = own_codec(BufWriter::with_capacity(64, full), header);
            let failure = codec.frame(&[90; 33 * 20 * 4]).and_then(|()| codec.finish());
            assert!(matches!(FileError::io(failure.unwrap_err(), Path::new("out")), FileError::DiskFull { .. }), "{format:?}");
        }
    }
}
