//! The file formats of films, and the frame rates that each of them keeps exactly. A format is one row here, from which the
//! dialog, the command line and its messages are made, and one codec in `front/film/encode`.

use std::path::Path;
use tickscope_core::base::params::invalid::Invalid;

const MOST_FPS: u32 = 240;

/// The shortest time of a GIF's frame, in ms: browsers show a frame of 10 ms or less for 100 ms.
const SHORTEST_MS: u32 = 11;

/// The rates that a list offers for a format that keeps any rate: rates of displays and of films, and fractions of them.
const USUAL: [u32; 15] = [240, 144, 120, 100, 75, 60, 50, 48, 30, 25, 24, 20, 15, 12, 10];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Mp4,
    WebM,
    Gif,
    Png,
}

/// Everything about a format except its codec.
#[derive(Clone, Copy, Debug)]
pub struct FormatRow {
    /// The ending of the format's files, without the dot.
    pub ending: &'static str,
    /// The name in messages.
    pub name: &'static str,
    /// A sentence about its use, for the dialog.
    pub about: &'static str,
    /// Whether a file of the format has more than one frame.
    pub is_film: bool,
    /// Whether the format is written by ffmpeg, which only the installed program can start.
    pub needs_ffmpeg: bool,
    /// Whether the format stores delays in whole hundredths of a second, so that it keeps few rates exactly.
    pub in_hundredths: bool,
    /// The largest width or height, in pixels.
    pub longest_side: u32,
    /// The proposed width and height, in pixels.
    pub size: [u32; 2],
}

const HD: [u32; 2] = [1280, 720];

impl Format {
    /// All formats in the order of a list: films that play anywhere first, the still last.
    pub const ALL: [Format; 4] = [Format::Mp4, Format::WebM, Format::Gif, Format::Png];

    pub const fn row(self) -> FormatRow {
        match self {
            Format::Mp4 => FormatRow {
                ending: "mp4",
                name: "MP4 video",
                about: "Video for every player (needs ffmpeg).",
                is_film: true,
                needs_ffmpeg: true,
                in_hundredths: false,
                longest_side: 16_383,
                size: HD,
            },
            Format::WebM => {
                FormatRow { ending: "webm", name: "WebM video", about: "Video for browsers (needs ffmpeg).", ..Format::Mp4.row() }
            }
            Format::Gif => FormatRow {
                ending: "gif",
                name: "animated GIF",
                about: "Animation for web pages and documents; 50, 25, 20, 10 … frames a second.",
                is_film: true,
                needs_ffmpeg: false,
                in_hundredths: true,
                longest_side: 65_535,
                size: [960, 540], // Its files are large.
            },
            Format::Png => FormatRow {
                ending: "png",
                name: "PNG still",
                about: "A still of the last moment.",
                is_film: false,
                needs_ffmpeg: false,
                in_hundredths: false,
                longest_side: 1 << 20,
                size: HD,
            },
        }
    }

    /// Returns the endings of `formats` as a list in words: `.gif, .png`.
    pub fn endings(formats: impl Iterator<Item = Format>) -> String {
        let endings: Vec<String> = formats.map(|format| format!(".{}", format.row().ending)).collect();
        endings.join(", ")
    }

    pub fn of(path: &Path) -> Result<Format, Invalid> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let known = Format::ALL.into_iter().find(|format| format.row().ending == ending);
        known.ok_or_else(|| {
            let all = format!("a name with one of the endings {}", Format::endings(Format::ALL.into_iter()));
            Invalid::new("--output", path.display(), all)
        })
    }

    /// Returns whether this format, and the programs that play it, keep frames exactly `1/fps` seconds apart.
    pub const fn is_exact(self, fps: u32) -> bool {
        let is_allowed = fps > 0 && fps <= MOST_FPS;
        is_allowed && (!self.row().in_hundredths || (100 % fps == 0 && 1000 / fps >= SHORTEST_MS))
    }

    /// Returns the rates to offer, the fastest first: the usual rates, or, for a format that keeps only few rates exactly, all of
    /// these.
    pub fn exact_rates(self) -> Vec<u32> {
        if !self.row().in_hundredths {
            return USUAL.to_vec();
        }
        (1..=MOST_FPS).rev().filter(|fps| self.is_exact(*fps)).collect()
    }

    pub fn nearest_exact_rate(self, fps: u32) -> u32 {
        self.exact_rates().into_iter().min_by_key(|rate| rate.abs_diff(fps)).unwrap_or(fps)
    }

    pub fn check_fps(self, fps: u32) -> Result<(), Invalid> {
        if self.is_exact(fps) {
            return Ok(());
        }
        if fps == 0 || fps > MOST_FPS {
            return Err(Invalid::new("--fps", fps, format!("a whole number, 1 to {MOST_FPS}")));
        }
        let why =
            if 100 % fps == 0 { "browsers slow down what is faster" } else { "its delays are whole hundredths of a second" };
        let below = (1..fps).rev().find(|fps| self.is_exact(*fps));
        let above = (fps..=MOST_FPS).find(|fps| self.is_exact(*fps));
        let nearest: Vec<String> = below.into_iter().chain(above).map(|fps| fps.to_string()).collect();
        let allowed = format!("the nearest exact rate of an {} is {} ({why})", self.row().name, nearest.join(" or "));
        Err(Invalid::new("--fps", fps, allowed))
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::view::film_format::*;

    #[test]
    fn the_ending_says_the_format() {
        for format in Format::ALL {
            let ending = format.row().ending;
            assert_eq!(Format::of(Path::new(&format!("a.b/x.{ending}"))), Ok(format));
            assert_eq!(Format::of(Path::new(&format!("X.{}", ending.to_uppercase()))), Ok(format));
        }
    }

    #[test]
    fn an_unknown_ending_is_refused_by_naming_the_known_ones() {
        for unknown in ["out.avi", "out", "", "frames/", "png"] {
            let refusal = Format::of(Path::new(unknown)).unwrap_err();
            assert_eq!((refusal.name.as_str(), refusal.value.as_str()), ("--output", unknown));
            for format in Format::ALL {
                assert!(refusal.allowed.contains(&format!(".{}", format.row().ending)), "{refusal}");
            }
        }
    }

    #[test]
    fn only_rates_that_are_exact_are_offered() {
        assert_eq!(Format::Gif.exact_rates(), [50, 25, 20, 10, 5, 4, 2, 1]);
        assert_eq!(Format::Mp4.exact_rates()[..3], [240, 144, 120]);
        for format in Format::ALL {
            assert!(format.exact_rates().iter().all(|fps| format.check_fps(*fps).is_ok()));
            assert!(format.exact_rates().is_sorted_by(|a, b| a > b));
            assert!(format.check_fps(0).is_err() && format.check_fps(241).is_err());
        }
    }

    #[test]
    fn an_inexact_rate_is_answered_with_the_nearest_exact_ones() {
        let refusal = |format: Format, fps| format.check_fps(fps).unwrap_err().to_string();
        let gif = "--fps: '30' is not allowed; the nearest exact rate of an animated GIF is 25 or 50 \
                   (its delays are whole hundredths of a second)";
        assert_eq!(refusal(Format::Gif, 30), gif);
        assert!(refusal(Format::Gif, 100).ends_with("is 50 (browsers slow down what is faster)"));
        assert_eq!(refusal(Format::Mp4, 0), "--fps: '0' is not allowed; a whole number, 1 to 240");
    }
}
