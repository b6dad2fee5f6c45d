//! The panes as a row of letters, where only one has room.

use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Align2, FontId, Sense, Stroke, Ui, vec2};

/// How wide a letter is at most, and the room that all of them leave for the playhead beside them.
const LETTER: f32 = 40.0;
const PLAYHEAD: f32 = 232.0;
const GAP: f32 = 6.0;

/// Shows a letter for each pane, in a row; the selected one is the one that is shown.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    letters(ui, look, session, (ui.available_width() - PLAYHEAD, &[session.selected()]), actions);
}

/// The same in all the room there is; the panes in the places `seen` are shown.
pub fn in_a_row(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], actions: &mut Vec<Action>) {
    letters(ui, look, session, (ui.available_width(), seen), actions);
}

fn letters(ui: &mut Ui, look: Look, session: &Session, (room, seen): (f32, &[usize]), actions: &mut Vec<Action>) {
    let width = (room / session.lab().panes().len() as f32 - GAP).clamp(LETTER / 2.0, LETTER);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (index, pane) in session.lab().panes().iter().enumerate() {
            let letter = crate::front::ui::letter(index);
            let (rect, response) = ui.allocate_exact_size(vec2(width, 24.0), Sense::click());
            let is_selected = index == session.selected();
            let name = format!("Show pane {letter}: {}", pane.strategy().name);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_selected, &name));
            let colour = look.pane(index);
            if is_selected {
                ui.painter().rect_filled(rect, 5.0, colour);
            } else {
                let lit = response.hovered() || response.has_focus() || seen.contains(&index);
                let width = if lit { 2.0 } else { 1.0 };
                ui.painter().rect_stroke(rect, 5.0, Stroke::new(width, colour), egui::StrokeKind::Inside);
            }
            let ink = if is_selected { look.canvas() } else { colour };
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter, FontId::proportional(14.0), ink);
            if response.on_hover_text(&*pane.strategy().name).clicked() {
                actions.push(Action::Select(index));
            }
        }
    });
}
