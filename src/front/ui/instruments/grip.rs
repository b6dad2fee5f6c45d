//! The edge between the panes and the instrument: dragged, it makes the instrument higher.

use crate::front::ui::style::look::Look;
use crate::model::config::view::{INSTRUMENT_HEIGHT, View};
use egui::{CursorIcon, EventFilter, Key, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// How much of the panel's upper edge can be taken hold of.
const HELD: f32 = 7.0;
/// How far an arrow key moves it.
const STEP: f32 = 16.0;

/// Shows the grip at the top of a panel that is `height` points high, and changes the height in `view`; it stays between
/// `least` and `most`. With the keyboard's focus the arrow keys move it.
pub fn show(ui: &mut Ui, look: Look, height: f32, (least, most): (f32, f32), view: &mut View) {
    let inner = ui.max_rect();
    let rect = Rect::from_min_max(pos2(inner.min.x, inner.min.y - HELD), pos2(inner.max.x, inner.min.y));
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.union(rect));
    let grip = ui.interact(rect, ui.scope_id().with("grip"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeVertical);
    grip.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Splitter, true, "Height of the instrument");
        info.value = Some(f64::from(height));
        info
    });
    let mut to = height - if grip.dragged() { grip.drag_delta().y } else { 0.0 };
    if grip.has_focus() {
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(grip.id, arrows));
        let presses = |key| ui.input(|input| input.num_presses(key) as f32);
        to += STEP * (presses(Key::ArrowUp) - presses(Key::ArrowDown));
    }
    if grip.double_clicked() {
        view.instrument_height = View::default().instrument_height;
    } else if to != height {
        view.instrument_height = INSTRUMENT_HEIGHT.clamped(f64::from(to.clamp(least, most)));
    }
    let is_held = grip.hovered() || grip.dragged() || grip.has_focus();
    let colour = if is_held { look.accent() } else { look.weak().gamma_multiply(0.5) };
    let bar = Rect::from_center_size(rect.center(), vec2(if is_held { 96.0 } else { 48.0 }, 3.0));
    ui.painter().rect_filled(bar, 1.5, colour);
    ui.set_clip_rect(clip);
    grip.on_hover_text("Drag, or the arrow keys: how high this is. A double click: as it was.");
}
