//! A world's tables in a window of their own.

use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Align2, Grid, Id, RichText, ScrollArea, Ui, Window, vec2};
use std::sync::Arc;
use tickscope_core::world::WorldTable;
use tickscope_core::worlds;

/// Shows the window of the world's tables while it is open.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    if !session.window().shows_sheets() {
        return;
    }
    let sheets = tables(ui, &session.lab().settings().scene.id);
    let mut open = true;
    let room = ui.ctx().content_rect().size() - vec2(80.0, 120.0);
    Window::new("Tables")
        .open(&mut open)
        .collapsible(false)
        .drag_area(egui::WindowDrag::Anywhere)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ui.ctx().content_rect().center())
        .default_size(room.min(vec2(900.0, 640.0)))
        .show(ui.ctx(), |ui| {
            ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                for sheet in sheets.iter() {
                    table(ui, look, sheet);
                }
                if sheets.is_empty() {
                    ui.label("This world has no tables.");
                }
            });
        });
    if !open {
        actions.push(Action::Sheets(false));
    }
}

/// Returns the tables of a world, which are computed once: ten hours of additions take a moment.
fn tables(ui: &Ui, scene: &str) -> Arc<Vec<WorldTable>> {
    let key = Id::unique(("sheets", scene));
    let known = ui.data(|data| data.get_temp::<Arc<Vec<WorldTable>>>(key));
    known.unwrap_or_else(|| {
        let made = Arc::new(worlds::find(scene).ok().and_then(|kind| kind.sheets).map(|sheets| sheets()).unwrap_or_default());
        ui.data_mut(|data| data.insert_temp(key, made.clone()));
        made
    })
}

fn table(ui: &mut Ui, look: Look, sheet: &WorldTable) {
    ui.heading(sheet.title);
    ui.set_max_width(860.0);
    ui.label(RichText::new(sheet.about).color(look.weak()));
    ui.add_space(4.0);
    Grid::new(sheet.title).striped(true).spacing(vec2(18.0, 4.0)).show(ui, |ui| {
        for column in &sheet.columns {
            ui.label(RichText::new(*column).strong());
        }
        ui.end_row();
        for row in &sheet.rows {
            for cell in row {
                ui.label(RichText::new(cell).monospace());
            }
            ui.end_row();
        }
    });
    ui.add_space(14.0);
}
