//! Animated GIF. Every frame after the first is the part that changed; what stands still in it is transparent.
//!
//! Colours are exact wherever a frame brings no more than 255 that are new to it. Nothing is dithered: dots that change
//! from frame to frame look worse than a shade that is slightly off, and do not compress.

use super::changed::{Rect, changed};
use super::codec::{Codec, Film};
use super::error::EncoderFailure;
use super::palette::{Census, Palette};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::io::{self, Write};

/// A pixel that looks as it did.
const UNCHANGED: u32 = u32::MAX;

/// An animated GIF under way.
pub(super) struct Gif<W: Write> {
    state: State<W>,
    size: [u32; 2],
    /// Hundredths of a second; whole, since other rates are refused.
    delay: u16,
    previous: Vec<u8>,
    /// The first frame's colours; later frames that bring others carry a palette of their own.
    global: Palette,
    census: Census,
    /// Each pixel's colour, by its number in the census.
    numbers: Vec<u32>,
}

/// The file's head has the first frame's palette, so it is written with it.
enum State<W: Write> {
    Empty(W),
    Running(Encoder<W>),
    Broken,
}

impl<W: Write> Gif<W> {
    /// Nothing is written before the first frame.
    pub fn new(out: W, film: Film) -> Gif<W> {
        Gif {
            state: State::Empty(out),
            size: film.size,
            delay: (100 / film.fps) as u16,
            previous: Vec::new(),
            global: Palette::default(),
            census: Census::default(),
            numbers: Vec::new(),
        }
    }

    /// Counts the colours of what changed.
    fn look(&mut self, rgba: &[u8], part: Rect) {
        let width = self.size[0] as usize;
        self.census.clear();
        self.numbers.clear();
        // Neighbours are mostly alike, so the last colour is looked for first.
        let (mut last, mut number) = ([0; 4], None);
        let mut count = |pixel: [u8; 4], census: &mut Census| match number {
            Some(known) if last == pixel => census.again(known),
            _ => {
                last = pixel;
                *number.insert(census.add([pixel[0], pixel[1], pixel[2]]))
            }
        };
        for (y, row) in part.rows(rgba, width).enumerate() {
            let start = (part.y + y) * width + part.x;
            let before = self.previous.as_chunks().0.get(start..start + part.width);
            let census = &mut self.census;
            match before {
                Some(before) => self.numbers.extend(
                    row.iter().zip(before).map(|(pixel, before)| if pixel == before { UNCHANGED } else { count(*pixel, census) }),
                ),
                None => self.numbers.extend(row.iter().map(|pixel| count(*pixel, census))),
            }
        }
    }
}

impl<W: Write> Codec for Gif<W> {
    fn frame(&mut self, rgba: &[u8]) -> Result<(), EncoderFailure> {
        let first = self.previous.is_empty();
        let whole = Rect::whole(self.size);
        // Where nothing moved, one transparent pixel: every frame is kept, with its own delay.
        let part = if first { Some(whole) } else { changed(&self.previous, rgba, whole.width) };
        let part = part.unwrap_or(Rect { x: 0, y: 0, width: 1, height: 1 });
        self.look(rgba, part);
        if first {
            self.global = Palette::of(&self.census);
        }
        let local = (!first && !self.global.has_all(&self.census)).then(|| Palette::of(&self.census));
        let palette = local.as_ref().unwrap_or(&self.global);
        let (indices, as_before) = (palette.indices(&self.census), palette.as_before());
        let index = |number: &u32| indices.get(*number as usize).copied().unwrap_or(as_before);
        let frame = Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: (!first).then_some(as_before),
            left: part.x as u16,
            top: part.y as u16,
            width: part.width as u16,
            height: part.height as u16,
            palette: local.as_ref().map(Palette::table),
            buffer: Cow::Owned(self.numbers.iter().map(index).collect()),
            ..Frame::default()
        };
        let mut encoder = match std::mem::replace(&mut self.state, State::Broken) {
            State::Running(encoder) => encoder,
            State::Empty(out) => {
                let mut encoder = Encoder::new(out, self.size[0] as u16, self.size[1] as u16, &self.global.table())?;
                encoder.set_repeat(Repeat::Infinite)?;
                encoder
            }
            State::Broken => return Err(io::Error::other("an earlier frame failed").into()),
        };
        encoder.write_frame(&frame)?;
        self.state = State::Running(encoder);
        self.previous.clear();
        self.previous.extend_from_slice(rgba);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), EncoderFailure> {
        match self.state {
            State::Running(encoder) => Ok(encoder.into_inner()?.flush()?),
            State::Empty(_) | State::Broken => Err(io::Error::other("it has no frames").into()),
        }
    }
}
