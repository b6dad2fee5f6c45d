//! Writes finished frames to files: [`Encoder::create`], then [`Encoder::frame`] for each, then [`Encoder::finish`].
//!
//! Frames have eight bits a channel, row by row from the top, four bytes a pixel. Films are opaque: the fourth byte is ignored.
//! No encoder keeps the frames of its film. A file is complete when it gets its final name: an encoder that fails or is
//! dropped removes what it wrote.

mod changed;
mod encoder;
mod ffmpeg;
#[cfg(test)]
mod ffmpeg_tests;
mod gif;
mod palette;
mod png;

pub use encoder::{EncodeError, Encoder};

use std::io::{self, Write};
use tickscope_core::config::film_format::Format;

/// The properties of a film that are known before its first frame.
#[derive(Clone, Copy, Debug)]
pub struct FilmHeader {
    /// The format of the file.
    pub format: Format,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Frames a second.
    pub fps: u32,
    /// The number of frames that will follow.
    pub frames: u32,
}

/// Turns frames into a stream of bytes. The encoder has checked the sizes and the count of the frames, and gives no frame
/// to a codec that has failed.
trait Codec {
    /// Adds the next frame.
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Returns the codec of a format that needs no other program.
fn own_codec(out: impl Write + 'static, header: FilmHeader) -> Box<dyn Codec> {
    match header.format {
        Format::Gif => Box::new(gif::Gif::new(out, header)),
        Format::Png | Format::Mp4 | Format::WebM => Box::new(png::Still::new(out, header.size)),
    }
}
