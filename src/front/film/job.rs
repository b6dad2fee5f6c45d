//! A film that is made beside the window, in a thread of its own.

use super::{FilmError, RecordedFilm, record_film};
use crate::model::config::FilmSpec;
use crate::studio::scenario::Scenario;
use crate::studio::session::FilmProgress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use web_time::Instant;

/// A film under way. A job that is dropped before its end stops, and leaves no file.
pub struct FilmJob {
    shared: Arc<Shared>,
    of: u64,
    began: Instant,
    thread: Option<JoinHandle<Result<RecordedFilm, FilmError>>>,
}

#[derive(Default)]
struct Shared {
    done: AtomicU64,
    cancelled: AtomicBool,
}

impl FilmJob {
    /// Starts the film in a thread of its own.
    pub fn start(scenario: Scenario, spec: FilmSpec) -> FilmJob {
        let shared = Arc::new(Shared::default());
        let of = spec.frames();
        let theirs = shared.clone();
        let thread = std::thread::spawn(move || {
            record_film(&scenario, &spec, |done| {
                theirs.done.store(done, Ordering::Relaxed);
                !theirs.cancelled.load(Ordering::Relaxed)
            })
        });
        FilmJob { shared, of, began: Instant::now(), thread: Some(thread) }
    }

    /// How far the film is.
    pub fn progress(&self) -> FilmProgress {
        let done = self.shared.done.load(Ordering::Relaxed);
        FilmProgress { done, of: self.of, left_s: left(self.began.elapsed(), done, self.of) }
    }

    /// Asks the film to stop: it ends soon, without a file.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }

    /// The film or why there is none, once, when the job has ended.
    ///
    /// # Errors
    /// If the film could not be made.
    pub fn poll(&mut self) -> Option<Result<RecordedFilm, FilmError>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().unwrap_or(Err(FilmError::Died)))
    }
}

impl Drop for FilmJob {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// How much longer it takes at the pace so far, in seconds; nothing before there is a pace.
pub fn left(elapsed: Duration, done: u64, of: u64) -> Option<f64> {
    (done > 0).then(|| elapsed.as_secs_f64() / done as f64 * of.saturating_sub(done) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_pace_so_far() {
        assert_eq!(left(Duration::from_secs(5), 0, 100), None);
        assert_eq!(left(Duration::from_secs(5), 25, 100), Some(15.0));
        assert_eq!(left(Duration::from_secs(5), 100, 100), Some(0.0));
    }
}
