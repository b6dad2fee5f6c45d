//! An address of its own for each comparison and each lesson that comes with the program: `c/ID/`, `c/lesson-ID/`. A shared
//! address is shown with a title, a sentence and a picture, and opening it leads into the page.

use crate::codes;
use crate::error::PageError;
use crate::files::{PREVIEWS, read, write};
use crate::fill::fill;
use std::path::Path;
use tickscope::studio::{lesson, scenario::builtin};

const PAGE: &str = include_str!("../previews/comparison.html");

/// A comparison or a lesson that is shared.
struct Preview {
    id: String,
    title: String,
    about: String,
    /// The name of the preview's picture in the gallery.
    picture: String,
    /// The share code, or the fragment of a lesson, that opens it after the `#` of the page.
    fragment: Result<String, String>,
}

fn all() -> impl Iterator<Item = Preview> {
    let comparisons = builtin::SCENARIOS.iter().map(|(id, scenario)| Preview {
        id: (*id).to_owned(),
        title: scenario.name.clone(),
        about: scenario.about.clone(),
        picture: format!("scenario-{id}.png"),
        fragment: codes::of(id),
    });
    let lessons = lesson::builtin::LESSONS.iter().map(|lesson| Preview {
        id: format!("lesson-{}", lesson.id),
        title: lesson.name.clone(),
        about: lesson.about.clone(),
        picture: format!("lesson-{}.png", lesson.id),
        fragment: Ok(lesson::link::link("", &lesson.id, 0).replacen('#', "", 1)),
    });
    comparisons.chain(lessons)
}

/// Writes the addresses of all comparisons and lessons into `page`; the pictures of the gallery are in `pictures`.
pub fn write_all(page: &Path, pictures: &Path, build: &str) -> Result<(), PageError> {
    for preview in all() {
        let value = |name: &str| match name {
            "id" => Ok(preview.id.clone()),
            "title" => Ok(escape(&preview.title)),
            "about" => Ok(escape(&preview.about)),
            "fragment" => preview.fragment.as_deref().map(escape).map_err(Clone::clone),
            "build" => Ok(build.to_owned()),
            _ => Err(format!("{{{{{name}}}}} means nothing")),
        };
        let folder = page.join(PREVIEWS).join(&preview.id);
        let text = fill(PAGE, value).map_err(|what| PageError::unreadable(Path::new("page/previews/comparison.html"), what))?;
        write(&folder.join("index.html"), text.as_bytes())?;
        write(&folder.join("picture.png"), &read(&pictures.join(&preview.picture))?)?;
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
    fn each_comparison_and_lesson_has_an_address_with_its_title_its_sentence_and_its_picture() {
        let page = tempfile::tempdir().expect("a folder can be made");
        let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/gallery");
        write_all(page.path(), &pictures, "0").expect("all pictures are there");
        assert_eq!(all().count(), builtin::SCENARIOS.len() + 6);
        for preview in all() {
            let (id, folder) = (&preview.id, page.path().join(PREVIEWS).join(&preview.id));
            let text = std::fs::read_to_string(folder.join("index.html")).expect("it is written");
            assert!(text.contains(&format!("og:title\" content=\"{}\"", escape(&preview.title))), "{id}: {text}");
            assert!(text.contains(&format!("og:description\" content=\"{}\"", escape(&preview.about))), "{id}: {text}");
            assert!(std::fs::read(folder.join("picture.png")).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")), "{id}");
        }
        let text =
            |id: &str| std::fs::read_to_string(page.path().join(PREVIEWS).join(id).join("index.html")).expect("it is written");
        let code = codes::of("slow-motion").expect("it has a code");
        assert!(text("slow-motion").contains(&format!("url=../../#{code}\"")));
        assert!(text("lesson-lost-time").contains("url=../../#lesson=lost-time&amp;step=1\""));
    }

    #[test]
    fn a_sentence_can_not_become_markup() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
    }
}
