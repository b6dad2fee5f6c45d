//! The encoder for a format, checked, and writing into a file that is whole or not there.

use super::codec::{Codec, Film};
use super::encoder::Encoder;
use super::error::{EncodeError, EncoderFailure};
use super::{ffmpeg, gif, png, sequence, webp};
use crate::model::config::film_format::Format;
use crate::studio::export::InMemory;
use crate::studio::export::atomic_file::{AtomicFile, Written};
use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Begins a film of exactly `frames` frames, `1/fps` seconds apart.
///
/// # Errors
/// If the format can't have this size or rate, the path can't be written, or there is no ffmpeg and it takes one.
pub fn start(format: Format, path: &Path, size: [u32; 2], fps: u32, frames: u32) -> Result<Box<dyn Encoder>, EncodeError> {
    start_with(&ffmpeg::program(), format, path, Film { size, fps, frames })
}

/// The same with a chosen ffmpeg.
pub(crate) fn start_with(program: &OsStr, format: Format, path: &Path, film: Film) -> Result<Box<dyn Encoder>, EncodeError> {
    check(format, path, film)?;
    let inner: Box<dyn Encoder> = match format {
        Format::PngSequence => Box::new(sequence::Sequence::new(path, film)?),
        Format::Png | Format::Apng | Format::Gif | Format::WebP | Format::Mp4 | Format::WebM => {
            let (file, place) = AtomicFile::new(path)?;
            let out = BufWriter::new(file);
            let codec = if let Format::Mp4 | Format::WebM = format {
                drop(out);
                ffmpeg::Ffmpeg::new(program, format, place.temporary(), film).map(|codec| Box::new(codec) as _)
            } else {
                own_codec(format, out, film)
            };
            let codec = codec.map_err(|failure| failure.at(path))?;
            Box::new(ToFile { codec, place })
        }
    };
    let frame_bytes = film.size[0] as usize * film.size[1] as usize * 4;
    Ok(Box::new(Checked { inner: Some(inner), path: path.to_owned(), frame_bytes, announced: film.frames, got: 0 }))
}

fn check(format: Format, path: &Path, film: Film) -> Result<(), EncodeError> {
    if format.is_film() {
        format.check_fps(film.fps)?;
    }
    if film.size.iter().any(|side| !(1..=format.longest_side()).contains(side)) {
        return Err(EncodeError::Size { path: path.to_owned(), format, size: film.size });
    }
    if film.frames == 0 || (!format.is_film() && film.frames != 1) {
        return Err(EncodeError::FrameCount { path: path.to_owned(), expected: 1, got: film.frames });
    }
    Ok(())
}

/// A codec that needs no other program; what has none is a still.
fn own_codec(format: Format, out: impl Write + 'static, film: Film) -> Result<Box<dyn Codec>, EncoderFailure> {
    Ok(match format {
        Format::Gif => Box::new(gif::Gif::new(out, film)),
        Format::WebP => Box::new(webp::WebP::new(out, film)),
        Format::Apng => Box::new(png::Apng::new(out, film)?),
        _ => Box::new(png::Still::new(out, film)),
    })
}

/// Makes a film or a still in the memory, where there are no files.
pub struct MemoryEncoder {
    codec: Box<dyn Codec>,
    out: InMemory,
    path: PathBuf,
}

impl MemoryEncoder {
    /// Begins a film of exactly `frames` frames, `1/fps` seconds apart, in a format that needs no other program; messages
    /// call it `path`.
    ///
    /// # Errors
    /// If the format can't have this size or rate.
    pub fn start(format: Format, path: &Path, size: [u32; 2], fps: u32, frames: u32) -> Result<MemoryEncoder, EncodeError> {
        let (film, out) = (Film { size, fps, frames }, InMemory::default());
        check(format, path, film)?;
        let codec = own_codec(format, out.clone(), film).map_err(|failure| failure.at(path))?;
        Ok(MemoryEncoder { codec, out, path: path.to_owned() })
    }

    /// Adds the next frame: four bytes a pixel, row by row.
    ///
    /// # Errors
    /// If the codec refuses it.
    pub fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError> {
        self.codec.frame(rgba).map_err(|failure| failure.at(&self.path))
    }

    /// How many bytes there are so far.
    pub fn bytes(&self) -> usize {
        self.out.bytes()
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If frames are missing.
    pub fn finish(self) -> Result<Vec<u8>, EncodeError> {
        self.codec.finish().map_err(|failure| failure.at(&self.path))?;
        Ok(self.out.take())
    }
}

/// The order matters: what writes is dropped, and closes the file, before the file is removed.
struct ToFile {
    codec: Box<dyn Codec>,
    place: AtomicFile,
}

impl Encoder for ToFile {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError> {
        self.codec.frame(rgba).map_err(|failure| failure.at(self.place.path()))
    }

    fn finish(self: Box<Self>) -> Result<Written, EncodeError> {
        self.codec.finish().map_err(|failure| failure.at(self.place.path()))?;
        Ok(self.place.keep()?)
    }
}

/// Checks every frame before an encoder gets it, and drops the encoder, with its files, at the first error.
struct Checked {
    inner: Option<Box<dyn Encoder>>,
    path: PathBuf,
    frame_bytes: usize,
    announced: u32,
    got: u32,
}

impl Encoder for Checked {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError> {
        let mut inner = self.inner.take().ok_or_else(|| EncodeError::Failed { path: self.path.clone() })?;
        self.got += 1;
        if rgba.len() != self.frame_bytes {
            return Err(EncodeError::FrameSize { path: self.path.clone(), expected: self.frame_bytes, got: rgba.len() });
        }
        if self.got > self.announced {
            return Err(EncodeError::FrameCount { path: self.path.clone(), expected: self.announced, got: self.got });
        }
        inner.frame(rgba)?;
        self.inner = Some(inner);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Written, EncodeError> {
        let inner = self.inner.ok_or_else(|| EncodeError::Failed { path: self.path.clone() })?;
        if self.got != self.announced {
            return Err(EncodeError::FrameCount { path: self.path, expected: self.announced, got: self.got });
        }
        inner.finish()
    }
}
