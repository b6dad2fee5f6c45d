//! Two guards that look at a wall for a while, turn, and walk to the other one. One waits for 1.5 seconds, adding up the
//! time that each update is said to last; the other counts 90 updates. At 60 updates a second they do the same.

use super::tick::PER_SECOND;
use crate::base::time::{FLICKS_PER_SECOND, Span};
use crate::model::world::{Body, State};
use glam::DVec2;
use std::f64::consts::PI;

/// How long the first guard looks at a wall.
pub const SECONDS: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 2);
/// How many updates the second one does.
pub const UPDATES: i64 = 90;
/// Units an update: both walk without a dt.
const PACE: f64 = 2.5;
const WAY: f64 = 225.0;
/// Where a guard stands at the left wall of each lane, and how far from him its face is.
const STANDS: [f64; 2] = [52.0, 369.0];
const REACH: f64 = 22.0;
/// The ground that they walk on.
pub const GROUND: f64 = 24.0;
/// Half the width and height of a wall, in units.
pub const WALL: DVec2 = DVec2::new(7.0, 46.0);
/// How high a guard's middle is above the ground.
pub const MIDDLE: f64 = 40.0;

/// The guard in `lane` at the beginning, at the left wall.
pub fn guard(lane: usize) -> Body {
    Body { heading: PI, state: State::Waiting, ..Body::at(STANDS[lane], GROUND + MIDDLE) }
}

/// The middle of a lane's left or right wall.
pub fn wall(lane: usize, right: bool) -> DVec2 {
    let x = if right { STANDS[lane] + WAY + REACH + WALL.x } else { STANDS[lane] - REACH - WALL.x };
    DVec2::new(x, GROUND + WALL.y)
}

/// How long a guard has stood at a wall.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wait {
    /// The sum of what the updates were said to last.
    pub time: Span,
    /// How many updates it has been.
    pub updates: i64,
}

/// The wait at hand and the one before, which is no update long before there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    /// The wait at hand.
    pub now: Wait,
    /// The wait before.
    pub last: Wait,
}

impl Waits {
    /// How much of the wait is over, by the measure of the guard in `lane`.
    pub fn share(&self, lane: usize) -> f64 {
        match lane {
            0 => self.now.time.flicks() as f64 / SECONDS.flicks() as f64,
            _ => self.now.updates as f64 / UPDATES as f64,
        }
    }
}

/// One update of the guard in `lane`, said to last `dt`.
pub fn move_guard(lane: usize, guard: &mut Body, waits: &mut Waits, dt: Span) {
    let facing = if guard.heading == 0.0 { 1.0 } else { -1.0 };
    if guard.state == State::Waiting {
        let now = &mut waits.now;
        now.time += dt;
        now.updates += 1;
        let done = if lane == 0 { now.time >= SECONDS } else { now.updates >= UPDATES };
        if done {
            waits.last = *now;
            guard.state = State::Moving;
            guard.heading = PI - guard.heading;
            guard.vel.x = -facing * PACE * PER_SECOND;
        }
        return;
    }
    guard.pos.x += facing * PACE;
    let (left, right) = (STANDS[lane], STANDS[lane] + WAY);
    if guard.pos.x <= left || guard.pos.x >= right {
        guard.pos.x = guard.pos.x.clamp(left, right);
        guard.vel.x = 0.0;
        guard.state = State::Waiting;
        waits.now = Wait::default();
    }
}
