//! What stands where when a pass begins, in metres and kilograms.

use crate::model::world::direction;
use glam::DVec2;

/// One thing that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its middle at the start of a pass.
    pub pos: DVec2,
    /// How it is turned at the start of a pass, rad.
    pub heading: f64,
}

/// The kinds of what moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A box of the stack.
    Box,
    /// The uppermost box, of iron.
    Top,
    /// A plank of the bridge.
    Plank,
    /// What lies on the bridge.
    Weight,
    /// The ball that the gun fires.
    Ball,
}

/// How many boxes the stack has.
pub const BOXES: usize = 10;
/// How many planks the bridge has.
pub const PLANKS: usize = 9;
/// The place of the first plank. The bodies are the boxes from the ground up, the planks from the left, the weight, the
/// ball.
pub const FIRST_PLANK: usize = BOXES;
/// The place of the weight.
pub const WEIGHT: usize = BOXES + PLANKS;
/// The place of the ball.
pub const BALL: usize = WEIGHT + 1;

/// Half the width and height of a box, in metres.
pub const BOX: DVec2 = DVec2::new(0.45, 0.4);
/// Half the width and height of a plank.
pub const PLANK: DVec2 = DVec2::new(0.42, 0.1);
/// Half the width and height of the weight.
pub const LOAD: DVec2 = DVec2::new(0.55, 0.45);
/// The ball's radius, in metres.
pub const RADIUS: f64 = 0.18;
/// kg/m² of wood. The boxes and planks are wood, the rest is iron.
pub const WOOD: f64 = 1.0;
/// kg/m² of iron.
pub const IRON: f64 = 8.0;

/// The engine's contacts give way: by this many metres for each kilogram that rests on them, over the mass of what they hold
/// apart. The stack starts as deep in itself as it would sink, or it would wobble for a while.
const GIVES: f64 = 3.69e-4;
/// A contact with what never moves is twice as fast, and gives a quarter.
const GIVES_ON_GROUND: f64 = GIVES / 4.0;

/// Where the stack stands.
pub const STACK_X: f64 = -5.9;
/// Both ends of the bridge hang this high.
const DECK: f64 = 6.2;
/// The planks at the ends of the bridge slope by this at the start.
const SLOPE: f64 = 0.5;
const BRIDGE_X: f64 = 1.9;

/// The ball leaves the gun here, to the right. With steps of 1/60 s it is 0.28 m before the plate, then 0.55 m behind.
pub const MUZZLE: DVec2 = DVec2::new(-3.3, 1.6);
/// m/s.
pub const MUZZLE_SPEED: f64 = 50.0;

/// What never moves: its middle and half its size. Under the gun stands a mount that stops what rolls back.
pub const GROUND: (DVec2, DVec2) = (DVec2::new(0.0, -5.0), DVec2::new(30.0, 5.0));
/// The mount under the gun: its middle and half its size.
pub const MOUNT: (DVec2, DVec2) = (DVec2::new(-4.1, 0.7), DVec2::new(0.35, 0.7));
/// The plate: its middle and half its size.
pub const PLATE: (DVec2, DVec2) = (DVec2::new(4.75, 1.5), DVec2::new(0.04, 1.5));
/// Where the sand begins that stops what went through the plate.
pub const SAND: f64 = 7.0;

/// Where the bridge hangs: the left end and the right one.
pub fn bridge_ends() -> [DVec2; 2] {
    let half_span: f64 = (0..PLANKS).map(|plank| libm::cos(slope(plank))).sum::<f64>() * PLANK.x;
    [DVec2::new(BRIDGE_X - half_span, DECK), DVec2::new(BRIDGE_X + half_span, DECK)]
}

/// An even curve from −`SLOPE` to `SLOPE`.
fn slope(plank: usize) -> f64 {
    SLOPE * ((2 * plank + 1) as f64 / PLANKS as f64 - 1.0)
}

/// Everything that moves, in order.
pub fn parts() -> [Part; BALL + 1] {
    let mut parts = [Part { kind: PartKind::Ball, pos: MUZZLE, heading: 0.0 }; BALL + 1];
    let mass = |floor: usize| 4.0 * BOX.x * BOX.y * if floor + 1 == BOXES { IRON } else { WOOD };
    let mut floor_height = 0.0;
    for (floor, part) in parts.iter_mut().enumerate().take(BOXES) {
        let resting: f64 = (floor..BOXES).map(mass).sum();
        floor_height -= match floor {
            0 => GIVES_ON_GROUND * resting / mass(0),
            _ => GIVES * resting * (1.0 / mass(floor - 1) + 1.0 / mass(floor)),
        };
        let kind = if floor + 1 == BOXES { PartKind::Top } else { PartKind::Box };
        *part = Part { kind, pos: DVec2::new(STACK_X, floor_height + BOX.y), heading: 0.0 };
        floor_height += 2.0 * BOX.y;
    }
    let mut end = bridge_ends()[0];
    for plank in 0..PLANKS {
        let heading = slope(plank);
        let along = direction(heading) * PLANK.x;
        parts[FIRST_PLANK + plank] = Part { kind: PartKind::Plank, pos: end + along, heading };
        end += along * 2.0;
    }
    let middle = parts[FIRST_PLANK + PLANKS / 2].pos;
    parts[WEIGHT] = Part { kind: PartKind::Weight, pos: middle + DVec2::new(0.0, PLANK.y + LOAD.y), heading: 0.0 };
    parts
}
