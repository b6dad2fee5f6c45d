//! Animated WebP, without loss: each changed part is an image of its own, inside the container that is written here.
//!
//! The container: <https://developers.google.com/speed/webp/docs/riff_container>. All its numbers are little-endian.

use super::changed::{Rect, changed};
use super::codec::{Codec, Film};
use super::error::EncoderFailure;
use image_webp::{ColorType, EncoderParams, EncodingError, WebPEncoder};
use std::io::Write;

/// Flags of the `VP8X` chunk: the file is an animation, and parts of it are transparent.
const ANIMATED: u8 = 0b0000_0010;
const TRANSPARENT: u8 = 0b0001_0000;
/// The longest that one part can last, four hours and a half.
const LONGEST_MS: u32 = 0xff_ffff;
/// Bytes before the image in a WebP file of one image: `RIFF`, a length, `WEBP`.
const FILE_HEADER: usize = 12;

/// Every frame after the first is the part that changed, laid over what is there; what stands still in it is transparent,
/// which compresses to nearly nothing. A frame in which nothing changed only makes the one before it last longer.
pub(super) struct WebP<W> {
    out: W,
    size: [u32; 2],
    /// Whole, since other rates are refused.
    delay_ms: u32,
    previous: Vec<u8>,
    /// The finished chunks. They are kept, since the file begins with their length.
    chunks: Vec<u8>,
    /// The newest part, which lasts until another follows.
    shown: Option<Part>,
}

struct Part {
    area: Rect,
    lasts_ms: u32,
    /// One chunk with its head.
    image: Vec<u8>,
}

impl<W: Write> WebP<W> {
    pub fn new(out: W, film: Film) -> WebP<W> {
        let Film { size, fps, .. } = film;
        WebP { out, size, delay_ms: 1000 / fps, previous: Vec::new(), chunks: Vec::new(), shown: None }
    }

    /// The part of this frame that has to be written, and its pixels; nothing where nothing changed.
    fn part(&self, rgba: &[u8]) -> Option<(Rect, Vec<u8>)> {
        let width = self.size[0] as usize;
        if self.previous.is_empty() {
            let opaque = rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b, 255]).collect();
            return Some((Rect::whole(self.size), opaque));
        }
        let area = on_even_pixels(changed(&self.previous, rgba, width)?);
        let rows = area.rows(&self.previous, width).zip(area.rows(rgba, width));
        let pixels = rows.flat_map(|(before, after)| before.iter().zip(after));
        let part = pixels.flat_map(|(a, b)| if a == b { [0; 4] } else { [b[0], b[1], b[2], 255] }).collect();
        Some((area, part))
    }

    fn close_part(&mut self) {
        let Some(Part { area, lasts_ms, image }) = self.shown.take() else { return };
        let halves = [area.x / 2, area.y / 2, area.width - 1, area.height - 1];
        let mut head: Vec<u8> = halves.iter().flat_map(|number| three_bytes(*number as u32)).collect();
        // The last byte has no flag: the part is blended with what is there, and stays.
        head.extend(lasts_ms.min(LONGEST_MS).to_le_bytes());
        chunk(&mut self.chunks, *b"ANMF", &[&head, &image]);
    }
}

impl<W: Write> Codec for WebP<W> {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        if let Some((area, pixels)) = self.part(rgba) {
            self.close_part();
            self.shown = Some(Part { area, lasts_ms: 0, image: compressed(&pixels, area)? });
            self.previous.clear();
            self.previous.extend_from_slice(rgba);
        }
        if let Some(part) = &mut self.shown {
            part.lasts_ms += self.delay_ms;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), EncoderFailure> {
        self.close_part();
        let mut canvas = vec![ANIMATED | TRANSPARENT, 0, 0, 0];
        canvas.extend(self.size.into_iter().flat_map(|side| three_bytes(side - 1)));
        let mut head = Vec::new();
        chunk(&mut head, *b"VP8X", &[&canvas]);
        // A background, which is never seen, and how often it plays: 0 is for ever.
        chunk(&mut head, *b"ANIM", &[&[0; 4], &[0; 2]]);
        let length = b"WEBP".len() + head.len() + self.chunks.len();
        let length = u32::try_from(length).map_err(|_| std::io::Error::other("an animated WebP holds at most 4 GiB"))?;
        self.out.write_all(b"RIFF")?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(b"WEBP")?;
        self.out.write_all(&head)?;
        self.out.write_all(&self.chunks)?;
        Ok(self.out.flush()?)
    }
}

/// Parts can only begin at even pixels.
fn on_even_pixels(area: Rect) -> Rect {
    let [x, y] = [area.x, area.y].map(|at| at - at % 2);
    Rect { x, y, width: area.width + area.x - x, height: area.height + area.y - y }
}

/// The smaller of the two ways that the library has: predicting pixels from their neighbours makes gradients small, and flat
/// shapes with text larger.
fn compressed(rgba: &[u8], area: Rect) -> Result<Vec<u8>, EncodingError> {
    let file = |predicts| -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = WebPEncoder::new(&mut file);
        let mut params = EncoderParams::default();
        params.use_predictor_transform = predicts;
        encoder.set_params(params);
        encoder.encode(rgba, area.width as u32, area.height as u32, ColorType::Rgba8)?;
        Ok(file.split_off(FILE_HEADER))
    };
    let (plain, predicted) = (file(false)?, file(true)?);
    Ok(if predicted.len() < plain.len() { predicted } else { plain })
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

/// Appends a chunk: its name, its length, its parts, and a byte more where the length is odd.
fn chunk(to: &mut Vec<u8>, name: [u8; 4], parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    to.extend(name);
    to.extend((length as u32).to_le_bytes());
    for part in parts {
        to.extend_from_slice(part);
    }
    to.extend(std::iter::repeat_n(0, length % 2));
}
