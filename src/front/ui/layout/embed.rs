//! A part of another page: the panes, the two loads and the drawing switch, in any room from 320 × 240 points up. It stands
//! still until it is started, and a click on a pane leads to the whole page.

use crate::front::ui::UiOutput;
use crate::front::ui::bars::{embed_bar, play_button};
use crate::front::ui::keys;
use crate::front::ui::panel::embed_panel;
use crate::front::ui::panes::{grid, shown_panes};
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};

/// Shows as many panes as can be read, under a row with the transport and over the loads.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    shown.actions.extend(keys::space_alone(ui.ctx()));
    let bar = Frame::new().inner_margin(Margin::symmetric(6, 0));
    let bottom = Panel::bottom("embed loads").exact_size(embed_panel::height(ui.available_width())).frame(bar);
    bottom.show_separator_line(false).show(ui, |ui| embed_panel::show(ui, look, session, &mut shown.actions));

    let mut area = ui.available_rect_before_wrap();
    area.min.y += embed_bar::HEIGHT;
    let seen = readable(ui, session, area);
    let top = Panel::top("embed top").exact_size(embed_bar::HEIGHT).frame(bar).show_separator_line(false);
    top.show(ui, |ui| embed_bar::show(ui, look, session, &seen, &mut shown.actions));

    CentralPanel::no_frame().show(ui, |ui| {
        // A click on a word is one on the pane.
        ui.style_mut().interaction.selectable_labels = false;
        grid::show_some(ui, look, session, &seen, shown);
        if !session.is_playing() {
            play_button::show(ui, look, shown);
        }
        embed_bar::notice(ui, look, session);
    });
}

/// As many panes as can be read in `area`: all, or neighbours with the selected one among them, or that one alone.
fn readable(ui: &Ui, session: &Session, area: egui::Rect) -> Vec<usize> {
    let all = shown_panes::visible(session);
    if session.shows_one_stage() {
        return all;
    }
    let selected = all.iter().position(|pane| *pane == session.selected()).unwrap_or(0);
    let some = |count: usize| {
        let first = selected.min(all.len() - count);
        all[first..first + count].to_vec()
    };
    let found = (2..=all.len()).rev().map(some).find(|panes| grid::can_be_read(ui, session, area, panes));
    found.unwrap_or_else(|| some(1))
}
