//! The playhead's moment while it is in the past, and the buttons to continue from it.

use crate::front::ui::commands::{RUN_FROM_HERE, TO_LIVE};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use egui::{Button, RichText, Ui};
use tickscope_core::base::numbers::{ago, length};

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let look = ui.look();
    let session = pass.session;
    let Some(playhead) = session.run.transport.playhead else { return };
    let past = session.run.lab.now() - playhead.at;
    let text = RichText::new(format!("{:>9}", ago(past))).monospace().color(look.text());
    ui.label(text).on_hover_text("Looking back: everything shows the moment that was so long before the present.");
    if ui.button(TO_LIVE.name).on_hover_text(TO_LIVE.tip()).clicked() {
        pass.actions.extend(TO_LIVE.action(session));
    }
    if let Some(done) = session.run.transport.rerun() {
        ui.label(RichText::new(format!("running again: {:3.0} %", done * 100.0)).color(look.text()));
    } else if ui.add(Button::new(RUN_FROM_HERE.name).truncate()).on_hover_text(RUN_FROM_HERE.tip()).clicked() {
        pass.actions.extend(RUN_FROM_HERE.action(session));
    }
    let pane = session.selected();
    let reach = session.run.lab.panes()[pane].recording().reach(session.run.lab.now());
    if reach.states < reach.events {
        let text = format!("states of {}: last {}", session.letter(pane), length(reach.states));
        ui.label(RichText::new(text).small().color(look.weak())).on_hover_text("This much fits into the recording's memory.");
    }
}
