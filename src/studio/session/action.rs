//! The actions of a person in the window, and what goes with them: dialogs, cards, notices, and requests for files, the
//! clipboard and films. The window serves the requests; nothing here touches a disk.

use super::playhead::Move;
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::{Counted, Theme, View};
use std::sync::Arc;
use tickscope_core::base::numbers::named;
use tickscope_core::base::params::param::Param;
use tickscope_core::base::params::value::Value;
use tickscope_core::lab::advise::question::Question;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, StallOn};
use tickscope_core::model::{scripts, worlds};

/// An action of a person. A number names the pane with that index.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Gives a command to the panes, at the laboratory's time.
    Lab(Command),
    /// Changes what the panes run on, or begins another run.
    Run(RunAction),
    /// Does something with the loops that users write.
    Loops(LoopsAction),
    /// Changes how the run is watched.
    View(ViewAction),
    /// Does something with the window around the panes.
    Window(WindowAction),
    /// Opens a lesson, or goes on in the one that is attended.
    Lesson(LessonAction),
    /// Takes back the last step: a setting by a command that is given now, a replaced run as it stood.
    Undo,
    /// Does again what was undone last.
    Redo,
    /// Notes that the pointer is pressed, or released: everything that it drags in between is one step of undo.
    Hold(bool),
    /// Notes that the person has touched something, which ends the demonstration.
    Touched,
}

/// An action that changes what the panes run on, or begins another run.
#[derive(Clone, Debug, PartialEq)]
pub enum RunAction {
    /// Presents all panes in this way; `None` means as published.
    PresentAll(Option<Presentation>),
    /// Starts over in the world with this id.
    Scene(String),
    /// Sets an option of the world: at once if it is a live one, else by starting over.
    SceneOption(String, Value),
    /// Changes the control inputs that are held down, in a world that a person drives in.
    Steer(ControlInput),
    /// Starts over and plays the drive of the selected pane in every pane.
    ReplayDrive,
    /// Starts over and plays a recorded drive in every pane.
    PlayDrive(Vec<ControlChange>),
    /// Starts over with the settings as they are now, or with the scenario as it was written.
    Restart,
    /// Opens a scenario, with the viewing speed and the selection of its file.
    Open(Box<Scenario>),
    /// Opens the built-in scenario that stands this many places after the open one; negative numbers go back.
    NextScenario(i64),
    /// Starts over with one more pane.
    Beside(Box<PaneSettings>),
    /// Compares the selected loop on a fast, a slow and a noisy computer.
    ThreeComputers,
    /// Begins the demonstration.
    Demonstrate,
}

/// An action that changes how the run is watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewAction {
    /// Lets time go on, or stops it.
    PlayPause,
    /// Pauses, and advances by one refresh of the virtual display.
    Step,
    /// Moves the playhead, or runs again from there.
    Transport(Move),
    /// Watches at this speed, in laboratory seconds per real second.
    Speed(f64),
    /// Selects the pane that the panels are about.
    Select(usize),
    /// Lets one pane fill the window, or shows all panes again.
    Enlarge(Option<usize>),
    /// Changes what is shown, and how.
    Change(View),
    /// Draws all panes over each other while a key is held.
    HoldOneStage(bool),
    /// Chooses dark or light.
    Theme(Theme),
    /// Hides the sentences, marks and numbers of the panes, or shows them again.
    HideVerdicts(bool),
}

/// An action with the loops that users write.
#[derive(Clone, Debug, PartialEq)]
pub enum LoopsAction {
    /// Gives loops of the user new texts, and adds those that are new, in one patch. Parameters that a new text does not have or allow
    /// are taken back. It is refused if a text that a pane runs is wrong.
    Edit(Vec<OwnLoop>),
    /// Holds a scenario back whose loops the person has not let run, and asks.
    HoldBack(Box<UnopenedScenario>),
    /// Opens the scenario that is held back: its loops may run from now on.
    RunHeldBack,
    /// Drops the scenario that is held back.
    DropHeldBack,
    /// Starts over with the loop of this pane beside the one that it was copied from, and shows the first event in which they
    /// differ.
    CompareWithOriginal(PaneLetter),
}

/// An action with the window around the panes.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Hides the panels and enlarges the type, or ends that.
    Present(bool),
    /// Begins a film at the present moment, or ends the one in progress there.
    Take,
    /// Opens, changes or closes a dialog.
    Dialog(Option<Dialog>),
    /// Opens or closes the gallery of comparisons.
    Gallery(bool),
    /// Sends a request to the window.
    Ask(Request),
    /// Shows a notice, or closes it.
    Notify(Option<Notice>),
    /// Copies the state as a share code.
    ShareCode,
    /// Copies the state as a link.
    CopyLink,
    /// Lifts the stall hammer.
    Lift,
    /// Brings the stall hammer down: every pane stalls for as long as it was up.
    Strike,
    /// Puts the stall hammer down without a stall.
    Lower,
    /// Chooses the operations that the stalls of the hammer and of the buttons fall on.
    StallsFallOn(StallOn),
    /// Opens a page of the help, or closes it.
    Help(Option<HelpPage>),
    /// Opens a card, or closes the one that is open.
    Explain(Option<Card>),
    /// Shows the offer of the lessons, or closes it.
    OfferLessons(bool),
}

/// The properties of an action, which are asked for before it is done. Whether it is undone is none of them: undo keeps whatever has
/// an effect on the run.
#[derive(Default)]
pub(super) struct ActionRow {
    /// Its name in the words of the controls that do it; empty if its effect says more.
    pub words: String,
    /// Whether it replaces everything at once by a key or a click; a notice then says how to undo it.
    pub replaces_all: bool,
    /// The control that starts the run over while it slides, in one step of undo; `None` if each time is a step.
    pub slides: Option<String>,
    /// Whether it takes the place of what failed, whose notice is closed.
    pub closes_failure: bool,
}

/// Returns the row of an action with this name and nothing else.
fn row(words: impl Into<String>) -> ActionRow {
    ActionRow { words: words.into(), ..ActionRow::default() }
}

impl Action {
    /// Returns the action that sets one setting of the run.
    pub fn set(path: SettingPath, value: impl Into<Value>) -> Action {
        Action::Lab(Command::Set(Patch::one(path, value)))
    }

    /// Returns the properties of the action in a run with these settings.
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
            Action::Loops(_)
            | Action::View(_)
            | Action::Window(_)
            | Action::Lesson(_)
            | Action::Undo
            | Action::Redo
            | Action::Hold(_)
            | Action::Touched => ActionRow::default(),
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

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// What is this? The picture stands still, and its marks have labels.
    Marks,
    /// Every key.
    Keys,
}

/// A dialog that takes a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Opens a scenario from a file.
    Open {
        /// The path as it is typed.
        path: String,
    },
    /// Writes something to a file.
    Save {
        /// The contents of the file.
        what: Export,
        /// The path as it is typed.
        path: String,
    },
    /// Makes a film or a still.
    Film(FilmSpec),
    /// The claims of the articles, with the runs that show them.
    Articles {
        /// The words that a claim must have.
        search: String,
    },
    /// Which loop? The question about a game.
    Advise(Box<Question>),
    /// The gallery of comparisons, over the whole window.
    Gallery {
        /// The words that a comparison must have.
        search: String,
    },
}

/// Something that can be written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The state as it is set.
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
}

impl Export {
    /// All variants, in the order of the menu.
    pub const ALL: [Export; 6] = [Export::Scenario, Export::Recorded, Export::Table, Export::Trace, Export::Loop, Export::Drive];

    /// Returns the name in the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Export::Scenario => "Save scenario",
            Export::Recorded => "Save what was done",
            Export::Table => "Export numbers",
            Export::Trace => "Export trace",
            Export::Loop => "Save loop as .js",
            Export::Drive => "Save the drive",
        }
    }

    /// Returns one sentence about its contents.
    pub const fn about(self) -> &'static str {
        match self {
            Export::Scenario => "The settings, the view and the commands to come, as a file that opens again.",
            Export::Recorded => "Every change since the beginning, as a scenario that repeats it exactly.",
            Export::Table => "The metrics of every pane since the beginning: .csv or .json.",
            Export::Trace => "Every event since the beginning as Chrome trace-event JSON, which opens in Perfetto.",
            Export::Loop => "The text of the selected pane's loop, in JavaScript: open it, or give it to --loop.",
            Export::Drive => "What was held down in the selected pane, by its simulated time: open it, and every pane drives it.",
        }
    }

    /// Returns the file name that is proposed.
    pub const fn file(self) -> &'static str {
        match self {
            Export::Scenario => "scenario.toml",
            Export::Recorded => "recorded.toml",
            Export::Table => "numbers.csv",
            Export::Trace => "trace.json",
            Export::Loop => "loop.js",
            Export::Drive => "drive.json",
        }
    }
}

/// A request to the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Opens the scenario in this file.
    Open(String),
    /// Writes this to a file.
    Save(Export, String),
    /// Lets the person choose a file for the open dialog.
    Browse,
    /// Makes a film in the background.
    Film(FilmSpec),
    /// Cancels the film that is being made; no file is left.
    CancelFilm,
    /// Tries every loop for a game.
    Advise(Box<Question>),
    /// Makes the runs of every claim, once.
    MeasureClaims,
    /// Puts this on the clipboard.
    Copy(String),
    /// Takes a share code or a link from the clipboard.
    Paste,
    /// Opens the state as it is set in a page of its own, from the part of another page.
    OpenWhole,
    /// Goes on with the scenario of this text in the build that has the engine for loops of one's own.
    FetchEngine(String),
}

/// A message to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// One or two sentences.
    pub text: String,
    /// Whether it reports a success.
    pub good: bool,
}

impl Notice {
    /// Reports a success.
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: true }
    }

    /// Reports a failure or a refusal.
    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), good: false }
    }
}

/// The place of a number in the window: the same number may stand in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In a pane's header.
    Header,
    /// Among the numbers under a pane.
    Numbers,
    /// In the table.
    Table,
}

/// A card that explains something in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// A number.
    Number(NumberCard),
    /// What was found in a pane.
    Findings(PaneLetter),
}

impl Card {
    /// Returns the pane that it is about.
    pub fn pane(self) -> PaneLetter {
        match self {
            Card::Number(card) => card.pane,
            Card::Findings(pane) => pane,
        }
    }
}

/// A number of a pane that can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberCard {
    /// The pane that it describes.
    pub pane: PaneLetter,
    /// The key of its metric.
    pub metric: &'static str,
    /// The part of the run that it describes.
    pub counted: Counted,
    /// Its place in the window.
    pub place: CardPlace,
}

/// An action in a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonAction {
    /// Begins the lesson at the step of this index.
    Open(Arc<Lesson>, usize),
    /// Goes on to the next step, or opens what the step names.
    Next,
    Previous,
    /// Makes the set-up of the step again.
    Back,
    /// Gives the answer of this index, which can't be changed.
    Answer(usize),
}
