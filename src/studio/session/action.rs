//! The actions of a person in the window.

use super::dialog::{Dialog, Notice, NumberCard, Request};
use super::playhead::Move;
use crate::base::params::Value;
use crate::model::config::view::{Theme, View};
use crate::model::config::{Command, ControlChange, ControlInput, HitchOn, Presentation};
use crate::studio::scenario::Scenario;

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
    /// Shows the world's tables, or hides them.
    Sheets(bool),
    /// Starts over with the settings as they are now, or with the scenario as it was written.
    Restart,
    /// Lets time go on, or stops it.
    PlayPause,
    /// Pauses, and advances by one refresh of the virtual display.
    Step,
    /// Moves the playhead, or runs on from there.
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
    /// Begins a film here, or ends it here.
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
    /// Notes that the pointer is pressed, or released: what it drags in between is one step of undo.
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
    StallsFallOn(HitchOn),
    /// Starts over, with a photo finish after the view's `race_s`.
    Race,
    /// Compares the selected loop on a fast, a slow and a noisy computer.
    ThreeComputers,
    /// Opens or closes the help window.
    Help(bool),
    /// Opens the card of a number, or closes the one that is open.
    Explain(Option<NumberCard>),
    /// Begins the demonstration.
    Demonstrate,
    /// Notes that the person has touched something, which ends the demonstration.
    Touched,
}
