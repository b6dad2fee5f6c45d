//! The virtual display: which frame it shows at each of its refresh ticks.

use super::refresh::Refresh;
use crate::base::time::Time;
use crate::model::world::{Body, FrameContent, Numbers};

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
}

/// Where a frame's content is kept, if they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Canvas(Option<usize>);

/// A frame on its way to the display, or on it, and the tick that it has there.
#[derive(Clone, Copy, Debug)]
struct Flip {
    at: Time,
    frame: RenderedFrame,
}

/// What is on the display and what will be.
#[derive(Debug, Default)]
pub struct Display {
    shown: Option<Flip>,
    /// The frame of the next tick that has one …
    next: Option<Flip>,
    /// … and those of later ticks, in order: one without vsync, more only while the refresh rate is being changed.
    later: Vec<Flip>,
    canvases: Vec<FrameContent>,
    free: Vec<usize>,
}

impl Display {
    /// The frame that the display shows; none before the first flip.
    pub fn shown(&self) -> Option<FrameOnDisplay<'_>> {
        self.shown.map(|Flip { at, frame }| {
            let content = frame.canvas.0.map(|index| &self.canvases[index]);
            let (bodies, numbers) = content.map_or((&[][..], Numbers::default()), |kept| (&kept.bodies[..], kept.numbers));
            FrameOnDisplay { at, drawn: frame.drawn, bodies, numbers, known: frame.known }
        })
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

    /// Hands over a frame finished at `finished`; answers the tick at which it will appear unless it is overtaken.
    ///
    /// With vsync it is the first tick that is not before `finished` and that no shown frame has had. Without, it is the
    /// first tick not before `finished`, and a frame still waiting for that tick is dropped: the newest wins.
    #[inline]
    pub(super) fn submit(&mut self, frame: RenderedFrame, finished: Time, refresh: Refresh, vsync: bool) -> Time {
        let last = self.shown.filter(|_| vsync).map(|flip| flip.at);
        let tick = refresh.next(finished, last);
        let flip = Flip { at: tick, frame };
        while let Some(overtaken) = self.later.pop_if(|waiting| waiting.at >= tick) {
            self.recycle(overtaken);
        }
        match self.next {
            Some(waiting) if waiting.at < tick => self.later.push(flip),
            overtaken => {
                self.free.extend(overtaken.and_then(|flip| flip.frame.canvas.0));
                self.next = Some(flip);
            }
        }
        tick
    }

    /// When the next waiting frame is shown.
    #[inline]
    pub(super) fn due(&self) -> Option<Time> {
        self.next.map(|waiting| waiting.at)
    }

    /// Shows the next waiting frame if its tick is not after `now`.
    #[inline]
    pub(super) fn turn_to(&mut self, now: Time) -> Option<FrameOnDisplay<'_>> {
        let flip = self.next.filter(|waiting| waiting.at <= now)?;
        self.next = if self.later.is_empty() { None } else { Some(self.later.remove(0)) };
        if let Some(old) = self.shown.replace(flip) {
            self.recycle(old);
        }
        self.shown()
    }

    fn recycle(&mut self, flip: Flip) {
        self.free.extend(flip.frame.canvas.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands over a frame of simulated time `drawn`, which keeps no bodies.
    fn submit(display: &mut Display, drawn: f64, finished: f64, refresh: Refresh, vsync: bool) -> Time {
        let frame = RenderedFrame { drawn: Time::from_secs(drawn), canvas: Canvas::default(), known: 0 };
        display.submit(frame, Time::from_secs(finished), refresh, vsync)
    }

    /// The simulated time in the frame that the display changes to by `now`.
    fn drawn(display: &mut Display, now: f64) -> Option<f64> {
        display.turn_to(Time::from_secs(now)).map(|shown| shown.drawn.as_secs())
    }

    #[test]
    fn with_vsync_every_frame_gets_a_tick_of_its_own() {
        let (mut display, refresh) = (Display::default(), Refresh::new(10.0));
        let first = submit(&mut display, 1.0, 0.1, refresh, true);
        assert_eq!(first, Time::from_secs(0.1), "a frame finished at a tick makes it");
        assert_eq!(drawn(&mut display, 0.1), Some(1.0));
        assert_eq!(submit(&mut display, 2.0, 0.1, refresh, true), Time::from_secs(0.2));
    }

    #[test]
    fn frames_keep_their_ticks_when_the_refresh_rate_changes_under_them() {
        let (mut display, fast, slow) = (Display::default(), Refresh::new(10.0), Refresh::new(3.0));
        submit(&mut display, 1.0, 0.05, fast, false);
        submit(&mut display, 2.0, 0.06, slow, false);
        submit(&mut display, 3.0, 0.07, slow, false);
        assert_eq!([1.0; 3].map(|now| drawn(&mut display, now)), [Some(1.0), Some(3.0), None]);
    }

    #[test]
    fn without_vsync_the_newest_whole_frame_wins_its_tick() {
        let (mut display, refresh) = (Display::default(), Refresh::new(10.0));
        for (drawn, finished) in [(1.0, 0.01), (2.0, 0.05), (3.0, 0.1), (4.0, 0.11)] {
            submit(&mut display, drawn, finished, refresh, false);
        }
        assert_eq!(drawn(&mut display, 0.099), None, "nothing before the tick");
        assert_eq!([0.15, 0.15, 0.2].map(|now| drawn(&mut display, now)), [Some(3.0), None, Some(4.0)]);
    }
}
