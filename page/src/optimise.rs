//! wasm-opt, where there is one: it makes the page smaller, and the page is right without it.

use crate::error::PageError;
use std::path::Path;
use std::process::{Command, Stdio};

/// What rustc's wasm and wasm-bindgen's glue use; every browser with WebGL2 and streaming has it.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Its name and version, if it is on the path.
pub fn find() -> Option<String> {
    let asked = Command::new("wasm-opt").arg("--version").stderr(Stdio::null()).output().ok()?;
    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}

/// Rewrites `wasm` in place where `there` is a wasm-opt, and says what it does. One that is too old for the file changes
/// nothing.
///
/// # Errors
/// If its file can't take the other's place.
pub fn optimise(wasm: &Path, there: bool) -> Result<(), PageError> {
    if !there {
        println!("There is no wasm-opt on the path; the page is a little larger for it.");
        return Ok(());
    }
    let smaller = wasm.with_extension("smaller");
    let status = Command::new("wasm-opt").args(FEATURES).arg("-O2").arg(wasm).arg("-o").arg(&smaller).status();
    if !status.is_ok_and(|status| status.success()) {
        println!("This wasm-opt can't read the program; the page is as it is without.");
        let _ = std::fs::remove_file(&smaller);
        return Ok(());
    }
    println!("wasm-opt made the program smaller.");
    std::fs::rename(&smaller, wasm).map_err(PageError::at(wasm))
}
