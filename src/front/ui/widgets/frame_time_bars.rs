//! The frame times of a capture over time, a bar for each column of pixels.

use crate::front::ui::style::look::Look;
use egui::{Mesh, Painter, Rect, Stroke, StrokeKind, pos2};
use tickscope_core::base::time::Span;
use tickscope_core::lab::findings::capture_summary::PlotColumn;

/// Paints bars that stand on the bottom of `rect`, whose height is `highest`: each is the longest frame time of its column, and has
/// the colour of errors if a hitch or a stall lies in it. Longer ones are cut.
pub fn paint(painter: &Painter, rect: Rect, columns: &[PlotColumn], highest: Span, look: Look) {
    let mut mesh = Mesh::default();
    let pixels = rect.width().max(1.0) as usize;
    for pixel in 0..pixels {
        let (from, to) = (pixel * columns.len() / pixels, ((pixel + 1) * columns.len()).div_ceil(pixels));
        let shown = &columns[from..to.min(columns.len())];
        let longest = shown.iter().map(|column| column.longest).max().unwrap_or_default();
        let height = longest.ratio(highest).min(1.0) as f32 * rect.height();
        let left = rect.left() + pixel as f32;
        let bar = Rect::from_min_max(pos2(left, rect.bottom() - height), pos2(left + 1.0, rect.bottom()));
        let colour = if shown.iter().any(|column| column.stutters) { look.alarm() } else { look.accent() };
        mesh.add_colored_rect(bar, colour);
    }
    painter.add(mesh);
}

/// Paints a frame around the shares `from` to `to` of the width, as far as they lie in it.
pub fn paint_frame(painter: &Painter, rect: Rect, [from, to]: [f64; 2], look: Look) {
    let [left, right] = [from, to].map(|share| rect.left() + share.clamp(0.0, 1.0) as f32 * rect.width());
    if right > left {
        let frame = Rect::from_x_y_ranges(left..=right, rect.y_range());
        painter.rect(frame, 2.0, look.text().gamma_multiply(0.1), Stroke::new(1.0, look.weak()), StrokeKind::Inside);
    }
}

/// Paints the playhead at a share of the width; none outside of 0 to 1.
pub fn paint_playhead(painter: &Painter, rect: Rect, share: f64, look: Look) {
    if (0.0..=1.0).contains(&share) {
        let x = rect.left() + share as f32 * rect.width();
        painter.vline(x, rect.y_range(), Stroke::new(1.5, look.text()));
    }
}
