//! Films are made between the frames of the window, by its GPU, and are handed over as downloads.

use super::{files, page};
use crate::base::params::Invalid;
use crate::front::film::encode::{Encoder, FilmHeader};
use crate::front::film::job::left;
use crate::front::film::renderer::FilmRenderer;
use crate::front::film::{FilmError, RecordedFilm, check};
use crate::front::render::context::Gpu;
use crate::model::config::FilmSpec;
use crate::model::config::film_format::Format;
use crate::studio::export::InMemory;
use crate::studio::scenario::Scenario;
use crate::studio::session::{FilmProgress, Host};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use web_time::{Duration, Instant};

/// How long the run is simulated between two frames of the window, where a film begins late in it.
const BETWEEN_FRAMES: Duration = Duration::from_millis(8);
/// A film is made in the memory of the page, of which a browser gives 4 GB at most: its file stands there twice, and once more
/// where it is handed over.
const MOST_BYTES: usize = 500_000_000;

/// A film under way. A job that is dropped before its end stops.
pub struct FilmJob {
    shared: Rc<Shared>,
    of: u64,
    began: Instant,
}

#[derive(Default)]
struct Shared {
    done: Cell<u64>,
    cancelled: Cell<bool>,
    ended: RefCell<Option<Result<RecordedFilm, FilmError>>>,
}

impl FilmJob {
    /// How soon it is worth looking at it again.
    pub const LOOK_AGAIN: Duration = Duration::from_millis(50);

    /// Starts the film.
    pub fn start(scenario: Scenario, spec: FilmSpec, gpu: &Gpu) -> FilmJob {
        let (shared, of) = (Rc::new(Shared::default()), spec.frames());
        let (theirs, gpu) = (shared.clone(), gpu.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let film = record(&scenario, &spec, gpu, |done| {
                theirs.done.set(done);
                !theirs.cancelled.get()
            });
            let ended = film.await.map(|(bytes, film)| {
                files::download(Path::new(&spec.path), &bytes);
                film
            });
            theirs.ended.replace(Some(ended));
        });
        FilmJob { shared, of, began: Instant::now() }
    }

    /// How far the film is.
    pub fn progress(&self) -> FilmProgress {
        let done = self.shared.done.get();
        FilmProgress { done, of: self.of, left_s: left(self.began.elapsed(), done, self.of) }
    }

    /// Asks the film to stop: it ends soon, without a file.
    pub fn cancel(&self) {
        self.shared.cancelled.set(true);
    }

    /// The film or why there is none, once, when the job has ended.
    pub fn poll(&mut self) -> Option<Result<RecordedFilm, FilmError>> {
        self.shared.ended.take()
    }
}

impl Drop for FilmJob {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Makes the film that `spec` describes; `goes_on` is as in [`record_film`](crate::front::film::record_film). The page does
/// what it has to do after each frame.
///
/// # Errors
/// If it can't be drawn or encoded, or was cancelled.
pub async fn record(
    scenario: &Scenario,
    spec: &FilmSpec,
    gpu: Gpu,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<(Vec<u8>, RecordedFilm), FilmError> {
    let format = check(spec)?;
    Host::browser().check_film(spec)?;
    // A still is the last moment.
    let still = FilmSpec { from_s: spec.to_s, ..spec.clone() };
    let spec = if format == Format::Png { &still } else { spec };
    let frames = spec.frames();
    let path = Path::new(&spec.path);
    let header = FilmHeader { format, size: spec.size, fps: spec.fps, frames: frames as u32 };
    let out = InMemory::default();
    let mut encoder = Encoder::in_memory(&out, path, header)?;
    let mut renderer = FilmRenderer::on(gpu, scenario, spec)?;
    let (mut drawn, mut encoded) = (Duration::ZERO, Duration::ZERO);
    for number in 0..frames {
        let mut breathe = async || {
            page::breathe().await;
            if goes_on(number) { Ok(()) } else { Err(FilmError::Cancelled) }
        };
        let began = Instant::now();
        while !renderer.approach(number, BETWEEN_FRAMES) {
            breathe().await?;
        }
        let reading = renderer.begin(number);
        let pixels = loop {
            breathe().await?;
            if let Some(pixels) = renderer.end(&reading) {
                break pixels?;
            }
        };
        let between = Instant::now();
        encoder.frame(&pixels)?;
        if out.bytes() > MOST_BYTES {
            let what = format!("{} of {frames} frames with more than {} MB", number + 1, MOST_BYTES / 1_000_000);
            return Err(Invalid::new("film", what, "fewer or smaller frames: a page has no more memory").into());
        }
        drawn += between - began;
        encoded += between.elapsed();
    }
    goes_on(frames);
    let written = encoder.finish()?;
    Ok((out.take(), RecordedFilm { written, frames, drawn, encoded }))
}
