//! A frame of the window, put together in one place for the window, the films, the tests and the benchmark.
//!
//! [`Compositor::lay_out`] runs the interface, [`Compositor::upload`] hands its triangles and textures to the GPU,
//! [`Compositor::draw`] draws the panes' worlds and the interface over them. [`canvas`] turns the world of one pane into
//! shapes.

mod bands;
pub mod canvas;
mod pane_layers;
mod steps;

pub use pane_layers::PaneLayers;
pub use steps::{Compositor, Layout, ReadyFrame};
