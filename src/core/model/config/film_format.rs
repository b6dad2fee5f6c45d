//! The file formats of films, and the frame rates that each of them keeps exactly.

use crate::base::params::Invalid;
use std::path::{Path, is_separator};

/// The largest number of frames a second.
pub const MOST_FPS: u32 = 240;

/// The shortest time of an animation's frame, ms: browsers show one of 10 ms or less for 100 ms.
const SHORTEST_MS: u32 = 11;

/// The rates that a list offers for a format that keeps any rate: those of displays and films, and their fractions.
const USUAL: [u32; 15] = [240, 144, 120, 100, 75, 60, 50, 48, 30, 25, 24, 20, 15, 12, 10];

/// A file format of films and stills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One still.
    Png,
    /// Every frame as a PNG of its own.
    PngSequence,
    /// Animated PNG.
    Apng,
    /// Animated GIF.
    Gif,
    /// H.264 video, by ffmpeg.
    Mp4,
    /// VP9 video, by ffmpeg.
    WebM,
}

impl Format {
    /// All formats in the order of a list: films that play anywhere first, the still last.
    pub const ALL: [Format; 6] = [Format::Mp4, Format::WebM, Format::Gif, Format::Apng, Format::PngSequence, Format::Png];

    /// Returns the name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Png => "PNG still",
            Format::PngSequence => "PNG sequence",
            Format::Apng => "animated PNG",
            Format::Gif => "animated GIF",
            Format::Mp4 => "MP4 video",
            Format::WebM => "WebM video",
        }
    }

    /// Returns the extension of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Png | Format::PngSequence => "png",
            Format::Apng => "apng",
            Format::Gif => "gif",
            Format::Mp4 => "mp4",
            Format::WebM => "webm",
        }
    }

    /// Returns whether it has more than one frame.
    pub const fn is_film(self) -> bool {
        !matches!(self, Format::Png)
    }

    /// Returns the longest side, in pixels.
    pub const fn longest_side(self) -> u32 {
        match self {
            Format::Gif => 65_535,
            Format::Mp4 | Format::WebM => 16_383,
            Format::Png | Format::PngSequence | Format::Apng => 1 << 20,
        }
    }

    /// Returns the format of a path, by its extension. A path with a place for a number (`%05d.png`) or with a separator at its
    /// end (`frames/`) is a sequence.
    ///
    /// # Errors
    /// If no format has this extension.
    pub fn of(path: &Path) -> Result<Format, Invalid> {
        if path.to_string_lossy().ends_with(is_separator) {
            return Ok(Format::PngSequence);
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default();
        if extension == "png" {
            return Ok(if numbered(path, 0).is_some() { Format::PngSequence } else { Format::Png });
        }
        let known = Format::ALL.into_iter().find(|format| format.extension() == extension);
        known.ok_or_else(|| {
            let all = "a name ending in .mp4, .webm, .gif, .apng or .png, or a sequence such as frames/%05d.png";
            Invalid::new("--output", path.display(), all)
        })
    }

    /// Returns whether this format, and the programs that play it, keep frames exactly `1/fps` seconds apart.
    pub const fn is_exact(self, fps: u32) -> bool {
        if fps == 0 || fps > MOST_FPS {
            return false;
        }
        match self {
            Format::Gif => 100 % fps == 0 && 1000 / fps >= SHORTEST_MS,
            Format::Apng => 1000 / fps >= SHORTEST_MS,
            Format::Png | Format::PngSequence | Format::Mp4 | Format::WebM => true,
        }
    }

    /// Returns the rates to offer, the fastest first: every exact rate of a GIF, which has few; else the usual rates.
    pub fn exact_rates(self) -> Vec<u32> {
        match self {
            Format::Gif => (1..=MOST_FPS).rev().filter(|fps| self.is_exact(*fps)).collect(),
            _ => USUAL.into_iter().filter(|fps| self.is_exact(*fps)).collect(),
        }
    }

    /// Returns the offered rate that is nearest to `fps`.
    pub fn nearest_exact_rate(self, fps: u32) -> u32 {
        self.exact_rates().into_iter().min_by_key(|rate| rate.abs_diff(fps)).unwrap_or(fps)
    }

    /// Checks that the format keeps a rate exactly.
    ///
    /// # Errors
    /// If frames of this rate would not be exactly `1/fps` apart. The error names the nearest rates that are allowed.
    pub fn check_fps(self, fps: u32) -> Result<(), Invalid> {
        if self.is_exact(fps) {
            return Ok(());
        }
        let why = match self {
            _ if fps == 0 || fps > MOST_FPS => {
                return Err(Invalid::new("--fps", fps, format!("a whole number, 1 to {MOST_FPS}")));
            }
            Format::Gif if 100 % fps != 0 => "its delays are whole hundredths of a second",
            _ => "browsers slow down what is faster",
        };
        let below = (1..fps).rev().find(|fps| self.is_exact(*fps));
        let above = (fps..=MOST_FPS).find(|fps| self.is_exact(*fps));
        let nearest: Vec<String> = below.into_iter().chain(above).map(|fps| fps.to_string()).collect();
        let allowed = format!("the nearest exact rate of an {} is {} ({why})", self.name(), nearest.join(" or "));
        Err(Invalid::new("--fps", fps, allowed))
    }
}

/// Returns the file name of a sequence's frame; `None` if the last part of the path has no place for a number: `%d`, or `%05d`
/// for five digits.
pub fn numbered(path: &Path, frame: u32) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let (before, rest) = name.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let width = match digits {
        "" => 0,
        _ => digits.strip_prefix('0')?.parse::<usize>().ok().filter(|width| (1..=9).contains(width))?,
    };
    (!after.contains('%')).then(|| format!("{before}{frame:0width$}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_says_the_format() {
        for format in Format::ALL.into_iter().filter(|format| *format != Format::PngSequence) {
            assert_eq!(Format::of(Path::new(&format!("a.b/x.{}", format.extension()))), Ok(format));
            assert_eq!(Format::of(Path::new(&format!("X.{}", format.extension().to_uppercase()))), Ok(format));
        }
        for sequence in ["frames/%05d.png", "%d.PNG", "a %03d b.png", "frames/", "/"] {
            assert_eq!(Format::of(Path::new(sequence)), Ok(Format::PngSequence), "{sequence}");
        }
        for still in ["100%.png", "%s.png", "%00d.png", "%5d.png", "%010d.png", "%d%d.png", "%02d/x.png"] {
            assert_eq!(Format::of(Path::new(still)), Ok(Format::Png), "{still}");
        }
    }

    #[test]
    fn an_unknown_extension_is_refused_by_naming_the_known_ones() {
        for unknown in ["out.avi", "out", "", "%05d.gif.bmp", "png"] {
            let refusal = Format::of(Path::new(unknown)).unwrap_err();
            assert_eq!((refusal.name.as_str(), refusal.value.as_str()), ("--output", unknown));
            for format in Format::ALL {
                assert!(refusal.allowed.contains(&format!(".{}", format.extension())), "{refusal}");
            }
        }
    }

    #[test]
    fn only_rates_that_are_exact_are_offered() {
        assert_eq!(Format::Gif.exact_rates(), [50, 25, 20, 10, 5, 4, 2, 1]);
        assert_eq!(Format::Apng.exact_rates()[..3], [75, 60, 50]);
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
        assert!(refusal(Format::Apng, 120).ends_with("is 90 (browsers slow down what is faster)"));
        assert_eq!(refusal(Format::Mp4, 0), "--fps: '0' is not allowed; a whole number, 1 to 240");
    }
}
