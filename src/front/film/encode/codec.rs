//! The interface of a codec, and the properties of a film that it gets before the first frame.

use super::error::EncoderFailure;

/// The properties of a film that are known before its first frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Film {
    /// Width and height in pixels, each at least 1.
    pub size: [u32; 2],
    /// Frames a second.
    pub fps: u32,
    /// How many frames there will be; at least 1.
    pub frames: u32,
}

/// One way to turn frames into a stream of bytes. Sizes and counts have been checked.
pub(super) trait Codec {
    /// Adds the next frame.
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure>;

    /// Writes and closes what is left.
    fn finish(self: Box<Self>) -> Result<(), EncoderFailure>;
}
