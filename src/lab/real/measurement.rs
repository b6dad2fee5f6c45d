//! A comparison of every pane with the real clock, in the background, so that a window goes on drawing meanwhile.

use super::comparison::{Comparison, NotMeasured, check_length, compare};
use crate::base::params::Invalid;
use crate::lab::run::Run;
use crate::model::check;
use crate::model::config::script::{Origin, Script};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// Measures pane after pane, so that no run disturbs another. Dropping it calls it off.
///
/// Everything else that the computer does meanwhile disturbs it: pause what can be paused.
///
/// ```
/// use tickscope::lab::real::measurement::Measurement;
/// use tickscope::model::config::script::Script;
/// use tickscope::model::config::Settings;
///
/// let mut measurement = Measurement::start(&Script::from(Settings::default()), 0.02)?;
/// while !measurement.poll().finished {
///     std::thread::sleep(std::time::Duration::from_millis(5)); // a window draws a frame instead
/// }
/// assert_eq!(measurement.done().len(), 4);
/// # Ok::<(), tickscope::lab::real::NotMeasured>(())
/// ```
#[derive(Debug)]
pub struct Measurement {
    of: usize,
    seconds: f64,
    done: Vec<Comparison>,
    failure: Option<NotMeasured>,
    finished: bool,
    results: Receiver<Result<Comparison, NotMeasured>>,
    called_off: Arc<AtomicBool>,
}

/// How far a measurement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The panes that are done, in the order of the settings; while not finished this is the pane being measured.
    pub done: usize,
    /// How many panes there are.
    pub of: usize,
    /// Nothing more will come: everything is done, or [`Measurement::failure`] says why not.
    pub finished: bool,
}

impl Measurement {
    /// Starts to measure every pane of `script`, each for `seconds` (above 0, at most
    /// [`crate::lab::real::LONGEST_REAL_S`]).
    ///
    /// # Errors
    /// If the settings or the length are not allowed, or there is no thread to be had; then nothing was started.
    pub fn start(script: &Script, seconds: f64) -> Result<Measurement, NotMeasured> {
        check(script, seconds)?;
        let panes: Vec<Origin> = script.every_pane().collect();
        let (script, of) = (script.clone(), panes.len());
        let (sender, results) = channel();
        let called_off = Arc::new(AtomicBool::new(false));
        let flag = called_off.clone();
        std::thread::Builder::new().name("tickscope measurement".to_owned()).spawn(move || {
            for pane in panes {
                let result = compare(&script, pane, seconds, &flag);
                let stop = result.is_err();
                if sender.send(result).is_err() || stop {
                    break;
                }
            }
        })?;
        Ok(Measurement { of, seconds, done: Vec::new(), failure: None, finished: false, results, called_off })
    }

    /// Takes what has been measured since the last call; never waits.
    pub fn poll(&mut self) -> Progress {
        while !self.finished {
            match self.results.try_recv() {
                Ok(Ok(comparison)) => self.done.push(comparison),
                Ok(Err(failure)) => self.failure = Some(failure),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.finished = true,
            }
        }
        Progress { done: self.done.len(), of: self.of, finished: self.finished }
    }

    /// What is done so far, in the order of the settings.
    pub fn done(&self) -> &[Comparison] {
        &self.done
    }

    /// Why it ended before everything was done.
    pub fn failure(&self) -> Option<&NotMeasured> {
        self.failure.as_ref()
    }

    /// How long all of it takes if no turn outlasts its run.
    pub fn expected(&self) -> Duration {
        Duration::from_secs_f64(self.seconds * self.of as f64)
    }
}

impl Drop for Measurement {
    fn drop(&mut self) {
        self.called_off.store(true, Ordering::Relaxed);
    }
}

/// Everything that could be refused is refused before the first pane is measured.
fn check(script: &Script, seconds: f64) -> Result<(), Invalid> {
    check_length(seconds)?;
    check::settings(script.settings())?;
    script.every_pane().try_for_each(|pane| Run::of(script, pane, seconds).map(drop))
}
