//! The state of one moving thing, and how two states are blended.

use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// World units, y up, seconds, radians counter-clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Where its middle is.
    pub pos: DVec2,
    /// How fast it moves, in units a second.
    pub vel: DVec2,
    /// Where it faces.
    pub heading: f64,
    /// How fast it turns, rad/s.
    pub spin: f64,
    /// How often it has wrapped or restarted: two states of different passes are never blended.
    pub pass: i64,
    /// What has become of it in its pass.
    pub state: State,
}

/// What has become of a body in its pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// On its way.
    #[default]
    Moving,
    /// Its pass has begun, it has not.
    Waiting,
    /// Stopped by a wall.
    Caught,
    /// Past a wall that it should have met.
    Tunnelled,
    /// Out of every bound: its numbers no longer mean anything, and it is no longer stepped.
    Exploded,
}

impl State {
    /// In the order of their numbers.
    pub const ALL: [State; 5] = [State::Moving, State::Waiting, State::Caught, State::Tunnelled, State::Exploded];
}

impl Body {
    /// A body at rest at this place.
    pub fn at(x: f64, y: f64) -> Body {
        Body { pos: DVec2::new(x, y), ..Body::default() }
    }

    /// `alpha` of the way from `self` to `next`, beyond it when above 1; the angle goes the short way. Across a wrap or
    /// a restart there is nothing between, so it is `next`.
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

    /// Where velocity and turn rate lead in `ahead` seconds: along a straight line.
    #[must_use]
    pub fn coasting(&self, ahead: f64) -> Body {
        Body { pos: self.pos + self.vel * ahead, heading: self.heading + self.spin * ahead, ..*self }
    }

    /// Feeds every bit of the state to a hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        for number in [self.pos.x, self.pos.y, self.vel.x, self.vel.y, self.heading, self.spin] {
            hash.add(number.to_bits());
        }
        hash.add(self.pass as u64);
        hash.add(self.state as u64);
    }
}

/// The same direction as an angle from −π (excluded) to π.
pub fn wrap_angle(angle: f64) -> f64 {
    if angle > -PI && angle <= PI {
        return angle;
    }
    let wrapped = angle - (angle / TAU).round() * TAU;
    if wrapped <= -PI { wrapped + TAU } else { wrapped }
}

/// The unit vector of an angle, the same on every platform.
pub fn direction(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// FNV-1a over 64-bit words: two runs that end in the same place, bit for bit, have the same one.
#[derive(Clone, Copy, Debug)]
pub struct StateHash(u64);

impl Default for StateHash {
    fn default() -> StateHash {
        StateHash(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHash {
    /// Adds one word.
    pub fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// The hash of every word so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn wrapping_keeps_the_direction() {
        for turns in -5..=5 {
            let wrapped = wrap_angle(1.25 + f64::from(turns) * TAU);
            assert!((wrapped - 1.25).abs() < 1e-12);
        }
        assert_eq!(wrap_angle(-PI), PI);
    }
}
