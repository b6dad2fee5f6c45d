//! The panes as tabs, in a window that has room for only one.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::action::{Action, ViewAction};
use egui::{Button, Color32, RichText, Stroke, Ui, vec2};

const LETTER: f32 = 40.0;
const PLAYHEAD: f32 = 232.0;
const GAP: f32 = 6.0;

/// Shows the letters of the panes, and leaves room for the playhead.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    letters(ui, pass, ui.available_width() - PLAYHEAD, &[pass.session.selected()]);
}

/// Shows the same letters over the whole width, with a strong edge around the panes in `seen`.
pub fn show_in_a_row(ui: &mut Ui, pass: &mut UiPass, seen: &[usize]) {
    letters(ui, pass, ui.available_width(), seen);
}

fn letters(ui: &mut Ui, pass: &mut UiPass, room: f32, seen: &[usize]) {
    let session = pass.session;
    let width = (room / session.run.lab.panes().len() as f32 - GAP).clamp(LETTER / 2.0, LETTER);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.spacing_mut().button_padding.x = 0.0;
        for (index, pane) in session.run.lab.panes().iter().enumerate() {
            let letter = session.letter(index);
            let is_selected = index == session.selected();
            let colour = ui.look().of_pane(letter);
            let (ink, fill) = if is_selected { (ui.look().canvas(), colour) } else { (colour, Color32::TRANSPARENT) };
            let edge = Stroke::new(if seen.contains(&index) { 2.0 } else { 1.0 }, colour);
            let tab = Button::new(RichText::new(letter.to_string()).color(ink)).fill(fill).stroke(edge);
            let response = ui.add(tab.min_size(vec2(width, 24.0)));
            let name = format!("Show pane {letter}: {}", pane.strategy().name);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_selected, &name));
            if response.on_hover_text(&*pane.strategy().name).clicked() {
                pass.actions.push(Action::View(ViewAction::Select(index)));
            }
        }
    });
}
