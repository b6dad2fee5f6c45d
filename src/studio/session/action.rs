//! What a person can do in the window.

use super::dialog::{Dialog, Notice, NumberCard, Request};
use super::playhead::Move;
use crate::base::params::Value;
use crate::model::config::view::{Theme, View};
use crate::model::config::{Command, ControlChange, ControlInput, HitchOn, Presentation};
use crate::studio::scenario::Scenario;

/// An action of a person. Panes are named by the place in which the person sees them.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a few actions a frame, and most of what a person does is a command")]
pub enum Action {
    /// A command to the panes, at the laboratory's time.
    Lab(Command),
    /// The same presentation for all panes; nothing means as published.
    PresentAll(Option<Presentation>),
    /// Another world, by its id, from the beginning.
    Scene(String),
    /// An option of the world and its value: at once if it is a live one, else from the beginning.
    SceneOption(String, Value),
    /// The control inputs that are held down from now on, in a world that a person drives in.
    Steer(ControlInput),
    /// What the selected pane has driven, from the beginning and in every pane.
    ReplayDrive,
    /// A recorded drive, in every pane.
    PlayDrive(Vec<ControlChange>),
    /// The world's tables are shown, or put away.
    Sheets(bool),
    /// Everything from the beginning, with the settings as they are now.
    Restart,
    /// Time goes on, or stops.
    PlayPause,
    /// Pause, and move on by one refresh of the virtual display.
    Step,
    /// Looks at another moment, or goes on from there.
    Transport(Move),
    /// Watches at this speed, in laboratory seconds a real second.
    Speed(f64),
    /// The panels are about the pane in this place.
    Select(usize),
    /// The pane in this place fills the window, or all are shown again.
    Enlarge(Option<usize>),
    /// What is shown, and how.
    View(View),
    /// All panes are drawn over each other from now on, or each in its own place: while a key is held.
    HoldOneStage(bool),
    /// Dark or light.
    Theme(Theme),
    /// A scenario from the beginning, with the viewing speed and the selection of its file.
    Open(Box<Scenario>),
    /// As many scenarios on among those that come with the program, or back.
    NextScenario(i64),
    /// The panels go and the type grows, or all is as before.
    Present(bool),
    /// What is filmed begins here, or ends here.
    Take,
    /// A dialog opens, changes, or closes.
    Dialog(Option<Dialog>),
    /// The gallery of comparisons opens or closes.
    Gallery(bool),
    /// A request to the window.
    Ask(Request),
    /// Takes the last step back: a setting by a command that is given now, a set-up as it stood.
    Undo,
    /// Does again what was undone last.
    Redo,
    /// The pointer is pressed, or let go: what it drags in between is one step of undo.
    Hold(bool),
    /// Shows a notice, or closes it.
    Notify(Option<Notice>),
    /// The state as text for the clipboard.
    ShareCode,
    /// The state as a link for the clipboard.
    CopyLink,
    /// The hitch hammer is lifted.
    Lift,
    /// The hitch hammer comes down: every pane stalls for as long as it was up.
    Strike,
    /// The hitch hammer is put down without a stall.
    Lower,
    /// What the hammer's stalls and the buttons' fall on from now on.
    StallsFallOn(HitchOn),
    /// Everything from the beginning, and a photo finish after the view's `race_s`.
    Race,
    /// The selected loop on a fast, a slow and a noisy computer, side by side.
    ThreeComputers,
    /// The help window opens or closes.
    Help(bool),
    /// The card of a number opens, or the one that is open closes.
    Explain(Option<NumberCard>),
    /// The demonstration begins, from its first second.
    Demonstrate,
    /// The person has touched something, which ends the demonstration.
    Touched,
}
