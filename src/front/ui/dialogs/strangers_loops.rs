//! The question before loops run that came with a link or a file: their texts are in sight, and they run only after a click.

use crate::front::ui::instruments::code;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Frame, Id, Key, Label, Margin, Modal, Modifiers, RichText, ScrollArea, Ui};
use tickscope_core::config::OwnLoop;

const WIDEST: f32 = 720.0;

/// Asks before it runs loops that a scenario brings from another person.
pub fn show(ui: &Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let Some(held) = session.window().held_back() else { return };
    let screen = ui.ctx().content_rect().size();
    Modal::new(Id::unique("strangers' loops")).show(ui.ctx(), |ui| {
        ui.set_width((screen.x - 40.0).min(WIDEST));
        let asked: Vec<&OwnLoop> = held.loops().iter().filter(|own| !session.may_run(own)).collect();
        let (title, they) = match asked.len() {
            1 => ("Run this loop?", "It runs"),
            _ => ("Run these loops?", "They run"),
        };
        ui.heading(title);
        let about = format!(
            "{they} in JavaScript on a virtual computer, and reach no file, no network and no clock of yours. This came from: {}.",
            held.from()
        );
        ui.add(Label::new(about).wrap());
        let height = (screen.y - 190.0).clamp(60.0, 460.0);
        ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for own in asked {
                ui.label(RichText::new(&own.name).strong());
                Frame::new().fill(look.canvas()).corner_radius(4).inner_margin(Margin::same(6)).show(ui, |ui| {
                    ui.add(Label::new(code::script(ui.ctx(), look, &own.source)).extend());
                });
            }
        });
        let escapes = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        ui.horizontal(|ui| {
            if ui.button("Run").on_hover_text("Opens the scenario: its loops may run from now on.").clicked() {
                actions.push(Action::RunHeldBack);
            }
            if ui.button("Don't open").on_hover_text("Nothing of it runs (Esc).").clicked() || escapes {
                actions.push(Action::DropHeldBack);
            }
        });
    });
}
