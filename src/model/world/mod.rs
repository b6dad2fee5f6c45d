//! What a world is made of: bodies and their states, a scene that moves and draws them, contacts, integrators.
//!
//! Units: world units, y up, seconds, radians. The twelve worlds themselves are in [`crate::model::worlds`].

mod between;
mod body;
pub mod contact;
pub mod integrator;
pub mod passes;
mod readout;
mod scene;
mod sketch;
mod table;
mod world;

pub use between::Between;
pub use body::{Body, State, StateHash, direction, wrap_angle};
pub use readout::{Reading, Readout};
pub use scene::{Convergence, GhostClock, Scene, SceneKind, Tally};
pub use sketch::{BodyStyle, Geometry, Ink, Shape, Sketch, Thickness, WorldRect};
pub use table::WorldTable;
pub use world::{View, World};
