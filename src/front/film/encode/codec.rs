//! The codec of a film, and what it knows before the first frame.

use crate::studio::view::film_format::Format;
use std::io;

/// The properties of a film that are known before its first frame.
#[derive(Clone, Copy, Debug)]
pub struct FilmHeader {
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
pub(super) trait Codec {
    /// Adds the next frame.
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
