//! Drawing: shapes as instances of one pipeline with analytic antialiasing, and egui on top.
//!
//! Spaces: the world (units, y up) → [`camera`] → pixels of a pane (y down) → the shader → the target. Colours are gamma
//! encoded throughout, because egui blends there.
//!
//! Where a processor draws, each pixel is expensive: then only what differs from the last frame is drawn ([`Renderer::draw_changes`]).

pub mod aim;
pub mod camera;
pub mod context;
pub mod coverage;
mod frame;
pub mod instance;
pub mod kept;
pub mod offscreen;
pub mod overlay;
pub mod painter;
mod pixel_rect;
mod tiles;
pub mod trails;
mod triangles;

pub use camera::{Camera, Colour};
pub use frame::Renderer;
pub use instance::Instance;
pub use overlay::OverlayFrame;
pub use painter::{Layer, Painter};
pub use pixel_rect::PixelRect;
pub use trails::Trails;
