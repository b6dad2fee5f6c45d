//! Records a film: from its [`FilmSpec`] to a file.

use super::encode::codec::FilmHeader;
use super::encode::encoder::Encoder;
use super::error::FilmError;
use super::renderer::FilmRenderer;
use crate::front::render::context::Gpu;
use crate::studio::export::atomic_file::Written;
use crate::studio::export::destination::InMemory;
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::host::Host;
use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::FilmSpec;
use std::path::Path;
use tickscope_core::base::params::invalid::Invalid;
use web_time::{Duration, Instant};

/// The longest real time for which a run is simulated without a pause, if the film begins late in it.
const SLICE: Duration = Duration::from_millis(8);
/// The largest size of a film in the memory of a page, in bytes. A browser allows 4 GB at most, and the file needs its size
/// twice, and once more when it is handed over.
const MOST_BYTES_IN_MEMORY: usize = 500_000_000;

/// The GPU device and the destination of a film.
#[derive(Clone)]
pub enum FilmPlace {
    /// The film gets a GPU device of its own, and is written to the file that the spec names.
    Disk,
    /// The film uses this GPU device, and is written to a file in memory.
    Memory(Gpu),
}

#[derive(Clone, Debug)]
pub struct RecordedFilm {
    pub written: Written,
    /// The bytes of a film in memory; empty for a film on disk.
    pub bytes: Vec<u8>,
    pub frames: u64,
    /// The real time spent on running the panes, drawing and reading back.
    pub drawn: Duration,
    /// The real time spent on encoding and writing.
    pub encoded: Duration,
    /// The error of the first pane whose loop has stopped by the end of the film, as only a user's loop can; `None` if all loops
    /// run.
    pub fault: Option<Invalid>,
}

/// Checks a film before anything is drawn, and returns its format.
pub fn check(spec: &FilmSpec) -> Result<Format, Invalid> {
    spec.check()?;
    let format = Format::of(Path::new(&spec.path))?;
    if format.row().is_film {
        format.check_fps(spec.fps)?;
    }
    Ok(format)
}

/// Draws and writes the film that `spec` describes, and waits until it is finished. Calls `goes_on` with the number of finished
/// frames at least before each frame and at the end; if it returns false, the film is cancelled.
pub fn record_film(
    scenario: &Scenario,
    spec: &FilmSpec,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<RecordedFilm, FilmError> {
    pollster::block_on(record(scenario, spec, FilmPlace::Disk, async |done| goes_on(done)))
}

/// Draws and writes the film that `spec` describes. Calls `goes_on` with the number of finished frames whenever other tasks may
/// run; if it returns false, the film is cancelled.
pub async fn record(
    scenario: &Scenario,
    spec: &FilmSpec,
    place: FilmPlace,
    mut goes_on: impl AsyncFnMut(u64) -> bool,
) -> Result<RecordedFilm, FilmError> {
    let format = check(spec)?;
    if let FilmPlace::Memory(_) = place {
        Host::browser().check_film(spec)?;
    }
    // A still shows the last moment of the spec.
    let still = FilmSpec { from_s: spec.to_s, ..spec.clone() };
    let spec = if format.row().is_film { spec } else { &still };
    let (path, frames, memory) = (Path::new(&spec.path), spec.frames(), InMemory::default());
    let header = FilmHeader { format, size: spec.size, fps: spec.fps, frames: frames as u32 };
    let (mut encoder, mut renderer) = match place {
        FilmPlace::Disk => (Encoder::create(path, header)?, FilmRenderer::open(scenario, spec)?),
        FilmPlace::Memory(gpu) => (Encoder::in_memory(&memory, path, header)?, FilmRenderer::on(gpu, scenario, spec)?),
    };
    let (mut drawn, mut encoded) = (Duration::ZERO, Duration::ZERO);
    for number in 0..frames {
        let mut pause = async || if goes_on(number).await { Ok(()) } else { Err(FilmError::Cancelled) };
        pause().await?;
        let began = Instant::now();
        while !renderer.approach(number, SLICE) {
            pause().await?;
        }
        let reading = renderer.begin(number);
        let pixels = loop {
            if let Some(pixels) = renderer.end(&reading) {
                break pixels?;
            }
            pause().await?;
        };
        let between = Instant::now();
        encoder.frame(&pixels)?;
        if memory.bytes() > MOST_BYTES_IN_MEMORY {
            let what = format!("{} of {frames} frames with more than {} MB", number + 1, MOST_BYTES_IN_MEMORY / 1_000_000);
            return Err(Invalid::new("film", what, "fewer or smaller frames: a page has no more memory").into());
        }
        drawn += between - began;
        encoded += between.elapsed();
    }
    goes_on(frames).await;
    let began = Instant::now();
    let written = encoder.finish()?;
    let encoded = encoded + began.elapsed();
    Ok(RecordedFilm { written, bytes: memory.take(), frames, drawn, encoded, fault: renderer.fault() })
}
