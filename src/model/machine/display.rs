//! The virtual display: which frame it shows when.

use super::beam::{self, Rows};
use super::gpu::Stages;
use super::scanout::Scanout;
use crate::base::time::{Span, Time};
use crate::model::world::{Body, FrameContent, Numbers};
use std::collections::VecDeque;

/// A frame on the display.
#[derive(Clone, Copy, Debug)]
pub struct FrameOnDisplay<'a> {
    /// When the display changed to it.
    pub at: Time,
    /// The simulated time that it shows.
    pub drawn: Time,
    /// What it shows; empty where frames are not kept.
    pub bodies: &'a [Body],
    /// The world's own numbers in it; zeros where frames are not kept.
    pub numbers: Numbers,
    /// How many inputs its world knows of.
    pub known: u64,
    /// Its number, counted from 1.
    pub number: u64,
    /// How it came here.
    pub stages: Stages,
}

/// A part of the display's height whose rows show the same frame: where a display tears there are several.
#[derive(Clone, Copy, Debug)]
pub struct Band<'a> {
    /// Its upper edge, as a part of the height.
    pub from_row: f64,
    /// Its lower edge.
    pub to_row: f64,
    /// What its rows show; nothing where no frame has come to them.
    pub frame: Option<FrameOnDisplay<'a>>,
}

/// What a render draws. Small, because a long run hands on millions of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderedFrame {
    /// The simulated time that it shows.
    pub drawn: Time,
    /// Where its content is kept.
    pub canvas: Canvas,
    /// How many inputs its world knows of.
    pub known: u64,
    /// Its number, counted from 1.
    pub number: u64,
    /// When it was submitted and drawn; known once its render has ended.
    pub stages: Stages,
}

/// Where a frame's content is kept, if they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Canvas(Option<usize>);

/// A frame on its way to the display, or on it, and when it comes there.
#[derive(Clone, Copy, Debug)]
struct Flip {
    at: Time,
    /// Whether it has a refresh of its own, which the one after it has to respect.
    in_order: bool,
    frame: RenderedFrame,
}

/// What the display does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refreshing {
    /// It changes to a frame.
    Flip,
    /// It repeats a frame, while the next one is on its way.
    Repeat,
    /// It repeats a frame, unless another one is submitted that is done by then.
    RepeatUnlessAFrameComes,
}

/// What is on the display and what will be.
#[derive(Debug)]
pub struct Display {
    scanout: Scanout,
    shown: Option<Flip>,
    /// The frames before it that rows may still show on a display that tears, in the order of their flips.
    torn: VecDeque<Flip>,
    /// When it last refreshed, with a new frame or an old one; told only of a variable refresh.
    refreshed: Option<Time>,
    /// How many flips and repeats there have been.
    flips: i64,
    repeats: i64,
    /// What the count of refreshes goes on from where it is told in another way than before.
    counted_before: i64,
    /// The next frame on its way …
    next: Option<Flip>,
    /// … and those after it, in order: without a queue at most one, and more only while settings are being changed.
    later: Vec<Flip>,
    canvases: Vec<FrameContent>,
    free: Vec<usize>,
}

impl Display {
    /// A dark display.
    pub(super) fn new(scanout: Scanout) -> Display {
        Display {
            scanout,
            shown: None,
            torn: VecDeque::new(),
            refreshed: None,
            flips: 0,
            repeats: 0,
            counted_before: 0,
            next: None,
            later: Vec::new(),
            canvases: Vec::new(),
            free: Vec::new(),
        }
    }

    /// From the next frame on, and from `now`, frames come onto the display like this.
    pub(super) fn scans_out(&mut self, scanout: Scanout, now: Time) {
        let before = self.refreshes(now);
        self.scanout = scanout;
        self.counted_before = before - self.refreshes_of_its_own(now);
    }

    /// The frame that the display shows; none before the first flip.
    pub fn shown(&self) -> Option<FrameOnDisplay<'_>> {
        self.shown.as_ref().map(|flip| self.on_display(flip))
    }

    fn on_display(&self, flip: &Flip) -> FrameOnDisplay<'_> {
        let Flip { at, frame, .. } = *flip;
        let content = frame.canvas.0.map(|index| &self.canvases[index]);
        let (bodies, numbers) = content.map_or((&[][..], Numbers::default()), |kept| (&kept.bodies[..], kept.numbers));
        let RenderedFrame { drawn, known, number, stages, .. } = frame;
        FrameOnDisplay { at, drawn, bodies, numbers, known, number, stages }
    }

    /// What the rows of the display show at `now`, from the top: one band, or several where it tears, as [`beam`] says.
    /// No band where it is dark. Told where frames are kept.
    pub fn bands(&self, now: Time) -> Vec<Band<'_>> {
        let flips: Vec<&Flip> = self.torn.iter().chain(&self.shown).collect();
        let whole = Rows { from: 0.0, to: 1.0, flip: flips.len().checked_sub(1) };
        let rows = match self.scanout {
            Scanout::Immediate(refresh) if flips.len() > 1 || self.flips == 1 => {
                let times: Vec<Time> = flips.iter().map(|flip| flip.at).collect();
                beam::rows(refresh, now, &times, self.flips as usize == flips.len())
            }
            _ => vec![whole],
        };
        let band = |Rows { from, to, flip }| Band {
            from_row: from,
            to_row: to,
            frame: flip.map(|flip: usize| self.on_display(flips[flip])),
        };
        if flips.is_empty() { Vec::new() } else { rows.into_iter().map(band).collect() }
    }

    /// A frame that rows of the display may show, by its number.
    pub fn frame(&self, number: u64) -> Option<FrameOnDisplay<'_>> {
        let flip = self.torn.iter().chain(&self.shown).find(|flip| flip.frame.number == number);
        flip.map(|flip| self.on_display(flip))
    }

    /// How often the display has changed its frame.
    pub(super) fn flips(&self) -> i64 {
        self.flips
    }

    /// How often the display has refreshed by `now`, with a new frame or an old one. One that tears is taken to do so
    /// only when it changes its frame.
    pub(super) fn refreshes(&self, now: Time) -> i64 {
        self.counted_before + self.refreshes_of_its_own(now)
    }

    /// The same, had it always been as it is.
    fn refreshes_of_its_own(&self, now: Time) -> i64 {
        match self.scanout {
            Scanout::Fifo(refresh) | Scanout::Mailbox(refresh) => refresh.first_at_or_after(now + Span::from_flicks(1)) - 1,
            Scanout::Immediate(_) => self.flips,
            Scanout::Variable { .. } => self.flips + self.repeats,
        }
    }

    /// A canvas for the next frame, to be filled by `draw`. Old ones are used again.
    pub(super) fn canvas(&mut self, draw: impl FnOnce(&mut FrameContent)) -> Canvas {
        let index = self.free.pop().unwrap_or_else(|| {
            self.canvases.push(FrameContent::default());
            self.canvases.len() - 1
        });
        draw(&mut self.canvases[index]);
        Canvas(Some(index))
    }

    /// Hands over a frame that the GPU is or will be done with; answers when it will appear unless it is overtaken.
    ///
    /// A frame that is done replaces every frame that would appear at the same time or later.
    #[inline]
    pub(super) fn submit(&mut self, frame: RenderedFrame) -> Time {
        let done = frame.stages.gpu_done;
        let (at, in_order) = match self.scanout {
            Scanout::Fifo(refresh) => (refresh.next(done, self.last_in_order()), true),
            Scanout::Mailbox(refresh) => (refresh.next(done, None), false),
            Scanout::Immediate(_) => (done, false),
            Scanout::Variable { shortest, longest } => (self.variable_flip(done, shortest, longest), true),
        };
        let flip = Flip { at, in_order, frame };
        while let Some(overtaken) = self.later.pop_if(|waiting| waiting.at >= at) {
            self.recycle(overtaken);
        }
        match self.next {
            Some(waiting) if waiting.at < at => self.later.push(flip),
            overtaken => {
                self.free.extend(overtaken.and_then(|flip| flip.frame.canvas.0));
                self.next = Some(flip);
            }
        }
        at
    }

    /// The last refresh that is taken: by a frame on its way, or by the one that is shown.
    #[inline]
    fn last_in_order(&self) -> Option<Time> {
        // Nearly always one frame waits at most.
        let waiting = if self.later.is_empty() {
            self.next.as_ref().filter(|flip| flip.in_order)
        } else {
            self.next.iter().chain(&self.later).rev().find(|flip| flip.in_order)
        };
        waiting.or(self.shown.as_ref()).map(|flip| flip.at)
    }

    /// When a frame appears that is `done`, after the repeats until then.
    fn variable_flip(&self, done: Time, shortest: Span, longest: Span) -> Time {
        let waiting = self.next.iter().chain(&self.later).last().map(|flip| flip.at);
        let Some(last) = waiting.or(self.refreshed) else { return done };
        let repeats = ((done - last).flicks() - 1).div_euclid(longest.flicks()).max(0);
        done.max(last + longest * repeats + shortest)
    }

    /// What the display does next, and when: [`Time::NEVER`] where nothing is on its way and nothing is repeated.
    #[inline]
    pub(super) fn due(&self) -> (Time, Refreshing) {
        let flip = self.next.map_or(Time::NEVER, |flip| flip.at);
        if let (Scanout::Variable { longest, .. }, Some(refreshed)) = (self.scanout, self.refreshed) {
            return match self.next {
                Some(next) if refreshed + longest < next.frame.stages.gpu_done => (refreshed + longest, Refreshing::Repeat),
                Some(_) => (flip, Refreshing::Flip),
                None => (refreshed + longest, Refreshing::RepeatUnlessAFrameComes),
            };
        }
        (flip, Refreshing::Flip)
    }

    /// Repeats the frame that it shows, at `at`.
    pub(super) fn repeat(&mut self, at: Time) {
        self.refreshed = Some(at);
        self.repeats += 1;
    }

    /// Shows the next waiting frame.
    #[inline]
    pub(super) fn flip(&mut self) -> Option<FrameOnDisplay<'_>> {
        let flip = self.next?;
        self.next = if self.later.is_empty() { None } else { Some(self.later.remove(0)) };
        self.refreshed = Some(flip.at);
        self.flips += 1;
        if let Some(old) = self.shown.replace(flip) {
            self.replaced(old, flip.at);
        }
        self.shown()
    }

    /// A frame is replaced at `at`: on a display that tears, rows that the beam has not passed since still show it.
    #[inline]
    fn replaced(&mut self, old: Flip, at: Time) {
        if let (Scanout::Immediate(refresh), Canvas(Some(_))) = (self.scanout, old.frame.canvas) {
            self.torn.push_back(old);
            // The second one came when the first one went.
            while self.torn.get(1).is_some_and(|next| next.at <= at - beam::lasts(refresh)) || self.torn.len() > beam::MOST_TORN {
                let gone = self.torn.pop_front();
                self.free.extend(gone.and_then(|gone| gone.frame.canvas.0));
            }
            return;
        }
        while let Some(gone) = self.torn.pop_front() {
            self.recycle(gone);
        }
        self.recycle(old);
    }

    fn recycle(&mut self, flip: Flip) {
        self.free.extend(flip.frame.canvas.0);
    }
}

#[cfg(test)]
mod tests;
