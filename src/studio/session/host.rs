//! The host of a session: the window of a desktop, a page in a browser, or a part of another page. The interface asks it what
//! can be done, and explains in place what can't; no panel asks for which target it was compiled.

use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::FilmSpec;
use std::path::Path;
use tickscope_core::base::params::invalid::Invalid;

/// The way in which files are opened and saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// Files have paths on a disk.
    Disk,
    /// Files are chosen or dropped, and saved as downloads: a page knows names, and no paths.
    Browser,
}

/// The abilities of the place in which a session runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// The way in which files are opened and saved.
    pub files: Files,
    /// Whether ffmpeg can be started, which some film formats need.
    pub ffmpeg: bool,
    /// Whether the session is a part of another page: the panes, the loads and the drawing switch, and nothing else.
    pub embedded: bool,
}

/// The message where ffmpeg can't be started.
pub const NO_FFMPEG: &str = "Videos are made by the installed program, with ffmpeg.";

impl Default for Host {
    /// Returns the window of a desktop.
    fn default() -> Host {
        Host { files: Files::Disk, ffmpeg: true, embedded: false }
    }
}

impl Host {
    /// Returns a page of its own in a browser.
    pub const fn browser() -> Host {
        Host { files: Files::Browser, ffmpeg: false, embedded: false }
    }

    /// Returns a part of another page in a browser.
    pub const fn embed() -> Host {
        Host { embedded: true, ..Host::browser() }
    }

    /// Returns the film formats that are made here; the first one is proposed.
    pub fn film_formats(self) -> impl Iterator<Item = Format> {
        Format::ALL.into_iter().filter(move |format| self.ffmpeg || !format.row().needs_ffmpeg)
    }

    /// Checks a film's values against their ranges, and its format against those that are made here.
    pub fn check_film(self, film: &FilmSpec) -> Result<(), Invalid> {
        match Format::of(Path::new(&film.path)) {
            Ok(format) if !self.film_formats().any(|made| made == format) => {
                let made = Format::endings(self.film_formats());
                Err(Invalid::new("film", &film.path, format!("{made} here. {NO_FFMPEG}")))
            }
            // An ending that is not known yet may still be typed on.
            _ => film.check(),
        }
    }

    /// Returns the film in a format that is made here.
    #[must_use]
    pub fn film(self, film: FilmSpec) -> FilmSpec {
        match (Format::of(Path::new(&film.path)), self.film_formats().next()) {
            (Ok(format), Some(first)) if !self.film_formats().any(|made| made == format) => film.with_format(first),
            _ => film,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::session::host::*;

    #[test]
    fn a_desktop_makes_every_film_and_a_browser_those_without_ffmpeg() {
        let film = |path: &str| FilmSpec { path: path.to_owned(), ..FilmSpec::default() };
        for path in ["a.mp4", "a.webm", "a.gif", "a.png"] {
            assert_eq!(Host::default().check_film(&film(path)), Ok(()), "{path}");
            let made = ["a.gif", "a.png"].contains(&path);
            assert_eq!(Host::browser().check_film(&film(path)).is_ok(), made, "{path}");
        }
        let said = Host::browser().check_film(&film("a.mp4")).unwrap_err().to_string();
        assert!(said.contains(".gif, .png here. Videos are made"), "{said}");
    }

    #[test]
    fn a_film_that_is_proposed_can_be_made() {
        let proposed = Host::browser().film(FilmSpec::default());
        assert_eq!((proposed.path.as_str(), proposed.fps), ("tickscope.gif", 50));
        assert_eq!(Host::browser().check_film(&proposed), Ok(()));
        assert_eq!(Host::default().film(FilmSpec::default()), FilmSpec::default());
    }
}
