//! The commands and their options.

use super::command::Command;
use super::record::RecordArgs;
use super::refusal::Refusal;
use super::shared::Shared;
use super::values::{format_of, letter, run_length, word};
use crate::base::params::Invalid;
use crate::lab::real;
use crate::lab::run::Run;
use crate::model::config::PaneLetter;
use crate::model::config::script::{Origin, Script};
use crate::studio::export::{Listing, TableFormat, TraceContents, TraceFormat};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// An oscilloscope for game loops: the same world, stepped side by side by different timing strategies.
#[derive(Parser)]
#[command(name = "tickscope", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = "With no command a window opens. `tickscope COMMAND --help` says more.")]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    window: WindowArgs,
}

#[derive(Subcommand)]
enum Task {
    /// Every event of one pane, as JSON Lines, or of several as a Chrome trace
    Trace {
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
    },
    /// The metrics of each loop, of all when none is named; needs no window and no GPU
    Report {
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
    },
    /// A film or a still of the panes, drawn exactly however slow this computer is
    Record(Box<RecordArgs>),
    /// What there is to choose from
    List {
        /// strategies, scenes or scenarios
        what: String,
        /// table or json [table]
        #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
        format: Option<String>,
    },
    /// Adapters, backends, present modes, display: what is missing and how to get it
    Doctor,
}

#[derive(Args)]
struct WindowArgs {
    /// A pane's loop, up to six times (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    #[command(flatten)]
    shared: Shared,
}

/// What the arguments ask for; the first one is the program's name.
///
/// # Errors
/// With one line that says what is wrong, or with the text of `--help`.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Refusal> {
    let args: Vec<OsString> = args.into_iter().collect();
    let bare = args.len() <= 1;
    let cli = Cli::try_parse_from(args).map_err(|error| Refusal::from(&error))?;
    let Some(task) = cli.task else {
        if bare {
            return Ok(Command::Window(None));
        }
        let WindowArgs { strategy, shared } = cli.window;
        return Ok(Command::Window(Some(Box::new(shared.scenario_of_a_window(&strategy)?))));
    };
    match task {
        Task::Trace { strategy, pane, format, output, shared, seconds, bodies, inputs } => {
            let format = format.as_deref().map_or(Ok(TraceFormat::JsonLines), |text| {
                word("--format", text, &[("jsonl", TraceFormat::JsonLines), ("chrome", TraceFormat::Chrome)])
            })?;
            let pane = pane.as_deref().map(|text| letter("--pane", text)).transpose()?;
            if strategy.is_empty() && !shared.has_scenario() {
                return Err(Refusal::Usage("--strategy <ID> is missing; see --help".to_owned()));
            }
            if strategy.len() > 1 && format == TraceFormat::JsonLines {
                let more = Invalid::new("--strategy", strategy.join(", "), "one loop; a trace of several needs --format chrome");
                return Err(more.into());
            }
            let (script, seconds) = run(&shared, &strategy, seconds.as_deref())?;
            let panes: Vec<Origin> = match (pane, format) {
                (None, TraceFormat::Chrome) => script.every_pane().collect(),
                (pane, _) => vec![Origin::Start(pane.unwrap_or(0))],
            };
            let count = script.settings().panes.len();
            if let Some(pane) = pane.filter(|pane| *pane >= count) {
                return Err(Invalid::new("--pane", PaneLetter(pane), PaneLetter::range(count)).into());
            }
            Ok(Command::Trace { script, panes, seconds, with: TraceContents { bodies, inputs }, format, output })
        }
        Task::Report { strategy, shared, seconds, format, clock } => {
            let (chosen, notes) = if strategy.is_empty() && !shared.has_scenario() {
                shared.every_strategy(USUAL_SCENE)?
            } else {
                (strategy, Vec::new())
            };
            let format = format_of(format.as_deref(), &[TableFormat::Table, TableFormat::Json, TableFormat::Csv])?;
            let clocks = [("virtual", false), ("real", true)];
            let real = clock.as_deref().map_or(Ok(false), |clock| word("--clock", clock, &clocks))?;
            let (script, seconds) = run(&shared, &chosen, seconds.as_deref())?;
            if real {
                real::check_length(seconds).map_err(|e| e.called("--seconds"))?;
                return Ok(Command::Compare { script, notes, seconds, format });
            }
            Ok(Command::Report { script, notes, seconds, format })
        }
        Task::Record(args) => {
            let (scenario, spec) = args.read()?;
            Ok(Command::Record { scenario: Box::new(scenario), spec })
        }
        Task::List { what, format } => {
            let words = [("strategies", Listing::Strategies), ("scenes", Listing::Scenes), ("scenarios", Listing::Scenarios)];
            let what = word("list", &what, &words)?;
            Ok(Command::List { what, format: format_of(format.as_deref(), &[TableFormat::Table, TableFormat::Json])? })
        }
        Task::Doctor => Ok(Command::Doctor),
    }
}

/// The scene of a run that names none.
const USUAL_SCENE: &str = "runner";

/// A run that must come to its end, and its length.
fn run(shared: &Shared, strategies: &[String], seconds: Option<&str>) -> Result<(Script, f64), Refusal> {
    let scenario = shared.scenario(strategies, USUAL_SCENE)?;
    let seconds = seconds.map(run_length).transpose()?.or(scenario.seconds).unwrap_or(10.0);
    for pane in scenario.script.every_pane() {
        Run::of(&scenario.script, pane, seconds).map_err(|e| {
            let name = format!("--set {}", e.name);
            e.called(name)
        })?;
    }
    Ok((scenario.script, seconds))
}
