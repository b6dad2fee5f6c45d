//! The page: the glue and the site's own files in one folder.

use crate::compile::Build;
use crate::error::PageError;
use crate::fill::fill;
use crate::places::Places;
use crate::{codes, files, glue, pack, previews};
use std::path::PathBuf;

/// Makes the page from the glue of each build and the files of the site, and replaces an older page as a whole.
pub fn assemble(places: &Places, made: &[(Build, PathBuf)]) -> Result<(), PageError> {
    let new = places.page.with_extension("new");
    files::clear(&new)?;
    let (mut wasm_bytes, mut hash) = (Vec::new(), crc32fast::Hasher::new());
    for (build, glue) in made {
        for file in files::below(glue)?.iter().filter(|file| glue::is_of_the_page(file)) {
            let bytes = files::read(&glue.join(file))?;
            hash.update(&bytes);
            if file.extension().is_some_and(|extension| extension == "wasm") {
                wasm_bytes.push((*build, bytes.len()));
            }
            files::write(&new.join(build.folder()).join(file), &bytes)?;
        }
    }
    let facts = Facts { wasm_bytes, build: format!("{:08x}", hash.finalize()) };
    for file in files::below(&places.site)? {
        let from = places.site.join(&file);
        let bytes = files::read(&from)?;
        let bytes = if file.extension().is_some_and(|extension| extension == "html") {
            let text = String::from_utf8(bytes).map_err(|_| PageError::unreadable(&from, "not UTF-8"))?;
            fill(&text, |name| facts.value(name)).map_err(|what| PageError::unreadable(&from, what))?.into_bytes()
        } else {
            bytes
        };
        files::write(&new.join(&file), &bytes)?;
    }
    previews::write_all(&new, &places.root.join("assets/gallery"), &facts.build)?;
    pack::write_twins(&new)?;
    if places.page.exists() {
        std::fs::remove_dir_all(&places.page).map_err(PageError::at(&places.page))?;
    }
    std::fs::rename(&new, &places.page).map_err(PageError::at(&places.page))
}

/// The values with which the site's files are filled.
struct Facts {
    /// The number of bytes that fill the loading bar for each build. It counts unpacked bytes, because the browser reports the
    /// bytes after unpacking.
    wasm_bytes: Vec<(Build, usize)>,
    /// A word that differs from build to build, so that no browser combines an old file with a new one.
    build: String,
}

impl Facts {
    fn value(&self, name: &str) -> Result<String, String> {
        match name.split_once(':') {
            None if name == "build" => Ok(self.build.clone()),
            Some(("wasm-bytes", build)) => {
                let of_build = self.wasm_bytes.iter().find(|(of, _)| of.name() == build);
                of_build.map(|(_, bytes)| bytes.to_string()).ok_or_else(|| format!("{build} is no build"))
            }
            Some(("code", id)) => codes::of(id),
            Some(("listing", id)) => codes::with_listing(id),
            _ => Err(format!("{{{{{name}}}}} means nothing")),
        }
    }
}
