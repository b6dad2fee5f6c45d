//! Arguments to a checked command. Everything that can be wrong is found here, before anything starts, and said in one
//! line that names the option, the value and what is allowed.

use crate::lab::run::{Run, SECONDS};
use crate::params::{Invalid, Param, Value};
use crate::settings::{
    self, Bounds, Hitch, LONGEST_RUN_S, MOST_PANES, PaneSettings, Pattern, Presentation, SceneChoice, Settings,
};
use crate::strategies::{self, Strategy};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;

/// What the program is asked to do.
#[derive(Debug)]
pub enum Command {
    /// The window, with settings of its own if any were asked for.
    Window(Option<Settings>),
    Trace {
        settings: Settings,
        seconds: f64,
        with: Traced,
    },
    Report {
        settings: Settings,
        seconds: f64,
        format: Format,
    },
    List {
        what: Listed,
        format: Format,
    },
    Doctor,
}

/// What a trace tells beyond the events of every trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    /// Each body's position.
    pub bodies: bool,
    /// Inputs, and the pictures that answer them.
    pub inputs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Table,
    Json,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    Strategies,
    Scenes,
}

/// Why there is no command.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// `--help` and `--version`: the text is for standard output, and nothing is wrong.
    #[error("{0}")]
    Help(String),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// An option that doesn't exist, a missing value …
    #[error("{0}")]
    Usage(String),
}

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
    /// Every event of one pane, as JSON Lines
    Trace {
        /// The loop to trace (`tickscope list strategies`)
        #[arg(long, value_name = "ID", allow_hyphen_values = true)]
        strategy: String,
        #[command(flatten)]
        shared: Shared,
        /// How long the run is, in seconds: above 0, at most 86400 [10]
        #[arg(long, value_name = "S", allow_hyphen_values = true)]
        seconds: Option<String>,
        /// Adds each body's position to update and display events
        #[arg(long)]
        bodies: bool,
        /// Adds the inputs, and the pictures that answer them, as events
        #[arg(long)]
        inputs: bool,
    },
    /// The metrics of each loop, of all when none is named; needs no window and no GPU
    Report {
        /// A loop to report on, repeatable (`tickscope list strategies`)
        #[arg(long, value_name = "ID", allow_hyphen_values = true)]
        strategy: Vec<String>,
        #[command(flatten)]
        shared: Shared,
        /// How long the run is, in seconds: above 0, at most 86400 [10]
        #[arg(long, value_name = "S", allow_hyphen_values = true)]
        seconds: Option<String>,
        /// table, json or csv [table]
        #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
        format: Option<String>,
    },
    /// What there is to choose from
    List {
        /// strategies or scenes
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

/// What trace, report and the window have in common. All are text here; [`Shared::settings`] reads and checks them.
#[derive(Args)]
#[command(next_help_heading = "The run")]
struct Shared {
    /// The world (`tickscope list scenes`) [runner; in the window curve-and-wall]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    scene: Option<String>,
    /// An option of the world, repeatable
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    scene_set: Vec<String>,
    /// Update load, ms [0]
    #[arg(long, value_name = "U", allow_hyphen_values = true)]
    update_ms: Option<String>,
    /// Render load, ms; at least 0.1 is charged [5]
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    render_ms: Option<String>,
    /// Refresh rate of the display, Hz [60]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    refresh_hz: Option<String>,
    /// on or off [on]
    #[arg(long, value_name = "ON|OFF", allow_hyphen_values = true)]
    vsync: Option<String>,
    /// The clock's resolution, ms; 0 is exact [0]
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    timer_ms: Option<String>,
    /// The scheduler's granularity, ms; 0 is exact [0]
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    sleep_ms: Option<String>,
    /// How late the computer wakes from every wait, ms [0:0]
    #[arg(long, value_name = "LO:HI", allow_hyphen_values = true)]
    wake_ms: Option<String>,
    /// When the first turn begins, ms [0]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    start_ms: Option<String>,
    /// A stall of MS milliseconds for the first render at or after AT_S seconds, repeatable
    #[arg(long, value_name = "AT_S:MS", allow_hyphen_values = true)]
    hitch: Vec<String>,
    /// A render load drawn anew for each frame, instead of --render-ms
    #[arg(long, value_name = "LO:HI", allow_hyphen_values = true)]
    noise_ms: Option<String>,
    /// MS milliseconds more in every EVERY-th frame
    #[arg(long, value_name = "EVERY:MS", allow_hyphen_values = true)]
    spike: Option<String>,
    /// The seed of everything random [0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    /// latest, interpolate or extrapolate [as published]
    #[arg(long, value_name = "HOW", allow_hyphen_values = true)]
    presentation: Option<String>,
    /// A parameter of the loop, repeatable; `off` switches a published maximum off
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

/// # Errors
/// With one line that says what is wrong, or with the text of `--help`.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Refusal> {
    let args: Vec<OsString> = args.into_iter().collect();
    let bare = args.len() <= 1;
    let cli = Cli::try_parse_from(args).map_err(|error| refusal(&error))?;
    let Some(task) = cli.task else {
        if bare {
            return Ok(Command::Window(None));
        }
        let WindowArgs { strategy, shared } = cli.window;
        let defaults = Settings::default();
        let chosen = if strategy.is_empty() { defaults.panes.iter().map(|p| p.strategy.clone()).collect() } else { strategy };
        if chosen.len() > MOST_PANES {
            return Err(
                Invalid::new("--strategy", format!("{} panes", chosen.len()), format!("at most {MOST_PANES} panes")).into()
            );
        }
        return Ok(Command::Window(Some(shared.settings(&chosen, &defaults.scene.id)?)));
    };
    Ok(match task {
        Task::Trace { strategy, shared, seconds, bodies, inputs } => {
            let (settings, seconds) = shared.run(&[strategy], seconds.as_deref())?;
            Command::Trace { settings, seconds, with: Traced { bodies, inputs } }
        }
        Task::Report { strategy, shared, seconds, format } => {
            let every = || strategies::ALL.iter().map(|s| s.id.to_owned()).collect();
            let chosen = if strategy.is_empty() { every() } else { strategy };
            let format = format_of(format.as_deref(), &[Format::Table, Format::Json, Format::Csv])?;
            let (settings, seconds) = shared.run(&chosen, seconds.as_deref())?;
            Command::Report { settings, seconds, format }
        }
        Task::List { what, format } => {
            let what = match what.as_str() {
                "strategies" => Listed::Strategies,
                "scenes" => Listed::Scenes,
                other => return Err(Invalid::unknown("list", other, ["strategies", "scenes"]).into()),
            };
            Command::List { what, format: format_of(format.as_deref(), &[Format::Table, Format::Json])? }
        }
        Task::Doctor => Command::Doctor,
    })
}

impl Shared {
    /// Settings for runs that must come to their end.
    fn run(&self, strategies: &[String], seconds: Option<&str>) -> Result<(Settings, f64), Invalid> {
        let (settings, seconds) = (self.settings(strategies, "runner")?, run_length(seconds)?);
        for pane in 0..settings.panes.len() {
            Run::new(&settings, pane, seconds).map_err(|e| {
                let name = format!("--set {}", e.name);
                e.called(name)
            })?;
        }
        Ok((settings, seconds))
    }

    /// Settings with one pane for each of `strategies`.
    fn settings(&self, strategies: &[String], scene: &str) -> Result<Settings, Invalid> {
        let mut all = Settings { scene: self.scene(scene)?, seed: self.seed()?, ..Settings::default() };

        let computer = &mut all.computer;
        let numbers = [
            (&self.update_ms, settings::UPDATE_MS, "--update-ms", &mut computer.update_ms),
            (&self.render_ms, settings::RENDER_MS, "--render-ms", &mut computer.render_ms),
            (&self.refresh_hz, settings::REFRESH_HZ, "--refresh-hz", &mut computer.refresh_hz),
            (&self.timer_ms, settings::TIMER_MS, "--timer-ms", &mut computer.timer_ms),
            (&self.sleep_ms, settings::SLEEP_MS, "--sleep-ms", &mut computer.sleep_ms),
            (&self.start_ms, settings::START_MS, "--start-ms", &mut computer.start_ms),
        ];
        for (text, param, option, place) in numbers {
            if let Some(text) = text {
                *place = number(option, &param, text)?;
            }
        }
        if let Some(text) = &self.vsync {
            computer.vsync = match text.as_str() {
                "on" => true,
                "off" => false,
                other => return Err(Invalid::unknown("--vsync", other, ["on", "off"])),
            };
        }
        if let Some(text) = &self.wake_ms {
            computer.wake_ms = bounds("--wake-ms", &settings::WAKE_MS, text)?;
        }
        computer.pattern = self.pattern()?;

        all.hitches = self.hitch.iter().map(|text| hitch(text)).collect::<Result<_, _>>()?;
        all.panes = self.panes(strategies)?;
        Ok(all)
    }

    fn scene(&self, default: &str) -> Result<SceneChoice, Invalid> {
        let mut choice = SceneChoice::new(self.scene.as_deref().unwrap_or(default));
        choice.check().map_err(|e| e.called("--scene"))?;
        for text in &self.scene_set {
            let (name, value) = assignment("--scene-set", text)?;
            choice.options.set(name, value);
            choice.check().map_err(|e| e.called(format!("--scene-set {name}")))?;
        }
        Ok(choice)
    }

    fn seed(&self) -> Result<u64, Invalid> {
        let Some(text) = &self.seed else { return Ok(0) };
        text.parse().map_err(|_| Invalid::new("--seed", text, "a whole number, 0 to 18446744073709551615"))
    }

    fn pattern(&self) -> Result<Pattern, Invalid> {
        match (&self.noise_ms, &self.spike) {
            (Some(_), Some(spike)) => {
                Err(Invalid::new("--spike", spike, "noise replaces the load: not together with --noise-ms"))
            }
            (Some(noise), None) => Ok(Pattern::Noise(bounds("--noise-ms", &settings::NOISE_MS, noise)?)),
            (None, Some(spike)) => {
                let (every, ms) = pair("--spike", "EVERY:MS", spike)?;
                let every = number("--spike", &settings::SPIKE_EVERY, every)? as u32;
                Ok(Pattern::Spikes { every, ms: number("--spike", &settings::SPIKE_MS, ms)? })
            }
            (None, None) => Ok(Pattern::Constant),
        }
    }

    fn panes(&self, ids: &[String]) -> Result<Vec<PaneSettings>, Invalid> {
        let presentation = self.presentation.as_deref().map(presentation).transpose()?;
        let chosen: Vec<&Strategy> =
            ids.iter().map(|id| strategies::find(id)).collect::<Result<_, _>>().map_err(|e| e.called("--strategy"))?;
        let mut panes: Vec<PaneSettings> = ids.iter().map(|id| PaneSettings { presentation, ..PaneSettings::new(id) }).collect();
        for text in &self.set {
            let (name, value) = assignment("--set", text)?;
            let mut known = false;
            for (pane, strategy) in panes.iter_mut().zip(&chosen) {
                if let Some(param) = strategy.param(name) {
                    known = true;
                    param.check(&value).map_err(|e| e.called(format!("--set {name}")))?;
                    pane.params.set(name, value.clone());
                }
            }
            if !known {
                return Err(unknown_parameter(name, &chosen));
            }
        }
        for (pane, strategy) in panes.iter().zip(&chosen) {
            // Each value is in its range: what is refused here is what was set, together with what was not.
            strategy.check(&pane.params).map_err(|e| {
                let given = self.set.iter().filter_map(|text| text.split_once('='));
                let (names, values): (Vec<&str>, Vec<&str>) = given.unzip();
                let name = format!("--set {}", names.join(", "));
                Invalid::new(name, values.join(", "), format!("{} of {} must be {}", e.name, strategy.id, e.allowed))
            })?;
        }
        Ok(panes)
    }
}

fn unknown_parameter(name: &str, chosen: &[&Strategy]) -> Invalid {
    let mut known: Vec<&str> = chosen.iter().flat_map(|s| s.params).map(|param| param.name).collect();
    known.sort_unstable();
    known.dedup();
    match (known.as_slice(), chosen) {
        ([], [only]) => Invalid::new("--set", name, format!("{} has no parameters", only.id)),
        ([], _) => Invalid::new("--set", name, "none of these strategies has parameters"),
        _ => Invalid::unknown("--set", name, known),
    }
}

fn run_length(text: Option<&str>) -> Result<f64, Invalid> {
    let Some(text) = text else { return Ok(10.0) };
    let refusal = || Invalid::new("--seconds", text, format!("above 0, at most {LONGEST_RUN_S} s"));
    let seconds: f64 = text.parse().map_err(|_| refusal())?;
    SECONDS.check_number(seconds).map_err(|_| refusal())?;
    Ok(seconds)
}

fn format_of(text: Option<&str>, offered: &[Format]) -> Result<Format, Invalid> {
    let name = |format: &Format| match format {
        Format::Table => "table",
        Format::Json => "json",
        Format::Csv => "csv",
    };
    let Some(text) = text else { return Ok(Format::Table) };
    let found = offered.iter().find(|format| name(format) == text);
    found.copied().ok_or_else(|| Invalid::unknown("--format", text, offered.iter().map(name)))
}

fn presentation(text: &str) -> Result<Presentation, Invalid> {
    let found = Presentation::ALL.into_iter().find(|p| p.id() == text);
    found.ok_or_else(|| Invalid::unknown("--presentation", text, Presentation::ALL.map(Presentation::id)))
}

fn number(option: &str, param: &Param, text: &str) -> Result<f64, Invalid> {
    let number = text.parse().map_err(|_| Invalid::new(option, text, param.allowed()))?;
    param.check_number(number).map_err(|_| Invalid::new(option, text, param.allowed()))?;
    Ok(number)
}

fn pair<'a>(option: &str, form: &str, text: &'a str) -> Result<(&'a str, &'a str), Invalid> {
    text.split_once(':').ok_or_else(|| Invalid::new(option, text, format!("write {form}")))
}

fn bounds(option: &str, param: &Param, text: &str) -> Result<Bounds, Invalid> {
    let (lo, hi) = pair(option, "LO:HI", text)?;
    let whole = |e: Invalid| Invalid::new(option, text, format!("'{}' must be {}", e.value, e.allowed));
    let bounds = Bounds { lo_ms: number(option, param, lo).map_err(whole)?, hi_ms: number(option, param, hi).map_err(whole)? };
    bounds.check(param).map_err(|e| e.called(option))?;
    Ok(bounds)
}

fn hitch(text: &str) -> Result<Hitch, Invalid> {
    let (at, ms) = pair("--hitch", "AT_S:MS", text)?;
    let whole = |e: Invalid| Invalid::new("--hitch", text, format!("'{}' must be {}", e.value, e.allowed));
    let at_s = number("--hitch", &settings::HITCH_AT_S, at).map_err(whole)?;
    Ok(Hitch { at_s, ms: number("--hitch", &settings::HITCH_MS, ms).map_err(whole)? })
}

fn assignment<'a>(option: &str, text: &'a str) -> Result<(&'a str, Value), Invalid> {
    let (name, value) = text.split_once('=').ok_or_else(|| Invalid::new(option, text, "write NAME=VALUE"))?;
    Ok((name.trim(), Value::parse(value.trim())))
}

/// clap's errors are several lines long; ours are one.
fn refusal(error: &clap::Error) -> Refusal {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let option = text(ContextKind::InvalidArg).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let bare = option.split([' ', '=']).next().unwrap_or_default();
    let nearest = |kind| text(kind).map(|near| format!(" (did you mean '{near}'?)")).unwrap_or_default();
    let said = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return Refusal::Help(error.to_string()),
        ErrorKind::UnknownArgument => {
            format!("'{option}' is not known here; see --help{}", nearest(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let near = nearest(ContextKind::SuggestedSubcommand);
            format!("'{given}' is not a command; one of trace, report, list, doctor{near}")
        }
        ErrorKind::ArgumentConflict if bare.is_empty() => {
            "options go after the command, as in tickscope report --seed 1".to_owned()
        }
        ErrorKind::ArgumentConflict => format!("{bare}: given twice, or not together with what else is given"),
        ErrorKind::MissingRequiredArgument => format!("{option} is missing; see --help"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{bare}: a value is missing; see --help"),
        ErrorKind::InvalidUtf8 => "an argument is not valid UTF-8".to_owned(),
        _ => error.to_string().lines().next().unwrap_or("bad arguments").trim_start_matches("error: ").to_owned(),
    };
    Refusal::Usage(said.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
}
