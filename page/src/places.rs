//! The folders of a build, as cargo reports them.

use crate::error::PageError;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folders that a build reads and writes.
#[derive(Debug)]
pub struct Places {
    /// The folder of the repository.
    pub root: PathBuf,
    /// The files that are copied into the page, some of them filled in.
    pub site: PathBuf,
    /// Cargo's target folder for the web, which is a separate one, so that no build waits for another.
    pub wasm: PathBuf,
    /// The page: one folder that any static server can hold.
    pub page: PathBuf,
}

#[derive(Deserialize)]
struct Metadata {
    workspace_root: PathBuf,
    target_directory: PathBuf,
}

impl Places {
    /// Asks cargo for the folders.
    pub fn find() -> Result<Places, PageError> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let mut cargo = Command::new(cargo());
        cargo.args(["metadata", "--locked", "--no-deps", "--format-version", "1", "--manifest-path"]).arg(&manifest);
        let asked = cargo.stderr(Stdio::inherit()).output();
        let asked = asked.map_err(|why| PageError::NotStarted { tool: "cargo".to_owned(), why })?;
        if !asked.status.success() {
            return Err(PageError::Failed("cargo metadata"));
        }
        let answer = serde_json::from_slice(&asked.stdout).map_err(|why| PageError::unreadable(&manifest, why.to_string()))?;
        let Metadata { workspace_root: root, target_directory: target } = answer;
        Ok(Places { site: root.join("page/site"), wasm: target.join("wasm"), page: target.join("page"), root })
    }
}

/// Returns the cargo that runs this program, or else the usual one.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
