//! The controls of a world that a person steers: the held pedals, and the recorded drive.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::action::{Action, Dialog, Export, RunAction, WindowAction};
use egui::{RichText, Ui};
use tickscope_core::model::worlds;

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    if !worlds::find(&session.run.lab.settings().scene.id).is_ok_and(|kind| kind.driven) {
        return;
    }
    if session.run.is_by_hand() {
        let held = session.run.held;
        let text = format!("You drive with the arrow keys: {}", held.in_words());
        ui.label(RichText::new(text).color(ui.look().text()))
            .on_hover_text("Every pane reads them at the same virtual time, where its next update begins.");
    }
    let letter = session.letter(session.selected());
    ui.horizontal_wrapped(|ui| {
        let about = "What was held down in the selected pane, by its simulated time, from the beginning in every pane: \
                     the same steps end in the same place, bit for bit.";
        if ui.button(format!("Replay the drive of {letter}")).on_hover_text(about).clicked() {
            pass.actions.push(Action::Run(RunAction::ReplayDrive));
        }
        let what = Export::Drive;
        if ui.button("Save …").on_hover_text(what.about()).clicked() {
            pass.actions.push(Action::Window(WindowAction::Dialog(Some(Dialog::Save { what, path: what.file().to_owned() }))));
        }
    });
}
