//! Where everything stands: in the window, in a presentation, in a part of another page, and in a film.

mod embed;
pub mod film;
pub mod presentation;
mod small;
pub mod window;
