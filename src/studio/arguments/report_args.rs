//! `tickscope report`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{format_of, word};
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
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seconds: Option<String>,
    /// table, json or csv [table]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    /// virtual, or real: each loop runs as long as --seconds says, at most 3600, and both are compared [virtual]
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    clock: Option<String>,
}

/// A report that was asked for.
#[derive(Debug)]
pub struct ReportRun {
    /// The scenario that is run.
    pub scenario: Scenario,
    /// Notes of the report: the loops that are left out.
    pub notes: Vec<String>,
    /// How long the run is.
    pub seconds: f64,
    /// How it is written.
    pub format: TableFormat,
    /// Whether it runs on the real clock too, and both are compared.
    pub real: bool,
}

impl ReportArgs {
    /// The report that is asked for.
    ///
    /// # Errors
    /// With one line that says what is wrong.
    pub fn read(&self) -> Result<ReportRun, Refusal> {
        let (chosen, notes) = if self.strategy.is_empty() && !self.shared.has_scenario() {
            self.shared.every_strategy()?
        } else {
            (self.strategy.clone(), Vec::new())
        };
        let format = format_of(self.format.as_deref(), &[TableFormat::Table, TableFormat::Json, TableFormat::Csv])?;
        let clocks = [("virtual", false), ("real", true)];
        let real = self.clock.as_deref().map_or(Ok(false), |clock| word("--clock", clock, &clocks))?;
        let (scenario, seconds) = self.shared.whole_run(&chosen, self.seconds.as_deref())?;
        if real {
            check_real_clock(seconds)?;
        }
        Ok(ReportRun { scenario, notes, seconds, format, real })
    }
}

/// A run on the real clock takes its time.
#[cfg(not(target_arch = "wasm32"))]
fn check_real_clock(seconds: f64) -> Result<(), Invalid> {
    crate::lab::real::check_length(seconds).map_err(|e| e.called("--seconds"))
}

#[cfg(target_arch = "wasm32")]
fn check_real_clock(_: f64) -> Result<(), Invalid> {
    Err(Invalid::new("--clock", "real", "virtual: no loop runs on the real clock on the web"))
}
