//! From a wish to a file.

use super::FilmError;
use super::encode::{self, Written};
use super::renderer::FilmRenderer;
use crate::base::params::Invalid;
use crate::model::config::FilmSpec;
use crate::model::config::film_format::Format;
use crate::studio::scenario::Scenario;
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// A film that was made, and what it took.
#[derive(Clone, Debug)]
pub struct RecordedFilm {
    /// What is on the disk now.
    pub written: Written,
    /// How many frames it has.
    pub frames: u64,
    /// Real time spent on running the panes, drawing and reading back …
    pub drawn: Duration,
    /// … and on encoding and writing.
    pub encoded: Duration,
}

/// What can be said against a wish before anything is drawn.
///
/// # Errors
/// If a number is out of range, no format has this ending, or the format can't show this rate exactly.
pub fn check(wish: &FilmSpec) -> Result<Format, Invalid> {
    wish.check()?;
    let format = Format::of(Path::new(&wish.path))?;
    if format != Format::Png {
        format.check_fps(wish.fps)?;
    }
    Ok(format)
}

/// Draws and writes the film that `wish` describes. `goes_on` gets the number of finished frames before each frame and at
/// the end; if it answers false, the film is cancelled.
///
/// # Errors
/// If it can't be drawn or written, or was cancelled; no half-written file is left.
pub fn record_film(
    scenario: &Scenario,
    wish: &FilmSpec,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<RecordedFilm, FilmError> {
    let format = check(wish)?;
    // A still is the last moment.
    let still = FilmSpec { from_s: wish.to_s, ..wish.clone() };
    let wish = if format == Format::Png { &still } else { wish };
    let frames = wish.frames();
    let mut encoder = encode::start(format, Path::new(&wish.path), wish.size, wish.fps, frames as u32)?;
    let (mut drawn, mut encoded) = (Duration::ZERO, Duration::ZERO);
    let mut renderer = FilmRenderer::open(scenario, wish)?;
    for number in 0..frames {
        if !goes_on(number) {
            return Err(FilmError::Cancelled);
        }
        let began = Instant::now();
        let frame = renderer.frame(number)?;
        let between = Instant::now();
        encoder.frame(&frame)?;
        drawn += between - began;
        encoded += between.elapsed();
    }
    goes_on(frames);
    let began = Instant::now();
    let written = encoder.finish()?;
    Ok(RecordedFilm { written, frames, drawn, encoded: encoded + began.elapsed() })
}
