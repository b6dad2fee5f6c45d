//! PNG: a still, and a film in one file (APNG).

use super::changed::{Rect, changed};
use super::codec::{Codec, Film};
use super::error::EncoderFailure;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, SrgbRenderingIntent, Writer};
use std::io::Write;

/// One frame, well compressed.
pub(super) struct Still<W> {
    out: W,
    size: [u32; 2],
}

impl<W: Write> Still<W> {
    pub fn new(out: W, film: Film) -> Still<W> {
        Still { out, size: film.size }
    }
}

impl<W: Write> Codec for Still<W> {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        write(&mut self.out, self.size, rgba, Compression::Balanced)
    }

    fn finish(mut self: Box<Self>) -> Result<(), EncoderFailure> {
        Ok(self.out.flush()?)
    }
}

/// Writes a whole frame.
pub(super) fn write(out: impl Write, size: [u32; 2], rgba: &[u8], compression: Compression) -> Result<(), EncoderFailure> {
    let rgb: Vec<u8> = rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let mut writer = encoder(out, size, ColorType::Rgb, compression).write_header()?;
    writer.write_image_data(&rgb)?;
    Ok(writer.finish()?)
}

fn encoder<W: Write>(out: W, size: [u32; 2], color: ColorType, compression: Compression) -> Encoder<'static, W> {
    let mut encoder = Encoder::new(out, size[0], size[1]);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    encoder.set_compression(compression);
    encoder
}

/// Every frame after the first is the part that changed, laid over what is there; what stands still in it is transparent,
/// which compresses to nearly nothing.
pub(super) struct Apng<W: Write> {
    writer: Writer<W>,
    size: [u32; 2],
    previous: Vec<u8>,
    part: Vec<u8>,
}

impl<W: Write> Apng<W> {
    pub fn new(out: W, film: Film) -> Result<Apng<W>, EncoderFailure> {
        let mut encoder = encoder(out, film.size, ColorType::Rgba, Compression::Balanced);
        encoder.set_animated(film.frames, 0)?;
        encoder.set_frame_delay(1, film.fps as u16)?;
        encoder.set_blend_op(BlendOp::Over)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.validate_sequence(true);
        Ok(Apng { writer: encoder.write_header()?, size: film.size, previous: Vec::new(), part: Vec::new() })
    }
}

impl<W: Write> Codec for Apng<W> {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        let width = self.size[0] as usize;
        self.part.clear();
        if self.previous.is_empty() {
            self.part.extend(rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 255]));
        } else {
            // A frame in which nothing moved is one transparent pixel, so that the file has the announced number of frames.
            let still = Rect { x: 0, y: 0, width: 1, height: 1 };
            let part = changed(&self.previous, rgba, width).unwrap_or(still);
            for (before, after) in part.rows(&self.previous, width).zip(part.rows(rgba, width)) {
                let pixels = before.iter().zip(after);
                self.part.extend(pixels.flat_map(|(a, b)| if a == b { [0; 4] } else { [b[0], b[1], b[2], 255] }));
            }
            self.writer.reset_frame_position()?;
            self.writer.set_frame_dimension(part.width as u32, part.height as u32)?;
            self.writer.set_frame_position(part.x as u32, part.y as u32)?;
        }
        self.writer.write_image_data(&self.part)?;
        self.previous.clear();
        self.previous.extend_from_slice(rgba);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), EncoderFailure> {
        Ok(self.writer.finish()?)
    }
}
