//! Films and pictures of the panes.
//!
//! A [`FilmSpec`] says what is wanted, a studio draws its pictures off the screen, an encoder writes them, [`shoot`] does all
//! of it, and a job does it beside the window. The scenario is run from its beginning, so a film is of what happened and
//! not of how fast this computer was.

#[cfg(not(target_arch = "wasm32"))]
pub mod console;
#[cfg(not(target_arch = "wasm32"))]
pub mod encode;
#[cfg(not(target_arch = "wasm32"))]
mod fitted_display;
#[cfg(not(target_arch = "wasm32"))]
pub mod job;
#[cfg(not(target_arch = "wasm32"))]
mod shoot;
#[cfg(not(target_arch = "wasm32"))]
pub mod studio;

#[cfg(not(target_arch = "wasm32"))]
pub use shoot::{FilmError, FinishedFilm, check, shoot};
