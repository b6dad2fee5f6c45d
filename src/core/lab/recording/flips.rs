//! The frames that a display showed, each with the positions of the followed bodies in it.

use super::debt::Debt;
use super::ring::Timed;
use crate::base::time::{Span, Time};
use crate::lab::metrics::DisplayedFrame;
use crate::model::world::{Body, Followed, MOST_FOLLOWED, State};

/// The position of a body in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The position along its path.
    pub along: f64,
    pub pass: i64,
    /// How that pass has ended so far.
    pub state: State,
}

/// A [`Spot`] in two words: the position in single precision, and the state in the lowest bits, below the pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed {
    pub along: f32,
    pass_and_state: u32,
}

/// The mask of the bits that hold the state.
const STATE: u32 = 7;
pub(super) const ABSENT: Packed = Packed { along: f32::NAN, pass_and_state: 0 };

impl Packed {
    pub fn of(followed: &Followed, body: &Body) -> Packed {
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

/// The positions of the followed bodies in a frame, in the world's order.
#[derive(Clone, Copy, Debug)]
pub struct Spots([Packed; MOST_FOLLOWED]);

impl Spots {
    pub(super) fn of(followed: &Followed, bodies: &[Body]) -> Spots {
        let mut spots = [ABSENT; MOST_FOLLOWED];
        for (spot, index) in spots.iter_mut().zip(followed.bodies) {
            *spot = bodies.get(*index).map_or(ABSENT, |body| Packed::of(followed, body));
        }
        Spots(spots)
    }

    /// Returns the position of each followed body; `None` for a body that is not there.
    pub fn each(self) -> [Option<Spot>; MOST_FOLLOWED] {
        self.0.map(Packed::spot)
    }
}

/// A frame that the display changed to.
#[derive(Clone, Copy, Debug)]
pub struct Flip {
    pub at: Time,
    pub drawn: Time,
    /// The number of the frame, counted from 1.
    pub number: u64,
    /// Whether it appeared in the middle of the scan-out.
    pub torn: bool,
    /// The refresh interval of the display, in flicks.
    pub interval: f64,
    /// The lost time that it is not late by.
    pub debt: Debt,
    /// The positions of the followed bodies in it.
    pub(super) spots: Spots,
    pub(super) entry: usize,
}

impl Flip {
    /// Returns how late it is on the display at `now`; negative if it is ahead.
    pub fn age(&self, now: Time) -> Span {
        now - self.drawn - self.debt.owed()
    }

    pub fn frame(&self) -> DisplayedFrame {
        DisplayedFrame { at: self.at, drawn: self.drawn }
    }
}

impl Timed for Flip {
    fn at(&self) -> Time {
        self.at
    }
}
