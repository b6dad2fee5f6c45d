//! The course: an oval that swings out and in between pairs of cones, and a pilot who knows the way between them.

use crate::scenes::sketch::WorldRect;
use crate::scenes::{Pedals, direction, wrap_angle};
use glam::DVec2;
use std::f64::consts::PI;

/// Half the oval's width and height, in units.
pub const OVAL: DVec2 = DVec2::new(80.0, 50.0);
pub const CONE: f64 = 2.0;
pub const GATES: usize = 12;
pub const CONES: usize = 2 * GATES;
/// How often the way swings out and in on a lap, how far, and how far the cones of each gate stand to its two sides, as
/// parts of the way to the middle.
const SWINGS: f64 = GATES as f64 / 2.0;
const SWING: f64 = 0.10;
const SIDES: [f64; 2] = [-0.16, 0.14];
/// How far ahead the pilot looks, as an angle seen from the middle.
const LOOKS_AHEAD: f64 = 0.16;
/// The pilot doesn't correct less than this, rad.
const DEADBAND: f64 = 0.05;
/// The pilot goes off the pedal where the way is this far from straight ahead, rad.
const CAUTION: f64 = 0.7;

/// Beyond this nobody can drive.
pub fn field() -> WorldRect {
    WorldRect::new(-104.0, -70.0, 104.0, 70.0)
}

/// The point of the way at this angle from the middle.
pub fn way(angle: f64) -> DVec2 {
    direction(angle) * OVAL * (1.0 + SWING * libm::sin(SWINGS * angle))
}

pub fn cone(index: usize) -> DVec2 {
    let angle = ((index / 2) as f64 + 0.5) * PI / SWINGS;
    direction(angle) * OVAL * (1.0 + (SWING + SIDES[index % 2]) * libm::sin(SWINGS * angle))
}

/// What the pilot holds down, seeing a car at `pos` that faces `heading`.
pub fn pilot(pos: DVec2, heading: f64) -> Pedals {
    let angle = libm::atan2(pos.y / OVAL.y, pos.x / OVAL.x);
    let to = way(angle + LOOKS_AHEAD) - pos;
    let aside = wrap_angle(libm::atan2(to.y, to.x) - heading);
    Pedals { left: aside > DEADBAND, right: aside < -DEADBAND, faster: aside.abs() < CAUTION, slower: false }
}
