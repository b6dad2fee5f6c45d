//! The host of a session: the window of a desktop, a page in a browser, or a part of another page. The interface asks the host
//! for its abilities, and explains in place what is missing; no panel checks the target for which it was compiled.

use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::FilmSpec;
use std::path::Path;
use tickscope_core::base::params::invalid::Invalid;

/// The way in which files are opened and saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    Disk,
    /// Files are chosen or dropped, and saved as downloads. A page knows their names, but no paths.
    Browser,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    pub files: Files,
    /// Whether ffmpeg can be started, which some film formats need.
    pub ffmpeg: bool,
    /// Whether the session is a part of another page, which shows only the panes, the loads and the choice of the presentation.
    pub embedded: bool,
}

/// The message of a host that can't start ffmpeg.
pub const NO_FFMPEG: &str = "Videos are made by the installed program, with ffmpeg.";

impl Default for Host {
    fn default() -> Host {
        Host { files: Files::Disk, ffmpeg: true, embedded: false }
    }
}

impl Host {
    pub const fn browser() -> Host {
        Host { files: Files::Browser, ffmpeg: false, embedded: false }
    }

    pub const fn embed() -> Host {
        Host { embedded: true, ..Host::browser() }
    }

    /// Returns the film formats that this host can make; the first one is proposed.
    pub fn film_formats(self) -> impl Iterator<Item = Format> {
        Format::ALL.into_iter().filter(move |format| self.ffmpeg || !format.row().needs_ffmpeg)
    }

    /// Checks a film's values against their ranges, and its format against the formats that this host can make.
    pub fn check_film(self, film: &FilmSpec) -> Result<(), Invalid> {
        match Format::of(Path::new(&film.path)) {
            Ok(format) if !self.film_formats().any(|made| made == format) => {
                let made = Format::endings(self.film_formats());
                Err(Invalid::new("film", &film.path, format!("{made} here. {NO_FFMPEG}")))
            }
            // An unknown ending may be the beginning of one that is still being typed.
            _ => film.check(),
        }
    }

    /// Returns the film in a format that this host can make.
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
