//! What all plots have in common: their room, their name, and the numbers on an axis.

use crate::front::ui::style::look::Look;
use egui::{Label, Rect, RichText, Ui, UiBuilder, vec2};
use egui_plot::Plot;

/// The room of the numbers at the left.
pub const AXIS: f32 = 40.0;

/// A plot that can't be moved or zoomed by hand.
pub fn still(plot: Plot<'_>, look: Look, rect: Rect) -> Plot<'_> {
    plot.height(rect.height())
        .width(rect.width())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .grid_color(look.weak().gamma_multiply(0.35))
}

/// A plot's name in its corner, with its explanation as the tooltip.
pub fn heading(ui: &mut Ui, look: Look, frame: Rect, title: &str, about: &str) {
    let text = RichText::new(title).size(12.0).color(look.text());
    let rect = Rect::from_min_size(frame.left_top() + vec2(6.0, 2.0), vec2((frame.width() - 8.0).max(1.0), 16.0));
    let builder = UiBuilder::new().max_rect(rect).id_salt(title);
    ui.scope_builder(builder, |ui| ui.add(Label::new(text).truncate().selectable(false)).on_hover_text(about));
}
