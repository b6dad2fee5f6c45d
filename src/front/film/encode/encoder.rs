//! The interface of every film encoder.

use super::error::EncodeError;
use crate::studio::export::atomic_file::Written;

/// Takes the frames of one film. An encoder stays on its thread, as libwebp's does.
pub trait Encoder {
    /// Adds the next frame.
    ///
    /// # Errors
    /// If the frame has the wrong size, is one too many, or can't be written; nothing more can be added then.
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncodeError>;

    /// Gives the film its final name.
    ///
    /// # Errors
    /// If frames are missing or the film can't be written.
    fn finish(self: Box<Self>) -> Result<Written, EncodeError>;
}
