//! PNG: a still.

use super::codec::Codec;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, SrgbRenderingIntent};
use std::io::{self, Write};

pub(super) struct Still<W> {
    out: W,
    size: [u32; 2],
}

impl<W: Write> Still<W> {
    pub fn new(out: W, size: [u32; 2]) -> Still<W> {
        Still { out, size }
    }
}

impl<W: Write> Codec for Still<W> {
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()> {
        let rgb: Vec<u8> = rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let mut encoder = Encoder::new(&mut self.out, self.size[0], self.size[1]);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        encoder.set_compression(Compression::Balanced);
        let mut writer = encoder.write_header().map_err(to_io)?;
        writer.write_image_data(&rgb).map_err(to_io)?;
        writer.finish().map_err(to_io)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Converts an error. The library's own conversion loses the kind of the error, which tells whether the disk is full.
fn to_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
