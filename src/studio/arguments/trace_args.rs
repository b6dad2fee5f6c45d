//! `tickscope trace`: the options, and the run that they describe.

use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{letter, run_length, words};
use crate::studio::export::trace::{TraceContents, TraceFormat};
use crate::studio::scenario::definition::Scenario;
use clap::Args;
use std::path::PathBuf;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::script::Origin;

const FORMATS: &[(&str, TraceFormat)] = &[("jsonl", TraceFormat::JsonLines), ("chrome", TraceFormat::Chrome)];

#[derive(Args)]
pub struct TraceArgs {
    /// The loop to trace (`tickscope list strategies`); repeatable with --pane, and in a Chrome trace
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    /// The pane to trace, A to F [the only one, or A of a scenario; in a Chrome trace all]
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true, value_parser = letter)]
    pane: Option<PaneLetter>,
    /// How it is written: JSON Lines, or trace-event JSON, which Perfetto opens
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "jsonl", value_parser = words(FORMATS))]
    format: TraceFormat,
    /// The file to write [standard output]
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true)]
    output: Option<PathBuf>,
    #[command(flatten)]
    shared: Box<Shared>,
    /// How long the run is, in seconds: above 0, at most 86400 [the scenario's, the capture's, or 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = run_length)]
    seconds: Option<f64>,
    /// Adds each body's position to update and display events
    #[arg(long)]
    bodies: bool,
    /// Adds what findings need and other events lack: settings, what is seen of the world, torn frames
    #[arg(long)]
    world_events: bool,
    /// Adds the inputs, and the first frames that contain their effect, as events
    #[arg(long)]
    inputs: bool,
}

#[derive(Debug)]
pub struct TraceRun {
    pub scenario: Scenario,
    /// The files of the run's own loops and of its scenario, for error messages.
    pub loops: Vec<PathBuf>,
    pub panes: Vec<Origin>,
    /// The length of the run, in seconds.
    pub seconds: f64,
    pub with: TraceContents,
    pub format: TraceFormat,
    /// The file to write; `None` for standard output.
    pub output: Option<PathBuf>,
}

impl TraceArgs {
    pub fn read(&self) -> Result<TraceRun, Refusal> {
        // A capture whose load is played does not count as a pane to trace.
        let captures = if self.shared.plays_load() { 0 } else { self.shared.captures.len() };
        let named = self.strategy.len() + self.shared.loops.len() + captures;
        if named == 0 && self.shared.scenario.is_none() {
            return Err(Refusal::Usage("--strategy <ID> is missing; see --help".to_owned()));
        }
        if named > 1 && self.format == TraceFormat::JsonLines && self.pane.is_none() {
            let files = self.shared.loops.iter().chain(&self.shared.captures).map(|file| file.display().to_string());
            let given = self.strategy.iter().cloned().chain(files).collect::<Vec<_>>().join(", ");
            let option = if self.strategy.is_empty() { "--loop" } else { "--strategy" };
            let allowed = "one loop; of several, --pane chooses one, and --format chrome writes all";
            return Err(Invalid::new(option, given, allowed).into());
        }
        let (scenario, seconds) = self.shared.whole_run(&self.strategy, self.seconds)?;
        let settings = scenario.script.settings();
        let index = self.pane.map(|letter| settings.find_pane(letter).map_err(|e| e.called("--pane"))).transpose()?;
        let panes: Vec<Origin> = match (index, self.format) {
            (None, TraceFormat::Chrome) => scenario.script.every_pane().collect(),
            (index, _) => vec![Origin::Start(index.unwrap_or(0))],
        };
        let with = TraceContents { bodies: self.bodies, inputs: self.inputs, world: self.world_events };
        Ok(TraceRun {
            scenario,
            loops: self.shared.files(),
            panes,
            seconds,
            with,
            format: self.format,
            output: self.output.clone(),
        })
    }
}
