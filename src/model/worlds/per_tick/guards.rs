//! Two guards who look at a wall for a while, turn, and walk to the other one. One waits for 1.5 seconds, adding up the
//! time that each update is said to last; the other counts 90 updates. At 60 updates a second they do the same.

use super::PER_SECOND;
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
pub const WALL: DVec2 = DVec2::new(7.0, 46.0);
/// How high a guard's middle is above the ground.
pub const MIDDLE: f64 = 40.0;

pub fn guard(lane: usize) -> Body {
    Body { heading: PI, state: State::Waiting, ..Body::at(STANDS[lane], GROUND + MIDDLE) }
}

/// The middle of a lane's left or right wall.
pub fn wall(lane: usize, right: bool) -> DVec2 {
    let x = if right { STANDS[lane] + WAY + REACH + WALL.x } else { STANDS[lane] - REACH - WALL.x };
    DVec2::new(x, GROUND + WALL.y)
}

/// How long a guard has been waiting, in flicks (where other bodies have their turn rate) and in updates (where they
/// count passes).
pub fn counting(at: DVec2) -> Body {
    Body::at(at.x, at.y)
}

/// One update of the guard in `lane`, said to last `dt`. `waiting` counts how long he has stood there, `waited` is how
/// long he stood at the wall before.
pub fn move_guard(lane: usize, guard: &mut Body, waiting: &mut Body, waited: &mut Body, dt: Span) {
    let facing = if guard.heading == 0.0 { 1.0 } else { -1.0 };
    if guard.state == State::Waiting {
        waiting.spin += dt.flicks() as f64;
        waiting.pass += 1;
        let done = if lane == 0 { waiting.spin >= SECONDS.flicks() as f64 } else { waiting.pass >= UPDATES };
        if done {
            (waited.spin, waited.pass) = (waiting.spin, waiting.pass);
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
        (waiting.spin, waiting.pass) = (0.0, 0);
    }
}
