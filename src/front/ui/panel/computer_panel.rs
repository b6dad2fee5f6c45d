//! The computer of the selected pane: the shared one, or one of its own, chosen by name.

use crate::front::ui::commands::THREE_COMPUTERS;
use crate::front::ui::pass::UiPass;
use crate::studio::session::action::{Action, RunAction};
use egui::{ComboBox, Ui};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::presets;

/// Describes whether the computer is shared, with its name.
pub fn in_short(has_own: bool, pane: PaneLetter, computer: &Computer) -> String {
    let whose = if has_own { format!("of {pane} alone") } else { "shared".to_owned() };
    format!("{whose} · {}", presets::name_of(computer))
}

/// Shows whether the computer is shared, and the computers to choose from.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let (settings, letter) = (session.run.lab.settings(), session.letter(session.selected()));
    let mut has_own = settings.panes[session.selected()].computer.is_some();
    let own = ui.checkbox(&mut has_own, format!("Pane {letter} has its own")).on_hover_text(
        "A computer for the selected pane alone; the others share one. The panel is about the one that the selected pane runs on.",
    );
    if own.changed() {
        pass.actions.push(Action::set(Owner::Pane(letter).path("computer"), if has_own { "own" } else { "default" }));
    }
    preset(ui, pass);
    let about = THREE_COMPUTERS.tip_with("The selected loop on a fast, a slow and a noisy computer, side by side");
    if ui.button("One loop, three computers").on_hover_text(about).clicked() {
        pass.actions.push(Action::Run(RunAction::ThreeComputers));
    }
}

fn preset(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let settings = session.run.lab.settings();
    let computer = settings.computer_of(session.selected());
    let current = presets::name_of(computer);
    ui.horizontal(|ui| {
        let label = ui.label("Preset");
        let list = ComboBox::from_id_salt("preset").selected_text(&current).width(140.0).show_ui(ui, |ui| {
            for preset in presets::ALL {
                if ui.selectable_label(current == preset.name, preset.name).on_hover_text(preset.about).clicked() {
                    let own = Owner::of_computer(settings, session.selected()).pane();
                    pass.actions.push(Action::Lab(Command::Set(Patch::of_computer(own, computer, &(preset.make)()))));
                }
            }
        });
        list.response
            .labelled_by(label.id)
            .on_hover_text("Computers by name: everything that is set below becomes that of the computer, the loads too.");
    });
}
