//! A session: what a person looks at and does. The laboratory, how fast it is watched, what is selected, what is asked for.
//!
//! The panels are functions that show a [`Session`] and return [`Action`]s; doing one is the only way in which the
//! session changes, besides the frames of the window. So a click, a key and a test take the same way.

mod acting;
mod action;
mod at_the_wall;
mod beginnings;
mod card;
pub mod demonstration;
mod dialog;
mod driving;
mod effort;
mod explaining;
mod hammer;
pub mod host;
mod keeping_up;
mod known_phases;
mod leaving;
mod linking;
mod looking;
mod measuring;
mod own_misses;
pub mod pacer;
mod remedy;
mod running;
mod selection;
mod set_up;
mod setting;
mod state;
mod step_words;
pub mod transport;
mod travelling;
mod undo;
mod undoing;

pub use action::Action;
pub use card::{CardPlace, NumberCard};
pub use dialog::{Dialog, Export, FilmProgress, Notice, Request};
pub use host::{Files, Host};
pub use measuring::{ComparedNumber, ComparedPane, MeasurementProgress};
pub use own_misses::OwnMisses;
pub use state::Session;
