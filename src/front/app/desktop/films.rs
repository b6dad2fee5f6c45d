//! Films are made in a thread of their own, by a GPU device of their own.

use crate::front::film::job;
use crate::front::film::{FilmError, RecordedFilm};
use crate::front::render::context::Gpu;
use crate::model::config::FilmSpec;
use crate::studio::scenario::Scenario;
use crate::studio::session::FilmProgress;
use web_time::Duration;

/// A film under way. A job that is dropped before its end stops, and leaves no file.
pub struct FilmJob(job::FilmJob);

impl FilmJob {
    /// How soon it is worth looking at it again.
    pub const LOOK_AGAIN: Duration = Duration::from_millis(100);

    /// Starts the film.
    pub fn start(scenario: Scenario, spec: FilmSpec, _: &Gpu) -> FilmJob {
        FilmJob(job::FilmJob::start(scenario, spec))
    }

    /// How far the film is.
    pub fn progress(&self) -> FilmProgress {
        self.0.progress()
    }

    /// Asks the film to stop: it ends soon, without a file.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// The film or why there is none, once, when the job has ended.
    pub fn poll(&mut self) -> Option<Result<RecordedFilm, FilmError>> {
        self.0.poll()
    }
}
