//! `tickscope trace`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{letter, word};
use crate::base::params::Invalid;
use crate::model::config::script::Origin;
use crate::studio::export::{TraceContents, TraceFormat};
use crate::studio::scenario::Scenario;
use clap::Args;
use std::path::PathBuf;

/// The options of `trace`.
#[derive(Args)]
pub struct TraceArgs {
    /// The loop to trace (`tickscope list strategies`); in a Chrome trace repeatable
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    /// The pane to trace, A to F [A; in a Chrome trace all]
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true)]
    pane: Option<String>,
    /// jsonl, or chrome: trace-event JSON, which Perfetto opens [jsonl]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    /// The file to write [standard output]
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true)]
    output: Option<PathBuf>,
    #[command(flatten)]
    shared: Box<Shared>,
    /// How long the run is, in seconds: above 0, at most 86400 [the scenario's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seconds: Option<String>,
    /// Adds each body's position to update and display events
    #[arg(long)]
    bodies: bool,
    /// Adds the inputs, and the first frames that contain their effect, as events
    #[arg(long)]
    inputs: bool,
}

/// A trace that was asked for.
#[derive(Debug)]
pub struct TraceRun {
    /// The scenario that is run.
    pub scenario: Scenario,
    /// The panes that are traced.
    pub panes: Vec<Origin>,
    /// How long the run is.
    pub seconds: f64,
    /// The contents of the trace beyond the events of every trace.
    pub with: TraceContents,
    /// How it is written.
    pub format: TraceFormat,
    /// Standard output, if none is named.
    pub output: Option<PathBuf>,
}

impl TraceArgs {
    /// The trace that is asked for.
    ///
    /// # Errors
    /// With one line that says what is wrong.
    pub fn read(&self) -> Result<TraceRun, Refusal> {
        let format = self.format.as_deref().map_or(Ok(TraceFormat::JsonLines), |text| {
            word("--format", text, &[("jsonl", TraceFormat::JsonLines), ("chrome", TraceFormat::Chrome)])
        })?;
        let pane = self.pane.as_deref().map(|text| letter("--pane", text)).transpose()?;
        if self.strategy.is_empty() && !self.shared.has_scenario() {
            return Err(Refusal::Usage("--strategy <ID> is missing; see --help".to_owned()));
        }
        if self.strategy.len() > 1 && format == TraceFormat::JsonLines {
            let given = self.strategy.join(", ");
            return Err(Invalid::new("--strategy", given, "one loop; a trace of several needs --format chrome").into());
        }
        let (scenario, seconds) = self.shared.whole_run(&self.strategy, self.seconds.as_deref())?;
        let settings = scenario.script.settings();
        let place = pane.map(|letter| settings.find_pane(letter).map_err(|e| e.called("--pane"))).transpose()?;
        let panes: Vec<Origin> = match (place, format) {
            (None, TraceFormat::Chrome) => scenario.script.every_pane().collect(),
            (place, _) => vec![Origin::Start(place.unwrap_or(0))],
        };
        let with = TraceContents { bodies: self.bodies, inputs: self.inputs };
        Ok(TraceRun { scenario, panes, seconds, with, format, output: self.output.clone() })
    }
}
