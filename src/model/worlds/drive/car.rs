//! The car: what holding a pedal does to it, in closed form and in steps.

use super::course;
use crate::model::config::ControlInput;
use crate::model::world::direction;
use glam::DVec2;

/// For contacts the car is a disc of this radius, in units.
pub const CAR: f64 = 2.5;
/// Units per second, and per second squared.
pub const TOP_SPEED: f64 = 30.0;
const REVERSE: f64 = -10.0;
const THRUST: f64 = 20.0;
const BRAKES: f64 = 40.0;
const DRAG: f64 = 6.0;
/// How fast it turns with the wheel fully over, rad/s.
const TURN_RATE: f64 = 3.0;
/// What a cone leaves of its speed.
const AFTER_CONE: f64 = 0.5;

/// How the car moves while the same pedals are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// Where its middle is, in units.
    pub pos: DVec2,
    /// Where it faces, rad.
    pub heading: f64,
    /// Negative when it rolls back.
    pub speed: f64,
    /// How fast it turns, rad/s.
    pub spin: f64,
    /// The way gone, in units.
    pub distance: f64,
}

impl Car {
    /// The car at the start of a drive, at rest.
    pub fn at_start() -> Car {
        let (pos, on) = (course::way(0.0), course::way(0.01));
        let heading = libm::atan2(on.y - pos.y, on.x - pos.x);
        Car { pos, heading, speed: 0.0, spin: 0.0, distance: 0.0 }
    }

    /// How hard the pedals push, and the speed at which they stop pushing or push otherwise.
    fn push(self, pedals: ControlInput) -> (f64, f64) {
        match pedals.push() {
            push if push > 0.0 && self.speed < 0.0 => (BRAKES, 0.0),
            push if push > 0.0 => (THRUST, TOP_SPEED),
            push if push < 0.0 && self.speed > 0.0 => (-BRAKES, 0.0),
            push if push < 0.0 => (-DRAG, REVERSE),
            _ if self.speed > 0.0 => (-DRAG, 0.0),
            _ => (DRAG, 0.0),
        }
    }

    /// How fast it turns with these pedals: the wheel works only while it rolls.
    fn turning(speed: f64, pedals: ControlInput) -> f64 {
        -TURN_RATE * pedals.turn() * if speed == 0.0 { 0.0 } else { speed.signum() }
    }

    /// Where it exactly is after `seconds` with these pedals held: the speed grows or falls evenly up to its limit, the
    /// heading turns evenly, and the path is the integral of both.
    pub fn driven(self, pedals: ControlInput, seconds: f64) -> Car {
        let (mut car, mut left) = (self, seconds);
        // From one limit of the speed to the next: backwards, standing, forwards, at the top.
        for _ in 0..4 {
            let (push, limit) = car.push(pedals);
            let until = ((limit - car.speed) / push).max(0.0);
            if until == 0.0 {
                break;
            }
            if left <= until {
                return car.coasted(push, pedals, left);
            }
            car = Car { speed: limit, ..car.coasted(push, pedals, until) };
            left -= until;
        }
        car.coasted(0.0, pedals, left)
    }

    /// The same with an even push.
    fn coasted(self, push: f64, pedals: ControlInput, seconds: f64) -> Car {
        let speed = self.speed + push * seconds;
        let rolling = if self.speed == 0.0 { speed } else { self.speed };
        let spin = Car::turning(rolling, pedals);
        let heading = self.heading + spin * seconds;
        let (from, to) = (direction(self.heading), direction(heading));
        let moved = if spin == 0.0 {
            from * (f64::midpoint(self.speed, speed) * seconds)
        } else {
            let aside = |d: DVec2| DVec2::new(d.y, -d.x);
            (aside(to) * speed - aside(from) * self.speed) / spin + (to - from) * (push / (spin * spin))
        };
        let distance = self.distance + (f64::midpoint(self.speed, speed) * seconds).abs();
        Car { pos: self.pos + moved, heading, speed, spin: Car::turning(speed, pedals), distance }
    }

    /// One step as games make it: faster, turn, then move along the new heading.
    pub fn stepped(self, pedals: ControlInput, seconds: f64) -> Car {
        let (push, limit) = self.push(pedals);
        let pushed = self.speed + push * seconds;
        let speed = if push > 0.0 { pushed.min(limit) } else { pushed.max(limit) };
        let spin = Car::turning(speed, pedals);
        let heading = self.heading + spin * seconds;
        let way = speed * seconds;
        Car { pos: self.pos + direction(heading) * way, heading, speed, spin, distance: self.distance + way.abs() }
    }

    /// The car stops at the edge of the field.
    #[must_use]
    pub fn kept_inside(self) -> Car {
        let field = course::field();
        let pos = self.pos.clamp(field.min + CAR, field.max - CAR);
        if pos == self.pos { self } else { Car { pos, speed: 0.0, spin: 0.0, ..self } }
    }

    /// The car after it has touched a cone, slower.
    #[must_use]
    pub fn after_cone(self) -> Car {
        Car { speed: self.speed * AFTER_CONE, ..self }
    }
}
