//! What has just come into view, and what that may do.

use egui::{Id, Ui};

/// Whether the control `id`, which asks this whenever it is shown, was not shown in the pass before.
pub fn is_new(ui: &Ui, id: Id) -> bool {
    let (key, pass) = (id.with("last shown"), ui.ctx().cumulative_pass_nr());
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(key, 0_u64), pass));
    last == 0 || last + 1 < pass
}

/// Whether a text field may take the keyboard by itself: where fingers type, it would put one over half of the screen.
pub fn may_take_keyboard(ui: &Ui) -> bool {
    !ui.input(egui::InputState::has_touch_screen)
}
