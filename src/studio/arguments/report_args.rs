//! `tickscope report`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{TABLE_FORMATS, run_length, words};
use crate::base::params::Invalid;
use crate::studio::export::TableFormat;
use crate::studio::scenario::Scenario;
use clap::Args;

/// The options of `report`.
#[derive(Args)]
pub struct ReportArgs {
    /// A loop to report on, repeatable (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Box<Shared>,
    /// How long the run is, in seconds: above 0, at most 86400 [the scenario's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    seconds: Option<f64>,
    /// How it is written
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(TABLE_FORMATS))]
    format: TableFormat,
    /// The clock; on the real one each loop runs as long as --seconds says, at most 3600, and both clocks are compared
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true, default_value = "virtual", value_parser = words(CLOCKS))]
    clock: Clock,
    /// The moment of the findings, in seconds: above 0, at most --seconds [--seconds]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    at: Option<f64>,
}

#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Virtual,
    Real,
}

const CLOCKS: &[(&str, Clock)] = &[("virtual", Clock::Virtual), ("real", Clock::Real)];

/// A report that was asked for.
#[derive(Debug)]
pub struct ReportRun {
    /// The scenario that is run.
    pub scenario: Scenario,
    /// Notes of the report: the loops that are left out.
    pub notes: Vec<String>,
    /// How long the run is.
    pub seconds: f64,
    /// The moment of the findings, in seconds.
    pub at_s: f64,
    /// How it is written.
    pub format: TableFormat,
    /// Whether it runs on the real clock too, and both are compared.
    pub real: bool,
}

impl ReportArgs {
    /// Returns the report that is asked for.
    ///
    /// # Errors
    /// With one line that says what is wrong.
    pub fn read(&self) -> Result<ReportRun, Refusal> {
        let (chosen, notes) = self.shared.chosen_or_every(&self.strategy)?;
        let real = self.clock == Clock::Real;
        let (scenario, seconds) = self.shared.whole_run(&chosen, self.seconds)?;
        if real {
            check_real_clock(&scenario, seconds)?;
        }
        let at_s = self.at.unwrap_or(seconds);
        if at_s > seconds {
            return Err(Invalid::new("--at", at_s, format!("above 0, at most the length of the run, {seconds} s")).into());
        }
        Ok(ReportRun { scenario, notes, seconds, at_s, format: self.format, real })
    }
}

/// Checks the loops and the length of a run on the real clock, which takes as long as it says.
#[cfg(not(target_arch = "wasm32"))]
fn check_real_clock(scenario: &Scenario, seconds: f64) -> Result<(), Invalid> {
    crate::lab::real::check_loops(&scenario.script).map_err(|e| e.called("--clock real"))?;
    crate::lab::real::check_length(seconds).map_err(|e| e.called("--seconds"))
}

#[cfg(target_arch = "wasm32")]
fn check_real_clock(_: &Scenario, _: f64) -> Result<(), Invalid> {
    Err(Invalid::new("--clock", "real", "virtual: no loop runs on the real clock on the web"))
}
