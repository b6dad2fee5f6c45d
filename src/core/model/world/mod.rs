//! The parts of a world: bodies, a typed state, a motion, an appearance, contacts and integrators.
//!
//! Units: world units, y up, seconds, radians. The thirteen worlds themselves are in [`crate::model::worlds`].

mod appearance;
mod body;
mod bullets;
pub mod contact;
mod controls;
pub mod integrator;
mod kind;
mod motion;
mod numbers;
pub mod passes;
mod readout;
mod sketch;
mod stepped_world;
mod track;
mod walls;

pub use appearance::{Appearance, Frame, LeastLength, WorldMark, WorldMarkKind};
pub use body::{Body, State, StateHash, Tally, direction, wrap_angle};
pub use bullets::BulletLane;
pub use controls::{Between, Controls, WorldStep};
pub use kind::{ClosedForm, Convergence, GalleryPicture, WorldKind};
pub use motion::{GameState, Motion, Simulation};
pub use numbers::Numbers;
pub(crate) use numbers::world_numbers;
pub use readout::{Readout, ReadoutValue};
pub use sketch::{BodyStyle, Geometry, Ink, Shape, Sketch, Thickness, WorldRect};
pub use stepped_world::{FrameContent, FrameView, StartSignal, World};
pub use track::{ElasticBand, Pursuit, Track};
pub use walls::{StandingWall, Wall, WallOptions, Walls};
