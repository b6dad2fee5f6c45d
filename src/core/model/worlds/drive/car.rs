//! The car and how pedals move it, in closed form and in steps.

use super::course;
use crate::model::config::control::ControlInput;
use crate::model::world::body::direction;
use glam::DVec2;

/// The radius of the disc that stands for the car in contacts, in world units.
pub const CAR: f64 = 2.5;
/// In world units per second.
const TOP_SPEED: f64 = 30.0;
/// In world units per second.
const REVERSE: f64 = -10.0;
/// In world units per second squared.
const THRUST: f64 = 20.0;
/// In world units per second squared.
const BRAKES: f64 = 40.0;
/// In world units per second squared.
const DRAG: f64 = 6.0;
/// The turn rate with the wheel fully over, in rad/s.
const TURN_RATE: f64 = 3.0;
/// The share of its speed that a car keeps when it touches a cone.
const AFTER_CONE: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// In world units.
    pub pos: DVec2,
    /// In radians.
    pub heading: f64,
    /// In world units per second; negative while the car rolls back.
    pub speed: f64,
    /// In rad/s.
    pub spin: f64,
    /// The length of the driven path, in world units.
    pub distance: f64,
}

impl Car {
    pub fn at_start() -> Car {
        let (pos, on) = (course::way(0.0), course::way(0.01));
        let heading = libm::atan2(on.y - pos.y, on.x - pos.x);
        Car { pos, heading, speed: 0.0, spin: 0.0, distance: 0.0 }
    }

    /// Returns the acceleration that the pedals cause, and the speed at which that acceleration ends.
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

    /// Returns the turn rate at `speed` with `pedals`. The wheel works only while the car rolls.
    fn turning(speed: f64, pedals: ControlInput) -> f64 {
        -TURN_RATE * pedals.turn() * if speed == 0.0 { 0.0 } else { speed.signum() }
    }

    /// Returns the exact car after `seconds` with `pedals` held: the speed changes evenly up to its limit, the heading turns
    /// evenly, and the path is the integral of both.
    pub fn driven(self, pedals: ControlInput, seconds: f64) -> Car {
        let (mut car, mut left) = (self, seconds);
        // Each round goes to the next limit of the speed: backwards, standing, forwards, at the top.
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

    /// Returns the car after one step as games make it: the speed changes, the car turns, and moves along its new heading.
    pub fn stepped(self, pedals: ControlInput, seconds: f64) -> Car {
        let (push, limit) = self.push(pedals);
        let pushed = self.speed + push * seconds;
        let speed = if push > 0.0 { pushed.min(limit) } else { pushed.max(limit) };
        let spin = Car::turning(speed, pedals);
        let heading = self.heading + spin * seconds;
        let way = speed * seconds;
        Car { pos: self.pos + direction(heading) * way, heading, speed, spin, distance: self.distance + way.abs() }
    }

    /// Returns the car, stopped at the edge if it was about to leave the field.
    #[must_use]
    pub fn kept_inside(self) -> Car {
        let field = course::field();
        let pos = self.pos.clamp(field.min + CAR, field.max - CAR);
        if pos == self.pos { self } else { Car { pos, speed: 0.0, spin: 0.0, ..self } }
    }

    /// Returns the slower car after a contact with a cone.
    #[must_use]
    pub fn after_cone(self) -> Car {
        Car { speed: self.speed * AFTER_CONE, ..self }
    }
}
