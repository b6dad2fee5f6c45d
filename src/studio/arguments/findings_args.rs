//! `tickscope findings`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{LIST_FORMATS, run_length, words};
use crate::studio::export::TableFormat;
use crate::studio::scenario::Scenario;
use clap::Args;

/// The options of `findings`.
#[derive(Args)]
pub struct FindingsArgs {
    /// A loop to look at, repeatable (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Box<Shared>,
    /// How long the run is, in seconds: above 0, at most 86400 [the scenario's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    seconds: Option<f64>,
    /// How they are written
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(LIST_FORMATS))]
    format: TableFormat,
}

/// The findings of a run that were asked for.
#[derive(Debug)]
pub struct FindingsRun {
    /// The scenario that is run.
    pub scenario: Scenario,
    /// Notes: the loops that are left out.
    pub notes: Vec<String>,
    /// How long the run is.
    pub seconds: f64,
    /// How they are written.
    pub format: TableFormat,
}

impl FindingsArgs {
    /// The findings that are asked for.
    ///
    /// # Errors
    /// With one line that says what is wrong.
    pub fn read(&self) -> Result<FindingsRun, Refusal> {
        let (chosen, notes) = self.shared.chosen_or_every(&self.strategy)?;
        let (scenario, seconds) = self.shared.whole_run(&chosen, self.seconds)?;
        Ok(FindingsRun { scenario, notes, seconds, format: self.format })
    }
}
