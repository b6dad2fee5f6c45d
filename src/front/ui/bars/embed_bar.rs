//! The row over the panes of an embedded page: play and pause, the panes where not all are shown, and the way to the whole
//! page.

use crate::front::ui::bars::pane_tabs;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Request, Session};
use egui::{Align, Align2, Button, Layout, RichText, Ui, vec2};

/// The height of the row.
pub const HEIGHT: f32 = 28.0;

/// Shows the row over the panes in the places `seen`.
pub fn show(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        let (icon, name) = if session.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        if icons::button(ui, look, icon, name, "Holds the laboratory's time, or lets it go on (Space).") {
            actions.push(Action::PlayPause);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let open = Button::new(RichText::new("Open in tickscope").small().color(look.weak())).frame(false);
            if ui.add(open).on_hover_text("The same comparison on a page of its own, with everything that can be set.").clicked()
            {
                actions.push(Action::Ask(Request::OpenWhole));
            }
            let panes = &session.lab().settings().panes;
            // The loads are those of the selected pane.
            if seen.len() < panes.len() || panes.iter().any(|pane| pane.computer.is_some()) {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| pane_tabs::in_a_row(ui, look, session, seen, actions));
            }
        });
    });
}

/// What there is to say, over the panes: there are no dialogs here.
pub fn notice(ui: &Ui, look: Look, session: &Session) {
    let Some(notice) = session.notice() else { return };
    let area = ui.max_rect().shrink(8.0);
    let colour = if notice.good { look.good() } else { look.alarm() };
    let font = egui::TextStyle::Small.resolve(ui.style());
    let words = ui.painter().layout(notice.text.clone(), font, colour, area.width() - 16.0);
    let plate = Align2::CENTER_BOTTOM.anchor_size(area.center_bottom(), words.size() + vec2(16.0, 10.0));
    ui.painter().rect_filled(plate, 6.0, look.panel());
    ui.painter().rect_stroke(plate, 6.0, egui::Stroke::new(1.0, colour), egui::StrokeKind::Inside);
    ui.painter().galley(plate.min + vec2(8.0, 5.0), words, colour);
}
