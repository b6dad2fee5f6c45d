//! The program's surfaces: the window, the films and the command line.

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod compositor;
pub mod film;
pub mod render;
pub mod ui;
#[cfg(all(feature = "own-loops", not(target_arch = "wasm32")))]
pub mod watchdog;
