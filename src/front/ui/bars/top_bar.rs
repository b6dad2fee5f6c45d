//! The bar above everything: what is shown, the transport, the viewing speed, and the menus.
//!
//! A window with less room has the bar of `small_bar`, of the same parts.

use crate::front::ui::bars::{file_menu, menu, own_lamp, show_menu, transport_bar};
use crate::front::ui::instruments;
use crate::front::ui::keys;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::model::config::Command;
use crate::model::config::watching::SPEEDS;
use crate::model::worlds;
use crate::studio::session::{Action, Session};
use egui::{Align, Button, ComboBox, FontId, Label, Layout, RichText, TextStyle, Ui};

/// A bar that is wider has room for the program's name.
const NAMED: f32 = 1150.0;

/// Shows the bar of a window that has room for it.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if ui.available_width() > NAMED {
            ui.label(RichText::new("tickscope").strong().color(look.weak()));
            ui.add_space(6.0);
        }
        let has_room = session.question().is_none() || ui.available_width() > NAMED;
        comparisons(ui, actions);
        if has_room {
            world(ui, session, actions);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            menus(ui, session, actions);
            ui.add_space(6.0);
            undo(ui, look, session, actions);
            take(ui, look, session, actions);
            tap(ui, session, actions);
            own_lamp::show(ui, look, session);
            time(ui, look, session);
            speed(ui, look, session, actions);
            transport(ui, look, session, actions);
            // At the end, so that nothing moves away when the playhead goes to the past.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if !instruments::shows_timeline(ui.ctx(), session) {
                    transport_bar::present(ui, look, session, actions);
                }
                title(ui, session);
            });
        });
    });
}

/// The question that the scenario answers, or what it is called; a world has its name in its list.
pub(super) fn title(ui: &mut Ui, session: &Session) {
    let text = session.question().unwrap_or(session.title().0);
    if text.is_empty() {
        return;
    }
    // Smaller where it is too long for the large type, and then on two lines.
    let room = ui.available_width();
    let width = |font: &FontId| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::PLACEHOLDER).size().x;
    let fonts = [TextStyle::Heading, TextStyle::Body].map(|style| style.resolve(ui.style()));
    let font = fonts.into_iter().find(|font| width(font) <= room);
    let is_whole = font.is_some();
    let said = RichText::new(text).strong().font(font.unwrap_or_else(|| TextStyle::Small.resolve(ui.style())));
    let label = if is_whole { Label::new(said).extend() } else { Label::new(said).wrap().halign(Align::Min) };
    let label = ui.add(label);
    // Its name is not on the screen where the question is.
    if session.question().is_some() {
        label.on_hover_text(session.headline());
    }
}

pub(super) fn menus(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if ui.button("?").on_hover_text("Every key (? or F1).").clicked() {
        actions.push(Action::Help(!session.shows_help()));
        menu::close(ui);
    }
    file_menu::show(ui, session, actions);
    show_menu::show(ui, session, actions);
    if ui.button("Present").on_hover_text("No panels and large type, for a projector (F11).").clicked() {
        actions.push(Action::Present(true));
        menu::close(ui);
    }
    let add = keys::add_pane(session);
    let about = "One more pane, up to six; its world starts at the exact motion (A).";
    let button = ui.add_enabled(add.is_some(), Button::new("+ Pane"));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, add.is_some(), "Add pane"));
    if button.on_hover_text(about).on_disabled_hover_text("Six panes are the most.").clicked() {
        actions.extend(add);
        menu::close(ui);
    }
}

pub(super) fn comparisons(ui: &mut Ui, actions: &mut Vec<Action>) {
    let about = "Pictures of every comparison, by the question that it answers (F2).";
    if ui.button("Comparisons").on_hover_text(about).clicked() {
        actions.push(Action::Gallery(true));
    }
}

pub(super) fn world(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let current = &session.lab().settings().scene.id;
    let name = worlds::find(current).map_or("?", |kind| kind.name);
    let list = ComboBox::from_id_salt("world").selected_text(name).width(130.0).height(480.0);
    let list = list.show_ui(ui, |ui| worlds(ui, session, actions));
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "World"));
    list.response.on_hover_text("The world that every pane moves. Choosing one starts it from the beginning.");
}

/// Every world.
pub(super) fn worlds(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let current = &session.lab().settings().scene.id;
    for kind in worlds::ALL {
        if ui.selectable_label(kind.id == current, kind.name).on_hover_text(kind.about).clicked() {
            actions.push(Action::Scene(kind.id.to_owned()));
            ui.close();
        }
    }
}

/// From the right: one refresh on, play or pause, from the beginning.
pub(super) fn transport(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    if icons::button(ui, look, Icon::Step, "Step", "Pauses and moves on by one refresh of the virtual display (. or N).") {
        actions.push(Action::Step);
    }
    let (icon, name) = if session.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    if icons::button(ui, look, icon, name, "Holds the laboratory's time, or lets it go on (Space).") {
        actions.push(Action::PlayPause);
    }
    let about = "From the beginning; a scenario as it was written, else with the settings as they are (Backspace).";
    if icons::button(ui, look, Icon::Restart, "Restart", about) {
        actions.push(Action::Restart);
    }
}

/// From the right: redo, undo.
fn undo(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let steps = [
        (Icon::Redo, "Redo", "Ctrl Y", session.can_redo(), Action::Redo),
        (Icon::Undo, "Undo", "Ctrl Z", session.can_undo(), Action::Undo),
    ];
    for (icon, name, key, step, action) in steps {
        let about = step.map_or_else(|| format!("{name}: nothing ({key})."), |step| format!("{name}: {step} ({key})."));
        let clicked = ui.add_enabled_ui(step.is_some(), |ui| icons::button(ui, look, icon, name, &about)).inner;
        if clicked {
            actions.push(action);
        }
    }
}

fn take(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let take = session.take().map(|from| (session.lab().now() - from).as_secs());
    let about = "What you do from here on becomes a film; a second press ends it and asks where it goes (R).";
    if let Some(taken) = take {
        ui.label(RichText::new(format!("{taken:5.1} s")).monospace().color(look.alarm()));
    }
    if icons::toggle(ui, look, Icon::Record, take.is_some(), "Rec", about) {
        actions.push(Action::Take);
    }
}

/// The lamps are shown: there is something to tap for.
fn tap(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if session.view().inputs && ui.button("Tap").on_hover_text("An input for every pane, now (Space).").clicked() {
        actions.push(Action::Lab(Command::Tap));
    }
}

fn time(ui: &mut Ui, look: Look, session: &Session) {
    let now = session.now().as_secs();
    ui.label(RichText::new(format!("{now:7.2} s")).monospace().color(look.weak())).on_hover_text("The laboratory's time.");
}

/// The viewing speed, and that the window runs slower than that, why, and what helps.
pub(super) fn speed(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let chosen = SPEEDS.iter().find(|(speed, _)| (session.speed() - speed).abs() < 1e-9);
    let short = session.shortfall();
    let shown = match (&short, chosen) {
        (Some((short, _)), _) => format!("{:.2}×", session.speed() * short.share),
        (None, Some((_, name))) => (*name).to_owned(),
        (None, None) => format!("{:.2}×", session.speed()),
    };
    let colour = if short.is_some() { look.alarm() } else { look.text() };
    let list = ComboBox::from_id_salt("speed").selected_text(RichText::new(shown).color(colour)).width(64.0).show_ui(ui, |ui| {
        if let Some((short, remedy)) = short {
            let panes = session.lab().panes().len();
            let (simulating, frame_ms) = (short.simulating * 100.0, short.frame_s * 1000.0);
            ui.set_min_width(260.0);
            ui.label(format!(
                "This computer is too slow for {}×: a frame of the window takes {frame_ms:.0} ms, {simulating:.0} % of it to \
                 simulate {panes} panes, the rest to draw them. All panes are slower to look at; their numbers are not, they \
                 count the panes' own time.",
                session.speed()
            ));
            if let Some(remedy) = remedy
                && ui.button(remedy.name).on_hover_text(remedy.about).clicked()
            {
                actions.push(remedy.action);
            }
            ui.separator();
        }
        speeds(ui, session, actions);
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Viewing speed"));
    let about = "How fast you watch the laboratory; it does not change the results of the panes ([ and ]).";
    list.response.on_hover_text(about);
}

/// Every viewing speed.
pub(super) fn speeds(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for (speed, name) in SPEEDS {
        if ui.selectable_label((session.speed() - speed).abs() < 1e-9, name).clicked() {
            actions.push(Action::Speed(speed));
            ui.close();
        }
    }
}
