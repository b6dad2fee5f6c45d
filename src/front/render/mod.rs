//! Draws shapes as instances of one pipeline with analytic antialiasing, and egui on top.
//!
//! The spaces: the world (units, y up) → [`camera`] → pixels of a pane (y down) → the shader → the target. Colours are
//! gamma-encoded throughout, because egui blends them so.

pub mod camera;
mod changed_squares;
pub mod context;
pub mod drawing;
pub mod instance;
mod interface;
pub mod offscreen;
mod painter;
mod renderer;

pub use camera::{Camera, Colour};
pub use instance::Instance;
pub use interface::{InterfaceFrame, ScreenUniform};
pub use painter::{Layer, PixelRect, Shapes, ViewUniform};
pub use renderer::{Redraw, Renderer};
