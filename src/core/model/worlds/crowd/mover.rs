//! Single bodies: how they bounce in the box, and how they are born in a crowd that grows.
//!
//! A growing crowd begins with 100 bodies and doubles every two seconds of simulated time: after t seconds there are ⌊100 ·
//! 2^(t/2)⌋, until all are born. Two seconds later the growth cycle (a pass) is over, and the next one begins with 100 bodies
//! again. In every two seconds each body splits once, in the order of their numbers; the new body begins at the position of the
//! old one, with a velocity of its own. Bodies that are not born yet wait: they are neither stepped nor drawn nor counted.
//!
//! With a load per body an update then costs more and more. A loop that makes one step a frame only gets slower; a loop that
//! makes up for lost time with more steps is in a spiral from the moment at which an update takes longer than its step.
//!
//! Source: "BeautifulTimer": a flock of enemies that replicates exponentially makes the game logic stutter, and is probably a
//! bug.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::passes::{Pass, pass_at};
use glam::DVec2;

/// Half of the width and height of the box, in world units.
pub const HALF: DVec2 = DVec2::new(800.0, 600.0);

/// The first state of a body.
pub struct Mover {
    /// In world units from the middle of the box.
    pub place: DVec2,
    /// In world units per second.
    pub vel: DVec2,
    pub radius: f64,
    /// The time from the beginning of a growth cycle to the birth of the body.
    pub born: Span,
}

/// Returns position and velocity after `seconds` between walls at −half and half: a triangle wave. The code has no branches,
/// because a branch that half of the bodies take would cost three times as much as all the rest.
fn folded(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    // The distance from the lower wall in round trips, from −1 to 1. Beyond the upper wall the body is as far below that wall
    // as it would be above it, and flies the other way.
    let (way, there_and_back) = (x + v * seconds + half, 4.0 * half);
    let rest = way - (way / there_and_back) as i64 as f64 * there_and_back;
    let beyond = rest.abs() - 2.0 * half;
    let forwards = 1.0_f64.copysign(rest) * 1.0_f64.copysign(-beyond);
    ((half - beyond.abs()).max(-half), v * forwards)
}

/// Returns position and velocity after a short time. Only the few bodies that reach a wall are folded, so that no rounding moves
/// the others.
fn bounced(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    let moved = x + v * seconds;
    if moved.abs() <= half { (moved, v) } else { folded(x, v, seconds, half) }
}

impl Mover {
    pub fn moved(&self, pos: DVec2, vel: DVec2, seconds: f64) -> (DVec2, DVec2) {
        self.along(bounced, pos, vel, seconds)
    }

    /// Returns the exact position and velocity when `since` has passed in a growth cycle.
    pub fn exact(&self, since: Span) -> (DVec2, DVec2) {
        self.along(folded, self.place, self.vel, (since - self.born).as_secs())
    }

    #[inline]
    fn along(&self, along: impl Fn(f64, f64, f64, f64) -> (f64, f64), pos: DVec2, vel: DVec2, seconds: f64) -> (DVec2, DVec2) {
        let room = HALF - self.radius;
        let (x, vx) = along(pos.x, vel.x, seconds, room.x);
        let (y, vy) = along(pos.y, vel.y, seconds, room.y);
        (DVec2::new(x, y), DVec2::new(vx, vy))
    }
}

const FIRST: usize = 100;
/// The time in which the crowd doubles.
const DOUBLING: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The time from the last birth to the next growth cycle.
const STAY: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

pub struct Growth {
    period: Span,
}

impl Growth {
    pub fn new(bodies: usize) -> Growth {
        Growth { period: birth(bodies - 1) + STAY }
    }

    pub fn pass(&self, at: Time) -> Pass {
        pass_at(at, self.period)
    }
}

/// Returns the time from the beginning of a growth cycle to the birth of body `index`.
fn birth(index: usize) -> Span {
    if index < FIRST {
        return Span::ZERO;
    }
    DOUBLING.scaled(libm::log2((index + 1) as f64 / FIRST as f64))
}

/// Sets the time and the place of every birth. A mover is born at the position of the mover that it splits from.
pub fn bear(movers: &mut [Mover]) {
    let mut generation = FIRST;
    for index in FIRST..movers.len() {
        if index == 2 * generation {
            generation *= 2;
        }
        let (born, parent) = (birth(index), &movers[index - generation]);
        let (place, _) = parent.exact(born);
        let room = HALF - movers[index].radius;
        movers[index].born = born;
        movers[index].place = place.clamp(-room, room);
    }
}
