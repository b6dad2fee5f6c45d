//! Euler with force and mass: a planet, and a ball between walls.
//!
//! Each update: acceleration = force / mass; velocity += acceleration; position += velocity. A velocity is units per
//! update; where a length of time would stand, nothing stands.

use super::tick::PER_SECOND;
use crate::model::world::Body;
use glam::DVec2;
use std::f64::consts::TAU;

/// Where the sun stands, in units.
pub const SUN: DVec2 = DVec2::new(104.0, 384.0);
/// The planet's distance from the sun, in units.
pub const ORBIT: f64 = 74.0;
/// It goes round once in this number of updates.
pub const YEAR: f64 = 120.0;
const PLANET_MASS: f64 = 5.0;

/// Where the ball's centre may be: the least and the greatest x, and the floor.
pub const BALL_BOX: (f64, f64, f64) = (36.0, 172.0, 166.0);
/// The ball's radius, in units.
pub const BALL: f64 = 16.0;
const BALL_MASS: f64 = 4.0;
/// The ball's weight: a quarter of a unit per update, every update, at its mass.
const WEIGHT: DVec2 = DVec2::new(0.0, -1.0);
/// Thrown off the floor with these units an update it comes back after 60, and with these it is so to the last bit.
const THROW: DVec2 = DVec2::new(2.0, 7.5);

/// The planet at the beginning of a period.
pub fn planet() -> Body {
    // The position after one update is on the circle again if the velocity is that of the chord to it.
    let (sin, cos) = libm::sincos(TAU / YEAR);
    let velocity = DVec2::new(1.0 - cos, sin) * ORBIT;
    Body { vel: velocity * PER_SECOND, ..Body::at(SUN.x + ORBIT, SUN.y) }
}

/// The sun's pull: the inverse square of the distance, as strong as the circle needs it to be.
fn pull(position: DVec2) -> DVec2 {
    let away = position - SUN;
    let distance = away.length();
    let strength = 2.0 * (1.0 - libm::cos(TAU / YEAR)) * ORBIT * ORBIT * ORBIT * PLANET_MASS;
    -away * (strength / (distance * distance * distance))
}

/// Moves the planet on by one update.
pub fn move_planet(body: &mut Body) {
    *body = moved(body, pull(body.pos), PLANET_MASS);
}

/// The ball at the beginning of a period.
pub fn ball() -> Body {
    Body { vel: THROW * PER_SECOND, ..Body::at(BALL_BOX.0, BALL_BOX.2) }
}

/// The same, and then what it has run into throws it back.
pub fn move_ball(body: &mut Body) {
    *body = moved(body, WEIGHT, BALL_MASS);
    let (left, right, floor) = BALL_BOX;
    if body.pos.y < floor {
        body.pos.y = floor;
        body.vel.y = -body.vel.y;
    }
    if body.pos.x < left || body.pos.x > right {
        body.pos.x = body.pos.x.clamp(left, right);
        body.vel.x = -body.vel.x;
    }
}

fn moved(body: &Body, force: DVec2, mass: f64) -> Body {
    let acceleration = force / mass;
    let velocity = body.vel / PER_SECOND + acceleration;
    Body { pos: body.pos + velocity, vel: velocity * PER_SECOND, ..*body }
}
