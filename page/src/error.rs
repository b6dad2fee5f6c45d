//! The errors of the tool, in one line each.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// A tool could not be started.
    #[error("{tool} can't be started: {why}")]
    NotStarted { tool: String, why: std::io::Error },
    /// Cargo said why, above this line.
    #[error("{0} failed")]
    Failed(&'static str),
    /// The compiler has no standard library for the web.
    #[error("the compiler can't build for the web yet: rustup target add wasm32-unknown-unknown")]
    NoTarget,
    /// The glue would not fit.
    #[error(
        "Cargo.lock has wasm-bindgen {wasm_bindgen} and wasm-bindgen-cli-support {cli_support}, which must be the same: \
         write \"={wasm_bindgen}\" into page/Cargo.toml"
    )]
    Versions { wasm_bindgen: String, cli_support: String },
    /// Something is not as it is read.
    #[error("{file}: {what}")]
    Unreadable { file: PathBuf, what: String },
    /// wasm-bindgen's own words.
    #[error("wasm-bindgen: {0}")]
    Glue(String),
    /// A file or a folder.
    #[error("{path}: {why}")]
    File { path: PathBuf, why: std::io::Error },
    /// Everybody waits for every byte.
    #[error("the page has {gzip} bytes gzipped, which is more than its {limit}")]
    TooHeavy { gzip: u64, limit: u64 },
    /// `serve` before the first build.
    #[error("{0}: there is no page yet, cargo run -p page builds it")]
    NotBuilt(PathBuf),
    /// The port is not to be had.
    #[error("127.0.0.1:{port}: {why}")]
    Port { port: u16, why: String },
}

impl PageError {
    /// Makes an error of what happened to the file at `path`.
    pub fn at(path: &Path) -> impl FnOnce(std::io::Error) -> PageError {
        move |why| PageError::File { path: path.to_owned(), why }
    }

    /// The file at `path` does not say what it should.
    pub fn unreadable(path: &Path, what: impl Into<String>) -> PageError {
        PageError::Unreadable { file: path.to_owned(), what: what.into() }
    }
}
