//! Films and stills of the panes.
//!
//! A [`FilmSpec`](crate::studio::view::film_spec::FilmSpec) describes a film, a renderer draws its frames off the screen, an
//! encoder writes them, [`record_film`](record::record_film) does all three, and a [`FilmJob`](job::FilmJob) does it in the
//! background. The scenario is run from its beginning, so the speed of this computer does not change the film.

pub mod encode;
pub mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod handout;
pub mod job;
pub mod record;
pub mod renderer;
