//! Where everything stands: in the window, in a presentation, and in a film.

pub mod film;
pub mod presentation;
mod small;
pub mod window;
