//! A film that is made in the background.

use super::error::FilmError;
use super::record::{FilmPlace, RecordedFilm, record};
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::window_state::FilmProgress;
use crate::studio::view::film_spec::FilmSpec;
use tickscope_core::base::jobs::{Job, Worker};
use web_time::{Duration, Instant};

/// A film that is being made. Dropping it cancels the film, which leaves no file.
pub struct FilmJob {
    job: Job<FilmReport>,
    done: u64,
    of: u64,
    began: Instant,
}

/// A report of the thread that makes a film: the number of finished frames, or the result.
enum FilmReport {
    Frames(u64),
    Ended(Result<RecordedFilm, FilmError>),
}

impl FilmJob {
    pub fn start(scenario: Scenario, spec: FilmSpec, place: FilmPlace) -> Result<FilmJob, FilmError> {
        let of = spec.frames();
        let job = Job::spawn("film", move |worker: Worker<FilmReport>| async move {
            let film = record(&scenario, &spec, place, async |done| {
                worker.report(FilmReport::Frames(done));
                worker.give_way().await.is_ok()
            });
            let ended = film.await;
            worker.report(FilmReport::Ended(ended));
            Ok(())
        });
        Ok(FilmJob { job: job.map_err(|_| FilmError::Died)?, done: 0, of, began: Instant::now() })
    }

    /// Returns the progress at the last [`FilmJob::poll`].
    pub fn progress(&self) -> FilmProgress {
        FilmProgress { done: self.done, of: self.of, left_s: estimate(self.began.elapsed(), self.done, self.of) }
    }

    /// Requests the film to end soon, without a file.
    pub fn cancel(&self) {
        self.job.cancel();
    }

    /// Returns the film, or the reason why there is none, once after the job has ended; else `None`.
    pub fn poll(&mut self) -> Option<Result<RecordedFilm, FilmError>> {
        let reports = self.job.poll();
        for report in reports.new {
            match report {
                FilmReport::Frames(done) => self.done = done,
                FilmReport::Ended(ended) => return Some(ended),
            }
        }
        reports.is_over.then_some(Err(FilmError::Died))
    }
}

impl Drop for FilmJob {
    /// Waits until the thread has removed its half-written file, because the program may end right after this.
    fn drop(&mut self) {
        self.job.cancel();
        self.job.join();
    }
}

fn estimate(elapsed: Duration, done: u64, of: u64) -> Option<f64> {
    (done > 0).then(|| elapsed.as_secs_f64() / done as f64 * of.saturating_sub(done) as f64)
}

#[cfg(test)]
mod tests {
    use crate::front::film::job::*;

    #[test]
    fn the_time_left_follows_from_the_pace_so_far() {
        assert_eq!(estimate(Duration::from_secs(5), 0, 100), None);
        assert_eq!(estimate(Duration::from_secs(5), 25, 100), Some(15.0));
        assert_eq!(estimate(Duration::from_secs(5), 100, 100), Some(0.0));
    }
}
