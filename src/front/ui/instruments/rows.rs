//! The rows of the table, which its parts share.

use crate::front::ui::style::look::Look;
use egui::{Rect, Ui};

/// The height of the heads.
pub const HEAD: f32 = 40.0;
/// The height of a row.
pub const ROW: f32 = 25.0;

/// Every other row has a ground of its own.
pub fn stripe(ui: &Ui, look: Look, rect: Rect, place: usize) {
    if place.is_multiple_of(2) {
        ui.painter().rect_filled(rect, 0.0, look.canvas().gamma_multiply(0.55));
    }
}
