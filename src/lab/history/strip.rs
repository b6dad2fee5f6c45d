//! What a display showed through time: where the bodies that a world follows stood in every frame, and where the exact
//! motion was at every refresh.

use super::recording::History;
use super::ring::{Ring, Timed};
use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECORDED;
use crate::model::config::ControlInput;
use crate::model::machine::{Event, Observer, Refresh};
use crate::model::world::{Body, Followed, MOST_FOLLOWED, PathMark, State, World};
use std::cell::RefCell;
use std::collections::VecDeque;

/// The frames that are kept, at most: twenty seconds of 600 frames a second.
const MOST: usize = 12_000;
/// The moments of the exact motion that are kept, at most.
const MOST_EXACT: usize = 8192;
/// Behind the newest moment frames are kept for so long: a strip of a moment long ago begins before it.
const REACH: Span = Span::from_flicks(RECORDED.flicks() + 10 * FLICKS_PER_SECOND);

/// Where a body stands in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// How far it is along its path.
    pub along: f64,
    /// The pass that it is in.
    pub pass: i64,
    /// What has become of it in that.
    pub state: State,
}

/// A spot in two words: the place in single precision, and the state beside the lowest bits of the pass.
#[derive(Clone, Copy, Debug)]
struct Packed {
    along: f32,
    pass_and_state: u32,
}

/// The bits of a state.
const STATE: u32 = 7;
/// The place of what is not there.
const ABSENT: Packed = Packed { along: f32::NAN, pass_and_state: 0 };

impl Packed {
    fn of(followed: &Followed, body: &Body) -> Packed {
        let Some(along) = (followed.along)(body) else { return ABSENT };
        let along = followed.axis.wrapped(along);
        Packed { along: along as f32, pass_and_state: ((body.pass as u32) << 3) | body.state as u32 }
    }

    fn spot(self) -> Option<Spot> {
        let state = State::ALL.get((self.pass_and_state & STATE) as usize).copied().unwrap_or_default();
        let spot = Spot { along: f64::from(self.along), pass: i64::from(self.pass_and_state >> 3), state };
        (!self.along.is_nan()).then_some(spot)
    }
}

/// The spots of the bodies that are followed, in the world's order.
pub type Spots = [Option<Spot>; MOST_FOLLOWED];

#[derive(Clone, Copy, Debug)]
struct Kept {
    at: Time,
    spots: [Packed; MOST_FOLLOWED],
}

impl Timed for Kept {
    fn at(&self) -> Time {
        self.at
    }
}

/// A frame for as long as the display showed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tread {
    /// When it appeared.
    pub at: Time,
    /// When the refresh was over that it appeared with; from then on it is an old frame that still stands.
    pub stands: Time,
    /// When the next frame replaced it, or the strip ends.
    pub until: Time,
    /// Where it shows the bodies.
    pub spots: Spots,
}

/// A moment of the exact motion: what a perfect loop would have shown then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactPoint {
    /// The moment.
    pub at: Time,
    /// How far each body that is followed is along its path.
    pub along: [Option<f64>; MOST_FOLLOWED],
}

/// A wall that was passed: no frame shows a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedWall {
    /// The number of the first tread behind the wall.
    pub tread: usize,
    /// Where the body stood before.
    pub from: f64,
    /// Where the wall is.
    pub wall: f64,
    /// Where the body stood behind the wall.
    pub to: f64,
}

/// What a pane's display showed in a part of its past.
#[derive(Clone, Debug, Default)]
pub struct Strip {
    /// The frames, from the oldest on.
    pub treads: Vec<Tread>,
    /// The exact motion, from the oldest moment on.
    pub exact: Vec<ExactPoint>,
}

/// How much of the past a strip is of.
#[derive(Clone, Copy, Debug)]
pub struct StripSpan {
    /// Its beginning.
    pub from: Time,
    /// Its end.
    pub to: Time,
    /// From how many refreshes to how many the exact motion is asked for, at least 1.
    pub stride: i64,
}

/// What is kept of a pane's frames for its strip. One per pane, beside its recording: a frame takes 24 bytes.
pub struct StripRecord {
    followed: &'static Followed,
    frames: Ring<Kept>,
    /// Known moments of the exact motion; the same ones are asked for in every frame of the window.
    exact: RefCell<ExactMemory>,
}

impl StripRecord {
    /// Of a pane in whose world these bodies are followed.
    pub fn new(followed: &'static Followed) -> StripRecord {
        StripRecord { followed, frames: Ring::new(MOST), exact: RefCell::default() }
    }

    /// What the display showed in `span`. `history` tells what it was, and `world` where the bodies exactly were.
    pub fn strip(&self, history: &History, world: &World, span: StripSpan) -> Strip {
        let StripSpan { from, to, stride } = span;
        let next = self.frames.partition_point(|frame| frame.at <= from);
        let first = next.saturating_sub(1).max(self.frames.range().start);
        let repeats = history.ways().repeats();
        let mut treads: Vec<Tread> = Vec::new();
        for frame in self.frames.since(first).take_while(|frame| frame.at < to) {
            if let Some(last) = treads.last_mut() {
                last.until = frame.at;
                last.stands = last.stands.min(frame.at);
            }
            let computer = &history.config_at(frame.at).computer;
            let stands = match computer.vrr.rates() {
                Some(_) => repeats.get(repeats.partition_point(|repeat| *repeat <= frame.at)).copied().unwrap_or(Time::NEVER),
                None => frame.at + Span::from_hz(computer.refresh_hz),
            };
            treads.push(Tread { at: frame.at, stands: stands.min(to), until: to, spots: frame.spots.map(Packed::spot) });
        }
        let refresh = Refresh::new(history.config_at(to).computer.refresh_hz);
        let exact = self.exact.borrow_mut().between(from, to, (refresh, stride), |at| self.exact_at(world, at));
        Strip { treads, exact }
    }

    fn exact_at(&self, world: &World, at: Time) -> [f32; MOST_FOLLOWED] {
        let mut places = [f32::NAN; MOST_FOLLOWED];
        for (place, index) in places.iter_mut().zip(self.followed.bodies) {
            let body = world.exact_body(at, *index);
            *place = body.map_or(ABSENT, |body| Packed::of(self.followed, &body)).along;
        }
        places
    }
}

impl Observer for StripRecord {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        let Event::Display { at, .. } = *event else { return };
        let mut spots = [ABSENT; MOST_FOLLOWED];
        for (spot, index) in spots.iter_mut().zip(self.followed.bodies) {
            *spot = bodies.get(*index).map_or(ABSENT, |body| Packed::of(self.followed, body));
        }
        self.frames.push(Kept { at, spots }, REACH);
    }

    fn steered(&mut self, sim: Time, _: ControlInput) {
        self.exact.get_mut().forget_after(sim);
    }

    fn options_set(&mut self, sim: Time, _: &Values) {
        self.exact.get_mut().forget_after(sim);
    }
}

/// The exact motion at the refreshes whose numbers are multiples of a stride, without gaps.
#[derive(Default)]
struct ExactMemory {
    /// The rate of the refreshes in flicks of a thousand of them, and the stride.
    grid: (i64, i64),
    /// The number of the first point.
    first: i64,
    points: VecDeque<(Time, [f32; MOST_FOLLOWED])>,
}

impl ExactMemory {
    fn between(
        &mut self,
        from: Time,
        to: Time,
        (refresh, stride): (Refresh, i64),
        exact: impl Fn(Time) -> [f32; MOST_FOLLOWED],
    ) -> Vec<ExactPoint> {
        let number = |at: Time| (refresh.first_at_or_after(at) + stride - 1).div_euclid(stride);
        let (begin, end) = (number(from), number(to));
        let grid = (refresh.tick(1000).flicks(), stride);
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

    /// What reaches the world at `moment` has changed where everything is after it.
    fn forget_after(&mut self, moment: Time) {
        let kept = self.points.partition_point(|(at, _)| *at <= moment);
        self.points.truncate(kept);
    }
}

impl Strip {
    /// The walls of `marks` that the leading body passed without a frame that shows a contact.
    pub fn missed_walls<'a>(
        &'a self,
        followed: &'static Followed,
        marks: &'a [PathMark],
    ) -> impl Iterator<Item = MissedWall> + 'a {
        let pairs = self.treads.windows(2).enumerate();
        pairs.flat_map(move |(number, pair)| {
            let spots = pair[0].spots[0].zip(pair[1].spots[0]).filter(|(a, b)| a.pass == b.pass);
            let walls = marks.iter().filter(|mark| mark.is_wall);
            walls.filter_map(move |wall| {
                let (a, b) = spots?;
                let touched = followed.touches(a.along, wall) || followed.touches(b.along, wall);
                let passed = (a.along < wall.at) != (b.along < wall.at);
                let missed = MissedWall { tread: number + 1, from: a.along, wall: wall.at, to: b.along };
                (passed && !touched).then_some(missed)
            })
        })
    }
}
