//! The virtual display: when its refresh ticks fall, and which picture it shows at each.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::{Body, FrameContent, Numbers};

/// Where the refresh ticks fall: tick k at round(k · flicks / Hz), so that no rate ever drifts.
#[derive(Clone, Copy, Debug)]
pub enum Refresh {
    /// Nearly every real rate divides a second into whole flicks.
    Exact { period: i64 },
    /// Any other rate as the exact fraction that its `f64` is, `rate / 2^shift` Hz: 165 Hz, 59.94 Hz …
    Fraction { rate: i128, shift: u32 },
}

impl Refresh {
    /// `hertz` must lie between 1 and 1000 (settings are checked before they get here).
    pub fn new(hertz: f64) -> Refresh {
        let period = FLICKS_PER_SECOND as f64 / hertz;
        if hertz.fract() == 0.0 && period.fract() == 0.0 {
            return Refresh::Exact { period: period as i64 };
        }
        // A finite f64 is mantissa · 2^exponent; below 2^53 with this exponent negative.
        let bits = hertz.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i64 - 1075;
        let mantissa = i128::from((bits & ((1 << 52) - 1)) | (1 << 52));
        let spare = mantissa.trailing_zeros().min((-exponent) as u32);
        Refresh::Fraction { rate: mantissa >> spare, shift: (-exponent) as u32 - spare }
    }

    /// The moment of tick `k`, k ≥ 0.
    #[inline]
    pub fn tick(self, k: i64) -> Time {
        match self {
            Refresh::Exact { period } => Time::from_flicks(k * period),
            Refresh::Fraction { rate, shift } => {
                let scaled = (i128::from(k) * i128::from(FLICKS_PER_SECOND)) << shift;
                Time::from_flicks(((scaled * 2 + rate) / (rate * 2)) as i64)
            }
        }
    }

    /// The number of the first tick k ≥ 1 that is not before `moment`.
    #[inline]
    pub fn first_at_or_after(self, moment: Time) -> i64 {
        let flicks = moment.flicks().max(0);
        match self {
            Refresh::Exact { period } => ((flicks + period - 1) / period).max(1),
            // Rounding moves a tick by at most half a flick, so this one or the one after it is right.
            Refresh::Fraction { rate, shift } => {
                let guess = (((i128::from(flicks) * rate) >> shift) as i64 / FLICKS_PER_SECOND).max(1);
                if self.tick(guess) < moment { guess + 1 } else { guess }
            }
        }
    }

    /// The first tick k ≥ 1 at or after `moment` and later than `last`.
    #[inline]
    pub fn next(self, moment: Time, last: Option<Time>) -> Time {
        let earliest = last.map_or(moment, |last| moment.max(last + Span::from_flicks(1)));
        self.tick(self.first_at_or_after(earliest))
    }
}

/// A picture on the display.
#[derive(Clone, Copy, Debug)]
pub struct FrameOnDisplay<'a> {
    /// When the display changed to it.
    pub at: Time,
    /// The simulated time that it shows.
    pub drawn: Time,
    /// What it shows; empty where pictures are not kept.
    pub bodies: &'a [Body],
    /// The world's own numbers in it; zeros where frames are not kept.
    pub numbers: Numbers,
    /// How many inputs its world knows of.
    pub known: u64,
}

/// A picture on its way to the display, or on it. Small, because a long run hands on millions of them.
#[derive(Clone, Copy, Debug)]
struct Picture {
    at: Time,
    drawn: Time,
    canvas: Canvas,
    known: u64,
}

/// Where a picture's bodies are kept, if they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canvas(Option<usize>);

/// What is on the display and what will be.
#[derive(Debug, Default)]
pub struct Display {
    shown: Option<Picture>,
    /// The picture of the next tick that has one …
    next: Option<Picture>,
    /// … and those of later ticks, in order: one without vsync, more only while the refresh rate is being changed.
    later: Vec<Picture>,
    canvases: Vec<FrameContent>,
    free: Vec<usize>,
}

impl Display {
    pub fn shown(&self) -> Option<FrameOnDisplay<'_>> {
        self.shown.map(|picture| {
            let content = self.content(picture.canvas);
            let (bodies, numbers) = content.map_or((&[][..], Numbers::default()), |c| (&c.bodies[..], c.numbers));
            FrameOnDisplay { at: picture.at, drawn: picture.drawn, bodies, numbers, known: picture.known }
        })
    }

    fn content(&self, canvas: Canvas) -> Option<&FrameContent> {
        canvas.0.map(|index| &self.canvases[index])
    }

    /// A canvas for the next picture, to be filled by `draw`. Old ones are used again.
    pub fn canvas(&mut self, draw: impl FnOnce(&mut FrameContent)) -> Canvas {
        let index = self.free.pop().unwrap_or_else(|| {
            self.canvases.push(FrameContent::default());
            self.canvases.len() - 1
        });
        draw(&mut self.canvases[index]);
        Canvas(Some(index))
    }

    /// Hands over a picture of a world that knows of `known` inputs, finished at `finished`; answers the tick at which it will appear unless it is overtaken.
    ///
    /// With vsync it is the first tick that is not before `finished` and that no shown picture has had. Without, it is
    /// the first tick not before `finished`, and a picture still waiting for that tick is dropped: the newest wins.
    #[inline]
    pub fn submit(&mut self, drawn: Time, canvas: Canvas, known: u64, finished: Time, refresh: Refresh, vsync: bool) -> Time {
        let last = self.shown.filter(|_| vsync).map(|picture| picture.at);
        let tick = refresh.next(finished, last);
        let picture = Picture { at: tick, drawn, canvas, known };
        while let Some(overtaken) = self.later.pop_if(|waiting| waiting.at >= tick) {
            self.recycle(overtaken);
        }
        match self.next {
            Some(waiting) if waiting.at < tick => self.later.push(picture),
            overtaken => {
                self.free.extend(overtaken.and_then(|picture| picture.canvas.0));
                self.next = Some(picture);
            }
        }
        tick
    }

    /// When the next waiting picture is shown.
    #[inline]
    pub fn due(&self) -> Option<Time> {
        self.next.map(|waiting| waiting.at)
    }

    /// Shows the next waiting picture if its tick is not after `now`.
    #[inline]
    pub fn turn_to(&mut self, now: Time) -> Option<FrameOnDisplay<'_>> {
        let picture = self.next.filter(|waiting| waiting.at <= now)?;
        self.next = if self.later.is_empty() { None } else { Some(self.later.remove(0)) };
        if let Some(old) = self.shown.replace(picture) {
            self.recycle(old);
        }
        self.shown()
    }

    fn recycle(&mut self, picture: Picture) {
        self.free.extend(picture.canvas.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_odd_rates_never_drift() {
        for hertz in [165.0, 59.94, 59.940_059_94, 23.976, 1.0, 999.9, 143.856] {
            let refresh = Refresh::new(hertz);
            for k in [1_i64, 2, 3, 1000, 9_999_999, 80_000_000] {
                let exact = k as f64 * FLICKS_PER_SECOND as f64 / hertz;
                // The reference is a rounded f64 product, hence its own relative error.
                assert!((refresh.tick(k).flicks() as f64 - exact).abs() <= 0.5 + exact * 3e-16, "{hertz} Hz, tick {k}");
            }
        }
    }

    #[test]
    fn the_tick_found_is_the_first_one_not_before_the_moment() {
        for hertz in [60.0, 165.0, 59.94, 1000.0, 1.5] {
            let refresh = Refresh::new(hertz);
            for k in [1_i64, 2, 7, 1000, 123_456_789] {
                let tick = refresh.tick(k);
                let flick = Span::from_flicks(1);
                assert_eq!(refresh.first_at_or_after(tick), k, "{hertz} Hz");
                assert_eq!(refresh.first_at_or_after(tick - flick), k, "{hertz} Hz");
                assert_eq!(refresh.first_at_or_after(tick + flick), k + 1, "{hertz} Hz");
            }
            assert_eq!(refresh.first_at_or_after(Time::ZERO), 1, "there is no tick 0");
        }
    }

    /// Hands over a picture of simulated time `drawn`, which keeps no bodies.
    fn submit(display: &mut Display, drawn: f64, finished: Time, refresh: Refresh, vsync: bool) -> Time {
        display.submit(Time::from_secs(drawn), Canvas::default(), 0, finished, refresh, vsync)
    }

    #[test]
    fn with_vsync_every_picture_gets_a_tick_of_its_own() {
        let (mut display, refresh) = (Display::default(), Refresh::new(10.0));
        let first = submit(&mut display, 1.0, Time::from_secs(0.1), refresh, true);
        assert_eq!(first, Time::from_secs(0.1), "a picture finished at a tick makes it");
        assert_eq!(display.turn_to(first).map(|p| p.drawn), Some(Time::from_secs(1.0)));
        assert_eq!(submit(&mut display, 2.0, first, refresh, true), Time::from_secs(0.2));
    }

    #[test]
    fn pictures_keep_their_ticks_when_the_refresh_rate_changes_under_them() {
        let (mut display, fast, slow) = (Display::default(), Refresh::new(10.0), Refresh::new(3.0));
        submit(&mut display, 1.0, Time::from_secs(0.05), fast, false);
        submit(&mut display, 2.0, Time::from_secs(0.06), slow, false);
        submit(&mut display, 3.0, Time::from_secs(0.07), slow, false);
        assert_eq!(display.turn_to(Time::from_secs(1.0)).map(|p| p.drawn), Some(Time::from_secs(1.0)));
        assert_eq!(display.turn_to(Time::from_secs(1.0)).map(|p| p.drawn), Some(Time::from_secs(3.0)));
        assert!(display.turn_to(Time::from_secs(1.0)).is_none());
    }

    #[test]
    fn without_vsync_the_newest_whole_frame_wins_its_tick() {
        let (mut display, refresh) = (Display::default(), Refresh::new(10.0));
        for (drawn, finished) in [(1.0, 0.01), (2.0, 0.05), (3.0, 0.1), (4.0, 0.11)] {
            submit(&mut display, drawn, Time::from_secs(finished), refresh, false);
        }
        assert!(display.turn_to(Time::from_secs(0.099)).is_none(), "nothing before the tick");
        assert_eq!(display.turn_to(Time::from_secs(0.15)).map(|p| p.drawn), Some(Time::from_secs(3.0)));
        assert!(display.turn_to(Time::from_secs(0.15)).is_none());
        assert_eq!(display.turn_to(Time::from_secs(0.2)).map(|p| p.drawn), Some(Time::from_secs(4.0)));
    }
}
