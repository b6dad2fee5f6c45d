//! A small window: one pane at a time, and the loads in a drawer.

use crate::front::ui::UiOutput;
use crate::front::ui::bars::{caption_line, top_bar, transport_bar};
use crate::front::ui::instruments;
use crate::front::ui::panel::side_panel;
use crate::front::ui::panes::grid;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};

/// Beside a drawer of this width the pane still has as much.
const DRAWER: f32 = 280.0;
/// With less room under the upper bar than this there are no instruments.
const INSTRUMENTS: f32 = 472.0;

/// With less there is no caption.
const CAPTION: f32 = 260.0;

/// Shows the selected pane under tabs for all of them, beside which the playhead is while it is in the past; and the drawer
/// if it is open: at the right, or in place of the pane where the window is too narrow for both.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let bar = |horizontal| Frame::new().inner_margin(Margin::symmetric(horizontal, 0));
    Panel::top("top").exact_size(36.0).frame(bar(6)).show_separator_line(false).show(ui, |ui| {
        top_bar::show_small(ui, look, session, &mut shown.actions);
    });
    let width = ui.available_width();
    let is_open = top_bar::drawer_is_open(ui.ctx());
    let covers = is_open && width < 2.0 * DRAWER;
    let has_instruments = !covers && ui.available_height() > INSTRUMENTS;
    let transport = has_instruments && instruments::shows_timeline(ui.ctx(), session);
    Panel::top("tabs").exact_size(30.0).frame(bar(6)).show_separator_line(false).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            transport_bar::pane_tabs(ui, look, session, &mut shown.actions);
            if !transport {
                transport_bar::present(ui, look, session, &mut shown.actions);
            }
        });
    });
    if is_open {
        if covers {
            CentralPanel::no_frame().frame(bar(8)).show(ui, |ui| side_panel::show(ui, look, session, &mut shown.actions));
            return;
        }
        let drawer = Panel::right("panel").resizable(false).exact_size(DRAWER).show_separator_line(false);
        drawer.frame(bar(8)).show(ui, |ui| side_panel::show(ui, look, session, &mut shown.actions));
    }
    if ui.available_height() > CAPTION {
        let height = caption_line::height(ui.available_width() - 16.0);
        Panel::top("caption").exact_size(height).frame(bar(8)).show_separator_line(false).show(ui, |ui| {
            caption_line::show(ui, look, session);
        });
    }
    if has_instruments {
        instruments::show(ui, look, session, &mut shown.actions);
    }
    CentralPanel::no_frame().show(ui, |ui| grid::show_one(ui, look, session, shown));
}
