//! The window: winit's events to the session, the session to the screen.

mod application;
mod claims_job;
mod clipboard;
mod controls;
pub mod doctor;
mod error;
mod event_loop;
mod events;
mod icon;
mod load_map_job;
mod measuring;
mod open_window;
mod requests;
mod run;
mod save;
pub mod store;

pub use error::NoWindow;
pub use run::run;
