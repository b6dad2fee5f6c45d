//! The parts of a world: bodies, a typed state, a motion, an appearance, contacts and integrators.
//!
//! Units: world units, y up, seconds, radians. The fifteen worlds themselves are in [`crate::model::worlds`].

pub mod appearance;
pub mod body;
pub mod bullets;
pub mod contact;
pub mod controls;
pub mod integrator;
pub mod kind;
pub mod metronome;
pub mod motion;
pub mod numbers;
pub mod passes;
pub mod readout;
pub mod sketch;
pub mod stepped_world;
pub mod track;
pub mod walls;
