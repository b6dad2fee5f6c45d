//! The menus, made from the table of commands. A menu that is longer than the window scrolls, and each closes when a person
//! chooses an entry.

use crate::front::ui::commands::{
    self, ABOUT_CAPTURE, ADD_PANE, ADVISE, ARTICLES, FILE_MENU, HELP, INSTRUMENTS, PRESENT, UiCommand,
};
use crate::front::ui::pass::UiPass;
use crate::studio::session::action::{Action, Export, Request, RunAction, WindowAction};
use egui::containers::menu::is_in_menu;
use egui::{Button, ScrollArea, Ui};
use tickscope_core::model::worlds;

const AROUND: f32 = 28.0;

/// The space between two entries, in points. It is so small that the longest menu fits a window 720 points high.
const BETWEEN: f32 = 1.0;

const NAMED: f32 = 860.0;

pub fn menu(ui: &mut Ui, name: &str, about: &str, entries: impl FnOnce(&mut Ui)) {
    let menu = ui.menu_button(name, |ui| {
        let room = ui.ctx().content_rect().height() - AROUND;
        ui.set_max_height(room); // Without this a popup has egui's usual height at most.
        ui.spacing_mut().item_spacing.y = BETWEEN;
        ScrollArea::vertical().max_height(room).show(ui, entries);
    });
    menu.response.on_hover_text(about);
}

fn entry(ui: &mut Ui, pass: &mut UiPass, command: UiCommand) {
    let session = pass.session;
    if command.is_on(session).is_some() && command.action(session).is_none() {
        return;
    }
    let clicked = match command.is_on(session) {
        Some(mut on) => ui.checkbox(&mut on, command.name).on_hover_text(command.tip()).changed(),
        None => button(ui, command.name, &command.tip()),
    };
    if clicked {
        pass.actions.extend(command.action(session));
    }
}

/// Shows a button that closes its menu. egui closes a menu only if the pointer is still over the button after the click, which is
/// not so for a finger.
pub fn button(ui: &mut Ui, name: &str, about: &str) -> bool {
    let clicked = ui.button(name).on_hover_text(about).clicked();
    if clicked && is_in_menu(ui) {
        ui.close();
    }
    clicked
}

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let name = if is_in_menu(ui) || ui.available_width() > NAMED { HELP.name } else { "?" };
    if button(ui, name, &HELP.tip()) {
        pass.actions.extend(HELP.action(session));
    }
    menu(ui, "File", "Files, share codes, films and exports.", |ui| file(ui, pass));
    menu(ui, "Show", "What is shown in the panes, the theme, and the size of everything.", |ui| view(ui, pass));
    if button(ui, PRESENT.name, &PRESENT.tip()) {
        pass.actions.extend(PRESENT.action(session));
    }
    let add = ADD_PANE.action(session);
    let button = ui.add_enabled(add.is_some(), Button::new("+ Pane"));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, add.is_some(), ADD_PANE.name));
    if button.on_hover_text(ADD_PANE.tip()).on_disabled_hover_text("Six panes are the most.").clicked() {
        pass.actions.extend(add);
        if is_in_menu(ui) {
            ui.close();
        }
    }
}

fn file(ui: &mut Ui, pass: &mut UiPass) {
    if button(ui, ARTICLES.name, &ARTICLES.tip()) {
        pass.actions.extend(ARTICLES.action(pass.session));
        pass.actions.push(Action::Window(WindowAction::Ask(Request::MeasureClaims)));
    }
    entry(ui, pass, ADVISE);
    if ABOUT_CAPTURE.action(pass.session).is_some() {
        entry(ui, pass, ABOUT_CAPTURE);
    }
    for (part, commands) in FILE_MENU.into_iter().enumerate() {
        if part > 0 {
            ui.separator();
        }
        for command in commands {
            entry(ui, pass, *command);
        }
        if part == 0 {
            ui.separator();
            for what in Export::ALL {
                if button(ui, &format!("{} …", what.name()), what.about()) {
                    pass.actions.push(commands::save(what));
                }
            }
        }
    }
}

fn view(ui: &mut Ui, pass: &mut UiPass) {
    for (_, command) in INSTRUMENTS {
        entry(ui, pass, command);
    }
    ui.separator();
    for command in commands::show_menu() {
        entry(ui, pass, command);
    }
    ui.separator();
    egui::gui_zoom::zoom_menu_buttons(ui);
}

pub fn worlds(ui: &mut Ui, pass: &mut UiPass) {
    let current = &pass.session.run.lab.settings().scene.id;
    for kind in worlds::ALL {
        if ui.selectable_label(kind.id == current, kind.name).on_hover_text(kind.about).clicked() {
            pass.actions.push(Action::Run(RunAction::Scene(kind.id.to_owned())));
            ui.close();
        }
    }
}
