//! The errors of the tool, in one line each.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// A tool could not be started.
    #[error("{tool} can't be started: {why}")]
    NotStarted { tool: String, why: std::io::Error },
    /// Cargo failed, and has printed the reason above this line.
    #[error("{0} failed")]
    Failed(&'static str),
    /// The compiler has no standard library for the web.
    #[error("the compiler can't build for the web yet: rustup target add wasm32-unknown-unknown")]
    NoTarget,
    /// Cargo.lock has two versions that must be equal.
    #[error(
        "Cargo.lock has wasm-bindgen {wasm_bindgen} and wasm-bindgen-cli-support {cli_support}, which must be the same: \
         write \"={wasm_bindgen}\" into page/Cargo.toml"
    )]
    Versions { wasm_bindgen: String, cli_support: String },
    /// A file does not have the expected content.
    #[error("{file}: {what}")]
    Unreadable { file: PathBuf, what: String },
    /// An error of wasm-bindgen, in its own words.
    #[error("wasm-bindgen: {0}")]
    Glue(String),
    /// A file or a folder can't be read or written.
    #[error("{path}: {why}")]
    File { path: PathBuf, why: std::io::Error },
    /// The page is above its limit, and every reader waits for every byte.
    #[error("the page has {gzip} bytes gzipped, which is more than its {limit}")]
    TooHeavy { gzip: u64, limit: u64 },
    /// `serve` was called before the first build.
    #[error("{0}: there is no page yet, cargo run -p page builds it")]
    NotBuilt(PathBuf),
    /// The port can't be used.
    #[error("127.0.0.1:{port}: {why}")]
    Port { port: u16, why: String },
}

impl PageError {
    /// Returns a function that makes a system error an error about the file at `path`.
    pub fn at(path: &Path) -> impl FnOnce(std::io::Error) -> PageError {
        move |why| PageError::File { path: path.to_owned(), why }
    }

    /// Returns the error for a file at `path` without the expected content.
    pub fn unreadable(path: &Path, what: impl Into<String>) -> PageError {
        PageError::Unreadable { file: path.to_owned(), what: what.into() }
    }
}
