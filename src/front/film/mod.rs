//! Films and stills of the panes.
//!
//! A [`FilmSpec`](tickscope_core::config::FilmSpec) describes a film, a renderer draws its frames off the screen, an encoder
//! writes them, [`record_film`] does all three, and a [`FilmJob`] does it in the background. The scenario is run from its
//! beginning, so a film shows what happened and not how fast this computer was.

pub mod encode;
mod error;
mod job;
mod record;
pub mod renderer;

pub use error::FilmError;
pub use job::FilmJob;
pub use record::{FilmPlace, RecordedFilm, check, record, record_film};
