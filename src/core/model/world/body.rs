//! The state of one moving thing, the blending of two states, the tallies of passes, and the hash of a state.

use glam::DVec2;
use std::f64::consts::{PI, TAU};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// The position of the body's middle, in world units with y up.
    pub pos: DVec2,
    /// In world units per second.
    pub vel: DVec2,
    /// The direction in which the body faces, in radians counter-clockwise from +x.
    pub heading: f64,
    /// The turn rate, in rad/s counter-clockwise.
    pub spin: f64,
    /// How often the body has wrapped or restarted. States of different passes are never blended.
    pub pass: i64,
    /// The outcome of its pass so far.
    pub state: BodyState,
}

/// The outcome of a body's pass so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyState {
    #[default]
    Moving,
    /// The pass has begun, but the body has not started yet.
    Waiting,
    Caught,
    /// The body is past a wall that it should have met.
    Tunnelled,
    /// The body has left every bound. Its numbers have no meaning any more, and it is no longer stepped.
    Exploded,
}

impl Body {
    /// Returns a body at rest at (`x`, `y`), facing right.
    pub fn at(x: f64, y: f64) -> Body {
        Body { pos: DVec2::new(x, y), ..Body::default() }
    }

    /// Returns the body that lies a share of `alpha` on the way from `self` to `next`, or beyond `next` if `alpha` is above 1.
    /// The heading turns through the smaller angle. Returns `next` if the two belong to different passes, which are never
    /// blended.
    #[must_use]
    pub fn blend(&self, next: &Body, alpha: f64) -> Body {
        if self.pass != next.pass {
            return *next;
        }
        Body {
            pos: self.pos + (next.pos - self.pos) * alpha,
            heading: self.heading + wrap_angle(next.heading - self.heading) * alpha,
            ..*next
        }
    }

    /// Returns the body after `ahead` seconds of its present velocity and turn rate, along a straight line.
    #[must_use]
    pub fn coasting(&self, ahead: f64) -> Body {
        Body { pos: self.pos + self.vel * ahead, heading: self.heading + self.spin * ahead, ..*self }
    }

    /// Returns the body after `ahead` seconds of its present velocity; it turns nowhere.
    #[must_use]
    pub fn moved_on(&self, ahead: f64) -> Body {
        Body { pos: self.pos + self.vel * ahead, ..*self }
    }

    pub fn hash_into(&self, hash: &mut StateHash) {
        for number in [self.pos.x, self.pos.y, self.vel.x, self.vel.y, self.heading, self.spin] {
            hash.add(number.to_bits());
        }
        hash.add(self.pass as u64);
        hash.add(self.state as u64);
    }
}

/// Returns the same direction as an angle above −π and up to π.
pub fn wrap_angle(angle: f64) -> f64 {
    if angle > -PI && angle <= PI {
        return angle;
    }
    let wrapped = angle - (angle / TAU).round() * TAU;
    if wrapped <= -PI { wrapped + TAU } else { wrapped }
}

/// Returns the unit vector of an angle in radians, the same on every platform.
pub fn direction(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// The numbers of passes that ended at the wall, as in the exact motion, and of passes that went through the wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub caught: u64,
    pub tunnelled: u64,
}

impl Tally {
    /// Returns the passes counted since an `earlier` tally of the same wall.
    #[must_use]
    pub fn since(self, earlier: Tally) -> Tally {
        Tally { caught: self.caught - earlier.caught, tunnelled: self.tunnelled - earlier.tunnelled }
    }

    pub fn passes(self) -> u64 {
        self.caught + self.tunnelled
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |all, one| Tally {
            caught: all.caught + one.caught,
            tunnelled: all.tunnelled + one.tunnelled,
        })
    }
}

/// FNV-1a over 64-bit words. Two runs that end in the same state, bit for bit, have the same hash.
#[derive(Clone, Copy, Debug)]
pub struct StateHash(pub u64);

impl Default for StateHash {
    fn default() -> StateHash {
        StateHash(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHash {
    pub fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::world::body::*;

    #[test]
    fn angles_are_blended_the_short_way() {
        let before = Body { heading: 3.0, ..Body::default() };
        let after = Body { heading: -3.0, ..Body::default() };
        let half = before.blend(&after, 0.5).heading;
        assert!((wrap_angle(half) - PI).abs() < 1e-12 || (wrap_angle(half) + PI).abs() < 1e-12, "{half}");
    }

    #[test]
    fn nothing_is_blended_across_a_restart() {
        let before = Body::at(100.0, 0.0);
        let after = Body { pass: 1, ..Body::at(0.0, 0.0) };
        assert_eq!(before.blend(&after, 0.5), after);
    }

    #[test]
    fn an_alpha_above_one_goes_beyond() {
        let after = Body::at(10.0, 0.0);
        assert_eq!(Body::at(0.0, 0.0).blend(&after, 2.5).pos.x, 25.0);
    }
}
