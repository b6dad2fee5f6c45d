//! Records a film: from its [`FilmSpec`] to a file.

use super::FilmError;
use super::encode::{Encoder, FilmHeader};
use super::renderer::FilmRenderer;
use crate::base::params::Invalid;
use crate::model::config::FilmSpec;
use crate::model::config::film_format::Format;
use crate::studio::export::atomic_file::Written;
use crate::studio::scenario::Scenario;
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// A recorded film, and how long it took.
#[derive(Clone, Debug)]
pub struct RecordedFilm {
    /// The files on the disk.
    pub written: Written,
    /// The number of frames.
    pub frames: u64,
    /// Real time spent on running the panes, drawing and reading back.
    pub drawn: Duration,
    /// Real time spent on encoding and writing.
    pub encoded: Duration,
}

/// Checks a film before anything is drawn, and returns its format.
///
/// # Errors
/// If a number is out of range, no format has this ending, or the format can't show this rate exactly.
pub fn check(spec: &FilmSpec) -> Result<Format, Invalid> {
    spec.check()?;
    let format = Format::of(Path::new(&spec.path))?;
    if format != Format::Png {
        format.check_fps(spec.fps)?;
    }
    Ok(format)
}

/// Draws and writes the film that `spec` describes. `goes_on` gets the number of finished frames before each frame and at
/// the end; if it returns false, the film is cancelled.
///
/// # Errors
/// If it can't be drawn or written, or was cancelled; no half-written file is left.
pub fn record_film(
    scenario: &Scenario,
    spec: &FilmSpec,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<RecordedFilm, FilmError> {
    let format = check(spec)?;
    // A still is the last moment.
    let still = FilmSpec { from_s: spec.to_s, ..spec.clone() };
    let spec = if format == Format::Png { &still } else { spec };
    let frames = spec.frames();
    let header = FilmHeader { format, size: spec.size, fps: spec.fps, frames: frames as u32 };
    let mut encoder = Encoder::create(Path::new(&spec.path), header)?;
    let (mut drawn, mut encoded) = (Duration::ZERO, Duration::ZERO);
    let mut renderer = FilmRenderer::open(scenario, spec)?;
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
