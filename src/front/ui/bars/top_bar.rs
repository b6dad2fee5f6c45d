//! The bar at the top of the window, large or small: the title, the transport, the viewing speed, and the menus.

use crate::front::ui::bars::menus;
use crate::front::ui::commands::{AS_WRITTEN, HELP, PLAY, PRESENT, RECORD, REDO, RESTART, STEP, UNDO};
use crate::front::ui::instruments;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::{drawer, playhead};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, RunAction, ViewAction, WindowAction};
use crate::studio::view::watching::SPEEDS;
use egui::{Align, ComboBox, FontId, Label, Layout, RichText, TextStyle, Ui, vec2};
use tickscope_core::model::config::command::Command;

const SPEED_TIP: &str = "How fast you watch the laboratory; it does not change the results of the panes ([ and ]).";

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        menus::show(ui, pass);
        ui.add_space(6.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            help(ui, pass, "?");
            present(ui, pass);
            ui.add_space(6.0);
            undo(ui, pass);
            // In a lesson the picture has the room; a film that is recorded there still has its button.
            let is_in_lesson = session.lesson().is_some() && !session.demonstrates();
            if !is_in_lesson || session.run.take.is_some() {
                take(ui, pass);
            }
            tap(ui, pass);
            own_lamp(ui, session);
            time(ui, session);
            if !is_in_lesson {
                speed(ui, pass);
            }
            transport(ui, pass, !is_in_lesson);
            // These buttons come last, so that no other button moves when the playhead goes to the past.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if !instruments::shows_timeline(ui.ctx(), session) {
                    playhead::show(ui, pass);
                }
                title(ui, session);
            });
        });
    });
}

fn help(ui: &mut Ui, pass: &mut UiPass, name: &str) {
    if menus::button(ui, name, &HELP.tip()) {
        pass.actions.extend(HELP.action(pass.session));
    }
}

fn present(ui: &mut Ui, pass: &mut UiPass) {
    if menus::button(ui, PRESENT.name, &PRESENT.tip()) {
        pass.actions.extend(PRESENT.action(pass.session));
    }
}

const TITLE_ROOM: f32 = 150.0;

/// Shows the question that the scenario answers, or else the scenario's name. The world's name is not shown, because it is in the
/// list of worlds.
fn title(ui: &mut Ui, session: &Session) {
    let text = session.run.question().unwrap_or(&session.run.opened.name);
    let room = ui.available_width();
    if text.is_empty() || room < TITLE_ROOM {
        return;
    }
    // A text that is too long for the large type is shown smaller, and if that is not enough on two lines.
    let width = |font: &FontId| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::PLACEHOLDER).size().x;
    let fonts = [TextStyle::Heading, TextStyle::Body].map(|style| style.resolve(ui.style()));
    let font = fonts.into_iter().find(|font| width(font) <= room);
    let is_whole = font.is_some();
    let said = RichText::new(text).strong().font(font.unwrap_or_else(|| TextStyle::Small.resolve(ui.style())));
    let label = if is_whole { Label::new(said).extend() } else { Label::new(said).wrap().halign(Align::Min) };
    let label = ui.add(label);
    // If the question takes the place of the scenario's name, the tooltip has the name.
    if session.run.question().is_some() {
        label.on_hover_text(session.run.headline());
    }
}

/// Shows the buttons of time; `with_step` adds the one that goes a refresh on.
fn transport(ui: &mut Ui, pass: &mut UiPass, with_step: bool) {
    if with_step && icons::button(ui, Icon::Step, STEP.name, &STEP.tip()) {
        pass.actions.push(Action::View(ViewAction::Step));
    }
    play(ui, pass);
    if icons::button(ui, Icon::Restart, RESTART.name, &RESTART.tip()) {
        pass.actions.push(Action::Run(RunAction::Restart));
    }
    // A lesson has its own way back to the step.
    if pass.session.lesson().is_none() && pass.session.run.differs_from_written() {
        let about = AS_WRITTEN.tip_with("From the beginning, without what you have changed");
        if ui.button(AS_WRITTEN.name).on_hover_text(about).clicked() {
            pass.actions.push(Action::Run(RunAction::AsWritten));
        }
    }
}

pub fn play(ui: &mut Ui, pass: &mut UiPass) {
    let (icon, name) = if pass.session.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    if icons::button(ui, icon, name, &PLAY.tip()) {
        pass.actions.push(pass.session.lesson_goes_on().map_or(Action::View(ViewAction::PlayPause), Action::Lesson));
    }
}

fn undo(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let steps = [(Icon::Redo, REDO, session.can_redo()), (Icon::Undo, UNDO, session.can_undo())];
    for (icon, command, step) in steps {
        let about = format!("{}: {} ({}).", command.name, step.unwrap_or("nothing"), command.keys);
        let clicked = ui.add_enabled_ui(step.is_some(), |ui| icons::button(ui, icon, command.name, &about)).inner;
        if clicked {
            pass.actions.extend(command.action(session));
        }
    }
}

pub fn take(ui: &mut Ui, pass: &mut UiPass) {
    let take = pass.session.run.take.map(|from| (pass.session.run.lab.now() - from).as_secs());
    if let Some(taken) = take {
        ui.label(RichText::new(format!("{taken:5.1} s")).monospace().color(ui.look().text()));
    }
    if icons::toggle(ui, Icon::Record, take.is_some(), "Rec", &RECORD.tip()) {
        pass.actions.push(Action::Window(WindowAction::Take));
    }
}

fn tap(ui: &mut Ui, pass: &mut UiPass) {
    let about = || PLAY.tip_with("An input for every pane, now");
    if pass.session.run.view.inputs && ui.button("Tap").on_hover_text(about()).clicked() {
        pass.actions.push(Action::Lab(Command::Tap));
    }
}

fn time(ui: &mut Ui, session: &Session) {
    let now = RichText::new(format!("{:.2} s", session.run.now().as_secs())).monospace().color(ui.look().weak());
    // Numbers of up to three digits before the point have the same room, so that the buttons beside them stay where they are.
    let font = TextStyle::Monospace.resolve(ui.style());
    let width = ui.painter().layout_no_wrap("000.00 s".to_owned(), font, ui.look().weak()).size().x;
    let room = vec2(width, ui.available_height());
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.label(now).on_hover_text("The laboratory's time.");
    });
}

fn speed(ui: &mut Ui, pass: &mut UiPass) {
    let look = ui.look();
    let session = pass.session;
    let chosen = SPEEDS.iter().find(|(speed, _)| (session.run.speed - speed).abs() < 1e-9);
    let short = session.shortfall();
    let shown = match (&short, chosen) {
        (Some((short, _)), _) => format!("{:.2}×", session.run.speed * short.share),
        (None, Some((_, name))) => (*name).to_owned(),
        (None, None) => format!("{:.2}×", session.run.speed),
    };
    let colour = if short.is_some() { look.accent() } else { look.text() };
    let list = ComboBox::from_id_salt("speed").selected_text(RichText::new(shown).color(colour)).width(64.0).show_ui(ui, |ui| {
        if let Some((short, remedy)) = short {
            let panes = session.run.lab.panes().len();
            let (simulating, frame_ms) = (short.simulating * 100.0, short.frame_s * 1000.0);
            ui.set_min_width(260.0);
            ui.label(format!(
                "This computer is too slow for {}×: a frame of the window takes {frame_ms:.0} ms, {simulating:.0} % of it to \
                 simulate {panes} panes, the rest to draw them. All panes are slower to look at; their numbers are not, they \
                 count the panes' own time.",
                session.run.speed
            ));
            if let Some(remedy) = remedy
                && ui.button(remedy.name).on_hover_text(remedy.about).clicked()
            {
                pass.actions.push(remedy.action);
            }
            ui.separator();
        }
        speeds(ui, pass);
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Viewing speed"));
    list.response.on_hover_text(SPEED_TIP);
}

fn speeds(ui: &mut Ui, pass: &mut UiPass) {
    for (speed, name) in SPEEDS {
        if ui.selectable_label((pass.session.run.speed - speed).abs() < 1e-9, name).clicked() {
            pass.actions.push(Action::View(ViewAction::Speed(speed)));
            ui.close();
        }
    }
}

const LAMP_WIDTH: f32 = 48.0;

/// Shows the lamp for stutters of the window itself. It is dark while the window draws a frame at every refresh of the real
/// monitor; otherwise it is lit and shows how many refreshes the window missed in the last second.
fn own_lamp(ui: &mut Ui, session: &Session) {
    let monitor = session.pacer.monitor_hz();
    let (missed, about) = match session.own_misses() {
        None => (0, format!("The window draws for a monitor of {monitor:.0} Hz; nothing has been counted yet.")),
        Some(misses) if misses.missed == 0 => {
            (0, format!("The window drew a frame at each of the last {} refreshes of the monitor.", misses.of))
        }
        Some(misses) => {
            let about = format!(
                "The window missed {} of the last {} refreshes of the real monitor: what judders may be the window. The panes' \
                 numbers don't depend on it.",
                misses.missed, misses.of
            );
            (misses.missed, about)
        }
    };
    let (text, colour) =
        if missed > 0 { (format!("● −{missed}"), ui.look().weak()) } else { ("●".to_owned(), ui.look().line()) };
    let text = RichText::new(text).monospace().size(12.0).color(colour);
    // The lamp is as wide with a number as without one.
    let room = vec2(LAMP_WIDTH, ui.available_height());
    let lamp = ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(LAMP_WIDTH);
        ui.label(text)
    });
    let lamp = lamp.inner;
    lamp.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &about));
    marks::report(ui, MarkKind::WindowLamp, lamp.rect, |_| about);
}

/// The viewing speed is shown if this width is left next to the transport, in points.
const SPEED_ROOM: f32 = 190.0;
pub fn show_small(ui: &mut Ui, pass: &mut UiPass) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_open = drawer::is_open(ui.ctx());
            if icons::toggle(ui, Icon::Drawer, is_open, "Loads and settings", "The loads and everything that can be set.") {
                drawer::toggle(ui.ctx());
            }
            menus::menu(ui, "Menu", "Files, panes, what is shown, worlds, undo, help.", |ui| small_menu(ui, pass));
            transport(ui, pass, true);
            if ui.available_width() > SPEED_ROOM {
                speed(ui, pass);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                title(ui, pass.session);
            });
        });
    });
}

fn small_menu(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    menus::show(ui, pass);
    ui.separator();
    menus::menu(ui, "Viewing speed", SPEED_TIP, |ui| speeds(ui, pass));
    for (command, step) in [(UNDO, session.can_undo()), (REDO, session.can_redo())] {
        ui.add_enabled_ui(step.is_some(), |ui| {
            if menus::button(ui, command.name, step.unwrap_or_default()) {
                pass.actions.extend(command.action(session));
            }
        });
    }
    let name = if session.run.take.is_some() { "End the recording" } else { RECORD.name };
    if menus::button(ui, name, &RECORD.tip()) {
        pass.actions.extend(RECORD.action(session));
    }
    present(ui, pass);
    help(ui, pass, HELP.name);
}
