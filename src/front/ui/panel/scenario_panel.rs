//! The open scenario: its title, what to look at, and its next command.

use crate::base::time::Time;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{RichText, Ui};

/// Shows the open scenario's title, its text and its next command, and the last refusal.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    let (name, about) = session.title();
    if !name.is_empty() {
        ui.label(RichText::new(name).heading().strong());
    }
    if !about.is_empty() {
        ui.label(RichText::new(about).color(look.text()));
    }
    if let Some(next) = next_in_words(session) {
        ui.label(RichText::new(next).small().color(look.weak()));
    }
    if let Some(refusal) = session.lab().refusal() {
        ui.label(RichText::new(format!("Not done: {refusal}")).small().color(look.alarm()));
    }
    if !name.is_empty() || session.lab().next_scripted().is_some() {
        ui.separator();
    }
}

/// The script's next command, if one is to come.
pub fn next_in_words(session: &Session) -> Option<String> {
    let lab = session.lab();
    // In the past, what followed then.
    let next = match session.playhead() {
        Some(playhead) => lab.script().commands().iter().find(|logged| logged.at_flicks > playhead.at.flicks()),
        None => lab.next_scripted(),
    }?;
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), next.command.in_words()))
}
