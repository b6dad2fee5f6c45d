//! Marks at both edges of a pane where its display tears, so that a tear is found from the last row of a class.

use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{Painter, Rect, Shape, Stroke, pos2};

/// The length of a mark, in points.
const MARK: f32 = 7.0;
/// Where a display tears more often, marks would be everywhere.
const MOST: usize = 8;

/// Marks the tears of pane `index`, whose world is drawn in `world`.
pub fn show(painter: &Painter, look: Look, session: &Session, index: usize, world: Rect) {
    let bands = session.seen(index).torn(session.now());
    if bands.len() > MOST {
        return;
    }
    for band in bands.iter().skip(1) {
        let y = world.min.y + world.height() * band.from_row as f32;
        for (edge, inwards) in [(world.min.x, MARK), (world.max.x, -MARK)] {
            let corners = vec![pos2(edge, y - MARK / 2.0), pos2(edge + inwards, y), pos2(edge, y + MARK / 2.0)];
            painter.add(Shape::convex_polygon(corners, look.alarm(), Stroke::NONE));
        }
    }
}
