//! The line in which a file is named.

use egui::{Id, Key, Response, TextEdit, Ui};

/// A line for a path, and a button that lets the system ask. True if Enter was pressed in it.
pub fn path_row(ui: &mut Ui, path: &mut String, browse: &mut bool) -> bool {
    let row = ui.horizontal(|ui| {
        let label = ui.label("File");
        let edit: Response = ui.add(TextEdit::singleline(path).desired_width(280.0).id(Id::unique("path")));
        let edit = edit
            .labelled_by(label.id)
            .on_hover_text("Where it is; a name alone is in the folder that the program was started in.");
        *browse |= ui.button("Browse …").on_hover_text("Choose it with the system's own dialog.").clicked();
        edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    });
    row.inner
}
