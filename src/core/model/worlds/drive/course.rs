//! The course: an oval that swings out and in between pairs of cones, and a pilot who knows the route between them.

use crate::model::config::control::ControlInput;
use crate::model::world::body::{direction, wrap_angle};
use crate::model::world::sketch::WorldRect;
use glam::DVec2;
use std::f64::consts::TAU;
use std::sync::OnceLock;

/// Half of the width and height of the oval, in world units.
const OVAL: DVec2 = DVec2::new(80.0, 50.0);
/// In world units.
pub const CONE: f64 = 2.0;
/// The number of pairs of cones.
const GATES: usize = 24;
pub const CONES: usize = 2 * GATES;
/// The number of swings of the route in a lap.
const SWINGS: f64 = 6.0;
/// The size of a swing, as a share of the distance to the middle.
const SWING: f64 = 0.10;
/// The distance of the cones of a gate from the route, in world units.
const ASIDE: f64 = 8.5;
/// The distance that the pilot looks ahead, as an angle seen from the middle, in radians.
const LOOKS_AHEAD: f64 = 0.16;
/// The smallest angle that the pilot corrects, in radians.
const DEADBAND: f64 = 0.05;
/// The pilot releases the pedal if the route ahead is this far from straight, in radians.
const CAUTION: f64 = 0.7;

/// Returns the field, which the car cannot leave.
pub fn field() -> WorldRect {
    WorldRect::new(-104.0, -70.0, 104.0, 70.0)
}

/// Returns the point of the route at this angle, seen from the middle, in radians.
pub fn way(angle: f64) -> DVec2 {
    direction(angle) * OVAL * (1.0 + SWING * libm::sin(SWINGS * angle))
}

/// Returns the angle, seen from the middle, at which a pair of cones stands.
fn gate(pair: usize) -> f64 {
    (pair as f64 + 0.5) * TAU / GATES as f64
}

/// Returns the angle at which [`way`] passes a position.
fn angle(pos: DVec2) -> f64 {
    libm::atan2(pos.y / OVAL.y, pos.x / OVAL.x)
}

pub fn cones() -> &'static [DVec2; CONES] {
    static PLACES: OnceLock<[DVec2; CONES]> = OnceLock::new();
    PLACES.get_or_init(|| {
        std::array::from_fn(|index| {
            let angle = gate(index / 2);
            let side = if index.is_multiple_of(2) { ASIDE } else { -ASIDE };
            way(angle) + direction(angle) * side
        })
    })
}

/// Returns the pedals that the pilot holds for a car at `pos` that faces `heading`.
pub fn pilot(pos: DVec2, heading: f64) -> ControlInput {
    let to = way(angle(pos) + LOOKS_AHEAD) - pos;
    let aside = wrap_angle(libm::atan2(to.y, to.x) - heading);
    ControlInput { left: aside > DEADBAND, right: aside < -DEADBAND, faster: aside.abs() < CAUTION, slower: false }
}
