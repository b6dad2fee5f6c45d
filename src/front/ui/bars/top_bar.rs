//! The bar above everything: the world, the transport, the viewing speed, what is shown, the help.

use crate::front::ui::bars::file_menu;
use crate::front::ui::keys;
use crate::front::ui::style::look::Look;
use crate::model::config::Command;
use crate::model::config::view::{CameraView, Theme, View};
use crate::model::config::watching::SPEEDS;
use crate::model::worlds;
use crate::studio::session::{Action, Session};
use egui::{Button, ComboBox, RichText, Ui};

/// Shows the bar.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("tickscope").heading().strong());
        ui.add_space(4.0);
        file_menu::show(ui, session, actions);
        world(ui, session, actions);
        transport(ui, look, session, actions);
        ui.add_space(8.0);
        speeds(ui, session, actions);
        shortfall(ui, look, session, actions);
        ui.add_space(8.0);
        let now = session.now().as_secs();
        ui.label(RichText::new(format!("{now:8.2} s")).monospace().color(look.weak())).on_hover_text("The laboratory's time.");
        ui.add_space(8.0);
        panes(ui, session, actions);
        ui.add_space(8.0);
        show_menu(ui, session, actions);
        // The lamps are shown: there is something to tap for.
        if session.view().inputs && ui.button("Tap").on_hover_text("An input for every pane, now (Space).").clicked() {
            actions.push(Action::Lab(Command::Tap));
        }
        if ui.button("?").on_hover_text("Every key (? or F1).").clicked() {
            actions.push(Action::Help(!session.shows_help()));
        }
        // At the end, so that nothing moves away when the playhead goes to the past.
        if !crate::front::ui::instruments::shows_timeline(ui.ctx(), session) {
            crate::front::ui::bars::transport_bar::present(ui, look, session, actions);
        }
    });
}

fn world(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let current = &session.lab().settings().scene.id;
    let name = worlds::find(current).map_or("?", |kind| kind.name);
    let list = ComboBox::from_id_salt("world").selected_text(name).width(130.0).height(480.0);
    let list = list.show_ui(ui, |ui| {
        for kind in worlds::ALL {
            if ui.selectable_label(kind.id == current, kind.name).on_hover_text(kind.about).clicked() {
                actions.push(Action::Scene(kind.id.to_owned()));
            }
        }
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "World"));
    list.response.on_hover_text("The world that every pane moves. Choosing one starts it from the beginning.");
}

fn transport(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    if ui
        .button("Restart")
        .on_hover_text("From the beginning; a scenario as it was written, else with the settings as they are (Backspace).")
        .clicked()
    {
        actions.push(Action::Restart);
    }
    let play = if session.is_playing() { "Pause" } else { "Play" };
    if ui.add(Button::new(play).min_size(egui::vec2(62.0, 0.0))).on_hover_text("Holds the laboratory's time (Space).").clicked() {
        actions.push(Action::PlayPause);
    }
    let take = session.take().map(|from| (session.lab().now() - from).as_secs());
    let text = take.map_or("Rec".to_owned(), |taken| format!("■ {taken:5.1} s"));
    let mut button = Button::new(text);
    if take.is_some() {
        button = button.fill(look.alarm().gamma_multiply(0.6));
    }
    let about = "What you do from here on becomes a film; a second press ends it and asks where it goes (R).";
    if ui.add(button).on_hover_text(about).clicked() {
        actions.push(Action::Take);
    }
    if ui.button("Step").on_hover_text("Pauses and moves on by one refresh of the virtual display (. or N).").clicked() {
        actions.push(Action::Step);
    }
}

fn speeds(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for (speed, name) in SPEEDS {
        let current = (session.speed() - speed).abs() < 1e-9;
        let about = "How fast you watch the laboratory; it does not change the results of the panes ([ and ]).";
        if ui.add(Button::selectable(current, name)).on_hover_text(about).clicked() {
            actions.push(Action::Speed(speed));
        }
    }
    if !SPEEDS.iter().any(|(speed, _)| (session.speed() - speed).abs() < 1e-9) {
        ui.label(format!("{:.2}×", session.speed()));
    }
}

/// That the window runs slower than what is chosen, why, and what helps.
fn shortfall(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let Some((short, remedy)) = session.shortfall() else { return };
    let text = format!("runs at {:.2}×", session.speed() * short.share);
    let panes = session.lab().panes().len();
    let (simulating, frame_ms) = (short.simulating * 100.0, short.frame_s * 1000.0);
    let why = format!(
        "This computer is too slow for this: a frame of the window takes {frame_ms:.0} ms, {simulating:.0} % of it to simulate \
         {panes} panes, the rest to draw them. Laboratory time moves at most 100 ms a frame, so all panes are slower to look \
         at. Their numbers are not: they count the panes' own time."
    );
    ui.label(RichText::new(text).strong().color(look.alarm())).on_hover_text(why);
    if let Some(remedy) = remedy
        && ui.button(remedy.name).on_hover_text(remedy.about).clicked()
    {
        actions.push(remedy.action);
    }
}

fn panes(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let add = keys::add_pane(session);
    let about = "One more pane, up to six; its world starts at the exact motion (A).";
    if ui
        .add_enabled(add.is_some(), Button::new("Add pane"))
        .on_hover_text(about)
        .on_disabled_hover_text("Six panes are the most.")
        .clicked()
    {
        actions.extend(add);
    }
    let race = ui.add_enabled(keys::can_race(session), Button::new("Race"));
    let about = "From the beginning to a photo finish, with the gaps in units and milliseconds (F).";
    if race.on_hover_text(about).on_disabled_hover_text("Only the world Runner has a photo finish.").clicked() {
        actions.push(Action::Race);
    }
    if ui.button("Demo").on_hover_text("Starts over, and the render load moves by itself (D).").clicked() {
        actions.push(Action::Demonstrate);
    }
}

/// What is shown, as one menu.
fn show_menu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut view: View = session.view();
    ui.menu_button("Show", |ui| {
        for (instrument, name, about) in crate::front::ui::instruments::ALL {
            let mut shown = view.instrument == Some(instrument);
            if ui.checkbox(&mut shown, name).on_hover_text(about).changed() {
                keys::toggle(&mut view, instrument);
            }
        }
        ui.checkbox(&mut view.code, "Code")
            .on_hover_text("The selected loop's file, with the line lit that runs, beside the timeline or the plots (/).");
        let about = "Every pane's lamp flashes when its display answers an input: a metronome's, and yours with Space (K).";
        ui.checkbox(&mut view.inputs, "Inputs").on_hover_text(about);
        ui.separator();
        ui.checkbox(&mut view.numbers, "All numbers").on_hover_text("Not only FPS, speed and the sentence (M).");
        ui.checkbox(&mut view.trails, "Trails").on_hover_text("A dot for every displayed frame of the last second (L).");
        ui.checkbox(&mut view.ghosts, "Ghosts").on_hover_text("Outlines of the exact motion (G).");
        if session.wall(0).is_some() {
            ui.checkbox(&mut view.phases, "All phases at the wall")
                .on_hover_text("Where contact is tested, and how often the same steps miss it from 64 other beginnings (Y).");
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
    })
    .response
    .on_hover_text("What is shown in the panes, the theme, and the size of everything.");
    if view != session.view() {
        actions.push(Action::View(view));
    }
}
