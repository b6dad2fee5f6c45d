//! One body between the walls of the box.

use crate::base::time::Span;
use glam::DVec2;

/// Half of the box, in units.
pub const HALF: DVec2 = DVec2::new(800.0, 600.0);

/// How a body begins: where, how fast, and when in time since its pass began.
pub struct Mover {
    /// Where it begins, in units from the middle of the box.
    pub place: DVec2,
    /// How fast it begins, in units a second.
    pub vel: DVec2,
    /// Its radius, in units.
    pub radius: f64,
    /// When it begins, since its pass began.
    pub born: Span,
}

/// Where something is after `seconds` between walls at −half and half, and how fast: a triangle wave.
///
/// Without a branch that half of the bodies take and half don't, which would cost three times as much as all the rest.
fn folded(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    // How far it has come since the lower wall on its way there and back, from minus one such way to one: before the wall
    // it is where it will be behind it, flying the other way.
    let (way, there_and_back) = (x + v * seconds + half, 4.0 * half);
    let rest = way - (way / there_and_back) as i64 as f64 * there_and_back;
    let beyond = rest.abs() - 2.0 * half;
    let forwards = 1.0_f64.copysign(rest) * 1.0_f64.copysign(-beyond);
    ((half - beyond.abs()).max(-half), v * forwards)
}

/// The same for a short time, in which few come to a wall and no other is moved by a rounding.
fn bounced(x: f64, v: f64, seconds: f64, half: f64) -> (f64, f64) {
    let moved = x + v * seconds;
    if moved.abs() <= half { (moved, v) } else { folded(x, v, seconds, half) }
}

impl Mover {
    /// What a step makes of a place and a velocity.
    pub fn moved(&self, pos: DVec2, vel: DVec2, seconds: f64) -> (DVec2, DVec2) {
        self.along(bounced, pos, vel, seconds)
    }

    /// Where it is so long after its birth, however long that is.
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
