//! The window: winit's events to the session, the session to the screen.
//!
//! It is the same on a desktop and in a browser. What differs has the same names in the rooms `desktop` and `browser`, and
//! `platform` is that of the two which is compiled: how the program starts, how a frame is scheduled, files, the clipboard,
//! what is remembered, fingers and the on-screen keyboard, and the address.

mod application;
#[cfg(target_arch = "wasm32")]
mod browser;
mod controls;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod error;
mod events;
mod first_session;
mod load_map_job;
mod measuring;
mod open_window;
mod opening;
mod requests;
mod save;
pub mod store;

#[cfg(target_arch = "wasm32")]
use browser as platform;
#[cfg(not(target_arch = "wasm32"))]
use desktop as platform;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{doctor, storage};
pub use error::NoWindow;
pub use platform::run;
