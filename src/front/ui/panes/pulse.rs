//! The pulse under a pane's world: one bar for each picture, painted into cells of time that stay in place while a gap sweeps
//! over them, as on an ECG.
//!
//! A bar is as high as the simulated time that its picture gained, in blocks of its updates. A dashed outline is as high as the
//! time that passed since the picture before, a dotted line marks one refresh. Below the baseline hangs the age of the picture.

use crate::front::ui::marks::{self, MarkKind, Place};
use crate::front::ui::panes::scrub::ScrubArea;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{Look, UiLook, letter_size};
use crate::studio::session::Session;
use egui::{Align2, Color32, CursorIcon, FontId, Mesh, Pos2, Rangef, Rect, Shape, Ui, pos2, vec2};
use tickscope_core::base::numbers::length;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::pulse::{Pulse, PulseBar};
use tickscope_core::lab::metrics::behind::{self, Behind};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::flip_grid;
use tickscope_core::model::machine::refresh::Refresh;

pub const SHOWN_S: f64 = 2.0;
const NARROWEST: f32 = 3.0;
const BETWEEN: f32 = 1.0;
/// The share of the pulse's height that is above the baseline.
const ABOVE: f32 = 0.6;
/// The font size of the numbers at the tops of the bars, in points, at the usual text size.
const LETTER: f32 = 11.5;
/// Numbers that would take a larger share of the pulse's height from its bars are left out.
const LETTER_SHARE: f32 = 0.3;
/// The least distance between two numbers at the tops of bars, in points.
const APART: f32 = 4.0;
/// The least height of the scale, in refreshes; it doubles until the median picture fits.
const LEAST_SCALE: f64 = 3.0;
const TOLERANCE: f64 = 1.05;
const DEEPEST_S: f64 = 0.8;
const GAP_SHARE: i64 = 24;
const DASH: f32 = 2.0;
/// The gap in a broken bar, from the top, in points.
const BREAK: Rangef = Rangef { min: 5.0, max: 8.0 };

/// The scale that the pulses of all panes share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PulseScale {
    /// The rate of the cells, in Hz. It is so high that each picture has a cell of its own.
    cells_hz: f64,
    /// The unit of heights: one refresh, or the shortest one if refreshes vary.
    unit: Span,
    has_line: bool,
    /// The height of the scale, in such units.
    units: f64,
}

impl PulseScale {
    pub fn of(session: &Session) -> PulseScale {
        let panes = 0..session.run.lab.panes().len();
        let computers: Vec<Computer> = panes.clone().map(|index| session.run.computer_of(index).clone()).collect();
        // On an unknown display the median stay takes the place of a refresh.
        let rate = |index: usize| computers[index].known_refresh_hz().or_else(|| usual_hz(session, index));
        let fastest = panes.clone().filter_map(rate).fold(1.0, f64::max);
        let (mut cells_hz, unit) = (fastest, Span::from_hz(fastest));
        let mut highest = Span::ZERO;
        for index in panes {
            let pulse = session.run.seen(index).pulse(session.run.now() - Span::from_secs(SHOWN_S));
            highest = highest.max(pulse.usual_height());
            // Without vsync pictures come faster than refreshes.
            let stay = pulse.usual_stay();
            let is_free = computers[index].present == Present::Immediate && stay > Span::ZERO;
            while is_free && stay.as_secs() * cells_hz * TOLERANCE < 1.0 {
                cells_hz *= 2.0;
            }
        }
        let mut units = LEAST_SCALE;
        while highest.ratio(unit) > units * TOLERANCE {
            units *= 2.0;
        }
        let has_ticks = |computer: &Computer| computer.variable_hz().is_none() && !computer.has_unknown_display;
        let has_line = computers.iter().all(has_ticks);
        PulseScale { cells_hz, unit, has_line, units }
    }
}

/// Returns how often the pictures of a captured game change in the median, in hertz; `None` for other panes.
fn usual_hz(session: &Session, index: usize) -> Option<f64> {
    let capture = session.run.lab.settings().panes[index].played()?;
    if capture.is_live() {
        let pulse = session.run.seen(index).pulse(session.run.now() - Span::from_secs(SHOWN_S));
        return flip_grid::resting_hz(pulse.usual_stay());
    }
    let stay = capture.facts.usual_stay;
    (stay > Span::ZERO).then(|| 1.0 / stay.as_secs())
}

/// Returns the first flip of a captured pane; `None` for other panes, whose flips are ticks of their display.
fn first_captured(session: &Session, index: usize) -> Option<Time> {
    let capture = session.run.lab.settings().panes[index].played()?;
    if capture.is_live() {
        // The regime begins with the flip before the first.
        return Some(session.run.seen(index).state().regime);
    }
    Some(capture.first_flip()? + (session.run.lab.panes()[index].recording().start - Time::ZERO))
}

/// Returns by how much flips are moved so that this one lies in the middle of a cell. Flips on the edges of cells would look
/// uneven.
fn into_cell(flip: Time, cells_hz: f64) -> Span {
    let (cells, half) = (Refresh::new(cells_hz), Span::from_hz(2.0 * cells_hz));
    let middle = cells.tick(cells.first_at_or_after(flip)) - half;
    if middle > flip { middle - flip - half * 2 } else { middle - flip }
}

struct PulsePlaces {
    rect: Rect,
    baseline: f32,
    top: f32,
    cells: Refresh,
    /// The span by which moments are moved before their cell is looked up; zero or negative.
    moved: Span,
    newest: i64,
    count: i64,
    gap: i64,
    cell: f32,
    bar: f32,
    /// The rise of a bar, in points per second.
    rise: f64,
    pixel: f32,
}

impl PulsePlaces {
    fn of(scale: &PulseScale, rect: Rect, top: f32, now: Time, pixels_per_point: f32) -> PulsePlaces {
        let pixel = 1.0 / pixels_per_point;
        let least = ((NARROWEST + BETWEEN) * pixels_per_point).ceil();
        let wide = (f64::from(rect.width() * pixels_per_point) / (SHOWN_S * scale.cells_hz)).floor() as f32;
        let cell = wide.max(least) * pixel;
        let count = ((rect.width() / cell).floor() as i64).max(4);
        let cells = Refresh::new(scale.cells_hz);
        let snap = |y: f32| (y * pixels_per_point).round() * pixel;
        let baseline = snap(rect.top() + rect.height() * ABOVE);
        let rise = f64::from(baseline - rect.top() - top) / (scale.units * scale.unit.as_secs());
        let gap = (count / GAP_SHARE).max(2);
        let bar = cell - (BETWEEN * pixels_per_point).round().max(1.0) * pixel;
        let newest = cells.first_at_or_after(now);
        PulsePlaces { rect, baseline, top, cells, moved: Span::ZERO, newest, count, gap, cell, bar, rise, pixel }
    }

    fn from(&self) -> Time {
        self.cells.tick((self.newest - self.count + self.gap).max(0))
    }

    fn cell_of(&self, moment: Time) -> i64 {
        self.cells.first_at_or_after(moment + self.moved)
    }

    fn is_shown(&self, cell: i64) -> bool {
        cell <= self.newest && cell > self.newest - self.count + self.gap
    }

    /// Returns the visible cells between two moments as at most two ranges of neighbouring cells, each as its first cell and the
    /// cell after its last.
    fn runs(&self, from: Time, to: Time) -> impl Iterator<Item = (i64, i64)> + use<> {
        let first = self.cell_of(from).max(self.newest - self.count + self.gap + 1);
        let end = self.cell_of(to).min(self.newest + 1);
        let turn = end.div_euclid(self.count) * self.count;
        let runs = if first < turn && turn < end { [(first, turn), (turn, end)] } else { [(first, end), (end, end)] };
        runs.into_iter().filter(|(first, end)| first < end)
    }

    fn left(&self, cell: i64) -> f32 {
        self.rect.left() + cell.rem_euclid(self.count) as f32 * self.cell
    }

    fn moment(&self, x: f32) -> Time {
        let column = (((x - self.rect.left()) / self.cell).floor() as i64).clamp(0, self.count - 1);
        let back = (self.newest - column).rem_euclid(self.count).min(self.count - self.gap - 1);
        self.cells.tick((self.newest - back).max(0))
    }

    fn top(&self, span: Span) -> (f32, bool) {
        let points = (span.as_secs() * self.rise).max(0.0) as f32;
        let room = self.baseline - self.rect.top() - self.top;
        let height = (points.min(room) / self.pixel).round() * self.pixel;
        (self.baseline - height, points > room * TOLERANCE as f32 + self.pixel)
    }

    fn depth(&self, age: Span) -> f32 {
        let share = (age.as_secs() / DEEPEST_S).clamp(0.0, 1.0) as f32;
        let edge = self.baseline + self.pixel;
        edge + share * (self.rect.bottom() - edge)
    }
}

pub fn show(ui: &mut Ui, pass: &mut UiPass, index: usize, rect: Rect, scale: &PulseScale) {
    let look = ui.look();
    let session = pass.session;
    let area = ScrubArea::of(ui, session, "pulse", index, rect);
    let letter = letter_size(ui, LETTER);
    let has_letters = letter <= LETTER_SHARE * rect.height();
    let (now, zoom) = (area.stands.unwrap_or(session.run.now()), ui.ctx().pixels_per_point());
    let moved = first_captured(session, index).map_or(Span::ZERO, |first| into_cell(first, scale.cells_hz));
    let places = PulsePlaces { moved, ..PulsePlaces::of(scale, rect, if has_letters { letter } else { BETWEEN }, now, zoom) };
    let seen = session.run.seen(index);
    let pulse = seen.pulse(places.from());
    area.read_out(|| {
        let newest = describe(&pulse, session.run.now());
        format!("Pulse of pane {}: the simulated time that each picture gained. {newest}", session.letter(index))
    });
    let mut picture =
        PulsePicture { mesh: Mesh::default(), texts: Vec::new(), places, look, colour: look.of_pane(session.letter(index)) };
    picture.paint(&pulse, scale, session.run.now());
    let PulsePicture { mesh, texts, places, .. } = picture;
    let painter = ui.painter_at(rect);
    painter.add(Shape::mesh(mesh));
    let mut taken: Vec<Rect> = Vec::new();
    for (at, anchor, text) in texts.into_iter().filter(|_| has_letters) {
        let galley = painter.layout_no_wrap(text, FontId::proportional(letter), look.text());
        let place = anchor.anchor_size(at, galley.size());
        let place = place.translate(vec2((rect.left() - place.left()).max(0.0) + (rect.right() - place.right()).min(0.0), 0.0));
        // If bars are so close that their numbers would overlap, the first has its number.
        if taken.iter().all(|other| !other.intersects(place.expand2(vec2(APART, 0.0)))) {
            taken.push(place);
            painter.galley(place.min, galley, look.text());
        }
    }
    area.touch(ui, pass, index, |pointer| places.moment(pointer.x));
    let response = area.response;
    if !response.dragged() {
        response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    }
    report(ui, rect, &places, scale, &pulse);
}

fn report(ui: &Ui, rect: Rect, places: &PulsePlaces, scale: &PulseScale, pulse: &Pulse) {
    if !marks::is_asked(ui.ctx(), rect) {
        return;
    }
    let says = |at: Pos2| describe(pulse, places.moment(at.x));
    let below = rect.with_min_y(places.baseline);
    marks::report(ui, MarkKind::PulseAge, below, says);
    let cells = |first: i64, end: i64| {
        let x = Rangef::new(places.left(first), places.left(end - 1) + places.cell);
        Rect::from_x_y_ranges(x, rect.top()..=places.baseline)
    };
    for stall in &pulse.stalls {
        for (first, end) in places.runs(stall.from, stall.to) {
            let lasted = stall.to - stall.from;
            marks::report(ui, MarkKind::PulseStall, cells(first, end), |_| format!("It lasted {}.", length(lasted)));
        }
    }
    for cell in places.newest + 1..=places.newest + places.gap {
        marks::report(ui, MarkKind::PulseGap, cells(cell, cell + 1), |_| String::new());
    }
    if scale.has_line {
        let y = places.top(scale.unit).0;
        let line = Place::Line(pos2(rect.left(), y), pos2(rect.right(), y));
        marks::report(ui, MarkKind::PulseLine, line, |_| format!("It stands at {}.", length(scale.unit)));
    }
    for bar in &pulse.bars {
        let cell = places.cell_of(bar.at);
        if !places.is_shown(cell) {
            continue;
        }
        let x = Rangef::new(places.left(cell), places.left(cell) + places.bar);
        let (top, outline) = (places.top(bar.gained).0, places.top(bar.passed).0);
        marks::report(ui, MarkKind::PulseBar, Rect::from_x_y_ranges(x, top..=places.baseline), says);
        if outline + 2.0 < top {
            marks::report(ui, MarkKind::PulseOutline, Rect::from_x_y_ranges(x, outline..=top), says);
        }
    }
}

fn describe(pulse: &Pulse, at: Time) -> String {
    let number = pulse.bars.partition_point(|bar| bar.at <= at);
    let Some(bar) = number.checked_sub(1).and_then(|last| pulse.bars.get(last)) else {
        return format!("{:.3} s: no new picture", at.as_secs());
    };
    let steps = match bar.steps {
        0 => String::new(),
        1 => " in one step".to_owned(),
        count => format!(" in {count} steps"),
    };
    let (gained, passed) = (length(bar.gained), length(bar.passed));
    let came = match behind::in_words(bar.age) {
        Some(words) => format!("It came {words}"),
        None if bar.age < Span::ZERO => format!("It shows what is to come in {}", length(-bar.age)),
        None => format!("It was {} old", length(bar.age)),
    };
    format!("{:.3} s: the picture gained {gained}{steps}; {passed} passed. {came}", bar.at.as_secs())
}

struct PulsePicture {
    mesh: Mesh,
    texts: Vec<(Pos2, Align2, String)>,
    places: PulsePlaces,
    look: Look,
    colour: Color32,
}

impl PulsePicture {
    fn paint(&mut self, pulse: &Pulse, scale: &PulseScale, now: Time) {
        let (look, rect, pixel) = (self.look, self.places.rect, self.places.pixel);
        self.fill(rect.x_range(), rect.y_range(), look.canvas());
        self.fill(rect.x_range(), Rangef::new(rect.top(), rect.top() + 1.0), look.line());
        for stall in &pulse.stalls {
            self.stall(stall.from, stall.to.min(now));
        }
        self.fill(rect.x_range(), Rangef::new(self.places.baseline, self.places.baseline + pixel), look.age());
        if scale.has_line {
            let y = self.places.top(scale.unit).0;
            let mut x = rect.left();
            while x < rect.right() {
                self.fill(Rangef::new(x, x + DASH * pixel), Rangef::new(y, y + pixel), look.weak());
                x += 3.0 * DASH * pixel;
            }
        }
        for bar in &pulse.bars {
            self.age(bar.begin(), bar.at, bar.age_before);
        }
        if let Some(shown) = pulse.newest {
            self.age(shown.at, pulse.until, shown.behind().span());
        }
        for bar in &pulse.bars {
            self.bar(pulse, bar);
        }
        if let Some(words) = pulse.behind.filter(|behind| behind.span().as_secs() > DEEPEST_S).and_then(Behind::in_words) {
            let at = pos2(rect.right() - 4.0, rect.bottom() - 2.0);
            self.texts.push((at, Align2::RIGHT_BOTTOM, words));
        }
    }

    fn stall(&mut self, from: Time, to: Time) {
        let (look, places) = (self.look, &self.places);
        let (y, pixel) = (Rangef::new(places.rect.top() + 1.0, places.baseline), places.pixel);
        let ground = look.canvas().lerp_to_gamma(look.alarm(), 0.2);
        for (first, end) in self.places.runs(from, to) {
            let (left, right) = (self.places.left(first), self.places.left(end - 1) + self.places.cell);
            self.fill(Rangef::new(left, right), y, ground);
        }
        for at in [from, to] {
            let cell = self.places.cell_of(at);
            if self.places.is_shown(cell) {
                let x = self.places.left(cell);
                self.fill(Rangef::new(x, x + pixel), y, look.alarm());
            }
        }
    }

    fn age(&mut self, from: Time, to: Time, age: Span) {
        let edge = self.places.baseline + self.places.pixel;
        let colour = self.look.age();
        for (first, end) in self.places.runs(from, to) {
            let x = Rangef::new(self.places.left(first), self.places.left(end - 1) + self.places.cell);
            let at = |cell: i64| self.places.depth(age + (self.places.cells.tick(cell) - from).max(Span::ZERO));
            let (left, right) = (at(first), at(end));
            self.fill_corners([pos2(x.min, edge), pos2(x.max, edge), pos2(x.min, left), pos2(x.max, right)], colour);
        }
    }

    fn bar(&mut self, pulse: &Pulse, bar: &PulseBar) {
        let cell = self.places.cell_of(bar.at);
        if !self.places.is_shown(cell) {
            return;
        }
        let left = self.places.left(cell);
        let x = Rangef::new(left, left + self.places.bar);
        let colour = if bar.is_evidence { self.look.alarm() } else { self.colour };
        let (top, is_broken) = self.places.top(bar.gained);
        let (baseline, pixel) = (self.places.baseline, self.places.pixel);
        let outline = self.places.top(bar.passed);
        if bar.passed > bar.gained && outline.0 + pixel < top {
            self.outline(x, Rangef::new(outline.0, top), outline.1, if bar.is_evidence { colour } else { self.look.weak() });
        }
        let mut low = baseline;
        for split in pulse.splits(bar) {
            let high = self.places.top(*split).0;
            // A block is at least two pixels high; lower blocks are joined.
            if low - high >= 3.0 * pixel - 0.01 && high - top >= 2.0 * pixel {
                self.fill(x, Rangef::new(high + pixel, low), colour);
                low = high;
            }
        }
        self.fill(x, Rangef::new(top.min(low), low), colour);
        if is_broken {
            let (high, deep) = (top + BREAK.min, top + BREAK.max);
            let corners = [pos2(x.min, high + 2.0), pos2(x.max, high), pos2(x.min, deep + 2.0), pos2(x.max, deep)];
            self.fill_corners(corners, self.look.canvas());
            let text = format!("{:.0}", bar.gained.as_millis());
            self.texts.push((pos2(x.center(), self.places.rect.top() + 1.0), Align2::CENTER_TOP, text));
        }
    }

    fn outline(&mut self, x: Rangef, y: Rangef, is_open: bool, colour: Color32) {
        let pixel = self.places.pixel;
        let mut low = y.max - pixel;
        while low > y.min {
            let dash = Rangef::new((low - DASH * pixel).max(y.min), low);
            self.fill(Rangef::new(x.min, x.min + pixel), dash, colour);
            self.fill(Rangef::new(x.max - pixel, x.max), dash, colour);
            low -= 2.0 * DASH * pixel;
        }
        if !is_open {
            self.fill(x, Rangef::new(y.min, y.min + pixel), colour);
        }
    }

    /// Fills the area between four corners, which are the upper two followed by the lower two.
    fn fill_corners(&mut self, corners: [Pos2; 4], colour: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for corner in corners {
            self.mesh.colored_vertex(corner, colour);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first + 2, first + 1, first + 3);
    }

    fn fill(&mut self, x: Rangef, y: Rangef, colour: Color32) {
        self.mesh.add_colored_rect(Rect::from_x_y_ranges(x, y), colour);
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panes::pulse::*;

    #[test]
    fn even_pictures_of_a_capture_lie_in_cells_that_are_evenly_apart() {
        let stay = 1000.0 / 30.0;
        for (cells_hz, apart) in [(30.0, 1), (60.0, 2), (144.0, 5)] {
            for (phase, jitter) in [(0.0, 0.00004), (stay / 2.0, 0.5), (7.1, 0.5)] {
                let flip = |n: u32| {
                    let off = if n.is_multiple_of(2) { jitter } else { -jitter };
                    Time::from_secs((f64::from(n) * stay + phase + off) / 1000.0)
                };
                let (cells, moved) = (Refresh::new(cells_hz), into_cell(flip(1), cells_hz));
                assert!(moved <= Span::ZERO, "a picture has no cell before its time");
                let of = |n: u32| cells.first_at_or_after(flip(n) + moved);
                let distances: Vec<i64> = (2..60).map(|n| of(n + 1) - of(n)).collect();
                let is_even = |distance: &i64| (distance - apart).abs() <= i64::from(cells_hz == 144.0);
                assert!(distances.iter().all(is_even), "{cells_hz} Hz, {phase} ms: {distances:?}");
            }
        }
    }
}
