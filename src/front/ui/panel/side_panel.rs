//! The panel at the right: the loads, the refresh rate and the selected loop are always visible, in the order of their importance;
//! everything else is under one fold.

use crate::front::ui::lesson_panel;
use crate::front::ui::panel::{display_panel, everything_else, loop_panel, ribbon, stalls_panel};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, caption};
use crate::front::ui::widgets::controls;
use crate::studio::session::Session;
use crate::studio::session::action::Action;
use egui::{Frame, Margin, Panel, RichText, ScrollArea, TextStyle, Ui, pos2};
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::values::Values;
use tickscope_core::lab::load_map::conditions::Axis;
use tickscope_core::model::config::computer::{Computer, LOADS};
use tickscope_core::model::config::patch::Owner;

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let pane = pass.session.selected();
    let computer = pass.session.run.lab.settings().computer_of(pane);
    let values = computer.values();
    notes(ui, pass, computer);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar floats over the right edge.
        ui.set_max_width(ui.available_width() - 8.0);
        // A drag that begins beside a slider's handle would select the words around it.
        ui.style_mut().interaction.selectable_labels = false;
        ui.spacing_mut().item_spacing.y = 4.0;
        let (any_loop, runs_loop) = everything_else::runs_loops(pass.session);
        if runs_loop {
            whose(ui, pass.session);
            loads(ui, pass, &values);
        }
        if any_loop {
            stalls_panel::buttons(ui, pass);
        }
        everything_else::settings(ui, pass, Computer::PARAMS.iter().filter(|param| param.name == everything_else::REFRESH));
        ui.separator();
        loop_panel::show(ui, pass);
        ui.separator();
        everything_else::show(ui, pass);
    });
}

/// Shows whose loads follow, if they are not those of all panes, and that they are not those of a shown moment before. The line has
/// its height without words too, so that nothing moves.
fn whose(ui: &mut Ui, session: &Session) {
    let look = ui.look();
    let has_own = session.run.lab.settings().panes[session.selected()].computer.is_some();
    ui.horizontal(|ui| {
        ui.set_min_height(ui.text_style_height(&TextStyle::Small));
        if has_own {
            ui.label(caption(format!("Loads of {} alone", session.letter(session.selected())), look.weak()));
        }
        if session.run.transport.playhead.is_some() {
            let about = "The panes show a moment before. The settings are those of now, and a change takes effect now.";
            ui.label(RichText::new("as set now, not then").small().color(look.alarm())).on_hover_text(about);
        }
    });
}

/// Shows the loads with the ribbons of all panes. `values` are the settings of the selected pane's computer.
fn loads(ui: &mut Ui, pass: &mut UiPass, values: &Values) {
    let session = pass.session;
    let (settings, selected) = (session.run.lab.settings(), session.selected());
    for param in Computer::PARAMS.iter().filter(|param| param.group == LOADS) {
        let path = |index: usize| Owner::of_computer(settings, index).path(&*param.name);
        let (set, rail) = controls::param_with_rail(ui, param, values);
        pass.actions.extend(set.map(|value| Action::set(path(selected), value)));
        let (Some(rail), Some(axis)) = (rail, Axis::along(param)) else { continue };
        if axis == Axis::Render {
            let value = values.number(param).unwrap_or_default();
            let handle = pos2(rail.x_of(value), ui.cursor().min.y - 14.0);
            lesson_panel::invite(ui, pass, handle);
        }
        let clicked = ribbon::show(ui, session, axis, &rail);
        pass.actions.extend(clicked.map(|(index, load_ms)| Action::set(path(index), load_ms)));
    }
}

/// Shows below the controls, without moving them, why the monitor can't show the display, and why the last command of a script or
/// the last action of a person was refused.
fn notes(ui: &mut Ui, pass: &mut UiPass, computer: &Computer) {
    let session = pass.session;
    let refusals =
        session.run.lab.refusal().map(ToString::to_string).into_iter().chain(session.refusal.as_ref().map(ToString::to_string));
    let refusals: Vec<String> = refusals.map(|refusal| format!("Not done: {refusal}")).collect();
    let is_uneven = display_panel::is_news(ui, session, computer);
    if refusals.is_empty() && !is_uneven {
        return;
    }
    let frame = Frame::new().inner_margin(Margin { left: 0, right: 8, top: 4, bottom: 4 });
    Panel::bottom("notes").resizable(false).frame(frame).show(ui, |ui| {
        for refusal in refusals {
            ui.label(RichText::new(refusal).small().color(ui.look().alarm()));
        }
        if is_uneven {
            display_panel::fit(ui, pass, computer);
        }
    });
}
