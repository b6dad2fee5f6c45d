//! The comparison of a loop on the real clock with the virtual computer's prediction for the same settings.
//!
//! [`compare`] first predicts. Then it runs the loop of one pane in a thread of its own on a [`RealClock`], with the same file,
//! world and metrics. Loads (the GPU's too), stalls, the display, the queue, the moment at which inputs are read and the timer's
//! resolution are as set. The real computer decides how late a wait ends, so `wake_ms`, `wake_tail` and `sleep_ms` only affect
//! the prediction. See `docs/is-it-real.md`.

use super::lateness::Lateness;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::panes::report::{PaneReport, pane_report};
use crate::model::config::command::Command;
use crate::model::config::own_loop::OwnLoop;
use crate::model::config::patch::Patch;
use crate::model::config::script::{Origin, Script};
use crate::model::machine::real_clock::RealClock;
use serde::{Serialize, Serializer};
use std::rc::Rc;

/// The longest run on the real clock, in seconds: one hour.
const LONGEST_REAL_S: f64 = 3600.0;
/// The time after the end of a run, in seconds, at which an unfinished turn is cut.
pub const PATIENCE_S: f64 = 10.0;

/// The reason why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum NotMeasured {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The operating system could not start a thread.
    #[error("no thread to measure in: {0}")]
    NoThread(#[from] std::io::Error),
}

#[derive(Debug, PartialEq, Serialize)]
struct RealRun {
    pub report: PaneReport,
    pub lateness: Lateness,
    /// Whether the last turn was cut [`PATIENCE_S`] after the end of the run, because the loop spirals.
    pub cut_off: bool,
    /// The processor time that the loop's thread got; `None` on systems other than Linux.
    pub processor: Option<Processor>,
}

/// The time that the operating system gave to the thread of the loop during the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Processor {
    pub running_s: f64,
    /// The time in seconds for which the thread could have run while the processors ran something else.
    pub kept_waiting_s: f64,
}

/// A loop's prediction and its measurement.
#[derive(Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub strategy: String,
    pub predicted: PaneReport,
    pub measured: PaneReport,
    /// The measured value minus the predicted one, for each compared metric.
    pub difference: ComparedMetrics,
    pub lateness: Lateness,
    /// Whether the last turn was cut.
    pub cut_off: bool,
    /// The processor time that the loop's thread got; `None` on systems other than Linux.
    pub processor: Option<Processor>,
}

/// The compared metrics, in the order of the export. `updates_per_s` is the number of updates divided by the clock at the end.
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

#[derive(Clone, Debug, PartialEq)]
pub struct ComparedMetrics([Option<f64>; 10]);

impl ComparedMetrics {
    pub fn of(pane: &PaneReport) -> ComparedMetrics {
        ComparedMetrics(COMPARED.map(|id| match id {
            "updates_per_s" => (pane.clock_s > 0.0).then(|| pane.metrics.count("updates") as f64 / pane.clock_s),
            _ => pane.metrics.number(id),
        }))
    }

    /// Returns the differences; `None` for a metric without a value on either side.
    #[must_use]
    pub fn minus(&self, other: &ComparedMetrics) -> ComparedMetrics {
        ComparedMetrics(std::array::from_fn(|place| Some(self.0[place]? - other.0[place]?)))
    }

    /// Returns every metric's key and value, `None` for a metric without one.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        COMPARED.into_iter().zip(self.0)
    }

    /// Returns the value of a compared metric; `None` if it has no value.
    pub fn number(&self, id: &str) -> Option<f64> {
        self.iter().find(|(compared, _)| *compared == id)?.1
    }
}

impl Serialize for ComparedMetrics {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

/// Predicts and measures `pane`. The measurement takes about `seconds`, and at most [`PATIENCE_S`] more.
pub fn compare(script: &Script, pane: Origin, seconds: f64) -> Result<Comparison, NotMeasured> {
    let predicted = pane_report(script, pane, seconds, None)?;
    let RealRun { report: measured, lateness, cut_off, processor } = measure(script, pane, seconds)?;
    let difference = ComparedMetrics::of(&measured).minus(&ComparedMetrics::of(&predicted));
    Ok(Comparison { strategy: measured.strategy.clone(), predicted, measured, difference, lateness, cut_off, processor })
}

fn measure(script: &Script, pane: Origin, seconds: f64) -> Result<RealRun, NotMeasured> {
    check_length(seconds)?;
    check_loops(script)?;
    let here = || measure_here(script, pane, seconds);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("tickscope loop".to_owned()).spawn_scoped(scope, here)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Checks that no pane of `script` ever runs a loop that a user wrote. On the real clock the time that the script engine takes,
/// which depends on this computer and is many times that of a compiled loop, would be measured as time of the loop.
pub fn check_loops(script: &Script) -> Result<(), Invalid> {
    let at_start = script.every_pane().map(|pane| script.pane(pane).strategy.as_str());
    let patches =
        script.commands().iter().filter_map(|timed| if let Command::Set(patch) = &timed.command { Some(patch) } else { None });
    let later = patches.flat_map(Patch::iter).filter_map(|(path, value)| value.as_word().filter(|_| path.is_of_pane("strategy")));
    match at_start.chain(later).find(|id| OwnLoop::name_in(id).is_some()) {
        Some(own) => {
            let why = "only published loops: the time that the script's engine takes would be measured as the loop's own";
            Err(Invalid::new("strategy", own, why))
        }
        None => Ok(()),
    }
}

/// Checks the length of a run on the real clock.
pub fn check_length(seconds: f64) -> Result<(), Invalid> {
    if seconds > 0.0 && seconds <= LONGEST_REAL_S {
        return Ok(());
    }
    Err(Invalid::new("seconds", seconds, format!("above 0, at most {LONGEST_REAL_S} s on the real clock")))
}

fn measure_here(script: &Script, pane: Origin, seconds: f64) -> Result<RealRun, NotMeasured> {
    let deadline = Time::from_secs(seconds) + Span::from_secs(PATIENCE_S);
    let clock = Rc::new(RealClock::new(deadline));
    let before = Processor::so_far();
    let report = pane_report(script, pane, seconds, Some(clock.clone()))?;
    let after = Processor::so_far();
    let processor = before.zip(after).map(|(before, after)| after.since(before));
    let lateness = Lateness::of(&clock.waits.take(), &clock.take_gpu_late()?);
    Ok(RealRun { report, lateness, cut_off: clock.missed_deadline.get(), processor })
}

impl Processor {
    /// Returns the times of this thread since it began, which Linux counts in nanoseconds; `None` on other systems.
    fn so_far() -> Option<Processor> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let mut seconds = text.split_whitespace().map_while(|word| Some(word.parse::<u64>().ok()? as f64 / 1e9));
        Some(Processor { running_s: seconds.next()?, kept_waiting_s: seconds.next()? })
    }

    fn since(self, before: Processor) -> Processor {
        Processor { running_s: self.running_s - before.running_s, kept_waiting_s: self.kept_waiting_s - before.kept_waiting_s }
    }
}
