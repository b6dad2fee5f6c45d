//! Films and stills of the panes.
//!
//! A [`FilmSpec`](crate::model::config::FilmSpec) describes a film, a renderer draws its frames off the screen, an encoder
//! writes them, [`record_film`] does all three, and a job runs it in a thread beside the window. The scenario is run from
//! its beginning, so a film is of what happened and not of how fast this computer was.

#[cfg(not(target_arch = "wasm32"))]
pub mod console;
pub mod encode;
mod error;
mod fitted_display;
pub mod job;
mod record;
pub mod renderer;

pub use error::FilmError;
pub use record::{RecordedFilm, check, record_film};
