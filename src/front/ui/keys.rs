//! The keyboard: converts the keys of a frame to the actions of the table of commands, and decides which control gets them.

use crate::front::ui::command_actions::{escape, main_load_ms, set_main_load};
use crate::front::ui::commands::{
    CommandGroup, ESCAPE, GROUPS, HELP, LESS_RENDER_LOAD, MORE_RENDER_LOAD, NEXT, PLAY, PREVIOUS, UiCommand,
};
use crate::front::ui::shortcuts::{DIGITS, HAMMER, ONE_STAGE, TO_STEP};
use crate::studio::lesson;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LessonAction, Notice, RunAction, ViewAction, WindowAction};
use crate::studio::session::attendance::Attendance;
use egui::{Context, Event, Id, InputState, Key, Modifiers, Rect, Ui};
use tickscope_core::model::config::control::ControlInput;

/// Returns the actions of the keys that were pressed in this frame. While a text field has the focus only F1 to F12 work, in
/// a presented lesson the next step and the one before as well, and in a dialog only Esc.
pub fn pressed(ctx: &Context, session: &Session) -> Vec<Action> {
    // Esc closes only the list if one is open.
    let typing = ctx.text_edit_focused() || egui::Popup::is_any_open(ctx) || session.window.held_back.is_some();
    drop_late_letters(ctx, typing);
    let focused = ctx.memory(|memory| memory.focused().is_some());
    // egui has taken the focus from a control because of Esc before this frame began.
    let was_focused =
        ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or(Id::unique("a control had the keyboard"), focused), focused));
    let steered = session.run.is_by_hand().then(|| by_finger(ctx, session).unwrap_or_else(|| ctx.input(held)));
    // The arrow keys with which a lap was driven may still be held.
    let steers = session.run.is_by_hand() || session.run.compares_lap() && session.is_playing();
    let is_free = !typing && !focused && !is_covered(ctx, session) && !steers;
    let glides = glide(ctx, session, is_free);
    ctx.input(|input| {
        let mut actions = Vec::from_iter(glides);
        actions.extend(input.pointer.any_pressed().then_some(Action::Hold(true)));
        actions.extend((input.pointer.any_released() && !input.pointer.any_down()).then_some(Action::Hold(false)));
        if !typing {
            shortcuts(input, session, (focused || was_focused, steered), &mut actions);
        } else if session.window.dialog.is_none() && session.window.help.is_none() {
            // A pointing device of a lecturer sends them, and in a number they do nothing.
            let turns_page = session.lesson().is_some() && session.window.presenting;
            let works = |command: &UiCommand| {
                command.keys.is_function_key() || turns_page && [NEXT, PREVIOUS].iter().any(|turn| turn.name == command.name)
            };
            commanded(input, session, works, &mut actions);
        }
        // If another window has the keyboard now, no event will report that H is released.
        if !input.focused && session.window.hammer_ms().is_some() {
            actions.push(Action::Window(WindowAction::Lower));
        } else if input.key_released(HAMMER)
            && (session.window.hammer_ms().is_some() || actions.contains(&Action::Window(WindowAction::Lift)))
        {
            actions.push(Action::Window(WindowAction::Strike));
        }
        if session.window.holds_one_stage && (typing || !(input.focused && input.key_down(ONE_STAGE))) {
            actions.push(Action::View(ViewAction::HoldOneStage(false)));
        }
        actions
    })
}

/// Keys that write are no shortcuts for this long, in seconds, after the Enter that closed a text or a list, and after each other.
const SETTLES_S: f64 = 1.0;
/// The signs that are shortcuts. Letters and digits have names of one letter.
const SIGNS: [Key; 8] =
    [Key::Minus, Key::Plus, Key::Equals, Key::Comma, Key::Period, Key::Slash, Key::OpenBracket, Key::CloseBracket];

/// Drops the keys that a person types for a text or a list which has just been closed by an Enter too many.
fn drop_late_letters(ctx: &Context, typing: bool) {
    let id = Id::unique("last key for a closed text");
    let last = ctx.data(|data| data.get_temp::<f64>(id));
    let is_late = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } => {
            (key.name().len() == 1 || SIGNS.contains(key)) && is_plain(*modifiers)
        }
        _ => false,
    };
    let last = ctx.input_mut(|input| {
        let now = input.time;
        let settles = !typing && last.is_some_and(|last| now - last < SETTLES_S);
        let count = input.events.len();
        input.events.retain(|event| !(settles && is_late(event)));
        let closes = typing && input.key_pressed(Key::Enter);
        (closes || input.events.len() < count).then_some(now)
    });
    if let Some(last) = last {
        ctx.data_mut(|data| data.insert_temp(id, last));
    }
}

/// Returns whether nothing but Shift is held.
fn is_plain(modifiers: Modifiers) -> bool {
    !(modifiers.ctrl || modifiers.command || modifiers.alt)
}

/// A held key that makes the load glide.
#[derive(Clone, Copy, Debug)]
struct Glide {
    /// 1 upwards, −1 downwards.
    direction: f64,
    /// When the key went down, in seconds of egui's clock.
    since: f64,
    /// The load at which the glide began, in milliseconds; `None` before it begins.
    from_ms: Option<f64>,
    /// When the last command was given.
    given: f64,
}

/// A key glides after this time, in seconds.
const GLIDES_AFTER_S: f64 = 0.3;
/// The speed of a glide: the load becomes e times as large in 1 / 1.9 seconds.
const GLIDE_PER_S: f64 = 1.9;
/// The least time between two commands of a glide, in seconds.
const GLIDE_EVERY_S: f64 = 0.05;

/// Returns the action that changes the load while an arrow key is held, by time and not by the keyboard's repeats.
fn glide(ctx: &Context, session: &Session, is_free: bool) -> Option<Action> {
    let id = Id::unique("glide of the load");
    let down = |key| ctx.input(|input| input.focused && input.modifiers.is_none() && input.key_down(key));
    let direction = f64::from(i8::from(down(Key::ArrowUp)) - i8::from(down(Key::ArrowDown)));
    if !is_free || direction == 0.0 {
        ctx.data_mut(|data| data.remove::<Glide>(id));
        return None;
    }
    ctx.request_repaint();
    let now = ctx.input(|input| input.time);
    let begun = ctx.data(|data| data.get_temp::<Glide>(id)).filter(|glide| glide.direction == direction);
    // A key that went down for something else, such as to steer, changes no load.
    let is_arrow = |key| key == Key::ArrowUp || key == Key::ArrowDown;
    let is_pressed = ctx.input(|input| presses(input).any(|(key, _, repeat)| is_arrow(key) && !repeat));
    let mut glide = begun.or_else(|| is_pressed.then_some(Glide { direction, since: now, from_ms: None, given: now }))?;
    let lasts = now - glide.since - GLIDES_AFTER_S;
    let is_due = lasts >= 0.0 && now - glide.given >= GLIDE_EVERY_S;
    let action = is_due.then(|| {
        let from_ms = *glide.from_ms.get_or_insert_with(|| main_load_ms(session));
        glide.given = now;
        set_main_load(session, from_ms * libm::exp(direction * GLIDE_PER_S * lasts))
    });
    ctx.data_mut(|data| data.insert_temp(id, glide));
    action.flatten()
}

/// Returns the action of the space bar, which is the only key in a part of another page: it plays or pauses, or continues a
/// lesson. `None` if it was not pressed, or a control has the focus.
pub fn space_alone(ctx: &Context, session: &Session) -> Option<Action> {
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let pressed =
        ctx.input(|input| presses(input).any(|(key, modifiers, repeat)| key == Key::Space && modifiers.is_none() && !repeat));
    (pressed && !focused).then(|| session.lesson_goes_on().map_or(Action::View(ViewAction::PlayPause), Action::Lesson))
}

/// Returns whether something that Esc closes first lies over the panes.
pub fn is_covered(ctx: &Context, session: &Session) -> bool {
    let open = session.window.dialog.is_some() || session.window.help.is_some() || session.card().is_some();
    open || ctx.text_edit_focused() || egui::Popup::is_any_open(ctx)
}

/// Returns whether the key was pressed that moves the focus to the control of a lesson's step: nothing lies over the panes, and no
/// control has the focus.
pub fn enters(ctx: &Context, session: &Session) -> bool {
    let is_free = session.run.transport.playhead.is_none() && !is_covered(ctx, session);
    let pressed = |input: &InputState| presses(input).any(|(key, modifiers, _)| key == TO_STEP && modifiers.is_none());
    is_free && ctx.memory(|memory| memory.focused().is_none()) && ctx.input(pressed)
}

/// Returns whether Tab was pressed while no control had the focus.
pub fn tabs_in(ctx: &Context) -> bool {
    let had_none = ctx.data(|data| data.get_temp(Id::unique("a control had the keyboard"))) == Some(false);
    had_none && ctx.input(|input| input.key_pressed(Key::Tab) && input.modifiers.is_none())
}

/// Keeps the focus among the controls of a row until Esc: Tab after the last one leads to `first`, and an arrow leads to nothing
/// outside of the row.
pub fn keep_focus(ui: &Ui, row: Rect, first: Id) {
    let (id, ctx) = (Id::unique("focus of an exercise"), ui.ctx());
    let is_inside = |id: &Id| ctx.read_response(*id).is_some_and(|shown| row.contains(shown.rect.center()));
    let focused = ctx.memory(egui::Memory::focused);
    let inside = focused.filter(is_inside);
    let arrows = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
    let (tabs, goes) = ctx.input(|input| (input.key_pressed(Key::Tab), arrows.iter().any(|key| input.key_pressed(*key))));
    // The keys of the frame before have moved the focus.
    let (last, had_tab, had_arrow) = ctx.data(|data| data.get_temp::<(Option<Id>, bool, bool)>(id)).unwrap_or_default();
    let has_left = inside.is_none() && focused.is_some() && !egui::Popup::is_any_open(ctx);
    let back = last.filter(|_| has_left && (had_tab || had_arrow)).map(|last| if had_tab { first } else { last });
    if let Some(back) = back {
        ctx.memory_mut(|memory| memory.request_focus(back));
    }
    // Between two controls nothing has the focus until the next one is shown.
    let between = last.filter(|_| focused.is_none() && tabs);
    if tabs || goes {
        ctx.request_repaint();
    }
    ctx.data_mut(|data| data.insert_temp(id, (back.or(inside).or(between), tabs, goes)));
}

/// Takes the focus from the control that has it, unless a list is open.
pub fn leave_control(ctx: &Context) {
    if let Some(focused) = ctx.memory(egui::Memory::focused).filter(|_| !egui::Popup::is_any_open(ctx)) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

pub fn pasted(session: &Session, text: &str) -> Action {
    match lesson::link::read_link(text) {
        Some(Ok((lesson, step))) => return Action::Lesson(LessonAction::Open(lesson, step)),
        Some(Err(invalid)) => return Action::Window(WindowAction::Notify(Some(Notice::bad(format!("link: {invalid}"))))),
        None => {}
    }
    let action = UnopenedScenario::of_link(text).and_then(|unopened| session.opening_of(unopened));
    action.unwrap_or_else(|unreadable| Action::Window(WindowAction::Notify(Some(Notice::bad(unreadable.to_string())))))
}

fn shortcuts(input: &InputState, session: &Session, (focused, steered): (bool, Option<ControlInput>), actions: &mut Vec<Action>) {
    if input.pointer.any_pressed() || presses(input).any(|(.., repeat)| !repeat) {
        actions.push(Action::Touched);
    }
    if session.window.dialog.is_some() {
        actions.extend(input.key_pressed(Key::Escape).then(|| escape(session)));
        return;
    }
    for event in &input.events {
        match event {
            Event::Copy => actions.push(Action::Window(WindowAction::ShareCode)),
            Event::Paste(text) => actions.push(pasted(session, text)),
            _ => {}
        }
    }
    if let Some(held) = steered.filter(|held| *held != session.run.held) {
        actions.push(Action::Run(RunAction::Steer(held)));
    }
    if presses(input).next().is_none() {
        return;
    }
    let is_covered = session.window.help.is_some() || session.card().is_some();
    let is_free = |command: &UiCommand| {
        // While the help is open only the keys that close it work: its own keys, Esc and the space bar.
        let is_behind =
            session.window.help.is_some() && ![HELP, ESCAPE, PLAY].map(|command| command.keys).contains(&command.keys);
        let leaves_control = command.keys == ESCAPE.keys && !is_covered;
        // These keys work the control that has the focus, and not the command.
        let works_control = command.has_arrows() || command.keys.is_one_of(&[Key::Space, Key::Enter]);
        let is_of_control = focused && (works_control || leaves_control);
        // The arrows of a lap may still be held down when it begins again in four panes.
        let steers = steered.is_some() || session.run.compares_lap() && session.is_playing();
        !(is_behind || is_of_control || steers && command.has_arrows())
    };
    commanded(input, session, is_free, actions);
    if session.window.help.is_some() {
        return;
    }
    let bet = session.lesson().and_then(Attendance::open_bet);
    let answers = bet.map_or(0, |bet| bet.answers.len());
    let mut given = (0..answers).filter(|index| presses(input).any(|(key, held, _)| key == DIGITS[*index] && is_plain(held)));
    if let Some(answer) = given.next() {
        actions.push(Action::Lesson(LessonAction::Answer(answer)));
        return;
    }
    for (pane, digit) in DIGITS.into_iter().enumerate().take(session.run.lab.panes().len()) {
        if presses(input).any(|(key, modifiers, _)| key == digit && is_plain(modifiers)) {
            actions.push(Action::View(ViewAction::Select(pane)));
        }
    }
}

/// Adds the actions of the pressed commands for which `is_free` is true.
fn commanded(input: &InputState, session: &Session, is_free: impl Fn(&UiCommand) -> bool, actions: &mut Vec<Action>) {
    for command in GROUPS.iter().flat_map(CommandGroup::with_keys).filter(is_free) {
        // A space bar that is held down counts as one press, and a load glides by time.
        let is_once = [PLAY, MORE_RENDER_LOAD, LESS_RENDER_LOAD].map(|once| once.keys).contains(&command.keys);
        let is_first = |repeat: bool| !repeat || !is_once;
        let mut presses = presses(input).filter(|(.., repeat)| is_first(*repeat));
        if presses.any(|(key, modifiers, _)| command.keys.are_triggered(key, modifiers)) {
            actions.extend(command.action(session));
        }
    }
}

/// Returns the keys that went down in this frame, with the modifiers of that moment and whether the key was held. They are read
/// from the events and not from the frame's state: in a slow window Ctrl may be up again before the frame begins.
fn presses(input: &InputState) -> impl Iterator<Item = (Key, Modifiers, bool)> {
    input.events.iter().filter_map(|event| match event {
        Event::Key { key, pressed: true, modifiers, repeat, .. } => Some((*key, *modifiers, *repeat)),
        _ => None,
    })
}

fn held(input: &InputState) -> ControlInput {
    let down = |key| input.focused && input.key_down(key);
    ControlInput {
        left: down(Key::ArrowLeft),
        right: down(Key::ArrowRight),
        faster: down(Key::ArrowUp),
        slower: down(Key::ArrowDown),
    }
}

/// Records the rectangle of the picture whose halves steer under a finger.
pub fn steer_in(ui: &Ui, picture: Rect) {
    ui.data_mut(|data| data.insert_temp(Id::unique("picture that is steered in"), picture));
}

/// Returns the controls that a finger holds in a lap: either half of the picture turns the car to its side, and from the first
/// touch on the car gets faster. `None` without a lap, and if no finger has driven.
fn by_finger(ctx: &Context, session: &Session) -> Option<ControlInput> {
    let picture = ctx.data(|data| data.get_temp::<Rect>(Id::unique("picture that is steered in")))?;
    let finger = ctx.input(|input| input.pointer.interact_pos().filter(|at| input.any_touches() && picture.contains(*at)));
    let drives = session.run.drives_lap() && is_finger(ctx);
    (drives && (finger.is_some() || session.run.left_for_lap().is_some())).then(|| ControlInput {
        left: finger.is_some_and(|at| at.x < picture.center().x),
        right: finger.is_some_and(|at| at.x >= picture.center().x),
        faster: true,
        slower: false,
    })
}

/// Returns whether the control `id` was not shown in the pass before. Call this whenever the control is shown.
pub fn is_new(ui: &Ui, id: Id) -> bool {
    let (key, pass) = (id.with("last shown"), ui.ctx().cumulative_pass_nr());
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(key, 0_u64), pass));
    last == 0 || last + 1 < pass
}

/// Records in every frame whether a finger or a mouse was used last.
pub fn follow_pointer(ctx: &Context) {
    let last = ctx.input(|input| {
        let is_touch = |event: &Event| matches!(event, Event::Touch { .. });
        let is_any = |event: &Event| matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. });
        // A finger is reported as a pointer, too.
        let touched = input.events.iter().any(is_touch);
        (touched || input.events.iter().any(is_any)).then_some(touched)
    });
    if let Some(touched) = last {
        ctx.data_mut(|data| data.insert_temp(Id::unique("last pointer is a finger"), touched));
    }
}

/// Returns whether a text field may take the focus by itself: for a finger, that would open a keyboard over half of the screen.
pub fn may_take_keyboard(ui: &Ui) -> bool {
    !is_finger(ui.ctx())
}

fn is_finger(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(Id::unique("last pointer is a finger"))).unwrap_or(false)
}
