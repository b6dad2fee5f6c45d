//! The panel at the right: the loads and how the panes draw are always in sight, in the order of their importance; everything
//! else is in groups whose heads say what is set.

use crate::front::ui::lesson_panel;
use crate::front::ui::panel::controls::{self, Choice, ChoiceOption};
use crate::front::ui::panel::{computer_panel, display_panel, group, loop_panel, ribbon, scene_panel, stalls_panel};
use crate::front::ui::panes::presentation_choice;
use crate::front::ui::style::look::{Look, caption};
use crate::studio::session::{Action, Session};
use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui, pos2};
use tickscope_core::config::computer::{CLOCK, DISPLAY, GPU, LOADS, OLD_CLOCKS, PATTERNS, TESTING};
use tickscope_core::config::{Computer, Owner, TIMERS, Timer};
use tickscope_core::load_map::Axis;
use tickscope_core::params::{Described, Param, Values};
use tickscope_core::worlds;

/// The title of the group of the stalls by hand.
const STALLS: &str = "Stalls and pause";

/// Shows the panel in the room there is.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let pane = session.run.selection.selected();
    let computer = session.run.lab.settings().computer_of(pane);
    let values = computer.values();
    notes(ui, look, session, computer, actions);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar floats over the right edge.
        ui.set_max_width(ui.available_width() - 8.0);
        // A drag that begins beside a slider's handle would select the words around it.
        ui.style_mut().interaction.selectable_labels = false;
        ui.spacing_mut().item_spacing.y = 4.0;
        at_once(ui, look, session, &values, actions);
        loop_panel::show(ui, look, session, actions);
        groups(ui, look, session, (computer, &values), actions);
    });
}

/// Shows the controls of a group of the computer's settings.
fn settings(ui: &mut Ui, look: Look, session: &Session, (group, values): (&str, &Values), actions: &mut Vec<Action>) {
    let owner = Owner::of_computer(session.run.lab.settings(), session.run.selection.selected());
    let run = session.run.lab.settings();
    let can_play = run.captured_pane().is_some() && run.panes[session.run.selection.selected()].played().is_none();
    let is_shown = |param: &&Param| param.group == group && (can_play || !param.name.starts_with("play_"));
    for param in Computer::PARAMS.iter().filter(is_shown) {
        let set = controls::param(ui, look, param, values);
        actions.extend(set.map(|value| Action::set(owner.path(&*param.name), value)));
        if param.name == "timer_ms" {
            let set = timer(ui, values.number(param));
            actions.extend(set.map(|resolution_ms| Action::set(owner.path("timer_ms"), resolution_ms)));
        }
    }
}

/// Shows the functions that have a resolution in milliseconds. Returns the resolution of the one that the person has chosen.
fn timer(ui: &mut Ui, timer_ms: Option<f64>) -> Option<f64> {
    let option = |timer: &'static Timer| ChoiceOption {
        word: timer.call,
        about: timer.about,
        is_chosen: timer_ms == Some(timer.resolution_ms),
    };
    let options: Vec<ChoiceOption<'_>> = TIMERS.iter().map(option).collect();
    let about = "The function that the loop reads its clock with: it sets the timer's resolution.";
    let clicked = controls::choice(ui, &Choice { name: "Timer", about, options: &options });
    clicked.map(|index| TIMERS[index].resolution_ms)
}

/// Shows the controls that are reached without scrolling.
fn at_once(ui: &mut Ui, look: Look, session: &Session, values: &Values, actions: &mut Vec<Action>) {
    let whose = session.run.lab.settings().panes[session.run.selection.selected()].computer.is_some();
    let whose =
        if whose { format!("Loads of {} alone", session.letter(session.run.selection.selected())) } else { "Loads".to_owned() };
    ui.horizontal(|ui| {
        ui.label(caption(whose, look.weak()));
        if session.run.transport.playhead.is_some() {
            let about = "The panes show a moment before. The settings are those of now, and a change takes effect now.";
            ui.label(RichText::new("as set now, not then").small().color(look.alarm())).on_hover_text(about);
        }
    });
    loads(ui, look, session, values, actions);
    stalls_panel::buttons(ui, look, session, actions);
    ui.add_space(6.0);
    ui.label(caption("Display", look.weak()));
    settings(ui, look, session, (DISPLAY, values), actions);
    presentation_choice::of_all(ui, look, session, actions);
    ui.add_space(6.0);
}

/// Shows the loads with the ribbons of all panes and their key; `values` are those of the selected pane's computer.
fn loads(ui: &mut Ui, look: Look, session: &Session, values: &Values, actions: &mut Vec<Action>) {
    let (settings, selected) = (session.run.lab.settings(), session.run.selection.selected());
    for param in Computer::PARAMS.iter().filter(|param| param.group == LOADS) {
        let path = |index: usize| Owner::of_computer(settings, index).path(&*param.name);
        let (set, rail) = controls::param_with_rail(ui, look, param, values);
        actions.extend(set.map(|value| Action::set(path(selected), value)));
        let (Some(rail), Some(axis)) = (rail, Axis::along(param)) else { continue };
        if axis == Axis::Render {
            let value = values.number(param).unwrap_or_default();
            let handle = pos2(rail.x_of(value), ui.cursor().min.y - 14.0);
            lesson_panel::invite(ui, look, session, handle, actions);
        }
        let clicked = ribbon::show(ui, look, session, axis, &rail);
        actions.extend(clicked.map(|(index, load_ms)| Action::set(path(index), load_ms)));
    }
    ribbon::key(ui, look, session);
}

/// Shows below the controls, which it does not move, what the monitor can't show, and why the last command of a script or the last
/// action of a person was refused.
fn notes(ui: &mut Ui, look: Look, session: &Session, computer: &Computer, actions: &mut Vec<Action>) {
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
            ui.label(RichText::new(refusal).small().color(look.alarm()));
        }
        if is_uneven {
            display_panel::fit(ui, look, session, computer, actions);
        }
    });
}

/// Shows the groups; `computer` is the one that the selected pane runs on, with its values.
fn groups(ui: &mut Ui, look: Look, session: &Session, (computer, values): (&Computer, &Values), actions: &mut Vec<Action>) {
    let (run, pane) = (session.run.lab.settings(), session.run.selection.selected());
    let world = worlds::find(&run.scene.id).map_or("", |kind| kind.name);
    group::show(ui, look, ("World", world), |ui| scene_panel::show(ui, look, session, actions));
    let whose = computer_panel::in_short(run.panes[pane].computer.is_some(), session.letter(pane), computer);
    group::show(ui, look, ("Computer", &whose), |ui| computer_panel::show(ui, session, actions));
    for title in [GPU, PATTERNS, CLOCK, STALLS, OLD_CLOCKS, TESTING] {
        if title == STALLS {
            let set = stalls_panel::in_short(session);
            group::show(ui, look, (title, &set), |ui| stalls_panel::show(ui, look, session, actions));
        } else {
            let set = group::set(computer, title);
            group::show(ui, look, (title, &set), |ui| settings(ui, look, session, (title, values), actions));
        }
    }
}
