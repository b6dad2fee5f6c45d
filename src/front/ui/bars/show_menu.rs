//! What is shown in the panes, the theme, and the size of everything.

use crate::front::ui::bars::menu;
use crate::front::ui::keys;
use crate::model::config::view::{CameraView, Reference, Theme, View};
use crate::studio::session::{Action, Session};
use egui::Ui;

/// Shows the menu.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut view: View = session.view();
    let menu = ui.menu_button("Show", |ui| menu::scrolled(ui, |ui| entries(ui, session, &mut view, actions)));
    menu.response.on_hover_text("What is shown in the panes, the theme, and the size of everything.");
    if view != session.view() {
        actions.push(Action::View(view));
    }
}

fn entries(ui: &mut Ui, session: &Session, view: &mut View, actions: &mut Vec<Action>) {
    for (instrument, name, about) in crate::front::ui::instruments::ALL {
        let mut shown = view.instrument == Some(instrument);
        if ui.checkbox(&mut shown, name).on_hover_text(about).changed() {
            keys::toggle(view, instrument);
        }
    }
    ui.checkbox(&mut view.code, "Code beside it")
        .on_hover_text("The selected loop's file, with the line lit that runs, beside the timeline or the plots (/).");
    let about = "Every pane's lamp flashes when its display answers an input: a metronome's, and yours with Space (K).";
    ui.checkbox(&mut view.inputs, "Inputs").on_hover_text(about);
    ui.separator();
    ui.checkbox(&mut view.numbers, "All numbers").on_hover_text("Not only FPS, speed and the sentence (M).");
    ui.checkbox(&mut view.strips, "Strips")
        .on_hover_text("What each display showed through time, under its world; click a row to go there (Y).");
    ui.checkbox(&mut view.trails, "Trails")
        .on_hover_text("A dot for every frame of the last second, which fades from when it has left the display (L).");
    ui.checkbox(&mut view.ghosts, "Ghosts").on_hover_text("Outlines of the exact motion, with bands to the bodies (G).");
    let mut own_time = view.reference == Reference::SimulatedTime;
    let about = "Outlines show the exact motion at each pane's own simulated time, and not where a perfect loop would be now.";
    if ui.checkbox(&mut own_time, "Ghosts at simulated time").on_hover_text(about).changed() {
        view.reference = if own_time { Reference::SimulatedTime } else { Reference::RealTime };
    }
    let about = "All panes over each other, each in its colour: what remains are the differences (O, held).";
    ui.checkbox(&mut view.one_stage, "One stage").on_hover_text(about);
    if session.wall(0).is_some() {
        ui.checkbox(&mut view.phases, "All phases at the wall")
            .on_hover_text("Where contact is tested, and how often the same steps miss it from 64 other beginnings (F3).");
    }
    ui.checkbox(&mut view.lateness, "Lateness").on_hover_text("A bar for the age of the displayed frame (B).");
    ui.checkbox(&mut view.readouts, "World's numbers").on_hover_text("The values that the world reports, beside it.");
    ui.checkbox(&mut view.pursuit, "Pursuit camera").on_hover_text(
        "The camera moves with the exact motion: a perfect loop stands still, judder shakes, age is an offset (P).",
    );
    ui.checkbox(&mut view.whole_pixels, "Whole pixels")
        .on_hover_text("Bodies snap to whole points of the screen: what that costs (W).");
    if ui.button("Whole world").on_hover_text("The camera as it was: wheel and drag in a pane move it (0).").clicked() {
        view.camera = CameraView::default();
    }
    let mut light = session.theme() == Theme::Light;
    if ui.checkbox(&mut light, "Light theme").on_hover_text("For bright rooms (T).").changed() {
        actions.push(Action::Theme(session.theme().other()));
    }
    ui.separator();
    egui::gui_zoom::zoom_menu_buttons(ui);
}
