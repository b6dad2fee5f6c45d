//! The playhead's buttons next to the timeline.

use super::scroll::Scroll;
use crate::front::ui::commands::{
    BACK_EVENT, BACK_REFRESH, BACK_TURN, FORWARD_EVENT, FORWARD_REFRESH, FORWARD_TURN, TO_OLDEST, UiCommand,
};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::playhead;
use egui::{Button, RichText, Ui, vec2};
use tickscope_core::base::numbers::length;

pub fn show(ui: &mut Ui, pass: &mut UiPass, scroll: &mut Scroll) {
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.spacing_mut().button_padding = vec2(7.0, 2.0);
    let go = |ui: &mut Ui, text: &str, command: UiCommand, pass: &mut UiPass| {
        let button = ui.add(Button::new(text));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, command.name));
        if button.on_hover_text(command.tip()).clicked() {
            pass.actions.extend(command.action(pass.session));
        }
    };
    go(ui, "|<", TO_OLDEST, pass);
    ui.add_space(4.0);
    for (back, unit, forward) in
        [(BACK_REFRESH, "refresh", FORWARD_REFRESH), (BACK_TURN, "turn", FORWARD_TURN), (BACK_EVENT, "event", FORWARD_EVENT)]
    {
        go(ui, "<", back, pass);
        ui.label(RichText::new(unit).small().color(ui.look().weak()));
        go(ui, ">", forward, pass);
        ui.add_space(4.0);
    }
    let shown = RichText::new(format!("{} wide", length(scroll.span))).small().color(ui.look().weak());
    ui.label(shown).on_hover_text("How much time is shown: the wheel zooms, a drag moves, a click sets the playhead.");
    let about = "The timeline goes along again (double click).";
    if scroll.stands.is_some() && ui.button("Scroll along").on_hover_text(about).clicked() {
        (scroll.stands, scroll.held) = (None, false);
    }
    playhead::show(ui, pass);
}
