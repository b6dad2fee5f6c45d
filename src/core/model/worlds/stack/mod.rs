//! A real physics engine: a stack that stands, a bridge that hangs, and a ball that a plate stops, with steady short steps.
//!
//! The other worlds show one mistake each, in formulas of a line. Here a whole engine, rapier 2D, is stepped as a game would step
//! it: once per step of the loop and by the same length. Ten boxes stand on each other, the uppermost eight times as heavy as the
//! others; nine planks on hinges carry a weight; three seconds into each pass of twelve a ball is fired with 50 m/s at a plate
//! 8 cm thick. No mistake is built in; the engine alone makes them:
//!
//! * The engine guesses the impulses that hold the stack from the step before, whatever its length. If one step is half or twice
//!   as long as the last, the boxes get too much or too little. Steady steps of 1/60 s move no box sideways by a centimetre, and
//!   at 30 steady steps a second the stack still stands; frames of 10 to 40 ms shake the stack by eight centimetres, and frames
//!   of up to 80 ms or one stall of half a second bring it down.
//! * Hinges hold as well as the iterations of a step allow: the gap between the planks goes with the square of the step's
//!   length over the iterations. The engine closes a gap within one step, so a very short step after a long one throws the planks
//!   at up to 400 m/s.
//! * Without continuous collision detection the ball is tested only where steps end. With v·dt = 0.83 m at 60 Hz it is before
//!   the plate, then behind it.
//!
//! Some limits are rapier's own: no body moves much faster than 400 m/s or turns by more than an eighth of a turn in a step, and
//! overlapping bodies are pushed apart at no more than 3 m/s. Our limits: no body falls asleep; a step is never longer than the
//! twelve seconds of a pass, because the world then starts over; a body further than 60 m from the middle, or with numbers that
//! are not finite, is taken out of the engine as exploded. The engine computes in single precision, so below some length shorter
//! steps are no better. `ccd` switches the engine's detection off or on for all bodies; by default rapier has it on for contacts
//! with fixed things.
//!
//! No exact motion is known. The ghosts are the same engine with steady steps of 1/240 s, eight iterations and `ccd` on.
//!
//! Sources: Paul Houx's answer on the Cinder forum, that engines such as `Box2D` and Bullet want steady calls; `BeautifulTimer`,
//! which warns that with large steps bodies pass through walls and oscillations explode; and Koen Witters' comment on his game
//! loop about engines that need many iterations per update.

#[cfg(feature = "physics")]
mod engine;
pub mod layout;
#[cfg(feature = "physics")]
pub mod motion;
mod options;

use crate::model::world::kind::{ClosedForm, Convergence, GalleryPicture, MakeWorld, WorldKind};
use layout::BOX;
use options::{CCD, ITERATIONS};

#[cfg(feature = "physics")]
const MAKE: Option<MakeWorld> = Some(motion::make);
#[cfg(not(feature = "physics"))]
const MAKE: Option<MakeWorld> = None;

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Stack",
    about: "A physics engine holds a stack and a bridge and stops a bullet: long or uneven steps make them fall, shake or explode.",
    options: &[CCD, ITERATIONS],
    nature: Convergence::Engine,
    body_width: 2.0 * BOX.x,
    closed_form: ClosedForm::Lacks("boxes that knock each other have no formula"),
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 45.0, at_s: 9.0 },
    make: MAKE,
    ..WorldKind::unmade("stack")
};
