//! Draws shapes as instances of one pipeline with analytic antialiasing, and egui on top.
//!
//! The spaces: the world (units, y up) → [`camera`] → pixels of a pane (y down) → the shader → the target. Colours are
//! gamma-encoded throughout, because egui blends them so.

pub mod camera;
mod changed_squares;
pub mod context;
pub mod drawing;
pub mod instance;
pub mod interface;
pub mod offscreen;
pub mod painter;
pub mod pipeline;
pub mod renderer;
