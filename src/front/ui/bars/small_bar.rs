//! The bar above a small window: the transport, the drawer with the loads, and one menu for what has no room beside them.

use crate::front::ui::bars::{menu, top_bar};
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Align, Button, Context, Id, Key, Layout, Modifiers, Ui};

/// Each of these is shown where there is more room than this left of the transport, in points.
const SPEED: f32 = 190.0;
const WORLD: f32 = 260.0;
const COMPARISONS: f32 = 110.0;
const TITLE: f32 = 150.0;

/// Shows the bar.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let open = drawer_is_open(ui.ctx());
            if icons::toggle(ui, look, Icon::Drawer, open, "Loads and settings", "The loads and everything that can be set.") {
                ui.data_mut(|data| data.insert_temp(drawer(), !open));
            }
            ui.menu_button("Menu", |ui| menu::scrolled(ui, |ui| entries(ui, session, actions)))
                .response
                .on_hover_text("Files, panes, what is shown, worlds, undo, help.");
            top_bar::transport(ui, look, session, actions);
            if ui.available_width() > SPEED {
                top_bar::speed(ui, look, session, actions);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if ui.available_width() > COMPARISONS {
                    top_bar::comparisons(ui, actions);
                }
                if ui.available_width() > WORLD {
                    top_bar::world(ui, session, actions);
                }
                if ui.available_width() > TITLE {
                    top_bar::title(ui, session);
                }
            });
        });
    });
}

/// What of the larger bar may have no room, and its menus.
fn entries(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if ui.button("Comparisons …").on_hover_text("Pictures of every comparison (F2).").clicked() {
        actions.push(Action::Gallery(true));
        ui.close();
    }
    ui.menu_button("World", |ui| menu::scrolled(ui, |ui| top_bar::worlds(ui, session, actions)));
    ui.menu_button("Viewing speed", |ui| menu::scrolled(ui, |ui| top_bar::speeds(ui, session, actions)));
    let steps = [("Undo", session.can_undo(), Action::Undo), ("Redo", session.can_redo(), Action::Redo)];
    for (name, step, action) in steps {
        let button = ui.add_enabled(step.is_some(), Button::new(name));
        if button.on_hover_text(step.unwrap_or_default()).clicked() {
            actions.push(action);
            ui.close();
        }
    }
    let take = if session.take().is_some() { "End the recording" } else { "Record" };
    if ui.button(take).on_hover_text("What you do from here on becomes a film (R).").clicked() {
        actions.push(Action::Take);
        ui.close();
    }
    ui.separator();
    top_bar::menus(ui, session, actions);
}

fn drawer() -> Id {
    Id::unique("drawer")
}

/// Whether a small window shows its settings.
pub fn drawer_is_open(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(drawer())).unwrap_or(false)
}

/// Esc closes the drawer where it is open, and nothing more.
pub fn close_drawer(ctx: &Context) {
    if drawer_is_open(ctx) && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        ctx.data_mut(|data| data.insert_temp(drawer(), false));
    }
}
