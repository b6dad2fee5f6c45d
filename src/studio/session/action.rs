//! The actions of a person in the window, and what goes with them: dialogs, cards, notices, and requests for files, the
//! clipboard and films. The window serves the requests; nothing here touches a disk.

use super::playhead::Move;
use crate::studio::lesson::Lesson;
use crate::studio::scenario::{Scenario, UnopenedScenario};
use std::sync::Arc;
use tickscope_core::advise::Question;
use tickscope_core::config::view::{Counted, Theme, View};
use tickscope_core::config::{
    Command, ControlChange, ControlInput, FilmSpec, OwnLoop, PaneLetter, PaneSettings, Patch, Presentation, SettingPath, StallOn,
};
use tickscope_core::params::Value;

impl Action {
    /// Returns the action that sets one setting of the run.
    pub fn set(path: SettingPath, value: impl Into<Value>) -> Action {
        Action::Lab(Command::Set(Patch::one(path, value)))
    }
}

/// An action of a person. A number names the pane with that index.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Gives a command to the panes, at the laboratory's time.
    Lab(Command),
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
    View(View),
    /// Draws all panes over each other while a key is held.
    HoldOneStage(bool),
    /// Chooses dark or light.
    Theme(Theme),
    /// Opens a scenario, with the viewing speed and the selection of its file.
    Open(Box<Scenario>),
    /// Opens the built-in scenario that stands this many places after the open one; negative numbers go back.
    NextScenario(i64),
    /// Hides the panels and enlarges the type, or ends that.
    Present(bool),
    /// Holds a scenario back whose loops the person has not let run, and asks.
    HoldBack(Box<UnopenedScenario>),
    /// Opens the scenario that is held back: its loops may run from now on.
    RunHeldBack,
    /// Drops the scenario that is held back.
    DropHeldBack,
    /// Gives loops of the user new texts, and adds those that are new, in one patch. Parameters that a new text does not have or allow
    /// are taken back. It is refused if a text that a pane runs is wrong.
    EditLoops(Vec<OwnLoop>),
    /// Begins a film at the present moment, or ends the one in progress there.
    Take,
    /// Opens, changes or closes a dialog.
    Dialog(Option<Dialog>),
    /// Opens or closes the gallery of comparisons.
    Gallery(bool),
    /// Sends a request to the window.
    Ask(Request),
    /// Takes back the last step: a setting by a command that is given now, a replaced run as it stood.
    Undo,
    /// Does again what was undone last.
    Redo,
    /// Notes that the pointer is pressed, or released: everything that it drags in between is one step of undo.
    Hold(bool),
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
    /// Starts over with the loop of this pane beside the one that it was copied from, and shows the first event in which they
    /// differ.
    CompareWithOriginal(PaneLetter),
    /// Starts over with one more pane.
    Beside(Box<PaneSettings>),
    /// Compares the selected loop on a fast, a slow and a noisy computer.
    ThreeComputers,
    /// Opens a page of the help, or closes it.
    Help(Option<HelpPage>),
    /// Opens a card, or closes the one that is open.
    Explain(Option<Card>),
    /// Begins the demonstration.
    Demonstrate,
    /// Opens a lesson, or goes on in the one that is attended.
    Lesson(LessonAction),
    /// Hides the sentences, marks and numbers of the panes, or shows them again.
    HideVerdicts(bool),
    /// Shows the offer of the lessons, or closes it.
    OfferLessons(bool),
    /// Notes that the person has touched something, which ends the demonstration.
    Touched,
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
