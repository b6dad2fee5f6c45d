//! PNG: a still, and a film in one file (APNG).

use super::changed::Region;
use super::codec::{Codec, FilmHeader};
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, SrgbRenderingIntent, Writer};
use std::io::{self, Write};

/// One frame, well compressed.
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
        write(&mut self.out, self.size, rgba, Compression::Balanced)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a whole frame.
pub(super) fn write(out: impl Write, size: [u32; 2], rgba: &[u8], compression: Compression) -> io::Result<()> {
    let rgb: Vec<u8> = rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let mut writer = encoder(out, size, ColorType::Rgb, compression).write_header().map_err(to_io)?;
    writer.write_image_data(&rgb).map_err(to_io)?;
    writer.finish().map_err(to_io)
}

fn encoder<W: Write>(out: W, size: [u32; 2], color: ColorType, compression: Compression) -> Encoder<'static, W> {
    let mut encoder = Encoder::new(out, size[0], size[1]);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    encoder.set_compression(compression);
    encoder
}

/// An animated PNG. Every frame after the first is the region that changed; pixels that stay the same in it are transparent,
/// which compresses to nearly nothing.
pub(super) struct Apng<W: Write> {
    writer: Writer<W>,
    size: [u32; 2],
    previous: Vec<u8>,
    part: Vec<u8>,
}

impl<W: Write> Apng<W> {
    pub fn new(out: W, header: FilmHeader) -> io::Result<Apng<W>> {
        let mut encoder = encoder(out, header.size, ColorType::Rgba, Compression::Balanced);
        encoder.set_animated(header.frames, 0).map_err(to_io)?;
        encoder.set_frame_delay(1, header.fps as u16).map_err(to_io)?;
        encoder.set_blend_op(BlendOp::Over).map_err(to_io)?;
        encoder.set_dispose_op(DisposeOp::None).map_err(to_io)?;
        encoder.validate_sequence(true);
        let writer = encoder.write_header().map_err(to_io)?;
        Ok(Apng { writer, size: header.size, previous: Vec::new(), part: Vec::new() })
    }
}

impl<W: Write> Codec for Apng<W> {
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()> {
        let width = self.size[0] as usize;
        self.part.clear();
        if self.previous.is_empty() {
            self.part.extend(rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 255]));
        } else {
            let region = Region::changed(&self.previous, rgba, width);
            let pixels = region.pixels(&self.previous, rgba, width);
            self.part.extend(pixels.flat_map(|(a, b)| if a == b { [0; 4] } else { [b[0], b[1], b[2], 255] }));
            self.writer.reset_frame_position().map_err(to_io)?;
            self.writer.set_frame_dimension(region.width as u32, region.height as u32).map_err(to_io)?;
            self.writer.set_frame_position(region.x as u32, region.y as u32).map_err(to_io)?;
        }
        self.writer.write_image_data(&self.part).map_err(to_io)?;
        self.previous.clear();
        self.previous.extend_from_slice(rgba);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.writer.finish().map_err(to_io)
    }
}

/// Converts an error: the library's own conversion loses its kind, which says whether the disk is full.
fn to_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
