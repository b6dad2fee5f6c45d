//! One drive over the course: the car, the cones that it has knocked over, and its driver.

use super::car::{CAR, Car};
use super::course::{self, CONE, CONES};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};
use crate::model::world::contact::{Collision, CollisionMode, Obstacle, Path};
use glam::DVec2;

/// The length of a slice of the exact path, which is so short that the speed hardly changes within it.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 240);
/// The largest number of slices of a step. A step of more than ten seconds is cut into this many longer slices.
const MOST_SLICES: i64 = 2400;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    pub car: Car,
    pub knocked: [bool; CONES],
}

impl Lap {
    pub fn at_start() -> Lap {
        Lap { car: Car::at_start(), knocked: [false; CONES] }
    }

    /// Makes one step as games do, and tests contacts in the mode of `collision`.
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

    /// Follows the exact path, in slices short enough to be arcs, and tests each of them in closed form.
    fn followed(&mut self, pedals: ControlInput, dt: Span) {
        if dt == Span::ZERO {
            return; // There are more parts than flicks, and a turn rate over no time is undefined.
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

    /// Knocks over every cone that the car touches on this path. The car drives on, slower.
    fn swept(&mut self, way: Path) {
        for (index, cone) in course::cones().iter().enumerate() {
            if !self.knocked[index] && way.first_contact(&obstacle(*cone), CAR).is_some() {
                self.knock(index);
            }
        }
    }

    pub fn hits(&self) -> u64 {
        self.knocked.iter().filter(|knocked| **knocked).count() as u64
    }

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

    /// Drives exactly for `seconds` with `pedals` held. Contacts are tested at the end, so `seconds` must be short.
    pub fn driven(&mut self, pedals: ControlInput, seconds: f64) {
        self.car = self.car.driven(pedals, seconds);
        self.knock_at(self.car.pos);
        self.car = self.car.kept_inside();
    }
}

fn obstacle(cone: DVec2) -> Obstacle {
    Obstacle::Disc { centre: cone, radius: CONE }
}

/// The time between two looks of a pilot, unless the loop calls `think` at a rate of its own.
const LOOK: Span = Span::from_flicks(FLICKS_PER_SECOND / 30);

/// A pilot who steers by the car's position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pilot {
    pub held: ControlInput,
    looks: Time,
}

impl Pilot {
    /// Chooses the pedals by the car's position if a look is due.
    pub fn look_if_due(&mut self, at: Time, lap: &Lap) {
        if at >= self.looks {
            self.look(at, lap);
        }
    }

    /// Chooses the pedals by the car's position.
    pub fn look(&mut self, at: Time, lap: &Lap) {
        self.held = course::pilot(lap.car.pos, lap.car.heading);
        self.looks = at.floor_to(LOOK) + LOOK;
    }
}

pub fn held(strokes: &[ControlChange], moment: Time) -> ControlInput {
    let past = strokes.partition_point(|stroke| stroke.at() <= moment);
    past.checked_sub(1).map_or_else(ControlInput::default, |last| strokes[last].pedals)
}
