//! The interface of a codec, and the properties of a film that it needs before the first frame.

use crate::studio::view::film_format::Format;
use std::io;

/// The properties of a film that are known before its first frame.
#[derive(Clone, Copy, Debug)]
pub struct FilmHeader {
    pub format: Format,
    /// The width and the height, in pixels.
    pub size: [u32; 2],
    /// Frames per second.
    pub fps: u32,
    /// The number of frames that will follow.
    pub frames: u32,
}

/// Encodes frames as a stream of bytes. The encoder checks the size and the number of the frames before, and passes no frame to a
/// codec that has failed.
pub(super) trait Codec {
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()>;

    /// Writes the bytes that are still missing.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
