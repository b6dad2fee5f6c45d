//! One drive over the course: the car and the cones that it has knocked over.

use super::car::{CAR, Car};
use super::course::{self, CONE, CONES};
use crate::scenes::Pedals;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    pub car: Car,
    pub knocked: [bool; CONES],
}

impl Trial {
    pub fn at_start() -> Trial {
        Trial { car: Car::at_start(), knocked: [false; CONES] }
    }

    /// Knocks over what the car touches where it stands now.
    pub fn contact(&mut self) {
        for index in 0..CONES {
            if !self.knocked[index] && self.car.pos.distance_squared(course::cone(index)) < (CAR + CONE) * (CAR + CONE) {
                self.knocked[index] = true;
                self.car = self.car.after_cone();
            }
        }
        self.car = self.car.kept_inside();
    }

    /// One step as games make it, its contacts looked for at its end.
    pub fn stepped(&mut self, pedals: Pedals, seconds: f64) {
        self.car = self.car.stepped(pedals, seconds);
        self.contact();
    }

    /// What truly happens in `seconds` with these pedals held; short enough for the contacts to be looked for at its end.
    pub fn driven(&mut self, pedals: Pedals, seconds: f64) {
        self.car = self.car.driven(pedals, seconds);
        self.contact();
    }
}
