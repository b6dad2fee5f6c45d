//! What has just come into view, and what that may do.

use egui::{Context, Event, Id, Ui};

/// Whether the control `id`, which asks this whenever it is shown, was not shown in the pass before.
pub fn is_new(ui: &Ui, id: Id) -> bool {
    let (key, pass) = (id.with("last shown"), ui.ctx().cumulative_pass_nr());
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(key, 0_u64), pass));
    last == 0 || last + 1 < pass
}

/// Notes in every frame whether a finger or a mouse was used last.
pub fn follow_pointer(ctx: &Context) {
    let last = ctx.input(|input| {
        let is_touch = |event: &Event| matches!(event, Event::Touch { .. });
        let is_any = |event: &Event| matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. });
        // A finger is reported as a pointer, too.
        let touched = input.events.iter().any(is_touch);
        (touched || input.events.iter().any(is_any)).then_some(touched)
    });
    if let Some(touched) = last {
        ctx.data_mut(|data| data.insert_temp(Id::unique("last pointer is a finger"), touched));
    }
}

/// Whether a text field may take the keyboard by itself: for a finger, that would put a keyboard over half of the screen.
pub fn may_take_keyboard(ui: &Ui) -> bool {
    !ui.data(|data| data.get_temp(Id::unique("last pointer is a finger"))).unwrap_or(false)
}
