//! Is it real? The same loop on the real clock, beside what the virtual computer predicts for the same settings.
//!
//! [`compare`] predicts, then runs one pane's loop in a thread of its own, on a [`RealClock`]: the same file, the same
//! world, the same metrics. The loads, the GPU's among them, stalls, the display, the queue, when input is read and the
//! timer's resolution are the settings'; how late a wait ends is the real computer's, so `wake_ms`, `wake_tail` and
//! `sleep_ms` shape the prediction alone. `docs/is-it-real.md` says more.

use super::lateness::Lateness;
use crate::base::params::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::panes::report::{PaneReport, pane_report};
use crate::model::config::script::{Origin, Script};
use crate::model::machine::real_clock::RealClock;
use serde::{Serialize, Serializer};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest run on the real clock, in seconds: one hour.
pub const LONGEST_REAL_S: f64 = 3600.0;
/// How long after the end of a run the turn in hand may go on, in seconds, before it is cut.
pub const PATIENCE_S: f64 = 10.0;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum NotMeasured {
    /// The settings are not allowed.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The user has called the measurement off.
    #[error("called off")]
    CalledOff,
    /// The operating system has started no thread.
    #[error("no thread to measure in: {0}")]
    NoThread(#[from] std::io::Error),
}

/// What one run on the real clock came to.
#[derive(Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The report of the run.
    pub report: PaneReport,
    /// How late the waits ended.
    pub lateness: Lateness,
    /// The last turn was cut, [`PATIENCE_S`] after it should have been the last: the loop spirals.
    pub cut_off: bool,
    /// How the operating system shared its processors; only Linux says.
    pub processor: Option<Processor>,
}

/// How the operating system shared its processors with the loop's thread, in seconds over the whole run; only Linux says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Processor {
    /// How long the thread ran, s.
    pub running_s: f64,
    /// How long the thread could have run, but something else ran, s.
    pub kept_waiting_s: f64,
}

/// One loop, predicted and measured.
#[derive(Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The id of its strategy.
    pub strategy: String,
    /// What the virtual computer predicts.
    pub predicted: PaneReport,
    /// What the real clock showed.
    pub measured: PaneReport,
    /// Measured − predicted.
    pub difference: ComparedMetrics,
    /// How late the waits ended.
    pub lateness: Lateness,
    /// Whether the last turn was cut.
    pub cut_off: bool,
    /// How the operating system shared its processors; only Linux says.
    pub processor: Option<Processor>,
}

/// The metrics that are compared, in the order of the export. `updates_per_s` is over the clock's time at the end.
const COMPARED: [&str; 10] = [
    "fps_mean",
    "one_percent_low_fps",
    "speed_ratio",
    "animation_error_mean_ms",
    "animation_error_max_ms",
    "jitter_ms",
    "state_age_mean_ms",
    "updates_per_s",
    "dt_max_s",
    "busy_percent",
];

/// The values of the compared metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedMetrics([Option<f64>; 10]);

impl ComparedMetrics {
    /// Returns the values of one report.
    pub fn of(pane: &PaneReport) -> ComparedMetrics {
        ComparedMetrics(COMPARED.map(|id| match id {
            "updates_per_s" => (pane.clock_s > 0.0).then(|| pane.metrics.count("updates") as f64 / pane.clock_s),
            _ => pane.metrics.number(id),
        }))
    }

    /// Returns the differences; `None` if either side has no value.
    #[must_use]
    pub fn minus(&self, other: &ComparedMetrics) -> ComparedMetrics {
        ComparedMetrics(std::array::from_fn(|place| Some(self.0[place]? - other.0[place]?)))
    }

    /// Returns every metric's key and value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        COMPARED.into_iter().zip(self.0)
    }

    /// Returns a value; `None` if it has none or is not compared.
    pub fn number(&self, id: &str) -> Option<f64> {
        self.iter().find(|(compared, _)| *compared == id)?.1
    }
}

impl Serialize for ComparedMetrics {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

/// Predicts pane `pane`, then measures it; takes about `seconds`, [`PATIENCE_S`] more at most.
///
/// # Errors
/// If the settings or the length (above 0, at most [`LONGEST_REAL_S`]) are not allowed, if it was called off, or if
/// there is no thread to be had.
pub fn compare(script: &Script, pane: Origin, seconds: f64, called_off: &Arc<AtomicBool>) -> Result<Comparison, NotMeasured> {
    let predicted = pane_report(script, pane, seconds, None)?;
    let Measured { report: measured, lateness, cut_off, processor } = measure(script, pane, seconds, called_off)?;
    let difference = ComparedMetrics::of(&measured).minus(&ComparedMetrics::of(&predicted));
    Ok(Comparison { strategy: measured.strategy.clone(), predicted, measured, difference, lateness, cut_off, processor })
}

/// Runs pane `pane` of `script` on the real clock, in a thread of its own, and waits for it. Setting `called_off` ends
/// it within a quarter of a second.
///
/// # Errors
/// As [`compare`].
pub fn measure(script: &Script, pane: Origin, seconds: f64, called_off: &Arc<AtomicBool>) -> Result<Measured, NotMeasured> {
    check_length(seconds)?;
    let here = || measure_here(script, pane, seconds, called_off);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("tickscope loop".to_owned()).spawn_scoped(scope, here)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// # Errors
/// If `seconds` is not above 0 and at most [`LONGEST_REAL_S`].
pub fn check_length(seconds: f64) -> Result<(), Invalid> {
    if seconds > 0.0 && seconds <= LONGEST_REAL_S {
        return Ok(());
    }
    Err(Invalid::new("seconds", seconds, format!("above 0, at most {LONGEST_REAL_S} s on the real clock")))
}

fn measure_here(script: &Script, pane: Origin, seconds: f64, called_off: &Arc<AtomicBool>) -> Result<Measured, NotMeasured> {
    let deadline = Time::from_secs(seconds) + Span::from_secs(PATIENCE_S);
    let clock = Rc::new(RealClock::new(called_off.clone(), deadline));
    let before = Processor::so_far();
    let report = pane_report(script, pane, seconds, Some(clock.clone()))?;
    let after = Processor::so_far();
    if called_off.load(Ordering::Relaxed) {
        return Err(NotMeasured::CalledOff);
    }
    let processor = before.zip(after).map(|(before, after)| after.since(before));
    let lateness = Lateness::of(&clock.take_waits(), &clock.take_gpu_late()?);
    Ok(Measured { report, lateness, cut_off: clock.has_missed_deadline(), processor })
}

impl Processor {
    /// This thread's since it began. Linux counts both in nanoseconds.
    fn so_far() -> Option<Processor> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let mut seconds = text.split_whitespace().map_while(|word| Some(word.parse::<u64>().ok()? as f64 / 1e9));
        Some(Processor { running_s: seconds.next()?, kept_waiting_s: seconds.next()? })
    }

    fn since(self, before: Processor) -> Processor {
        Processor { running_s: self.running_s - before.running_s, kept_waiting_s: self.kept_waiting_s - before.kept_waiting_s }
    }
}
