//! The menus: what most people look for, in less than twelve lines each. Each closes when a person chooses an entry.

use crate::front::ui::code;
use crate::front::ui::command_actions;
use crate::front::ui::commands::{self, COMPARISONS_MENU, DEMONSTRATION, FILE_MENU, GALLERY, GAME_MENU, LOOP_MENU, UiCommand};
use crate::front::ui::own_loops::TEMPLATES;
use crate::front::ui::pass::UiPass;
use crate::studio::lesson;
use crate::studio::session::action::{Action, Export, LessonAction};
use egui::containers::menu::is_in_menu;
use egui::{ScrollArea, Ui};

const AROUND: f32 = 28.0;

/// The space between two entries, in points.
const BETWEEN: f32 = 1.0;

/// The number of steps that *Undo history* lists.
const STEPS: usize = 10;

pub fn menu(ui: &mut Ui, name: &str, about: &str, entries: impl FnOnce(&mut Ui)) {
    let menu = ui.menu_button(name, |ui| {
        let room = ui.ctx().content_rect().height() - AROUND;
        ui.set_max_height(room); // Without this a popup has egui's usual height at most.
        ui.spacing_mut().item_spacing.y = BETWEEN;
        ScrollArea::vertical().max_height(room).show(ui, entries);
    });
    menu.response.on_hover_text(about);
}

/// Shows the six menus side by side, or as submenus.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    menu(ui, "Lessons", "Lessons that ask before they tell.", |ui| lessons(ui, pass));
    menu(ui, "Comparisons", "Game loops side by side, by the question that they answer.", |ui| {
        parts(ui, pass, COMPARISONS_MENU);
    });
    menu(ui, "Your loop", "A loop of your own, beside the others.", |ui| your_loop(ui, pass));
    menu(ui, "Your game", "The frames of a game that was measured.", |ui| parts(ui, pass, GAME_MENU));
    menu(ui, "Show", "The instruments, and what is drawn in the panes.", |ui| {
        parts(ui, pass, &commands::show_menu());
    });
    menu(ui, "File", "Files, links, films and exports.", |ui| file(ui, pass));
}

/// Shows the commands of each part, with lines between the parts.
fn parts<Part: AsRef<[UiCommand]>>(ui: &mut Ui, pass: &mut UiPass, parts: &[Part]) {
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            ui.separator();
        }
        for command in part.as_ref() {
            entry(ui, pass, *command);
        }
    }
}

/// Shows the entry of a command; a switch without a state is missing, and a command that has nothing to do is dim.
pub fn entry(ui: &mut Ui, pass: &mut UiPass, command: UiCommand) {
    let session = pass.session;
    let action = command.action(session);
    let clicked = match command.is_on(session) {
        Some(mut on) => {
            let switch = ui.add_enabled(action.is_some(), egui::Checkbox::new(&mut on, command.name));
            switch.on_hover_text(command.tip()).changed()
        }
        None => ui.add_enabled_ui(action.is_some(), |ui| button(ui, command.name, &command.tip())).inner,
    };
    if clicked {
        pass.actions.extend(action);
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

fn lessons(ui: &mut Ui, pass: &mut UiPass) {
    for lesson in lesson::builtin::LESSONS.iter() {
        if button(ui, &lesson.name, &lesson.about) {
            pass.actions.push(Action::Lesson(LessonAction::Open(lesson.clone(), 0)));
        }
    }
    ui.separator();
    entry(ui, pass, DEMONSTRATION);
    if button(ui, "Other lessons …", &GALLERY.tip_with("The gallery, which lists lessons of your own too")) {
        pass.actions.extend(GALLERY.action(pass.session));
    }
}

fn your_loop(ui: &mut Ui, pass: &mut UiPass) {
    let index = pass.session.selected();
    let strategy = pass.session.run.seen(index).strategy();
    for template in &TEMPLATES {
        if button(ui, template.name, template.about) {
            code::editor::begin(ui.ctx(), pass, index, template);
        }
    }
    ui.separator();
    let about = "The selected loop's JavaScript as a loop of your own: change a line, and watch what breaks.";
    code::editor::copy_button(ui, pass, index, &strategy, "Edit a copy", about);
    parts(ui, pass, LOOP_MENU);
    export(ui, pass, Export::Loop);
}

fn export(ui: &mut Ui, pass: &mut UiPass, what: Export) {
    if button(ui, &format!("{} …", what.name()), what.about()) {
        pass.actions.push(command_actions::save(what));
    }
}

fn file(ui: &mut Ui, pass: &mut UiPass) {
    parts(ui, pass, FILE_MENU);
    ui.separator();
    menu(ui, "Export …", "Numbers, events and commands of this run, as files.", |ui| {
        for what in Export::ALL {
            export(ui, pass, what);
        }
    });
    menu(ui, "Undo history", "The last steps: a click undoes all that come after, and the step itself.", |ui| {
        let steps: Vec<&str> = pass.session.steps_to_undo().take(STEPS).collect();
        for (number, step) in steps.iter().enumerate() {
            if button(ui, step, "Undoes this step and all after it.") {
                pass.actions.extend((0..=number).map(|_| Action::Undo));
            }
        }
        if steps.is_empty() {
            ui.label("Nothing can be undone.");
        }
    });
}
