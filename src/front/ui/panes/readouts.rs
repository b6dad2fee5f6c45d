//! The readouts of a world: at its left or above it, whichever leaves the larger world, and never on it.

use crate::front::render::camera::Camera;
use crate::front::ui::style::look::{UiLook, letter_size};
use crate::studio::session::Session;
use egui::{FontId, Galley, Rect, Ui, Vec2, vec2};
use std::sync::Arc;
use tickscope_core::model::world::readout::{Readout, ReadoutValue};

const LINE: f32 = 16.0;
const NAME_LETTER: f32 = 12.0;
const VALUE_LETTER: f32 = 12.5;
const NAME: f32 = 8.0;
const NEXT: f32 = 20.0;
const MARGIN: f32 = 8.0;
const LEAST: Vec2 = vec2(150.0, 80.0);

/// The arrangement of the readouts in all panes. It does not depend on the readouts of one pane, so that all worlds have the same
/// room.
#[derive(Clone, Copy, Debug)]
pub struct Arrangement {
    /// The room that the world loses at its left and at its top.
    pub inset: Vec2,
    /// The widths of the names and of the values in a column at the left; `None` if the readouts are in lines.
    column: Option<(f32, f32)>,
    lines: usize,
    zoom: f32,
}

struct ReadoutText {
    name: Arc<Galley>,
    value: Arc<Galley>,
    /// The widths of the name and of the longest value, so that nothing moves when a number grows.
    widths: (f32, f32),
}

impl ReadoutText {
    fn width(&self) -> f32 {
        self.widths.0 + NAME + self.widths.1
    }
}

impl Arrangement {
    /// Returns the arrangement on a canvas of this size, which can lose `spare` points of its height. Readouts that do not fit are
    /// hidden.
    pub fn of(ui: &Ui, session: &Session, panes: &[usize], (canvas, spare): (Vec2, f32)) -> Arrangement {
        let zoom = zoom(ui);
        let texts = |index: &usize| texts(ui, &of(session, *index));
        let all: Vec<Vec<ReadoutText>> = panes.iter().map(texts).collect();
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        let none = Arrangement { inset: Vec2::ZERO, column: None, lines: 0, zoom };
        if most == 0 || canvas.x < LEAST.x || canvas.y < LEAST.y {
            return none;
        }
        let computer = session.run.lab.panes()[panes[0]].computer();
        let appearance = computer.world().appearance();
        let unit = |inset: Vec2| {
            let world = canvas - inset;
            Camera::squeezing(appearance.extent(), appearance.squeeze(), glam::Vec2::new(world.x, world.y), 1.0).scale.x
        };

        let widest = |part: fn(&ReadoutText) -> f32| all.iter().flatten().map(part).fold(0.0, f32::max);
        let (names, values) = (widest(|text| text.widths.0), widest(|text| text.widths.1));
        let left = vec2((names + NAME + values + 2.0 * MARGIN).min(canvas.x - 1.0), 0.0);
        let fits = most as f32 * LINE * zoom + MARGIN <= canvas.y;

        let lines = all.iter().map(|entries| flow(entries, canvas.x - 2.0 * MARGIN, zoom).len()).max().unwrap_or(0);
        let lines = lines.min(((spare - MARGIN) / (LINE * zoom)).max(0.0) as usize);
        let top = if lines == 0 { Vec2::ZERO } else { vec2(0.0, lines as f32 * LINE * zoom + MARGIN) };
        if fits && unit(left) >= unit(top) * 0.98 {
            return Arrangement { inset: left, column: Some((names, values)), lines: most, zoom };
        }
        Arrangement { inset: top, lines, ..none }
    }

    pub fn show(&self, ui: &Ui, session: &Session, index: usize, canvas: Rect) {
        if self.lines == 0 || session.hides_verdicts() {
            return;
        }
        let painter = ui.painter_at(canvas);
        let corner = canvas.min + vec2(MARGIN, MARGIN / 2.0);
        let entries = texts(ui, &of(session, index));
        let places: Vec<Vec2> = match self.column {
            Some(_) => (0..entries.len()).map(|row| vec2(0.0, row as f32 * LINE * self.zoom)).collect(),
            None => flow(&entries, canvas.width() - 2.0 * MARGIN, self.zoom).into_iter().take(self.lines).flatten().collect(),
        };
        for (place, ReadoutText { name, value, widths }) in places.into_iter().zip(entries) {
            let names = self.column.map_or(widths.0, |(names, _)| names);
            painter.galley(corner + place, name, ui.look().weak());
            painter.galley(corner + place + vec2(names + NAME, -0.5), value, ui.look().text());
        }
    }
}

fn zoom(ui: &Ui) -> f32 {
    letter_size(ui, NAME_LETTER) / NAME_LETTER
}

fn texts(ui: &Ui, readouts: &[Readout]) -> Vec<ReadoutText> {
    readouts.iter().map(|readout| text(ui, readout)).collect()
}

fn text(ui: &Ui, readout: &Readout) -> ReadoutText {
    let look = ui.look();
    let (painter, zoom) = (ui.painter(), zoom(ui));
    let value_font = FontId::monospace(VALUE_LETTER * zoom);
    let colour = if readout.alarm { look.alarm() } else { look.text() };
    let longest = match readout.value {
        ReadoutValue::Exact(_) => 22,
        ReadoutValue::Word(_) => 14,
        ReadoutValue::Number { .. } | ReadoutValue::Count(_) | ReadoutValue::None => 9,
    };
    let digit = painter.layout_no_wrap("0".to_owned(), value_font.clone(), colour).size().x;
    let name = painter.layout_no_wrap(readout.name.to_owned(), FontId::proportional(NAME_LETTER * zoom), look.weak());
    let value = painter.layout_no_wrap(readout.value.to_string(), value_font, colour);
    let widths = (name.size().x, digit * longest as f32);
    ReadoutText { name, value, widths }
}

fn flow(entries: &[ReadoutText], width: f32, zoom: f32) -> Vec<Vec<Vec2>> {
    let (mut lines, mut x) = (vec![Vec::new()], 0.0);
    for entry in entries {
        if x > 0.0 && x + entry.width() > width {
            lines.push(Vec::new());
            x = 0.0;
        }
        let y = (lines.len() - 1) as f32 * LINE * zoom;
        if let Some(line) = lines.last_mut() {
            line.push(vec2(x, y));
        }
        x += entry.width() + NEXT;
    }
    lines
}

fn of(session: &Session, index: usize) -> Vec<Readout> {
    if !session.run.view.readouts {
        return Vec::new();
    }
    session.run.seen(index).readouts((index > 0).then(|| session.run.seen(0)))
}
