//! The readouts of a world, beside it: at its left or over it, wherever the world stays larger. Never on it.

use crate::front::render::Camera;
use crate::front::ui::style::look::Look;
use crate::model::world::{Readout, ReadoutValue};
use crate::studio::session::Session;
use egui::{FontId, Galley, Painter, Pos2, Rect, Vec2, vec2};
use std::sync::Arc;

const LINE: f32 = 16.0;
/// The room between a name and its value, and between one readout and the next.
const NAME: f32 = 8.0;
const NEXT: f32 = 20.0;
const MARGIN: f32 = 8.0;
/// A canvas that is lower than this, in points, gives its readouts a part of its height only: those that fit are shown.
const HIGH: f32 = 300.0;
const PART: f32 = 0.25;
/// A canvas that is smaller than this shows none.
const LEAST: Vec2 = vec2(150.0, 80.0);

/// The readouts of a pane, laid out.
pub struct Placed {
    /// The part of the canvas that is left for the world.
    pub world: Rect,
    entries: Vec<(Pos2, ReadoutText)>,
}

struct ReadoutText {
    name: Arc<Galley>,
    value: Arc<Galley>,
    /// The widths of the name and of the longest value: nothing moves when a number grows.
    widths: (f32, f32),
}

impl ReadoutText {
    fn width(&self) -> f32 {
        self.widths.0 + NAME + self.widths.1
    }
}

/// Lays the readouts of pane `index` out in `canvas`.
pub fn place(painter: &Painter, look: Look, session: &Session, index: usize, canvas: Rect) -> Placed {
    let readouts = of(session, index);
    if readouts.is_empty() || canvas.width() < LEAST.x || canvas.height() < LEAST.y {
        return Placed { world: canvas, entries: Vec::new() };
    }
    let entries: Vec<ReadoutText> = readouts.iter().map(|readout| text(painter, look, readout)).collect();
    let computer = session.lab().panes()[index].computer();
    let appearance = computer.world().appearance();
    let unit = |world: Rect| {
        let size = glam::Vec2::new(world.width(), world.height());
        Camera::squeezing(appearance.extent(), appearance.squeeze(), size, 1.0).scale().x
    };

    let names = entries.iter().map(|entry| entry.widths.0).fold(0.0, f32::max);
    let values = entries.iter().map(|entry| entry.widths.1).fold(0.0, f32::max);
    let width = names + NAME + values + 2.0 * MARGIN;
    let left = Rect::from_min_max(canvas.min + vec2(width.min(canvas.width() - 1.0), 0.0), canvas.max);
    let fits = entries.len() as f32 * LINE + MARGIN <= canvas.height();

    let lines = flow(&entries, canvas.width() - 2.0 * MARGIN);
    let most = if canvas.height() < HIGH { canvas.height() * PART } else { canvas.height() * 0.5 };
    let shown = lines.len().min(((most - MARGIN) / LINE).max(1.0) as usize);
    let over = Rect::from_min_max(canvas.min + vec2(0.0, shown as f32 * LINE + MARGIN), canvas.max);

    let corner = canvas.min + vec2(MARGIN, MARGIN / 2.0);
    if fits && unit(left) >= unit(over) * 0.98 {
        let row = |(row, entry): (usize, ReadoutText)| {
            let entry = ReadoutText { widths: (names, values), ..entry };
            (corner + vec2(0.0, row as f32 * LINE), entry)
        };
        return Placed { world: left, entries: entries.into_iter().enumerate().map(row).collect() };
    }
    let places: Vec<Vec2> = lines.into_iter().take(shown).flatten().collect();
    Placed { world: over, entries: places.into_iter().map(|place| corner + place).zip(entries).collect() }
}

/// Paints the readouts.
pub fn show(painter: &Painter, look: Look, placed: Placed) {
    for (place, ReadoutText { name, value, widths }) in placed.entries {
        painter.galley(place, name, look.weak());
        painter.galley(place + vec2(widths.0 + NAME, -0.5), value, look.text());
    }
}

fn text(painter: &Painter, look: Look, readout: &Readout) -> ReadoutText {
    let value_font = FontId::monospace(12.5);
    let colour = if readout.alarm { look.alarm() } else { look.text() };
    let longest = match readout.value {
        ReadoutValue::Exact(_) => 22,
        ReadoutValue::Word(_) => 14,
        ReadoutValue::Number { .. } | ReadoutValue::Count(_) | ReadoutValue::None => 9,
    };
    let digit = painter.layout_no_wrap("0".to_owned(), value_font.clone(), colour).size().x;
    let name = painter.layout_no_wrap(readout.name.to_owned(), FontId::proportional(12.0), look.weak());
    let value = painter.layout_no_wrap(readout.value.to_string(), value_font, colour);
    let widths = (name.size().x, digit * longest as f32);
    ReadoutText { name, value, widths }
}

/// Returns the places of readouts in lines of this width, line by line.
fn flow(entries: &[ReadoutText], width: f32) -> Vec<Vec<Vec2>> {
    let (mut lines, mut x) = (vec![Vec::new()], 0.0);
    for entry in entries {
        if x > 0.0 && x + entry.width() > width {
            lines.push(Vec::new());
            x = 0.0;
        }
        let y = (lines.len() - 1) as f32 * LINE;
        if let Some(line) = lines.last_mut() {
            line.push(vec2(x, y));
        }
        x += entry.width() + NEXT;
    }
    lines
}

/// Returns the readouts of the pane's world; none if the view hides them.
fn of(session: &Session, index: usize) -> Vec<Readout> {
    if !session.view().readouts {
        return Vec::new();
    }
    session.seen(index).readouts((index > 0).then(|| session.seen(0)))
}
