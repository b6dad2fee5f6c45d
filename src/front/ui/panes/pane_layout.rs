//! The places of the panes: one pass lays out every pane and each of its parts, and returns them with the actions of the person.

use crate::studio::session::{Action, Session};
use egui::{FontId, Rect, TextStyle, Ui, Vec2, pos2, vec2};

/// The result of one pass of the interface: the places to draw in, and the person's actions.
#[derive(Debug, Default)]
pub struct UiOutput {
    /// The panes that are shown, and the rectangle of each one's world, in points.
    pub canvases: Vec<(usize, Rect)>,
    /// The rectangles of the panes' strips, in points.
    pub strips: Vec<Rect>,
    /// The actions of the person, in order.
    pub actions: Vec<Action>,
}

/// The height of a row of the header: the name, and in a narrow pane the numbers under it.
pub const ROW: f32 = 30.0;
/// The room around a name: its margin and the arrow after it.
pub const AROUND_NAME: f32 = 8.0 + ARROW + 8.0;
/// The width of the arrow.
pub const ARROW: f32 = 10.0;
/// The width of the drawing switch.
pub const SWITCH_WIDTH: f32 = 132.0;
/// The height of the numbers under the sentence.
pub const NUMBERS: f32 = 44.0;

/// The room between panes.
const GAP: f32 = 8.0;
/// The room between the parts and the edge.
const MARGIN: f32 = 8.0;
/// The letter before a name.
const BADGE: f32 = 30.0;
/// The widths of the numbers: speed and FPS, and the speed of the game where it is another one.
const SPEED_AND_FPS: f32 = 182.0;
const WITH_GAME: f32 = 284.0;
/// The height of the sentence: two lines of it or three small ones, and four small ones in a narrow pane.
const SENTENCE: f32 = 44.0;
const NARROW_SENTENCE: f32 = 58.0;
/// The height of the drawing switch in a row of its own.
const SWITCH: f32 = 26.0;
/// A pane that is narrower has the switch in a row of its own.
const NARROW: f32 = 400.0;
/// The share of the strip in the room under the header, and its least height.
const STRIP: f32 = 0.36;
const LEAST_STRIP: f32 = 44.0;
/// The least height of a world beside which the sentence and the strip are shown.
const LEAST_WORLD: f32 = 64.0;
/// The height of a world in whose pane everything else has its room.
const LOWEST: f32 = LEAST_WORLD + 1.0;

/// The parts of one pane, in points. `None` is a part that has no room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneLayout {
    /// The pane's place in the session.
    pub index: usize,
    /// All of the pane.
    pub rect: Rect,
    /// The badge and the name.
    pub name: Rect,
    /// The numbers: at the right of the name, or under it.
    pub figures: Rect,
    /// The world.
    pub world: Rect,
    /// The strip.
    pub strip: Option<Rect>,
    /// The sentence.
    pub sentence: Option<Rect>,
    /// The switch between latest, interpolated and extrapolated.
    pub switch: Option<Rect>,
    /// More numbers.
    pub numbers: Option<Rect>,
}

/// Returns the panes that are shown: all, or the one that is enlarged.
pub fn visible(session: &Session) -> Vec<usize> {
    session.enlarged().map_or_else(|| (0..session.lab().panes().len()).collect(), |pane| vec![pane])
}

/// Lays these panes out in `area`, in reading order.
pub fn lay_out(ui: &Ui, session: &Session, area: Rect, panes: &[usize]) -> Vec<PaneLayout> {
    let measures = Measures::of(ui, session, panes);
    let canvas = |size: Vec2| {
        let (_, header) = measures.header(size.x);
        vec2(size.x, (size.y - (header + measures.footer(size.x))) * measures.world_share())
    };
    let cells = grid(area, panes.len(), (measures.world, measures.narrowest), canvas);
    panes.iter().zip(cells).map(|(index, rect)| measures.parts(*index, rect)).collect()
}

/// Lays as many panes out as can be read in `area`: all of `panes`, or neighbours with the selected one among them, or that one
/// alone. A pane can be read if it has room for its name, its numbers, its world and its sentence.
pub fn lay_out_readable(ui: &Ui, session: &Session, area: Rect, panes: &[usize]) -> Vec<PaneLayout> {
    let selected = panes.iter().position(|pane| *pane == session.selected()).unwrap_or(0);
    let some = |count: usize| {
        let first = selected.min(panes.len() - count);
        &panes[first..first + count]
    };
    let can_be_read = |layout: &Vec<PaneLayout>| {
        let seen: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
        let narrowest = Measures::of(ui, session, &seen).narrowest;
        layout.iter().all(|pane| pane.rect.width() >= narrowest && pane.sentence.is_some())
    };
    let layouts = (2..=panes.len()).rev().map(|count| lay_out(ui, session, area, some(count)));
    layouts.into_iter().find(can_be_read).unwrap_or_else(|| lay_out(ui, session, area, some(1)))
}

/// Returns the name of the loop; with how it is drawn, where that alone tells two panes apart and no switch is in sight.
pub fn title(session: &Session, index: usize) -> String {
    let name = &session.seen(index).strategy().name;
    let drawn = session.presentation(index);
    let is_like =
        |other: usize| other != index && session.seen(other).strategy().name == *name && session.presentation(other) != drawn;
    let panes = session.lab().panes().len();
    if session.window().has_bare_panes() && (0..panes).any(is_like) {
        format!("{name}: {}", drawn.id())
    } else {
        name.to_string()
    }
}

/// Returns the width of a pane's title in this font.
pub fn title_width(ui: &Ui, session: &Session, index: usize, font: &FontId) -> f32 {
    ui.painter().layout_no_wrap(title(session, index), font.clone(), egui::Color32::PLACEHOLDER).size().x
}

/// The measures that the layout of a set of panes depends on, taken once.
struct Measures {
    /// The width of the widest title with the letter and all that is around it.
    widest_name: f32,
    /// The narrowest pane in which all names and numbers can be read, on two rows.
    narrowest: f32,
    /// The size of the world; lanes need no more height than they can be squeezed to.
    world: Vec2,
    has_strips: bool,
    has_numbers: bool,
    has_switch: bool,
    is_presenting: bool,
}

impl Measures {
    fn of(ui: &Ui, session: &Session, panes: &[usize]) -> Measures {
        let is_presenting = session.window().is_presenting();
        let widest = |style: TextStyle| {
            let font = if is_presenting { TextStyle::Heading } else { style }.resolve(ui.style());
            panes.iter().map(|index| title_width(ui, session, *index, &font)).fold(0.0, f32::max)
        };
        let computer = session.lab().panes()[0].computer();
        let appearance = computer.world().appearance();
        let extent = appearance.extent();
        let world = ((extent.max - extent.min) * glam::DVec2::new(1.0, appearance.squeeze())).as_vec2();
        Measures {
            widest_name: widest(TextStyle::Button) + BADGE + AROUND_NAME + 16.0,
            narrowest: (widest(TextStyle::Small) + BADGE + AROUND_NAME).max(SPEED_AND_FPS) + 16.0,
            world: vec2(world.x, world.y),
            has_strips: session.view().strips,
            has_numbers: session.view().numbers,
            has_switch: !session.window().has_bare_panes(),
            is_presenting,
        }
    }

    /// Returns the width of the numbers in the header of a pane of this width, and the height of the header: two rows if one of the
    /// names would not fit beside the numbers.
    fn header(&self, width: f32) -> (f32, f32) {
        let beside = [WITH_GAME, SPEED_AND_FPS].into_iter().find(|figures| self.widest_name + figures <= width);
        beside.map_or((width - 16.0, 2.0 * ROW), |figures| (figures, ROW))
    }

    /// Returns the height of everything under the world.
    fn footer(&self, width: f32) -> f32 {
        let switch = if width < NARROW && self.has_switch { SWITCH } else { 0.0 };
        self.sentence(width) + switch + if self.has_numbers { NUMBERS } else { 0.0 }
    }

    /// Returns the height of the sentence. A presentation has larger letters, and no pointer to open a tooltip with.
    fn sentence(&self, width: f32) -> f32 {
        let high = if width < NARROW { NARROW_SENTENCE } else { SENTENCE };
        if self.is_presenting { high * 1.3 } else { high }
    }

    /// Returns the share of the world in the room under the header.
    fn world_share(&self) -> f32 {
        if self.has_strips { 1.0 - STRIP } else { 1.0 }
    }

    /// Returns the parts of pane `index` in `rect`.
    fn parts(&self, index: usize, rect: Rect) -> PaneLayout {
        let inner = rect.shrink2(vec2(MARGIN, 0.0));
        let (figures_width, header) = self.header(rect.width());
        let (head, body) = rect.split_top_bottom_at_y(rect.min.y + header.min(rect.height()));
        let row = Rect::from_min_max(inner.left_top(), inner.right_top() + vec2(0.0, ROW.min(rect.height())));
        let (name, figures) = if header > ROW {
            let under = row.translate(vec2(0.0, ROW)).intersect(head);
            (row, under.with_max_y(under.max.y - 4.0))
        } else {
            row.split_left_right_at_x((row.max.x - figures_width).max(row.min.x))
        };
        let footer = self.footer(rect.width());
        let has_footer = body.height() > footer + LEAST_WORLD;
        let (canvas, foot) = body.split_top_bottom_at_y(if has_footer { body.max.y - footer } else { body.max.y });
        let high = canvas.height() * STRIP;
        let has_strip = self.has_strips && high >= LEAST_STRIP && canvas.height() - high >= LEAST_WORLD;
        let (world, strip) = canvas.split_top_bottom_at_y(if has_strip { canvas.max.y - high } else { canvas.max.y });
        let strip = has_strip.then_some(strip);
        let bare = PaneLayout { index, rect, name, figures, world, strip, sentence: None, switch: None, numbers: None };
        if !has_footer {
            return bare;
        }
        let line = Rect::from_min_size(foot.min, vec2(foot.width(), self.sentence(rect.width()))).shrink2(vec2(MARGIN, 0.5));
        let mut below = line.bottom() + 2.0;
        let (sentence, switch) = if !self.has_switch {
            (line, None)
        } else if rect.width() < NARROW {
            let row = Rect::from_min_size(pos2(line.left(), below), vec2(line.width(), SWITCH - 4.0));
            below += SWITCH;
            (line, Some(row))
        } else {
            let (sentence, switch) = line.split_left_right_at_x(line.right() - SWITCH_WIDTH);
            (sentence.with_max_x(sentence.max.x - MARGIN), Some(switch))
        };
        let numbers = self.has_numbers.then(|| Rect::from_min_max(pos2(inner.left(), below), inner.max));
        PaneLayout { sentence: Some(sentence), switch, numbers, ..bare }
    }
}

/// Returns the places of the panes in reading order, in rows of which the last may have fewer and wider panes: the arrangement that shows
/// a world of this shape largest, of those in which no pane is narrower than `narrowest`. `canvas` is what a pane of a size
/// has for the world.
fn grid(area: Rect, count: usize, (world, narrowest): (Vec2, f32), canvas: impl Fn(Vec2) -> Vec2) -> Vec<Rect> {
    let is_wide = |columns: usize| columns == 1 || cell(area, columns, 1).x >= narrowest;
    // A pane that is too low has no room for its sentence.
    let is_high = |columns: usize| canvas(cell(area, columns, count.div_ceil(columns))).y >= LOWEST;
    let fits: Vec<usize> = (1..=count).filter(|columns| is_wide(*columns)).collect();
    let high: Vec<usize> = fits.iter().copied().filter(|columns| is_high(*columns)).collect();
    let columns = if high.is_empty() { fits } else { high }.into_iter().max_by(|a, b| {
        let scale = |columns: usize| {
            let canvas = canvas(cell(area, columns, count.div_ceil(columns)));
            // The squarest arrangement is the easiest to compare in: another one must be clearly larger.
            let squarest = (count as f32).sqrt().ceil() as usize;
            (canvas.x / world.x).min(canvas.y / world.y) * if columns == squarest { 1.15 } else { 1.0 }
        };
        scale(*a).total_cmp(&scale(*b))
    });
    let columns = columns.unwrap_or(1);
    let rows = count.div_ceil(columns);
    let place = |index: usize| {
        let row = index / columns;
        let in_row = if row + 1 == rows { count - row * columns } else { columns };
        let size = cell(area, in_row, rows);
        let step = vec2((index % columns) as f32 * (size.x + GAP), row as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}

/// Returns the size of a cell in a grid of this many columns and rows.
fn cell(area: Rect, columns: usize, rows: usize) -> Vec2 {
    let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).max(1.0);
    vec2(share(area.width(), columns), share(area.height(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_fill_their_area_without_overlapping() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 700.0));
        for count in 1..=6 {
            let panes = grid(area, count, (vec2(16.0, 10.0), 0.0), |size| size - vec2(0.0, 66.0));
            assert_eq!(panes.len(), count);
            for (index, pane) in panes.iter().enumerate() {
                assert!(area.expand(0.1).contains_rect(*pane), "{count} panes");
                assert!(panes[..index].iter().all(|other| !other.shrink(0.1).intersects(*pane)), "{count} panes");
            }
        }
    }

    #[test]
    fn four_panes_stand_two_by_two_and_two_stand_side_by_side() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1300.0, 850.0));
        assert_eq!(grid(area, 4, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[1].min.y, 0.0);
        assert!(grid(area, 4, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[2].min.y > 0.0);
        // In a row they would be too narrow to be read.
        let low = Rect::from_min_size(area.min, vec2(744.0, 600.0));
        assert_eq!(grid(low, 4, (vec2(100.0, 400.0), 200.0), |size| size).iter().filter(|pane| pane.min.y == 0.0).count(), 2);
        assert_eq!(grid(area, 2, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[1].min.y, 0.0);
    }
}
