//! Every command of the interface, in one table, which the keyboard, the menus, the buttons and the help window read.
//!
//! The parts of the view that can be switched on or off have their rows in [`TOGGLES`], in the file of the view.

use crate::front::ui::command_actions::{
    about_capture, add_pane, close_pane, compare_with_original, enlarge_pane, escape, load, next, next_help, next_instrument,
    next_presentation, nudge_load, own_time, play_load, plays_load, save, saved, shows, shows_code, space, speed, spike,
    swap_pane, switch_vsync, toggle_code, toggle_instrument, toggle_own_time, wall_replay,
};
use crate::front::ui::shortcuts::{
    self, COPY, DIGITS, HAMMER, ONE_STAGE, PASTE, Shortcuts, ctrl, ctrl_shift, either, held, key, plain, shift, with_ctrl,
    with_shift,
};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Dialog, Export, LessonAction, Request, RunAction, ViewAction, WindowAction};
use crate::studio::session::lap;
use crate::studio::session::playhead::{Move, Unit};
use crate::studio::view::film_format::Format;
use crate::studio::view::{CameraView, Instrument, TOGGLES, Theme, View, ViewToggle};
use egui::Key;
use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_OUT, ZOOM_RESET};
use std::sync::LazyLock;
use tickscope_core::model::config::patch::Owner;

#[derive(Clone, Copy)]
pub struct UiCommand {
    pub name: &'static str,
    pub keys: Shortcuts,
    /// A description in a few words, in lower case and without a full stop; empty if the name is enough.
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
    /// A switch that is missing where its state is `None`.
    TrySwitch(fn(&Session) -> Option<bool>, fn(&Session) -> Option<Action>),
    Elsewhere,
}

const fn command(name: &'static str, keys: Shortcuts, effect: Effect) -> UiCommand {
    UiCommand { name, keys, help: "", is_browsers: false, effect }
}

const fn row(name: &'static str, keys: Shortcuts, action: fn(&Session) -> Action) -> UiCommand {
    command(name, keys, Effect::Do(action))
}

const fn row_if(name: &'static str, keys: Shortcuts, action: fn(&Session) -> Option<Action>) -> UiCommand {
    command(name, keys, Effect::Try(action))
}

const fn go(name: &'static str, keys: Shortcuts, to: Move) -> UiCommand {
    command(name, keys, Effect::Go(to))
}

const fn switch(name: &'static str, keys: Shortcuts, is_on: fn(&Session) -> bool, action: fn(&Session) -> Action) -> UiCommand {
    command(name, keys, Effect::Switch(is_on, action))
}

/// Returns a row for keys that belong to the window or the toolkit, or for the pointer.
const fn note(keys: Shortcuts, name: &'static str) -> UiCommand {
    command(name, keys, Effect::Elsewhere)
}

impl From<&'static ViewToggle> for UiCommand {
    fn from(toggle: &'static ViewToggle) -> UiCommand {
        let ViewToggle { name, key, help, .. } = *toggle;
        let keys = Key::from_name(key).map_or(Shortcuts::None, shortcuts::key);
        UiCommand { name, keys, help, is_browsers: false, effect: Effect::Toggle(toggle) }
    }
}

/// The commands that switch a part of the view on or off.
static TOGGLE_COMMANDS: LazyLock<Vec<UiCommand>> = LazyLock::new(|| TOGGLES.iter().map(UiCommand::from).collect());

impl UiCommand {
    const fn help(self, help: &'static str) -> UiCommand {
        UiCommand { help, ..self }
    }

    const fn of_browser(self) -> UiCommand {
        UiCommand { is_browsers: true, ..self }
    }

    /// Returns the action of the command at this moment; `None` if it has nothing to do.
    pub fn action(&self, session: &Session) -> Option<Action> {
        match self.effect {
            Effect::Do(action) => Some(action(session)),
            Effect::Try(action) => action(session),
            Effect::Go(to) => Some(Action::View(ViewAction::Transport(to))),
            Effect::Toggle(toggle) => {
                let mut view = session.run.view;
                let field = (toggle.field)(&mut view);
                *field = !*field;
                Some(Action::View(ViewAction::Change(view)))
            }
            Effect::Switch(_, action) => Some(action(session)),
            Effect::TrySwitch(_, action) => action(session),
            Effect::Elsewhere => None,
        }
    }

    /// Returns whether the command's switch is on; `None` if it switches nothing.
    pub fn is_on(&self, session: &Session) -> Option<bool> {
        match self.effect {
            Effect::Toggle(toggle) => Some(toggle.is_on(session.run.view)),
            Effect::Switch(is_on, _) => Some(is_on(session)),
            Effect::TrySwitch(is_on, _) => is_on(session),
            Effect::Do(_) | Effect::Try(_) | Effect::Go(_) | Effect::Elsewhere => None,
        }
    }

    pub fn line(&self) -> String {
        if self.help.is_empty() { self.name.to_owned() } else { format!("{}: {}", self.name.trim_end_matches(" …"), self.help) }
    }

    pub fn tip(&self) -> String {
        self.tip_with(&self.line())
    }

    /// Returns `about`, which says what the command does in this place, with the keys of the command.
    pub fn tip_with(&self, about: &str) -> String {
        let keys = if self.keys == Shortcuts::None { String::new() } else { format!(" ({})", self.keys) };
        format!("{about}{keys}.")
    }

    /// Returns whether the command has arrow keys, which steer in a world that a person steers.
    pub fn has_arrows(&self) -> bool {
        self.keys.is_one_of(&[Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight])
    }
}

pub const PLAY: UiCommand =
    row("Play or pause", key(Key::Space), space).help("or an input while the input test runs; on in a lesson");
/// The button of a lesson, which has the key of [`PLAY`].
pub const LESSON_NEXT: UiCommand = note(PLAY.keys, "Go on");
pub const STEP: UiCommand =
    row("Step", either(Key::N, Key::Period), |_| Action::View(ViewAction::Step)).help("pauses, one refresh of the display on");
pub const TO_OLDEST: UiCommand = go("Oldest moment", key(Key::Home), Move::ToOldest).help("of the recording");
pub const TO_LIVE: UiCommand = go("Live", key(Key::End), Move::ToLive).help("forward to the present, playing");
pub const BACK_REFRESH: UiCommand =
    go("Back by refresh", key(Key::Comma), Move::Back(Unit::Refresh)).help("pauses, one refresh of the display back");
/// The button that goes on from the past, which has the keys of [`STEP`].
pub const FORWARD_REFRESH: UiCommand =
    go("Forward by refresh", STEP.keys, Move::Forward(Unit::Refresh)).help("forward, one refresh of the virtual display");
pub const BACK_TURN: UiCommand =
    go("Back by turn", key(Key::Minus), Move::Back(Unit::Turn)).help("to the beginning of a turn of the loop");
pub const FORWARD_TURN: UiCommand =
    go("Forward by turn", either(Key::Plus, Key::Equals), Move::Forward(Unit::Turn)).help("to the next turn of the loop");
pub const BACK_EVENT: UiCommand = go("Back by event", key(Key::J), Move::Back(Unit::Event)).help("of the selected pane");
pub const FORWARD_EVENT: UiCommand = go("Forward by event", key(Key::U), Move::Forward(Unit::Event)).help("of the selected pane");
pub const BACK_SPIKE: UiCommand =
    row_if("Back by spike", shift(Key::Comma), |s| spike(s, false)).help("of the capture, and plays");
pub const FORWARD_SPIKE: UiCommand =
    row_if("Forward by spike", shift(Key::Period), |s| spike(s, true)).help("of the capture, and plays");
pub const RUN_FROM_HERE: UiCommand = row_if("Run from here", key(Key::Enter), |s| {
    s.run.transport.playhead.map(|_| Action::View(ViewAction::Transport(Move::RunFromHere)))
})
.help("makes the run again up to this moment, and goes on");
pub const BULLET_TIME: UiCommand = row("Bullet time", key(Key::Z), wall_replay).help("how it went through the wall; and back");
const TIME: &[UiCommand] = &[
    PLAY,
    STEP,
    BACK_REFRESH,
    BACK_TURN,
    FORWARD_TURN,
    BACK_EVENT,
    FORWARD_EVENT,
    BACK_SPIKE,
    FORWARD_SPIKE,
    TO_OLDEST,
    TO_LIVE,
    RUN_FROM_HERE,
    BULLET_TIME,
    row("Watch more slowly", key(Key::OpenBracket), |s| speed(s, 1)),
    row("Watch faster", key(Key::CloseBracket), |s| speed(s, -1)).help("up to real speed"),
    row("Pause the game", key(Key::F9), |s| Action::set(Owner::Run.path("paused"), !s.run.lab.settings().paused))
        .help("not the laboratory"),
];

pub const MORE_RENDER_LOAD: UiCommand =
    row_if("More render load", key(Key::ArrowUp), |s| nudge_load(s, true)).help("or what a presented step names; held, it rises");
pub const LESS_RENDER_LOAD: UiCommand = row_if("Less render load", key(Key::ArrowDown), |s| nudge_load(s, false));
const LOADS: &[UiCommand] = &[
    MORE_RENDER_LOAD,
    LESS_RENDER_LOAD,
    row_if("More update load", key(Key::ArrowRight), |s| load(s, "update_ms", |ms| ms + 0.5)),
    row_if("Less update load", key(Key::ArrowLeft), |s| load(s, "update_ms", |ms| ms - 0.5)),
    row("Vsync", key(Key::V), switch_vsync).help("on or off"),
    row("Stall hammer", held(HAMMER), |_| Action::Window(WindowAction::Lift)).help("every pane stalls as long as it is held"),
];

pub const ADD_PANE: UiCommand = row_if("Add pane", key(Key::A), add_pane).help("up to six; it starts at the exact motion");
pub const CLOSE_PANE: UiCommand = row_if("Close the pane", either(Key::X, Key::Delete), |s| close_pane(s, s.selected()));
pub const SWAP_PANE: UiCommand = row_if("Swap the pane with the next one", key(Key::S), |s| swap_pane(s, s.selected()));
pub const ENLARGE_PANE: UiCommand = row("Enlarge the pane, or show all", key(Key::E), |s| enlarge_pane(s, s.selected()));
pub const DRAW_ALL: UiCommand = row("Draw all", key(Key::I), |s| Action::Run(RunAction::PresentAll(next_presentation(s))))
    .help("latest, interpolated, extrapolated");
pub const THREE_COMPUTERS: UiCommand = row("Three computers", key(Key::C), |_| Action::Run(RunAction::ThreeComputers))
    .help("the selected loop on a fast, a slow and a noisy one");
const PANES: &[UiCommand] = &[
    DRAW_ALL,
    ADD_PANE,
    CLOSE_PANE,
    SWAP_PANE,
    ENLARGE_PANE,
    THREE_COMPUTERS,
    note(Shortcuts::Row(DIGITS[0], DIGITS[5]), "Select a pane, or answer a bet of a lesson"),
    note(
        Shortcuts::Toolkit(&[plain(Key::Tab), plain(Key::Enter)]),
        "In a presented bet: the hands for an answer, the next answer",
    ),
    note(Shortcuts::Pointer("Wheel, drag"), "In a pane: the camera of all panes"),
];

const GHOSTS_AT_SIMULATED_TIME: UiCommand = switch("Ghosts at simulated time", Shortcuts::None, own_time, toggle_own_time)
    .help("the exact motion at each pane's own simulated time, and not where a perfect loop would be now");
const WHOLE_WORLD: UiCommand = row("Whole world", key(Key::Num0), |s| {
    Action::View(ViewAction::Change(View { camera: CameraView::default(), ..s.run.view }))
})
.help("the camera as it was");
pub const LIGHT_THEME: UiCommand =
    switch("Light theme", key(Key::T), |s| s.run.theme == Theme::Light, |s| Action::View(ViewAction::Theme(s.run.theme.other())))
        .help("for bright rooms");
pub const HIDE_VERDICTS: UiCommand = switch(
    "Hide verdicts",
    key(Key::F),
    |s| s.window.hides_verdicts,
    |s| Action::View(ViewAction::HideVerdicts(!s.window.hides_verdicts)),
)
.help("no sentences, marks and numbers until it is pressed again: a class bets first");
pub const CODE: UiCommand =
    switch("Code", key(Key::Slash), shows_code, toggle_code).help("of the selected loop, in a presentation beside the panes");
pub const PRESENT: UiCommand = row("Present", key(Key::F11), |s| Action::Window(WindowAction::Present(!s.window.presenting)))
    .help("no panels and large type");
const SHOWN: &[UiCommand] = &[
    row("Instruments", key(Key::Q), next_instrument).help("timeline, plots, table, nothing"),
    CODE,
    row_if("One stage", held(ONE_STAGE), |s| (!s.window.holds_one_stage).then_some(Action::View(ViewAction::HoldOneStage(true))))
        .help("all panes over each other"),
    WHOLE_WORLD,
    GHOSTS_AT_SIMULATED_TIME,
    PANEL,
    LIGHT_THEME,
    HIDE_VERDICTS,
    PRESENT,
    note(Shortcuts::Toolkit(&[ZOOM_IN, ZOOM_OUT, ZOOM_RESET]), "Larger, smaller, normal interface").of_browser(),
];

pub const RESTART: UiCommand = row("Restart", key(Key::Backspace), |_| Action::Run(RunAction::Restart))
    .help("time and the worlds begin again; what you have changed stays");
pub const AS_WRITTEN: UiCommand = row("As written", ctrl(Key::Backspace), |_| Action::Run(RunAction::AsWritten))
    .help("from the beginning, without what you have changed");
pub const NEXT: UiCommand = row("Next comparison", key(Key::PageDown), |s| next(s, 1))
    .help("of those that come with the program, or the next step of a lesson");
const NEXT_LESSON: UiCommand =
    row_if("Next lesson", ctrl(Key::PageDown), |s| s.lesson().map(|_| Action::Lesson(LessonAction::Following)))
        .help("from any step of a lesson");
pub const PREVIOUS: UiCommand = row("Comparison before", key(Key::PageUp), |s| next(s, -1));
pub const GALLERY: UiCommand = row("Gallery", key(Key::F2), |s| Action::Window(WindowAction::Gallery(!s.window.shows_gallery())))
    .help("pictures of all, by the question that they answer");
pub const DEMONSTRATION: UiCommand =
    row("Demonstration", key(Key::D), |_| Action::Run(RunAction::Demonstrate)).help("half a minute; the load moves by itself");
pub const RECORD: UiCommand =
    row("Record", key(Key::R), |_| Action::Window(WindowAction::Take)).help("a film begins here; a second press ends it");
pub const HELP: UiCommand =
    row("What is this?", either(Key::Questionmark, Key::F1), |s| Action::Window(WindowAction::Help(next_help(s.window.help))))
        .help("the picture stands still, and its marks have labels; once more: every key");
pub const ESCAPE: UiCommand = row("Close what is open", key(Key::Escape), escape).help("show all panes, end a presentation");
pub const UNDO: UiCommand = row("Undo", ctrl(Key::Z), |_| Action::Undo);
pub const REDO: UiCommand = row("Redo", ctrl(Key::Y), |_| Action::Redo);
const OPEN: UiCommand = row("Open …", ctrl(Key::O), |_| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Open { path: "scenario.toml".to_owned() })))
})
.help("a scenario, a loop in a .js file or a recorded drive; dropping one here does the same")
.of_browser();
const SAVE: UiCommand =
    row("Save", ctrl(Key::S), |s| save(saved(s))).help("the loop if it is your own, else the state as a scenario").of_browser();
const SESSION: &[UiCommand] = &[
    RESTART,
    AS_WRITTEN,
    NEXT,
    PREVIOUS,
    NEXT_LESSON,
    HANDOUT,
    GALLERY,
    DEMONSTRATION,
    RECORD,
    HELP,
    ESCAPE,
    UNDO,
    REDO,
    row("Redo", ctrl_shift(Key::Z), |_| Action::Redo),
    OPEN,
    SAVE,
    GIF,
    note(Shortcuts::Toolkit(&[COPY, PASTE]), "Copy the state as a share code, paste one or a link"),
    note(Shortcuts::Toolkit(&[plain(Key::Tab)]), "Next control"),
    note(Shortcuts::Toolkit(&[plain(Key::Space)]), "Press the control"),
    note(Shortcuts::Toolkit(&[plain(Key::ArrowLeft), plain(Key::ArrowRight)]), "Move the slider"),
    note(Shortcuts::Toolkit(&[with_ctrl(Key::Q)]), "Quit").of_browser(),
];

/// The keys of the text of a loop. The editor and its text field handle them.
const EDITOR: &[UiCommand] = &[
    note(Shortcuts::Toolkit(&[plain(Key::Tab), with_shift(Key::Tab)]), "Indent, and less again"),
    note(Shortcuts::Toolkit(&[with_ctrl(Key::Z), with_ctrl(Key::Y)]), "Undo and redo what was typed"),
    note(Shortcuts::Toolkit(&[plain(Key::Escape)]), "Leave the text: keys are the window's again"),
];

/// The instruments under the panes, of which one at a time is shown.
pub const INSTRUMENTS: [(Instrument, UiCommand); 4] = [
    (
        Instrument::Timeline,
        switch("Timeline", key(Key::Q), |s| shows(s, Instrument::Timeline), |s| toggle_instrument(s, Instrument::Timeline))
            .help("what every pane's computer does, moment by moment, and the way back to any of them"),
    ),
    (
        Instrument::Plots,
        switch("Plots", key(Key::Q), |s| shows(s, Instrument::Plots), |s| toggle_instrument(s, Instrument::Plots))
            .help("frame time, step size, updates a turn and s − d over time, and the cadence"),
    ),
    (
        Instrument::Table,
        switch("Table", key(Key::Q), |s| shows(s, Instrument::Table), |s| toggle_instrument(s, Instrument::Table))
            .help("every number of every pane, side by side, to be sorted"),
    ),
    (
        Instrument::Code,
        switch("Code", key(Key::Slash), |s| shows(s, Instrument::Code), |s| toggle_instrument(s, Instrument::Code))
            .help("the file of the selected loop, with the line lit that runs"),
    ),
];

const ARTICLES: UiCommand = row("Articles …", Shortcuts::None, |_| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Articles { search: String::new() })))
})
.help("what articles and their readers claim, each with a run that shows it");
/// The command that opens *Which loop?*, with the load of the present settings.
pub const ADVISE: UiCommand =
    row("Which loop? …", Shortcuts::None, |session| Action::Window(WindowAction::Dialog(Some(session.ask_which_loop()))))
        .help("three loops for a game, by runs of all of them");
/// The command that opens the page about the capture of the selected pane, or of the first pane that has one.
const ABOUT_CAPTURE: UiCommand = row_if("About the capture …", Shortcuts::None, about_capture)
    .help("its numbers, plots and worst moments, to be saved as a page");
pub const HANDOUT: UiCommand = row_if("Handout …", ctrl(Key::P), |s| s.has_handout().then(|| save(Export::Handout)))
    .help("the open lesson as a page for paper");
const OPEN_LOOP: UiCommand = row("Open a loop …", Shortcuts::None, |_| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Open { path: "loop.js".to_owned() })))
})
.help("a text in JavaScript, in one more pane; dropping the file here does the same");
const OPEN_CAPTURE: UiCommand = row("Open a capture …", Shortcuts::None, |_| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Open { path: "frames.csv".to_owned() })))
})
.help("the frames that a measuring tool wrote of a game; dropping the file here does the same");
const PLAY_CAPTURE: UiCommand = command("Play its load", Shortcuts::None, Effect::TrySwitch(plays_load, play_load))
    .help("in the other panes a frame costs what a captured frame cost");
const COMPARE_ORIGINAL: UiCommand = row_if("Compare with the original", Shortcuts::None, compare_with_original)
    .help("both side by side, from the first event in which they differ");
pub const DRIVE: UiCommand = row_if("Drive a lap", Shortcuts::None, |_| lap::begin())
    .help("once round with the arrow keys; then the same keys drive four panes");
const BY_WORLD: UiCommand = row("By world …", Shortcuts::None, |_| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Gallery { search: "world".to_owned() })))
})
.help("every world, each with a picture");
const PANEL: UiCommand =
    switch("Panel", Shortcuts::None, Session::shows_panel, |s| Action::Window(WindowAction::Panel(!s.shows_panel())))
        .help("loads and settings, at the right");
const MORE: UiCommand =
    row("More …", Shortcuts::None, |_| Action::Window(WindowAction::Dialog(Some(Dialog::Commands { search: String::new() }))))
        .help("every command, with a search");
const SHARE_CODE: UiCommand = row("Copy share code", Shortcuts::Toolkit(&[COPY]), |_| Action::Window(WindowAction::ShareCode))
    .help("the state as a short text for the clipboard");
const COPY_LINK: UiCommand = row("Copy link", Shortcuts::None, |_| Action::Window(WindowAction::CopyLink))
    .help("the same as the address of a page that opens it");
const PASTE_STATE: UiCommand =
    row("Paste share code or link", Shortcuts::Toolkit(&[PASTE]), |_| Action::Window(WindowAction::Ask(Request::Paste)))
        .help("the state that a share code or a link on the clipboard stands for");
const FILM: UiCommand =
    row("Film or still …", Shortcuts::None, |s| Action::Window(WindowAction::Dialog(Some(Dialog::Film(s.proposed_film())))))
        .help("of the panes, as a video, an animation or a picture");
const GIF: UiCommand = row("Animated GIF …", Shortcuts::None, |s| {
    Action::Window(WindowAction::Dialog(Some(Dialog::Film(s.proposed_film().with_format(Format::Gif)))))
})
.help("of the last ten seconds, for a page or a document");

pub struct CommandGroup {
    pub name: &'static str,
    /// The commands, also those without keys.
    pub commands: &'static [UiCommand],
    /// Whether the commands of the parts of the view that are on or off follow.
    has_toggles: bool,
}

impl CommandGroup {
    fn commands(&self) -> impl Iterator<Item = UiCommand> {
        let toggles = TOGGLE_COMMANDS.iter().filter(|_| self.has_toggles);
        self.commands.iter().chain(toggles).copied()
    }

    pub fn with_keys(&self) -> impl Iterator<Item = UiCommand> {
        self.commands().filter(|command| command.keys != Shortcuts::None)
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

/// The commands of the menus, between lines. The menus add lists of their own: lessons, new loops, exports, and steps to undo.
pub const COMPARISONS_MENU: &[&[UiCommand]] = &[&[DRIVE, GALLERY, BY_WORLD], &[ARTICLES, ADVISE, THREE_COMPUTERS, ADD_PANE]];
pub const LOOP_MENU: &[&[UiCommand]] = &[&[OPEN_LOOP, COMPARE_ORIGINAL]];
pub const GAME_MENU: &[&[UiCommand]] = &[&[OPEN_CAPTURE, ABOUT_CAPTURE, PLAY_CAPTURE, ADVISE]];
pub const FILE_MENU: &[&[UiCommand]] = &[&[OPEN, SAVE], &[COPY_LINK, SHARE_CODE, PASTE_STATE], &[FILM, RECORD]];

/// Returns the commands of the Show menu, between lines: the instruments, and what most people switch. The others are found by
/// [`MORE`].
pub fn show_menu() -> [Vec<UiCommand>; 2] {
    let toggle = |id: &str| TOGGLES.iter().find(|toggle| toggle.id == id).map(UiCommand::from);
    let toggles = ["ghosts", "trails", "pulse"].into_iter().filter_map(toggle);
    [INSTRUMENTS.map(|(_, command)| command).to_vec(), toggles.chain([HIDE_VERDICTS, LIGHT_THEME, PANEL, MORE]).collect()]
}

/// Returns every command of the window that does something, each once.
pub fn all() -> Vec<UiCommand> {
    let grouped = GROUPS.iter().flat_map(CommandGroup::commands);
    let instruments = INSTRUMENTS.into_iter().map(|(_, command)| command);
    let menus = [COMPARISONS_MENU, LOOP_MENU, GAME_MENU, FILE_MENU].into_iter().flatten().copied().flatten().copied();
    let mut all: Vec<UiCommand> = Vec::new();
    for command in grouped.chain(instruments).chain(menus).filter(|command| !matches!(command.effect, Effect::Elsewhere)) {
        if all.iter().all(|known| known.name != command.name) {
            all.push(command);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::front::ui::commands::*;
    use egui::Modifiers;

    const ALL: [Modifiers; 4] =
        [Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND, Modifiers::COMMAND.plus(Modifiers::SHIFT)];

    #[test]
    fn every_key_of_the_table_exists_and_triggers_one_command() {
        let commands: Vec<UiCommand> = GROUPS.iter().flat_map(CommandGroup::with_keys).collect();
        for key in Key::ALL {
            for modifiers in ALL {
                let triggered = commands.iter().filter(|command| command.keys.are_triggered(*key, modifiers));
                assert!(triggered.count() <= 1, "{key:?}");
            }
        }
        for command in commands.iter().filter(|command| !matches!(command.effect, Effect::Elsewhere)) {
            let mut keys = Key::ALL.iter().flat_map(|key| ALL.map(|modifiers| (*key, modifiers)));
            assert!(keys.any(|(key, modifiers)| command.keys.are_triggered(key, modifiers)), "{}", command.keys);
        }
    }
}
