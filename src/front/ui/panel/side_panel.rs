//! The panel at the right: the loads, the refresh rate and the selected loop are always visible, in the order of their importance;
//! everything else is under one fold.

use crate::front::ui::panel::{display_panel, everything_else, loop_panel, ribbon, stalls_panel};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{SCROLL_BAR, UiLook, caption};
use crate::front::ui::widgets::controls;
use crate::front::ui::{keys, lesson_panel};
use crate::studio::session::Session;
use crate::studio::session::action::Action;
use egui::{Align2, Area, Frame, Id, Margin, Pos2, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::values::Values;
use tickscope_core::lab::load_map::conditions::Axis;
use tickscope_core::model::config::computer::{Computer, LOADS};
use tickscope_core::model::config::patch::Owner;

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let pane = pass.session.selected();
    let computer = pass.session.run.lab.settings().computer_of(pane);
    let values = computer.values();
    // A row that is too wide for the panel is cut. It must not widen the panel, which would then lie under the panes, and they would
    // take its drags.
    let room = ui.available_rect_before_wrap();
    let ui = &mut ui.new_child(UiBuilder::new().id_salt("panel").max_rect(room));
    ui.shrink_clip_rect(room.expand2(vec2(8.0, 0.0)));
    let end = room.left_bottom();
    ui.spacing_mut().scroll.floating_allocated_width = 0.0;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The room of the scroll bar is free even while everything fits, so that no slider changes its length under a drag.
        ui.set_max_width(ui.available_width() - SCROLL_BAR);
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
    notes(ui, pass, computer, end);
}

/// Shows whose loads follow, if they are not those of all panes, and that they are not those of a shown moment before. The line has
/// its height without words too, so that nothing moves.
fn whose(ui: &mut Ui, session: &Session) {
    let look = ui.look();
    let has_own = session.run.lab.settings().panes[session.selected()].computer.is_some();
    ui.horizontal(|ui| {
        ui.label(RichText::new(" ").small());
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

/// A note waits until no button of the pointer has been down for this time, in seconds.
const NOTE_WAITS_S: f64 = 0.5;

/// Shows over the end of the panel, with its lower left corner at `end`, why the monitor can't show the display, and why the last
/// command of a script or the last action of a person was refused. It moves no control, and does not appear during a drag.
fn notes(ui: &mut Ui, pass: &mut UiPass, computer: &Computer, end: Pos2) {
    let session = pass.session;
    let refusals =
        session.run.lab.refusal().map(ToString::to_string).into_iter().chain(session.refusal.as_ref().map(ToString::to_string));
    let refusals: Vec<String> = refusals.map(|refusal| format!("Not done: {refusal}")).collect();
    let is_uneven = display_panel::is_news(ui, session, computer);
    let is_due = !refusals.is_empty() || is_uneven;
    if !may_appear(ui, is_due) || keys::is_covered(ui.ctx(), session) {
        return;
    }
    let frame = Frame::new().fill(ui.look().panel()).inner_margin(Margin { left: 0, right: 8, top: 4, bottom: 4 });
    let width = ui.max_rect().width();
    let area = Area::new(Id::unique("notes")).pivot(Align2::LEFT_BOTTOM).fixed_pos(end).constrain(false);
    area.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(width - 8.0);
            for refusal in refusals {
                ui.label(RichText::new(refusal).small().color(ui.look().alarm()));
            }
            if is_uneven {
                display_panel::fit(ui, pass, computer);
            }
        });
    });
}

/// Returns whether notes that are due are shown: not before the pointer has rested, and then for as long as they are due.
fn may_appear(ui: &Ui, is_due: bool) -> bool {
    let (now, is_down) = ui.input(|input| (input.time, input.pointer.any_down()));
    let (is_shown, wait_s) = ui.data_mut(|data| {
        let (was_shown, down_at) = data.get_temp_mut_or(Id::unique("notes wait"), (false, f64::NEG_INFINITY));
        if is_down {
            *down_at = now;
        }
        let wait_s = *down_at + NOTE_WAITS_S - now;
        *was_shown = is_due && (*was_shown || wait_s <= 0.0);
        (*was_shown, wait_s)
    });
    if is_due && !is_shown {
        ui.ctx().request_repaint_after_secs(wait_s as f32);
    }
    is_shown
}
