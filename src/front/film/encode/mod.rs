//! Finished frames to files: [`start`], then [`Encoder::frame`] for each, then [`Encoder::finish`].
//!
//! Frames are eight bits a channel, row by row, four bytes a pixel. Films are opaque: the fourth byte is not looked at.
//! No encoder keeps the film's frames; an animated WebP keeps what it has compressed, since its header tells its length.
//! Under the final name a file is whole or not there: an encoder that fails or is dropped removes what it wrote.

mod changed;
mod codec;
mod encoder;
mod error;
pub mod ffmpeg;
mod gif;
mod palette;
mod png;
mod sequence;
mod start;
#[cfg(test)]
mod tests;
mod webp;

pub use crate::studio::export::atomic_file::Written;
#[cfg(test)]
pub(crate) use codec::Film;
pub use encoder::Encoder;
pub use error::EncodeError;
#[cfg(test)]
pub(crate) use start::start_with;
pub use start::{MemoryEncoder, start};
