//! The readouts of a world, in the corner of its pane.

use crate::front::ui::style::look::Look;
use crate::model::world::Readout;
use crate::studio::session::Session;
use egui::{FontId, Painter, Rect, vec2};

const LINE: f32 = 16.0;
const NAMES: f32 = 10.0;
/// What the readouts take of a canvas that is wide enough to give it, and how wide that is. Fixed, so that the world
/// stands still when a number grows.
const STRIP: f32 = 190.0;
const WIDE: f32 = 420.0;
/// A canvas that is not, but as high as this, gives room at its top.
const HIGH: f32 = 300.0;

/// The part of a canvas that is left for the world.
pub fn beside(session: &Session, index: usize, canvas: Rect) -> Rect {
    let lines = of(session, index).len() as f32;
    if lines == 0.0 {
        return canvas;
    }
    if canvas.width() >= WIDE {
        return Rect::from_min_max(canvas.min + vec2(STRIP, 0.0), canvas.max);
    }
    if canvas.height() >= HIGH {
        return Rect::from_min_max(canvas.min + vec2(0.0, lines * LINE + 14.0), canvas.max);
    }
    canvas
}

/// Below `top`; where the world has the canvas to itself, in its upper half.
pub fn show(painter: &Painter, look: Look, session: &Session, index: usize, canvas: Rect, top: f32) {
    let readouts = of(session, index);
    if readouts.is_empty() || canvas.width() < 150.0 {
        return;
    }
    let has_room = beside(session, index, canvas) != canvas;
    let height = if has_room { canvas.height() } else { canvas.height() * 0.5 };
    let room = ((height - (top - canvas.top())) / LINE).max(0.0) as usize;
    let shown = &readouts[..readouts.len().min(room)];
    let name_font = FontId::proportional(12.0);
    let value_font = FontId::monospace(12.5);
    let laid: Vec<_> = shown
        .iter()
        .map(|readout| {
            let colour = if readout.alarm { look.alarm() } else { look.text() };
            let name = painter.layout_no_wrap(readout.name.to_owned(), name_font.clone(), look.weak());
            (name, painter.layout_no_wrap(readout.value.to_string(), value_font.clone(), colour))
        })
        .collect();
    let names = laid.iter().map(|(name, _)| name.size().x).fold(0.0, f32::max);
    let values = laid.iter().map(|(_, value)| value.size().x).fold(0.0, f32::max);
    let corner = egui::pos2(canvas.left() + 8.0, top);
    if !has_room {
        let plate = Rect::from_min_size(corner, vec2(names + values + NAMES + 14.0, shown.len() as f32 * LINE + 6.0));
        painter.rect_filled(plate.intersect(canvas), 4.0, look.canvas().gamma_multiply(0.8));
    }
    for (row, (name, value)) in laid.into_iter().enumerate() {
        let place = corner + vec2(6.0, 3.0 + row as f32 * LINE);
        painter.galley(place, name, look.weak());
        painter.galley(place + vec2(names + NAMES, -0.5), value, look.text());
    }
}

/// What the world says of itself, where that is to be shown.
fn of(session: &Session, index: usize) -> Vec<Readout> {
    if !session.view().readouts {
        return Vec::new();
    }
    session.seen(index).readouts((index > 0).then(|| session.seen(0)))
}
