//! What the keys do: one table for the keyboard and for the help window.

use crate::lab::panes::Pane;
use crate::model::config::view::{CameraView, Instrument, View};
use crate::model::config::watching::SPEEDS;
use crate::model::config::{Command, Computer, ComputerChange, ControlInput, MOST_PANES, PaneSettings, Present, Presentation};
use crate::studio::scenario::link;
use crate::studio::session::transport::{Move, Unit};
use crate::studio::session::{Action, Dialog, Export, Notice, Session};
use egui::{Context, Event, InputState, Key, Modifiers};

/// A key, its line in the help window, and its action.
pub struct Binding {
    /// The keys, any of which triggers the action.
    pub keys: &'static [Key],
    /// The keys as the help window names them.
    pub name: &'static str,
    /// What the action does, in a few words.
    pub about: &'static str,
    act: fn(&Session) -> Option<Action>,
}

const fn key(keys: &'static [Key], name: &'static str, about: &'static str, act: fn(&Session) -> Option<Action>) -> Binding {
    Binding { keys, name, about, act }
}

/// Keys of one theme, as the help window groups them.
pub struct KeyGroup {
    /// The theme.
    pub name: &'static str,
    /// The keys of the table.
    pub keys: &'static [Binding],
    /// Keys that are held, are pressed with others, or belong to the toolkit: name, and what they do.
    pub others: &'static [(&'static str, &'static str)],
}

/// The keys that are the browser's where there is one: its window is not ours to close, and it opens, saves and enlarges pages.
pub const THE_BROWSERS: [&str; 4] = [QUIT, OPEN, SAVE, ZOOM];
const QUIT: &str = "Ctrl Q";
const OPEN: &str = "Ctrl O";
const SAVE: &str = "Ctrl S";
const ZOOM: &str = "Ctrl + − 0";

/// Every key, by theme.
pub const GROUPS: [KeyGroup; 5] = [
    KeyGroup { name: "Time", keys: TIME, others: &[] },
    KeyGroup { name: "Loads", keys: LOADS, others: &[("H, held", "hitch hammer: every pane stalls as long as H is held")] },
    KeyGroup {
        name: "Panes",
        keys: PANES,
        others: &[("1 to 6", "select a pane"), ("Wheel, drag", "in a pane: the camera of all panes")],
    },
    KeyGroup { name: "What is shown", keys: SHOWN, others: &[(ZOOM, "larger, smaller, normal interface")] },
    KeyGroup {
        name: "Session",
        keys: SESSION,
        others: &[
            ("Ctrl Z", "undo"),
            ("Ctrl Y", "redo (also Ctrl Shift Z)"),
            (OPEN, "open a scenario"),
            (SAVE, "save the state as a scenario"),
            ("Ctrl C, Ctrl V", "copy the state as a share code, paste one or a link"),
            ("Tab", "next control; Space presses it, arrows move it"),
            (QUIT, "quit"),
        ],
    },
];

const TIME: &[Binding] = &[
    key(&[Key::Space], "Space", "play or pause; an input while the input test runs", |s| Some(space(s))),
    key(&[Key::N, Key::Period], "N or .", "pause, one refresh of the display on", |_| Some(Action::Step)),
    key(&[Key::Comma], ",", "pause, one refresh back", |_| Some(Action::Transport(Move::Back(Unit::Refresh)))),
    key(&[Key::Minus], "-", "back to the beginning of a turn of the loop", |_| Some(Action::Transport(Move::Back(Unit::Turn)))),
    key(&[Key::Plus, Key::Equals], "+", "on to the next turn of the loop", |_| {
        Some(Action::Transport(Move::Forward(Unit::Turn)))
    }),
    key(&[Key::J], "J", "one event of the selected pane back", |_| Some(Action::Transport(Move::Back(Unit::Event)))),
    key(&[Key::U], "U", "one event of the selected pane on", |_| Some(Action::Transport(Move::Forward(Unit::Event)))),
    key(&[Key::Home], "Home", "the oldest moment that is recorded", |_| Some(Action::Transport(Move::ToOldest))),
    key(&[Key::End], "End", "the present", |_| Some(Action::Transport(Move::ToLive))),
    key(&[Key::Enter], "Enter", "run on from the moment that is shown", |s| {
        s.playhead().map(|_| Action::Transport(Move::RunFromHere))
    }),
    key(&[Key::Z], "Z", "bullet time: how it went through the wall; and back", wall_replay),
    key(&[Key::OpenBracket], "[", "watch more slowly", |s| Some(speed(s, 1))),
    key(&[Key::CloseBracket], "]", "watch faster, up to real speed", |s| Some(speed(s, -1))),
    key(&[Key::F9], "F9", "pause the game, not the laboratory", |s| {
        Some(Action::Lab(Command::Pause(!s.lab().settings().paused)))
    }),
];

const LOADS: &[Binding] = &[
    key(&[Key::ArrowUp], "Up", "more render load", |s| {
        Some(load(s, |c| c.render_ms = Computer::RENDER_MS.clamped(c.render_ms * 1.1)))
    }),
    key(&[Key::ArrowDown], "Down", "less render load", |s| Some(load(s, |c| c.render_ms = (c.render_ms / 1.1).max(0.1)))),
    key(&[Key::ArrowRight], "Right", "more update load", |s| {
        Some(load(s, |c| c.update_ms = Computer::UPDATE_MS.clamped(c.update_ms + 0.5)))
    }),
    key(&[Key::ArrowLeft], "Left", "less update load", |s| Some(load(s, |c| c.update_ms = (c.update_ms - 0.5).max(0.0)))),
    key(&[Key::V], "V", "vsync on or off", |s| Some(load(s, |c| c.set_present(Present::vsync(c.present != Present::Fifo))))),
];

const PANES: &[Binding] = &[
    key(&[Key::I], "I", "draw all: latest, interpolated, extrapolated …", |s| Some(Action::PresentAll(next_presentation(s)))),
    key(&[Key::A], "A", "add a pane", add_pane),
    key(&[Key::X, Key::Delete], "X", "close the selected pane", |s| {
        (s.lab().panes().len() > 1).then(|| Action::Lab(Command::ClosePane { pane: s.selected() }))
    }),
    key(&[Key::S], "S", "swap the selected pane with the next", |s| swap(s, s.selected())),
    key(&[Key::E], "E", "enlarge the selected pane, or show all", |s| {
        Some(Action::Enlarge(if s.enlarged().is_some() { None } else { Some(s.selected()) }))
    }),
    key(&[Key::C], "C", "the selected loop on three computers", |_| Some(Action::ThreeComputers)),
];

const SHOWN: &[Binding] = &[
    key(&[Key::Q], "Q", "under the panes: timeline, plots, table, nothing", |s| {
        Some(view(s, |v| v.instrument = Instrument::next(v.instrument)))
    }),
    key(&[Key::Slash], "/", "the code of the selected loop", |s| Some(view(s, toggle_code))),
    key(&[Key::O], "O, held", "one stage: all panes over each other", |s| {
        (!s.holds_one_stage()).then_some(Action::HoldOneStage(true))
    }),
    key(&[Key::M], "M", "all numbers", |s| Some(view(s, |v| v.numbers = !v.numbers))),
    key(&[Key::Y], "Y", "strips: what each display showed through time", |s| Some(view(s, |v| v.strips = !v.strips))),
    key(&[Key::L], "L", "trails: a dot for every displayed frame", |s| Some(view(s, |v| v.trails = !v.trails))),
    key(&[Key::G], "G", "ghosts: outlines of the exact motion", |s| Some(view(s, |v| v.ghosts = !v.ghosts))),
    key(&[Key::F3], "F3", "all phases at the wall: where contact is tested, and how often it is missed", |s| {
        s.wall(0).map(|_| view(s, |v| v.phases = !v.phases))
    }),
    key(&[Key::B], "B", "a bar for the age of the displayed frame", |s| Some(view(s, |v| v.lateness = !v.lateness))),
    key(&[Key::P], "P", "pursuit camera, in the runner's world", |s| Some(view(s, |v| v.pursuit = !v.pursuit))),
    key(&[Key::W], "W", "bodies at whole points of the screen", |s| Some(view(s, |v| v.whole_pixels = !v.whole_pixels))),
    key(&[Key::K], "K", "input test: lamps answer the space bar", |s| Some(view(s, |v| v.inputs = !v.inputs))),
    key(&[Key::Num0], "0", "the camera as it was", |s| Some(view(s, |v| v.camera = CameraView::default()))),
    key(&[Key::T], "T", "dark or light", |s| Some(Action::Theme(s.theme().other()))),
    key(&[Key::F11], "F11", "presentation: no panels, large type", |s| Some(Action::Present(!s.is_presenting()))),
];

const SESSION: &[Binding] = &[
    key(&[Key::Backspace], "Backspace", "restart: a scenario as it is written", |_| Some(Action::Restart)),
    key(&[Key::PageDown], "Page Down", "the next comparison of the program", |_| Some(Action::NextScenario(1))),
    key(&[Key::PageUp], "Page Up", "the comparison before", |_| Some(Action::NextScenario(-1))),
    key(&[Key::F2], "F2", "the gallery of comparisons", |s| Some(Action::Gallery(!s.shows_gallery()))),
    key(&[Key::D], "D", "demonstration: half a minute by itself", |_| Some(Action::Demonstrate)),
    key(&[Key::F], "F", "a photo finish, in the runner's world", |s| can_race(s).then_some(Action::Race)),
    key(&[Key::R], "R", "a film begins here, or ends here", |_| Some(Action::Take)),
    key(&[Key::Questionmark, Key::F1], "? or F1", "this help", |s| Some(Action::Help(!s.shows_help()))),
    key(&[Key::Escape], "Esc", "close what is open, show all, end a presentation", |s| Some(escape(s))),
];

/// Closes one thing: what lies on top first.
fn escape(session: &Session) -> Action {
    match session {
        s if s.dialog().is_some() => Action::Dialog(None),
        s if s.shows_help() => Action::Help(false),
        s if s.shows_sheets() => Action::Sheets(false),
        s if s.card().is_some() => Action::Explain(None),
        s if s.transport().wall_replay().is_some() => Action::Transport(Move::ToLive),
        s if s.enlarged().is_some() => Action::Enlarge(None),
        _ => Action::Present(false),
    }
}

/// Whether something lies over the panes that Esc closes first.
pub fn is_covered(ctx: &Context, session: &Session) -> bool {
    let open = session.dialog().is_some() || session.shows_help() || session.shows_sheets() || session.card().is_some();
    open || ctx.text_edit_focused() || egui::Popup::is_any_open(ctx)
}

/// What the arrow keys hold down; nothing, where another window has the keyboard.
fn held(input: &InputState) -> ControlInput {
    let down = |key| input.focused && input.key_down(key);
    ControlInput {
        left: down(Key::ArrowLeft),
        right: down(Key::ArrowRight),
        faster: down(Key::ArrowUp),
        slower: down(Key::ArrowDown),
    }
}

/// The actions of the keys pressed in this frame. They rest while a text field has the keyboard or a dialog is open, in which
/// only Esc means something.
pub fn pressed(ctx: &Context, session: &Session) -> Vec<Action> {
    // Esc closes an open list, and nothing more.
    let typing = ctx.text_edit_focused() || egui::Popup::is_any_open(ctx);
    let focused = ctx.memory(|memory| memory.focused().is_some());
    ctx.input(|input| {
        let mut actions = Vec::new();
        actions.extend(input.pointer.any_pressed().then_some(Action::Hold(true)));
        actions.extend((input.pointer.any_released() && !input.pointer.any_down()).then_some(Action::Hold(false)));
        if !typing {
            shortcuts(input, session, focused, &mut actions);
        }
        // Another window has the keyboard now, so no event will report that H is released.
        if !input.focused && session.hammer_ms().is_some() {
            actions.push(Action::Lower);
        } else if input.key_released(Key::H) && (session.hammer_ms().is_some() || actions.contains(&Action::Lift)) {
            actions.push(Action::Strike);
        }
        if session.holds_one_stage() && (typing || !(input.focused && input.key_down(Key::O))) {
            actions.push(Action::HoldOneStage(false));
        }
        actions
    })
}

/// The one key of a part of another page: the space bar plays or pauses, unless a control has the keyboard.
pub fn space_alone(ctx: &Context) -> Option<Action> {
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let pressed = ctx.input(|input| input.events.iter().any(|event| is_first_press(event, Key::Space)));
    (pressed && !focused).then_some(Action::PlayPause)
}

fn shortcuts(input: &InputState, session: &Session, focused: bool, actions: &mut Vec<Action>) {
    let touches = |event: &Event| matches!(event, Event::Key { pressed: true, repeat: false, .. });
    if input.pointer.any_pressed() || input.events.iter().any(touches) {
        actions.push(Action::Touched);
    }
    if session.dialog().is_some() {
        actions.extend(input.key_pressed(Key::Escape).then(|| escape(session)));
        return;
    }
    for event in &input.events {
        match event {
            Event::Copy => actions.push(Action::ShareCode),
            Event::Paste(text) => actions.push(pasted(text)),
            _ => {}
        }
    }
    actions.extend(with_control(input));
    let steered = session.is_by_hand();
    if steered && held(input) != session.held() {
        actions.push(Action::Steer(held(input)));
    }
    for binding in GROUPS.iter().flat_map(|group| group.keys) {
        // A focused control keeps the keys that it needs: Space and Enter press it, the arrows move it.
        let moves = matches!(binding.keys[0], Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight);
        if steered && moves {
            continue; // The arrow keys are control inputs.
        }
        let controls = moves || matches!(binding.keys[0], Key::Space | Key::Enter);
        let first = |key: &Key| input.events.iter().any(|event| is_first_press(event, *key));
        let pressed = |key: &Key| if *key == Key::Space { first(key) } else { is_struck(input, *key, is_plain) };
        if !(focused && controls) && binding.keys.iter().any(pressed) {
            actions.extend((binding.act)(session));
        }
    }
    if is_struck(input, Key::H, is_plain) {
        actions.push(Action::Lift);
    }
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    for (pane, key) in digits.into_iter().enumerate().take(session.lab().panes().len()) {
        if is_struck(input, key, is_plain) {
            actions.push(Action::Select(pane));
        }
    }
}

/// The keys that are pressed with Ctrl, or with Command on a Mac.
fn with_control(input: &InputState) -> Option<Action> {
    let what = Export::Scenario;
    let control = |modifiers: Modifiers| modifiers.command && !modifiers.alt;
    let with_shift = |modifiers: Modifiers| control(modifiers) && modifiers.shift;
    match () {
        () if is_struck(input, Key::O, control) => Some(Action::Dialog(Some(Dialog::Open { path: "scenario.toml".to_owned() }))),
        () if is_struck(input, Key::S, control) => {
            Some(Action::Dialog(Some(Dialog::Save { what, path: what.file().to_owned() })))
        }
        () if is_struck(input, Key::Y, control) || is_struck(input, Key::Z, with_shift) => Some(Action::Redo),
        () if is_struck(input, Key::Z, control) => Some(Action::Undo),
        () => None,
    }
}

/// Whether a key went down while `held` was true of the modifiers. The event is asked, and not the frame: in a slow window
/// Ctrl may be up again before the frame begins.
fn is_struck(input: &InputState, wanted: Key, held: impl Fn(Modifiers) -> bool) -> bool {
    let is =
        |event: &Event| matches!(event, Event::Key { key, pressed: true, modifiers, .. } if *key == wanted && held(*modifiers));
    input.events.iter().any(is)
}

fn is_plain(modifiers: Modifiers) -> bool {
    !(modifiers.ctrl || modifiers.command || modifiers.alt)
}

/// What a pasted text asks for.
pub fn pasted(text: &str) -> Action {
    match link::read(text) {
        Ok(scenario) => Action::Open(Box::new(scenario)),
        Err(unreadable) => Action::Notify(Some(Notice::bad(unreadable.to_string()))),
    }
}

/// Pressed, and not held.
fn is_first_press(event: &Event, wanted: Key) -> bool {
    matches!(event, Event::Key { key, pressed: true, repeat: false, modifiers, .. } if *key == wanted && is_plain(*modifiers))
}

/// An input while the input test runs; from a pause, on.
fn space(session: &Session) -> Action {
    if session.view().inputs && session.is_playing() { Action::Lab(Command::Tap) } else { Action::PlayPause }
}

/// Shows an instrument, or hides it.
pub fn toggle(view: &mut View, instrument: Instrument) {
    view.instrument = if view.instrument == Some(instrument) { None } else { Some(instrument) };
}

/// Shows the code, or hides it: beside the timeline or the plots, else alone.
fn toggle_code(view: &mut View) {
    match view.instrument {
        None | Some(Instrument::Table) => view.instrument = Some(Instrument::Code),
        Some(Instrument::Code) => view.instrument = None,
        Some(Instrument::Timeline | Instrument::Plots) => view.code = !view.code,
    }
}

/// Of the selected pane, or of the first one in which something has gone through; from there, back to the present.
fn wall_replay(session: &Session) -> Option<Action> {
    if session.transport().wall_replay().is_some() {
        return Some(Action::Transport(Move::ToLive));
    }
    let panes = session.lab().panes();
    let has = |pane: &&Pane| pane.history().tunnel().is_some();
    let first = panes.get(session.selected()).into_iter().chain(panes).find(has);
    first.map(|pane| Action::Transport(Move::WallReplay(pane.id())))
}

fn view(session: &Session, change: impl FnOnce(&mut View)) -> Action {
    let mut view = session.view();
    change(&mut view);
    Action::View(view)
}

/// A change to the computer of the selected pane, its own or the shared one.
pub fn load(session: &Session, change: impl FnOnce(&mut Computer)) -> Action {
    let pane = session.selected();
    let settings = session.lab().settings();
    let mut computer = settings.computer_of(pane).clone();
    change(&mut computer);
    let change = ComputerChange::between(settings.computer_of(pane), &computer);
    Action::Lab(match settings.panes[pane].computer {
        Some(_) => Command::PaneComputer { pane, computer: Some(change) },
        None => Command::Computer(change),
    })
}

fn speed(session: &Session, by: i64) -> Action {
    let last = SPEEDS.len() as i64 - 1;
    let here = SPEEDS.iter().position(|(speed, _)| *speed <= session.speed() + 1e-9).map_or(last, |place| place as i64);
    Action::Speed(SPEEDS[(here + by).clamp(0, last) as usize].0)
}

/// One more pane, with a loop that is not there yet.
pub fn add_pane(session: &Session) -> Option<Action> {
    let panes = &session.lab().settings().panes;
    let kind = session.lab().panes()[0].computer().world().kind();
    let absent = crate::model::strategies::all_in(kind)
        .0
        .into_iter()
        .rev()
        .find(|strategy| panes.iter().all(|pane| pane.strategy != strategy.id));
    let id = absent.map_or("fixed-interpolated", |strategy| &strategy.id);
    (panes.len() < MOST_PANES).then(|| Action::Lab(Command::AddPane(PaneSettings::new(id))))
}

/// The pane and the next one change places; the last one with the first.
pub fn swap(session: &Session, a: usize) -> Option<Action> {
    let count = session.lab().panes().len();
    (count > 1).then(|| Action::Lab(Command::SwapPanes { a, b: (a + 1) % count }))
}

/// Whether there is a runner in the world.
pub fn can_race(session: &Session) -> bool {
    let computer = session.lab().panes()[0].computer();
    computer.world().kind().track.is_some_and(|track| track.pursuit.is_some())
}

/// As published, latest, interpolate, extrapolate, extrapolate to contact, and round again.
fn next_presentation(session: &Session) -> Option<Presentation> {
    match session.lab().settings().panes[0].presentation {
        None => Some(Presentation::Latest),
        Some(Presentation::Latest) => Some(Presentation::Interpolate),
        Some(Presentation::Interpolate) => Some(Presentation::Extrapolate),
        Some(Presentation::Extrapolate) => Some(Presentation::ExtrapolateToContact),
        Some(Presentation::ExtrapolateToContact) => None,
    }
}
