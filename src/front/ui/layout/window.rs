//! The whole window: bars, instruments, the panel at the right, and the panes in the room that is left.

use crate::front::ui::bars::{caption_line, top_bar};
use crate::front::ui::dialogs::{help, notices, open_dialog, sheets};
use crate::front::ui::layout::presentation;
use crate::front::ui::panel::{computer_panel, loop_panel, scenario_panel, scene_panel};
use crate::front::ui::panes::grid;
use crate::front::ui::style::look::Look;
use crate::front::ui::{UiOutput, gallery, instruments, keys};
use crate::studio::session::{Action, Dialog, Session};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

/// The whole window.
pub fn show(ui: &mut Ui, session: &Session) -> UiOutput {
    let look = Look { theme: session.theme() };
    let mut shown = UiOutput { actions: keys::pressed(ui.ctx(), session), ..UiOutput::default() };
    if session.is_presenting() {
        presentation::show(ui, look, session, &mut shown);
        over_everything(ui, look, session, &mut shown.actions);
        return shown;
    }
    let panel = |margin: i8| Frame::new().fill(look.panel()).inner_margin(Margin::same(margin));

    Panel::top("top").frame(panel(8)).show(ui, |ui| top_bar::show(ui, look, session, &mut shown.actions));
    let line = Frame::new().fill(look.panel()).inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 4 });
    Panel::top("caption line").frame(line).show(ui, |ui| caption_line::show(ui, look, session));
    if let Some(Dialog::Gallery { search }) = session.dialog() {
        gallery::sheet::show(ui, look, session, search, &mut shown.actions);
        over_everything(ui, look, session, &mut shown.actions);
        return shown;
    }
    gallery::sheet::forget(ui);
    instruments::show(ui, look, session, &mut shown.actions);
    let width = (ui.available_width() * 0.3).clamp(236.0, 300.0);
    Panel::right("panel").resizable(false).exact_size(width).frame(panel(12)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // The scroll bar floats over the right edge.
            ui.set_max_width(ui.available_width() - 8.0);
            scenario_panel::show(ui, look, session);
            scene_panel::show(ui, look, session, &mut shown.actions);
            computer_panel::show(ui, look, session, &mut shown.actions);
            ui.separator();
            loop_panel::show(ui, look, session, &mut shown.actions);
        });
    });
    CentralPanel::no_frame().show(ui, |ui| grid::show(ui, look, session, &mut shown));
    over_everything(ui, look, session, &mut shown.actions);
    shown
}

/// What lies over everything.
fn over_everything(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    help::show(ui, look, session, actions);
    sheets::show(ui, look, session, actions);
    open_dialog::show(ui, look, session, actions);
    notices::show(ui, look, session, actions);
}
