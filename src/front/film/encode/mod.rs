//! Writes finished frames to files: [`Encoder::create`](encoder::Encoder::create), then
//! [`Encoder::frame`](encoder::Encoder::frame) for each, then [`Encoder::finish`](encoder::Encoder::finish).
//!
//! Frames have eight bits a channel, row by row from the top, four bytes a pixel. Films are opaque: the fourth byte is ignored.
//! No encoder stores the frames of its film. A file is complete when it gets its final name: an encoder that fails or is dropped
//! removes its temporary file.

mod changed;
pub mod codec;
pub mod encoder;
mod ffmpeg;
#[cfg(test)]
mod ffmpeg_tests;
mod gif;
mod palette;
mod png;
