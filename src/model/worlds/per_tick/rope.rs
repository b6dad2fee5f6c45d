//! A rope of points: Verlet's velocity is the way from the previous position to the current one, and a fixed number of
//! relaxations pulls the points back to their distances.

use super::tick::PER_SECOND;
use crate::model::world::{Body, direction};
use glam::DVec2;

/// How many points the rope has.
pub const POINTS: usize = 10;
/// Where the rope is pinned, in units.
pub const PIN: DVec2 = DVec2::new(424.0, 466.0);
/// Units between two neighbours.
pub const LINK: f64 = 18.0;
/// What gravity adds to a velocity, in units per update, every update.
pub const GRAVITY: DVec2 = DVec2::new(0.0, -0.15);
/// How often every distance is put right in an update.
pub const RELAXATIONS: usize = 12;
/// How far to the right it is held at first, rad from straight down.
const HELD: f64 = 1.1;

/// The rope at the beginning of a period.
pub fn points() -> [Body; POINTS] {
    let along = direction(HELD - std::f64::consts::FRAC_PI_2) * LINK;
    std::array::from_fn(|point| {
        let pos = PIN + along * point as f64;
        Body::at(pos.x, pos.y)
    })
}

/// The body's velocity is current − previous, so nothing else has to be kept of the position before.
pub fn move_rope(rope: &mut [Body; POINTS]) {
    let befores = rope.map(|point| point.pos);
    for point in &mut rope[1..] {
        let velocity = point.vel / PER_SECOND;
        point.pos += velocity;
        point.pos += GRAVITY;
    }
    for _ in 0..RELAXATIONS {
        for link in 1..POINTS {
            let [upper, lower] = [rope[link - 1].pos, rope[link].pos];
            let apart = lower - upper;
            let wrong = apart * (1.0 - LINK / apart.length().max(1e-9));
            if link == 1 {
                rope[link].pos -= wrong; // The pin does not give way.
            } else {
                rope[link - 1].pos += wrong * 0.5;
                rope[link].pos -= wrong * 0.5;
            }
        }
    }
    for (point, before) in rope.iter_mut().zip(befores) {
        point.vel = (point.pos - before) * PER_SECOND;
    }
}
