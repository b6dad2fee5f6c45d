//! `tickscope link`: a scenario as a share code and as a link.

use crate::studio::arguments::{Refusal, Shared};
use crate::studio::scenario::{Scenario, link};
use clap::Args;

/// The options of `link`.
#[derive(Args)]
pub struct LinkArgs {
    /// The address of the page that the link leads to [none: the part of the link that goes behind one]
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true, value_parser = link::base)]
    base: Option<String>,
    /// A pane's loop, up to six times (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Shared,
}

impl LinkArgs {
    /// Returns the scenario to link, and the address of the page.
    pub fn read(&self) -> Result<(Scenario, Option<String>), Refusal> {
        Ok((self.shared.scenario_of_a_window(&self.strategy)?, self.base.clone()))
    }
}
