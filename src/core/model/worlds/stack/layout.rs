//! The layout of the stack, the bridge and the gun when a pass begins, in metres and kilograms.

use crate::model::world::body::direction;
use glam::DVec2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackPart {
    pub kind: StackPartKind,
    pub pos: DVec2,
    /// In radians.
    pub heading: f64,
}

/// The kind of a part of the world. A top is the heavy uppermost box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackPartKind {
    Box,
    Top,
    Plank,
    /// The weight that lies on the bridge.
    Weight,
    Ball,
}

pub const BOXES: usize = 10;
pub const PLANKS: usize = 9;
/// The index of the first plank. The bodies are the boxes from the ground up, the planks from the left, the weight, the ball.
pub const FIRST_PLANK: usize = BOXES;
pub const WEIGHT: usize = BOXES + PLANKS;
pub const BALL: usize = WEIGHT + 1;

/// Half of the width and height of a box, in metres.
pub const BOX: DVec2 = DVec2::new(0.45, 0.4);
/// Half of the width and height of a plank.
pub const PLANK: DVec2 = DVec2::new(0.42, 0.1);
/// Half of the width and height of the weight.
pub const LOAD: DVec2 = DVec2::new(0.55, 0.45);
/// In metres.
pub const RADIUS: f64 = 0.18;
/// The density of wood, in kg/m². Boxes and planks are of wood, the rest is of iron.
pub const WOOD: f64 = 1.0;
/// In kg/m².
pub const IRON: f64 = 8.0;

/// The depth to which a contact sinks in, in metres, for each kilogram that rests on it per kilogram that it holds apart. At
/// the start the boxes overlap as much as they would sink; otherwise the stack would wobble for a while.
const GIVES: f64 = 3.69e-4;
/// How far a contact with a fixed thing sinks in: a quarter as far.
const GIVES_ON_GROUND: f64 = GIVES / 4.0;

pub const STACK_X: f64 = -5.9;
const DECK: f64 = 6.2;
/// The slope of the planks at the ends of the bridge at the start, in radians.
const SLOPE: f64 = 0.5;
const BRIDGE_X: f64 = 1.9;

/// The right end of the gun, where the ball starts. With steps of 1/60 s a step ends 0.28 m before the plate, and the next 0.55 m
/// behind it.
pub const MUZZLE: DVec2 = DVec2::new(-3.3, 1.6);
/// In m/s.
pub const MUZZLE_SPEED: f64 = 50.0;

/// The ground: its middle and half of its size.
pub const GROUND: (DVec2, DVec2) = (DVec2::new(0.0, -5.0), DVec2::new(30.0, 5.0));
/// The mount under the gun, which stops things that roll back: its middle and half of its size.
pub const MOUNT: (DVec2, DVec2) = (DVec2::new(-4.1, 0.7), DVec2::new(0.35, 0.7));
/// The plate: its middle and half of its size.
pub const PLATE: (DVec2, DVec2) = (DVec2::new(4.75, 1.5), DVec2::new(0.04, 1.5));
/// The x where the sand begins, which stops everything that has passed the plate.
pub const SAND: f64 = 7.0;

pub fn bridge_ends() -> [DVec2; 2] {
    let half_span: f64 = (0..PLANKS).map(|plank| libm::cos(slope(plank))).sum::<f64>() * PLANK.x;
    [DVec2::new(BRIDGE_X - half_span, DECK), DVec2::new(BRIDGE_X + half_span, DECK)]
}

/// Returns the slope of a plank on an even curve from −`SLOPE` to `SLOPE`.
fn slope(plank: usize) -> f64 {
    SLOPE * ((2 * plank + 1) as f64 / PLANKS as f64 - 1.0)
}

pub fn parts() -> [StackPart; BALL + 1] {
    let mut parts = [StackPart { kind: StackPartKind::Ball, pos: MUZZLE, heading: 0.0 }; BALL + 1];
    let mass = |floor: usize| 4.0 * BOX.x * BOX.y * if floor + 1 == BOXES { IRON } else { WOOD };
    let mut floor_height = 0.0;
    for (floor, part) in parts.iter_mut().enumerate().take(BOXES) {
        let resting: f64 = (floor..BOXES).map(mass).sum();
        floor_height -= match floor {
            0 => GIVES_ON_GROUND * resting / mass(0),
            _ => GIVES * resting * (1.0 / mass(floor - 1) + 1.0 / mass(floor)),
        };
        let kind = if floor + 1 == BOXES { StackPartKind::Top } else { StackPartKind::Box };
        *part = StackPart { kind, pos: DVec2::new(STACK_X, floor_height + BOX.y), heading: 0.0 };
        floor_height += 2.0 * BOX.y;
    }
    let mut end = bridge_ends()[0];
    for plank in 0..PLANKS {
        let heading = slope(plank);
        let along = direction(heading) * PLANK.x;
        parts[FIRST_PLANK + plank] = StackPart { kind: StackPartKind::Plank, pos: end + along, heading };
        end += along * 2.0;
    }
    let middle = parts[FIRST_PLANK + PLANKS / 2].pos;
    parts[WEIGHT] = StackPart { kind: StackPartKind::Weight, pos: middle + DVec2::new(0.0, PLANK.y + LOAD.y), heading: 0.0 };
    parts
}
