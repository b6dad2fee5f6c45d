//! The playhead's moment, and the panes as tabs, where only one has room.

use crate::front::ui::commands::{RUN_FROM_HERE, TO_LIVE};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session, ViewAction};
use egui::{Button, Color32, RichText, Stroke, Ui, vec2};
use tickscope_core::numbers::length;

pub fn present(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let Some(playhead) = session.run.transport.playhead else { return };
    let past = session.run.lab.now() - playhead.at;
    let text = RichText::new(format!("{:>9}", format!("−{:.3} s", past.as_secs()))).monospace().color(look.text());
    ui.label(text).on_hover_text("Looking back: everything shows the moment that was so long before the present.");
    if ui.button(TO_LIVE.name).on_hover_text(TO_LIVE.tip()).clicked() {
        actions.extend(TO_LIVE.action(session));
    }
    if let Some(done) = session.run.transport.rerun() {
        ui.label(RichText::new(format!("running again: {:3.0} %", done * 100.0)).color(look.text()));
    } else if ui.add(Button::new(RUN_FROM_HERE.name).truncate()).on_hover_text(RUN_FROM_HERE.tip()).clicked() {
        actions.extend(RUN_FROM_HERE.action(session));
    }
    let pane = session.run.selection.selected();
    let reach = session.run.lab.panes()[pane].recording().reach(session.run.lab.now());
    if reach.states < reach.events {
        let text = format!("states of {}: last {}", session.letter(pane), length(reach.states));
        ui.label(RichText::new(text).small().color(look.weak())).on_hover_text("This much fits into the recording's memory.");
    }
}

const LETTER: f32 = 40.0;
const PLAYHEAD: f32 = 232.0;
const GAP: f32 = 6.0;

pub fn pane_tabs(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    letters(ui, look, session, (ui.available_width() - PLAYHEAD, &[session.run.selection.selected()]), actions);
}

/// Shows the same letters over the whole width, with a strong edge around the panes in `seen`.
pub fn pane_tabs_in_a_row(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], actions: &mut Vec<Action>) {
    letters(ui, look, session, (ui.available_width(), seen), actions);
}

fn letters(ui: &mut Ui, look: Look, session: &Session, (room, seen): (f32, &[usize]), actions: &mut Vec<Action>) {
    let width = (room / session.run.lab.panes().len() as f32 - GAP).clamp(LETTER / 2.0, LETTER);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.spacing_mut().button_padding.x = 0.0;
        for (index, pane) in session.run.lab.panes().iter().enumerate() {
            let letter = session.letter(index);
            let is_selected = index == session.run.selection.selected();
            let colour = look.of_pane(letter);
            let (ink, fill) = if is_selected { (look.canvas(), colour) } else { (colour, Color32::TRANSPARENT) };
            let edge = Stroke::new(if seen.contains(&index) { 2.0 } else { 1.0 }, colour);
            let tab = Button::new(RichText::new(letter.to_string()).color(ink)).fill(fill).stroke(edge);
            let response = ui.add(tab.min_size(vec2(width, 24.0)));
            let name = format!("Show pane {letter}: {}", pane.strategy().name);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_selected, &name));
            if response.on_hover_text(&*pane.strategy().name).clicked() {
                actions.push(Action::View(ViewAction::Select(index)));
            }
        }
    });
}
