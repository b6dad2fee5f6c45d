//! Makes from wasm a module that a browser loads: adds wasm-bindgen's glue, and lets wasm-opt make the wasm smaller if it is
//! installed.

use crate::compile::Build;
use crate::error::PageError;
use crate::places::Places;
use crate::{files, optimise, pack, versions};
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// The file next to the glue that says what the glue was made from.
const STAMP: &str = "made-of";

/// Makes the glue for the `wasm` of a build, unless its folder has the glue for the same wasm and tools already. Returns the
/// folder.
pub fn glue(places: &Places, build: Build, wasm: &Path) -> Result<PathBuf, PageError> {
    let version = versions::wasm_bindgen(&places.root.join("Cargo.lock"))?;
    let bytes = std::fs::read(wasm).map_err(PageError::at(wasm))?;
    let optimiser = optimise::find();
    let named = optimiser.as_deref().unwrap_or("no wasm-opt");
    let made_of = format!("{:08x} {} wasm-bindgen {version} {named}\n", crc32fast::hash(&bytes), bytes.len());

    let folder = places.wasm.join("glue").join(build.name());
    let stamp = folder.join(STAMP);
    if std::fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == made_of) {
        return Ok(folder);
    }
    files::clear(&folder)?;
    bind(bytes, &folder)?;
    optimise::optimise(&folder.join("tickscope_bg.wasm"), optimiser.as_deref())?;
    pack::write_twins(&folder)?;
    std::fs::write(&stamp, made_of).map_err(PageError::at(&stamp))?;
    Ok(folder)
}

/// Returns whether a file of the glue's folder belongs to the page.
pub fn is_of_the_page(file: &Path) -> bool {
    !file.ends_with(STAMP)
}

fn bind(wasm: Vec<u8>, folder: &Path) -> Result<(), PageError> {
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes("tickscope", wasm).out_name("tickscope").typescript(false);
    bindgen.omit_default_module_path(false).remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    made.map_err(|why| PageError::Glue(format!("{why:#}")))
}
