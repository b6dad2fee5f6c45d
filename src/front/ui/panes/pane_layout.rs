//! The positions of the panes and of the parts of each pane.

use crate::front::ui::panes::over_world::Surroundings;
use crate::front::ui::panes::pane_title::{short_title, text_width, title};
use crate::front::ui::style::look::letters;
use crate::studio::session::Session;
use egui::{Rect, TextStyle, Ui, Vec2, pos2, vec2};
use tickscope_core::model::config::limits::MOST_PANES;

/// The height of a line of the head at the usual text size. All lengths in this file are in points, and those of texts grow with
/// the text.
const LINE: f32 = 17.0;
/// The room around the line of the first row (badge, name, verdict, number), and around that of a verdict with its own row.
const AROUND_LINES: [f32; 2] = [13.0, 3.0];
pub const ARROW: f32 = 10.0;
pub const AROUND_NAME: f32 = 8.0 + ARROW + 8.0;
pub const NUMBERS: f32 = 44.0;
/// The height of the pulse, which does not grow with the text.
const PULSE: f32 = 40.0;
/// The height of the pulse where the canvas would lose its share to a higher one.
const LEAST_PULSE: f32 = 24.0;

const GAP: f32 = 8.0;
pub const MARGIN: f32 = 8.0;
const BADGE: f32 = 30.0;
/// The room that a name has to spare, so that no rounding cuts it off.
const SLACK: f32 = 4.0;
/// A name longer than this may be cut off rather than keep panes from standing side by side.
const LONGEST_NAME: f32 = 220.0;
/// The width of the frame rate.
const FIGURES: f32 = 80.0;
/// The room between a verdict and the frame rate beside it.
const APART: f32 = 8.0;
/// A narrower pane has no number.
const LEAST_WITH_FIGURES: f32 = 300.0;
/// The width of nearly every verdict in short; a wider one has smaller letters.
const VERDICT: f32 = 212.0;
/// The width of nearly every verdict in smaller letters.
const LEAST_VERDICT: f32 = 198.0;
/// The least height of a world that leaves room for the verdict and the pulse.
const LEAST_WORLD: f32 = 64.0;
/// A lower world takes from the pulse; panes with lower ones are shown a few at a time where that is possible.
const READABLE_WORLD: f32 = 96.0;
/// The share of a pane's height that its canvas keeps; numbers of the world and notes over it get the rest.
const CANVAS: f32 = 0.56;
/// The allowed numbers of columns for each number of panes: a grid is full, except that five leave one cell empty.
const COLUMNS: [&[usize]; MOST_PANES] = [&[1], &[1, 2], &[1, 3], &[1, 2, 4], &[1, 2, 3, 5], &[1, 2, 3, 6]];
/// The columns of two or more panes in a lesson, in every step.
const IN_LESSON: usize = 2;

/// The parts of one pane, in points; `None` for a part without room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneLayout {
    pub index: usize,
    pub rect: Rect,
    pub name: Rect,
    /// The verdict, next to the name or under it.
    pub sentence: Option<Rect>,
    /// The frame rate, at the right end of the first row.
    pub figures: Option<Rect>,
    pub world: Rect,
    pub pulse: Option<Rect>,
    pub numbers: Option<Rect>,
    /// Whether every part that the view wants has room.
    pub is_whole: bool,
}

impl PaneLayout {
    /// Returns the height that the canvas can lose to what stands over the world.
    pub fn spare(&self) -> f32 {
        spare(self.world.height(), self.rect.height())
    }
}

fn spare(canvas: f32, pane: f32) -> f32 {
    (canvas - CANVAS * pane).max(0.0)
}

/// Returns the layout of `panes` in `area`, in reading order.
pub fn lay_out(ui: &Ui, session: &Session, area: Rect, panes: &[usize]) -> Vec<PaneLayout> {
    let measures = Measures::of(ui, session, panes);
    let inset = |canvas: Vec2, spare: f32| Surroundings::of(ui, session, panes, (canvas, spare)).inset();
    let wanted = session.lesson().is_some().then_some(IN_LESSON.min(panes.len()));
    let (_, cells) = grid(area, panes.len(), &measures, wanted, inset);
    panes.iter().zip(cells).map(|(index, rect)| measures.parts(*index, rect)).collect()
}

/// Returns whether this many panes of a lesson leave the last cell of their grid free.
pub const fn leaves_cell(count: usize) -> bool {
    count > IN_LESSON && !count.is_multiple_of(IN_LESSON)
}

/// Returns whether the panes of a lesson stand in two columns in a row of this width.
pub fn has_columns(ui: &Ui, session: &Session, panes: &[usize], width: f32) -> bool {
    let row = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 1.0));
    cell(row, IN_LESSON, 1).x >= Measures::of(ui, session, panes).narrowest
}

/// Returns the free cell of a lesson's panes, beside the last one; `None` if there is none.
pub fn free_cell(layout: &[PaneLayout]) -> Option<Rect> {
    let [first, second, .., last] = layout else { return None };
    let is_beside = first.rect.min.y == second.rect.min.y && last.rect.min.x == first.rect.min.x;
    let cell = last.rect.translate(vec2(second.rect.min.x - first.rect.min.x, 0.0));
    (leaves_cell(layout.len()) && is_beside).then_some(cell)
}

/// Returns the layout of as many panes as can be read in `area`: all of `panes`, or the selected one with neighbours, or the
/// selected one alone. A pane can be read if it has room for its name, its numbers, its world and its sentence, in projector mode
/// for all parts.
pub fn lay_out_readable(ui: &Ui, session: &Session, area: Rect, panes: &[usize]) -> Vec<PaneLayout> {
    let selected = panes.iter().position(|pane| *pane == session.selected()).unwrap_or(0);
    let some = |count: usize| {
        let first = selected.min(panes.len() - count);
        &panes[first..first + count]
    };
    let needs_all = session.window.presenting;
    let can_be_read = |layout: &Vec<PaneLayout>| {
        let seen: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
        let narrowest = Measures::of(ui, session, &seen).narrowest;
        let has_world = |pane: &PaneLayout| pane.world.height() >= READABLE_WORLD;
        let has_parts = |pane: &PaneLayout| pane.sentence.is_some() && has_world(pane) && (pane.is_whole || !needs_all);
        layout.iter().all(|pane| pane.rect.width() >= narrowest && has_parts(pane))
    };
    let layouts = (2..=panes.len()).rev().map(|count| lay_out(ui, session, area, some(count)));
    layouts.into_iter().find(can_be_read).unwrap_or_else(|| lay_out(ui, session, area, some(1)))
}

struct Measures {
    zoom: f32,
    /// The width of the widest title.
    widest_title: f32,
    /// The width of the widest title in short.
    widest_short: f32,
    /// The width of the narrowest pane in which a verdict and all names, except very long ones, can be read.
    narrowest: f32,
    /// The size of the world, in world units; for lanes the least height at which they can be drawn.
    world: Vec2,
    has_pulse: bool,
    /// The height of the pulse; 1 is the usual height.
    pulse_size: f32,
    has_numbers: bool,
}

/// The form of a head: whether the verdict stands next to the name, and the widths of the name and of the number, 0 without one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    has_one_row: bool,
    name: f32,
    figures: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Heights {
    head: f32,
    world: f32,
    pulse: f32,
    numbers: f32,
    has_sentence: bool,
}

impl Measures {
    fn of(ui: &Ui, session: &Session, panes: &[usize]) -> Measures {
        let widest = |style: TextStyle, text: fn(&Session, usize) -> String| {
            let font = style.resolve(ui.style());
            panes.iter().map(|index| text_width(ui, &text(session, *index), &font)).fold(0.0, f32::max)
        };
        let zoom = letters(ui);
        let computer = session.run.lab.panes()[0].computer();
        let appearance = computer.world().appearance();
        let extent = appearance.extent();
        let world = ((extent.max - extent.min) * glam::DVec2::new(1.0, appearance.squeeze())).as_vec2();
        let around = if session.window.has_bare_panes() { MARGIN } else { AROUND_NAME };
        let name = widest(TextStyle::Small, title).min(LONGEST_NAME * zoom) + (BADGE + around) * zoom;
        Measures {
            zoom,
            widest_title: widest(TextStyle::Button, title) + (BADGE + around) * zoom + SLACK,
            widest_short: widest(TextStyle::Button, short_title) + (BADGE + around) * zoom + SLACK,
            narrowest: name.max(LEAST_VERDICT * zoom) + 2.0 * MARGIN,
            world: vec2(world.x, world.y),
            has_pulse: session.run.view.pulse,
            pulse_size: session.run.view.pulse_size as f32,
            has_numbers: session.run.view.numbers,
        }
    }

    /// Returns the heights of the first row of the head, and of a verdict with its own row.
    fn rows(&self) -> [f32; 2] {
        AROUND_LINES.map(|around| LINE * self.zoom + around)
    }

    /// Returns the form of the head in panes of this size, whatever their verdicts say.
    fn head(&self, size: Vec2) -> Head {
        let figures = FIGURES * self.zoom;
        let verdict = VERDICT * self.zoom + 2.0 * MARGIN;
        let one_row =
            |name: f32, figures: f32| (name + verdict + figures <= size.x).then_some(Head { has_one_row: true, name, figures });
        if let Some(whole) = one_row(self.widest_title, figures) {
            return whole;
        }
        // A second row may cost no point of the world; else the verdict is worth more than the number, and than a whole title.
        let [row, second] = self.rows();
        let fills_width = self.fills_width(size.x);
        let pulse = if self.has_pulse { (PULSE - second).max(LEAST_PULSE) } else { 0.0 };
        if size.y - row - second - pulse < fills_width
            && let Some(short) = one_row(self.widest_title, 0.0).or_else(|| one_row(self.widest_short, 0.0))
        {
            return short;
        }
        let has_room = size.x >= LEAST_WITH_FIGURES * self.zoom && self.narrowest + figures <= size.x;
        Head { has_one_row: false, name: self.widest_title, figures: if has_room { figures } else { 0.0 } }
    }

    /// Returns the height that the world can use in a pane of this width.
    fn fills_width(&self, width: f32) -> f32 {
        self.world.y * width / self.world.x
    }

    /// Returns the heights of the parts of a pane. With too little room it first loses its numbers, then its pulse and a verdict
    /// with a row of its own; all panes of a layout have one size, and lose the same parts.
    fn heights(&self, size: Vec2) -> Heights {
        let [row, second] = self.rows();
        let second = if self.head(size).has_one_row { 0.0 } else { second };
        let has_sentence = second == 0.0 || size.y >= row + second + LEAST_WORLD;
        let head = (if has_sentence { row + second } else { row }).min(size.y);
        let mut rest = size.y - head;
        let canvas = READABLE_WORLD.max(CANVAS * size.y);
        // A second row costs the pulse before it costs the world, but not where the world can't use the height.
        let whole = PULSE * self.pulse_size;
        let pulse = (whole - second).max(whole.min(rest - self.fills_width(size.x)));
        let pulse = pulse.min(rest - canvas).max(LEAST_PULSE.min(whole));
        let pulse = if self.has_pulse && rest >= pulse + LEAST_WORLD { pulse } else { 0.0 };
        rest -= pulse;
        let numbers = NUMBERS * self.zoom;
        // A person asks for the numbers with a key, so they come before the share of the canvas.
        let numbers = if self.has_numbers && rest >= numbers + READABLE_WORLD { numbers } else { 0.0 };
        rest -= numbers;
        Heights { head, world: rest, pulse, numbers, has_sentence }
    }

    /// Returns whether a pane of this size has room for its verdict and its pulse, and its canvas keeps its share.
    fn holds_all(&self, size: Vec2) -> bool {
        let heights = self.heights(size);
        let is_largest = heights.world + heights.numbers >= CANVAS * size.y;
        is_largest && heights.world >= LEAST_WORLD && heights.has_sentence && (heights.pulse > 0.0) == self.has_pulse
    }

    /// Returns the points per world unit in a pane of this size. `inset` returns the room that the world loses at its left and at
    /// its top, for the size of the canvas and the height that it can spare.
    fn scale(&self, size: Vec2, inset: impl Fn(Vec2, f32) -> Vec2) -> f32 {
        let canvas = vec2(size.x, self.heights(size).world);
        let shares = (canvas - inset(canvas, spare(canvas.y, size.y))) / self.world;
        shares.x.min(shares.y)
    }

    fn parts(&self, index: usize, rect: Rect) -> PaneLayout {
        let heights = self.heights(rect.size());
        let inner = rect.shrink2(vec2(MARGIN, 0.0));
        let Head { has_one_row, name: name_width, figures: figures_width } = self.head(rect.size());
        let (head, rest) = inner.split_top_bottom_at_y(rect.min.y + heights.head);
        let (row, second) = head.split_top_bottom_at_y((head.min.y + self.rows()[0]).min(head.max.y));
        let (row, figures) = row.split_left_right_at_x((row.max.x - figures_width).max(row.min.x));
        let (name, beside) = row.split_left_right_at_x((row.min.x + name_width).min(row.max.x));
        // The verdict ends before the number begins.
        let beside = beside.with_max_x(if figures_width > 0.0 { beside.max.x - APART } else { beside.max.x });
        let sentence = if has_one_row { beside } else { second.translate(vec2(0.0, -4.0)) };
        let world = Rect::from_min_size(pos2(rect.min.x, rest.min.y), vec2(rect.width(), heights.world));
        let pulse = Rect::from_min_size(world.left_bottom(), vec2(world.width(), heights.pulse));
        let numbers = Rect::from_min_max(pos2(inner.min.x, pulse.max.y), inner.max);
        PaneLayout {
            index,
            rect,
            name: if has_one_row { name } else { row },
            sentence: heights.has_sentence.then_some(sentence),
            figures: (figures_width > 0.0).then_some(figures),
            world,
            pulse: (heights.pulse > 0.0).then_some(pulse),
            numbers: (heights.numbers > 0.0).then_some(numbers),
            is_whole: (heights.pulse > 0.0) == self.has_pulse
                && (heights.numbers > 0.0) == self.has_numbers
                && heights.world >= READABLE_WORLD,
        }
    }
}

/// Returns the number of columns and the rectangles of the panes in reading order, all of one size: `wanted` columns if names can
/// be read in them, or else the arrangement with the largest worlds, among those in which every pane can be read and has room for
/// all of its parts. `inset` is that of [`Measures::scale`].
fn grid(
    area: Rect,
    count: usize,
    measures: &Measures,
    wanted: Option<usize>,
    inset: impl Fn(Vec2, f32) -> Vec2,
) -> (usize, Vec<Rect>) {
    let size = |columns: usize| cell(area, columns, count.div_ceil(columns));
    let is_wide = |columns: &usize| *columns == 1 || size(*columns).x >= measures.narrowest;
    let scale = |columns: usize| measures.scale(size(columns), &inset);
    let fits: Vec<usize> = COLUMNS[count - 1].iter().copied().filter(is_wide).collect();
    let whole: Vec<usize> = fits.iter().copied().filter(|columns| measures.holds_all(size(*columns))).collect();
    let choice = if whole.is_empty() { fits } else { whole };
    let largest = choice.into_iter().max_by(|a, b| scale(*a).total_cmp(&scale(*b))).unwrap_or(1);
    let columns = wanted.filter(is_wide).unwrap_or(largest);
    let cell = size(columns);
    let place = |index: usize| {
        let step = vec2((index % columns) as f32 * (cell.x + GAP), (index / columns) as f32 * (cell.y + GAP));
        Rect::from_min_size(area.min + step, cell)
    };
    (columns, (0..count).map(place).collect())
}

fn cell(area: Rect, columns: usize, rows: usize) -> Vec2 {
    let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).max(1.0);
    vec2(share(area.width(), columns), share(area.height(), rows))
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panes::pane_layout::*;

    fn measures(world: Vec2, narrowest: f32) -> Measures {
        Measures {
            zoom: 1.0,
            widest_title: 200.0,
            widest_short: 200.0,
            narrowest,
            world,
            has_pulse: true,
            pulse_size: 1.0,
            has_numbers: false,
        }
    }

    fn columns(area: Rect, count: usize, measures: &Measures, wanted: Option<usize>) -> usize {
        grid(area, count, measures, wanted, |_, _| Vec2::ZERO).0
    }

    #[test]
    fn panes_are_equal_and_do_not_overlap() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 700.0));
        for count in 1..=MOST_PANES {
            for world in [vec2(16.0, 10.0), vec2(60.0, 10.0), vec2(5.0, 10.0)] {
                for wanted in [None, Some(IN_LESSON.min(count))] {
                    let (_, panes) = grid(area, count, &measures(world, 0.0), wanted, |_, _| Vec2::ZERO);
                    assert_eq!(panes.len(), count);
                    for (index, pane) in panes.iter().enumerate() {
                        assert!(area.expand(0.1).contains_rect(*pane), "{count} panes");
                        assert!((pane.size() - panes[0].size()).length() < 0.01, "{count} panes");
                        assert!(panes[..index].iter().all(|other| !other.shrink(0.1).intersects(*pane)), "{count} panes");
                    }
                }
            }
        }
    }

    #[test]
    fn the_grid_has_the_largest_worlds() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1300.0, 850.0));
        let by_world = |count: usize, world: Vec2| columns(area, count, &measures(world, 100.0), None);
        assert_eq!([by_world(3, vec2(10.0, 12.0)), by_world(3, vec2(60.0, 10.0))], [3, 1]);
        assert_eq!([by_world(2, vec2(10.0, 12.0)), by_world(2, vec2(60.0, 10.0))], [2, 1]);
        assert_eq!([by_world(4, vec2(340.0, 200.0)), by_world(5, vec2(16.0, 10.0))], [2, 3]);
        let wide = measures(vec2(60.0, 10.0), 100.0);
        assert_eq!(grid(area, 2, &wide, None, |_, _| vec2(0.0, 250.0)).0, 2, "what stands over a world counts in each row");
        for count in 1..=MOST_PANES {
            for world in [vec2(10.0, 12.0), vec2(64.0, 24.0), vec2(60.0, 10.0)] {
                let measures = measures(world, 100.0);
                let scale = |columns: usize| measures.scale(cell(area, columns, count.div_ceil(columns)), |_, _| Vec2::ZERO);
                let chosen = columns(area, count, &measures, None);
                assert!(COLUMNS[count - 1].iter().all(|other| scale(*other) <= scale(chosen)), "{count} panes of {world}");
            }
        }
    }

    #[test]
    fn a_lesson_has_two_columns_where_names_can_be_read() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 400.0));
        let wide = measures(vec2(60.0, 10.0), 300.0);
        for count in 2..=MOST_PANES {
            assert_eq!(columns(area, count, &wide, Some(IN_LESSON)), IN_LESSON);
        }
        assert_eq!(columns(Rect::from_min_size(area.min, vec2(500.0, 900.0)), 2, &wide, Some(IN_LESSON)), 1);
    }

    #[test]
    fn an_odd_number_of_panes_in_two_columns_leaves_the_last_cell_free() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 600.0));
        let measures = measures(vec2(64.0, 24.0), 200.0);
        for count in 1..=MOST_PANES {
            let (_, cells) = grid(area, count, &measures, Some(IN_LESSON.min(count)), |_, _| Vec2::ZERO);
            let layout: Vec<PaneLayout> = cells.iter().enumerate().map(|(index, rect)| measures.parts(index, *rect)).collect();
            let free = free_cell(&layout);
            assert_eq!(free.is_some(), [3, 5].contains(&count), "{count} panes");
            if let Some(free) = free {
                assert!(area.expand(0.1).contains_rect(free) && (free.max - area.max).length() < 0.1, "{count} panes");
                assert!(cells.iter().all(|cell| !cell.shrink(0.1).intersects(free)), "{count} panes");
            }
        }
    }

    #[test]
    fn the_verdict_has_a_row_of_its_own_in_a_narrow_pane_where_that_costs_no_world() {
        let measures = measures(vec2(16.0, 10.0), 180.0);
        for (size, has_own_row, has_number) in [
            ((900.0, 400.0), false, true),
            ((508.0, 400.0), false, true),
            ((507.0, 392.0), true, true),
            ((507.0, 390.0), false, false),
            ((427.0, 200.0), true, true),
            ((290.0, 400.0), true, false),
        ] {
            let parts = measures.parts(0, Rect::from_min_size(pos2(0.0, 0.0), Vec2::from(size)));
            let sentence = parts.sentence.expect("it has room");
            assert_eq!(sentence.min.y > parts.name.center().y, has_own_row, "{size:?}");
            assert_eq!(parts.world.min.y, if has_own_row { 50.0 } else { 30.0 });
            assert!(sentence.width() >= VERDICT - APART && parts.rect.contains_rect(sentence), "{size:?}");
            assert_eq!(parts.figures.is_some(), has_number, "{size:?}");
            // The letters of both rows are in the middle of their rows.
            assert!(parts.figures.is_none_or(|figures| !sentence.intersects(figures.shrink(5.0))), "{size:?}");
        }
    }

    #[test]
    fn a_low_pane_loses_its_numbers_first_then_its_pulse_and_its_verdict_last() {
        let measures = Measures { has_numbers: true, ..measures(vec2(16.0, 10.0), 100.0) };
        let shown = |height: f32| {
            let parts = measures.parts(0, Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, height)));
            (parts.numbers.is_some(), parts.pulse.is_some(), parts.sentence.is_some(), parts.is_whole)
        };
        assert_eq!(shown(400.0), (true, true, true, true));
        assert_eq!(shown(200.0), (false, true, true, false));
        assert_eq!(shown(130.0), (false, false, true, false));
        assert_eq!(shown(90.0), (false, false, false, false));
    }
}
