//! The virtual display, which shows each frame from its flip on.

use super::beam;
use super::gpu::Stages;
use super::refresh::Scanout;
use super::repeats::{NewestFlips, RepeatPlan};
use crate::base::time::{Span, Time};
use crate::model::world::body::Body;
use crate::model::world::numbers::Numbers;
use crate::model::world::stepped_world::FrameContent;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug)]
pub struct FrameOnDisplay<'a> {
    /// The moment of the frame's flip.
    pub at: Time,
    /// The sample time of the frame.
    pub drawn: Time,
    /// The drawn bodies; empty if frames are not kept.
    pub bodies: &'a [Body],
    /// The world's own numbers; zeros if frames are not kept.
    pub numbers: Numbers,
    /// The number of inputs that the frame's world knows of.
    pub known: u64,
    /// The number of the frame, counted from 1.
    pub number: u64,
    pub stages: Stages,
}

/// A rendered frame. It is small, because a long run handles millions of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderedFrame {
    /// The sample time of the frame.
    pub drawn: Time,
    pub content: KeptContent,
    /// The number of inputs that the frame's world knows of.
    pub known: u64,
    /// The number of the frame, counted from 1.
    pub number: u64,
    /// The stages of the frame, which are known once its render has ended.
    pub stages: Stages,
}

/// The index of a frame's kept content; `None` if the content is not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptContent(Option<usize>);

/// A frame that waits for the display or is on it, with the moment of its flip.
#[derive(Clone, Copy, Debug)]
struct Flip {
    at: Time,
    /// The moment from which the display can take the frame: the GPU is done with it, and the loop has presented it.
    ready: Time,
    /// Whether the frame has a refresh of its own, which the next frame must not share.
    in_order: bool,
    frame: RenderedFrame,
}

/// The kind of the display's next refresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refreshing {
    Flip,
    /// The display repeats its frame because the next one is not done yet.
    Repeat,
    /// The display repeats its frame unless a frame that is done before the repeat is still submitted.
    RepeatUnlessAFrameComes,
}

/// The frames on the display and on their way to it.
#[derive(Debug)]
pub struct Display {
    /// The rule by which frames reach the display, from the next frame on; set by [`Display::set_scanout`].
    pub(super) scanout: Scanout,
    shown: Option<Flip>,
    /// The replaced frames that rows of a tearing display may still show, in the order of their flips.
    torn: VecDeque<Flip>,
    /// The last refresh, with a new frame or an old one; `None` before the first. Only a variable refresh uses it.
    refreshed: Option<Time>,
    /// The repeats of the displayed frame. Only a variable refresh uses them.
    plan: RepeatPlan,
    newest_flips: NewestFlips,
    pub(super) flips: i64,
    repeats: i64,
    /// The number that is added to the count of refreshes of the present scan-out, so that the count continues where that of the
    /// scan-out before ended.
    counted_before: i64,
    /// The frame that is displayed next; `None` if no frame waits.
    next: Option<Flip>,
    /// The frames that are displayed after `next`, in order.
    later: Vec<Flip>,
    contents: Vec<FrameContent>,
    free: Vec<usize>,
}

impl Display {
    pub(super) fn new(scanout: Scanout) -> Display {
        Display {
            scanout,
            shown: None,
            torn: VecDeque::new(),
            refreshed: None,
            plan: RepeatPlan::none(),
            newest_flips: NewestFlips::default(),
            flips: 0,
            repeats: 0,
            counted_before: 0,
            next: None,
            later: Vec::new(),
            contents: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Sets how frames reach the display, from the next frame on. `now` separates the refreshes of the old setting from the new
    /// ones. A display that had ticks last refreshed at its last tick, whether or not it had a new frame there, and a variable refresh
    /// counts stays from that tick on.
    pub(super) fn set_scanout(&mut self, scanout: Scanout, now: Time) {
        let before = self.refreshes(now);
        if let (Some(refresh), Scanout::Variable { .. }) = (self.scanout.ticks(), scanout) {
            self.refreshed = self.refreshed.map(|refreshed| refreshed.max(refresh.last_at_or_before(now)));
            self.plan = RepeatPlan::none();
            self.newest_flips = NewestFlips::default();
            self.refreshed.into_iter().for_each(|refreshed| self.newest_flips.add(refreshed));
        }
        self.scanout = scanout;
        self.counted_before = before - self.refreshes_of_its_own(now);
    }

    /// Returns whether a frame that is handed over at the moment of a flip replaces the frame of that flip.
    pub(super) fn is_replaced_at_its_flip(&self) -> bool {
        matches!(self.scanout, Scanout::Mailbox(_) | Scanout::Immediate(_))
    }

    /// Returns the moments at which the waiting frames will be displayed, the next one first.
    pub(super) fn on_their_way(&self) -> impl Iterator<Item = Time> + Clone {
        self.next.iter().chain(&self.later).map(|flip| flip.at)
    }

    /// Returns the frame that the display shows; `None` before the first flip.
    pub fn shown(&self) -> Option<FrameOnDisplay<'_>> {
        self.shown.as_ref().map(|flip| self.on_display(flip))
    }

    fn on_display(&self, flip: &Flip) -> FrameOnDisplay<'_> {
        let Flip { at, frame, .. } = *flip;
        let content = frame.content.0.map(|index| &self.contents[index]);
        let (bodies, numbers) = content.map_or((&[][..], Numbers::default()), |kept| (&kept.bodies[..], kept.numbers));
        let RenderedFrame { drawn, known, number, stages, .. } = frame;
        FrameOnDisplay { at, drawn, bodies, numbers, known, number, stages }
    }

    /// Returns the frame with this number if rows of the display may show it; else `None`.
    pub fn frame(&self, number: u64) -> Option<FrameOnDisplay<'_>> {
        let flip = self.torn.iter().chain(&self.shown).find(|flip| flip.frame.number == number);
        flip.map(|flip| self.on_display(flip))
    }

    /// Returns the number of refreshes by `now`, with a new frame or an old one. A display that tears counts its flips.
    pub(super) fn refreshes(&self, now: Time) -> i64 {
        self.counted_before + self.refreshes_of_its_own(now)
    }

    /// Returns the number of refreshes by `now` that the present scan-out alone would have made since the start.
    fn refreshes_of_its_own(&self, now: Time) -> i64 {
        match self.scanout {
            Scanout::Fifo(refresh) | Scanout::Mailbox(refresh) => refresh.first_at_or_after(now + Span::from_flicks(1)) - 1,
            Scanout::Immediate(_) => self.flips,
            Scanout::Variable { .. } => self.flips + self.repeats,
        }
    }

    /// Keeps the content of the next frame, which `draw` writes. Memory of old contents is used again.
    pub(super) fn keep(&mut self, draw: impl FnOnce(&mut FrameContent)) -> KeptContent {
        let index = self.free.pop().unwrap_or_else(|| {
            self.contents.push(FrameContent::default());
            self.contents.len() - 1
        });
        draw(&mut self.contents[index]);
        KeptContent(Some(index))
    }

    /// Submits a frame that the display can take from `ready` on. Returns the moment at which it will be displayed unless a later frame replaces it: a frame replaces every
    /// waiting frame that would be displayed at the same time or later.
    #[inline]
    pub(super) fn submit(&mut self, frame: RenderedFrame, ready: Time) -> Time {
        let (at, in_order) = match self.scanout {
            Scanout::Fifo(refresh) => (refresh.next(ready, self.last_in_order()), true),
            Scanout::Mailbox(refresh) => (refresh.next(ready, None), false),
            Scanout::Immediate(_) => (ready, false),
            Scanout::Variable { shortest, longest, .. } => (self.variable_flip(ready, shortest, longest), true),
        };
        let flip = Flip { at, ready, in_order, frame };
        while let Some(overtaken) = self.later.pop_if(|waiting| waiting.at >= at) {
            self.recycle(overtaken);
        }
        match self.next {
            Some(waiting) if waiting.at < at => self.later.push(flip),
            overtaken => {
                self.free.extend(overtaken.and_then(|flip| flip.frame.content.0));
                self.next = Some(flip);
            }
        }
        at
    }

    /// Submits a frame that is displayed at `at`, after all frames that were submitted before, whatever the scan-out.
    pub(super) fn submit_at(&mut self, frame: RenderedFrame, at: Time) {
        let flip = Flip { at, ready: frame.stages.gpu_done, in_order: false, frame };
        match self.next {
            Some(_) => self.later.push(flip),
            None => self.next = Some(flip),
        }
    }

    /// Frees the content of a frame that is never displayed.
    pub(super) fn forget(&mut self, frame: RenderedFrame) {
        self.free.extend(frame.content.0);
    }

    /// Returns the last refresh that belongs to one frame alone, waiting or displayed; `None` if there is none.
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

    /// Returns the moment at which a variable refresh displays a frame that is ready at `ready`, given the repeats until then.
    fn variable_flip(&self, ready: Time, shortest: Span, longest: Span) -> Time {
        let (last, plan) = match (self.on_their_way().last(), self.refreshed) {
            (Some(waiting), _) => (waiting, self.plan_after(self.on_their_way())),
            (None, Some(refreshed)) => (refreshed, self.plan),
            (None, None) => return ready,
        };
        ready.max(plan.last_before(ready, last, longest) + shortest)
    }

    /// Returns the repeats of the newest frame once the frames with the flips `coming` are displayed, too.
    fn plan_after(&self, coming: impl Iterator<Item = Time> + Clone) -> RepeatPlan {
        match self.scanout {
            Scanout::Variable { shortest, longest, spread } => {
                RepeatPlan::after(self.newest_flips.with(coming), shortest, longest, spread)
            }
            _ => RepeatPlan::none(),
        }
    }

    /// Returns the next refresh and its kind; [`Time::NEVER`] if no frame waits and nothing is repeated.
    #[inline]
    pub(super) fn due(&self) -> (Time, Refreshing) {
        let flip = self.next.map_or(Time::NEVER, |flip| flip.at);
        if let (Scanout::Variable { longest, .. }, Some(refreshed)) = (self.scanout, self.refreshed) {
            let repeat = self.plan.next(refreshed, longest);
            return match self.next {
                Some(next) if repeat < next.ready => (repeat, Refreshing::Repeat),
                Some(_) => (flip, Refreshing::Flip),
                None => (repeat, Refreshing::RepeatUnlessAFrameComes),
            };
        }
        (flip, Refreshing::Flip)
    }

    pub(super) fn repeat(&mut self, at: Time) {
        self.refreshed = Some(at);
        self.plan.repeated();
        self.repeats += 1;
    }

    /// Displays the next waiting frame; returns `None` if no frame waits.
    #[inline]
    pub(super) fn flip(&mut self) -> Option<FrameOnDisplay<'_>> {
        let flip = self.next?;
        self.next = if self.later.is_empty() { None } else { Some(self.later.remove(0)) };
        self.refreshed = Some(flip.at);
        self.newest_flips.add(flip.at);
        self.plan = self.plan_after(std::iter::empty());
        self.flips += 1;
        if let Some(old) = self.shown.replace(flip) {
            self.replaced(old, flip.at);
        }
        self.shown()
    }

    /// Handles a frame that was replaced at `at`. A display that tears keeps it while rows still show it.
    #[inline]
    fn replaced(&mut self, old: Flip, at: Time) {
        if let (Scanout::Immediate(refresh), KeptContent(Some(_))) = (self.scanout, old.frame.content) {
            self.torn.push_back(old);
            // The second stored frame appeared when the first one was replaced.
            while self.torn.get(1).is_some_and(|next| next.at <= at - beam::lasts(refresh)) || self.torn.len() > beam::MOST_TORN {
                let gone = self.torn.pop_front();
                self.free.extend(gone.and_then(|gone| gone.frame.content.0));
            }
            return;
        }
        while let Some(gone) = self.torn.pop_front() {
            self.recycle(gone);
        }
        self.recycle(old);
    }

    fn recycle(&mut self, flip: Flip) {
        self.free.extend(flip.frame.content.0);
    }
}

#[cfg(test)]
mod tests;
