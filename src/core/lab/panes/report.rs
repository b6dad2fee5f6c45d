//! The report: the metrics of every pane over a whole run.

use super::conditions::conditions;
use crate::base::params::invalid::Invalid;
use crate::base::params::value::Value;
use crate::base::time::{FLICKS_PER_SECOND, Time};
use crate::lab::metrics::catalogue::{self, Measure, Metric, MetricValue};
use crate::lab::metrics::stages::Stage;
use crate::lab::metrics::totals::Sums;
use crate::lab::metrics::whole_run::Metrics;
use crate::lab::run::bounded::Run;
use crate::model::config::command::{Command, TimedCommand};
use crate::model::config::patch::{Owner, Patch};
use crate::model::config::script::{Origin, Script};
use crate::model::config::settings::Settings;
use crate::model::machine::clock::ClockSource;
use crate::model::strategies;
use crate::model::world::readout::{Readout, ReadoutValue};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::rc::Rc;

/// A report on all panes, in the order of the settings.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The world, the length and the loads, and every other setting that differs from its default.
    #[serde(skip)]
    pub conditions: String,
    /// The notes about loops that are left out and panes that stand still.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    pub panes: Vec<PaneReport>,
    /// Whether a table of its own shows the stages of the time from an input to the display.
    #[serde(skip)]
    pub tells_stages: bool,
}

/// The metrics of one pane over a whole run, including the beginning.
#[derive(Debug, PartialEq)]
pub struct PaneReport {
    pub strategy: String,
    /// The id of the world.
    pub scene: String,
    /// The requested length of the run in seconds; the last turn may end later.
    pub seconds: f64,
    /// The sums from which the metrics are computed.
    pub metrics: Sums,
    /// The simulated time at the end, in seconds.
    pub sim_s: f64,
    /// The computer's clock at the end, in seconds.
    pub clock_s: f64,
    /// A hash of the final state of all bodies, 16 hexadecimal digits. Two hashes are equal only if every bit of the two states
    /// is.
    pub state_hash: String,
    /// The world's readouts at the end.
    pub world: Vec<Readout>,
}

/// The key of the first metric after the end of the run in a report: the run's end comes before this metric.
const AFTER_THE_END: &str = "step_length_max";

impl Serialize for PaneReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("strategy", &self.strategy)?;
        map.serialize_entry("scene", &self.scene)?;
        map.serialize_entry("seconds", &self.seconds)?;
        for metric in catalogue::ALL {
            if metric.id == AFTER_THE_END {
                map.serialize_entry("sim_s", &self.sim_s)?;
                map.serialize_entry("clock_s", &self.clock_s)?;
                map.serialize_entry("state_hash", &self.state_hash)?;
            }
            map.serialize_entry(metric.id, &metric.value(&self.metrics))?;
        }
        if self.metrics.totals.presses.pressed > 0 {
            for metric in catalogue::PRESSES {
                map.serialize_entry(metric.id, &metric.value(&self.metrics))?;
            }
        }
        map.serialize_entry("world", &ByName(&self.world))?;
        map.end()
    }
}

impl PaneReport {
    /// Returns the keys of the numbers that a report has of each pane.
    pub fn number_keys() -> impl Iterator<Item = &'static str> {
        let is_number = |metric: &&Metric| !matches!(metric.measure, Measure::Distribution(_));
        ["seconds", "sim_s", "clock_s"]
            .into_iter()
            .chain(catalogue::ALL.iter().chain(catalogue::PRESSES).filter(is_number).map(|metric| metric.id))
    }

    /// Returns the keys of the objects that a report has of each pane. A number in one of them has two keys with a dot between them.
    pub fn object_keys() -> impl Iterator<Item = &'static str> {
        let is_object = |metric: &&Metric| matches!(metric.measure, Measure::Distribution(_));
        std::iter::once("world").chain(catalogue::ALL.iter().filter(is_object).map(|metric| metric.id))
    }

    /// Returns the number with this key, such as `p1_fps`, `cadence.2` or `world.fastest`; `None` if the pane has no value for it, or
    /// the key is none of a number. A count that a distribution does not have is 0.
    pub fn number(&self, key: &str) -> Option<f64> {
        match (key, key.split_once('.')) {
            ("seconds", _) => Some(self.seconds),
            ("sim_s", _) => Some(self.sim_s),
            ("clock_s", _) => Some(self.clock_s),
            (_, Some(("world", name))) => match self.world.iter().find(|readout| key_of(readout) == name)?.value {
                ReadoutValue::Number { value, .. } | ReadoutValue::Exact(value) => Some(value),
                ReadoutValue::Count(count) => Some(count as f64),
                ReadoutValue::Word(_) | ReadoutValue::None => None,
            },
            (_, Some((id, entry))) => match catalogue::find(id)?.value(&self.metrics)? {
                MetricValue::Distribution(counts) => Some(counts.get(&entry.parse().ok()?).copied().unwrap_or(0) as f64),
                MetricValue::Count(_) | MetricValue::Number(_) => None,
            },
            (_, None) => catalogue::find(key)?.number(&self.metrics),
        }
    }

    /// Returns the time from the first flip to the last one, in seconds.
    pub fn shown_s(&self) -> f64 {
        self.metrics.totals.passed as f64 / FLICKS_PER_SECOND as f64
    }
}

fn key_of(readout: &Readout) -> String {
    readout.name.replace(' ', "_")
}

struct ByName<'a>(&'a [Readout]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|readout| (key_of(readout), &readout.value)))
    }
}

impl Report {
    /// Makes the run of every pane and reports on it.
    ///
    /// # Errors
    /// If the settings are not allowed, or a run could not end.
    pub fn new(script: impl Into<Script>, seconds: f64) -> Result<Report, Invalid> {
        let script: Script = script.into();
        let (mut panes, mut notes) = (Vec::new(), Vec::new());
        for pane in script.panes_before(Time::from_secs(seconds)) {
            notes.extend(Run::of(&script, pane, seconds)?.stands_still()?);
            panes.push(pane_report(&script, pane, seconds, None)?);
        }
        notes.dedup();
        notes.extend(unpaused(&script, seconds, &panes));
        // A captured game may have none of these times.
        let is_timed = |pane: &PaneReport| Stage::ALL.iter().any(|stage| pane.number(stage.mean_id()).is_some());
        let tells_stages = has_pipeline(&script) && panes.iter().any(is_timed);
        Ok(Report { conditions: conditions(&script, seconds, ""), notes, panes, tells_stages })
    }
}

/// Returns whether a pane ever runs on a computer with a GPU load, a queue or another stage that delays inputs.
fn has_pipeline(script: &Script) -> bool {
    let mut settings = script.settings().clone();
    let has = |settings: &Settings| (0..settings.panes.len()).any(|index| settings.computer_of(index).has_pipeline());
    if has(&settings) {
        return true;
    }
    script.commands().iter().any(|timed| timed.command.change(&mut settings).is_ok() && has(&settings))
}

/// Returns the note about loops that go on while the game is paused; `None` if there are none or the game is never paused.
fn unpaused(script: &Script, seconds: f64, panes: &[PaneReport]) -> Option<String> {
    let end = Time::from_secs(seconds).flicks();
    let path = Owner::Run.path("paused");
    let sets_pause = |patch: &Patch| patch.iter().any(|(set, value)| *set == path && *value == Value::Switch(true));
    let is_pause =
        |timed: &TimedCommand| matches!(&timed.command, Command::Set(patch) if sets_pause(patch)) && timed.at_flicks < end;
    let paused = script.settings().paused || script.commands().iter().any(is_pause);
    let goes_on = |id: &&str| strategies::find(id).is_ok_and(|strategy| !strategy.pauses);
    let mut going_on: Vec<&str> = panes.iter().map(|pane| pane.strategy.as_str()).filter(goes_on).collect();
    going_on.dedup();
    let some = paused && !going_on.is_empty();
    some.then(|| format!("paused: the articles of these know no pause, so they go on: {}", going_on.join(", ")))
}

/// Makes the run of one pane and its report, as fast as possible or on `clockwork`.
pub(crate) fn pane_report(
    script: &Script,
    pane: Origin,
    seconds: f64,
    clockwork: Option<Rc<dyn ClockSource>>,
) -> Result<PaneReport, Invalid> {
    let run = Run::of(script, pane, seconds)?;
    let beginning = run.beginning();
    let setup = beginning.setup();
    let (measured, finished) = run.fold_on(clockwork, Metrics::of(&setup)?)?;
    finished.check()?;
    Ok(PaneReport {
        strategy: script.pane(pane).strategy.clone(),
        scene: setup.settings.scene.id.clone(),
        seconds,
        metrics: measured.sums(finished.clock, finished.tally),
        sim_s: finished.sim.as_secs(),
        clock_s: finished.clock.as_secs(),
        state_hash: format!("{:016x}", finished.state_hash),
        world: finished.readouts,
    })
}
