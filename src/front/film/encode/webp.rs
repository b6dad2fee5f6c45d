//! Animated WebP, without loss.

use super::codec::{Codec, Film};
use super::error::EncoderFailure;
use std::io::Write;
use webp_animation::{Encoder, EncoderOptions, EncodingConfig, EncodingType};

/// How hard libwebp tries, 0 to 100. On four panes of 1280×720 pixels 30 makes files a fifth smaller than 0 in half as much
/// time again; more makes them no smaller.
const EFFORT: f32 = 30.0;

/// An animated WebP under way; it keeps what it has compressed.
pub(super) struct WebP<W> {
    out: W,
    encoder: Encoder,
    /// Whole, since other rates are refused.
    delay_ms: i32,
    frames: i32,
    opaque: Vec<u8>,
}

impl<W: Write> WebP<W> {
    /// Nothing is written before the end.
    pub fn new(out: W, film: Film) -> Result<WebP<W>, EncoderFailure> {
        let encoding_config =
            Some(EncodingConfig { encoding_type: EncodingType::Lossless, quality: EFFORT, ..EncodingConfig::default() });
        let options = EncoderOptions { encoding_config, ..EncoderOptions::default() };
        let encoder = Encoder::new_with_options((film.size[0], film.size[1]), options)?;
        Ok(WebP { out, encoder, delay_ms: (1000 / film.fps) as i32, frames: 0, opaque: Vec::new() })
    }
}

impl<W: Write> Codec for WebP<W> {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        self.opaque.clear();
        self.opaque.extend(rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 255]));
        self.encoder.add_frame(&self.opaque, self.frames * self.delay_ms)?;
        self.frames += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), EncoderFailure> {
        // The end, so that the last frame lasts as long as the others.
        let film = self.encoder.finalize(self.frames * self.delay_ms)?;
        self.out.write_all(&film)?;
        Ok(self.out.flush()?)
    }
}
