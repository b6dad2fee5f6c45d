//! The dialogs that open or write a file, named by its path, or by its name alone if it becomes a download.

use crate::front::ui::keys::{is_new, may_take_keyboard};
use crate::front::ui::style::look::UiLook;
use crate::studio::session::action::{Export, Request};
use crate::studio::session::host::Files;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Key, Response, RichText, TextEdit, Ui};

const OPENS: &str =
    "A scenario, a loop in a .js file, a recorded drive, or the captured frames of a game: it is read, and starts.";

pub fn open_path(ui: &mut Ui, path: &mut String) -> Option<Request> {
    let (entered, browse) = path_row(ui, Files::Disk, path);
    let clicked = ui.button("Open").on_hover_text(OPENS).clicked();
    if browse {
        return Some(Request::Browse);
    }
    (entered || clicked).then(|| Request::Open(path.trim().to_owned()))
}

/// Shows a button for the browser's own dialog; a page gets files only from that dialog, or dropped. Returns the request if the
/// button was clicked, else `None`.
pub fn choose_file(ui: &mut Ui) -> Option<Request> {
    let choose = ui.horizontal(|ui| {
        let choose = ui.button("Choose a file …").on_hover_text(OPENS);
        ui.label(RichText::new("or drop it onto the page").color(ui.look().weak()));
        choose
    });
    let choose = choose.inner;
    if is_new(ui, choose.id) {
        choose.request_focus();
    }
    choose.clicked().then_some(Request::Browse)
}

pub fn save_file(ui: &mut Ui, files: Files, what: Export, path: &mut String) -> Option<Request> {
    ui.set_max_width(ui.available_width().min(440.0));
    ui.label(RichText::new(what.about()).small().color(ui.look().weak()));
    let (entered, browse) = path_row(ui, files, path);
    let saved = match files {
        Files::Disk => "Write the file; one of this name is replaced.",
        Files::Browser => "It is saved as a download.",
    };
    let clicked = ui.horizontal(|ui| {
        let clicked = ui.button("Save").on_hover_text(saved).clicked();
        if files == Files::Browser {
            ui.label(RichText::new("as a download").color(ui.look().weak()));
        }
        clicked
    });
    let clicked = clicked.inner;
    if browse {
        return Some(Request::Browse);
    }
    (entered || clicked).then(|| Request::Save(what, path.trim().to_owned()))
}

/// Returns the width of a text field, in points, which leaves room for the label in a small window.
pub fn path_width(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().width() - 180.0).clamp(100.0, 280.0)
}

/// Shows a line for a path, and a button for the system's own dialog; in a browser, which has no paths, a line for the name of a
/// download. The line takes the keyboard when it is first shown, with its text selected, and later whenever no other control has
/// it. Returns whether Enter was pressed in it, and whether the button was clicked.
pub fn path_row(ui: &mut Ui, files: Files, path: &mut String) -> (bool, bool) {
    let id = Id::unique("path");
    let row = ui.horizontal(|ui| {
        let (name, about) = match files {
            Files::Disk => ("Path", "Where it is; a name alone is in the folder that the program was started in."),
            Files::Browser => ("Name", "What the download is called; its ending is the format."),
        };
        let label = ui.label(name);
        let edit: Response = ui.add(TextEdit::singleline(path).desired_width(path_width(ui)).id(id));
        let edit = edit.labelled_by(label.id).on_hover_text(about);
        let browse =
            files == Files::Disk && ui.button("Browse …").on_hover_text("Choose it with the system's own dialog.").clicked();
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if is_new(ui, id) {
            let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
            state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(path.chars().count()))));
            state.store(ui.ctx(), id);
            if may_take_keyboard(ui) {
                edit.request_focus();
            }
        } else if !entered && may_take_keyboard(ui) && ui.memory(|memory| memory.focused().is_none()) {
            edit.request_focus();
        }
        (entered, browse)
    });
    row.inner
}
