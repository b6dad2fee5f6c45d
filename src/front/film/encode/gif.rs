//! Animated GIF. Every frame after the first is only the region that changed; unchanged pixels in it are transparent.
//!
//! Colours are exact if the changed pixels of a frame have at most 255. Nothing is dithered: dots that change from frame to frame
//! look worse than a shade that is slightly off, and they do not compress.

use super::changed::Region;
use super::codec::{Codec, FilmHeader};
use super::palette::{Census, Palette};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::{self, Write};

/// Stands for an unchanged pixel among the numbers of colours.
const UNCHANGED: u32 = u32::MAX;

pub(super) struct Gif<W: Write> {
    size: [u32; 2],
    /// The time of a frame, in hundredths of a second. Rates for which this is no whole number have been refused before.
    delay: u16,
    /// The output of the encoder; `None` after the first frame.
    out: Option<W>,
    /// The encoder; `None` before the first frame, because the head of the file has that frame's palette.
    encoder: Option<Encoder<W>>,
    previous: Vec<u8>,
    /// The colours of the first frame. Later frames that have other colours have a palette of their own.
    global: Palette,
    census: Census,
    /// The number in the census of each pixel's colour.
    numbers: Vec<u32>,
}

impl<W: Write> Gif<W> {
    pub fn new(out: W, header: FilmHeader) -> Gif<W> {
        Gif {
            size: header.size,
            delay: (100 / header.fps) as u16,
            out: Some(out),
            encoder: None,
            previous: Vec::new(),
            global: Palette::default(),
            census: Census::default(),
            numbers: Vec::new(),
        }
    }

    /// Counts the colours of the changed pixels, and returns their region, which is the whole frame for the first frame.
    fn count_colours(&mut self, rgba: &[u8]) -> Region {
        let [width, height] = self.size.map(|side| side as usize);
        self.census.clear();
        self.numbers.clear();
        let census = &mut self.census;
        if self.previous.is_empty() {
            self.numbers.extend(rgba.as_chunks().0.iter().map(|[r, g, b, _]| census.add([*r, *g, *b])));
            return Region { x: 0, y: 0, width, height };
        }
        let region = Region::changed(&self.previous, rgba, width);
        let pixels = region.pixels(&self.previous, rgba, width);
        self.numbers.extend(pixels.map(|(before, after)| match after {
            _ if before == after => UNCHANGED,
            [r, g, b, _] => census.add([*r, *g, *b]),
        }));
        region
    }
}

impl<W: Write> Codec for Gif<W> {
    fn frame(&mut self, rgba: &[u8]) -> io::Result<()> {
        let region = self.count_colours(rgba);
        let encoder = match (&mut self.encoder, self.out.take()) {
            (Some(encoder), _) => encoder,
            (none, Some(out)) => {
                self.global = Palette::of(&self.census);
                let [width, height] = self.size.map(|side| side as u16);
                let mut encoder = Encoder::new(out, width, height, &self.global.table()).map_err(to_io)?;
                encoder.set_repeat(Repeat::Infinite).map_err(to_io)?;
                none.insert(encoder)
            }
            (None, None) => return Err(io::Error::other("the first frame failed")),
        };
        let is_first = self.previous.is_empty();
        let local = (!is_first && !self.global.has_all(&self.census)).then(|| Palette::of(&self.census));
        let palette = local.as_ref().unwrap_or(&self.global);
        let (indices, unchanged) = (palette.indices(&self.census), palette.unchanged_index());
        let index = |number: &u32| indices.get(*number as usize).copied().unwrap_or(unchanged);
        let frame = Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: (!is_first).then_some(unchanged),
            left: region.x as u16,
            top: region.y as u16,
            width: region.width as u16,
            height: region.height as u16,
            palette: local.as_ref().map(Palette::table),
            buffer: Cow::Owned(self.numbers.iter().map(index).collect()),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(to_io)?;
        self.previous.clear();
        self.previous.extend_from_slice(rgba);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.encoder.map_or(Ok(()), |encoder| encoder.into_inner().map_err(to_io)?.flush())
    }
}

/// Converts an error. The library has no conversion that keeps the kind of the error, which tells whether the disk is full.
fn to_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
