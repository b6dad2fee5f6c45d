//! A part of the panel that is closed at first, with its settings in its head.

use crate::front::ui::style::look::UiLook;
use egui::text::{LayoutJob, TextWrapping};
use egui::{CollapsingHeader, Color32, FontId, Response, TextFormat, Ui, WidgetText};

/// The room of the arrow before the name and of the edges, in points.
const AROUND: f32 = 32.0;

/// Shows a head with `name` and the settings `set`; while the group is open, also the controls that `contents` adds.
pub fn show(ui: &mut Ui, name: &str, set: &str, contents: impl FnOnce(&mut Ui)) {
    fold(ui, name, set, None, contents);
}

/// Shows a group like [`show`] that is open as `is_open` says; `None` leaves that to clicks on its head. Returns the head.
pub fn fold(ui: &mut Ui, name: &str, set: &str, is_open: Option<bool>, contents: impl FnOnce(&mut Ui)) -> Response {
    let format = |size, color| TextFormat::simple(FontId::proportional(size), color);
    let mut job = LayoutJob::single_section(format!("{name}: "), format(14.0, Color32::PLACEHOLDER));
    job.append(set, 0.0, format(12.0, ui.look().weak()));
    job.wrap = TextWrapping { max_rows: 2, ..TextWrapping::truncate_at_width(ui.available_width() - AROUND) };
    job.wrap.break_anywhere = false;
    let head = ui.painter().layout_job(job);
    let is_cut = head.elided;
    let group = CollapsingHeader::new(WidgetText::from(head)).id_salt(name).open(is_open).show_unindented(ui, contents);
    if is_cut { group.header_response.on_hover_text(set) } else { group.header_response }
}
