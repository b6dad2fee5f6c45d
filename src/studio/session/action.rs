//! The actions of a person in the window, and their data: dialogs, cards, notices, and requests for files, the clipboard and
//! films. The window serves the requests; nothing here touches a disk.

use super::playhead::Move;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::{Counted, Theme, View};
use std::path::PathBuf;
use std::sync::Arc;
use tickscope_core::base::numbers::named;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::advise::question::Question;
use tickscope_core::lab::captures::part::{ColumnChoice, ColumnReading};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, StallOn};
use tickscope_core::model::{scripts, worlds};

/// The reason why an action has changed nothing.
#[derive(Debug)]
pub(super) enum NotDone {
    Refused(Invalid),
    /// Only the whole build can do it: the program begins again as that build, with the scenario of this text.
    NeedsWholeBuild(String),
}

impl From<Invalid> for NotDone {
    fn from(invalid: Invalid) -> NotDone {
        NotDone::Refused(invalid)
    }
}

/// An action of a person. An index names a pane.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "panes are added rarely, and a box would stand in every pattern")]
pub enum Action {
    /// Gives a command to the panes, at the laboratory's time.
    Lab(Command),
    /// Changes the settings of the panes by more than a command, or begins another run.
    Run(RunAction),
    Loops(LoopsAction),
    View(ViewAction),
    Window(WindowAction),
    /// Opens a lesson, or continues the open one.
    Lesson(LessonAction),
    /// Undoes the last step: a command sets changed settings back, and a replaced run returns as it was.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Presses the pointer (`true`) or releases it. Everything that it drags in between is one step of undo.
    Hold(bool),
    /// Ends the demonstration, because the person has touched something.
    Touched,
}

/// An action that changes the settings of the panes by more than one command, or begins another run.
#[derive(Clone, Debug, PartialEq)]
pub enum RunAction {
    /// Sets the presentation of all panes; `None` sets the published presentation of each loop.
    PresentAll(Option<Presentation>),
    Scene(String),
    /// Sets an option of the world: a live option in the present run, any other by starting over.
    SceneOption(String, Value),
    /// Changes the control inputs that are held down, in a world that a person steers.
    Steer(ControlInput),
    /// Starts over and plays the drive of the selected pane in every pane.
    ReplayDrive,
    /// Starts over and plays a recorded drive in every pane.
    PlayDrive(Vec<ControlChange>),
    /// Starts over, and keeps what the person has changed.
    Restart,
    /// Starts over with the scenario as it was written.
    AsWritten,
    /// Opens a scenario, with the viewing speed and the selection of its file.
    Open(Box<Scenario>),
    /// Opens the built-in scenario this many positions after the open one; negative numbers go back.
    NextScenario(i64),
    Beside(Box<PaneSettings>),
    /// Compares the selected loop on a fast, a slow and a noisy computer.
    ThreeComputers,
    Demonstrate,
}

/// An action on the view, on the shown time, or on the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewAction {
    PlayPause,
    Step,
    Transport(Move),
    /// Sets the viewing speed, in laboratory seconds per real second.
    Speed(f64),
    /// Selects the pane that the panels show.
    Select(usize),
    /// Enlarges one pane to the whole window; `None` shows all panes again.
    Enlarge(Option<usize>),
    Change(View),
    /// Draws all panes over each other while a key is held.
    HoldOneStage(bool),
    Theme(Theme),
    /// Hides the sentences, marks and numbers of the panes, or shows them again.
    HideVerdicts(bool),
}

/// An action on the user's own loops.
#[derive(Clone, Debug, PartialEq)]
pub enum LoopsAction {
    /// Gives the user's loops new texts, and adds new loops, in one patch. Parameters that a new text does not have or allow are
    /// removed. The action is refused if a text that a pane runs is wrong.
    Edit(Vec<OwnLoop>),
    /// Stores a scenario with loops that the person has not allowed to run, and asks.
    HoldBack(Box<UnopenedScenario>),
    /// Opens the stored scenario; its loops may run from now on.
    RunHeldBack,
    DropHeldBack,
    /// Starts over with the loop of this pane next to its original, and shows the first event in which they differ.
    CompareWithOriginal(PaneLetter),
}

/// An action on the window: its dialogs, notices and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Begins projector mode, which hides the panels and enlarges the type, or ends it.
    Present(bool),
    /// Shows the code of the selected pane beside the presented panes, or hides it.
    PresentCode(bool),
    /// Begins a film at the present moment, or ends the film in progress there.
    Take,
    Dialog(Option<Dialog>),
    Gallery(bool),
    Ask(Request),
    Notify(Option<Notice>),
    ShareCode,
    CopyLink,
    Lift,
    /// Brings the stall hammer down: every pane stalls for as long as the hammer was up.
    Strike,
    /// Puts the stall hammer down without a stall.
    Lower,
    /// Chooses the operations that the stalls of the hammer and of the buttons lengthen.
    StallsFallOn(StallOn),
    Help(Option<HelpPage>),
    Explain(Option<Card>),
    /// Shows the offer of the lessons, or closes it.
    Panel(bool),
    /// Unfolds the rarely needed settings in the panel, or folds them.
    EverythingElse(bool),
    /// Esc, with nothing to close: twice brings the panel into a lesson, and takes it away.
    Escape,
}

/// The properties of an action that are needed before the action is done. None of them says whether it can be undone, because
/// undo stores every action that has an effect on the run.
#[derive(Default)]
pub(super) struct ActionRow {
    /// The action's name for undo, in the words of its control; empty if the effect has a better name.
    pub words: String,
    /// Whether a single key or click replaces the whole run; a notice then explains how to undo it.
    pub replaces_all: bool,
    /// The name of the slider whose dragging starts the run over again and again, which is one step of undo; `None` if each
    /// action is a step of its own.
    pub slides: Option<String>,
    /// Whether the action is a new try after a failed one, whose notice is closed.
    pub closes_failure: bool,
}

/// Returns the row of an action with this name and defaults for the rest.
fn row(words: impl Into<String>) -> ActionRow {
    ActionRow { words: words.into(), ..ActionRow::default() }
}

impl Action {
    /// Sets a value. A number has four decimals at most, and six below 1, so that links and codes stay short.
    pub fn set(path: SettingPath, value: impl Into<Value>) -> Action {
        let value = match value.into() {
            Value::Number(number) => {
                let parts = if number.abs() < 1.0 { 1e6 } else { 1e4 };
                Value::Number((number * parts).round() / parts)
            }
            other => other,
        };
        Action::Lab(Command::Set(Patch::one(path, value)))
    }

    /// Returns the properties of the action in a run with `settings`.
    pub(super) fn about(&self, settings: &Settings) -> ActionRow {
        match self {
            Action::Lab(command) => row(command_in_words(command, settings)),
            Action::Run(action) => action.about(settings),
            Action::Loops(LoopsAction::Edit(edited)) => {
                let changed = edited.iter().filter(|own| !settings.loops.contains(own));
                row(format!("the text of {}", changed.map(|own| own.name.as_str()).collect::<Vec<_>>().join(", ")))
            }
            Action::Loops(LoopsAction::RunHeldBack) => ActionRow { replaces_all: true, ..ActionRow::default() },
            Action::Loops(LoopsAction::CompareWithOriginal(_)) => row("the comparison with the original"),
            Action::View(ViewAction::Theme(Theme::Light)) => row("the light theme"),
            Action::View(ViewAction::Theme(Theme::Dark)) => row("the dark theme"),
            Action::Window(WindowAction::Ask(_)) => ActionRow { closes_failure: true, ..ActionRow::default() },
            _ => ActionRow::default(),
        }
    }
}

impl RunAction {
    fn about(&self, settings: &Settings) -> ActionRow {
        match self {
            RunAction::PresentAll(drawn) => row(format!("all drawn {}", drawn.map_or("as published", |drawn| drawn.id()))),
            RunAction::Scene(id) => {
                let name = worlds::find(id).map_or(id.as_str(), |kind| kind.name);
                ActionRow { closes_failure: true, ..row(format!("the world {name}")) }
            }
            RunAction::SceneOption(name, value) => {
                let slides = matches!(value, Value::Number(_)).then(|| format!("world {name}"));
                ActionRow { slides, ..row(option_in_words(name, value, settings)) }
            }
            RunAction::Steer(_) => ActionRow::default(),
            RunAction::ReplayDrive | RunAction::PlayDrive(_) => row("the recorded drive"),
            RunAction::Restart => ActionRow { slides: Some("restart".to_owned()), ..row("the restart") },
            RunAction::AsWritten => ActionRow { replaces_all: true, ..row("the beginning as written") },
            RunAction::Open(_) | RunAction::NextScenario(_) => {
                ActionRow { replaces_all: true, closes_failure: true, ..ActionRow::default() }
            }
            RunAction::Beside(_) => ActionRow { replaces_all: true, ..row("the restart with one more pane") },
            RunAction::ThreeComputers => ActionRow { replaces_all: true, ..row("one loop on three computers") },
            RunAction::Demonstrate => ActionRow { replaces_all: true, ..row("the demonstration") },
        }
    }
}

fn command_in_words(command: &Command, settings: &Settings) -> String {
    let loop_name =
        |id: &str| scripts::find(&settings.loops, id).map_or_else(|_| id.to_owned(), |strategy| strategy.name.to_string());
    match command {
        Command::Set(patch) => {
            let mut patch = patch.clone();
            patch.drop_unchanged(settings);
            match patch.iter().collect::<Vec<_>>()[..] {
                [(SettingPath { owner: Owner::Params(pane), name }, value)] => {
                    let strategy = settings.pane(*pane).and_then(|pane| scripts::find(&settings.loops, &pane.strategy).ok());
                    let param =
                        strategy.as_ref().and_then(|strategy| strategy.params.iter().find(|param| param.name == name.as_str()));
                    format!("{pane}: {}", value_in_words(param, name, value))
                }
                [(SettingPath { owner: Owner::WorldOptions, name }, value)] => option_in_words(name, value, settings),
                [(path, id)] if path.is_of_pane("strategy") => {
                    let letter = path.pane().unwrap_or_default();
                    format!("{letter}: {}", loop_name(id.as_word().unwrap_or_default()))
                }
                _ => patch.in_words(),
            }
        }
        Command::AddPane(pane) => format!("one more pane: {}", loop_name(&pane.strategy)),
        other => other.in_words(),
    }
}

fn option_in_words(name: &str, value: &Value, settings: &Settings) -> String {
    let world = worlds::find(&settings.scene.id).ok();
    value_in_words(world.and_then(|world| world.options.iter().find(|param| param.name == name)), name, value)
}

fn value_in_words(param: Option<&Param>, name: &str, value: &Value) -> String {
    param.map_or_else(|| format!("{name} {value}"), |param| named(param, value))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// *What is this?* The window stands still, and its marks have labels.
    Marks,
    Keys,
}

/// A dialog that takes a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Open {
        /// The path as far as it has been typed.
        path: String,
    },
    Save {
        what: Export,
        /// The path as far as it has been typed.
        path: String,
    },
    Film(FilmSpec),
    /// The claims of the articles, with the runs that show them.
    Articles {
        /// The words that the listed claims must have.
        search: String,
    },
    /// *Which loop?* The question about a game.
    Advise(Box<Question>),
    /// The page about the capture of this pane.
    AboutCapture(PaneLetter),
    /// Every command of the window, with a search.
    Commands {
        /// The words that the listed commands must have.
        search: String,
    },
    /// The gallery of comparisons, over the whole window.
    Gallery {
        /// The words that the listed comparisons must have.
        search: String,
    },
}

/// A thing that can be saved to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The present settings and view.
    Scenario,
    /// A scenario that repeats every command since the beginning exactly.
    Recorded,
    /// The numbers of all panes since the beginning, as CSV or JSON.
    Table,
    /// Every event since the beginning, for Perfetto.
    Trace,
    /// The text of the selected pane's loop, in JavaScript.
    Loop,
    /// The drive of the selected pane, to be played again.
    Drive,
    /// The last 20 s of the running game in the selected pane, as rows of the probe.
    Game,
    /// The page about the capture of this pane, as HTML. Its button stands in the dialog about the capture.
    CapturePage(PaneLetter),
    /// The open lesson as a page for paper, as HTML. The menu of the lessons has it.
    Handout,
}

impl Export {
    /// The exports of the *File* menu, which any run has.
    pub const ALL: [Export; 6] = [Export::Scenario, Export::Recorded, Export::Table, Export::Trace, Export::Loop, Export::Drive];

    pub const fn name(self) -> &'static str {
        match self {
            Export::Scenario => "Save scenario",
            Export::Recorded => "Save what was done",
            Export::Table => "Export numbers",
            Export::Trace => "Export trace",
            Export::Loop => "Save loop as .js",
            Export::Drive => "Save the drive",
            Export::CapturePage(_) => "Save the page",
            Export::Game => "Save the last 20 s",
            Export::Handout => "Handout",
        }
    }

    pub const fn about(self) -> &'static str {
        match self {
            Export::Scenario => "The settings, the view and the commands to come, as a file that opens again.",
            Export::Recorded => "Every change since the beginning, as a scenario that repeats it exactly.",
            Export::Table => "The metrics of every pane since the beginning: .csv or .json.",
            Export::Trace => "Every event since the beginning as Chrome trace-event JSON, which opens in Perfetto.",
            Export::Loop => "The text of the selected pane's loop, in JavaScript: open it again, or drop it on a window.",
            Export::Drive => "What was held down in the selected pane, by its simulated time: open it, and every pane drives it.",
            Export::CapturePage(_) => {
                "The numbers, the plots and the worst moments of the capture: one HTML file that needs nothing else."
            }
            Export::Handout => "The open lesson as a page for paper: its pictures, its questions, and room for the answers.",
            Export::Game => {
                "The frames that the game has written in the last 20 s, as a capture: open it, or drop it on a window."
            }
        }
    }

    pub const fn file(self) -> &'static str {
        match self {
            Export::Scenario => "scenario.toml",
            Export::Recorded => "recorded.toml",
            Export::Table => "numbers.csv",
            Export::Trace => "trace.json",
            Export::Loop => "loop.js",
            Export::Drive => "drive.json",
            Export::CapturePage(_) => "capture.html",
            Export::Game => "game-20s.csv",
            Export::Handout => "handout.html",
        }
    }
}

/// A request to the host, which a session cannot serve itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Open(String),
    Save(Export, String),
    /// Lets the person choose a file for the open dialog.
    Browse,
    /// Makes a film in the background.
    Film(FilmSpec),
    /// Cancels the film in progress, and leaves no file.
    CancelFilm,
    /// Tries every loop for a game.
    Advise(Box<Question>),
    /// Makes the runs of every claim, unless they have been made already.
    MeasureClaims,
    Copy(String),
    /// Takes a share code or a link from the clipboard.
    Paste,
    /// Reads a capture as a person has answered.
    ReadCapture(CaptureSource, ColumnChoice),
    /// Opens the present state in a page of its own; for a session that is a part of another page.
    OpenWhole,
    /// Continues in the whole build of the program, with the scenario that has this text.
    FetchWholeBuild(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// Whether the notice reports a success.
    pub good: bool,
    /// The ways to read a capture that was refused, each of which has a button; `None` for all other notices.
    pub question: Option<CaptureQuestion>,
}

/// A capture that can be read in several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureQuestion {
    pub source: CaptureSource,
    pub readings: Vec<ColumnReading>,
}

/// The source of a capture: a file, the text of a file that a page was given, or a game that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureSource {
    File(PathBuf),
    Text {
        name: String,
        text: Arc<str>,
    },
    /// The file of the game that is followed.
    Live,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: true, question: None }
    }

    /// Reports a failure or a refusal.
    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: false, question: None }
    }
}

/// The place of a number in the window: the same number can be in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    Header,
    Numbers,
    Table,
}

/// A card with an explanation, opened by a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    Number(NumberCard),
    Findings(PaneLetter),
}

impl Card {
    pub fn pane(self) -> PaneLetter {
        match self {
            Card::Number(card) => card.pane,
            Card::Findings(pane) => pane,
        }
    }
}

/// A number of a pane that a card can explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberCard {
    pub pane: PaneLetter,
    pub metric: &'static str,
    /// The part of the run that the number describes.
    pub counted: Counted,
    pub place: CardPlace,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LessonAction {
    /// Begins the lesson at the step with this index.
    Open(Arc<Lesson>, usize),
    /// Continues with the next step, or opens the lesson, scenario or link that the step names.
    Next,
    Previous,
    /// Opens the lesson after this one, or the list of all after the last one.
    Following,
    /// Makes the run of the step's set-up again, up to the step.
    Back,
    /// Gives the answer with this index, which can't be changed.
    Answer(usize),
    /// Counts this many hands for the answer with this index.
    Hands(usize, u32),
    /// Shows the outcome of a bet for which hands were counted.
    Outcome,
}
