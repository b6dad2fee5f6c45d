//! Every command of the interface, in one table: the keyboard, the menus, the buttons and the help window read it.
//!
//! Parts of the view that are on or off have their rows in [`TOGGLES`], beside the view.

use crate::studio::session::playhead::{Move, Unit};
use crate::studio::session::{Action, Dialog, Export, HelpPage, LessonAction, Notice, Request, Session};
use egui::{Key, Modifiers};
use tickscope_core::config::film_format::Format;
use tickscope_core::config::view::{CameraView, Instrument, Reference, TOGGLES, Theme, View, ViewToggle};
use tickscope_core::config::watching::SPEEDS;
use tickscope_core::config::{Command, Computer, MOST_PANES, OwnLoop, Owner, PaneSettings, Present, Presentation};
use tickscope_core::panes::Pane;
use tickscope_core::params::Described;

#[derive(Clone, Copy)]
pub struct UiCommand {
    pub name: &'static str,
    /// The keys that trigger it, as the help window shows them, with ` or ` between them; empty if there are none.
    pub keys: &'static str,
    /// A few words on what it does if the name does not say it, in lower case and without a full stop.
    pub help: &'static str,
    pub is_browsers: bool,
    effect: Effect,
}

#[derive(Clone, Copy)]
enum Effect {
    Do(fn(&Session) -> Action),
    Try(fn(&Session) -> Option<Action>),
    Go(Move),
    Toggle(&'static ViewToggle),
    Switch(fn(&Session) -> bool, fn(&Session) -> Action),
    Elsewhere,
}

const fn command(name: &'static str, keys: &'static str, effect: Effect) -> UiCommand {
    UiCommand { name, keys, help: "", is_browsers: false, effect }
}

const fn row(name: &'static str, keys: &'static str, action: fn(&Session) -> Action) -> UiCommand {
    command(name, keys, Effect::Do(action))
}

const fn row_if(name: &'static str, keys: &'static str, action: fn(&Session) -> Option<Action>) -> UiCommand {
    command(name, keys, Effect::Try(action))
}

const fn go(name: &'static str, keys: &'static str, to: Move) -> UiCommand {
    command(name, keys, Effect::Go(to))
}

const fn switch(
    name: &'static str,
    keys: &'static str,
    is_on: fn(&Session) -> bool,
    action: fn(&Session) -> Action,
) -> UiCommand {
    command(name, keys, Effect::Switch(is_on, action))
}

/// Makes a row for keys that are pressed with others, or belong to the toolkit.
const fn note(keys: &'static str, name: &'static str) -> UiCommand {
    command(name, keys, Effect::Elsewhere)
}

impl From<&'static ViewToggle> for UiCommand {
    fn from(toggle: &'static ViewToggle) -> UiCommand {
        let ViewToggle { name, key, help, .. } = *toggle;
        UiCommand { name, keys: key, help, is_browsers: false, effect: Effect::Toggle(toggle) }
    }
}

impl UiCommand {
    const fn help(self, help: &'static str) -> UiCommand {
        UiCommand { help, ..self }
    }

    const fn of_browser(self) -> UiCommand {
        UiCommand { is_browsers: true, ..self }
    }

    /// Returns the action that the command stands for now; `None` if there is nothing to do.
    pub fn action(&self, session: &Session) -> Option<Action> {
        match self.effect {
            Effect::Do(action) => Some(action(session)),
            Effect::Try(action) => action(session),
            Effect::Go(to) => Some(Action::Transport(to)),
            Effect::Toggle(toggle) => {
                let mut view = session.run.view;
                let field = (toggle.field)(&mut view);
                *field = !*field;
                Some(Action::View(view))
            }
            Effect::Switch(_, action) => Some(action(session)),
            Effect::Elsewhere => None,
        }
    }

    /// Returns whether what the command switches is on; `None` if it switches nothing.
    pub fn is_on(&self, session: &Session) -> Option<bool> {
        match self.effect {
            Effect::Toggle(toggle) => Some(toggle.is_on(session.run.view)),
            Effect::Switch(is_on, _) => Some(is_on(session)),
            Effect::Do(_) | Effect::Try(_) | Effect::Go(_) | Effect::Elsewhere => None,
        }
    }

    pub fn line(&self) -> String {
        if self.help.is_empty() { self.name.to_owned() } else { format!("{}: {}", self.name.trim_end_matches(" …"), self.help) }
    }

    pub fn tip(&self) -> String {
        let keys = if self.keys.is_empty() { String::new() } else { format!(" ({})", self.keys) };
        format!("{}{keys}.", self.line())
    }

    pub fn is_triggered(&self, pressed: Key, modifiers: Modifiers) -> bool {
        if matches!(self.effect, Effect::Elsewhere) {
            return false;
        }
        let keys = self.keys.trim_end_matches(", held").split(" or ");
        keys.into_iter().any(|keys| {
            let (control, key) = keys.strip_prefix("Ctrl ").map_or((false, keys), |key| (true, key));
            let (shift, key) = key.strip_prefix("Shift ").map_or((false, key), |key| (true, key));
            let held = if control {
                modifiers.command && !modifiers.alt && modifiers.shift == shift
            } else {
                !(modifiers.ctrl || modifiers.command || modifiers.alt)
            };
            held && Key::from_name(&key.replace(' ', "")) == Some(pressed)
        })
    }

    /// Returns whether the keys (Space, Enter, arrows) also work a control that has the keyboard.
    pub fn has_keys_of_controls(&self) -> bool {
        self.has_arrows() || matches!(self.keys, "Space" | "Enter")
    }

    /// Returns whether its key is an arrow, which drives where a person drives.
    pub fn has_arrows(&self) -> bool {
        matches!(self.keys, "Up" | "Down" | "Left" | "Right")
    }
}

pub struct CommandGroup {
    pub name: &'static str,
    /// The commands, those without keys too.
    pub commands: &'static [UiCommand],
    /// Whether the parts of the view that are on or off follow.
    has_toggles: bool,
}

impl CommandGroup {
    pub fn with_keys(&self) -> impl Iterator<Item = UiCommand> {
        let toggles = TOGGLES.iter().filter(|_| self.has_toggles).map(UiCommand::from);
        self.commands.iter().copied().chain(toggles).filter(|command| !command.keys.is_empty())
    }
}

pub static GROUPS: &[CommandGroup] = &[
    CommandGroup { name: "Time", commands: TIME, has_toggles: false },
    CommandGroup { name: "Loads", commands: LOADS, has_toggles: false },
    CommandGroup { name: "In the editor of a loop", commands: EDITOR, has_toggles: false },
    CommandGroup { name: "Panes", commands: PANES, has_toggles: false },
    CommandGroup { name: "What is shown", commands: SHOWN, has_toggles: true },
    CommandGroup { name: "Session", commands: SESSION, has_toggles: false },
];

/// The commands of the File menu, with lines between the parts. The exports stand after the first one.
pub const FILE_MENU: [&[UiCommand]; 3] = [&[OPEN, DEMONSTRATION], &[SHARE_CODE, COPY_LINK, PASTE], &[FILM, GIF]];

/// Returns the commands of the Show menu after the instruments.
pub fn show_menu() -> impl Iterator<Item = UiCommand> {
    TOGGLES.iter().map(UiCommand::from).chain([GHOSTS_AT_SIMULATED_TIME, WHOLE_WORLD, LIGHT_THEME, HIDE_VERDICTS])
}

pub const PLAY: UiCommand = row("Play or pause", "Space", space).help("or an input while the input test runs; on in a lesson");
/// The button of a lesson, whose key is that of [`PLAY`].
pub const LESSON_NEXT: UiCommand = note("Space", "Go on");
pub const STEP: UiCommand = row("Step", "N or .", |_| Action::Step).help("pauses, one refresh of the display on");
pub const TO_OLDEST: UiCommand = go("Oldest moment", "Home", Move::ToOldest).help("of the recording");
pub const TO_LIVE: UiCommand = go("Live", "End", Move::ToLive).help("forward to the present, playing");
pub const BACK_REFRESH: UiCommand =
    go("Back by refresh", ",", Move::Back(Unit::Refresh)).help("pauses, one refresh of the display back");
pub const FORWARD_REFRESH: UiCommand =
    go("Forward by refresh", "", Move::Forward(Unit::Refresh)).help("forward, one refresh of the virtual display (. or N)");
pub const BACK_TURN: UiCommand = go("Back by turn", "-", Move::Back(Unit::Turn)).help("to the beginning of a turn of the loop");
pub const FORWARD_TURN: UiCommand =
    go("Forward by turn", "+ or =", Move::Forward(Unit::Turn)).help("to the next turn of the loop");
pub const BACK_EVENT: UiCommand = go("Back by event", "J", Move::Back(Unit::Event)).help("of the selected pane");
pub const FORWARD_EVENT: UiCommand = go("Forward by event", "U", Move::Forward(Unit::Event)).help("of the selected pane");
pub const RUN_FROM_HERE: UiCommand =
    row_if("Run from here", "Enter", |s| s.run.transport.playhead.map(|_| Action::Transport(Move::RunFromHere)))
        .help("makes the run again up to this moment, and goes on");
const TIME: &[UiCommand] = &[
    PLAY,
    STEP,
    BACK_REFRESH,
    FORWARD_REFRESH,
    BACK_TURN,
    FORWARD_TURN,
    BACK_EVENT,
    FORWARD_EVENT,
    TO_OLDEST,
    TO_LIVE,
    RUN_FROM_HERE,
    row("Bullet time", "Z", wall_replay).help("how it went through the wall; and back"),
    row("Watch more slowly", "[", |s| speed(s, 1)),
    row("Watch faster", "]", |s| speed(s, -1)).help("up to real speed"),
    row("Pause the game", "F9", |s| Action::set(Owner::Run.path("paused"), !s.run.lab.settings().paused))
        .help("not the laboratory"),
];

const LOADS: &[UiCommand] = &[
    row("More render load", "Up", |s| load(s, "render_ms", |ms| ms * 1.1)),
    row("Less render load", "Down", |s| load(s, "render_ms", |ms| (ms / 1.1).max(0.1))),
    row("More update load", "Right", |s| load(s, "update_ms", |ms| ms + 0.5)),
    row("Less update load", "Left", |s| load(s, "update_ms", |ms| ms - 0.5)),
    row("Vsync", "V", switch_vsync).help("on or off"),
    row("Stall hammer", "H, held", |_| Action::Lift).help("every pane stalls as long as H is held"),
];

pub const ADD_PANE: UiCommand = row_if("Add pane", "A", add_pane).help("up to six; it starts at the exact motion");
pub const CLOSE_PANE: UiCommand = row_if("Close the pane", "X or Delete", |s| close_pane(s, s.run.selection.selected()));
pub const SWAP_PANE: UiCommand = row_if("Swap the pane with the next one", "S", |s| swap_pane(s, s.run.selection.selected()));
pub const ENLARGE_PANE: UiCommand = row("Enlarge the pane, or show all", "E", |s| enlarge_pane(s, s.run.selection.selected()));
const PANES: &[UiCommand] = &[
    row("Draw all", "I", |s| Action::PresentAll(next_presentation(s))).help("latest, interpolated, extrapolated"),
    ADD_PANE,
    CLOSE_PANE,
    SWAP_PANE,
    ENLARGE_PANE,
    row("Three computers", "C", |_| Action::ThreeComputers).help("the selected loop on a fast, a slow and a noisy one"),
    note("1 to 6", "Select a pane"),
    note("Wheel, drag", "In a pane: the camera of all panes"),
];

const GHOSTS_AT_SIMULATED_TIME: UiCommand = switch("Ghosts at simulated time", "", own_time, toggle_own_time)
    .help("the exact motion at each pane's own simulated time, and not where a perfect loop would be now");
const WHOLE_WORLD: UiCommand =
    row("Whole world", "0", |s| Action::View(View { camera: CameraView::default(), ..s.run.view })).help("the camera as it was");
const LIGHT_THEME: UiCommand =
    switch("Light theme", "T", |s| s.run.theme == Theme::Light, |s| Action::Theme(s.run.theme.other())).help("for bright rooms");
pub const HIDE_VERDICTS: UiCommand =
    switch("Hide verdicts", "F", |s| s.window.hides_verdicts, |s| Action::HideVerdicts(!s.window.hides_verdicts))
        .help("no sentences, marks and numbers until it is pressed again: a class bets first");
pub const PRESENT: UiCommand = row("Present", "F11", |s| Action::Present(!s.window.presenting)).help("no panels and large type");
const SHOWN: &[UiCommand] = &[
    row("Instruments", "Q", next_instrument).help("timeline, plots, table, nothing"),
    row("Code", "/", toggle_code).help("of the selected loop"),
    row_if("One stage", "O, held", |s| (!s.window.holds_one_stage).then_some(Action::HoldOneStage(true)))
        .help("all panes over each other"),
    WHOLE_WORLD,
    LIGHT_THEME,
    HIDE_VERDICTS,
    PRESENT,
    note("Ctrl + − 0", "Larger, smaller, normal interface").of_browser(),
];

pub const RESTART: UiCommand =
    row("Restart", "Backspace", |_| Action::Restart).help("a scenario as written, else with these settings");
pub const NEXT: UiCommand =
    row("Next comparison", "Page Down", |s| next(s, 1)).help("of those that come with the program, or the next step of a lesson");
pub const PREVIOUS: UiCommand = row("Comparison before", "Page Up", |s| next(s, -1));
pub const GALLERY: UiCommand = row("Comparisons", "F2", |s| Action::Gallery(!s.window.shows_gallery()))
    .help("pictures of all, by the question that they answer");
pub const DEMONSTRATION: UiCommand =
    row("Demonstration", "D", |_| Action::Demonstrate).help("half a minute; the load moves by itself");
pub const RECORD: UiCommand = row("Record", "R", |_| Action::Take).help("a film begins here; a second press ends it");
pub const HELP: UiCommand = row("What is this?", "? or F1", |s| Action::Help(next_help(s.window.help)))
    .help("the picture stands still, and its marks have labels; once more: every key");
pub const UNDO: UiCommand = row("Undo", "Ctrl Z", |_| Action::Undo);
pub const REDO: UiCommand = row("Redo", "Ctrl Y", |_| Action::Redo);
const OPEN: UiCommand = row("Open …", "Ctrl O", |_| Action::Dialog(Some(Dialog::Open { path: "scenario.toml".to_owned() })))
    .help("a scenario, a loop in a .js file or a recorded drive; dropping one here does the same")
    .of_browser();
const SAVE: UiCommand =
    row("Save", "Ctrl S", |s| save(saved(s))).help("the loop if it is your own, else the state as a scenario").of_browser();
const SESSION: &[UiCommand] = &[
    RESTART,
    NEXT,
    PREVIOUS,
    GALLERY,
    DEMONSTRATION,
    RECORD,
    HELP,
    row("Close what is open", "Esc", escape).help("show all panes, end a presentation"),
    UNDO,
    REDO,
    row("Redo", "Ctrl Shift Z", |_| Action::Redo),
    OPEN,
    SAVE,
    note("Ctrl C, Ctrl V", "Copy the state as a share code, paste one or a link"),
    note("Tab", "Next control; Space presses it, arrows move it"),
    note("Ctrl Q", "Quit").of_browser(),
];

/// The keys of the text of a loop. The editor and its text field read them.
const EDITOR: &[UiCommand] = &[
    note("Tab", "Indent; Shift Tab takes it back"),
    note("Ctrl Z, Y", "Undo and redo what was typed"),
    note("Esc", "Leave the text: keys are the window's again"),
];

/// The instruments under the panes; one at a time is shown.
pub const INSTRUMENTS: [(Instrument, UiCommand); 4] = [
    (
        Instrument::Timeline,
        switch("Timeline", "Q", |s| shows(s, Instrument::Timeline), |s| toggle_instrument(s, Instrument::Timeline))
            .help("what every pane's computer does, moment by moment, and the way back to any of them"),
    ),
    (
        Instrument::Plots,
        switch("Plots", "Q", |s| shows(s, Instrument::Plots), |s| toggle_instrument(s, Instrument::Plots))
            .help("frame time, step size, updates a turn and s − d over time, and the cadence"),
    ),
    (
        Instrument::Table,
        switch("Table", "Q", |s| shows(s, Instrument::Table), |s| toggle_instrument(s, Instrument::Table))
            .help("every number of every pane, side by side, to be sorted"),
    ),
    (
        Instrument::Code,
        switch("Code", "/", |s| shows(s, Instrument::Code), |s| toggle_instrument(s, Instrument::Code))
            .help("the file of the selected loop, with the line lit that runs"),
    ),
];

/// The row that opens the articles. It needs an action and a request; the menu adds the request.
pub const ARTICLES: UiCommand = row("Articles …", "", |_| Action::Dialog(Some(Dialog::Articles { search: String::new() })))
    .help("what articles and their readers claim, each with a run that shows it");
/// The row that asks which loop a game should have, with the load of what is shown.
pub const ADVISE: UiCommand = row("Which loop? …", "", |session| Action::Dialog(Some(session.ask_which_loop())))
    .help("three loops for a game, by runs of all of them");
const SHARE_CODE: UiCommand =
    row("Copy share code", "", |_| Action::ShareCode).help("the state as a short text for the clipboard (Ctrl C)");
const COPY_LINK: UiCommand = row("Copy link", "", |_| Action::CopyLink).help("the same as the address of a page that opens it");
const PASTE: UiCommand = row("Paste share code or link", "", |_| Action::Ask(Request::Paste))
    .help("the state that a share code or a link on the clipboard stands for (Ctrl V)");
const FILM: UiCommand = row("Film or still …", "", |s| Action::Dialog(Some(Dialog::Film(s.proposed_film()))))
    .help("of the panes, as a video, an animation or a picture");
const GIF: UiCommand =
    row("Animated GIF …", "", |s| Action::Dialog(Some(Dialog::Film(s.proposed_film().with_format(Format::Gif)))))
        .help("of the last ten seconds, for a page or a document");

pub fn save(what: Export) -> Action {
    Action::Dialog(Some(Dialog::Save { what, path: what.file().to_owned() }))
}

fn saved(session: &Session) -> Export {
    let pane = &session.run.lab.settings().panes[session.run.selection.selected()];
    if OwnLoop::name_in(&pane.strategy).is_some() { Export::Loop } else { Export::Scenario }
}

fn next_help(page: Option<HelpPage>) -> Option<HelpPage> {
    match page {
        None => Some(HelpPage::Marks),
        Some(HelpPage::Marks) => Some(HelpPage::Keys),
        Some(HelpPage::Keys) => None,
    }
}

pub fn escape(session: &Session) -> Action {
    match session {
        s if s.window.dialog.is_some() => Action::Dialog(None),
        s if s.window.help.is_some() => Action::Help(None),
        s if s.card().is_some() => Action::Explain(None),
        s if s.run.transport.wall_replay().is_some() => Action::Transport(Move::ToLive),
        s if s.run.selection.enlarged().is_some() => Action::Enlarge(None),
        s if s.run.view.instrument.is_some() && !s.window.presenting => Action::View(View { instrument: None, ..s.run.view }),
        _ => Action::Present(false),
    }
}

/// Goes on in a lesson or a course, or to another comparison.
fn next(session: &Session, by: i64) -> Action {
    if session.lesson().is_some() && !session.demonstrates() || by > 0 && session.run.opened.course.is_some() {
        return Action::Lesson(if by > 0 { LessonAction::Next } else { LessonAction::Previous });
    }
    Action::NextScenario(by)
}

/// Taps while the input test runs; else, and from a pause, plays or pauses.
fn space(session: &Session) -> Action {
    if let Some(action) = session.lesson_goes_on() {
        return Action::Lesson(action);
    }
    if session.run.view.inputs && session.is_playing() { Action::Lab(Command::Tap) } else { Action::PlayPause }
}

fn toggle_code(session: &Session) -> Action {
    let view = session.run.view;
    Action::View(match view.instrument {
        None | Some(Instrument::Table) => View { instrument: Some(Instrument::Code), ..view },
        Some(Instrument::Code) => View { instrument: None, ..view },
        Some(Instrument::Timeline | Instrument::Plots) => View { code: !view.code, ..view },
    })
}

fn next_instrument(session: &Session) -> Action {
    let view = session.run.view;
    Action::View(View { instrument: Instrument::next(view.instrument), ..view })
}

/// Starts the wall replay of the selected pane, or of the first one in which a body has gone through; ends one that is shown.
fn wall_replay(session: &Session) -> Action {
    if session.run.transport.wall_replay().is_some() {
        return Action::Transport(Move::ToLive);
    }
    let panes = session.run.lab.panes();
    let has = |pane: &&Pane| pane.recording().tunnel().is_some();
    let first = panes.get(session.run.selection.selected()).into_iter().chain(panes).find(has);
    let none =
        || Action::Notify(Some(Notice::good("Bullet time shows a body that goes through a wall: none has in these panes.")));
    first.map_or_else(none, |pane| Action::Transport(Move::WallReplay(pane.letter())))
}

fn shows(session: &Session, instrument: Instrument) -> bool {
    session.run.view.instrument == Some(instrument)
}

fn toggle_instrument(session: &Session, instrument: Instrument) -> Action {
    let instrument = (!shows(session, instrument)).then_some(instrument);
    Action::View(View { instrument, ..session.run.view })
}

fn own_time(session: &Session) -> bool {
    session.run.view.reference == Reference::SimulatedTime
}

fn toggle_own_time(session: &Session) -> Action {
    let reference = if own_time(session) { Reference::RealTime } else { Reference::SimulatedTime };
    Action::View(View { reference, ..session.run.view })
}

fn load(session: &Session, name: &'static str, change: fn(f64) -> f64) -> Action {
    let (settings, pane) = (session.run.lab.settings(), session.run.selection.selected());
    let loads = settings.computer_of(pane).values();
    let load = Computer::param(name).map_or(0.0, |param| param.clamped(change(loads.number(param).unwrap_or_default())));
    Action::set(Owner::of_computer(settings, pane).path(name), load)
}

fn switch_vsync(session: &Session) -> Action {
    let (settings, pane) = (session.run.lab.settings(), session.run.selection.selected());
    let has_vsync = settings.computer_of(pane).present == Present::Fifo;
    Action::set(Owner::of_computer(settings, pane).path("present"), if has_vsync { "mailbox" } else { "fifo" })
}

fn speed(session: &Session, steps: i64) -> Action {
    let last = SPEEDS.len() as i64 - 1;
    let here = SPEEDS.iter().position(|(speed, _)| *speed <= session.run.speed + 1e-9).map_or(last, |place| place as i64);
    Action::Speed(SPEEDS[(here + steps).clamp(0, last) as usize].0)
}

fn add_pane(session: &Session) -> Option<Action> {
    let panes = &session.run.lab.settings().panes;
    (panes.len() < MOST_PANES).then(|| Action::Lab(Command::AddPane(PaneSettings::new("fixed-interpolated"))))
}

pub fn close_pane(session: &Session, pane: usize) -> Option<Action> {
    (session.run.lab.panes().len() > 1).then(|| Action::Lab(Command::ClosePane(session.letter(pane))))
}

pub fn swap_pane(session: &Session, a: usize) -> Option<Action> {
    let count = session.run.lab.panes().len();
    (count > 1).then(|| Action::Lab(Command::SwapPanes(session.letter(a), session.letter((a + 1) % count))))
}

pub fn enlarge_pane(session: &Session, pane: usize) -> Action {
    Action::Enlarge(session.run.selection.enlarged().is_none().then_some(pane))
}

/// Returns the next presentation in a round: as published, latest, interpolate, extrapolate, extrapolate to contact.
fn next_presentation(session: &Session) -> Option<Presentation> {
    match session.run.lab.settings().panes[0].presentation {
        None => Some(Presentation::Latest),
        Some(Presentation::Latest) => Some(Presentation::Interpolate),
        Some(Presentation::Interpolate) => Some(Presentation::Extrapolate),
        Some(Presentation::Extrapolate) => Some(Presentation::ExtrapolateToContact),
        Some(Presentation::ExtrapolateToContact) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_exists_and_triggers_one_command() {
        let commands: Vec<UiCommand> = GROUPS.iter().flat_map(CommandGroup::with_keys).collect();
        for key in Key::ALL {
            for modifiers in [Modifiers::NONE, Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT] {
                let triggered = commands.iter().filter(|command| command.is_triggered(*key, modifiers));
                assert!(triggered.count() <= 1, "{key:?}");
            }
        }
        for command in commands.iter().filter(|command| !matches!(command.effect, Effect::Elsewhere)) {
            let modifiers = [Modifiers::NONE, Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT];
            let mut keys = Key::ALL.iter().flat_map(|key| modifiers.map(|modifiers| (*key, modifiers)));
            assert!(keys.any(|(key, modifiers)| command.is_triggered(key, modifiers)), "{}", command.keys);
        }
    }
}
