//! Compiles the program to wasm.

use crate::error::PageError;
use crate::places::{Places, cargo};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// The environment variable that names a compiler for the page, on a machine whose usual compiler has no target for the web.
const COMPILER: &str = "TICKSCOPE_WEB_RUSTC";
/// The flags let the compiler use the 128-bit vectors that every browser has had since 2023. Without them egui's rasteriser of
/// letters is compiled into long rows of single operations. The stack of 16 MB is for the texts of loops, which are parsed and
/// run on it. The memory is limited to 1 GB, so that no such text takes the memory of the whole computer.
const FLAGS: &str = r#"target.wasm32-unknown-unknown.rustflags = ["-C", "target-feature=+simd128", "-C", "link-arg=-zstack-size=16777216", "-C", "link-arg=--max-memory=1073741824"]"#;

/// The folder of the whole build.
pub const WHOLE: &str = "whole";

/// The two builds of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// The build that every reader loads.
    Plain,
    /// The build that also has the engines for own loops and for the boxes of *Stack*; it is loaded when one of them is needed.
    Whole,
}

impl Build {
    /// Both builds, the lighter one first.
    pub const ALL: [Build; 2] = [Build::Plain, Build::Whole];

    /// Returns the name of the folder in which the glue of the build is made.
    pub fn name(self) -> &'static str {
        match self {
            Build::Plain => "plain",
            Build::Whole => WHOLE,
        }
    }

    /// Returns the folder of the build's files in the page.
    pub fn folder(self) -> &'static str {
        match self {
            Build::Plain => "",
            Build::Whole => WHOLE,
        }
    }
}

/// Compiles a build of the program. Returns the path of its wasm, which is valid until the next build is compiled.
pub fn compile(places: &Places, which: Build) -> Result<PathBuf, PageError> {
    if !has_target()? {
        return Err(PageError::NoTarget);
    }
    let mut build = Command::new(cargo());
    build.envs(std::env::var_os(COMPILER).map(|rustc| ("RUSTC", rustc)));
    build.current_dir(&places.root).env("CARGO_TARGET_DIR", &places.wasm);
    build.args(["build", "--config", FLAGS, "--locked", "--profile", "web", "--target", TARGET, "--bin", "tickscope"]);
    if which == Build::Plain {
        build.arg("--no-default-features");
    }
    let status = build.status().map_err(|why| PageError::NotStarted { tool: "cargo".to_owned(), why })?;
    if !status.success() {
        return Err(PageError::Failed("cargo build"));
    }
    Ok(places.wasm.join(TARGET).join("web/tickscope.wasm"))
}

/// Returns whether the compiler, the one for the page or `RUSTC` or the usual one, has a standard library for the web.
fn has_target() -> Result<bool, PageError> {
    let rustc = std::env::var_os(COMPILER).or_else(|| std::env::var_os("RUSTC")).unwrap_or_else(|| "rustc".into());
    let mut ask = Command::new(&rustc);
    ask.args(["--print", "target-libdir", "--target", TARGET]).stderr(Stdio::inherit());
    let asked = ask.output().map_err(|why| PageError::NotStarted { tool: rustc.to_string_lossy().into_owned(), why })?;
    Ok(Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir())
}
