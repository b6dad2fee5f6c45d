//! One line under the top bar: what is seen now, or the question that is answered, or what the world shows.

use crate::front::ui::style::look::Look;
use crate::model::worlds;
use crate::studio::session::Session;
use egui::{Align, Label, Layout, RichText, Ui, vec2};

/// The height of the line, which is there always, so that nothing moves when a touch ends the demonstration.
const HEIGHT: f32 = 20.0;

/// Shows the line.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    let room = vec2(ui.available_width(), HEIGHT);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(HEIGHT);
        if session.is_demonstrating() {
            ui.label(RichText::new("Demonstration: touch anything to take over").small().color(look.weak()));
        }
        let (name, _) = session.title();
        let world = || worlds::find(&session.lab().settings().scene.id).map_or("", |kind| kind.about);
        let (text, colour) = match (session.caption(), session.question()) {
            (Some(caption), _) => (caption, look.good()),
            (None, Some(question)) => (question, look.text()),
            (None, None) if name.is_empty() && !session.is_demonstrating() => (world(), look.weak()),
            (None, None) => (name, look.text()),
        };
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(text).color(colour)).truncate());
        });
    });
}
