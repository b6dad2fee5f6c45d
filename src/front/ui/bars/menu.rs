//! A menu that is longer than the window is scrolled.

use egui::{ScrollArea, Ui};

/// What is above and below a menu, in points.
const AROUND: f32 = 28.0;

/// Shows the entries of a menu.
pub fn scrolled<R>(ui: &mut Ui, entries: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.ctx().content_rect().height() - AROUND;
    ui.set_max_height(room); // A popup gets less by itself.
    ScrollArea::vertical().max_height(room).show(ui, entries).inner
}
