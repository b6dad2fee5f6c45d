//! One drive over the course: the car and the cones that it has knocked over.

use super::car::{CAR, Car};
use super::course::{self, CONE, CONES};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::ControlInput;
use crate::model::world::contact::{Collision, CollisionMode, Obstacle, Path};
use glam::DVec2;

/// So short that the speed hardly changes in it.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 240);
/// A step of more than ten seconds has longer slices instead of more.
const MOST_SLICES: i64 = 2400;

/// The car and the cones at one moment of a drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The car.
    pub car: Car,
    /// Which cones have been knocked over.
    pub knocked: [bool; CONES],
}

impl Trial {
    /// The start of a drive, with every cone standing.
    pub fn at_start() -> Trial {
        Trial { car: Car::at_start(), knocked: [false; CONES] }
    }

    /// One step as games make it, its contacts looked for as `collision` says.
    pub fn stepped(&mut self, pedals: ControlInput, dt: Span, collision: Collision) {
        for (_, part) in collision.parts(Time::ZERO, dt) {
            let from = self.car.pos;
            match collision.mode {
                CollisionMode::Exact => self.followed(pedals, part),
                _ => self.car = self.car.stepped(pedals, part.as_secs()),
            }
            match collision.mode {
                CollisionMode::Discrete => self.knock_at(self.car.pos),
                CollisionMode::Swept => self.swept(Path::Chord { from, to: self.car.pos }),
                CollisionMode::Exact | CollisionMode::Rendered => {}
            }
            self.car = self.car.kept_inside();
        }
    }

    /// The exact way, in slices short enough to be arcs, each of which is tested in closed form.
    fn followed(&mut self, pedals: ControlInput, dt: Span) {
        if dt == Span::ZERO {
            return; // More parts than flicks: it turns at no rate in no time.
        }
        let slices = dt.whole(SLICE).clamp(0, MOST_SLICES) + 1;
        let seconds = dt.as_secs() / slices as f64;
        for _ in 0..slices {
            let Car { pos, heading, speed, .. } = self.car;
            self.car = self.car.driven(pedals, seconds);
            let turn_rate = (self.car.heading - heading) / seconds;
            self.swept(Path::turning(pos, heading, f64::midpoint(speed, self.car.speed), turn_rate, seconds));
            self.car = self.car.kept_inside();
        }
    }

    /// Knocks over everything on the way. A cone is light: the car goes on, slower.
    fn swept(&mut self, way: Path) {
        for (index, cone) in course::cones().iter().enumerate() {
            if !self.knocked[index] && way.first_contact(&obstacle(*cone), CAR).is_some() {
                self.knock(index);
            }
        }
    }

    /// How many cones have been knocked over.
    pub fn hits(&self) -> u64 {
        self.knocked.iter().filter(|knocked| **knocked).count() as u64
    }

    /// Knocks over what the car touches at `pos`: where it is, or where a frame shows it.
    pub fn knock_at(&mut self, pos: DVec2) {
        for (index, cone) in course::cones().iter().enumerate() {
            if !self.knocked[index] && obstacle(*cone).touches(pos, CAR) {
                self.knock(index);
            }
        }
    }

    fn knock(&mut self, index: usize) {
        self.knocked[index] = true;
        self.car = self.car.after_cone();
    }

    /// The exact drive for `seconds` with these pedals held; short enough for the contacts to be looked for at its end.
    pub fn driven(&mut self, pedals: ControlInput, seconds: f64) {
        self.car = self.car.driven(pedals, seconds);
        self.knock_at(self.car.pos);
        self.car = self.car.kept_inside();
    }
}

fn obstacle(cone: DVec2) -> Obstacle {
    Obstacle::Disc { centre: cone, radius: CONE }
}
