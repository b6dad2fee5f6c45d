//! The panel at the right: the loads and how the panes draw are always in sight, in the order of their importance; everything
//! else is in groups whose heads say what is set.

use crate::front::ui::panel::controls::Controls;
use crate::front::ui::panel::{computer_panel, display_panel, group, loads_panel, loop_panel, scene_panel, stalls_panel};
use crate::front::ui::panes::presentation_choice;
use crate::front::ui::style::look::{Look, caption};
use crate::studio::session::{Action, Session};
use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};
use tickscope_core::config::computer::Section;
use tickscope_core::config::{Command, Computer, Patch, SettingPath};
use tickscope_core::worlds;

/// Shows the panel in the room there is.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let pane = session.selected();
    let own = session.lab().settings().panes[pane].computer.as_ref();
    let before = own.unwrap_or(session.computer());
    let mut computer = before.clone();
    notes(ui, look, session, &mut computer, actions);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar floats over the right edge.
        ui.set_max_width(ui.available_width() - 8.0);
        // A drag that begins beside a slider's handle would select the words around it.
        ui.style_mut().interaction.selectable_labels = false;
        ui.spacing_mut().item_spacing.y = 4.0;
        at_once(ui, look, session, &mut computer, actions);
        loop_panel::show(ui, look, session, actions);
        let has_own = groups(ui, look, session, (own.is_some(), &mut computer), actions);

        let letter = session.letter(pane);
        let mut patch = Patch::default();
        if has_own != own.is_some() {
            let own = if has_own { toml::Table::new().into() } else { toml::Value::from("default") };
            patch = patch.with(SettingPath::PaneComputer(letter), own);
        }
        if has_own || own.is_none() {
            patch.extend(Patch::of_computer(has_own.then_some(letter), before, &computer));
        }
        if !patch.is_empty() {
            actions.push(Action::Lab(Command::Set(patch)));
        }
    });
}

/// Shows the controls that are reached without scrolling.
fn at_once(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let whose = session.lab().settings().panes[session.selected()].computer.is_some();
    let whose = if whose { format!("Loads of {} alone", session.letter(session.selected())) } else { "Loads".to_owned() };
    ui.horizontal(|ui| {
        ui.label(caption(whose, look.weak()));
        if session.playhead().is_some() {
            let about = "The panes show a moment before. The settings are those of now, and a change takes effect now.";
            ui.label(RichText::new("as set now, not then").small().color(look.alarm())).on_hover_text(about);
        }
    });
    loads_panel::show(ui, look, session, (session.selected(), computer), actions);
    stalls_panel::buttons(ui, look, session, actions);
    ui.add_space(6.0);
    ui.label(caption("Display", look.weak()));
    display_panel::show(ui, look, session, computer);
    presentation_choice::of_all(ui, look, session, actions);
    ui.add_space(6.0);
}

/// Shows below the controls, which it does not move, what the monitor can't show, and why the last command of a script or the last
/// action of a person was refused.
fn notes(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let refusals = session.lab().refusal().map(ToString::to_string).into_iter().chain(session.refusal().map(ToString::to_string));
    let refusals: Vec<String> = refusals.map(|refusal| format!("Not done: {refusal}")).collect();
    let is_uneven = display_panel::is_uneven(session, computer);
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

/// Shows the groups. Returns whether the selected pane has a computer of its own.
fn groups(
    ui: &mut Ui,
    look: Look,
    session: &Session,
    (mut has_own, computer): (bool, &mut Computer),
    actions: &mut Vec<Action>,
) -> bool {
    let world = worlds::find(&session.lab().settings().scene.id).map_or("", |kind| kind.name);
    group::show(ui, look, ("World", world), |ui| scene_panel::show(ui, look, session, actions));
    let whose = computer_panel::in_short(has_own, session.letter(session.selected()), computer);
    group::show(ui, look, ("Computer", &whose), |ui| computer_panel::show(ui, session, (&mut has_own, computer), actions));
    let mut section = |ui: &mut Ui, section: Section| {
        let set = group::set(computer, section);
        group::show(ui, look, (section.title(), &set), |ui| {
            for field in Computer::section(section) {
                field.show(computer, &mut Controls::new(ui, look, session));
            }
        });
    };
    for shown in [Section::Gpu, Section::Patterns, Section::Clock] {
        section(ui, shown);
    }
    let set = stalls_panel::in_short(session);
    group::show(ui, look, ("Stalls and pause", &set), |ui| stalls_panel::show(ui, look, session, actions));
    for shown in [Section::OldClocks, Section::Testing] {
        section(ui, shown);
    }
    has_own
}
