//! Where the parts of a pane stand.

use crate::front::ui::panes::numbers;
use crate::studio::session::Session;
use egui::{Rect, vec2};

/// The height of a row of the header: the name, and in a narrow pane the numbers under it.
pub const ROW: f32 = 30.0;
/// The height of the sentence: two lines of it or three small ones, and four small ones in a narrow pane.
const SENTENCE: f32 = 44.0;
const NARROW_SENTENCE: f32 = 58.0;
/// The height of the drawing switch in a row of its own.
const SWITCH: f32 = 26.0;
/// A pane that is narrower has the switch in a row of its own.
const NARROW: f32 = 400.0;
/// What the strip takes of the room under the header, and the least that it needs.
const STRIP: f32 = 0.36;
const LEAST_STRIP: f32 = 44.0;
/// What is left for the world at least, before the sentence and then the strip go.
pub const LEAST_WORLD: f32 = 64.0;
/// Between the parts and the edge.
const MARGIN: f32 = 8.0;

/// The parts of one pane, in points. What has no room is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// The badge and the name.
    pub name: Rect,
    /// The numbers: at the right of the name, or under it.
    pub figures: Rect,
    /// The world.
    pub world: Rect,
    /// What the display showed through time.
    pub strip: Option<Rect>,
    /// The sentence.
    pub sentence: Option<Rect>,
    /// The switch between latest, interpolated and extrapolated.
    pub switch: Option<Rect>,
    /// More numbers.
    pub numbers: Option<Rect>,
}

/// How wide the numbers in a header are, and whether they stand under the name; the same for all panes of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Header {
    /// The width of the numbers.
    pub figures: f32,
    /// Whether the header has two rows.
    pub two_rows: bool,
}

/// How wide the drawing switch is.
pub const SWITCH_WIDTH: f32 = 158.0;

/// What a pane's height is besides its world and its strip, at this width.
pub fn furniture(session: &Session, header: Header, width: f32) -> f32 {
    let rows = if header.two_rows { 2.0 } else { 1.0 };
    rows * ROW + footer(session, width)
}

fn footer(session: &Session, width: f32) -> f32 {
    let switch = if width < NARROW && !session.has_bare_panes() { SWITCH } else { 0.0 };
    sentence(session, width) + switch + if session.view().numbers { numbers::HEIGHT } else { 0.0 }
}

/// A presentation has larger letters, and no pointer to open a tooltip with.
fn sentence(session: &Session, width: f32) -> f32 {
    let high = if width < NARROW { NARROW_SENTENCE } else { SENTENCE };
    if session.is_presenting() { high * 1.3 } else { high }
}

/// The part of the room under the header that is the world's.
pub fn world_share(session: &Session) -> f32 {
    if session.view().strips { 1.0 - STRIP } else { 1.0 }
}

impl Places {
    /// The parts of a pane in `rect`.
    pub fn of(session: &Session, rect: Rect, header: Header) -> Places {
        let inner = rect.shrink2(vec2(MARGIN, 0.0));
        let rows = if header.two_rows { 2.0 } else { 1.0 };
        let (head, body) = rect.split_top_bottom_at_y(rect.min.y + (rows * ROW).min(rect.height()));
        let row = Rect::from_min_max(inner.left_top(), inner.right_top() + vec2(0.0, ROW.min(rect.height())));
        let (name, figures) = if header.two_rows {
            let under = row.translate(vec2(0.0, ROW)).intersect(head);
            (row, under.with_max_y(under.max.y - 4.0))
        } else {
            let split = (row.max.x - header.figures).max(row.min.x);
            row.split_left_right_at_x(split)
        };
        let foot = footer(session, rect.width());
        let (canvas, foot) = if body.height() > foot + LEAST_WORLD {
            body.split_top_bottom_at_y(body.max.y - foot)
        } else {
            (body, Rect::NOTHING)
        };
        let high = canvas.height() * STRIP;
        let strips = session.view().strips && high >= LEAST_STRIP && canvas.height() - high >= LEAST_WORLD;
        let (world, strip) = canvas.split_top_bottom_at_y(if strips { canvas.max.y - high } else { canvas.max.y });
        let strip = strips.then_some(strip);
        if foot == Rect::NOTHING {
            return Places { name, figures, world, strip, sentence: None, switch: None, numbers: None };
        }
        let line = Rect::from_min_size(foot.min, vec2(foot.width(), sentence(session, rect.width()))).shrink2(vec2(MARGIN, 0.5));
        let mut below = line.bottom() + 2.0;
        let (sentence, switch) = if session.has_bare_panes() {
            (line, None)
        } else if rect.width() < NARROW {
            let row = Rect::from_min_size(egui::pos2(line.left(), below), vec2(line.width(), SWITCH - 4.0));
            below += SWITCH;
            (line, Some(row))
        } else {
            let (sentence, switch) = line.split_left_right_at_x(line.right() - SWITCH_WIDTH);
            (sentence.with_max_x(sentence.max.x - MARGIN), Some(switch))
        };
        let numbers = session.view().numbers.then(|| Rect::from_min_max(egui::pos2(inner.left(), below), inner.max));
        Places { name, figures, world, strip, sentence: Some(sentence), switch, numbers }
    }
}
