//! The page: the glue and the site's own files in one folder.

use crate::error::PageError;
use crate::fill::fill;
use crate::places::Places;
use crate::{codes, files, glue};
use std::path::Path;

/// Makes the page of `glue` and the site's files, and puts it in the place of an older one, whole.
///
/// # Errors
/// If a file can't be read, filled in or written.
pub fn assemble(places: &Places, glue: &Path) -> Result<(), PageError> {
    let new = places.page.with_extension("new");
    files::clear(&new)?;
    let wasm = read(&glue.join("tickscope_bg.wasm"))?;
    let script = read(&glue.join("tickscope.js"))?;
    let facts = Facts { wasm_bytes: wasm.len(), build: format!("{:08x}", crc32fast::hash(&[wasm, script].concat())) };

    for file in files::below(glue)?.iter().filter(|file| glue::is_of_the_page(file)) {
        write(&new.join(file), &read(&glue.join(file))?)?;
    }
    for file in files::below(&places.site)? {
        let from = places.site.join(&file);
        let bytes = read(&from)?;
        let bytes = if file.extension().is_some_and(|extension| extension == "html") {
            let text = String::from_utf8(bytes).map_err(|_| PageError::unreadable(&from, "not UTF-8"))?;
            fill(&text, |name| facts.value(name)).map_err(|what| PageError::unreadable(&from, what))?.into_bytes()
        } else {
            bytes
        };
        write(&new.join(&file), &bytes)?;
    }
    if places.page.exists() {
        std::fs::remove_dir_all(&places.page).map_err(PageError::at(&places.page))?;
    }
    std::fs::rename(&new, &places.page).map_err(PageError::at(&places.page))
}

/// What the site's files are filled with.
struct Facts {
    /// The loading bar's whole length: what arrives is counted after the server's packing is undone.
    wasm_bytes: usize,
    /// Differs from build to build, so that no browser puts an old half beside a new one.
    build: String,
}

impl Facts {
    fn value(&self, name: &str) -> Result<String, String> {
        match name.split_once(':') {
            None if name == "wasm-bytes" => Ok(self.wasm_bytes.to_string()),
            None if name == "build" => Ok(self.build.clone()),
            Some(("code", id)) => codes::of(id),
            _ => Err(format!("{{{{{name}}}}} means nothing")),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, PageError> {
    std::fs::read(path).map_err(PageError::at(path))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PageError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(PageError::at(folder))?;
    }
    std::fs::write(path, bytes).map_err(PageError::at(path))
}
