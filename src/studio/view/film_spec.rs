//! The description of a film: plain data, checked before anything starts.

use super::film_format::Format;
use super::fit::{self, Fit};
use super::watching::SPEED;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::limits::LONGEST_RUN_S;

/// A film, or a still, which shows only the last moment.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmSpec {
    /// The path of the file, whose ending decides the format.
    pub path: String,
    /// Frames per second of the film, 1 to 240.
    pub fps: u32,
    /// Width and height, in pixels.
    pub size: [u32; 2],
    /// Pixels per point of the interface.
    pub zoom: f64,
    /// The beginning of the film, in laboratory seconds of the run.
    pub from_s: f64,
    /// The end of the film, in laboratory seconds of the run; not before `from_s`.
    pub to_s: f64,
    /// Laboratory seconds per second of the film; below 1 is slow motion.
    pub speed: f64,
    /// A line under the panes; empty for none.
    pub caption: String,
    /// Whether the film shows the whole window, not only the panes.
    pub panel: bool,
    /// The index of the one pane that the film shows; `None` shows all.
    pub pane: Option<usize>,
    /// Whether a virtual display that the film can't show evenly gets a rate that fits.
    pub fit_display: bool,
}

pub const FPS: Param = Param::count("fps", 60.0, (1.0, 240.0), "Frames a second of the film.");
pub const SIDE: Param = Param::count("size", 1280.0, (64.0, 4096.0), "Width and height of the film in pixels.");
pub const MOMENT_S: Param = Param::seconds("from", 0.0, (0.0, LONGEST_RUN_S), "Where in the run the film begins and ends.");
pub const ZOOM: Param = Param::plain("zoom", 1.0, (0.5, 4.0), "Pixels a point: larger makes text and lines larger.");
/// The largest number of frames: an hour at 60 frames per second.
const MOST_FRAMES: u64 = 216_000;

impl Default for FilmSpec {
    fn default() -> FilmSpec {
        FilmSpec {
            path: "tickscope.mp4".to_owned(),
            fps: 60,
            size: [1280, 720],
            zoom: 1.0,
            from_s: 0.0,
            to_s: 10.0,
            speed: 1.0,
            caption: String::new(),
            panel: false,
            pane: None,
            fit_display: false,
        }
    }
}

impl FilmSpec {
    /// Returns the film as a file of `format` at `path`, with a rate that the format keeps exactly, its size, and a display whose
    /// refreshes fit the rate.
    #[must_use]
    pub fn in_format(self, path: String, format: Format) -> FilmSpec {
        let usual = FilmSpec::default();
        let fps = format.nearest_exact_rate(usual.fps);
        FilmSpec { path, fps, size: format.row().size, fit_display: fps != usual.fps, ..self }
    }

    /// Returns the film as a file of `format` in the same folder, with the ending of that format.
    #[must_use]
    pub fn with_format(self, format: Format) -> FilmSpec {
        let (folder, name) = self.folder_and_name();
        let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("tickscope");
        let path = format!("{folder}{stem}.{}", format.row().ending);
        self.in_format(path, format)
    }

    /// Returns the film with the next number in its name: `film-2.mp4` after `film.mp4`.
    #[must_use]
    pub fn with_next_name(self) -> FilmSpec {
        let (folder, name) = self.folder_and_name();
        let Some((stem, ending)) = name.rsplit_once('.') else { return self };
        let numbered = stem.rsplit_once('-').and_then(|(stem, number)| Some((stem, number.parse::<u32>().ok()?)));
        let (stem, number) = numbered.unwrap_or((stem, 1));
        FilmSpec { path: format!("{folder}{stem}-{}.{ending}", number.saturating_add(1)), ..self }
    }

    fn folder_and_name(&self) -> (&str, &str) {
        self.path.split_at(self.path.rfind(['/', '\\']).map_or(0, |at| at + 1))
    }

    pub fn check(&self) -> Result<(), Invalid> {
        FPS.check_number(f64::from(self.fps))?;
        self.size.iter().try_for_each(|side| SIDE.check_number(f64::from(*side)))?;
        ZOOM.check_number(self.zoom)?;
        MOMENT_S.check_number(self.from_s)?;
        MOMENT_S.check_number(self.to_s).map_err(|invalid| invalid.called("to"))?;
        SPEED.check_number(self.speed)?;
        if self.to_s < self.from_s {
            return Err(Invalid::new("to", self.to_s, format!("not before {} s", self.from_s)));
        }
        if self.frames() > MOST_FRAMES {
            return Err(Invalid::new("frames", self.frames(), format!("at most {MOST_FRAMES}")));
        }
        Ok(())
    }

    /// Returns the number of frames, at least one.
    pub fn frames(&self) -> u64 {
        (((self.to_s - self.from_s) / self.speed * f64::from(self.fps)).round() as u64).max(1)
    }

    /// Returns the moment that frame `number` shows, counted from 0: exactly 1/fps after the frame before it, in the film's time.
    pub fn moment(&self, number: u64) -> Time {
        let fps = i128::from(self.fps);
        let flicks = (i128::from(number) * i128::from(FLICKS_PER_SECOND) * 2 + fps) / (fps * 2);
        let span = Span::from_flicks(flicks as i64);
        Time::from_secs(self.from_s) + if self.speed == 1.0 { span } else { span.scaled(self.speed) }
    }

    /// Returns how the refreshes of a display of `refresh_hz` fit the frames of the film.
    pub fn fit(&self, refresh_hz: f64) -> Fit {
        Fit::of(refresh_hz, self.speed, 1.0 / f64::from(self.fps))
    }

    /// Returns the rate nearest to `refresh_hz` that the film shows evenly at real speed.
    pub fn fitting_rate(&self, refresh_hz: f64) -> f64 {
        fit::fitting_rate(refresh_hz, f64::from(self.fps))
    }

    /// Describes why the film can't show a display of `refresh_hz` evenly; `None` if it can.
    pub fn loss(&self, refresh_hz: f64) -> Option<String> {
        if self.fit(refresh_hz) != Fit::Uneven {
            return None;
        }
        let (fps, rate) = (self.fps, self.fitting_rate(refresh_hz));
        Some(format!(
            "a film of {fps} frames a second can't show {refresh_hz} Hz evenly, so the panes judder in it; {rate} Hz would fit"
        ))
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::view::film_spec::*;

    #[test]
    fn the_next_name_counts_on() {
        let next = |path: &str| FilmSpec { path: path.to_owned(), ..FilmSpec::default() }.with_next_name().path;
        assert_eq!(next("tickscope.gif"), "tickscope-2.gif");
        assert_eq!(next("a-b/film-9.mp4"), "a-b/film-10.mp4");
        assert_eq!(next("a.b/film-x.png"), "a.b/film-x-2.png");
        assert_eq!(next("no ending"), "no ending");
    }

    #[test]
    fn frames_stand_exactly_one_over_fps_apart() {
        for fps in [1, 24, 25, 30, 50, 60, 100, 240] {
            let spec = FilmSpec { fps, from_s: 2.0, ..FilmSpec::default() };
            for number in [0_u64, 1, 2, 599, 86_400] {
                let flicks = (number as f64 / f64::from(fps) * FLICKS_PER_SECOND as f64).round();
                assert_eq!(spec.moment(number) - Time::from_secs(2.0), Span::from_flicks(flicks as i64), "{fps}");
            }
        }
        let slow = FilmSpec { fps: 60, speed: 0.1, ..FilmSpec::default() };
        assert_eq!(slow.frames(), 6000);
        assert_eq!(slow.moment(600), Time::from_secs(1.0));
    }

    #[test]
    fn a_display_that_does_not_fit_is_described() {
        let gif = FilmSpec { fps: 50, ..FilmSpec::default() };
        assert!(gif.loss(60.0).is_some_and(|loss| loss.contains("50 Hz would fit")));
        assert_eq!(gif.loss(50.0), None);
        assert_eq!(gif.loss(100.0), None);
    }

    #[test]
    fn a_format_brings_a_rate_a_size_and_a_display_that_fit() {
        let gif = FilmSpec::default().in_format("a.gif".to_owned(), Format::Gif);
        assert_eq!((gif.fps, gif.size, gif.fit_display), (50, [960, 540], true));
        let film = gif.in_format("a.mp4".to_owned(), Format::Mp4);
        assert_eq!(film, FilmSpec { path: "a.mp4".to_owned(), ..FilmSpec::default() });
    }

    #[test]
    fn impossible_films_are_refused() {
        let bad = [
            FilmSpec { fps: 0, ..FilmSpec::default() },
            FilmSpec { size: [1280, 9000], ..FilmSpec::default() },
            FilmSpec { to_s: f64::NAN, ..FilmSpec::default() },
            FilmSpec { from_s: 5.0, to_s: 4.0, ..FilmSpec::default() },
            FilmSpec { speed: 0.0, ..FilmSpec::default() },
            FilmSpec { to_s: 80_000.0, ..FilmSpec::default() },
        ];
        assert!(bad.iter().all(|spec| spec.check().is_err()));
        assert!(FilmSpec::default().check().is_ok());
    }
}
