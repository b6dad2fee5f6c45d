//! The playhead's buttons and where it is.

use crate::front::ui::instruments::timeline::Scroll;
use crate::front::ui::style::look::Look;
use crate::studio::export::numbers::length;
use crate::studio::session::transport::{Move, Unit};
use crate::studio::session::{Action, Session};
use egui::{Button, RichText, Ui, vec2};

/// Everything, in the row that it is given.
pub fn show(ui: &mut Ui, look: Look, session: &Session, scroll: &mut Scroll, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.spacing_mut().button_padding = vec2(7.0, 2.0);
    let go = |ui: &mut Ui, text: &str, name: &str, about: &str, to: Move, actions: &mut Vec<Action>| {
        let button = ui.add(Button::new(text));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        if button.on_hover_text(about).clicked() {
            actions.push(Action::Transport(to));
        }
    };
    go(ui, "|<", "Oldest moment", "As far back as the recording goes (Home).", Move::ToOldest, actions);
    ui.add_space(4.0);
    for (unit, name, about, keys) in [
        (Unit::Refresh, "refresh", "one refresh of the virtual display", [",", ". or N"]),
        (Unit::Turn, "turn", "to the beginning of a turn of the selected loop", ["-", "+"]),
        (Unit::Event, "event", "one event of the selected pane", ["J", "U"]),
    ] {
        let (back, forward) = (format!("Back by {name}"), format!("Forward by {name}"));
        go(ui, "<", &back, &format!("Back, {about} ({}).", keys[0]), Move::Back(unit), actions);
        ui.label(RichText::new(name).small().color(look.weak()));
        go(ui, ">", &forward, &format!("Forward, {about} ({}).", keys[1]), Move::Forward(unit), actions);
        ui.add_space(4.0);
    }
    let shown = RichText::new(format!("{} wide", length(scroll.span))).small().color(look.weak());
    ui.label(shown).on_hover_text("How much time is shown: the wheel zooms, a drag moves, a click sets the playhead.");
    let about = "The timeline goes along again (double click).";
    if scroll.stands.is_some() && ui.button("Follow").on_hover_text(about).clicked() {
        (scroll.stands, scroll.held) = (None, false);
    }
    present(ui, look, session, actions);
}

/// Where the playhead is, and the ways on from there.
pub fn present(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let Some(playhead) = session.playhead() else { return };
    let past = session.lab().now() - playhead.at;
    let text = RichText::new(format!("{:>10}", format!("−{:.3} s", past.as_secs()))).monospace().color(look.alarm());
    ui.label(text).on_hover_text("The playhead: everything shows this moment before the present.");
    if ui.button("Live").on_hover_text("Back to the present (End).").clicked() {
        actions.push(Action::Transport(Move::ToLive));
    }
    if let Some(done) = session.transport().rerun() {
        ui.label(RichText::new(format!("running again: {:3.0} %", done * 100.0)).color(look.alarm()));
    } else if ui
        .button("Run from here")
        .on_hover_text("Makes the run again up to this moment, with every change, and goes on from there (Enter).")
        .clicked()
    {
        actions.push(Action::Transport(Move::RunFromHere));
    }
    let pane = session.selected();
    let reach = session.lab().panes()[pane].history().reach(session.lab().now());
    if reach.states < reach.events {
        let text = format!("states of {}: last {}", crate::front::ui::letter(pane), length(reach.states));
        ui.label(RichText::new(text).small().color(look.weak())).on_hover_text("This much fits into the recording's memory.");
    }
}
