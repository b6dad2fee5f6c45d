//! Scenarios, share codes, exports: everything that comes into the window or leaves it.

use crate::front::ui::bars::menu;
use crate::studio::scenario::builtin;
use crate::studio::session::{Action, Dialog, Export, Files, Request, Session};
use egui::Ui;

/// Shows the menu.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let menu = ui.menu_button("File", |ui| menu::scrolled(ui, |ui| entries(ui, session, actions)));
    menu.response.on_hover_text("Scenarios, share codes, films and exports.");
}

/// Each entry closes the menu itself: egui closes one only at a click whose pointer is still there, and a finger is not.
fn entries(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let scenarios = ui.menu_button("Scenarios", |ui| menu::scrolled(ui, |ui| scenarios(ui, actions)));
    scenarios.response.on_hover_text("Comparisons that come with the program (Page Down, Page Up).");
    let articles =
        ui.button("Articles …").on_hover_text("What the five articles and their readers claim, each with a run that shows it.");
    if articles.clicked() {
        actions.push(Action::Dialog(Some(Dialog::Articles { search: String::new() })));
        actions.push(Action::Ask(Request::MeasureClaims));
        ui.close();
    }
    let mut item = |ui: &mut Ui, name: &str, about: &str, action: Action| {
        if ui.button(name).on_hover_text(about).clicked() {
            actions.push(action);
            ui.close();
        }
    };
    let open = Dialog::Open { path: "scenario.toml".to_owned() };
    let about = match session.host().files {
        Files::Disk => "From a file; dropping one on the window does the same (Ctrl O).",
        Files::Browser => "From a file; dropping one onto the page does the same.",
    };
    item(ui, "Open scenario …", about, Action::Dialog(Some(open)));
    item(ui, "Demonstration", "Starts over, and the render load moves by itself (D).", Action::Demonstrate);
    ui.separator();
    for what in Export::ALL {
        let dialog = Dialog::Save { what, path: what.file().to_owned() };
        item(ui, &format!("{} …", what.name()), what.about(), Action::Dialog(Some(dialog)));
    }
    ui.separator();
    item(ui, "Copy share code", "The state as a short text for the clipboard (Ctrl C).", Action::ShareCode);
    item(ui, "Copy link", "The same as the address of a page that opens it.", Action::CopyLink);
    let about = "The state that a share code or a link on the clipboard stands for (Ctrl V).";
    item(ui, "Paste share code or link", about, Action::Ask(Request::Paste));
    ui.separator();
    let film = Dialog::Film(session.proposed_film());
    let formats: Vec<&str> = session.host().film_formats.iter().map(|format| format.name()).collect();
    item(ui, "Film or still …", &format!("Of the panes: {}.", formats.join(", ")), Action::Dialog(Some(film)));
    let measure = Dialog::Measure(3.0);
    let about = "The same loops on this computer's own clock, beside what the virtual computers predict.";
    item(ui, "Is it real? …", about, Action::Dialog(Some(measure)));
}

fn scenarios(ui: &mut Ui, actions: &mut Vec<Action>) {
    for builtin in builtin::ALL {
        let Ok(scenario) = builtin.scenario() else { continue };
        if ui.button(&scenario.name).on_hover_text(&scenario.about).clicked() {
            actions.push(Action::Open(Box::new(scenario)));
            ui.close();
        }
    }
}
