//! What the keys do.

use super::computer_panel::HITCHES;
use crate::session::{Action, SPEEDS, Session, Theme};
use crate::settings::{Command, Presentation};
use egui::{Context, Key};

/// The actions of the keys pressed in this frame, unless somebody is typing.
pub fn pressed(ctx: &Context, session: &Session) -> Vec<Action> {
    if ctx.egui_wants_keyboard_input() && ctx.text_edit_focused() {
        return Vec::new();
    }
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let mut actions = Vec::new();
    ctx.input(|input| {
        if input.modifiers.ctrl || input.modifiers.command || input.modifiers.alt {
            return;
        }
        // Space presses the focused control, if there is one.
        if input.key_pressed(Key::Space) && !focused {
            actions.push(Action::PlayPause);
        }
        if input.key_pressed(Key::R) {
            actions.push(Action::Restart);
        }
        if input.key_pressed(Key::Period) || input.key_pressed(Key::N) {
            actions.push(Action::Step);
        }
        if input.key_pressed(Key::H) {
            let (ms, _) = HITCHES[usize::from(input.modifiers.shift)];
            actions.push(Action::Lab(Command::Hitch { ms }));
        }
        if input.key_pressed(Key::V) {
            let mut computer = session.computer().clone();
            computer.vsync = !computer.vsync;
            actions.push(Action::Lab(Command::Computer(computer)));
        }
        if input.key_pressed(Key::I) {
            actions.push(Action::PresentAll(next_presentation(session)));
        }
        if input.key_pressed(Key::T) {
            actions.push(Action::Theme(if session.theme() == Theme::Dark { Theme::Light } else { Theme::Dark }));
        }
        let here = SPEEDS.iter().position(|(speed, _)| *speed <= session.speed()).unwrap_or(SPEEDS.len() - 1);
        if input.key_pressed(Key::OpenBracket) {
            actions.push(Action::Speed(SPEEDS[(here + 1).min(SPEEDS.len() - 1)].0));
        }
        if input.key_pressed(Key::CloseBracket) {
            actions.push(Action::Speed(SPEEDS[here.saturating_sub(1)].0));
        }
        let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
        for (pane, key) in digits.into_iter().enumerate().take(session.lab().panes().len()) {
            if input.key_pressed(key) {
                actions.push(Action::Select(pane));
            }
        }
    });
    actions
}

/// As published, latest, interpolate, extrapolate, and round again.
fn next_presentation(session: &Session) -> Option<Presentation> {
    match session.lab().settings().panes[0].presentation {
        None => Some(Presentation::Latest),
        Some(Presentation::Latest) => Some(Presentation::Interpolate),
        Some(Presentation::Interpolate) => Some(Presentation::Extrapolate),
        Some(Presentation::Extrapolate) => None,
    }
}
