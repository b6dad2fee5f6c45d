//! The computer that all panes share, or that the selected pane has to itself: what is set of it stands in panels of
//! their own, by theme.

use crate::front::ui::keys;
use crate::front::ui::panel::{display_panel, loads_panel, old_clocks, stalls_panel, timing_panel};
use crate::front::ui::style::look::Look;
use crate::model::config::{Command, Computer, PaneLetter, Presentation, presets};
use crate::model::strategies::IN_GENERAL;
use crate::studio::session::{Action, Session};
use egui::{ComboBox, RichText, Ui};

/// Shows the settings of the computer that the selected pane runs on.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let pane = session.selected();
    let letter = PaneLetter(pane);
    let own = session.lab().settings().panes[pane].computer.as_ref();
    let before = own.unwrap_or(session.computer());
    let mut computer = before.clone();

    ui.horizontal(|ui| {
        ui.label(RichText::new("Computer").heading().strong());
        if session.playhead().is_some() {
            let about = "The panes show the past. What is set here is as it is now, and a change takes effect there.";
            ui.label(RichText::new("now; the panes: the past").small().color(look.alarm())).on_hover_text(about);
        }
    });
    let mut has_own = own.is_some();
    ui.checkbox(&mut has_own, format!("Pane {letter} has its own")).on_hover_text(
        "A computer for the selected pane alone; the others share one. Below is the one that the selected pane runs on.",
    );
    preset(ui, &mut computer);
    loads_panel::show(ui, look, &mut computer);
    display_panel::show(ui, look, session, &mut computer, actions);
    timing_panel::show(ui, look, &mut computer);
    old_clocks::show(ui, look, &mut computer, session.lab().now().as_secs());
    if has_own != own.is_some() {
        actions.push(Action::Lab(Command::PaneComputer { pane, computer: has_own.then(|| computer.into()) }));
    } else if computer != *before {
        actions.push(keys::load(session, |old| *old = computer));
    }

    ui.add_space(4.0);
    stalls_panel::show(ui, look, session, actions);
    pause(ui, look, session, actions);
    presentation(ui, session, actions);
    let about = "The selected loop on a fast, a slow and a noisy computer, side by side (C).";
    if ui.button("One loop, three computers").on_hover_text(about).clicked() {
        actions.push(Action::ThreeComputers);
    }
}

/// A computer in a few words.
pub fn in_words(computer: &Computer) -> String {
    computer.in_words().join(" · ")
}

fn preset(ui: &mut Ui, computer: &mut Computer) {
    let current = presets::name_of(computer);
    ui.horizontal(|ui| {
        let label = ui.label("Preset");
        let list = ComboBox::from_id_salt("preset").selected_text(&current).width(140.0).show_ui(ui, |ui| {
            for preset in presets::ALL {
                if ui.selectable_label(current == preset.name, preset.name).on_hover_text(preset.about).clicked() {
                    *computer = (preset.make)();
                }
            }
        });
        list.response
            .labelled_by(label.id)
            .on_hover_text("Computers by name: everything that is set below becomes that of the computer, the loads too.");
    });
}

/// The game's own pause, which is not the laboratory's.
fn pause(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let mut paused = session.lab().settings().paused;
    let about = "The game, not the laboratory (F9): a loop whose article knows a pause goes on updating, by 0 s, so what moves \
                 without a dt goes on. Every other loop knows nothing of it.";
    if ui.checkbox(&mut paused, "Pause the game").on_hover_text(about).changed() {
        actions.push(Action::Lab(Command::Pause(paused)));
    }
    if session.lab().settings().paused {
        let panes = session.lab().panes();
        let obeying = (0..panes.len()).filter(|pane| panes[*pane].strategy().pauses);
        let letters = obeying.map(|pane| crate::front::ui::letter(pane).to_string()).collect::<Vec<_>>().join(", ");
        let who = if letters.is_empty() {
            "No loop here knows a pause.".to_owned()
        } else {
            format!("Known to the loop of {letters}.")
        };
        ui.label(RichText::new(who).small().color(look.weak()));
    }
}

fn presentation(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let panes = &session.lab().settings().panes;
    let common = panes[0].presentation;
    let all_alike = panes.iter().all(|pane| pane.presentation == common);
    let name = |choice: Option<Presentation>| choice.map_or("as published", Presentation::id);
    ui.horizontal(|ui| {
        let label = ui.label("Draw all");
        let shown = if all_alike { name(common) } else { "mixed" };
        let list = ComboBox::from_id_salt("draw all").selected_text(shown).show_ui(ui, |ui| {
            for choice in std::iter::once(None).chain(Presentation::ALL.map(Some)) {
                if ui.selectable_label(all_alike && choice == common, name(choice)).clicked() {
                    actions.push(Action::PresentAll(choice));
                }
            }
        });
        let about = format!("Which state is drawn: the latest, between the last two, or ahead of the last (I). {IN_GENERAL} Loops without an alpha draw the latest.");
        list.response.labelled_by(label.id).on_hover_text(about);
    });
}
