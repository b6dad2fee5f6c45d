//! From the program's source to wasm.

use crate::error::PageError;
use crate::places::{Places, cargo};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// Names a compiler for the page alone, on a machine whose own one has no target for the web.
const COMPILER: &str = "TICKSCOPE_WEB_RUSTC";
/// Lets the compiler use the 128-bit vectors that every browser has had since 2023. Without them egui's rasteriser of letters is
/// compiled into long rows of single operations.
const VECTORS: &str = r#"target.wasm32-unknown-unknown.rustflags = ["-C", "target-feature=+simd128"]"#;

/// Compiles the program; where its wasm is.
///
/// # Errors
/// If the compiler can't build for the web, or refuses the program.
pub fn compile(places: &Places) -> Result<PathBuf, PageError> {
    if !has_target()? {
        return Err(PageError::NoTarget);
    }
    let mut build = Command::new(cargo());
    build.envs(std::env::var_os(COMPILER).map(|rustc| ("RUSTC", rustc)));
    build.current_dir(&places.root).env("CARGO_TARGET_DIR", &places.wasm);
    build.args([
        "build",
        "--config",
        VECTORS,
        "--locked",
        "--no-default-features",
        "--profile",
        "web",
        "--target",
        TARGET,
        "--bin",
        "tickscope",
    ]);
    let status = build.status().map_err(|why| PageError::NotStarted { tool: "cargo".to_owned(), why })?;
    if !status.success() {
        return Err(PageError::Failed("cargo build"));
    }
    Ok(places.wasm.join(TARGET).join("web/tickscope.wasm"))
}

/// Whether the compiler, the one for the page or `RUSTC` or the usual one, has a standard library for the web.
fn has_target() -> Result<bool, PageError> {
    let rustc = std::env::var_os(COMPILER).or_else(|| std::env::var_os("RUSTC")).unwrap_or_else(|| "rustc".into());
    let mut ask = Command::new(&rustc);
    ask.args(["--print", "target-libdir", "--target", TARGET]).stderr(Stdio::inherit());
    let asked = ask.output().map_err(|why| PageError::NotStarted { tool: rustc.to_string_lossy().into_owned(), why })?;
    Ok(Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir())
}
