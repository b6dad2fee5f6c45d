//! The line in which a file is named: by its path, or by its name alone where it becomes a download.

use crate::front::ui::style::shown::{is_new, may_take_keyboard};
use crate::studio::session::Files;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Key, Response, TextEdit, Ui};

/// How wide a line of text is, in points: in a small window there is room for labels beside it.
pub fn width(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().width() - 180.0).clamp(100.0, 280.0)
}

/// A line for a path, and a button that lets the system ask; for the name of a download, where there are no paths. It takes
/// the keyboard when it is first shown, with its text selected, and again where nothing else has it. True if Enter was pressed in it.
pub fn path_row(ui: &mut Ui, files: Files, path: &mut String, browse: &mut bool) -> bool {
    let id = Id::unique("path");
    let row = ui.horizontal(|ui| {
        let (name, about) = match files {
            Files::Disk => ("Path", "Where it is; a name alone is in the folder that the program was started in."),
            Files::Browser => ("Name", "What the download is called; its ending is the format."),
        };
        let label = ui.label(name);
        let edit: Response = ui.add(TextEdit::singleline(path).desired_width(width(ui)).id(id));
        let edit = edit.labelled_by(label.id).on_hover_text(about);
        if files == Files::Disk {
            *browse |= ui.button("Browse …").on_hover_text("Choose it with the system's own dialog.").clicked();
        }
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
        entered
    });
    row.inner
}
