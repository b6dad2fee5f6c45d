//! Runs as files.

#[cfg(not(target_arch = "wasm32"))]
pub mod atomic_file;
pub mod chrome;
pub mod trace;
