//! A strip: the positions of the followed bodies in every frame that a display showed, and the exact motion at every refresh.

use super::entries::Entry;
use super::flips::{ABSENT, Packed, Spot};
use super::frame_timeline::FrameTimelines;
use super::kept::Reader;
use super::pane_recording::Recording;
use crate::base::time::{Span, Time};
use crate::model::machine::Refresh;
use crate::model::world::{Followed, MOST_FOLLOWED, PathMark, World};
use std::cell::RefCell;
use std::collections::VecDeque;

const MOST_EXACT: usize = 8192;

/// A frame with the time for which the display showed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripFrame {
    pub at: Time,
    /// The end of the refresh at which it appeared; after that it is an old frame that still stands.
    pub stands: Time,
    /// When the next frame replaced it, or the end of the strip.
    pub until: Time,
    /// The positions of the followed bodies in it.
    pub spots: [Option<Spot>; MOST_FOLLOWED],
}

/// A moment of the exact motion: the position of each followed body in a frame of a perfect loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactPoint {
    pub at: Time,
    pub along: [Option<f64>; MOST_FOLLOWED],
}

/// A wall that a body has passed without a frame that shows a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedWall {
    pub frame: usize,
    /// The body's position in the last frame before the wall.
    pub from: f64,
    /// The position of the wall.
    pub wall: f64,
    /// The body's position in the first frame behind the wall.
    pub to: f64,
}

/// A pane's frames through time, and the exact motion.
#[derive(Clone, Debug, Default)]
pub struct Strip {
    /// The frames, from the oldest on.
    pub frames: Vec<StripFrame>,
    /// The exact motion, from the oldest moment on.
    pub exact: Vec<ExactPoint>,
}

/// The time that a strip shows.
#[derive(Clone, Copy, Debug)]
pub struct StripSpan {
    pub from: Time,
    pub to: Time,
    /// The number of refreshes from one point of the exact motion to the next, at least 1.
    pub stride: i64,
}

/// Returns the frames on the display in a span.
fn frames(recording: &Recording, StripSpan { from, to, .. }: StripSpan) -> Vec<StripFrame> {
    let (flips, contexts) = (&recording.flips, &recording.contexts);
    let first = flips.partition_point(|flip| flip.at <= from).saturating_sub(1);
    let mut frames: Vec<StripFrame> = Vec::new();
    for flip in flips.since(first).take_while(|flip| flip.at < to) {
        let at = flip.at;
        if let Some(last) = frames.last_mut() {
            last.until = at;
            last.stands = last.stands.min(at);
        }
        let computer = &contexts.at(at).computer;
        let stands = match computer.variable_hz() {
            Some(_) => {
                let repeats = &recording.read::<FrameTimelines>().repeats;
                repeats.get(repeats.partition_point(|repeat| *repeat <= at)).copied().unwrap_or(Time::NEVER)
            }
            None => at + Span::from_hz(computer.refresh_hz),
        };
        frames.push(StripFrame { at, stands: stands.min(to), until: to, spots: flip.spots.each() });
    }
    frames
}

/// The exact motion at every refresh whose number is a multiple of a stride, without gaps. It is kept because every frame of
/// the window asks for the same moments.
#[derive(Clone, Debug, Default)]
struct ExactMotion {
    /// The grid of the points: the length of a thousand refreshes in flicks, the stride, and how much later they are shown.
    grid: (i64, i64, Span),
    first: i64,
    points: VecDeque<(Time, [f32; MOST_FOLLOWED])>,
}

impl ExactMotion {
    /// Returns the points in `span`, at the refreshes of the display that the pane had at its end.
    pub fn between(&mut self, span: StripSpan, recording: &Recording, world: &World) -> Vec<ExactPoint> {
        let StripSpan { from, to, stride } = span;
        let (flips, followed) = (&recording.flips, &world.kind.followed);
        let refresh = Refresh::new(recording.contexts.at(to).computer.refresh_hz);
        let forgiven = |at: Time| {
            let shown = flips.partition_point(|flip| flip.at <= at).checked_sub(1).and_then(|last| flips.get(last));
            shown.map_or(Span::ZERO, |flip| flip.debt.forgiven)
        };
        let exact = |at: Time| {
            let mut places = [f32::NAN; MOST_FOLLOWED];
            for (place, index) in places.iter_mut().zip(followed.bodies) {
                let body = world.exact_body_by_clock(at - forgiven(at), *index);
                *place = body.map_or(ABSENT, |body| Packed::of(followed, &body)).along;
            }
            places
        };
        let number = |at: Time| (refresh.first_at_or_after(at) + stride - 1).div_euclid(stride);
        let (begin, end) = (number(from), number(to));
        let grid = (refresh.tick(1000).flicks(), stride, forgiven(to));
        let known = self.first..self.first + self.points.len() as i64;
        if self.grid != grid || end < known.start || begin > known.end || self.points.len() > MOST_EXACT {
            self.points.clear();
            (self.grid, self.first) = (grid, begin);
        }
        let at = |number: i64| {
            let at = refresh.tick(number * stride);
            (at, exact(at))
        };
        // From the oldest on, because some worlds go on from the moment that was asked for last.
        let before: Vec<_> = (begin..self.first).map(at).collect();
        before.into_iter().rev().for_each(|point| self.points.push_front(point));
        self.first = self.first.min(begin);
        while self.first + (self.points.len() as i64) < end {
            self.points.push_back(at(self.first + self.points.len() as i64));
        }
        let point = |&(at, along): &(Time, [f32; MOST_FOLLOWED])| ExactPoint {
            at,
            along: along.map(|along| (!along.is_nan()).then_some(f64::from(along))),
        };
        let skipped = (begin - self.first) as usize;
        self.points.iter().skip(skipped).take((end - begin).max(0) as usize).map(point).collect()
    }

    /// Forgets the points after `moment`, when the world's controls changed.
    pub fn forget_after(&mut self, moment: Time) {
        let kept = self.points.partition_point(|(at, _)| *at <= moment);
        self.points.truncate(kept);
    }
}

#[derive(Clone, Debug, Default)]
struct ExactMemory(RefCell<ExactMotion>);

impl Reader<Recording> for ExactMemory {
    fn add(&mut self, recording: &Recording, number: usize) {
        if let Some(Entry::Steered { sim, .. }) = recording.entries.ring.get(number) {
            self.0.get_mut().forget_after(*sim);
        }
    }
}

impl Strip {
    /// Returns the strip of `span`; `world` has the exact motion.
    pub fn of(recording: &Recording, world: &World, span: StripSpan) -> Strip {
        let exact = recording.read::<ExactMemory>();
        let exact = exact.0.borrow_mut().between(span, recording, world);
        Strip { frames: frames(recording, span), exact }
    }

    /// Returns the walls of `marks` that the leading body passed without a frame that shows a contact.
    pub fn missed_walls<'a>(
        &'a self,
        followed: &'static Followed,
        marks: &'a [PathMark],
    ) -> impl Iterator<Item = MissedWall> + 'a {
        let pairs = self.frames.windows(2).enumerate();
        pairs.flat_map(move |(number, pair)| {
            let spots = pair[0].spots[0].zip(pair[1].spots[0]).filter(|(a, b)| a.pass == b.pass);
            let walls = marks.iter().filter(|mark| mark.is_wall);
            walls.filter_map(move |wall| {
                let (a, b) = spots?;
                let touched = followed.touches(a.along, wall) || followed.touches(b.along, wall);
                let passed = (a.along < wall.at) != (b.along < wall.at);
                let missed = MissedWall { frame: number + 1, from: a.along, wall: wall.at, to: b.along };
                (passed && !touched).then_some(missed)
            })
        })
    }
}
