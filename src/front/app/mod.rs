//! The window: it passes winit's events to the session, and draws the session on the screen.
//!
//! It is the same on a desktop and in a browser. The trait `Platform` has their differences; `Desktop` or `Browser` implements
//! the trait, and is called `ThisPlatform` in the program. Files have the same names in the folders `desktop` and `browser`, and
//! `this_platform` is the one that is compiled.

mod application;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
pub mod desktop;
pub mod error;
#[cfg(not(target_arch = "wasm32"))]
mod loop_watch;
mod pane_jobs;
mod platform;
mod requests;
mod save;
pub mod store;
mod window;
mod zoom;

#[cfg(target_arch = "wasm32")]
use browser::{self as this_platform, Browser as ThisPlatform};
#[cfg(not(target_arch = "wasm32"))]
use desktop::{self as this_platform, Desktop as ThisPlatform};

pub use this_platform::run::run;
