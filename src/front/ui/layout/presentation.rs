//! The window in front of a class: no panels, a headline, and the keys that a presenter needs.

use crate::front::ui::UiOutput;
use crate::front::ui::bars::next_command;
use crate::front::ui::panes::grid;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{Align, CentralPanel, FontId, Frame, Label, Layout, Margin, Panel, RichText, Ui};

/// Shows the panes under a headline and over the keys of a presenter.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let bar = |vertical: i8| Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(16, vertical));
    let about = session.title().1;
    Panel::top("headline").frame(bar(8)).show(ui, |ui| {
        let headline = session.headline();
        ui.horizontal(|ui| {
            ui.label(RichText::new(headline).font(FontId::proportional(22.0)).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let load = crate::front::ui::panel::computer_panel::in_words(if session.playhead().is_some() {
                    session.computer_of(session.selected())
                } else {
                    session.computer()
                });
                ui.add(Label::new(RichText::new(load).color(look.weak())).truncate());
            });
        });
        if !about.is_empty() {
            ui.add(Label::new(RichText::new(about).color(look.text())).wrap());
        }
    });
    Panel::bottom("presenter").frame(bar(4)).show(ui, |ui| {
        let state = if session.is_playing() { "Space pause" } else { "Space play" };
        let hints = format!("Page Down next · Page Up back · Backspace again · {state} · H stall · Up, Down load · Esc ends");
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{:6.1} s", session.now().as_secs())).monospace().color(look.weak()));
            crate::front::ui::bars::transport_bar::present(ui, look, session, &mut shown.actions);
            ui.add(Label::new(RichText::new(hints).small().color(look.weak())).truncate());
            if let Some(next) = next_command::in_words(session) {
                ui.add(Label::new(RichText::new(next).small().color(look.text())).truncate());
            }
        });
    });
    CentralPanel::no_frame().show(ui, |ui| grid::show(ui, look, session, shown));
}
