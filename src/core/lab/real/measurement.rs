//! A comparison of every pane with the real clock, in the background, so that a window goes on drawing meanwhile.

use super::comparison::{Comparison, NotMeasured, check_length, check_loops, compare};
use crate::base::jobs::{Job, Reports, Worker};
use crate::base::params::Invalid;
use crate::lab::run::Run;
use crate::model::check;
use crate::model::config::script::{Origin, Script};

/// Measures pane after pane, so that no run disturbs another. It is cancelled when this is dropped.
///
/// Everything else that the computer does meanwhile disturbs it: pause what can be paused.
///
/// ```
/// use tickscope_core::real::measurement::Measurement;
/// use tickscope_core::config::script::Script;
/// use tickscope_core::config::Settings;
///
/// let mut measurement = Measurement::start(&Script::from(Settings::default()), 0.02)?;
/// while !measurement.poll() {
///     std::thread::sleep(std::time::Duration::from_millis(5)); // a window draws a frame instead
/// }
/// assert_eq!(measurement.done().len(), 4);
/// # Ok::<(), tickscope_core::real::NotMeasured>(())
/// ```
#[derive(Debug)]
pub struct Measurement {
    job: Job<Result<Comparison, NotMeasured>>,
    panes: usize,
    done: Vec<Comparison>,
    failure: Option<NotMeasured>,
}

impl Measurement {
    /// Starts to measure every pane of `script`, each for `seconds` (above 0, at most
    /// [`crate::lab::real::LONGEST_REAL_S`]).
    ///
    /// # Errors
    /// If the settings or the length are not allowed, or the system starts no thread.
    pub fn start(script: &Script, seconds: f64) -> Result<Measurement, NotMeasured> {
        check(script, seconds)?;
        let panes: Vec<Origin> = script.every_pane().collect();
        let (script, count) = (script.clone(), panes.len());
        let job = Job::spawn("measurement", move |worker: Worker<Result<Comparison, NotMeasured>>| async move {
            for pane in panes {
                let result = compare(&script, pane, seconds, worker.cancelled_flag());
                let has_failed = result.is_err();
                worker.report(result);
                if has_failed {
                    break;
                }
                worker.pause().await?;
            }
            Ok(())
        })?;
        Ok(Measurement { job, panes: count, done: Vec::new(), failure: None })
    }

    /// Takes what was measured since the last call; never waits. Returns whether the measurement is over: every pane is
    /// measured, or [`Measurement::failure`] has the reason.
    pub fn poll(&mut self) -> bool {
        let Reports { new, is_over } = self.job.poll();
        for result in new {
            match result {
                Ok(comparison) => self.done.push(comparison),
                Err(failure) => self.failure = Some(failure),
            }
        }
        is_over
    }

    /// Returns the number of panes to measure.
    pub fn panes(&self) -> usize {
        self.panes
    }

    /// Returns the panes that are measured, in the order of the settings.
    pub fn done(&self) -> &[Comparison] {
        &self.done
    }

    /// Returns the reason why it ended before every pane was measured; `None` if there was none.
    pub fn failure(&self) -> Option<&NotMeasured> {
        self.failure.as_ref()
    }
}

/// Refuses everything that can be refused before the first pane is measured.
fn check(script: &Script, seconds: f64) -> Result<(), Invalid> {
    check_loops(script)?;
    check_length(seconds)?;
    check::settings(script.settings())?;
    script.every_pane().try_for_each(|pane| Run::of(script, pane, seconds).map(drop))
}
