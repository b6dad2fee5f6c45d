//! What is particular to a browser: a canvas in a page, an address, downloads, fingers, and a GPU that may go and come back.

pub mod address;
mod arrivals;
pub mod clipboard;
pub mod control_list;
pub mod files;
pub mod hands;
mod keyboard;
pub mod outside;
pub mod pacing;
mod page;
pub mod pending;
mod programming;
mod run;
pub mod startup;
pub mod storage;

pub use run::run;
