//! The whole window: bars, instruments, the panel at the right, and the panes in the room that is left.

use crate::front::ui::bars::{caption_line, top_bar};
use crate::front::ui::dialogs::{help, notices, open_dialog, sheets};
use crate::front::ui::layout::{embed, presentation, small};
use crate::front::ui::panel::{controls, side_panel};
use crate::front::ui::panes::grid;
use crate::front::ui::style::look::Look;
use crate::front::ui::style::shown::follow_pointer;
use crate::front::ui::{UiOutput, gallery, instruments, keys};
use crate::studio::session::{Action, Dialog, Notice, Session};
use egui::{CentralPanel, Frame, Margin, Panel, Ui, Vec2, vec2};

/// A window that is narrower or lower shows one pane at a time.
const LEAST: Vec2 = vec2(1024.0, 700.0);
/// The width of the panel at the right.
const PANEL: f32 = 264.0;

/// The whole window.
pub fn show(ui: &mut Ui, session: &Session) -> UiOutput {
    follow_pointer(ui.ctx());
    let look = Look { theme: session.theme() };
    if session.host().embedded {
        let mut shown = UiOutput::default();
        embed::show(ui, look, session, &mut shown);
        return shown;
    }
    let room = ui.ctx().content_rect().size();
    let is_small = room.x < LEAST.x || room.y < LEAST.y;
    if is_small && !session.is_presenting() && !keys::is_covered(ui.ctx(), session) {
        top_bar::close_drawer(ui.ctx());
    }
    let mut shown = UiOutput { actions: keys::pressed(ui.ctx(), session), ..UiOutput::default() };
    if let Some(Dialog::Gallery { search }) = session.dialog() {
        gallery::sheet::show(ui, look, session, search, &mut shown.actions);
        notices::show(ui, look, session, &mut shown.actions);
        return shown;
    }
    gallery::sheet::forget(ui);
    if session.is_presenting() {
        presentation::show(ui, look, session, &mut shown);
    } else if is_small {
        small::show(ui, look, session, &mut shown);
    } else {
        whole(ui, look, session, &mut shown);
    }
    shown.actions.extend(controls::refusal(ui.ctx()).map(|why| Action::Notify(Some(Notice::bad(why)))));
    over_everything(ui, look, session, &mut shown.actions);
    shown
}

/// Everything at once. No part has a ground of its own: the window is cleared with the panels' colour.
fn whole(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let bar = |left, right| Frame::new().inner_margin(Margin { left, right, top: 0, bottom: 0 });
    Panel::top("top").exact_size(42.0).frame(bar(12, 12)).show_separator_line(false).show(ui, |ui| {
        top_bar::show(ui, look, session, &mut shown.actions);
    });
    let panel = Panel::right("panel").resizable(false).exact_size(PANEL).show_separator_line(false);
    panel.frame(bar(8, 8)).show(ui, |ui| side_panel::show(ui, look, session, &mut shown.actions));
    Panel::top("caption").exact_size(24.0).frame(bar(12, 4)).show_separator_line(false).show(ui, |ui| {
        caption_line::show(ui, look, session);
    });
    instruments::show(ui, look, session, &mut shown.actions);
    CentralPanel::no_frame().show(ui, |ui| grid::show(ui, look, session, shown));
}

/// What lies over everything.
fn over_everything(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    help::show(ui, look, session, actions);
    sheets::show(ui, look, session, actions);
    open_dialog::show(ui, look, session, actions);
    notices::show(ui, look, session, actions);
}
