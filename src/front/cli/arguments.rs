//! The commands and their options.

use super::before_after::{self, BeforeAfterRun, ReportOrComparison};
use super::gate::{Condition, GatedFindingsArgs};
use super::lesson::{LessonArgs, LessonRun};
use super::record::RecordArgs;
use crate::front::app::desktop::follow::{self, Followed};
use crate::front::app::desktop::run::WindowStart;
use crate::studio::arguments::advise_args::{AdviseArgs, AdviseRun};
use crate::studio::arguments::files;
use crate::studio::arguments::refusal::{Refusal, option_for};
use crate::studio::arguments::report_args::{self, FindingsRun, ReportRun};
use crate::studio::arguments::shared::{READ_CAPTURES, Shared};
use crate::studio::arguments::trace_args::{TraceArgs, TraceRun};
use crate::studio::arguments::values::{LIST_FORMATS, words};
use crate::studio::claims;
use crate::studio::claims::article::Claim;
use crate::studio::export::listing::Listing;
use crate::studio::export::tables::TableFormat;
use crate::studio::lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::{builtin, link};
use crate::studio::view::film_spec::FilmSpec;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use tickscope_core::base::params::invalid::{Invalid, is_near};
use tickscope_core::model::config::capture::{Capture, SampleTimes};
use tickscope_core::model::strategies;
use tickscope_core::model::strategies::strategy::Found;

/// The shortest loop, and the calls that most loops make.
const SHORTEST_LOOP: &str = concat!(
    "The shortest loop:\n\n",
    include_str!("../../../assets/loops/templates/shortest.js"),
    "\nTimes are counted in flicks: `second` and `ms` are constants. host.update(step) steps the world, host.render() draws it, and\n\
     host.render(accumulator / step, step) draws between two steps. docs/own-loops.md has every call of the host."
);

/// An oscilloscope for game loops: the same world, stepped side by side by different timing strategies.
#[derive(Parser)]
#[command(name = "tickscope", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = "With no command a window opens. `tickscope COMMAND --help` says more.")]
struct Cli {
    #[command(subcommand)]
    task: Option<TaskArgs>,
    #[command(flatten)]
    window: WindowArgs,
}

const LISTS: &[(&str, ListName)] = &[
    ("strategies", ListName::Plain(Listing::Strategies)),
    ("loops", ListName::Plain(Listing::Strategies)),
    ("scenes", ListName::Plain(Listing::Scenes)),
    ("scenarios", ListName::Plain(Listing::Scenarios)),
    ("lessons", ListName::Lessons),
    ("timers", ListName::Plain(Listing::Timers)),
    ("engines", ListName::Plain(Listing::Engines)),
    ("claims", ListName::Claims),
];

#[derive(Subcommand)]
enum TaskArgs {
    /// Every event of one pane, as JSON Lines, or of several as a Chrome trace
    Trace(Box<TraceArgs>),
    /// The metrics of each loop, of all when none is named; needs no window and no GPU
    Report(Box<ReportOrComparison>),
    /// What is found in each loop over a run, of all when none is named: symptoms, and their causes by experiment
    Findings(Box<GatedFindingsArgs>),
    /// Which loop? Three loops for a game, by runs of all of them on the displays that its players have
    Advise(Box<AdviseArgs>),
    /// A film or a still of the panes, drawn exactly however slow this computer is
    Record(Box<RecordArgs>),
    /// A scenario as a share code, and as the link that opens it in a page with tickscope, each on a line of its own; exit code
    /// 1 if the code is too long for a link
    Link(Box<LinkArgs>),
    /// Lists the lessons, checks one, or writes its handout; tickscope --lesson opens one
    Lesson(Box<LessonArgs>),
    /// Lists what there is to choose from
    List {
        /// What to list [the lists]
        #[arg(value_parser = words(LISTS))]
        what: Option<ListName>,
        /// How it is written
        #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(LIST_FORMATS))]
        format: TableFormat,
    },
    /// Prints a copy of the JavaScript of a published loop, to be changed and run with --loop
    #[command(after_help = SHORTEST_LOOP)]
    Loop {
        /// The loop (`tickscope list strategies`)
        #[arg(value_parser = published)]
        id: Found,
    },
    /// Runs what the articles claim, and prints what comes out beside what is expected; exit code 1 if it differs
    Claims {
        /// The claims to run (`tickscope list claims`) [all]
        #[arg(value_parser = claims::article::find)]
        id: Vec<&'static Claim>,
        /// How it is written
        #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, default_value = "table", value_parser = words(LIST_FORMATS))]
        format: TableFormat,
    },
    /// Adapters, backends, present modes, display: what is missing and how to get it
    Doctor,
}

/// A list that `tickscope list` writes.
#[derive(Clone, Copy)]
enum ListName {
    Plain(Listing),
    Lessons,
    Claims,
}

#[derive(Args)]
struct WindowArgs {
    /// A share code, a link or the code of a lesson's step, as the window copies them; or a scenario's file or name
    #[arg(value_name = "CODE", conflicts_with_all = ["scenario", "lesson"])]
    code: Option<String>,
    /// The address of a page with tickscope, which links lead to from now on; it is remembered, and an empty one forgets it
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true, value_parser = base)]
    base: Option<String>,
    /// A lesson to begin: one of `tickscope lesson --list`, or a file
    #[arg(long, value_name = "ID|FILE", allow_hyphen_values = true, conflicts_with = "strategy")]
    lesson: Option<String>,
    /// A pane's loop, up to six times (`tickscope list strategies`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    strategy: Vec<String>,
    /// A game that runs now, in one more pane: the file that it writes, or - for standard input (docs/captures.md)
    #[arg(long, value_name = "FILE|-", allow_hyphen_values = true, conflicts_with = "lesson", group = READ_CAPTURES)]
    follow: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
}

/// Returns the game to follow.
fn followed(file: PathBuf, shared: &Shared) -> Result<Followed, Refusal> {
    let is_stdin = file.as_os_str() == files::STANDARD_INPUT;
    let part = shared.capture_part();
    let is_read_twice = is_stdin && shared.captures.contains(&file);
    let checked = if shared.captures.is_empty() && (part.process.is_some() || part.from_s > 0.0) {
        Err("shows a game from now on, as a whole: --process and --capture-from are for --capture".to_owned())
    } else if is_read_twice {
        Err("is read by --capture already: standard input can be read only once".to_owned())
    } else if !is_stdin {
        follow::check(&file)
    } else if std::io::stdin().is_terminal() {
        Err("is a terminal here: start the game in front of it, as in ./game | tickscope --follow -".to_owned())
    } else {
        Ok(())
    };
    checked.map_err(|why| Refusal::Usage(format!("--follow: {} {why}", file.display())))?;
    Ok(Followed { file: (!is_stdin).then_some(file), part })
}

/// Returns the published loop of this id, unless this build lacks its JavaScript.
fn published(id: &str) -> Result<Found, Invalid> {
    let found = strategies::find(id)?;
    let none = || Invalid::new("loop", id, "a loop that has JavaScript, in a build that has it");
    if found.script.is_empty() { Err(none()) } else { Ok(Found::Published(found)) }
}

/// Checks that a text without an option before it leads to a state: a code, a link, or a scenario's file or name.
fn check_shared(text: &str) -> Result<(), Invalid> {
    let meant = option_for(text).filter(|option| !option.starts_with("--scenario"));
    let is_file = || Path::new(text).is_file() && meant.is_none();
    let is_scenario = || builtin::SCENARIOS.iter().any(|(id, _)| *id == text) || is_file();
    if link::is_link_or_code(text) || lesson::link::read_link(text).is_some() || is_scenario() {
        return Ok(());
    }
    let commands = Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect::<Vec<_>>();
    let near = meant.or_else(|| commands.into_iter().find(|name| is_near(text, name)));
    let allowed = "a command, a share code, a link, or a scenario's file or name; see --help";
    Err(Invalid { nearest: near.map(Into::into), ..Invalid::new("CODE", text, allowed) })
}

/// Reads an address, or an empty text.
fn base(text: &str) -> Result<String, Invalid> {
    if text.is_empty() { Ok(String::new()) } else { link::base(text) }
}

/// Refuses `--lesson` together with an option of a run. All options of a run, and no others, have a heading in the help.
fn with_lesson_alone(command: clap::Command) -> clap::Command {
    let of_a_run = command.get_arguments().filter(|arg| arg.get_help_heading().is_some());
    let of_a_run: Vec<clap::Id> = of_a_run.map(|arg| arg.get_id().clone()).collect();
    command.mut_arg("lesson", |lesson| lesson.conflicts_with_all(of_a_run))
}

/// Returns the arguments so that beside a capture `--clock NAME` names its column of moments, and `--clock` alone says that the column
/// holds moments. The words of the clocks of a report stay what they are.
fn with_columns_of_moments(args: Vec<OsString>) -> Vec<OsString> {
    let is_option = |arg: &OsString, name: &str| arg.to_str().is_some_and(|arg| arg.split('=').next() == Some(name));
    let reads = |arg: &OsString| ["--capture", "--before", "--after", "--follow"].iter().any(|name| is_option(arg, name));
    if !args.iter().any(reads) {
        return args;
    }
    let (mut rest, mut all) = (args.into_iter().peekable(), Vec::new());
    while let Some(arg) = rest.next() {
        if !is_option(&arg, "--clock") {
            all.push(arg);
            continue;
        }
        let own = arg.to_str().and_then(|arg| arg.split_once('=')).map(|(_, value)| OsString::from(value));
        match own.or_else(|| rest.next_if(|next| !next.to_string_lossy().starts_with("--"))) {
            Some(word) if report_args::is_clock(&word) => all.extend(["--clock".into(), word]),
            Some(column) => all.extend(["--column".into(), column, "--moments".into()]),
            None => all.push("--moments".into()),
        }
    }
    all
}

/// Reads the arguments; the first one is the program's name.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Refusal> {
    let mut args = with_columns_of_moments(args.into_iter().collect());
    // `help report` is `report --help`.
    if args.get(1).is_some_and(|first| first == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    let (asks_for_a_run, given) = (asks_for_a_run(&args), args.clone());
    // A misspelled command is told before its options, which the window doesn't know.
    let first = args.get(1).map(|first| first.to_string_lossy().into_owned());
    if let Some(first) = first.filter(|first| !first.starts_with('-') && Cli::command().find_subcommand(first).is_none()) {
        check_shared(&first)?;
    }
    let command = with_lesson_alone(Cli::command()).mut_subcommand("record", with_lesson_alone);
    let matches = command.try_get_matches_from(args).map_err(|error| Refusal::from(&error))?;
    if let Some(report) = matches.subcommand_matches("report") {
        before_after::refuse_other_options(report, &Cli::command())?;
    }
    let cli = Cli::from_arg_matches(&matches).map_err(|error| Refusal::from(&error))?;
    let Some(task) = cli.task else {
        let WindowArgs { code, base, lesson, strategy, follow, mut shared } = cli.window;
        code.as_deref().map_or(Ok(()), check_shared)?;
        if let Some(found) = code.as_deref().and_then(lesson::link::read_link) {
            let lesson = Some(found?);
            return Ok(Command::Window(Box::new(WindowStart { lesson, base, ..WindowStart::default() })));
        }
        shared.scenario = shared.scenario.or(code);
        if let Some(name) = lesson {
            let read = files::read_lesson(&name).map_err(|why| Refusal::Usage(format!("--lesson: {why}")))?;
            let lesson = Some((read.lesson, 0));
            return Ok(Command::Window(Box::new(WindowStart { lesson, base, ..WindowStart::default() })));
        }
        // Options change the run, but the loops of such a link run only after a click, so a link with loops takes no other
        // options.
        let held_back = shared.link_with_loops()?;
        if held_back.is_some() && asks_for_more_than_a_link(&given) {
            let why = "alone: it brings loops that run after a click in the window; save the scenario, and name its file";
            return Err(Invalid::new("--scenario", "a link with loops", why).into());
        }
        let follow = follow.map(|file| followed(file, &shared)).transpose()?;
        // Most games that are followed write the rows of the probe.
        shared.live = follow.as_ref().map(|followed| Capture::live(&followed.name(), SampleTimes::Own));
        let opens = asks_for_a_run && held_back.is_none();
        let scenario = opens.then(|| shared.scenario_of_a_window(&strategy)).transpose()?;
        let loops = shared.loops;
        return Ok(Command::Window(Box::new(WindowStart { scenario, held_back, base, loops, follow, lesson: None })));
    };
    match task {
        TaskArgs::Trace(args) => Ok(Command::Trace(Box::new(args.read()?))),
        TaskArgs::Report(args) => {
            if let Some(compared) = args.compared() {
                return Ok(Command::BeforeAfter(compared));
            }
            let (report, fail_if) = args.report.read()?;
            Ok(Command::Report(Box::new(ReportRun { advise: Some(advise_command(&given)), ..report }), fail_if))
        }
        TaskArgs::Findings(args) => {
            let (findings, fail_if) = args.read()?;
            Ok(Command::Findings(Box::new(findings), fail_if))
        }
        TaskArgs::Advise(args) => Ok(Command::Advise(Box::new(args.read()?))),
        TaskArgs::Record(args) => {
            let (scenario, spec) = args.read()?;
            Ok(Command::Record { scenario: Box::new(scenario), loops: args.shared.files(), spec })
        }
        TaskArgs::Link(args) => {
            let (scenario, base) = args.read()?;
            Ok(Command::Link { scenario: Box::new(scenario), base })
        }
        TaskArgs::List { what: None, format } => Ok(Command::List { what: Listing::Lists, format }),
        TaskArgs::List { what: Some(ListName::Plain(what)), format } => Ok(Command::List { what, format }),
        TaskArgs::Lesson(args) => Ok(Command::Lesson(args.read()?)),
        TaskArgs::List { what: Some(ListName::Lessons), format } => Ok(Command::Lesson(LessonRun::List(format))),
        TaskArgs::List { what: Some(ListName::Claims), format } => Ok(Command::ListClaims(format)),
        TaskArgs::Claims { id, format } => {
            let claims = if id.is_empty() { claims::article::all().map(|(_, claim)| claim).collect() } else { id };
            Ok(Command::Claims { claims, format })
        }
        TaskArgs::Loop { id } => Ok(Command::Loop(id)),
        TaskArgs::Doctor => Ok(Command::Doctor),
    }
}

/// The options of `report` that `advise` does not have, because it tries every loop and chooses the length of its runs.
const OF_REPORT: [&str; 17] = [
    "--strategy",
    "--seconds",
    "--format",
    "--clock",
    "--sort",
    "--at",
    "--html",
    "--plot",
    "--fail-on",
    "--fail-if",
    "--loop",
    "--hitch",
    "--presentation",
    "--as-compiled",
    "--fail-on-capture",
    "--set",
    "--then",
];

/// Returns the `advise` command for the computer that the arguments of a report describe.
fn advise_command(args: &[OsString]) -> String {
    let mut rest = args.iter().skip(1).map(|arg| arg.to_string_lossy()).filter(|arg| arg != "report");
    let mut command = "tickscope advise".to_owned();
    while let Some(arg) = rest.next() {
        let name = arg.split('=').next().unwrap_or_default();
        if OF_REPORT.contains(&name) {
            if name == arg && !["--as-compiled", "--fail-on-capture"].contains(&name) {
                rest.next();
            }
            continue;
        }
        let is_plain = arg.chars().all(|c| c.is_alphanumeric() || "-_.:/=,".contains(c));
        command = if is_plain { format!("{command} {arg}") } else { format!("{command} '{}'", arg.replace('\'', "'\\''")) };
    }
    command
}

/// Returns whether the arguments have more than a scenario and the address for links.
fn asks_for_more_than_a_link(args: &[OsString]) -> bool {
    let options = args.iter().skip(1).map(|arg| arg.to_string_lossy()).filter(|arg| arg.starts_with("--"));
    options.into_iter().any(|arg| !arg.starts_with("--scenario") && !arg.starts_with("--base"))
}

/// Returns whether the arguments of a window have more than the address for links, so that the window ignores the stored state.
fn asks_for_a_run(args: &[OsString]) -> bool {
    let mut rest = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    while let Some(arg) = rest.next() {
        if arg == "--base" {
            rest.next();
        } else if !arg.starts_with("--base=") {
            return true;
        }
    }
    false
}

#[derive(Args)]
struct LinkArgs {
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
    fn read(&self) -> Result<(Scenario, Option<String>), Refusal> {
        Ok((self.shared.scenario_of_a_window(&self.strategy)?, self.base.clone()))
    }
}

/// A command with its checked arguments.
#[derive(Debug)]
pub enum Command {
    Window(Box<WindowStart>),
    Trace(Box<TraceRun>),
    /// The metrics of every pane, or a comparison of the real clock with the virtual one.
    Report(Box<ReportRun>, Vec<Condition>),
    BeforeAfter(BeforeAfterRun),
    Findings(Box<FindingsRun>, Vec<Condition>),
    Advise(Box<AdviseRun>),
    Record {
        scenario: Box<Scenario>,
        /// The files of the user's own loops, and of the scenario.
        loops: Vec<PathBuf>,
        spec: FilmSpec,
    },
    Link {
        scenario: Box<Scenario>,
        base: Option<String>,
    },
    List {
        what: Listing,
        format: TableFormat,
    },
    Lesson(LessonRun),
    ListClaims(TableFormat),
    Claims {
        claims: Vec<&'static Claim>,
        format: TableFormat,
    },
    Loop(Found),
    Doctor,
}

impl Command {
    /// Returns the files of the loops that the command runs; `None` if it runs no loops, or opens a window, which survives an
    /// endless loop.
    pub fn watched_loops(&self) -> Option<&[PathBuf]> {
        match self {
            Command::Trace(trace) => Some(&trace.loops),
            Command::Report(report, _) => Some(&report.run.loops),
            Command::Findings(findings, _) => Some(&findings.run.loops),
            Command::Record { loops, .. } => Some(loops),
            _ => None,
        }
    }
}
