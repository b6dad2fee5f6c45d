//! The positions of the panes and of the parts of each pane.

use crate::front::ui::panes::over_world::Surroundings;
use crate::front::ui::panes::pane_title::title_width;
use crate::front::ui::style::look::letters;
use crate::studio::session::Session;
use egui::{Rect, TextStyle, Ui, Vec2, pos2, vec2};
use tickscope_core::model::config::limits::MOST_PANES;

/// The height of a row of the header: the name, and in a narrow pane the numbers under it. All lengths in this file are in points
/// at the usual text size, and grow with the text.
pub const ROW: f32 = 30.0;
pub const ARROW: f32 = 10.0;
pub const AROUND_NAME: f32 = 8.0 + ARROW + 8.0;
const SWITCH_WIDTH: f32 = 132.0;
pub const NUMBERS: f32 = 44.0;

const GAP: f32 = 8.0;
const MARGIN: f32 = 8.0;
const BADGE: f32 = 30.0;
/// The width of the numbers in the header: speed and FPS.
const SPEED_AND_FPS: f32 = 182.0;
/// The width of the numbers in the header with the speed of the game, which is shown if it differs.
const WITH_GAME: f32 = 284.0;
/// The height of the sentence, for two lines or three small ones.
const SENTENCE: f32 = 44.0;
/// The height of two lines of the sentence in projector mode, in points, before scaling by the text size.
const TWO_LINES: f32 = 38.0;
/// The height of the sentence in a narrow pane: four small lines.
const NARROW_SENTENCE: f32 = 58.0;
/// The height of the switch, which is under the sentence in a narrow pane.
const SWITCH: f32 = 26.0;
/// A pane counts as narrow below this width.
const NARROW: f32 = 400.0;
/// The share of the pulse in the room under the header.
const PULSE: f32 = 0.27;
const LEAST_PULSE: f32 = 40.0;
/// The least height of a world that leaves room for the sentence and the pulse.
const LEAST_WORLD: f32 = 64.0;
const SENTENCE_IN_ROW: f32 = 300.0;
/// The allowed numbers of columns for each number of panes: a grid is full, except that five leave one cell empty.
const COLUMNS: [&[usize]; MOST_PANES] = [&[1], &[1, 2], &[1, 3], &[1, 2, 4], &[1, 2, 3, 5], &[1, 2, 3, 6]];

/// The parts of one pane, in points; `None` for a part without room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneLayout {
    pub index: usize,
    pub rect: Rect,
    pub name: Rect,
    /// The numbers, to the right of the name or under it.
    pub figures: Rect,
    pub world: Rect,
    pub pulse: Option<Rect>,
    pub sentence: Option<Rect>,
    pub switch: Option<Rect>,
    pub numbers: Option<Rect>,
    /// Whether every part that the view wants has room.
    pub is_whole: bool,
}

/// Returns the layout of `panes` in `area`, in reading order.
pub fn lay_out(ui: &Ui, session: &Session, area: Rect, panes: &[usize]) -> Vec<PaneLayout> {
    let measures = Measures::of(ui, session, panes);
    let inset = |canvas: Vec2| Surroundings::of(ui, session, panes, canvas).inset();
    let (columns, cells) = grid(area, panes.len(), &measures, inset);
    let is_row = columns == 1 && panes.len() > 1;
    panes.iter().zip(cells).map(|(index, rect)| measures.parts(*index, rect, is_row)).collect()
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
        let has_parts = |pane: &PaneLayout| pane.sentence.is_some() && (pane.is_whole || !needs_all);
        layout.iter().all(|pane| pane.rect.width() >= narrowest && has_parts(pane))
    };
    let layouts = (2..=panes.len()).rev().map(|count| lay_out(ui, session, area, some(count)));
    layouts.into_iter().find(can_be_read).unwrap_or_else(|| lay_out(ui, session, area, some(1)))
}

struct Measures {
    zoom: f32,
    widest_name: f32,
    /// The width of the narrowest pane in which all names and numbers can be read, on two rows.
    narrowest: f32,
    /// The size of the world, in world units; for lanes the least height at which they can be drawn.
    world: Vec2,
    has_pulse: bool,
    /// The height of the pulse; 1 is the usual height.
    pulse_size: f32,
    has_numbers: bool,
    has_switch: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Heights {
    header: f32,
    world: f32,
    pulse: f32,
    /// The height of the sentence, the choice of the presentation and the numbers together; 0 without room, or if they are in the
    /// header.
    footer: f32,
    has_numbers: bool,
}

impl Measures {
    fn of(ui: &Ui, session: &Session, panes: &[usize]) -> Measures {
        let large = if session.window.presenting { TextStyle::Heading } else { TextStyle::Button };
        let widest = |style: TextStyle| {
            let font = style.resolve(ui.style());
            panes.iter().map(|index| title_width(ui, session, *index, &font)).fold(0.0, f32::max)
        };
        let zoom = letters(ui);
        let computer = session.run.lab.panes()[0].computer();
        let appearance = computer.world().appearance();
        let extent = appearance.extent();
        let world = ((extent.max - extent.min) * glam::DVec2::new(1.0, appearance.squeeze())).as_vec2();
        Measures {
            zoom,
            widest_name: widest(large) + (BADGE + AROUND_NAME + 16.0) * zoom,
            narrowest: (widest(TextStyle::Small) + (BADGE + AROUND_NAME) * zoom).max(SPEED_AND_FPS * zoom) + 16.0,
            world: vec2(world.x, world.y),
            has_pulse: session.run.view.pulse,
            pulse_size: session.run.view.pulse_size as f32,
            has_numbers: session.run.view.numbers,
            has_switch: !session.window.has_bare_panes(),
        }
    }

    fn figures(&self, width: f32) -> Option<f32> {
        [WITH_GAME, SPEED_AND_FPS]
            .map(|figures| figures * self.zoom)
            .into_iter()
            .find(|figures| self.widest_name + figures <= width)
    }

    fn fits_one_line(&self, width: f32) -> bool {
        self.widest_name + (SPEED_AND_FPS + SENTENCE_IN_ROW) * self.zoom + self.switch_width() <= width
    }

    fn switch_width(&self) -> f32 {
        if self.has_switch { SWITCH_WIDTH + MARGIN } else { 0.0 }
    }

    fn is_narrow(&self, width: f32) -> bool {
        width < NARROW * self.zoom
    }

    fn sentence(&self, width: f32) -> f32 {
        // Projector mode has two lines of large letters.
        let usual = if self.zoom > 1.0 { TWO_LINES } else { SENTENCE };
        self.zoom * if self.is_narrow(width) { NARROW_SENTENCE } else { usual }
    }

    /// Returns the heights of the parts of a pane. With too little room it first loses its numbers, then its pulse and its
    /// sentence; all panes of a layout have one size, and lose the same parts.
    fn heights(&self, size: Vec2, is_row: bool) -> Heights {
        let one_line = is_row && self.fits_one_line(size.x);
        let header = match self.figures(size.x) {
            _ if one_line => self.sentence(size.x),
            Some(_) => ROW * self.zoom,
            None => 2.0 * ROW * self.zoom,
        };
        let switch = if self.is_narrow(size.x) && self.has_switch { SWITCH } else { 0.0 };
        let words = if one_line { 0.0 } else { self.sentence(size.x) + switch };
        let body = (size.y - header).max(0.0);
        let pulse = if self.has_pulse { LEAST_PULSE } else { 0.0 };
        let numbers = if self.has_numbers { NUMBERS * self.zoom } else { 0.0 };
        let has_numbers = self.has_numbers && body >= words + numbers + pulse + LEAST_WORLD;
        let footer = words + if has_numbers { numbers } else { 0.0 };
        let footer = if body >= footer + LEAST_WORLD { footer } else { 0.0 };
        let canvas = body - footer;
        let has_room = self.has_pulse && canvas >= LEAST_PULSE + LEAST_WORLD;
        let pulse = if has_room { (canvas * (PULSE * self.pulse_size)).max(LEAST_PULSE).min(canvas - LEAST_WORLD) } else { 0.0 };
        Heights { header: header.min(size.y), world: canvas - pulse, pulse, footer, has_numbers }
    }

    fn holds_all(&self, size: Vec2, is_row: bool) -> bool {
        let heights = self.heights(size, is_row);
        let has_words = heights.footer > 0.0 || is_row && self.fits_one_line(size.x);
        heights.world >= LEAST_WORLD && has_words && (heights.pulse > 0.0) == self.has_pulse
    }

    /// Returns the points per world unit in a pane of this size, whose canvas loses `inset` to other parts.
    fn scale(&self, size: Vec2, is_row: bool, inset: impl Fn(Vec2) -> Vec2) -> f32 {
        let canvas = vec2(size.x, self.heights(size, is_row).world);
        let shares = (canvas - inset(canvas)) / self.world;
        shares.x.min(shares.y)
    }

    fn parts(&self, index: usize, rect: Rect, is_row: bool) -> PaneLayout {
        let heights = self.heights(rect.size(), is_row);
        let inner = rect.shrink2(vec2(MARGIN, 0.0));
        let head = rect.with_max_y(rect.min.y + heights.header);
        let one_line = is_row && self.fits_one_line(rect.width());
        let figures_width = self.figures(rect.width());
        let row = if figures_width.is_some() { heights.header } else { ROW * self.zoom };
        let row = Rect::from_min_max(inner.left_top(), inner.right_top() + vec2(0.0, row)).intersect(head);
        let (name, figures) = if let Some(figures) = figures_width {
            // The words of the numbers get the room that the widest name leaves.
            let beside_name = if one_line { SPEED_AND_FPS * self.zoom } else { figures.max(row.width() - self.widest_name) };
            row.split_left_right_at_x((row.max.x - beside_name).max(row.min.x))
        } else {
            let under = row.translate(vec2(0.0, ROW * self.zoom)).intersect(head);
            (row, under.with_max_y(under.max.y - 4.0))
        };
        let world = Rect::from_min_max(pos2(rect.min.x, head.max.y), pos2(rect.max.x, head.max.y + heights.world));
        let pulse = Rect::from_min_size(world.left_bottom(), vec2(world.width(), heights.pulse));
        let under = pulse.max.y;
        let pulse = (pulse.height() > 0.0).then_some(pulse);
        let is_whole = pulse.is_some() == self.has_pulse && self.has_numbers == heights.has_numbers;
        let numbers =
            heights.has_numbers.then(|| Rect::from_min_max(pos2(inner.min.x, rect.max.y - NUMBERS * self.zoom), inner.max));
        let bare = PaneLayout { index, rect, name, figures, world, pulse, sentence: None, switch: None, numbers, is_whole };
        if one_line {
            let (name, rest) = name.split_left_right_at_x(name.min.x + self.widest_name);
            let (sentence, switch) = rest.split_left_right_at_x(rest.max.x - self.switch_width());
            let switch = self.has_switch.then(|| switch.with_max_x(switch.max.x - MARGIN));
            return PaneLayout { name, sentence: Some(sentence.with_max_x(sentence.max.x - MARGIN)), switch, ..bare };
        }
        if heights.footer == 0.0 {
            return bare;
        }
        let line = Rect::from_min_size(pos2(rect.min.x, under), vec2(rect.width(), self.sentence(rect.width())));
        let line = line.shrink2(vec2(MARGIN, 0.5));
        let (sentence, switch) = if !self.has_switch {
            (line, None)
        } else if self.is_narrow(rect.width()) {
            (line, Some(Rect::from_min_size(pos2(line.left(), line.bottom() + 2.0), vec2(line.width(), SWITCH - 4.0))))
        } else {
            let (sentence, switch) = line.split_left_right_at_x(line.right() - SWITCH_WIDTH);
            (sentence.with_max_x(sentence.max.x - MARGIN), Some(switch))
        };
        PaneLayout { sentence: Some(sentence), switch, ..bare }
    }
}

/// Returns the number of columns and the rectangles of the panes in reading order, all of one size: the arrangement with the
/// largest worlds, among those in which every pane can be read and has room for all of its parts. `inset` returns the room that
/// the world of a pane loses at its left and at its top.
fn grid(area: Rect, count: usize, measures: &Measures, inset: impl Fn(Vec2) -> Vec2) -> (usize, Vec<Rect>) {
    let size = |columns: usize| cell(area, columns, count.div_ceil(columns));
    let is_row = |columns: usize| columns == 1 && count > 1;
    let is_wide = |columns: &usize| *columns == 1 || size(*columns).x >= measures.narrowest;
    let holds_all = |columns: &usize| measures.holds_all(size(*columns), is_row(*columns));
    // A few panes are easiest to compare side by side, and many in a grid, so another arrangement is chosen only if its worlds
    // are clearly larger.
    let easiest = if count < 4 { count } else { (count as f32).sqrt().ceil() as usize };
    let scale =
        |columns: usize| measures.scale(size(columns), is_row(columns), &inset) * if columns == easiest { 1.15 } else { 1.0 };
    let fits: Vec<usize> = COLUMNS[count - 1].iter().copied().filter(is_wide).collect();
    let whole: Vec<usize> = fits.iter().copied().filter(holds_all).collect();
    let choice = if whole.is_empty() { fits } else { whole };
    let columns = choice.into_iter().max_by(|a, b| scale(*a).total_cmp(&scale(*b))).unwrap_or(1);
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
            widest_name: 200.0,
            narrowest,
            world,
            has_pulse: true,
            pulse_size: 1.0,
            has_numbers: false,
            has_switch: true,
        }
    }

    #[test]
    fn panes_are_equal_and_do_not_overlap() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 700.0));
        for count in 1..=MOST_PANES {
            for world in [vec2(16.0, 10.0), vec2(60.0, 10.0), vec2(5.0, 10.0)] {
                let (_, panes) = grid(area, count, &measures(world, 0.0), |_| Vec2::ZERO);
                assert_eq!(panes.len(), count);
                for (index, pane) in panes.iter().enumerate() {
                    assert!(area.expand(0.1).contains_rect(*pane), "{count} panes");
                    assert!((pane.size() - panes[0].size()).length() < 0.01, "{count} panes");
                    assert!(panes[..index].iter().all(|other| !other.shrink(0.1).intersects(*pane)), "{count} panes");
                }
            }
        }
    }

    #[test]
    fn three_stand_in_columns_or_rows_and_five_leave_a_cell_empty() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1300.0, 850.0));
        let columns = |count: usize, world: Vec2| grid(area, count, &measures(world, 100.0), |_| Vec2::ZERO).0;
        assert_eq!([columns(3, vec2(10.0, 12.0)), columns(3, vec2(60.0, 10.0))], [3, 1]);
        assert_eq!(columns(5, vec2(16.0, 10.0)), 3);
        assert_eq!(columns(2, vec2(60.0, 10.0)), 1, "a wide world is larger in rows");
        assert_eq!(columns(2, vec2(10.0, 12.0)), 2);
        let wide = measures(vec2(60.0, 10.0), 100.0);
        assert_eq!(grid(area, 2, &wide, |_| vec2(0.0, 250.0)).0, 2, "what stands over a world counts in each row");
    }

    #[test]
    fn four_panes_stand_two_by_two() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(1300.0, 850.0));
        assert_eq!(grid(area, 4, &measures(vec2(340.0, 200.0), 200.0), |_| Vec2::ZERO).0, 2);
        // In one row the panes would be too narrow to be read.
        let low = Rect::from_min_size(area.min, vec2(744.0, 600.0));
        assert_eq!(grid(low, 4, &measures(vec2(100.0, 400.0), 200.0), |_| Vec2::ZERO).0, 2);
    }

    #[test]
    fn a_low_pane_loses_its_numbers_first_then_its_pulse_and_its_sentence_last() {
        let measures = Measures { has_numbers: true, ..measures(vec2(16.0, 10.0), 100.0) };
        let shown = |height: f32| {
            let parts = measures.parts(0, Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, height)), false);
            (parts.numbers.is_some(), parts.pulse.is_some(), parts.sentence.is_some(), parts.is_whole)
        };
        assert_eq!(shown(400.0), (true, true, true, true));
        assert_eq!(shown(200.0), (false, true, true, false));
        assert_eq!(shown(150.0), (false, false, true, false));
        assert_eq!(shown(90.0), (false, false, false, false));
    }
}
