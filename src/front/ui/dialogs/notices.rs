//! The plates over the panes: a notice, a film that is being made, the mark of a recording.

use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Request, Session};
use egui::{Align2, Area, Frame, Id, Margin, Order, ProgressBar, RichText, Ui};

/// Shows the newest notice, the progress of a film, and the mark of a recording.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let plate = Frame::new().fill(look.panel()).corner_radius(6).inner_margin(Margin::symmetric(14, 8));
    let bordered = |colour| plate.stroke(egui::Stroke::new(1.5, colour));
    let width = ui.ctx().content_rect().width();
    // The plates are left of the middle, because the panel is at the right; in a window without a panel they are in the
    // middle.
    let aside = if width < 700.0 { 0.0 } else { -100.0 };
    let area = |name: &str, height: f32| {
        Area::new(Id::unique(name)).order(Order::Foreground).anchor(Align2::CENTER_BOTTOM, egui::vec2(aside, height))
    };
    if let Some(notice) = session.window().notice() {
        // The notice must disappear in time even if nothing else moves.
        ui.ctx().request_repaint_after_secs(0.5);
        let colour = if notice.good { look.good() } else { look.alarm() };
        // The plates are as low as the bar under the panes, whose numbers stay in sight.
        area("notice", -1.0).show(ui.ctx(), |ui| {
            bordered(colour).inner_margin(Margin::symmetric(14, 2)).show(ui, |ui| {
                ui.set_max_width((width - 48.0).min(560.0));
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(&notice.text).color(colour));
                    if ui.small_button("OK").on_hover_text("Close this message.").clicked() {
                        actions.push(Action::Notify(None));
                    }
                });
            });
        });
    }
    if let Some(filming) = session.window().results().film {
        area("filming", -74.0).show(ui.ctx(), |ui| {
            bordered(look.accent()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let share = filming.done as f32 / filming.of.max(1) as f32;
                    let left = filming.left_s.map_or("…".to_owned(), |left| format!("{left:.0} s left"));
                    ui.label(format!("Film: {} of {}", filming.done, filming.of));
                    ui.add(ProgressBar::new(share).desired_width((width - 260.0).clamp(60.0, 200.0)).text(left));
                    if ui.button("Cancel").on_hover_text("No file is written.").clicked() {
                        actions.push(Action::Ask(Request::CancelFilm));
                    }
                });
            });
        });
    }
}
