//! Uses wasm-opt if it is installed and makes the packed file smaller. It saves little, because rustc has optimised the program
//! as a whole.

use crate::error::PageError;
use crate::weigh;
use std::path::Path;
use std::process::{Command, Stdio};

/// The features that rustc's wasm and wasm-bindgen's glue use; every browser with WebGL2 and streaming has them.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Returns the name and version of wasm-opt; `None` if it is not on the path.
pub fn find() -> Option<String> {
    let asked = Command::new("wasm-opt").arg("--version").stderr(Stdio::null()).output().ok()?;
    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}

/// Lets `optimiser`, if there is one, make `wasm` smaller, and prints the result. The page works without it too.
pub fn optimise(wasm: &Path, optimiser: Option<&str>) -> Result<(), PageError> {
    let Some(optimiser) = optimiser else {
        println!("There is no wasm-opt on the path, and none is needed.");
        return Ok(());
    };
    let made = wasm.with_extension("optimised");
    let status = Command::new("wasm-opt").args(FEATURES).arg("-Oz").arg(wasm).arg("-o").arg(&made).status();
    if !status.is_ok_and(|status| status.success()) {
        println!("{optimiser} can't read the program, which stays as it is.");
        let _ = std::fs::remove_file(&made);
        return Ok(());
    }
    let gzip = |path: &Path| std::fs::read(path).map(|bytes| weigh::gzip(&bytes)).map_err(PageError::at(path));
    let (before, after) = (gzip(wasm)?, gzip(&made)?);
    if after < before {
        println!("{optimiser} made the program smaller: {before} bytes gzipped, {after} now.");
        std::fs::rename(&made, wasm).map_err(PageError::at(wasm))
    } else {
        println!("{optimiser} made nothing smaller: {before} bytes gzipped, {after} by it. The program stays as it is.");
        std::fs::remove_file(&made).map_err(PageError::at(&made))
    }
}
