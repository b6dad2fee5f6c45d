//! The metrics of every pane of the settings, over a whole run.

use super::metrics::{Metrics, Summary};
use super::run::Run;
use crate::host::clockwork::Clockwork;
use crate::params::Invalid;
use crate::script::{Origin, Script};
use crate::time::Time;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;

/// A report: its panes, in the order of the settings.
#[derive(Debug, Serialize)]
pub struct Report {
    pub panes: Vec<PaneReport>,
}

/// One pane's metrics over the whole run; no warm-up is left out.
#[derive(Debug, PartialEq, Serialize)]
pub struct PaneReport {
    pub strategy: String,
    pub scene: String,
    /// As asked for; the last turn may end later.
    pub seconds: f64,
    #[serde(flatten)]
    pub metrics: Summary,
    /// Passes that met their wall, and passes that should have.
    pub caught: u64,
    pub tunnelled: u64,
    /// Simulated time at the end, s.
    pub sim_s: f64,
    /// The computer's clock at the end, s.
    pub clock_s: f64,
    /// The final state of all bodies, as 16 hexadecimal digits: equal only if every bit is.
    pub state_hash: String,
}

impl Report {
    /// # Errors
    /// If the settings are not allowed, or a run could not end.
    pub fn new(script: impl Into<Script>, seconds: f64) -> Result<Report, Invalid> {
        let script: Script = script.into();
        // What would be added after the end is never there.
        let comes = |pane: &Origin| match pane {
            Origin::Start(_) => true,
            Origin::Command(number) => script.commands()[*number].at_flicks < Time::from_secs(seconds).flicks(),
        };
        let panes = script.every_pane().filter(comes);
        let panes = panes.map(|pane| pane_report(&script, pane, seconds, None)).collect::<Result<_, _>>()?;
        Ok(Report { panes })
    }
}

/// One pane's report, as fast as it goes or on a clockwork.
pub(super) fn pane_report(
    script: &Script,
    pane: Origin,
    seconds: f64,
    clockwork: Option<Rc<dyn Clockwork>>,
) -> Result<PaneReport, Invalid> {
    let mut run = Run::of(script, pane, seconds)?;
    if let Some(clockwork) = clockwork {
        run = run.paced_by(clockwork);
    }
    let (settings, place) = run.settings();
    let metrics = Rc::new(RefCell::new(Metrics::new(settings.computer_of(place).refresh_hz, run.start())));
    let finished = run.go(Some(metrics.clone()), || true)?;
    let metrics = metrics.borrow().summary(finished.clock);
    Ok(PaneReport {
        strategy: settings.panes[place].strategy.clone(),
        scene: settings.scene.id.clone(),
        seconds,
        metrics,
        caught: finished.tally.caught,
        tunnelled: finished.tally.tunnelled,
        sim_s: finished.sim.as_secs(),
        clock_s: finished.clock.as_secs(),
        state_hash: format!("{:016x}", finished.state_hash),
    })
}
