//! The bar above everything: the world, the transport, the viewing speed, the theme.

use super::look::Look;
use crate::scenes;
use crate::session::{Action, SPEEDS, Session, Theme};
use egui::{Align, Button, ComboBox, Layout, RichText, Ui};

pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("tickscope").heading().strong());
        ui.add_space(8.0);
        world(ui, session, actions);
        ui.add_space(8.0);
        transport(ui, session, actions);
        ui.add_space(8.0);
        speeds(ui, session, actions);
        ui.add_space(8.0);
        let now = session.now().as_secs();
        ui.label(RichText::new(format!("{now:8.2} s")).monospace().color(look.weak())).on_hover_text("The laboratory's time.");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| theme(ui, session, actions));
    });
}

fn world(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let current = &session.lab().settings().scene.id;
    let name = scenes::find(current).map_or("?", |kind| kind.name);
    let list = ComboBox::from_id_salt("world").selected_text(name).width(130.0).show_ui(ui, |ui| {
        for kind in scenes::ALL {
            if ui.selectable_label(kind.id == current, kind.name).on_hover_text(kind.about).clicked() {
                actions.push(Action::Scene(kind.id.to_owned()));
            }
        }
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "World"));
    list.response.on_hover_text("The world that every pane moves. Choosing one starts it from the beginning.");
}

fn transport(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if ui.button("Restart").on_hover_text("From the beginning, with the settings as they are (R).").clicked() {
        actions.push(Action::Restart);
    }
    let play = if session.is_playing() { "Pause" } else { "Play" };
    if ui.add(Button::new(play).min_size(egui::vec2(62.0, 0.0))).on_hover_text("Holds the laboratory's time (Space).").clicked() {
        actions.push(Action::PlayPause);
    }
    if ui.button("Step").on_hover_text("Pauses and moves on by one refresh of the virtual display (. or N).").clicked() {
        actions.push(Action::Step);
    }
}

fn speeds(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for (speed, name) in SPEEDS {
        let current = (session.speed() - speed).abs() < 1e-9;
        let about = "How fast the laboratory is watched; the panes do not know of it ([ and ]).";
        if ui.add(Button::selectable(current, name)).on_hover_text(about).clicked() {
            actions.push(Action::Speed(speed));
        }
    }
    if !SPEEDS.iter().any(|(speed, _)| (session.speed() - speed).abs() < 1e-9) {
        ui.label(format!("{:.2}×", session.speed()));
    }
}

fn theme(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let (name, other) = match session.theme() {
        Theme::Dark => ("Light", Theme::Light),
        Theme::Light => ("Dark", Theme::Dark),
    };
    if ui.button(name).on_hover_text("The other theme (T).").clicked() {
        actions.push(Action::Theme(other));
    }
}
