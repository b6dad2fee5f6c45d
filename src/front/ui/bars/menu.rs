//! Menus: one that is longer than the window is scrolled, and each closes when something in it is chosen.

use egui::containers::menu::is_in_menu;
use egui::{ScrollArea, Ui};

/// What is above and below a menu, in points.
const AROUND: f32 = 28.0;

/// Shows the entries of a menu.
pub fn scrolled<R>(ui: &mut Ui, entries: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.ctx().content_rect().height() - AROUND;
    ui.set_max_height(room); // Without this a popup has egui's usual height at most.
    ScrollArea::vertical().max_height(room).show(ui, entries).inner
}

/// Closes the menu that `ui` is in; nothing where the same buttons stand in a bar.
pub fn close(ui: &Ui) {
    if is_in_menu(ui) {
        ui.close();
    }
}
