//! One line in a place of its own: what is shown, or what is seen in the demonstration.

use crate::front::ui::bars::next_command;
use crate::front::ui::style::look::Look;
use crate::model::worlds;
use crate::studio::session::Session;
use egui::{Align, Label, Layout, RichText, Ui};

/// Shows the scenario's text, or the world's, and at the right what comes next.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if session.is_demonstrating() {
            ui.add(Label::new(RichText::new("Demonstration: touch anything to take over").small().color(look.weak())));
        } else if let Some(next) = next_command::in_words(session) {
            ui.add(Label::new(RichText::new(next).small().color(look.weak())));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (text, colour) = words(look, session);
            ui.add(Label::new(RichText::new(text).color(colour)).truncate());
        });
    });
}

fn words(look: Look, session: &Session) -> (&str, egui::Color32) {
    let about = session.title().1;
    if session.is_demonstrating() {
        return (session.caption().unwrap_or_default(), look.good());
    }
    if !about.is_empty() {
        return (about, look.text());
    }
    (worlds::find(&session.lab().settings().scene.id).map_or("", |kind| kind.about), look.weak())
}
