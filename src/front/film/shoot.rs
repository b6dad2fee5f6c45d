//! From a wish to a file.

use super::encode::{self, EncodeError, Written};
use super::studio::Studio;
use crate::base::params::Invalid;
use crate::front::render::context::GpuError;
use crate::front::render::offscreen::ReadError;
use crate::model::config::FilmSpec;
use crate::model::config::film_format::Format;
use crate::studio::scenario::Scenario;
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("films are drawn by the GPU: {0}")]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error("called off; no file was written")]
    Cancelled,
    #[error("the recorder ended unexpectedly; no file was written")]
    Died,
}

/// What has been made, and what it took.
#[derive(Clone, Debug)]
pub struct FinishedFilm {
    pub written: Written,
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

/// CounterRng and writes what is wished for. `goes_on` is told how many pictures are done, and may call it off.
///
/// # Errors
/// If it can't be drawn or written, or was called off; no half-written file is left.
pub fn shoot(scenario: &Scenario, wish: &FilmSpec, mut goes_on: impl FnMut(u64) -> bool) -> Result<FinishedFilm, FilmError> {
    let format = check(wish)?;
    // A still is the last moment.
    let still = FilmSpec { from_s: wish.to_s, ..wish.clone() };
    let wish = if format == Format::Png { &still } else { wish };
    let frames = wish.frames();
    let mut encoder = encode::start(format, Path::new(&wish.path), wish.size, wish.fps, frames as u32)?;
    let (mut drawn, mut encoded) = (Duration::ZERO, Duration::ZERO);
    let mut studio = Studio::open(scenario, wish)?;
    for number in 0..frames {
        if !goes_on(number) {
            return Err(FilmError::Cancelled);
        }
        let began = Instant::now();
        let picture = studio.picture(number)?;
        let between = Instant::now();
        encoder.frame(&picture)?;
        drawn += between - began;
        encoded += between.elapsed();
    }
    goes_on(frames);
    let began = Instant::now();
    let written = encoder.finish()?;
    Ok(FinishedFilm { written, frames, drawn, encoded: encoded + began.elapsed() })
}
