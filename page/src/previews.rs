//! An address of its own for each comparison that comes with the program: `c/ID/`. Whoever shares it sends a title, a sentence and a
//! picture; whoever opens it is led into the page.

use crate::assemble::{read, write};
use crate::codes;
use crate::error::PageError;
use crate::fill::fill;
use std::path::Path;
use tickscope::studio::scenario::builtin;

/// The folder of the addresses.
pub const FOLDER: &str = "c";

const PAGE: &str = include_str!("../previews/comparison.html");

/// Writes the addresses of all comparisons into `page`; the pictures of the gallery are in `pictures`.
///
/// # Errors
/// If a picture can't be read, or a file can't be written.
pub fn write_all(page: &Path, pictures: &Path, build: &str) -> Result<(), PageError> {
    for (id, scenario) in builtin::scenarios() {
        let value = |name: &str| match name {
            "id" => Ok((*id).to_owned()),
            "title" => Ok(escape(&scenario.name)),
            "about" => Ok(escape(&scenario.about)),
            "code" => codes::of(id),
            "build" => Ok(build.to_owned()),
            _ => Err(format!("{{{{{name}}}}} means nothing")),
        };
        let folder = page.join(FOLDER).join(id);
        let text = fill(PAGE, value).map_err(|what| PageError::unreadable(Path::new("page/previews/comparison.html"), what))?;
        write(&folder.join("index.html"), text.as_bytes())?;
        write(&folder.join("picture.png"), &read(&pictures.join(format!("scenario-{id}.png")))?)?;
    }
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_comparison_has_an_address_with_its_title_its_sentence_and_its_picture() {
        let page = tempfile::tempdir().expect("a folder can be made");
        let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/gallery");
        write_all(page.path(), &pictures, "0").expect("all pictures are there");
        for (id, scenario) in builtin::scenarios() {
            let folder = page.path().join(FOLDER).join(id);
            let text = std::fs::read_to_string(folder.join("index.html")).expect("it is written");
            assert!(text.contains(&format!("og:title\" content=\"{}\"", escape(&scenario.name))), "{id}: {text}");
            assert!(text.contains(&format!("og:description\" content=\"{}\"", escape(&scenario.about))), "{id}: {text}");
            assert!(text.contains(&format!("url=../../#{}\"", codes::of(id).expect("it has a code"))), "{id}");
            assert!(std::fs::read(folder.join("picture.png")).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")), "{id}");
        }
    }

    #[test]
    fn a_sentence_can_not_become_markup() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
    }
}
