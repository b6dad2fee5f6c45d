//! What a world is made of: bodies, a typed state, what moves and how it looks, contacts, integrators.
//!
//! Units: world units, y up, seconds, radians. The twelve worlds themselves are in [`crate::model::worlds`].

mod appearance;
mod band;
mod between;
mod body;
pub mod contact;
mod controls;
mod followed;
pub mod integrator;
mod kind;
mod motion;
pub mod passes;
mod readout;
mod simulation;
mod sketch;
mod stepped_world;
mod table;
mod tally;
mod walls;

pub use appearance::{Appearance, Frame};
pub use band::{Band, MOST_STRETCHES};
pub use between::Between;
pub use body::{Body, State, StateHash, direction, wrap_angle};
pub use controls::Controls;
pub use followed::{Followed, MOST_FOLLOWED, PathAxis, PathMark};
pub use kind::{ClosedForm, Convergence, Pursuit, Track, WorldKind};
pub use motion::{GameState, Motion, Numbers, Step};
pub use readout::{Reading, Readout};
pub use simulation::Simulation;
pub use sketch::{BodyStyle, Geometry, Ink, Shape, Sketch, Thickness, WorldRect};
pub use stepped_world::{FrameContent, View, World};
pub use table::WorldTable;
pub use tally::Tally;
pub use walls::{StandingWall, Wall, WallOptions, Walls};
