//! What all plots have in common: their room, and the numbers on an axis.

use crate::front::ui::style::look::Look;
use egui::Rect;
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
